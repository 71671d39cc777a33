//! The one question that the programs do not answer: how a job ended. Asked by IPP (RFC 8010), of the
//! server that `lpstat -H` names.

use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;

use crate::queue::JobState;

/// More bytes than this an answer with one number does not have.
const ANSWER: u64 = 1 << 16;

/// How the job with this number ended, as far as the server tells.
pub async fn ended(server: &str, number: u32, limit: Duration) -> JobState {
    let state = timeout(limit, asked(server, number)).await.ok().flatten();
    match state {
        Some(7) => JobState::Canceled,
        Some(8) => JobState::Aborted,
        Some(9) => JobState::Done,
        _ => JobState::Ended,
    }
}

async fn asked(server: &str, number: u32) -> Option<u32> {
    let server = server.trim();
    if server.starts_with('/') {
        return on_socket(server, number).await;
    }
    let (host, port) = server.rsplit_once(':')?;
    let name = host.trim_matches(['[', ']']);
    let stream = TcpStream::connect((name, port.parse().ok()?)).await.ok()?;
    exchange(stream, server, number).await
}

#[cfg(unix)]
async fn on_socket(path: &str, number: u32) -> Option<u32> {
    let stream = tokio::net::UnixStream::connect(path).await.ok()?;
    exchange(stream, "localhost", number).await
}

#[cfg(not(unix))]
#[allow(clippy::unused_async, reason = "it waits where there are such sockets")]
async fn on_socket(_: &str, _: u32) -> Option<u32> {
    None
}

async fn exchange(
    mut stream: impl AsyncRead + AsyncWrite + Unpin,
    host: &str,
    number: u32,
) -> Option<u32> {
    let body = question(number)?;
    // By HTTP 1.0, which has no chunks.
    let head = format!(
        "POST / HTTP/1.0\r\nHost: {host}\r\nContent-Type: application/ipp\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.ok()?;
    stream.write_all(&body).await.ok()?;
    let mut answer = Vec::new();
    let mut stream = stream.take(ANSWER);
    // A server may keep the way open behind its answer: it is not read to its end.
    while stream.read_buf(&mut answer).await.ok()? > 0 {
        if let Some(state) = job_state(&answer) {
            return Some(state);
        }
    }
    None
}

/// Get-Job-Attributes.
fn question(number: u32) -> Option<Vec<u8>> {
    let job = format!("ipp://localhost/jobs/{number}");
    // Version 1.1, the operation, the number of this request, its attributes.
    let mut bytes = vec![1, 1, 0, 9, 0, 0, 0, 1, 1];
    let attributes = [
        (0x47, "attributes-charset", "utf-8"),
        (0x48, "attributes-natural-language", "en"),
        (0x45, "job-uri", &job),
        (0x44, "requested-attributes", "job-state"),
    ];
    for (tag, name, value) in attributes {
        bytes.push(tag);
        for text in [name, value] {
            bytes.extend(u16::try_from(text.len()).ok()?.to_be_bytes());
            bytes.extend(text.as_bytes());
        }
    }
    bytes.push(3);
    Some(bytes)
}

/// The job's state in an answer of HTTP with an answer of IPP in it.
fn job_state(answer: &[u8]) -> Option<u32> {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n")?;
    let (head, body) = answer.split_at(end + 4);
    let words = String::from_utf8_lossy(head).to_lowercase();
    let is_fine = words.starts_with("http/1.") && words.split(' ').nth(1) == Some("200");
    if !is_fine || words.contains("transfer-encoding") {
        return None;
    }
    let mut rest = body.get(8..)?;
    if *body.get(2)? != 0 {
        return None;
    }
    while let Some((&tag, after)) = rest.split_first() {
        if tag == 3 {
            return None;
        }
        rest = after;
        if tag < 0x10 {
            continue;
        }
        let (name, after) = counted(rest)?;
        let (value, after) = counted(after)?;
        rest = after;
        if tag == 0x23 && name == b"job-state" {
            return Some(u32::from_be_bytes(value.try_into().ok()?));
        }
    }
    None
}

/// A text with its length before it, and what follows.
fn counted(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = bytes.split_at_checked(2)?;
    rest.split_at_checked(usize::from(u16::from_be_bytes(length.try_into().ok()?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole() -> Vec<u8> {
        let mut bytes = b"HTTP/1.0 200 OK\r\nContent-Length: 40\r\n\r\n".to_vec();
        bytes.extend([1, 1, 0, 0, 0, 0, 0, 1, 1, 0x47, 0, 1, b'a', 0, 1, b'b', 2, 0x23, 0, 9]);
        bytes.extend(b"job-state\0\x04\0\0\0\x09\x03");
        bytes
    }

    #[test]
    fn the_state_is_read_and_nothing_that_is_broken() {
        let whole = whole();
        assert_eq!(job_state(&whole), Some(9));
        for length in 0..whole.len() - 1 {
            assert_eq!(job_state(&whole[..length]), None, "of {length} bytes");
        }
        // Whatever a byte is, it is read without a fault.
        for at in 0..whole.len() {
            for byte in 0..=u8::MAX {
                let mut changed = whole.clone();
                changed[at] = byte;
                let _ = job_state(&changed);
            }
        }
    }
}
