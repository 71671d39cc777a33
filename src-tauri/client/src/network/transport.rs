//! Sends a request and receives the answer whole, within the limits. `calls` uses it for every
//! call. Deliberately absent: redirects, retries, a cookie jar, and any meaning of an answer.

use std::fmt;
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::{Duration, SystemTime};

use hyper_util::client::proxy::matcher::Matcher;
use reqwest::header::{
    ACCEPT, CONTENT_LENGTH, CONTENT_TYPE, COOKIE, HeaderMap, HeaderName, HeaderValue, LOCATION,
    RETRY_AFTER, SET_COOKIE,
};
use reqwest::{Method, Response, redirect, retry, tls};
use tokio::time::{Instant, timeout, timeout_at};
use tracing::{Instrument, field};

use crate::network::proxy;
use crate::network::trouble;
use crate::request::Request;
use crate::wire::shape::date;
use crate::{Authorities, Base, Limits, SessionCookies, Trouble};

/// Bytes by which a body must grow within [`Limits::idle`].
const STEP: usize = 1024;

/// Of a body that has not this many bytes yet, the rate is not looked at.
const SMALL: usize = 4 * 1024;

/// Nobody is waited for longer than this because they ask for it.
const LONGEST_RETRY: Duration = Duration::from_secs(600);

/// An answer received whole.
pub(crate) struct Answer {
    pub status: u16,
    pub body: Vec<u8>,
    /// Where a redirect leads.
    pub location: Option<String>,
    /// Read by login alone.
    pub set_cookies: Vec<HeaderValue>,
    pub content_type: Option<HeaderValue>,
    /// How long the service asks to be left alone.
    pub retry_after: Option<Duration>,
}

impl Answer {
    /// Whether it is a page, by what it says of itself or by what it is.
    pub fn is_html(&self) -> bool {
        let named = self.content_type.as_ref().and_then(|kind| kind.to_str().ok());
        named.is_some_and(|kind| kind.trim_start().to_ascii_lowercase().starts_with("text/html"))
            || crate::page::is_page(&self.body)
    }
}

/// A call without an answer.
pub(crate) struct Lost {
    /// Whether the request may have been written, even in part.
    pub written: bool,
    pub trouble: Trouble,
}

/// Connections to one service.
#[derive(Clone)]
pub(crate) struct Transport {
    base: Base,
    limits: Limits,
    proxy: Option<String>,
    /// For GET: connections are kept and used again.
    reading: reqwest::Client,
    /// For POST: every request has a connection of its own. A kept one may be closed by the other
    /// side just as a request is written to it, and then nobody can tell whether it arrived. The
    /// library sends a request once more only if it was handed back unwritten by a connection that
    /// had been used before, so on a new connection it never does.
    writing: reqwest::Client,
}

impl fmt::Debug for Transport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Transport").field(&self.base.as_str()).finish()
    }
}

impl Transport {
    /// Connections to the service at `base`, through the proxy the system names for it.
    pub fn new(
        base: Base,
        limits: Limits,
        authorities: &Authorities,
        system: &Matcher,
    ) -> Result<Self, Trouble> {
        // Fails if one is installed already, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let between = proxy::between(&base, system);
        let unknown = Trouble::Certificate(contract::CertificateProblem::UnknownIssuer);
        let lists = match base.is_plain_http() {
            true => None,
            false => authorities.tls().map_err(|_| unknown.clone())?,
        };
        let connect = |kept: usize| -> reqwest::Result<reqwest::Client> {
            let mut builder = reqwest::Client::builder()
                .user_agent(concat!("Stockhand/", env!("CARGO_PKG_VERSION")))
                .default_headers(headers())
                .redirect(redirect::Policy::none())
                .retry(retry::never())
                .referer(false)
                // Two calls in flight need no multiplexing, and what was written stays decidable.
                .http1_only()
                .connect_timeout(limits.connect)
                .pool_max_idle_per_host(kept)
                .no_proxy();
            if let Some(name) = base.own_name() {
                builder = builder.resolve_to_addrs(name, &OWN);
            }
            if let Some(proxy) = &between {
                builder = builder.proxy(proxy::rule(proxy)?);
            }
            if base.is_plain_http() {
                // Nothing is trusted where nothing is to be proven, and no file is read for it.
                builder.tls_certs_only([]).build()
            } else if let Some(tls) = &lists {
                builder.tls_backend_preconfigured(tls.clone()).build()
            } else {
                let extra = authorities.certificates()?;
                builder.tls_version_min(tls::Version::TLS_1_2).tls_certs_merge(extra).build()
            }
        };
        let no_trust = |_| unknown.clone();
        let reading = connect(2).map_err(no_trust)?;
        let writing = connect(0).map_err(no_trust)?;
        let proxy = between.as_ref().and_then(proxy::shown);
        Ok(Self { base, limits, proxy, reading, writing })
    }

    pub fn base(&self) -> &Base {
        &self.base
    }

    pub fn proxy(&self) -> Option<String> {
        self.proxy.clone()
    }

    /// Sends a request with the session's cookies, if one is given.
    pub async fn send(
        &self,
        request: Request,
        session: Option<&SessionCookies>,
    ) -> Result<Answer, Lost> {
        // What is recorded of a call is what is named here, and nothing else.
        let span = tracing::debug_span!(
            "call",
            method = %request.method,
            endpoint = ?request.endpoint,
            status = field::Empty,
            ms = field::Empty,
            bytes = field::Empty,
        );
        let began = Instant::now();
        let result = self.exchange(request, session).instrument(span.clone()).await;
        span.record("ms", began.elapsed().as_millis());
        if let Ok(answer) = &result {
            span.record("status", answer.status).record("bytes", answer.body.len());
        }
        span.in_scope(|| match &result {
            Ok(_) => tracing::debug!("answered"),
            Err(lost) => tracing::debug!(written = lost.written, trouble = %lost.trouble, "lost"),
        });
        result
    }

