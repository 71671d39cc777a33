//! The outbox: the one road of every change to the service. What is asked for is saved in one
//! transaction before anybody is told so (`keep`), waits in its lane (`lane`, `queue`), and is
//! compared with what the service shows (`compare`). `sending` sends it and finds out what became
//! of it; `view` shows movements with what waits. Deliberately absent: any second road, and any
//! repetition of a write whose outcome is not known.

pub(crate) mod give_up;
pub(crate) mod keep;
pub(crate) mod keep_changes;
pub(crate) mod pace;
pub(crate) mod queue;
pub(crate) mod sending;
pub(crate) mod texts;
pub(crate) mod view;

// What is decided, beside those who do it.
pub(crate) use rules::outbox::{
    compare, compare_picks, lane, merged, op, predict, questions, undo,
};
