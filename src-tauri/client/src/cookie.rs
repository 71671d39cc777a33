//! The session in the service: the cookies of one successful login. The backend holds it and hands
//! it to every call. Deliberately absent: a cookie jar. A 401 also sets a fresh cookie (interface
//! document, 5.5), and a jar would put it in the place of a good session.

use std::fmt;

use reqwest::header::HeaderValue;
use secrecy::{ExposeSecret, SecretString};

/// The session cookie's name (interface document, 5.2).
const SESSION: &str = "JSESSIONID";

/// All cookies of a successful login: the session's, and those by which a load balancer finds the
/// computer that holds it. Wiped from memory when dropped; printed as nothing.
#[derive(Clone)]
pub struct SessionCookies {
    /// The value of the `Cookie` header.
    pairs: SecretString,
}

impl fmt::Debug for SessionCookies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionCookies(…)")
    }
}

impl SessionCookies {
    /// Reads the `Set-Cookie` headers of a login's answer; `None` without a session among them.
    /// Attributes are not kept: the base address alone decides where cookies are sent.
    pub(crate) fn from_login<'a>(
        headers: impl IntoIterator<Item = &'a HeaderValue>,
    ) -> Option<Self> {
        let mut cookies: Vec<(&str, &str)> = Vec::new();
        for header in headers {
            let Some(cookie) = header.to_str().ok().and_then(parse) else { continue };
            cookies.retain(|(name, _)| *name != cookie.name);
            if !cookie.removed {
                cookies.push((cookie.name, cookie.value));
            }
        }
        cookies.iter().find(|(name, _)| *name == SESSION)?;
        let pairs: Vec<_> = cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        Some(Self { pairs: pairs.join("; ").into() })
    }

    /// The `Cookie` header, marked so that it is printed nowhere.
    pub(crate) fn header(&self) -> Option<HeaderValue> {
        let mut value = HeaderValue::from_str(self.pairs.expose_secret()).ok()?;
        value.set_sensitive(true);
        Some(value)
    }
}

struct Cookie<'a> {
    name: &'a str,
    value: &'a str,
    /// Servers remove a cookie by setting it empty, or with an age of nothing.
    removed: bool,
}

fn parse(header: &str) -> Option<Cookie<'_>> {
    let mut parts = header.split(';');
    let (name, value) = parts.next()?.split_once('=')?;
    let (name, value) = (name.trim(), value.trim());
    let aged = parts.any(|attribute| {
        attribute.split_once('=').is_some_and(|(key, age)| {
            key.trim().eq_ignore_ascii_case("max-age")
                && age.trim().parse::<i64>().is_ok_and(|age| age <= 0)
        })
    });
    let removed = value.is_empty() || aged;
    (!name.is_empty()).then_some(Cookie { name, value, removed })
}

#[cfg(test)]
mod tests;
