//! Which proxy stands between this computer and the service. What is told to the user is what is
//! used, because both come from here. Deliberately absent: proxies of our own settings.

use hyper_util::client::proxy::matcher::{Intercept, Matcher};

use crate::Base;

/// The system's proxy for a service; never one for this computer itself.
pub(crate) fn between(base: &Base, system: &Matcher) -> Option<Intercept> {
    if base.is_loopback() {
        return None;
    }
    system.intercept(&base.as_str().parse().ok()?)
}

/// The proxy as shown to people: host and port, without credentials.
pub(crate) fn shown(proxy: &Intercept) -> Option<String> {
    let address = proxy.uri().authority()?;
    Some(match address.port() {
        Some(port) => format!("{}:{port}", address.host()),
        None => address.host().to_owned(),
    })
}

/// The proxy as the transport wants it.
pub(crate) fn rule(proxy: &Intercept) -> reqwest::Result<reqwest::Proxy> {
    let rule = reqwest::Proxy::all(proxy.uri().to_string())?;
    Ok(match proxy.basic_auth() {
        Some(credentials) => rule.custom_http_auth(credentials.clone()),
        None => rule,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn system() -> Matcher {
        Matcher::builder()
            .all("http://clerk:s3cret@proxy.example:3128")
            .no("intern.example,10.0.0.0/8")
            .build()
    }

    fn proxy_for(address: &str) -> Option<String> {
        between(&Base::parse(address).unwrap(), &system()).as_ref().and_then(shown)
    }

    #[test]
    fn the_systems_proxy_is_told_without_its_credentials() {
        assert_eq!(proxy_for("https://stock.example/stockroom").unwrap(), "proxy.example:3128");
        let proxy = between(&Base::parse("stock.example").unwrap(), &system()).unwrap();
        assert!(!format!("{:?}", rule(&proxy).unwrap()).contains("s3cret"));
    }

    #[test]
    fn this_computer_and_the_systems_exceptions_are_never_proxied() {
        for address in ["http://127.0.0.1:9/x", "localhost:8080", "http://[::1]/"] {
            assert_eq!(proxy_for(address), None, "{address}");
        }
        assert_eq!(proxy_for("https://stock.intern.example"), None);
        assert_eq!(proxy_for("https://10.1.2.3/stockroom"), None);
    }
}