    async fn exchange(
        &self,
        request: Request,
        session: Option<&SessionCookies>,
    ) -> Result<Answer, Lost> {
        let (limit, whole) = request.limits(&self.limits);
        let until = Instant::now() + whole;
        let first_byte = if request.is_write() {
            self.limits.first_byte_write
        } else {
            self.limits.first_byte_read
        };
        let sent = self.build(request, session)?.send();
        // The connection has its own limit, so what passes both together was connected.
        let response = match timeout(self.limits.connect + first_byte, sent).await {
            Ok(Ok(response)) => response,
            Ok(Err(error)) => {
                let written = !trouble::before_writing(&error);
                return Err(Lost { written, trouble: trouble::of(&error) });
            }
            Err(_) => return Err(Lost { written: true, trouble: Trouble::TimedOut }),
        };
        // Up to here the limits above hold.
        let received = timeout_at(until, receive(response, limit, &self.limits)).await;
        received
            .unwrap_or(Err(Trouble::TimedOut))
            .map_err(|trouble| Lost { written: true, trouble })
    }

    fn build(
        &self,
        request: Request,
        session: Option<&SessionCookies>,
    ) -> Result<reqwest::RequestBuilder, Lost> {
        let invalid = |what: &str| Lost { written: false, trouble: Trouble::Invalid(what.into()) };
        // The one place where a cookie meets an address: `join` answers only what is below the base.
        let url = self.base.join(&request.target).ok_or_else(|| invalid("path"))?;
        let client = if request.method == Method::GET { &self.reading } else { &self.writing };
        let writes = request.method != Method::GET;
        let mut builder = client.request(request.method, url);
        if let Some(session) = session {
            builder = builder.header(COOKIE, session.header().ok_or_else(|| invalid("cookie"))?);
        }
        Ok(match request.body {
            Some(body) => builder.body(body),
            // Left out, some servers and proxies ask for it before they do anything.
            None if writes => builder.header(CONTENT_LENGTH, 0),
            None => builder,
        })
    }
}

/// This computer by number; the port is the address's own.
const OWN: [SocketAddr; 2] = [
    SocketAddr::new(std::net::IpAddr::V4(Ipv4Addr::LOCALHOST), 0),
    SocketAddr::new(std::net::IpAddr::V6(Ipv6Addr::LOCALHOST), 0),
];

/// What every call carries. Together they make installations answer errors in JSON.
fn headers() -> HeaderMap {
    let json = HeaderValue::from_static("application/json");
    HeaderMap::from_iter([
        (CONTENT_TYPE, json.clone()),
        (ACCEPT, json),
        (HeaderName::from_static("x-requested-with"), HeaderValue::from_static("XMLHttpRequest")),
    ])
}

async fn receive(response: Response, limit: u64, limits: &Limits) -> Result<Answer, Trouble> {
    let head = response.headers();
    let text = |name| head.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let answer = Answer {
        status: response.status().as_u16(),
        location: text(LOCATION).map(ToOwned::to_owned),
        set_cookies: head.get_all(SET_COOKIE).iter().cloned().collect(),
        content_type: head.get(CONTENT_TYPE).cloned(),
        retry_after: text(RETRY_AFTER).and_then(|asked| wait_of(asked, date::real_now())),
        body: Vec::new(),
    };
    if response.content_length().is_some_and(|length| length > limit) {
        return Err(Trouble::TooLarge { limit });
    }
    let body = read_body(response, limit, limits).await?;
    Ok(Answer { body, ..answer })
}

/// A `Retry-After`: seconds, or the moment itself.
fn wait_of(asked: &str, now: SystemTime) -> Option<Duration> {
    let asked = asked.trim();
    let wait = match asked.parse().ok() {
        Some(seconds) => Duration::from_secs(seconds),
        None => date::http(asked)?.duration_since(now).unwrap_or_default(),
    };
    Some(wait.min(LONGEST_RETRY))
}

/// Reads the body as it comes out of decompression, so that the limit holds for a small body that
/// unpacks to a large one. It has to grow by a step within one limit, and at a rate within another.
async fn read_body(
    mut response: Response,
    limit: u64,
    limits: &Limits,
) -> Result<Vec<u8>, Trouble> {
    let mut body = Vec::new();
    let now = Instant::now();
    let (mut goal, mut idle_until) = (STEP, now + limits.idle);
    let (mut counted, mut rate_until) = (0, now + limits.least_within);
    loop {
        let chunk = timeout_at(idle_until.min(rate_until), response.chunk()).await;
        let now = Instant::now();
        match chunk {
            Ok(Ok(None)) => return Ok(body),
            Ok(Ok(Some(chunk))) => {
                if (body.len() + chunk.len()) as u64 > limit {
                    return Err(Trouble::TooLarge { limit });
                }
                body.extend_from_slice(&chunk);
            }
            Ok(Err(error)) => return Err(trouble::of(&error)),
            Err(_) if now >= idle_until => return Err(Trouble::TimedOut),
            Err(_) => {}
        }
        if body.len() >= goal {
            (goal, idle_until) = (body.len() + STEP, now + limits.idle);
        }
        if now >= rate_until {
            if body.len() >= SMALL && body.len() - counted < limits.least {
                return Err(Trouble::TimedOut);
            }
            (counted, rate_until) = (body.len(), now + limits.least_within);
        }
    }
}

#[cfg(test)]
mod tests;
