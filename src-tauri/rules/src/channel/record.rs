//! A record of the channel: one line of JSON, written by one station, with a hash over itself and over the
//! record before it. A line that was cut, mixed with another or changed does not fit its hash and is no record.

use chrono::{DateTime, Utc};
use contract::SharedEvent;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

/// A longer line is no record.
pub const LONGEST: usize = 64 * 1_024;

/// A name of somebody has at most so many characters.
const LONGEST_NAME: usize = 200;

/// A hash of bytes, as text.
pub fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// A record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// The service it is about; of another one it is none of ours.
    pub service: String,
    /// Who wrote it.
    pub station: Uuid,
    /// Its number among those of its station, from 1.
    pub number: u64,
    /// Its own name: the same record read twice is one.
    pub id: Uuid,
    /// Later than all its station knew of when it was written; orders records of all stations.
    pub clock: u64,
    /// When, by the clock of that computer.
    pub at: DateTime<Utc>,
    /// Who did it.
    pub by: String,
    /// What; of a newer version it may say something else.
    pub event: Value,
    /// The hash of the record before it.
    pub before: String,
    /// The hash of all of this.
    #[serde(default)]
    pub hash: String,
}

impl Record {
    /// The same with its hash.
    pub fn sealed(self) -> Self {
        let bare = Self { hash: String::new(), ..self };
        let hash = hash(bare.text().as_bytes());
        Self { hash, ..bare }
    }

    fn text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// As it is written, with the end of its line.
    pub fn line(&self) -> String {
        format!("{}\n", self.text())
    }

    /// Reads a line; `None` for one that is no record, or was written for another service.
    pub fn read(line: &[u8], service: &str) -> Option<Self> {
        if line.len() > LONGEST {
            return None;
        }
        let mut record: Self = serde_json::from_slice(line).ok()?;
        let is_whole = record.clone().sealed().hash == record.hash;
        if !is_whole || record.service != service {
            return None;
        }
        // A name is shown in one line, whatever stands in it.
        let shown = record.by.chars().filter(|letter| !letter.is_control());
        record.by = shown.take(LONGEST_NAME).collect();
        Some(record)
    }

    /// What it tells; `None` for what only a newer version knows.
    pub fn event(&self) -> Option<SharedEvent> {
        serde_json::from_value(self.event.clone()).ok()
    }
}

#[cfg(test)]
pub(super) mod tests {
    use contract::ProposalKey;

    use super::*;

    pub fn record(station: u128, number: u64, event: &SharedEvent) -> Record {
        let id = Uuid::from_u128(station * 1_000 + u128::from(number));
        let bare = Record {
            service: "s".into(),
            station: Uuid::from_u128(station),
            number,
            id,
            clock: number,
            at: DateTime::UNIX_EPOCH,
            by: format!("Station {station}"),
            event: serde_json::to_value(event).unwrap(),
            before: String::new(),
            hash: String::new(),
        };
        bare.sealed()
    }

    #[test]
    fn a_line_is_read_as_it_was_written_and_in_no_other_way() {
        let withdrawn = SharedEvent::Withdrawn { proposal: ProposalKey(Uuid::from_u128(1)) };
        let written = record(1, 1, &withdrawn);
        let line = written.line();
        let read = |line: &[u8], service: &str| Record::read(line, service);
        assert_eq!(read(line.as_bytes(), "s").as_ref(), Some(&written));
        assert_eq!(read(line.as_bytes(), "other"), None);
        assert_eq!(written.event(), Some(withdrawn));
        // Cut anywhere, or with one letter changed, it is none.
        for end in 0..line.len() - 1 {
            assert_eq!(read(&line.as_bytes()[..end], "s"), None, "{end}");
        }
        assert_eq!(read(line.replace("\"number\":1", "\"number\":2").as_bytes(), "s"), None);
        let newer = Record { event: serde_json::json!({ "danced": {} }), ..written.clone() };
        let newer = newer.sealed();
        let newer = read(newer.line().as_bytes(), "s").unwrap();
        assert_eq!(newer.event(), None, "kept, and left alone");
        let hostile = Record { by: "a\u{1b}[31m\n".repeat(90_000), ..written };
        assert_eq!(read(hostile.sealed().line().as_bytes(), "s"), None, "too long");
    }
}
