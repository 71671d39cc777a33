//! The rows of the session: who may end it, where its secrets may be, and what its end costs.

pub mod canary;
pub mod desk;
pub mod ends;
pub mod keychain;
pub mod late;
pub mod memory;
pub mod page;
pub mod secrets;
pub mod stage;
