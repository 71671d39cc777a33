//! Tells this service's sign-in page from other pages, such as a network's portal. `answer` asks
//! when a page or a redirect came instead of an answer. Deliberately absent: reading of pages
//! beyond that; nothing of a page is ever shown.

use url::Url;

use crate::Base;

/// How much of a page is looked at; a sign-in form stands early.
const LOOKED_AT: usize = 64 * 1024;

/// Whether a body is a page: markup, not JSON and not plain text.
pub(crate) fn is_page(body: &[u8]) -> bool {
    body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body).trim_ascii_start().starts_with(b"<")
}

/// Whether login's plain text says that it failed (interface document, 5.6: not shown).
pub(crate) fn says_failed(body: &[u8]) -> bool {
    start_of(body).contains("fail")
}

/// Whether a redirect leads to this service's sign-in page, or to its word for "not signed in".
pub(crate) fn is_sign_in(base: &Base, target: &Url) -> bool {
    let path = target.path().to_ascii_lowercase();
    let names_it = ["/auth/", "/login", "/signin", "/errors/handleunauthorized"];
    is_of(base, target) && names_it.iter().any(|name| path.contains(name))
}

/// Whether a redirect leads to this service's word for "not allowed".
pub(crate) fn is_forbidden(base: &Base, target: &Url) -> bool {
    is_of(base, target) && target.path().to_ascii_lowercase().ends_with("/errors/handleforbidden")
}

/// Whether a page is this service's word for "not allowed", which some installations answer with
/// HTTP 200 to a role that may only read. Over plain http anybody on the way can say so.
pub(crate) fn says_denied(base: &Base, body: &[u8]) -> bool {
    let page = start_of(body);
    !base.is_exposed() && page.contains("access denied") && !page.contains("type=\"password\"")
}

/// Whether a page asks for a password and sends it to this service. A portal asks too, but sends it
/// to itself.
pub(crate) fn has_sign_in_form(base: &Base, body: &[u8]) -> bool {
    let page = start_of(body);
    let asks = ["type=\"password\"", "type='password'", "type=password"];
    if !asks.iter().any(|input| page.contains(input)) {
        return false;
    }
    page.split("<form").skip(1).any(|form| match action(form) {
        "" => !base.is_exposed(),
        action => base.resolve(action).is_some_and(|target| is_of(base, &target)),
    })
}

/// Where a form sends what was typed; empty where it does not say, and so to where it came from.
fn action(form: &str) -> &str {
    let tag = form.split('>').next().unwrap_or_default();
    let value = tag.split_once("action=").map_or("", |(_, value)| value);
    match value.chars().next() {
        Some(quote @ ('"' | '\'')) => value[1..].split(quote).next().unwrap_or_default(),
        _ => value.split_ascii_whitespace().next().unwrap_or_default(),
    }
}

/// A target as shown: servers write sessions into the path behind a semicolon and into queries.
pub(crate) fn shown(target: &Url) -> String {
    let address = &target[url::Position::BeforeScheme..url::Position::AfterScheme];
    let host = &target[url::Position::BeforeHost..url::Position::AfterPort];
    let path = target.path().split(';').next().unwrap_or_default();
    format!("{address}://{host}{path}").chars().take(200).collect()
}

/// Whether a target belongs to this service: its host, by whatever scheme and port, or its
/// application path on the host it believes to have when a proxy stands before it.
fn is_of(base: &Base, target: &Url) -> bool {
    let path = target.path().to_ascii_lowercase();
    let application = base.path().to_ascii_lowercase();
    let below = path.strip_prefix(&application).is_some_and(|rest| rest.starts_with('/'));
    below && (base.shares_host(target) || !application.is_empty())
}

fn start_of(body: &[u8]) -> String {
    let start = &body[..body.len().min(LOOKED_AT)];
    String::from_utf8_lossy(start).to_ascii_lowercase()
}

#[cfg(test)]
mod tests;
