//! Sends a request and receives the answer whole, within the limits. `calls` uses it for every
//! call. Deliberately absent: redirects, retries, a cookie jar, and any meaning of an answer.

use std::fmt;
use std::time::Duration;

use hyper_util::client::proxy::matcher::Matcher;
use reqwest::header::{
    ACCEPT, CONTENT_LENGTH, CONTENT_TYPE, COOKIE, HeaderMap, HeaderName, HeaderValue, LOCATION,
    SET_COOKIE,
};
use reqwest::{Method, Response, redirect, retry, tls};
use tokio::time::{Instant, timeout, timeout_at};
use tracing::{Instrument, field};

use crate::request::Request;
use crate::{Authorities, Base, Limits, SessionCookies, Trouble, proxy, trouble};

/// Bytes by which a body must grow within [`Limits::idle`].
const STEP: usize = 1024;

/// An answer received whole.
pub(crate) struct Answer {
    pub status: u16,
    pub body: Vec<u8>,
    /// Where a redirect leads.
    pub location: Option<String>,
    /// Read by login alone.
    pub set_cookies: Vec<HeaderValue>,
    pub content_type: Option<HeaderValue>,
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
            false => authorities.tls_with_lists().map_err(|_| unknown.clone())?,
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
        let received = timeout_at(until, receive(response, limit, self.limits.idle)).await;
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
        let writes = request.method == Method::POST;
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

/// What every call carries. Together they make installations answer errors in JSON.
fn headers() -> HeaderMap {
    let json = HeaderValue::from_static("application/json");
    HeaderMap::from_iter([
        (CONTENT_TYPE, json.clone()),
        (ACCEPT, json),
        (HeaderName::from_static("x-requested-with"), HeaderValue::from_static("XMLHttpRequest")),
    ])
}

async fn receive(response: Response, limit: u64, idle: Duration) -> Result<Answer, Trouble> {
    let head = response.headers();
    let text = |name| head.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let answer = Answer {
        status: response.status().as_u16(),
        location: text(LOCATION).map(ToOwned::to_owned),
        set_cookies: head.get_all(SET_COOKIE).iter().cloned().collect(),
        content_type: head.get(CONTENT_TYPE).cloned(),
        body: Vec::new(),
    };
    if response.content_length().is_some_and(|length| length > limit) {
        return Err(Trouble::TooLarge { limit });
    }
    let body = read_body(response, limit, idle).await?;
    Ok(Answer { body, ..answer })
}

/// Reads the body as it comes out of decompression, so that the limit holds for a small body that
/// unpacks to a large one.
async fn read_body(mut response: Response, limit: u64, idle: Duration) -> Result<Vec<u8>, Trouble> {
    let mut body = Vec::new();
    loop {
        let goal = body.len() + STEP;
        let more = timeout(idle, async {
            while body.len() < goal {
                let Some(chunk) = response.chunk().await.map_err(|e| trouble::of(&e))? else {
                    return Ok(false);
                };
                if (body.len() + chunk.len()) as u64 > limit {
                    return Err(Trouble::TooLarge { limit });
                }
                body.extend_from_slice(&chunk);
            }
            Ok(true)
        });
        match more.await {
            Ok(Ok(true)) => {}
            Ok(Ok(false)) => return Ok(body),
            Ok(Err(trouble)) => return Err(trouble),
            Err(_) => return Err(Trouble::TimedOut),
        }
    }
}

#[cfg(test)]
mod tests;
