//! Tables that are imported, whatever becomes of their rows: which are open (`tables`), what stands in them and
//! what their columns were taken for the last time (`cells`). Deliberately absent: how files are read.

pub(crate) mod cells;
pub(crate) mod tables;
