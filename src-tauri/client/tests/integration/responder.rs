//! A server that answers with the bytes it was given, one reply a request, and remembers what it
//! received.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use client::{Authorities, Base, Client, Limits, Outcome, SessionCookies};
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;

use crate::fixture;

pub const LOGIN: &str = "HTTP/1.1 200 OK\r\nContent-Type: text/html;charset=utf-8\r\n\
    Set-Cookie: route=node-2; Path=/\r\nSet-Cookie: JSESSIONID=S1; Path=/stockroom\r\n\
    Content-Length: 29\r\n\r\nAuthentication was successful";

/// What every call of a signed-in test carries.
pub const COOKIE: &str = "route=node-2; JSESSIONID=S1";

/// One thing to do with a request.
#[derive(Clone)]
pub enum Reply {
    /// Write these bytes and wait for the next request.
    Bytes(Vec<u8>),
    /// Write these bytes and close.
    Last(Vec<u8>),
    /// Write these bytes and then nothing, without closing.
    Silence(Vec<u8>),
    /// Write the head, then the drop so many times with a pause after each, then the tail.
    Drip { head: Vec<u8>, drop: Vec<u8>, pause: Duration, times: usize, tail: Vec<u8> },
}

/// An answer with a body and its length.
pub fn answer(status: &str, content_type: &str, body: impl AsRef<[u8]>) -> Reply {
    let body = body.as_ref();
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\nContent-Length: {length}\r\n\r\n"
    );
    Reply::Bytes([head.as_bytes(), body].concat())
}

pub fn json(status: &str, body: impl AsRef<[u8]>) -> Reply {
    answer(status, "application/json;charset=UTF-8", body)
}

pub fn ok(body: impl AsRef<[u8]>) -> Reply {
    json("200 OK", body)
}

pub fn fixture(name: &str) -> Reply {
    ok(fixture::text(name))
}

pub fn html(status: &str, body: &str) -> Reply {
    answer(status, "text/html;charset=utf-8", body)
}

pub fn redirect(status: &str, location: &str) -> Reply {
    let head = format!("HTTP/1.1 {status}\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n");
    Reply::Bytes(head.into_bytes())
}

pub fn raw(bytes: impl AsRef<[u8]>) -> Reply {
    Reply::Last(bytes.as_ref().to_vec())
}

/// A request as it came over the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    /// Which connection it came on, counted from 0.
    pub connection: usize,
    /// Method and target.
    pub line: String,
    /// Names in small letters.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Received {
    pub fn header(&self, name: &str) -> Option<&str> {
        let mut found = self.headers.iter().filter(|(header, _)| header == name);
        let value = found.next().map(|(_, value)| value.as_str());
        assert!(found.next().is_none(), "{name} is there twice");
        value
    }

    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }
}

#[derive(Default)]
struct Record {
    requests: Vec<Received>,
    connections: usize,
    /// Bytes of replies that were written.
    written: usize,
}

/// The server. It ends with the runtime of its test.
#[derive(Clone)]
pub struct Responder {
    pub port: u16,
    record: Arc<Mutex<Record>>,
    replies: Arc<Mutex<VecDeque<Reply>>>,
}

