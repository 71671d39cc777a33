//! What keys and the pointer do: which key does what (`keys`), what it does (`act`), where it leads
//! (`moves`), which cells it chooses (`range`), presses (`pointer`) and what is drawn with them (`drag`).

pub mod act;
pub mod drag;
pub mod keys;
pub mod moves;
pub mod pointer;
pub mod range;
