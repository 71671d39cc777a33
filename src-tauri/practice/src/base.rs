//! Where everything is served, below the address.

/// The application path: part of the base address and path of the session cookie (interface
/// document, introduction and section 5).
pub(crate) const APPLICATION: &str = "/stockroom";