impl Responder {
    /// Listens on a port of its own; a request beyond the replies is answered by closing.
    pub async fn start(replies: impl IntoIterator<Item = Reply>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let responder = Self {
            port: listener.local_addr().unwrap().port(),
            record: Arc::default(),
            replies: Arc::new(Mutex::new(replies.into_iter().collect())),
        };
        let server = responder.clone();
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                let connection = server.connected();
                tokio::spawn(server.clone().serve(socket, connection));
            }
        });
        responder
    }

    pub fn connected(&self) -> usize {
        let mut record = self.record.lock().unwrap();
        record.connections += 1;
        record.connections - 1
    }

    /// Answers the requests of one connection.
    pub async fn serve(self, mut socket: impl AsyncRead + AsyncWrite + Unpin, connection: usize) {
        while let Some(request) = receive(&mut socket, connection).await {
            self.record.lock().unwrap().requests.push(request);
            let scripted = self.replies.lock().unwrap().pop_front();
            let Some(reply) = scripted else { return };
            if !self.perform(&mut socket, reply).await {
                return;
            }
        }
    }

    /// Whether the connection goes on.
    async fn perform(&self, socket: &mut (impl AsyncWrite + Unpin), reply: Reply) -> bool {
        match reply {
            Reply::Bytes(bytes) => self.write(socket, &bytes).await,
            Reply::Last(bytes) => {
                self.write(socket, &bytes).await;
                let _ = socket.shutdown().await;
                false
            }
            Reply::Silence(bytes) => {
                self.write(socket, &bytes).await;
                std::future::pending().await
            }
            Reply::Drip { head, drop, pause, times, tail } => {
                let mut going = self.write(socket, &head).await;
                for _ in 0..times {
                    going = going && self.write(socket, &drop).await;
                    if !going {
                        return false;
                    }
                    tokio::time::sleep(pause).await;
                }
                self.write(socket, &tail).await
            }
        }
    }

    async fn write(&self, socket: &mut (impl AsyncWrite + Unpin), bytes: &[u8]) -> bool {
        let sent = socket.write_all(bytes).await.is_ok() && socket.flush().await.is_ok();
        self.record.lock().unwrap().written += if sent { bytes.len() } else { 0 };
        sent
    }

    pub fn base(&self) -> Base {
        Base::parse(&format!("http://127.0.0.1:{}/stockroom", self.port)).unwrap()
    }

    pub fn client(&self, limits: Limits) -> Client {
        Client::new(self.base(), limits, &Authorities::none()).unwrap()
    }

    pub fn received(&self) -> Vec<Received> {
        self.record.lock().unwrap().requests.clone()
    }

    pub fn connections(&self) -> usize {
        self.record.lock().unwrap().connections
    }

    pub fn written(&self) -> usize {
        self.record.lock().unwrap().written
    }
}

/// Reads one request; `None` when the other side has closed.
async fn receive(socket: &mut (impl AsyncRead + Unpin), connection: usize) -> Option<Received> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(socket.read_u8().await.ok()?);
    }
    let head = String::from_utf8(head).unwrap();
    let mut lines = head.trim_end().split("\r\n");
    let line = lines.next().unwrap().strip_suffix(" HTTP/1.1").unwrap().to_owned();
    let headers: Vec<_> = lines
        .map(|line| line.split_once(": ").unwrap())
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    let length = headers.iter().find(|(name, _)| name == "content-length");
    let mut body = vec![0; length.map_or(0, |(_, length)| length.parse().unwrap())];
    socket.read_exact(&mut body).await.ok()?;
    Some(Received { connection, line, headers, body })
}

/// A client that is signed in, and the replies to what comes then.
pub struct Desk {
    pub responder: Responder,
    pub client: Client,
    pub session: SessionCookies,
}

pub async fn signed_in(replies: impl IntoIterator<Item = Reply>) -> Desk {
    signed_in_within(Limits::default(), replies).await
}

pub async fn signed_in_within(limits: Limits, replies: impl IntoIterator<Item = Reply>) -> Desk {
    let login = Reply::Bytes(LOGIN.as_bytes().to_vec());
    let responder = Responder::start([login].into_iter().chain(replies)).await;
    // Signing in takes the time it takes, whatever the limits under test are.
    let login = responder.client(Limits::default()).login("aokafor", &"correct horse".into()).await;
    let (client, session) = (responder.client(limits), accepted(login));
    Desk { responder, client, session }
}

impl Desk {
    /// The requests after login, each with the headers every call carries.
    pub fn received(&self) -> Vec<Received> {
        let requests = self.responder.received().split_off(1);
        for request in &requests {
            assert_eq!(request.header("content-type"), Some("application/json"));
            assert_eq!(request.header("accept"), Some("application/json"));
            assert_eq!(request.header("x-requested-with"), Some("XMLHttpRequest"));
            assert_eq!(request.header("cookie"), Some(COOKIE), "{}", request.line);
        }
        requests
    }

    /// The one request after login.
    pub fn request(&self) -> Received {
        let mut requests = self.received();
        assert_eq!(requests.len(), 1, "{requests:?}");
        requests.remove(0)
    }
}

pub fn accepted<T: std::fmt::Debug>(outcome: Outcome<T>) -> T {
    match outcome {
        Outcome::Accepted(accepted) => accepted,
        other => panic!("{other:?}"),
    }
}
