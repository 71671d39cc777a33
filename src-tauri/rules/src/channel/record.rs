//! A record of the channel: one line of JSON, written by one station, with a hash over itself and over the
//! record before it. A line that was cut, mixed with another or changed does not fit its hash and is no record.
//! A record stays as it was written; its texts are cleaned wherever they are taken out of it.

use chrono::{DateTime, Utc};
use contract::{Decision, LONGEST_NOTE, MOST_IN_WALK, ProposalAnswer, SharedEvent};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

/// A longer line is no record.
pub const LONGEST: usize = 64 * 1_024;

/// A record with a greater clock or number is none: numbers that go on from it must have room.
pub const MOST: u64 = 1 << 53;

/// A name of somebody has at most so many characters.
const LONGEST_NAME: usize = 200;

/// A reason, or a text about a product, has at most so many characters.
const LONGEST_TEXT: usize = 1_000;

/// A comment has at most so many characters, as one that is sent to the service.
const LONGEST_COMMENT: usize = 10_000;

/// A hash of bytes, as text.
pub fn hash(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// A record.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SharedRecord {
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
    /// The hash of the record before it, for whoever looks into a file by hand. Nothing is concluded from it:
    /// files are cut and copied, so that one that is missing tells of no forgery.
    pub before: String,
    /// The hash of all of this.
    #[serde(default)]
    pub hash: String,
}

impl SharedRecord {
    /// The same with its hash.
    pub fn sealed(self) -> Self {
        let bare = Self { hash: String::new(), ..self };
        let hash = hash(bare.text().as_bytes());
        Self { hash, ..bare }
    }

    /// As it is told, on one line.
    pub fn text(&self) -> String {
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
        let record: Self = serde_json::from_slice(line).ok()?;
        let is_whole = record.clone().sealed().hash == record.hash;
        (is_whole && record.service == service && record.has_room()).then_some(record)
    }

    /// Whether clock and number leave room for those that go on from them.
    pub fn has_room(&self) -> bool {
        self.clock <= MOST && self.number <= MOST
    }

    /// Whether others read it: a longer line is no record.
    pub fn fits(&self) -> bool {
        self.text().len() <= LONGEST
    }

    /// Who did it, as a name that can be shown.
    pub fn person(&self) -> String {
        plain(&self.by, LONGEST_NAME, false)
    }

    /// What it tells, with texts that can be shown; `None` for what only a newer version knows.
    pub fn event(&self) -> Option<SharedEvent> {
        serde_json::from_value(self.event.clone()).ok().map(cleaned)
    }
}

/// An event whose texts can be shown. What is only compared, as the names of lines, stays as it is.
pub fn cleaned(mut event: SharedEvent) -> SharedEvent {
    match &mut event {
        SharedEvent::Proposed(proposal) => clean_decision(&mut proposal.decision),
        SharedEvent::Answered { answer: ProposalAnswer::Rejected { note }, .. } => {
            *note = plain(note, LONGEST_NOTE, true);
        }
        SharedEvent::Barcode { code, .. } => *code = plain(code, LONGEST_NAME, false),
        SharedEvent::Walk(walk) => {
            walk.on_hold = walk.on_hold.as_deref().map(|note| plain(note, LONGEST_NOTE, true));
            walk.movements.truncate(MOST_IN_WALK);
        }
        SharedEvent::Answered { .. }
        | SharedEvent::Withdrawn { .. }
        | SharedEvent::TakenBack { .. }
        | SharedEvent::Reviewed { .. } => {}
    }
    event
}

fn clean_decision(decision: &mut Decision) {
    if let Decision::Substitute { with, .. } = decision {
        for product in with.iter_mut().map(|one| &mut one.product) {
            let texts = [&mut product.code, &mut product.name, &mut product.description];
            let category = product.category.iter_mut();
            let category = category.flat_map(|category| &mut category.name);
            for text in texts.into_iter().flatten().chain(category) {
                *text = plain(text, LONGEST_TEXT, false);
            }
        }
    }
    let (Decision::Revise { reason_code, comments, .. }
    | Decision::Substitute { reason_code, comments, .. }
    | Decision::Cancel { reason_code, comments }) = decision
    else {
        return;
    };
    *reason_code = plain(reason_code, LONGEST_TEXT, false);
    if let Some(text) = comments {
        *text = plain(text, LONGEST_COMMENT, true);
    }
}

