//! What the proxy does to which request. Deliberately absent: chance; rows choose with their own
//! random numbers and write down what they chose.

use std::time::Duration;

use crate::responder::answer;

/// What is done with the requests it fits.
#[derive(Clone, Debug)]
pub struct Rule {
    method: String,
    path: String,
    first: usize,
    last: usize,
    pub(super) delay_request: Duration,
    pub(super) delay_answer: Duration,
    pub(super) rate: Option<u64>,
    pub(super) fault: Fault,
}

/// How an exchange breaks. Bytes are counted from the first one of the head.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Not at all: for delays and rates alone.
    None,
    /// The service sees so many bytes of the request, then a close; the client a close without an
    /// answer. With all bytes the service serves it, and the answer is lost.
    CutRequest(usize),
    /// The service serves it; the client sees so many bytes of the answer, then a close.
    CutAnswer(usize),
    /// As [`Fault::CutAnswer`], with a reset in place of a close.
    ResetAnswer(usize),
    /// The client sees a reset; the service nothing.
    ResetRequest,
    /// The service serves it; the client sees the end of the answer's direction at once and keeps
    /// its own open.
    HalfClose,
    /// The service serves it; the client gets the answer after [`super::Proxy::release`].
    Hold,
    /// The client sees a close; the service gets the request whole later, and its answer is lost.
    Late(When),
    /// The service serves it; the client gets these bytes in place of the answer.
    Swap(Vec<u8>),
    /// The client gets these bytes; the service nothing.
    Instead(Vec<u8>),
    /// The client gets nothing, and nothing is closed; the service gets nothing either.
    BlackHole,
}

/// When a late request is delivered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// So long after the client saw the close.
    After(Duration),
    /// With [`super::Proxy::release`].
    Released,
}

impl Fault {
    /// A redirect in place of an answer.
    #[must_use]
    pub fn redirect(target: &str) -> Self {
        Self::Instead(answer("302 Found", &format!("Location: {target}\r\n"), b""))
    }

    /// A 401 with a fresh anonymous session, as the interface document's 5.5 tells it.
    #[must_use]
    pub fn signed_out(cookie: &str) -> Self {
        let headers = format!(
            "Content-Type: application/json\r\nSet-Cookie: JSESSIONID={cookie}; Path=/stockroom; \
             HttpOnly\r\n"
        );
        let body = br#"{"errorCode":401,"errorMessage":"Unauthorized user"}"#;
        Self::Instead(answer("401 Unauthorized", &headers, body))
    }

    /// A status without a body, in place of an answer, such as `503 Service Unavailable`.
    #[must_use]
    pub fn status(status: &str) -> Self {
        Self::Instead(answer(status, "", b""))
    }
}

impl Rule {
    /// Fits requests of this method (`*` for any) and path below the application path. A path that
    /// ends in `*` fits all that begin so; queries are not looked at.
    #[must_use]
    pub fn on(method: &str, path: &str) -> Self {
        Self {
            method: method.to_owned(),
            path: path.to_owned(),
            first: 1,
            last: usize::MAX,
            delay_request: Duration::ZERO,
            delay_answer: Duration::ZERO,
            rate: None,
            fault: Fault::None,
        }
    }

    /// Only the nth request that fits, counted from 1 since the rule was planned.
    #[must_use]
    pub fn nth(self, n: usize) -> Self {
        Self { first: n, last: n, ..self }
    }

    /// Only the requests that fit from the nth on.
    #[must_use]
    pub fn from(self, n: usize) -> Self {
        Self { first: n, ..self }
    }

    /// Breaks it like this.
    #[must_use]
    pub fn does(self, fault: Fault) -> Self {
        Self { fault, ..self }
    }

    /// The service gets the request so much later.
    #[must_use]
    pub fn delay_request(self, delay_request: Duration) -> Self {
        Self { delay_request, ..self }
    }

    /// The client gets the answer so much later.
    #[must_use]
    pub fn delay_answer(self, delay_answer: Duration) -> Self {
        Self { delay_answer, ..self }
    }

    /// Both directions carry so many bytes a second.
    #[must_use]
    pub fn rate(self, bytes_per_second: u64) -> Self {
        Self { rate: Some(bytes_per_second.max(1)), ..self }
    }

    /// Whether method and path fit.
    pub(super) fn fits(&self, method: &str, path: &str) -> bool {
        let method_fits = self.method == "*" || self.method == method;
        method_fits
            && match self.path.strip_suffix('*') {
                Some(beginning) => path.starts_with(beginning),
                None => path == self.path,
            }
    }

    /// Whether the nth request that fits is one it is for.
    pub(super) fn is_for(&self, nth: usize) -> bool {
        (self.first..=self.last).contains(&nth)
    }
}
