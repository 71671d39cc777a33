//! The log of received requests.
//!
//! Written by a middleware around everything under the base address, read by the control port and
//! the fault handle. Bodies are deliberately not kept: a login's holds a password.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::extract::State;
use axum::middleware::Next;
use axum::response::Response;
use serde::Serialize;

use crate::routes::SharedState;
use crate::sessions;

/// How many requests are kept.
const KEPT: usize = 1000;

/// One received request.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Request {
    /// HTTP method.
    pub method: String,
    /// Path as sent, with the application path.
    pub path: String,
    /// Query as sent, without the question mark; empty when there is none.
    pub query: String,
    /// Headers by lower-case name; several values of one name are joined with ", ".
    pub headers: BTreeMap<String, String>,
    /// Whether it carried a session cookie of any kind.
    pub has_cookie: bool,
    /// User name of the session it carried, if that was signed in.
    pub user: Option<String>,
    /// HTTP status of the answer; none yet, or none ever when a fault cut the connection.
    pub status: Option<u16>,
}

/// The last requests; clones share them.
#[derive(Clone, Default)]
pub(crate) struct RequestLog(Arc<Mutex<Log>>);

#[derive(Default)]
struct Log {
    /// How many requests came before the first one kept.
    forgotten: usize,
    kept: VecDeque<Request>,
}

impl RequestLog {
    fn lock(&self) -> MutexGuard<'_, Log> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a request and returns its number.
    fn add(&self, request: Request) -> usize {
        let mut log = self.lock();
        if log.kept.len() == KEPT {
            log.kept.pop_front();
            log.forgotten += 1;
        }
        log.kept.push_back(request);
        log.forgotten + log.kept.len() - 1
    }

    fn answered(&self, number: usize, status: u16) {
        let mut log = self.lock();
        let place = number.checked_sub(log.forgotten);
        if let Some(request) = place.and_then(|place| log.kept.get_mut(place)) {
            request.status = Some(status);
        }
    }

    /// The requests kept, oldest first.
    pub(crate) fn list(&self) -> Vec<Request> {
        self.lock().kept.iter().cloned().collect()
    }
}

/// The middleware that writes the log.
pub(crate) async fn record(
    State(shared): SharedState,
    request: axum::extract::Request,
    next: Next,
) -> Response {
    let number = shared.requests.add(describe(&shared.sessions, &request));
    let response = next.run(request).await;
    if response.extensions().get::<crate::faults::Unanswered>().is_none() {
        shared.requests.answered(number, response.status().as_u16());
    }
    response
}

fn describe(sessions: &sessions::Sessions, request: &axum::extract::Request) -> Request {
    let mut headers = BTreeMap::<String, String>::new();
    for (name, value) in request.headers() {
        let value = String::from_utf8_lossy(value.as_bytes());
        headers
            .entry(name.to_string())
            .and_modify(|values| *values = format!("{values}, {value}"))
            .or_insert_with(|| value.to_string());
    }
    Request {
        method: request.method().to_string(),
        path: request.uri().path().to_owned(),
        query: request.uri().query().unwrap_or_default().to_owned(),
        headers,
        has_cookie: sessions::cookie(request.headers()).is_some(),
        user: sessions.user(request.headers()).map(|user| user.username),
        status: None,
    }
}
