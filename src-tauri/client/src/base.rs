//! The service's base address in its canonical form: what profiles are named by and what every
//! request begins with. Deliberately absent: whether plain http is allowed, which is the user's
//! choice and the backend's to ask for.

use std::fmt;

use contract::AddressProblem;
use url::{Host, Url};

/// `{base_url}` of the interface document: scheme, host, port and application path, without a
/// trailing slash.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Base {
    url: Url,
    text: String,
}

impl Base {
    /// Reads an address as people type it. Without a scheme it means https, or http for this
    /// computer; trailing slashes and a trailing `/api` are dropped.
    ///
    /// # Errors
    /// What keeps the text from being a service's address.
    pub fn parse(text: &str) -> Result<Self, AddressProblem> {
        let text = text.trim();
        let mut url = match text.split_once("://") {
            Some((scheme, rest)) => with_scheme(scheme, rest)?,
            None => without_scheme(text)?,
        };
        if url.query().is_some() {
            return Err(AddressProblem::Query);
        }
        if url.fragment().is_some() {
            return Err(AddressProblem::Fragment);
        }
        let path = url.path().trim_end_matches('/');
        let path = path.strip_suffix("/api").unwrap_or(path).trim_end_matches('/').to_owned();
        url.set_path(&path);
        let text = url.as_str().trim_end_matches('/').to_owned();
        Ok(Self { url, text })
    }

    /// The canonical text, without a trailing slash.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The host as shown to people: with its port where that is not the scheme's own.
    #[must_use]
    pub fn host(&self) -> &str {
        &self.url[url::Position::BeforeHost..url::Position::AfterPort]
    }

    /// The host alone.
    pub(crate) fn host_name(&self) -> &str {
        self.url.host_str().unwrap_or_default()
    }

    /// Whether the service runs on this computer.
    #[must_use]
    pub fn is_loopback(&self) -> bool {
        is_loopback(&self.url)
    }

    /// The host if it is a name for this computer, whose addresses are known without asking.
    pub(crate) fn own_name(&self) -> Option<&str> {
        self.url.domain().filter(|_| self.is_loopback())
    }

    /// Whether nothing is proven of the service and nothing hidden on the way to it.
    #[must_use]
    pub fn is_plain_http(&self) -> bool {
        self.url.scheme() == "http"
    }

    /// Whether what is sent can be read and changed on the way: plain http to another computer.
    #[must_use]
    pub fn is_exposed(&self) -> bool {
        self.is_plain_http() && !self.is_loopback()
    }

    /// The application path: empty, or beginning with a slash and ending without one.
    pub(crate) fn path(&self) -> &str {
        self.url.path().trim_end_matches('/')
    }

    /// The address of a path below the base, or `None` if the two together lead elsewhere.
    pub(crate) fn join(&self, target: &str) -> Option<Url> {
        let url = Url::parse(&format!("{}{target}", self.text)).ok()?;
        self.holds(&url).then_some(url)
    }

    /// Whether a session of this service may be sent to `url`: the same scheme, host and port, and
    /// a path below the application path. Every request is built through this.
    #[must_use]
    pub fn holds(&self, url: &Url) -> bool {
        let below = url.path().strip_prefix(self.path()).is_some_and(|rest| rest.starts_with('/'));
        url.scheme() == self.url.scheme()
            && url.host() == self.url.host()
            && url.port_or_known_default() == self.url.port_or_known_default()
            && url.username().is_empty()
            && url.password().is_none()
            && below
    }

    /// Resolves what a page or a redirect of this service points to.
    pub(crate) fn resolve(&self, target: &str) -> Option<Url> {
        let page = Url::parse(&format!("{}/api/", self.text)).ok()?;
        page.join(target).ok()
    }

    /// Whether `url` names this service's host, by whatever scheme and port: behind a proxy a
    /// service may write its own address with other ones.
    pub(crate) fn shares_host(&self, url: &Url) -> bool {
        url.host() == self.url.host()
    }
}

impl fmt::Display for Base {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn with_scheme(scheme: &str, rest: &str) -> Result<Url, AddressProblem> {
    let scheme = scheme.to_ascii_lowercase();
    if scheme != "https" && scheme != "http" {
        return Err(AddressProblem::Scheme);
    }
    let authority = rest.split(['/', '?', '#', '\\']).next().unwrap_or_default();
    if authority.contains('@') {
        return Err(AddressProblem::UserInfo);
    }
    if authority.is_empty() || authority.starts_with(':') {
        return Err(AddressProblem::NoHost);
    }
    Url::parse(&format!("{scheme}://{rest}")).map_err(|problem| match problem {
        url::ParseError::EmptyHost => AddressProblem::NoHost,
        _ => AddressProblem::Malformed,
    })
}

fn without_scheme(text: &str) -> Result<Url, AddressProblem> {
    // "https:stock.example" and "mailto:x" are slips; read as a host they would name another one.
    let scheme = text.split(':').next().unwrap_or_default().to_ascii_lowercase();
    if matches!(scheme.as_str(), "http" | "https") {
        return Err(AddressProblem::Malformed);
    }
    let secure = with_scheme("https", text)?;
    if is_loopback(&secure) { with_scheme("http", text) } else { Ok(secure) }
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        // The one name whose addresses the transport knows itself; any other is up to a resolver,
        // also those that end in it.
        Some(Host::Domain(name)) => name.trim_end_matches('.') == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.to_canonical().is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests;
