//! Parts of a service's address, as people read them. Pure.

/// Host and path of an address, without its scheme.
pub fn without_scheme(address: &str) -> &str {
    address.split_once("://").map_or(address, |(_, rest)| rest)
}

/// The host of an address, with its port where it names one.
pub fn host_of(address: &str) -> &str {
    let rest = without_scheme(address);
    rest.split(['/', '?', '#']).next().unwrap_or(rest)
}
