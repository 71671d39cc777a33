//! R-N5: a huge, packed or endless answer stops at the limit. What is offered is far more than the
//! limit, and what was taken is counted, so that a limit that is gone shows as an answer that was
//! swallowed. Read as a list and as a small answer, each with its own limit.

use std::io::Write;
use std::time::Duration;

use client::{Limits, Outcome, Paging, Trouble};
use flate2::Compression;
use flate2::write::GzEncoder;

use crate::promise::{Amount, Counts, Violation, check};
use crate::responder::{LOGIN, Reply, Responder, json};
use crate::run::until_done;

const LIST: u64 = 1024 * 1024;
const OTHER: u64 = 256 * 1024;
/// One drop of an answer without an end.
const DROP: usize = 64 * 1024;
/// How many drops are offered: 128 MiB stand for an answer without an end.
const DROPS: usize = 2048;
/// What may be taken beyond the limit: what the system holds for both sides of a connection.
const BUFFERED: u64 = 16 * 1024 * 1024;

/// What a side offers that wants to be too much.
#[derive(Clone, Copy, Debug)]
enum Offer {
    Claims(&'static str),
    Length,
    Chunks,
    UntilClose,
    Packed,
    PackedChunks,
    Headers,
    OneHeader,
    StatusLine,
    ChunkWords,
    Trailers,
    Rows,
}

const ALL: [Offer; 16] = [
    Offer::Claims("1073741824"),
    Offer::Claims("9223372036854775807"),
    Offer::Claims("9223372036854775808"),
    Offer::Claims("18446744073709551615"),
    Offer::Claims("99999999999999999999999"),
    Offer::Length,
    Offer::Chunks,
    Offer::UntilClose,
    Offer::Packed,
    Offer::PackedChunks,
    Offer::Headers,
    Offer::OneHeader,
    Offer::StatusLine,
    Offer::ChunkWords,
    Offer::Trailers,
    Offer::Rows,
];

/// Runs the first `count` of the offers, each for both limits.
///
/// # Errors
/// If one is accepted, taken beyond its limit, or told as something else than what it is.
pub fn run(amount: Amount) -> Result<Counts, Violation> {
    let asked = usize::try_from(amount.count).unwrap_or(usize::MAX);
    until_done(async {
        let mut counts = Counts::default();
        for offer in ALL.into_iter().take(asked) {
            for limit in [LIST, OTHER] {
                let taken = stops(offer, limit).await?;
                counts.peak("peak bytes taken", taken);
                counts.add("answers stopped", 1);
            }
        }
        Ok(counts)
    })
}

/// How many bytes were taken.
async fn stops(offer: Offer, limit: u64) -> Result<u64, Violation> {
    let reply = reply(offer)?;
    let responder = Responder::start(move |number, _| match number {
        0 => Reply::Bytes(LOGIN.into()),
        _ => reply.clone(),
    })
    .await?;
    let limits = Limits { list_bytes: LIST, other_bytes: OTHER, ..Limits::default() };
    let (client, session) = responder.signed_in(limits).await?;
    let trouble = if limit == LIST {
        let page = Paging { max: 10, offset: 0 };
        trouble(client.list_movements(&session, page, true).await)
    } else {
        trouble(client.create_category(&session, "Dressings").await)
    };
    let taken = responder.taken();
    let right = match offer {
        // A head without an end, or a number no computer has, is no HTTP.
        Offer::Claims(length) if length.parse::<u64>().is_ok_and(|length| length < u64::MAX) => {
            trouble == Some(Trouble::TooLarge { limit })
        }
        Offer::Length | Offer::Chunks | Offer::UntilClose | Offer::Packed | Offer::PackedChunks => {
            trouble == Some(Trouble::TooLarge { limit })
        }
        // Few bytes, and more rows than anybody asked for.
        Offer::Rows if limit == LIST => {
            let at = "more than 200 rows".to_owned();
            trouble == Some(Trouble::NotUnderstood { status: 200, at })
        }
        Offer::Rows => matches!(trouble, Some(Trouble::NotUnderstood { .. })),
        _ => matches!(trouble, Some(Trouble::Broken | Trouble::TooLarge { .. })),
    };
    check(right, || format!("{offer:?} at {limit} bytes became {trouble:?}"))?;
    check(taken < limit + BUFFERED, || format!("{offer:?} at {limit}: {taken} bytes were taken"))?;
    Ok(taken)
}

/// The trouble of a call whose request was written; nothing else is right.
fn trouble<T>(outcome: Outcome<T>) -> Option<Trouble> {
    match outcome {
        Outcome::WrittenNoAnswer(trouble) => Some(trouble),
        _ => None,
    }
}

fn reply(offer: Offer) -> Result<Reply, Violation> {
    let endless = |head: String, drop: Vec<u8>| Reply::Drip {
        head: head.into_bytes(),
        drop,
        pause: Duration::ZERO,
        times: DROPS,
    };
    let ok = |headers: &str| format!("HTTP/1.1 200 OK\r\n{headers}\r\n");
    let words = |letter: u8| vec![letter; DROP];
    Ok(match offer {
        Offer::Claims(length) => {
            Reply::Silence(ok(&format!("Content-Length: {length}\r\n")).into())
        }
        Offer::Length => endless(ok(&format!("Content-Length: {}\r\n", DROP * DROPS)), words(b' ')),
        Offer::Chunks => endless(ok("Transfer-Encoding: chunked\r\n"), chunk(&words(b' '))),
        Offer::UntilClose => endless(ok("Connection: close\r\n"), words(b' ')),
        Offer::Packed => {
            let packed = packed(16 * 1024 * 1024)?;
            let headers = format!("Content-Encoding: gzip\r\nContent-Length: {}\r\n", packed.len());
            Reply::Bytes([ok(&headers).into_bytes(), packed].concat())
        }
        Offer::PackedChunks => {
            let headers = "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n";
            endless(ok(headers), chunk(&packed(4 * 1024 * 1024)?))
        }
        Offer::Headers => {
            let headers = (0..10_000).map(|number| format!("X-{number}: y\r\n"));
            let headers: String = headers.collect();
            Reply::Bytes(ok(&(headers + "Content-Length: 0\r\n")).into())
        }
        Offer::OneHeader => endless("HTTP/1.1 200 OK\r\nX: ".into(), words(b'x')),
        Offer::StatusLine => endless("HTTP/1.1 200 ".into(), words(b'x')),
        Offer::ChunkWords => endless(ok("Transfer-Encoding: chunked\r\n") + "1;word=", words(b'x')),
        Offer::Rows => {
            let rows = vec![r#"{"id":1}"#; 20_000].join(",");
            Reply::Bytes(json(format!("[{rows}]").as_bytes()))
        }
        Offer::Trailers => {
            let trailer = [b"X: ", &words(b'x')[..], b"\r\n"].concat();
            endless(ok("Transfer-Encoding: chunked\r\n") + "b\r\n{\"data\":[]}\r\n0\r\n", trailer)
        }
    })
}

fn chunk(bytes: &[u8]) -> Vec<u8> {
    [format!("{:x}\r\n", bytes.len()).as_bytes(), bytes, b"\r\n"].concat()
}

/// So much white space, packed a thousand to one.
fn packed(bytes: usize) -> Result<Vec<u8>, Violation> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(&vec![b' '; bytes])?;
    Ok(encoder.finish()?)
}
