//! The session in the service: the cookies of one successful login. The backend holds it and hands
//! it to every call. Deliberately absent: a cookie jar. A 401 also sets a fresh cookie (interface
//! document, 5.5), and a jar would put it in the place of a good session.

use std::fmt;

use reqwest::header::HeaderValue;
use secrecy::{ExposeSecret, SecretString};

use crate::Base;
use crate::wire::shape::date;

/// The session cookie's name (interface document, 5.2).
const SESSION: &str = "JSESSIONID";

/// Bytes of all cookies of a session together; more is no session.
const MOST: usize = 8 * 1024;

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
    /// Reads the `Set-Cookie` headers of a login's answer; `None` without a session among them. One of
    /// another domain is passed over, and one that may only travel protected where nothing is; a session
    /// of that kind is none. Attributes are not kept: the base address alone decides where cookies go.
    pub(crate) fn from_login<'a>(
        base: &Base,
        headers: impl IntoIterator<Item = &'a HeaderValue>,
    ) -> Option<Self> {
        let mut cookies: Vec<(&str, &str)> = Vec::new();
        for header in headers {
            let Some(cookie) = header.to_str().ok().and_then(parse) else { continue };
            if !cookie.is_of(base) {
                continue;
            }
            cookies.retain(|(name, _)| *name != cookie.name);
            if !cookie.removed {
                cookies.push((cookie.name, cookie.value));
            }
        }
        cookies.iter().find(|(name, _)| *name == SESSION)?;
        let pairs: Vec<_> = cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let pairs = SecretString::from(pairs.join("; "));
        (pairs.expose_secret().len() <= MOST).then_some(Self { pairs })
    }

    /// The `Cookie` header, marked so that it is printed nowhere.
    pub(crate) fn header(&self) -> Option<HeaderValue> {
        let mut value = HeaderValue::from_str(self.pairs.expose_secret()).ok()?;
        value.set_sensitive(true);
        Some(value)
    }
}

#[derive(Default)]
struct Cookie<'a> {
    name: &'a str,
    value: &'a str,
    /// Servers remove a cookie by setting it empty, or with an age of nothing, or with an end that
    /// has passed.
    removed: bool,
    /// It may only travel protected.
    secure: bool,
    /// Whose it is; empty for the host it came from.
    domain: &'a str,
}

impl Cookie<'_> {
    /// Whether a service at `base` may set it.
    fn is_of(&self, base: &Base) -> bool {
        let domain = self.domain.trim_start_matches('.').to_ascii_lowercase();
        let host = base.host_name();
        let own = domain.is_empty()
            || host == domain
            || host.strip_suffix(&domain).is_some_and(|rest| rest.ends_with('.'));
        own && !(self.secure && base.is_exposed())
    }
}

fn parse(header: &str) -> Option<Cookie<'_>> {
    let mut parts = header.split(';');
    let (name, value) = parts.next()?.split_once('=')?;
    let mut cookie = Cookie { name: name.trim(), value: value.trim(), ..Cookie::default() };
    let (mut aged, mut ended) = (None, false);
    for attribute in parts {
        let (key, value) = attribute.split_once('=').unwrap_or((attribute, ""));
        match key.trim().to_ascii_lowercase().as_str() {
            "secure" => cookie.secure = true,
            "domain" => cookie.domain = value.trim(),
            "max-age" => aged = value.trim().parse::<i64>().ok().map(|age| age <= 0).or(aged),
            "expires" => ended = date::http(value).is_some_and(|end| end <= date::real_now()),
            _ => {}
        }
    }
    // Of the two the age counts.
    cookie.removed = cookie.value.is_empty() || aged.unwrap_or(ended);
    (!cookie.name.is_empty()).then_some(cookie)
}

#[cfg(test)]
mod tests;
