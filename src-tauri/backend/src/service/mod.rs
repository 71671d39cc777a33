//! The service and how it is called: every call of a signed-in profile (`calls`), what is measured
//! of the connection, lists read page by page (`crawl`), what was read last (`cache`), and what is
//! done before anybody is signed in (`attempt`, `check_server`, `certificate`, `elsewhere`). Knows
//! no movement and no product.

pub(crate) mod cache;
pub(crate) mod calls;
pub(crate) mod certificate;
pub(crate) mod check_server;
pub(crate) mod connection;
pub(crate) mod crawl;
pub(crate) mod elsewhere;
pub(crate) mod explore;
pub(crate) mod gates;
pub(crate) mod login;