/// A text without what would make it look like another one: control characters, other ends of lines, and what
/// turns the direction of writing round. It has at most so many characters, and lines where it may have some.
fn plain(text: &str, most: usize, lines: bool) -> String {
    let is_shown = |letter: &char| match letter {
        '\n' | '\t' => lines,
        '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => false,
        letter => !letter.is_control(),
    };
    text.chars().filter(is_shown).take(most).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use contract::{ProductRef, ProposalBase, ProposalKey, SharedProposal, SharedWalk, Substitute};

    use super::*;

    pub fn record(station: u128, number: u64, event: &SharedEvent) -> SharedRecord {
        let id = Uuid::from_u128(station * 1_000 + u128::from(number));
        let bare = SharedRecord {
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
        let read = |line: &[u8], service: &str| SharedRecord::read(line, service);
        assert_eq!(read(line.as_bytes(), "s").as_ref(), Some(&written));
        assert_eq!(read(line.as_bytes(), "other"), None);
        assert_eq!(written.event(), Some(withdrawn));
        // Cut anywhere, or with one letter changed, it is none.
        for end in 0..line.len() - 1 {
            assert_eq!(read(&line.as_bytes()[..end], "s"), None, "{end}");
        }
        assert_eq!(read(line.replace("\"number\":1", "\"number\":2").as_bytes(), "s"), None);
        let newer = SharedRecord { event: serde_json::json!({ "danced": {} }), ..written.clone() };
        let newer = newer.sealed();
        let newer = read(newer.line().as_bytes(), "s").unwrap();
        assert_eq!(newer.event(), None, "kept, and left alone");
        let hostile = SharedRecord { by: "a\u{1b}[31m\n".repeat(90_000), ..written };
        let hostile = hostile.sealed();
        assert!(!hostile.fits());
        assert_eq!(read(hostile.line().as_bytes(), "s"), None, "too long");
    }

    #[test]
    fn numbers_that_leave_no_room_are_refused() {
        let withdrawn = SharedEvent::Withdrawn { proposal: ProposalKey(Uuid::from_u128(1)) };
        let with =
            |clock, number| SharedRecord { clock, number, ..record(1, 1, &withdrawn) }.sealed();
        let read =
            |record: SharedRecord| SharedRecord::read(record.line().trim_end().as_bytes(), "s");
        assert!(read(with(MOST, MOST)).is_some());
        assert_eq!(read(with(u64::MAX, 1)), None);
        assert_eq!(read(with(1, MOST + 1)), None);
    }

    #[test]
    fn texts_of_others_hold_nothing_that_looks_like_something_else() {
        let dirty = "a\u{202e}b\u{2066}c\u{2028}d\u{1b}[31m\r\ne\t";
        let (reason_code, comments) = (dirty.to_owned(), Some(dirty.repeat(2_000)));
        let (id, [code, name, description]) = ("p".into(), [Some(dirty.to_owned()), None, None]);
        let product = ProductRef { id, code, name, description, category: None };
        let with = vec![Substitute { product, quantity: 1 }];
        let proposal = SharedProposal {
            key: ProposalKey(Uuid::from_u128(1)),
            movement: "m".into(),
            item: "i".into(),
            decision: Decision::Substitute { with, reason_code, comments },
            base: None,
        };
        let told = SharedRecord {
            by: dirty.to_owned(),
            ..record(1, 1, &SharedEvent::Proposed(Box::new(proposal)))
        };
        let told = told.sealed();
        let read = SharedRecord::read(told.line().trim_end().as_bytes(), "s").unwrap();
        assert_eq!(read, told, "it stays as it was written");
        assert_eq!(read.person(), "abcd[31me");
        let Some(SharedEvent::Proposed(proposal)) = read.event() else { panic!("{read:?}") };
        let Decision::Substitute { with, reason_code, comments } = proposal.decision else {
            panic!()
        };
        assert_eq!(reason_code, "abcd[31me");
        assert_eq!(with[0].product.code.as_deref(), Some("abcd[31me"));
        let comments = comments.unwrap();
        assert!(comments.starts_with("abcd[31m\ne\tabcd"), "a comment may have lines");
        assert_eq!(comments.chars().count(), LONGEST_COMMENT);
        let answer = ProposalAnswer::Rejected { note: "n\u{202e}".repeat(2_000) };
        let answered = SharedEvent::Answered { proposal: proposal.key, answer };
        let note = "n".repeat(LONGEST_NOTE);
        let wanted = SharedEvent::Answered {
            proposal: proposal.key,
            answer: ProposalAnswer::Rejected { note },
        };
        assert_eq!(record(1, 2, &answered).event(), Some(wanted.clone()));
        assert_eq!(cleaned(wanted.clone()), wanted);
    }

    #[test]
    fn a_proposal_of_an_earlier_version_is_read_and_tells_no_base() {
        let (key, decision) = (ProposalKey(Uuid::from_u128(1)), Decision::Revert);
        let (movement, item) = ("m".into(), "i".into());
        let mut proposal = SharedProposal { key, movement, item, decision, base: None };
        let told = |proposal: &SharedProposal| SharedEvent::Proposed(Box::new(proposal.clone()));
        let earlier = record(1, 1, &told(&proposal));
        assert!(!earlier.text().contains("base"));
        assert_eq!(earlier.event(), Some(told(&proposal)));
        let (product, requested, decided) = ("p".into(), Some(80), Some("cancel ".into()));
        proposal.base = Some(ProposalBase { product, requested, decided });
        assert_eq!(record(1, 2, &told(&proposal)).event(), Some(told(&proposal)));
    }

    #[test]
    fn a_walk_of_others_has_a_note_and_movements_within_bounds() {
        let walk = |movements: usize, note: &str| {
            let movements = (0..movements).map(|at| format!("m{at}").into()).collect();
            let (walk, stand) = (contract::WalkKey(Uuid::nil()), contract::WalkStand::default());
            let on_hold = Some(note.to_owned());
            SharedEvent::Walk(Box::new(SharedWalk { walk, movements, on_hold, stand }))
        };
        let told = cleaned(walk(MOST_IN_WALK + 1, &"a\u{202e}".repeat(LONGEST_NOTE + 1)));
        assert_eq!(told, walk(MOST_IN_WALK, &"a".repeat(LONGEST_NOTE)));
        assert_eq!(record(1, 1, &told).event(), Some(told));
    }
}
