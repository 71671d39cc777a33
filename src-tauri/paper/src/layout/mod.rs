//! Where things stand: numbers alone, nothing is drawn here.

pub mod columns;
pub mod grid;
pub mod pages;
