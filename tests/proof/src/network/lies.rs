//! The part of R-N7 below JSON: answers that break HTTP itself, over real connections. Each is told
//! to a read and to a write; none may be accepted unless it is one after all, and none may end in a
//! panic or never.

use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex;

use client::{Client, Limits, Outcome, SessionCookies};
use contract::Endpoint;
use tokio::time::timeout;

use crate::promise::{Counts, Violation, check};
use crate::random::Random;
use crate::responder::{LOGIN, Reply, Responder};
use crate::run::until_done;

/// When a call counts as one that never ends.
const WITHOUT_END: Duration = Duration::from_secs(30);

/// Answers that are none. `~` stands for the end of a line, `|` for a zero byte.
const LIES: &[&str] = &[
    "",
    "~~~~",
    "|",
    "{\"data\":[]}",
    "<html></html>",
    "HTTP/0.9 200 OK~~{\"data\":[]}",
    "HTTP/2.0 200 OK~Content-Length: 11~~{\"data\":[]}",
    "HTTP/9.9 200 OK~Content-Length: 11~~{\"data\":[]}",
    "PRI * HTTP/2.0~~SM~~",
    "SSH-2.0-OpenSSH_9.2~",
    "ICY 200 OK~~",
    "HTTP/1.1~~",
    "HTTP/1.1 ~~",
    "HTTP/1.1 20 OK~Content-Length: 11~~{\"data\":[]}",
    "HTTP/1.1 2000 OK~Content-Length: 11~~{\"data\":[]}",
    "HTTP/1.1 -20 OK~Content-Length: 11~~{\"data\":[]}",
    "HTTP/1.1 000 OK~Content-Length: 11~~{\"data\":[]}",
    "HTTP/1.1 abc OK~Content-Length: 11~~{\"data\":[]}",
    "HTTP/1.1 200 O|K~Content-Length: 11~~{\"data\":[]}",
    "HTTP/1.1 200 OK~X: a|b~Content-Length: 11~~{\"data\":[]}",
    "HTTP/1.1 200 OK~X|: a~Content-Length: 11~~{\"data\":[]}",
    "HTTP/1.1 200 OK~no colon~Content-Length: 11~~{\"data\":[]}",
    "HTTP/1.1 200 OK~: no name~Content-Length: 11~~{\"data\":[]}",
    "HTTP/1.1 200 OK~Content-Length: 12~~{\"data\":[]}",
    "HTTP/1.1 200 OK~Content-Length: 10~~{\"data\":[]}",
    "HTTP/1.1 200 OK~Content-Length: 0~~{\"data\":[]}",
    "HTTP/1.1 200 OK~Content-Length: -11~~{\"data\":[]}",
    "HTTP/1.1 200 OK~Content-Length: eleven~~{\"data\":[]}",
    "HTTP/1.1 200 OK~Content-Length: 11~Content-Length: 5~~{\"data\":[]}",
    "HTTP/1.1 200 OK~Content-Length: 11, 5~~{\"data\":[]}",
    "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~{\"data\":[]}",
    "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~zz~{\"data\":[]}~0~~",
    "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~-b~{\"data\":[]}~0~~",
    "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~ffffffffffffffffff~{\"data\":[]}~0~~",
    "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~fffffffffffffff0~{\"data\":[]}~0~~",
    "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~b~{\"data\":[]}",
    "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~b~{\"data\":[]}~",
    "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~5~{\"data\":[]}~0~~",
    "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~c~{\"data\":[]}~0~~",
    "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~~~",
    "HTTP/1.1 200 OK~Transfer-Encoding: chunked, gzip~~b~{\"data\":[]}~0~~",
    "HTTP/1.1 200 OK~Content-Encoding: gzip~Content-Length: 11~~{\"data\":[]}",
    "HTTP/1.1 200 OK~Content-Encoding: br~Content-Length: 11~~\u{1}\u{2}\u{3}\u{4}\u{5}\u{6}\u{7}\u{8}\u{e}\u{f}\u{10}",
    "HTTP/1.1 204 No Content~Content-Length: 11~~{\"data\":[]}",
    "HTTP/1.1 205 Reset Content~Content-Length: 0~~",
    "HTTP/1.1 304 Not Modified~Content-Length: 11~~{\"data\":[]}",
    "HTTP/1.1 101 Switching Protocols~Connection: upgrade~Upgrade: x~~{\"data\":[]}",
    "HTTP/1.1 100 Continue~~",
    "HTTP/1.1 100 Continue~~HTTP/1.1 100 Continue~~{\"data\":[]}",
    "HTTP/1.1 200 OK~Content-Length: 4~~null",
    "HTTP/1.1 200 OK~Content-Type: text/html~Content-Length: 13~~<html></html>",
];

/// What is spoilt by chance.
const GOOD: &str = "HTTP/1.1 200 OK~Content-Type: application/json;charset=UTF-8~Set-Cookie: a=b; Path=/~\
                    Transfer-Encoding: chunked~~4~{\"da~7;x=y~ta\":[]}~0~Trailer: x~~";

/// Tells all lies, and so many by chance.
pub(super) fn told(count: u64, mut random: Random) -> Result<Counts, Violation> {
    until_done(async {
        let lie = Arc::new(Mutex::new(Vec::new()));
        let says = lie.clone();
        let responder = Responder::start(move |number, _| match number {
            0 => Reply::Bytes(LOGIN.into()),
            _ => Reply::Last(says.lock().clone()),
        })
        .await?;
        let idle = Duration::from_secs(5);
        let limits =
            Limits { first_byte_read: idle, first_byte_write: idle, idle, ..Limits::default() };
        let desk = responder.signed_in(limits).await?;
        let mut counts = Counts::default();
        for text in LIES {
            *lie.lock() = bytes(text);
            let accepted = tell(&desk).await?;
            check(!accepted, || format!("{text:?} was accepted"))?;
            counts.add("lies", 1);
        }
        for _ in 0..count {
            *lie.lock() = spoilt(&mut random);
            tell(&desk).await?;
            counts.add("lies by chance", 1);
        }
        Ok(counts)
    })
}

fn bytes(text: &str) -> Vec<u8> {
    text.replace('~', "\r\n").replace('|', "\0").into_bytes()
}

fn spoilt(random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes(GOOD);
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len());
        match random.below(4) {
            0 => bytes.truncate(at),
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, *random.pick(b"\0\r\n :;,-+0f\xff")),
            _ => bytes[at] ^= 1 << random.below(8),
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}

/// Whether a read or a write took it for an answer.
async fn tell(desk: &(Client, SessionCookies)) -> Result<bool, Violation> {
    let (client, session) = desk.clone();
    // In a task of its own, so that a panic is seen as one.
    let call = tokio::spawn(async move {
        let read = client.probe(Some(&session), Endpoint::ListMovements).await;
        let write = client.create_category(&session, "Dressings").await;
        (read, write)
    });
    let ended = timeout(WITHOUT_END, call).await;
    let ended = ended.map_err(|_| Violation("a call never ends".into()))?;
    let (read, write) = ended.map_err(|why| Violation(format!("a call broke off: {why}")))?;
    Ok(matches!(read, Outcome::Accepted(())) || matches!(write, Outcome::Accepted(_)))
}
