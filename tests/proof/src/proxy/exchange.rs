//! What the proxy remembers: rules and how often each fitted, every exchange, how many were served
//! at once, and what is held.

use std::time::Instant;

use parking_lot::{Mutex, MutexGuard};

use tokio::sync::watch;

use super::message::Message;
use super::script::Rule;

/// One request and what became of it.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// `GET` or `POST`.
    pub method: String,
    /// Path below the application path, without the query.
    pub path: String,
    /// The request as it came, head and body.
    pub request: Vec<u8>,
    /// How many of its bytes the service got.
    pub delivered: usize,
    /// Whether the service got it whole.
    pub whole: bool,
    /// The status the service answered; `None` if it answered nothing.
    pub status: Option<u16>,
    /// How many bytes the service answered.
    pub answer: usize,
    /// How many bytes of an answer the client was given, by the service or in its place.
    pub returned: usize,
    /// When the request had arrived here.
    pub arrived: Instant,
    /// When the service had got what it got of it.
    pub handed_on: Option<Instant>,
    /// When the client's part was over: answered, or closed.
    pub ended: Option<Instant>,
}

#[derive(Default)]
struct Seen {
    rules: Vec<(Rule, usize)>,
    exchanges: Vec<Exchange>,
    serving: usize,
    peak: usize,
    held: usize,
}

/// The proxy's memory.
pub(super) struct Record {
    /// Host and port of the service.
    pub service: String,
    application: String,
    seen: Mutex<Seen>,
    releases: watch::Sender<u64>,
    changes: watch::Sender<u64>,
}

impl std::fmt::Debug for Record {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Record").field(&self.service).finish()
    }
}

impl Record {
    pub fn new(service: String, application: String) -> Self {
        Self {
            service,
            application: application.trim_end_matches('/').to_owned(),
            seen: Mutex::default(),
            releases: watch::Sender::new(0),
            changes: watch::Sender::new(0),
        }
    }

    pub fn plan(&self, rule: Rule) {
        self.seen().rules.push((rule, 0));
    }

    pub fn forget(&self) {
        self.seen().rules.clear();
    }

    pub fn exchanges(&self) -> Vec<Exchange> {
        self.seen().exchanges.clone()
    }

    pub fn peak(&self) -> usize {
        self.seen().peak
    }

    pub fn held(&self) -> usize {
        self.seen().held
    }

    pub fn release(&self) {
        self.releases.send_modify(|count| *count += 1);
    }

    /// Waits for the next release.
    pub async fn hold(&self) {
        let mut releases = self.releases.subscribe();
        self.change(|seen| seen.held += 1);
        // An error means that nobody is left who could release.
        let _ = releases.changed().await;
        self.change(|seen| seen.held -= 1);
    }

    /// Waits until it is so.
    pub async fn until(&self, so: impl Fn(&Self) -> bool) {
        let mut changes = self.changes.subscribe();
        while !so(self) {
            if changes.changed().await.is_err() {
                return;
            }
        }
    }

    /// Remembers a request and says which rule it is to follow.
    pub fn begin(&self, request: &Message) -> (usize, Option<Rule>) {
        let (method, target) = request.method_and_target();
        let path = target.split('?').next().unwrap_or_default();
        let path = path.strip_prefix(&self.application).unwrap_or(path).to_owned();
        let mut rule = None;
        let number = self.change(|seen| {
            for (planned, times) in seen.rules.iter_mut().filter(|(r, _)| r.fits(&method, &path)) {
                *times += 1;
                if rule.is_none() && planned.is_for(*times) {
                    rule = Some(planned.clone());
                }
            }
            seen.serving += 1;
            seen.peak = seen.peak.max(seen.serving);
            seen.exchanges.push(Exchange {
                method,
                path,
                request: request.bytes.clone(),
                delivered: 0,
                whole: false,
                status: None,
                answer: 0,
                returned: 0,
                arrived: Instant::now(),
                handed_on: None,
                ended: None,
            });
            seen.exchanges.len() - 1
        });
        (number, rule)
    }

    /// Notes something of an exchange.
    pub fn note(&self, number: usize, what: impl FnOnce(&mut Exchange)) {
        self.change(|seen| {
            if let Some(exchange) = seen.exchanges.get_mut(number) {
                what(exchange);
            }
        });
    }

    /// Notes that the client's part of an exchange is over; again, it changes nothing.
    pub fn end(&self, number: usize) {
        self.change(|seen| {
            if let Some(exchange) = seen.exchanges.get_mut(number)
                && exchange.ended.is_none()
            {
                exchange.ended = Some(Instant::now());
                seen.serving -= 1;
            }
        });
    }

    fn change<T>(&self, what: impl FnOnce(&mut Seen) -> T) -> T {
        let value = what(&mut self.seen());
        self.changes.send_modify(|count| *count += 1);
        value
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock()
    }
}
