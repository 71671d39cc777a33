//! The warehouse service's HTTP interface as typed calls, and nothing else. The backend calls it.
//!
//! A call is made in four steps, each in a file of its own: `request` says what to send, `transport`
//! sends it within its limits, `answer` judges what came back, `wire` reads it. Deliberately absent:
//! SQLite, Tauri, global state, and any retry, because what may be repeated is a decision about the
//! operation and not about its transport.

mod answer;
mod base;
mod calls;
mod cookie;
mod error;
mod judge;
mod listed;
mod network;
pub mod observed;
mod page;
mod request;
mod wire;

pub use base::Base;
pub use calls::Client;
pub use cookie::SessionCookies;
pub use error::{Outcome, Refusal, Trouble, Unclear};
pub use judge::{Received, judge};
pub use listed::Listed;
pub use network::authorities::{Authorities, NotACertificate};
pub use network::limits::Limits;
pub use request::{Direction, Paging, ProductsBy};
pub use wire::movement::{HeaderUpdate, MovementHeader, update_body};
pub use wire::pick::PicklistItem;
pub use wire::shape::read::is_as_written;
