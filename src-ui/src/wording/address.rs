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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_host_of_an_address_is_found_with_and_without_scheme() {
        assert_eq!(host_of("https://stock.example:8443/stockroom"), "stock.example:8443");
        assert_eq!(host_of("stock.example/stockroom"), "stock.example");
        assert_eq!(without_scheme("http://stock.example/a"), "stock.example/a");
    }
}
