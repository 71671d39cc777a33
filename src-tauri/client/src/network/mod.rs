//! The connection: certificates, proxies, limits, sending a request and receiving its answer whole, and
//! what went wrong below HTTP.

pub mod authorities;
pub mod limits;
pub mod proxy;
pub mod transport;
pub mod trouble;
