//! How long and how much a call waits for. The backend takes the defaults; tests shorten them.

use std::time::Duration;

/// Limits of every call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// For a connection, with name lookup, proxy and TLS.
    pub connect: Duration,
    /// From the connection to the head of the answer, for reads.
    pub first_byte_read: Duration,
    /// The same for writes: a service may work long on a large movement, and giving up on a write
    /// leaves it in doubt.
    pub first_byte_write: Duration,
    /// For the next kibibyte of a body, or its end. A body that drips more slowly has stopped.
    pub idle: Duration,
    /// Bytes by which a body must grow within [`Limits::least_within`], once it has begun: what keeps
    /// up with the limit above alone would take hours. Counted after decompression.
    pub least: usize,
    /// See [`Limits::least`].
    pub least_within: Duration,
    /// For the whole of a list, or of an answer that holds line items, from the request to the last
    /// byte.
    pub list_whole: Duration,
    /// For the whole of any other answer.
    pub other_whole: Duration,
    /// Bytes of a list, or of an answer that holds line items, after decompression.
    pub list_bytes: u64,
    /// Bytes of any other answer, after decompression.
    pub other_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(5),
            first_byte_read: Duration::from_secs(15),
            first_byte_write: Duration::from_secs(120),
            idle: Duration::from_secs(15),
            least: 30 * 4 * 1024,
            least_within: Duration::from_secs(30),
            list_whole: Duration::from_secs(600),
            other_whole: Duration::from_secs(300),
            list_bytes: 64 * 1024 * 1024,
            other_bytes: 4 * 1024 * 1024,
        }
    }
}
