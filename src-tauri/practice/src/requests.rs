//! The log of received requests.
//!
//! Written by the middleware `routes::record` around everything under the base address, read by the control port and
//! the fault handle. Bodies are deliberately not kept: a login's holds a password.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};

use serde::Serialize;

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
        self.0.lock()
    }

    /// Adds a request and returns its number.
    pub(crate) fn add(&self, request: Request) -> usize {
        let mut log = self.lock();
        if log.kept.len() == KEPT {
            log.kept.pop_front();
            log.forgotten += 1;
        }
        log.kept.push_back(request);
        log.forgotten + log.kept.len() - 1
    }

    /// Its answer has this status.
    pub(crate) fn answered(&self, number: usize, status: u16) {
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

/// Marks a response that never reaches the client.
#[derive(Clone)]
pub(crate) struct Unanswered;
