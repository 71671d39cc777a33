//! The outbox: the one road of every change to the service. What is asked for is kept here in one
//! transaction before anybody is told so (`keep`), waits in its lane (`lane`), is read, compared
//! (`compare`), sent and judged (`sender`, `send_*`), and looked for in the service where no answer
//! came (`settle`). Use cases call `keep`; commands about operations are in
//! `commands`, `change` and `decide`.
//!
//! Deliberately absent: any second road, and any repetition of a write whose outcome is not known.

pub(crate) mod act;
pub(crate) mod change;
pub(crate) mod compare;
pub(crate) mod compare_picks;
pub(crate) mod decide;
pub(crate) mod keep;
pub(crate) mod keep_changes;
pub(crate) mod lane;
pub(crate) mod op;
pub(crate) mod pace;
pub(crate) mod predict;
pub(crate) mod queue;
pub(crate) mod sending;
pub(crate) mod texts;
pub(crate) mod undo;
pub(crate) mod view;
