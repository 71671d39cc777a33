//! What the commands need of the computer: programs and how they end, packages, a screen, and where the
//! project is.

pub mod display;
pub mod outcome;
pub mod packages;
pub mod process;
pub mod project;
