//! What all records come to: proposals with their answers, and decisions that were looked at. Records may come
//! in any order and any number of times.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{DateTime, Utc};
use contract::{ItemId, ProposalKey, SharedAnswer, SharedEvent, SharedProposal};
use uuid::Uuid;

use super::record::Record;

/// Orders records of all stations: by what their stations knew, then by the station.
type Order = (u64, Uuid);

/// What all records come to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shared {
    seen: HashSet<Uuid>,
    proposals: BTreeMap<ProposalKey, ProposalState>,
    /// What each station looked at last.
    marks: HashMap<ItemId, BTreeMap<Uuid, (Order, String)>>,
    stations: HashSet<Uuid>,
    clock: u64,
}

/// What became of a proposal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProposalState {
    /// What is proposed; not known before its record came.
    pub of: Option<Proposed>,
    /// It is proposed no more.
    pub withdrawn: bool,
    answer: Option<(Order, SharedAnswer)>,
}

/// A proposal, and who made it.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposed {
    /// The proposal.
    pub proposal: SharedProposal,
    /// Where it was made.
    pub station: Uuid,
    /// Who made it.
    pub by: String,
    /// When, by the clock of that computer.
    pub at: DateTime<Utc>,
    /// When it was heard here, by the clock of this one.
    pub heard: DateTime<Utc>,
}

impl ProposalState {
    /// What became of it: of several answers the first.
    pub fn answer(&self) -> Option<&SharedAnswer> {
        self.answer.as_ref().map(|(_, answer)| answer)
    }

    /// The proposal, as long as nobody answered and it is not withdrawn.
    pub fn open(&self) -> Option<&Proposed> {
        self.of.as_ref().filter(|_| !self.withdrawn && self.answer.is_none())
    }
}

impl Shared {
    /// Takes a record in that was heard at this time; answers whether it is new.
    pub fn take(&mut self, record: &Record, heard: DateTime<Utc>) -> bool {
        if !self.seen.insert(record.id) {
            return false;
        }
        self.stations.insert(record.station);
        self.clock = self.clock.max(record.clock);
        let order = (record.clock, record.station);
        let (by, at) = (record.by.clone(), record.at);
        match record.event() {
            Some(SharedEvent::Proposed(proposal)) => {
                let (key, station) = (proposal.key, record.station);
                let of = Proposed { proposal: *proposal, station, by, at, heard };
                self.proposals.entry(key).or_default().of = Some(of);
            }
            Some(SharedEvent::Withdrawn { proposal }) => {
                self.proposals.entry(proposal).or_default().withdrawn = true;
            }
            Some(SharedEvent::Answered { proposal, answer }) => {
                let state = self.proposals.entry(proposal).or_default();
                if state.answer.as_ref().is_none_or(|(first, _)| order < *first) {
                    state.answer = Some((order, SharedAnswer { answer, by, at }));
                }
            }
            Some(SharedEvent::Reviewed { item, decided }) => {
                let of_item = self.marks.entry(item).or_default();
                let known = of_item.get(&record.station).map(|(known, _)| *known);
                if known.is_none_or(|known| known < order) {
                    of_item.insert(record.station, (order, decided));
                }
            }
            None => {}
        }
        true
    }

    /// Whether a record was taken in before.
    pub fn has(&self, id: Uuid) -> bool {
        self.seen.contains(&id)
    }

    /// The clock of a record that is written now.
    pub fn next_clock(&self) -> u64 {
        self.clock.saturating_add(1)
    }

    /// All proposals.
    pub fn proposals(&self) -> impl Iterator<Item = (&ProposalKey, &ProposalState)> {
        self.proposals.iter()
    }

    /// One of them.
    pub fn proposal(&self, key: ProposalKey) -> Option<&ProposalState> {
        self.proposals.get(&key)
    }

