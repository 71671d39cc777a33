//! What is decided about a change on its way: what of a lane goes next (`lane`), what a reading tells of it
//! (`compare`), how a line will look after it (`predict`), and what takes it back (`undo`).

pub mod compare;
pub mod compare_picks;
pub mod lane;
pub mod merged;
pub mod op;
pub mod predict;
pub mod questions;
pub mod undo;
