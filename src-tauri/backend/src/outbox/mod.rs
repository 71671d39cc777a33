//! The outbox: the one road of every change to the service. What is asked for is kept here in one
//! transaction before anybody is told so (`keep`), waits in its lane (`lane`), is read, compared
//! (`compare`), sent and judged (`sender`, `send_*`), and looked for in the service where no answer
//! came (`settle`). Use cases call `keep`; commands about operations are in
//! `commands`, `change` and `decide`.
//!
//! Deliberately absent: any second road, and any repetition of a write whose outcome is not known.

pub(crate) mod act;
pub(crate) mod change;
pub(crate) mod commands;
pub(crate) mod compare;
mod compare_picks;
pub(crate) mod decide;
pub(crate) mod echo;
mod judge;
mod keep;
mod keep_changes;
mod lane;
pub(crate) mod op;
mod pace;
pub(crate) mod predict;
mod queue;
mod send_create;
mod send_header;
mod send_lines;
mod send_single;
mod sender;
mod settle;
mod settle_picks;
pub(crate) mod texts;
pub(crate) mod titles;
pub(crate) mod undo;
mod views;

pub(crate) use echo::{MovementOrderKey, MovementView};
pub(crate) use keep::Operations;
pub use pace::Pace;
pub(crate) use queue::Outbox;
pub(crate) use send_create::CreationSender;
pub(crate) use send_header::HeaderSender;
pub(crate) use send_lines::LineSender;
pub(crate) use send_single::SingleSender;
pub(crate) use sender::{Delivery, Sender};
