//! Columns: their state, which are wanted (`chooser`), which there is room for (`places`), how wide they
//! are (`fit`), and their heads.

pub mod chooser;
pub mod fit;
pub mod head;
pub mod places;
pub mod state;
