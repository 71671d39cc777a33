//! TODO

pub(crate) mod attempt;
pub(crate) mod cache;
pub(crate) mod calls;
pub(crate) mod certificate;
pub(crate) mod check_server;
pub(crate) mod connection;
pub(crate) mod crawl;
pub(crate) mod elsewhere;
pub(crate) mod explore;
pub(crate) mod gates;