    /// Whether somebody looked at a line when this was decided about it.
    pub fn is_marked(&self, item: &ItemId, decided: &str) -> bool {
        let of_item = self.marks.get(item);
        of_item.is_some_and(|all| all.values().any(|(_, mark)| mark == decided))
    }

    /// What was decided about lines when a station looked at them last; empty where it did not after all.
    pub fn marks_of(&self, station: Uuid) -> impl Iterator<Item = (&ItemId, &String)> {
        self.marks.iter().filter_map(move |(item, all)| Some((item, &all.get(&station)?.1)))
    }

    /// How many stations were heard, but for this one.
    pub fn others(&self, own: Uuid) -> usize {
        self.stations.iter().filter(|station| **station != own).count()
    }
}

#[cfg(test)]
mod tests {
    use contract::{Decision, ProposalAnswer};

    use super::*;
    use crate::channel::record::tests::record;

    fn key(n: u128) -> ProposalKey {
        ProposalKey(Uuid::from_u128(n))
    }

    fn proposed(n: u128) -> SharedEvent {
        let (reason_code, comments) = ("STOCKOUT".to_owned(), None);
        SharedEvent::Proposed(Box::new(SharedProposal {
            key: key(n),
            movement: "m".into(),
            item: format!("i{n}").into(),
            decision: Decision::Cancel { reason_code, comments },
        }))
    }

    fn answered(n: u128, answer: ProposalAnswer) -> SharedEvent {
        SharedEvent::Answered { proposal: key(n), answer }
    }

    fn reviewed(item: &str, decided: &str) -> SharedEvent {
        SharedEvent::Reviewed { item: item.into(), decided: decided.into() }
    }

    fn records() -> Vec<Record> {
        let rejected = ProposalAnswer::Rejected { note: "no".into() };
        vec![
            record(1, 1, &proposed(1)),
            record(1, 2, &proposed(2)),
            record(1, 3, &SharedEvent::Withdrawn { proposal: key(2) }),
            record(2, 3, &answered(1, ProposalAnswer::Approved)),
            record(3, 3, &answered(1, rejected)),
            record(2, 4, &reviewed("a", "cancel X")),
            record(3, 5, &reviewed("a", "revise 1 X")),
        ]
    }

    fn of<'a>(records: impl IntoIterator<Item = &'a Record>) -> Shared {
        let mut shared = Shared::default();
        for record in records {
            shared.take(record, DateTime::UNIX_EPOCH);
        }
        shared
    }

    #[test]
    fn in_every_order_and_any_number_of_times_records_come_to_the_same() {
        let all = records();
        let wanted = of(&all);
        for turn in 0..all.len() {
            let turned = all[turn..].iter().chain(&all[..turn]);
            assert_eq!(of(turned.clone().chain(&all)), wanted, "turned by {turn}");
            assert_eq!(of(turned.rev()), wanted, "backwards from {turn}");
        }
    }

    #[test]
    fn the_first_answer_holds_and_what_is_withdrawn_is_no_proposal() {
        let shared = of(&records());
        let first = shared.proposal(key(1)).unwrap();
        assert_eq!(first.answer().unwrap().answer, ProposalAnswer::Approved);
        assert_eq!(first.answer().unwrap().by, "Station 2");
        assert!(first.open().is_none());
        assert!(shared.proposal(key(2)).unwrap().open().is_none());
        assert!(shared.is_marked(&"a".into(), "revise 1 X"));
        assert!(shared.is_marked(&"a".into(), "cancel X"), "each station looked at something");
        assert!(!shared.is_marked(&"b".into(), "cancel X"));
        let own: Vec<_> = shared.marks_of(Uuid::from_u128(2)).collect();
        assert_eq!(own, [(&"a".into(), &"cancel X".to_owned())]);
        assert_eq!(shared.others(Uuid::from_u128(1)), 2);
        assert_eq!(shared.next_clock(), 6);
        let alone = of(&records()[..1]);
        assert!(alone.proposal(key(1)).unwrap().open().is_some());
    }
}
