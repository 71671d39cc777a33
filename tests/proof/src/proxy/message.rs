//! HTTP messages as bytes, read just far enough to know where they end. The proxy and the raw
//! responder read with it. Deliberately absent: meaning.

use std::io::{self, ErrorKind};

use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt};

/// A head longer than this is no head.
const HEAD: usize = 1024 * 1024;

/// A request or an answer, whole or broken off.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// Head and body.
    pub bytes: Vec<u8>,
    /// How many bytes are the head, with its empty line.
    pub head: usize,
    /// Whether it came whole.
    pub whole: bool,
    /// Whether its connection ends after it.
    pub last: bool,
}

impl Message {
    /// The head.
    #[must_use]
    pub fn head(&self) -> &[u8] {
        &self.bytes[..self.head]
    }

    /// The body as it was sent, chunked or not.
    #[must_use]
    pub fn body(&self) -> &[u8] {
        &self.bytes[self.head..]
    }

    /// The first two words of a request.
    pub(super) fn method_and_target(&self) -> (String, String) {
        let line = self.first_line();
        let mut words = line.split(' ').map(ToOwned::to_owned);
        (words.next().unwrap_or_default(), words.next().unwrap_or_default())
    }

    /// The status of an answer.
    pub(super) fn status(&self) -> Option<u16> {
        self.first_line().split(' ').nth(1)?.trim().parse().ok()
    }

    fn first_line(&self) -> String {
        let head = String::from_utf8_lossy(self.head());
        head.lines().next().unwrap_or_default().to_owned()
    }
}

/// Reads a request; `None` if the other side has closed instead, or in the middle of one.
///
/// # Errors
/// If the connection breaks, or what comes is no request.
pub async fn request(from: &mut (impl AsyncBufRead + Unpin)) -> io::Result<Option<Message>> {
    let Some(mut message) = begin(from).await? else { return Ok(None) };
    let length = Length::of(&message.head_text()).unwrap_or(Length::Bytes(0));
    finish(from, &mut message, length).await?;
    Ok(Some(message).filter(|message| message.whole))
}

/// Reads the answer to a request of this method, as much of it as there is.
///
/// # Errors
/// If there is not even a head.
pub async fn answer(
    from: &mut (impl AsyncBufRead + Unpin),
    method: &str,
) -> io::Result<Option<Message>> {
    let Some(mut message) = begin(from).await? else { return Ok(None) };
    let bare = method == "HEAD" || matches!(message.status(), Some(100..200 | 204 | 304));
    let length = Length::of(&message.head_text()).filter(|_| !bare);
    let length = length.unwrap_or(if bare { Length::Bytes(0) } else { Length::ToTheEnd });
    finish(from, &mut message, length).await?;
    Ok(Some(message))
}

/// A header's value in the text of a head, by its name in any case.
#[must_use]
pub fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.lines().skip(1).find_map(|line| {
        let (key, value) = line.split_once(':')?;
        key.trim().eq_ignore_ascii_case(name).then(|| value.trim())
    })
}

/// How the end of a body is told.
enum Length {
    Bytes(u64),
    Chunked,
    ToTheEnd,
}

impl Length {
    fn of(head: &str) -> Option<Self> {
        let chunked = header(head, "transfer-encoding")
            .is_some_and(|coding| coding.to_ascii_lowercase().ends_with("chunked"));
        if chunked {
            return Some(Self::Chunked);
        }
        header(head, "content-length")?.parse().ok().map(Self::Bytes)
    }
}

impl Message {
    fn head_text(&self) -> String {
        String::from_utf8_lossy(self.head()).into_owned()
    }
}

