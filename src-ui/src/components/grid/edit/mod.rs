//! The cell being edited: which can be and what becomes of its text (`editing`, `cell_edit`), its field,
//! the list under it (`search`, `popup`), and what is drawn before the answer (`typed`).

pub mod cell_edit;
pub mod editing;
pub mod field;
pub mod popup;
pub mod search;
pub mod typed;
