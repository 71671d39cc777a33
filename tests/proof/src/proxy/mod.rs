//! A proxy that stands before a service and breaks what it is told to break. Rows and other crates'
//! tests give its address to the client in place of the service's own.
//!
//! It reads each request whole, and then does with it what the first fitting [`Rule`] says; without
//! one it hands both directions on as they are, byte for byte. Connections to the client are kept
//! as both sides wish, and every request has a connection of its own to the service. Nothing in it
//! is left to chance: the same rules and the same requests break the same way. A request whose client
//! is gone before it is whole is not handed on and leaves no trace. Deliberately absent: TLS, HTTP/2,
//! and upgrades.

mod exchange;
pub mod message;
mod script;
mod serve;

use std::io;
use std::sync::Arc;

use tokio::net::TcpListener;
use tokio::task::{JoinHandle, JoinSet};

pub use exchange::Exchange;
pub use script::{Fault, Rule, When};

use exchange::Record;

/// The proxy. Dropping it breaks every connection off.
#[derive(Debug)]
pub struct Proxy {
    base: String,
    record: Arc<Record>,
    task: JoinHandle<()>,
}

impl Proxy {
    /// Opens a free port of 127.0.0.1 before the service at `base`, such as
    /// `http://127.0.0.1:8080/stockroom`.
    ///
    /// # Errors
    /// If `base` is no plain http address, or no port can be opened.
    pub async fn before(base: &str) -> io::Result<Self> {
        let not_http = || io::Error::new(io::ErrorKind::InvalidInput, "not a plain http address");
        let rest = base.strip_prefix("http://").ok_or_else(not_http)?;
        let (service, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let base = format!("http://{}{path}", listener.local_addr()?);
        let record = Arc::new(Record::new(service.to_owned(), path.to_owned()));
        let shared = record.clone();
        let task = tokio::spawn(async move {
            // Ends with this task, and all connections with it.
            let mut connections = JoinSet::new();
            while let Ok((client, _)) = listener.accept().await {
                connections.spawn(serve::connection(shared.clone(), client));
                while connections.try_join_next().is_some() {}
            }
        });
        Ok(Self { base, record, task })
    }

    /// The address to give to the client, with the service's application path.
    #[must_use]
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Adds a rule. Of the rules that fit a request the one planned first is followed.
    pub fn plan(&self, rule: Rule) {
        self.record.plan(rule);
    }

    /// Forgets all rules; what is held stays held.
    pub fn forget(&self) {
        self.record.forget();
    }

    /// Every exchange so far, in the order in which the requests arrived whole.
    #[must_use]
    pub fn exchanges(&self) -> Vec<Exchange> {
        self.record.exchanges()
    }

    /// The largest number of requests that were being served at once.
    #[must_use]
    pub fn peak(&self) -> usize {
        self.record.peak()
    }

    /// How many answers and late requests are held now.
    #[must_use]
    pub fn held(&self) -> usize {
        self.record.held()
    }

    /// Lets everything go that is held now. What comes to be held later waits for the next release.
    pub fn release(&self) {
        self.record.release();
    }

    /// Waits until so many exchanges have arrived and returns them.
    pub async fn arrived(&self, count: usize) -> Vec<Exchange> {
        self.record.until(|record| record.exchanges().len() >= count).await;
        self.exchanges()
    }

    /// Waits until so many answers or late requests are held.
    pub async fn holding(&self, count: usize) {
        self.record.until(|record| record.held() >= count).await;
    }

    /// Breaks every connection off and closes the port.
    pub async fn stop(mut self) {
        self.task.abort();
        let _ = (&mut self.task).await;
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.task.abort();
    }
}

#[cfg(test)]
mod tests;
