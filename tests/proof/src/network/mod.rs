//! The rows of the network: what a hostile or broken other side can do to a call.

pub mod certificates;
pub mod cookies;
pub mod decoders;
mod lies;
mod mutate;
pub mod redirects;
pub mod size;
pub mod time;
