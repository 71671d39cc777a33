//! A practice warehouse: the service of the interface document as a server on SQLite.
//!
//! Started by its own program for trying things out and by tests of other crates, which drive it
//! through [`Service`], [`Running`] and [`Faults`]. It knows the interface document and nothing
//! of any client; it listens on the loopback address only and is no real warehouse.

mod answer;
mod base;
mod clock;
mod control;
mod faults;
mod line;
mod record_id;
mod requests;
mod routes;
mod rules;
pub mod sample;
mod service;
mod sessions;
mod shared;
mod store;
mod variants;

pub use faults::{Fault, Faults, Kind};
pub use requests::Request;
pub use sample::Scale;
pub use service::{Options, Running, Service, StartFailure};
pub use store::Database;
pub use store::effects::Effect;
pub use variants::Variant;
