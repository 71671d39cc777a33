//! A server that says any bytes: whatever a row's function answers to each request, well-formed or
//! not. It remembers what it received and how many bytes were taken from it.

use std::future;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};

use client::{Authorities, Base, Client, Limits, Outcome, SessionCookies};
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;

use crate::promise::Violation;
use crate::proxy::message;

/// A successful login's answer, with a load balancer's cookie beside the session's.
pub const LOGIN: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/html;charset=utf-8\r\n\
    Set-Cookie: route=node-2; Path=/\r\nSet-Cookie: JSESSIONID=S1; Path=/stockroom\r\n\
    Content-Length: 29\r\n\r\nAuthentication was successful";

/// What every call after [`LOGIN`] must carry.
pub const COOKIE: &str = "route=node-2; JSESSIONID=S1";

/// What is said to one request.
#[derive(Clone, Debug)]
pub enum Reply {
    /// These bytes; then the next request.
    Bytes(Vec<u8>),
    /// These bytes; then the connection is closed.
    Last(Vec<u8>),
    /// These bytes; then nothing, and nothing is closed.
    Silence(Vec<u8>),
    /// The head; then a drop after each pause, so many times or until nobody takes it.
    Drip {
        /// Said first.
        head: Vec<u8>,
        /// Said again and again.
        drop: Vec<u8>,
        /// The wait before each.
        pause: Duration,
        /// How often at most.
        times: usize,
    },
}

/// A request as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    /// Method, path with query, and version.
    pub line: String,
    /// The whole head as text, with the line.
    pub head: String,
}

impl Received {
    /// A header's value, by its name in any case.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        message::header(&self.head, name)
    }
}

type Say = dyn Fn(usize, &Received) -> Reply + Send + Sync;

#[derive(Default)]
struct Record {
    requests: Vec<Received>,
    taken: u64,
}

/// The server. It ends with the runtime of its row.
#[derive(Clone)]
pub struct Responder {
    address: String,
    record: Arc<Mutex<Record>>,
    say: Arc<Say>,
}

impl Responder {
    /// Listens at a free port of 127.0.0.1 and answers what `say` says to the nth request.
    ///
    /// # Errors
    /// If no port can be opened.
    pub async fn start(
        say: impl Fn(usize, &Received) -> Reply + Send + Sync + 'static,
    ) -> Result<Self, Violation> {
        Self::at("127.0.0.1", say).await
    }

    /// The same at another address of this computer.
    ///
    /// # Errors
    /// If no port can be opened there.
    pub async fn at(
        host: &str,
        say: impl Fn(usize, &Received) -> Reply + Send + Sync + 'static,
    ) -> Result<Self, Violation> {
        let listener = TcpListener::bind((host, 0)).await?;
        let address = listener.local_addr()?.to_string();
        let responder = Self { address, record: Arc::default(), say: Arc::new(say) };
        let server = responder.clone();
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                tokio::spawn(server.clone().serve(socket));
            }
        });
        Ok(responder)
    }

    /// Answers the requests of one connection; also for connections made elsewhere, such as over
    /// TLS.
    pub async fn serve(self, socket: impl AsyncRead + AsyncWrite + Unpin) {
        let mut socket = BufReader::new(socket);
        while let Ok(Some(whole)) = message::request(&mut socket).await {
            let head = String::from_utf8_lossy(whole.head()).into_owned();
            let line = head.lines().next().unwrap_or_default().to_owned();
            let received = Received { line, head };
            let number = self.record().requests.len();
            let reply = (self.say)(number, &received);
            self.record().requests.push(received);
            if !self.perform(&mut socket, reply).await.unwrap_or(false) {
                return;
            }
        }
    }

    /// Whether the connection goes on.
    async fn perform(
        &self,
        socket: &mut (impl AsyncWrite + Unpin),
        reply: Reply,
    ) -> io::Result<bool> {
        match reply {
            Reply::Bytes(bytes) => self.write(socket, &bytes).await.map(|()| true),
            Reply::Last(bytes) => {
                self.write(socket, &bytes).await?;
                socket.shutdown().await.map(|()| false)
            }
            Reply::Silence(bytes) => {
                self.write(socket, &bytes).await?;
                future::pending().await
            }
            Reply::Drip { head, drop, pause, times } => {
                self.write(socket, &head).await?;
                for _ in 0..times {
                    if !pause.is_zero() {
                        tokio::time::sleep(pause).await;
                    }
                    self.write(socket, &drop).await?;
                }
                // It is not closed in good order: the side that took it all has to stop by itself.
                future::pending().await
            }
        }
    }

    async fn write(&self, socket: &mut (impl AsyncWrite + Unpin), bytes: &[u8]) -> io::Result<()> {
        socket.write_all(bytes).await?;
        socket.flush().await?;
        self.record().taken += bytes.len() as u64;
        Ok(())
    }

    /// Host and port.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The base address of a service here.
    ///
    /// # Errors
    /// If the client refuses it.
    pub fn base(&self) -> Result<Base, Violation> {
        base(&format!("http://{}/stockroom", self.address))
    }

    /// Every request so far.
    #[must_use]
    pub fn received(&self) -> Vec<Received> {
        self.record().requests.clone()
    }

    /// Bytes that were written and not refused; the system's buffers count as taken.
    #[must_use]
    pub fn taken(&self) -> u64 {
        self.record().taken
    }

    /// A client of this server and the session it gave. The first request must be answered by
    /// [`LOGIN`].
    ///
    /// # Errors
    /// If signing in fails.
    pub async fn signed_in(&self, limits: Limits) -> Result<(Client, SessionCookies), Violation> {
        // Signing in takes the time it takes, whatever limits are tried afterwards.
        let session = sign_in(&client(self.base()?, Limits::default())?).await?;
        Ok((client(self.base()?, limits)?, session))
    }

    fn record(&self) -> MutexGuard<'_, Record> {
        self.record.lock()
    }
}

/// Reads a base address.
///
/// # Errors
/// If it is none.
pub fn base(text: &str) -> Result<Base, Violation> {
    Base::parse(text).map_err(|problem| Violation(format!("{text} is no address: {problem:?}")))
}

/// A client that trusts the system's authorities alone.
///
/// # Errors
/// If there is no trust to begin with.
pub fn client(base: Base, limits: Limits) -> Result<Client, Violation> {
    Ok(Client::new(base, limits, &Authorities::none())?)
}

/// Signs in as a sample user.
///
/// # Errors
/// If it is not accepted.
pub async fn sign_in(client: &Client) -> Result<SessionCookies, Violation> {
    match client.login("aokafor", &"practice".into()).await {
        Outcome::Accepted(session) => Ok(session),
        other => Err(Violation(format!("signing in at {}: {other:?}", client.base()))),
    }
}

/// An answer with its length.
#[must_use]
pub fn answer(status: &str, headers: &str, body: &[u8]) -> Vec<u8> {
    let length = body.len();
    let head = format!("HTTP/1.1 {status}\r\n{headers}Content-Length: {length}\r\n\r\n");
    [head.as_bytes(), body].concat()
}

/// A good answer in JSON.
#[must_use]
pub fn json(body: &[u8]) -> Vec<u8> {
    answer("200 OK", "Content-Type: application/json;charset=UTF-8\r\n", body)
}