async fn begin(from: &mut (impl AsyncBufRead + Unpin)) -> io::Result<Option<Message>> {
    let mut bytes = Vec::new();
    loop {
        let line = from.read_until(b'\n', &mut bytes).await?;
        if line == 0 && bytes.is_empty() {
            return Ok(None);
        }
        if line == 0 || bytes.len() > HEAD {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        if bytes.ends_with(b"\n\r\n") || bytes.ends_with(b"\n\n") {
            let head = bytes.len();
            let mut message = Message { bytes, head, whole: false, last: false };
            let connection = header(&message.head_text(), "connection").map(str::to_owned);
            message.last = connection.is_some_and(|word| word.eq_ignore_ascii_case("close"));
            return Ok(Some(message));
        }
    }
}

async fn finish(
    from: &mut (impl AsyncBufRead + Unpin),
    message: &mut Message,
    length: Length,
) -> io::Result<()> {
    let body = &mut message.bytes;
    message.whole = match length {
        Length::Bytes(length) => take(from, body, length).await?,
        Length::Chunked => chunks(from, body).await?,
        Length::ToTheEnd => {
            // A break at the end of such a body cannot be told from its end.
            let _ = from.read_to_end(body).await;
            message.last = true;
            true
        }
    };
    message.last |= !message.whole;
    Ok(())
}

/// Whether so many bytes came.
async fn take(
    from: &mut (impl AsyncBufRead + Unpin),
    into: &mut Vec<u8>,
    length: u64,
) -> io::Result<bool> {
    Ok(from.take(length).read_to_end(into).await? as u64 == length)
}

/// Whether all chunks came, with the empty last one and its trailers.
async fn chunks(from: &mut (impl AsyncBufRead + Unpin), into: &mut Vec<u8>) -> io::Result<bool> {
    loop {
        let at = into.len();
        if from.read_until(b'\n', into).await? == 0 {
            return Ok(false);
        }
        let size = String::from_utf8_lossy(&into[at..]).into_owned();
        let size = size.split(';').next().unwrap_or_default().trim();
        let size = u64::from_str_radix(size, 16).map_err(|_| ErrorKind::InvalidData)?;
        if size == 0 {
            break;
        }
        if !take(from, into, size.saturating_add(2)).await? {
            return Ok(false);
        }
    }
    loop {
        let at = into.len();
        match from.read_until(b'\n', into).await? {
            0 => return Ok(false),
            _ if into[at..].trim_ascii().is_empty() => return Ok(true),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn read(bytes: &[u8]) -> (Message, usize) {
        let mut rest = bytes;
        let message = answer(&mut rest, "GET").await.unwrap().unwrap();
        (message, rest.len())
    }

    #[tokio::test]
    async fn the_end_of_a_message_is_found_by_its_length_its_chunks_or_its_close() {
        let (message, rest) = read(b"HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabcNEXT").await;
        assert_eq!((message.body(), message.status(), rest), (&b"abc"[..], Some(200), 4));
        assert!(message.whole && !message.last);
        let chunked = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\
                        3;x=y\r\nabc\r\n0\r\nTrailer: x\r\n\r\nNEXT";
        let (message, rest) = read(chunked).await;
        assert!(message.whole && rest == 4, "{message:?}");
        let (message, rest) = read(b"HTTP/1.1 200 OK\r\n\r\nabc").await;
        assert!(message.whole && message.last && rest == 0);
        let (message, rest) = read(b"HTTP/1.1 204 No Content\r\n\r\nNEXT").await;
        assert!(message.whole && message.body().is_empty() && rest == 4);
        let (message, _) = read(b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc").await;
        assert!(!message.whole && message.last);
    }

    #[tokio::test]
    async fn a_request_without_a_length_has_no_body_and_half_a_request_is_none() {
        let mut rest = &b"GET /a HTTP/1.1\r\nHost: b\r\n\r\nNEXT"[..];
        let message = request(&mut rest).await.unwrap().unwrap();
        assert_eq!(message.method_and_target(), ("GET".into(), "/a".into()));
        assert_eq!(rest, b"NEXT");
        let mut half = &b"POST /a HTTP/1.1\r\nContent-Length: 9\r\n\r\nabc"[..];
        assert_eq!(request(&mut half).await.unwrap(), None);
    }
}
