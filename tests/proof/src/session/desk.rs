//! A service with one session at a time whose refusals wait until they are let go, one by one and in
//! any order. It notes every cookie it is shown. The rows about late answers use it.

use std::io;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};

use tokio::io::{AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;

use crate::proxy::message::{self, header};
use crate::responder::{answer, json};

/// The service.
#[derive(Debug)]
pub struct Desk {
    base: String,
    record: Arc<Record>,
    task: JoinHandle<()>,
}

#[derive(Debug, Default)]
struct Record {
    seen: Mutex<Seen>,
    waiting: watch::Sender<usize>,
}

#[derive(Debug, Default)]
struct Seen {
    logins: u64,
    /// The session that stands.
    stands: Option<String>,
    refusals: u64,
    waiting: Vec<oneshot::Sender<()>>,
    cookies: Vec<String>,
}

impl Desk {
    /// Opens a free port of 127.0.0.1.
    ///
    /// # Errors
    /// If there is none.
    pub async fn open() -> io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let base = format!("http://{}/stockroom", listener.local_addr()?);
        let record = Arc::<Record>::default();
        let shared = Arc::clone(&record);
        let task = tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                tokio::spawn(Arc::clone(&shared).serve(socket));
            }
        });
        Ok(Self { base, record, task })
    }

    /// The address of the service.
    #[must_use]
    pub fn base(&self) -> &str {
        &self.base
    }

    /// Ends the session that stands.
    pub fn expire(&self) {
        self.record.seen().stands = None;
    }

    /// The session that stands, as a cookie.
    #[must_use]
    pub fn stands(&self) -> Option<String> {
        self.record.seen().stands.clone()
    }

    /// Every cookie shown since the last question, the logins' own left out.
    #[must_use]
    pub fn cookies(&self) -> Vec<String> {
        std::mem::take(&mut self.record.seen().cookies)
    }

    /// Waits until so many refusals wait.
    pub async fn waiting(&self, count: usize) {
        // An error means that nobody is left who could wait.
        let _ = self.record.waiting.subscribe().wait_for(|waiting| *waiting >= count).await;
    }

    /// Lets go of one of the refusals that wait, by its place among them.
    pub fn let_go(&self, place: usize) {
        let mut seen = self.record.seen();
        if place < seen.waiting.len() {
            // Whoever waited may be gone.
            let _ = seen.waiting.remove(place).send(());
        }
        self.record.waiting.send_replace(seen.waiting.len());
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        self.task.abort();
    }
}

impl Record {
    async fn serve(self: Arc<Self>, socket: TcpStream) {
        let mut socket = BufReader::new(socket);
        while let Ok(Some(request)) = message::request(&mut socket).await {
            let head = String::from_utf8_lossy(request.head()).into_owned();
            let reply = self.reply(&head).await;
            if socket.write_all(&reply).await.is_err() {
                return;
            }
        }
    }

    async fn reply(&self, head: &str) -> Vec<u8> {
        let line = head.lines().next().unwrap_or_default();
        if line.contains("/api/login") {
            return self.log_in();
        }
        let cookie = header(head, "cookie").unwrap_or_default().to_owned();
        let stands = {
            let mut seen = self.seen();
            seen.cookies.push(cookie.clone());
            seen.stands.as_deref() == Some(cookie.as_str())
        };
        if line.contains("/api/logout") {
            return answer("200 OK", "Content-Type: text/html\r\n", b"Logout was successful");
        }
        if stands { json(br#"{"data":[]}"#) } else { self.refuse().await }
    }

    fn log_in(&self) -> Vec<u8> {
        let mut seen = self.seen();
        seen.logins += 1;
        let session = format!("JSESSIONID=SESSION{}", seen.logins);
        seen.stands = Some(session.clone());
        let headers = format!(
            "Content-Type: text/html\r\nSet-Cookie: {session}; Path=/stockroom; HttpOnly\r\n"
        );
        answer("200 OK", &headers, b"Authentication was successful")
    }

    /// A 401 with a fresh session of nobody (interface document, 5.5), once it is let go.
    async fn refuse(&self) -> Vec<u8> {
        let (go, gone) = oneshot::channel();
        let number = {
            let mut seen = self.seen();
            seen.refusals += 1;
            seen.waiting.push(go);
            // Told while nobody else can count: else a smaller number may be told last.
            self.waiting.send_replace(seen.waiting.len());
            seen.refusals
        };
        let _ = gone.await;
        let headers = format!(
            "Content-Type: application/json\r\n\
             Set-Cookie: JSESSIONID=NOBODY{number}; Path=/stockroom; HttpOnly\r\n"
        );
        let body = br#"{"errorCode":401,"errorMessage":"Unauthorized user"}"#;
        answer("401 Unauthorized", &headers, body)
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock()
    }
}
