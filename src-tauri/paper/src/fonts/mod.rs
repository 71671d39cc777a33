//! Fonts: those of the crate, and those of the system for scripts they lack.

pub mod face;
pub mod set;
pub mod system;
