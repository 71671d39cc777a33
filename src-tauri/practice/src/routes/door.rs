//! Who may ask at all: programs on this computer, and no page of a browser.
//!
//! The outermost middleware but for the request log, on the service and on the control port. A
//! browser names the host it believes to talk to, and the page that asks; a form of a page cannot
//! send JSON. What is asked for is looked at behind it.

use axum::body::HttpBody;
use axum::extract::{ConnectInfo, Request};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::answer::Refusal;
use crate::line::Line;

/// Lets requests to a loopback host in that come from no page.
pub(crate) async fn admit(
    ConnectInfo(line): ConnectInfo<Line>,
    request: Request,
    next: Next,
) -> Response {
    let _serving = line.serve();
    let named = request.uri().authority().is_none_or(is_loopback);
    let refusal = if !named || !is_host_loopback(request.headers()) {
        Refusal::new(StatusCode::MISDIRECTED_REQUEST, "Only a loopback host is served")
    } else if request.headers().contains_key(header::ORIGIN) {
        Refusal::new(StatusCode::FORBIDDEN, "Pages are not served")
    } else {
        return next.run(request).await;
    };
    refusal.into_response()
}

/// Lets requests in whose body is said to be JSON, and those without one.
pub(crate) async fn json_alone(request: Request, next: Next) -> Response {
    let typed = request.headers().get(header::CONTENT_TYPE);
    let fits = match typed {
        Some(typed) => typed.to_str().is_ok_and(is_json),
        None => request.body().is_end_stream(),
    };
    if fits || request.method().is_safe() {
        return next.run(request).await;
    }
    let text = "The content type must be application/json";
    Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, text).into_response()
}

fn is_json(content_type: &str) -> bool {
    let essence = content_type.split(';').next().unwrap_or_default();
    essence.trim().eq_ignore_ascii_case("application/json")
}

/// Whether there is exactly one host, and it is this computer. Any port: a request may have come
/// through a proxy on another one.
fn is_host_loopback(headers: &HeaderMap) -> bool {
    let mut hosts = headers.get_all(header::HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
    host.to_str().ok().and_then(|host| host.parse().ok()).is_some_and(|host| is_loopback(&host))
}

fn is_loopback(authority: &Authority) -> bool {
    let host = authority.host();
    let known = ["127.0.0.1", "localhost", "[::1]"];
    !authority.as_str().contains('@') && known.iter().any(|known| host.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_this_computer_is_a_loopback_host() {
        let is = |host: &str| host.parse().is_ok_and(|host| is_loopback(&host));
        for good in ["127.0.0.1:8080", "localhost:1", "LocalHost", "[::1]:9", "127.0.0.1"] {
            assert!(is(good), "{good}");
        }
        for bad in [
            "evil.example",
            "127.0.0.1.evil.example:8080",
            "localhost.evil.example",
            "evil.example:127",
            "localhost@evil.example",
            "evil@localhost",
            "127.0.0.2",
            "0.0.0.0:80",
            "[::2]:9",
            "",
        ] {
            assert!(!is(bad), "{bad}");
        }
    }

    #[test]
    fn json_may_name_its_signs() {
        for good in ["application/json", "Application/JSON;charset=UTF-8", "application/json ; x"] {
            assert!(is_json(good), "{good}");
        }
        for bad in ["text/plain", "application/x-www-form-urlencoded", "application/jsonp", ""] {
            assert!(!is_json(bad), "{bad}");
        }
    }
}
