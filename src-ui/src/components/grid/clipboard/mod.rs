//! Blocks of cells over the clipboard: as texts (`block`), copied and pasted (`copy`), and put there by the
//! page (`copied`).

pub mod block;
pub mod copied;
pub mod copy;
