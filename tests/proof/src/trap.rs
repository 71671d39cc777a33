//! A server that nobody may come to: it counts connections and closes them. Rows put it where a
//! request must not go.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::net::TcpListener;

use crate::promise::Violation;

/// The trap. It ends with the runtime of its row.
#[derive(Debug)]
pub struct Trap {
    address: String,
    connections: Arc<AtomicU64>,
}

impl Trap {
    /// Opens one on a free port of this address of this computer, such as `127.0.0.2`.
    ///
    /// # Errors
    /// If no port can be opened there.
    pub async fn open(host: &str) -> Result<Self, Violation> {
        let listener = TcpListener::bind((host, 0)).await?;
        let address = listener.local_addr()?.to_string();
        let connections = Arc::new(AtomicU64::new(0));
        let counted = connections.clone();
        tokio::spawn(async move {
            while listener.accept().await.is_ok() {
                counted.fetch_add(1, Ordering::SeqCst);
            }
        });
        Ok(Self { address, connections })
    }

    /// Host and port.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// How many came.
    #[must_use]
    pub fn connections(&self) -> u64 {
        self.connections.load(Ordering::SeqCst)
    }
}
