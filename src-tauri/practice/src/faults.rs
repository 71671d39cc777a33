//! Faults: what can go wrong between a client and the service, on demand.
//!
//! Set through [`crate::Running::faults`] or the control port; the middleware `routes::faulty` lets
//! requests meet them before any route. A request meets at most one fault: the first one set that matches it.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};

use crate::answer;
use crate::requests::{self, RequestLog};
use crate::sessions::Sessions;
use crate::store::Store;

/// What happens to a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// Waits before handling the request as usual.
    Delay(Duration),
    /// Closes the connection without an answer; nothing is applied.
    DropBefore,
    /// Applies the request, then closes the connection without an answer.
    DropAfter,
    /// Closes the connection at once without an answer and applies the request after the wait.
    Late(Duration),
    /// Answers this instead; nothing is applied.
    Answer {
        /// HTTP status.
        status: u16,
        /// Content type; empty leaves the header out.
        content_type: String,
        /// Body.
        body: String,
    },
    /// Answers as to a request without a session, with a fresh cookie; nothing is applied.
    Unauthorized,
    /// Answers as usual, but a movement's line item of this index, from 0, has no id.
    BadLine(usize),
}

/// One fault: a kind, the requests it is for and how many of them it meets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fault {
    kind: Kind,
    method: Option<String>,
    path: Option<String>,
    times: u32,
}

impl Fault {
    /// A fault for the next request, whatever it is.
    pub fn new(kind: Kind) -> Fault {
        Fault { kind, method: None, path: None, times: 1 }
    }

    /// A fault that answers the status with an error body of section 7.
    pub fn status(status: u16) -> Fault {
        let body = format!(r#"{{"errorCode":{status},"errorMessage":"A fault was set"}}"#);
        Fault::new(Kind::Answer { status, content_type: answer::JSON.to_owned(), body })
    }

    /// Only requests of this method.
    pub fn method(self, method: impl Into<String>) -> Fault {
        Fault { method: Some(method.into().to_uppercase()), ..self }
    }

    /// Only requests whose path, relative to the base address, begins like this:
    /// `/api/stockMovements`.
    pub fn path(self, prefix: impl Into<String>) -> Fault {
        Fault { path: Some(prefix.into()), ..self }
    }

    /// Meets so many requests instead of one.
    pub fn times(self, times: u32) -> Fault {
        Fault { times, ..self }
    }

    fn matches(&self, method: &str, path: &str) -> bool {
        self.method.as_deref().is_none_or(|wanted| wanted == method)
            && self.path.as_deref().is_none_or(|prefix| path.starts_with(prefix))
    }
}

/// The handle to set faults, expire sessions, start over and see requests; clones share it.
#[derive(Clone)]
pub struct Faults {
    set: Arc<Mutex<Vec<Fault>>>,
    store: Store,
    sessions: Sessions,
    requests: RequestLog,
}

impl Faults {
    pub(crate) fn new(store: Store, sessions: Sessions, requests: RequestLog) -> Faults {
        Faults { set: Arc::default(), store, sessions, requests }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Fault>> {
        self.set.lock()
    }

    /// Sets a fault, after those already set.
    pub fn add(&self, fault: Fault) {
        self.lock().push(fault);
    }

    /// Takes all faults back.
    pub fn clear(&self) {
        self.lock().clear();
    }

    /// Ends every session, as a restarted or impatient service does.
    pub fn expire_sessions(&self) {
        self.sessions.clear();
    }

    /// Starts over: sample data anew, effect log empty, no sessions, no faults. Says what went
    /// wrong when the database cannot be filled.
    pub async fn reset(&self) -> Result<(), String> {
        self.clear();
        self.expire_sessions();
        self.store.reset().await.map_err(|refusal| refusal.message)
    }

    /// The last 1000 requests received under the base address, oldest first.
    pub fn requests(&self) -> Vec<requests::Request> {
        self.requests.list()
    }

    /// The fault this request meets; it is counted as met.
    pub(crate) fn meet(&self, method: &str, path: &str) -> Option<Kind> {
        let mut set = self.lock();
        set.retain(|fault| fault.times > 0);
        let fault = set.iter_mut().find(|fault| fault.matches(method, path))?;
        fault.times -= 1;
        Some(fault.kind.clone())
    }
}
