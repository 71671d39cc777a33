//! What all records come to: proposals with their answers, decisions that were looked at, barcodes, and walks. Records may come
//! in any order and any number of times.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{DateTime, Utc};
use contract::{
    ItemId, MovementId, ProductId, ProposalAnswer, ProposalKey, SharedAnswer, SharedEvent,
    SharedProposal, SharedWalk, WalkKey,
};
use uuid::Uuid;

use super::record::{MOST, SharedRecord};
use crate::picking::scan::alias_key;

/// Orders records of all stations: by what their stations knew, then by the station, then as that told them.
type Order = (u64, Uuid, u64, Uuid);

/// Orders records of one station: as it numbered them, whatever their clocks tell.
type OwnOrder = (u64, u64, Uuid);

/// What all records come to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shared {
    seen: HashSet<Uuid>,
    proposals: BTreeMap<ProposalKey, ProposalState>,
    /// What was decided about a line when each station looked at it last.
    marks: HashMap<ItemId, BTreeMap<Uuid, Said<String>>>,
    /// Whose each station says a barcode is, by what it is the same as another by.
    barcodes: BTreeMap<String, BTreeMap<Uuid, Said<ToldBarcode>>>,
    /// How far each station says a walk is.
    walks: BTreeMap<WalkKey, BTreeMap<Uuid, Said<ToldWalk>>>,
    stations: HashSet<Uuid>,
    clock: u64,
}

/// What a station said of something last.
#[derive(Clone, Debug, PartialEq)]
struct Said<T> {
    order: OwnOrder,
    clock: u64,
    told: T,
}

/// Takes in what a station says of something, unless it said something else since.
fn hear<T>(said: &mut BTreeMap<Uuid, Said<T>>, record: &SharedRecord, told: T) {
    let order = (record.number, record.clock, record.id);
    if said.get(&record.station).is_none_or(|known| known.order < order) {
        said.insert(record.station, Said { order, clock: record.clock, told });
    }
}

/// Whose a barcode is, as a station tells it.
#[derive(Clone, Debug, PartialEq)]
pub struct ToldBarcode {
    /// The code as it was scanned there.
    pub code: String,
    /// Whose it is; `None` where it was forgotten.
    pub product: Option<ProductId>,
    /// Who says so.
    pub by: String,
    /// When, by the clock of that computer.
    pub at: DateTime<Utc>,
}

/// How far a walk is, as its station tells it.
#[derive(Clone, Debug, PartialEq)]
pub struct ToldWalk {
    /// The walk.
    pub walk: SharedWalk,
    /// Who walks.
    pub by: String,
    /// When, by the clock of that computer.
    pub at: DateTime<Utc>,
}

/// What became of a proposal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ProposalState {
    of: Option<(Order, Proposed)>,
    /// When each station withdrew it last; that of whoever proposes it counts.
    withdrawn: BTreeMap<Uuid, Order>,
    /// What was answered, what counts before the others first.
    answers: BTreeMap<Rank, SharedAnswer>,
    /// When each station took back last what it had said.
    taken_back: BTreeMap<Uuid, Order>,
}

/// What is in the service counts before what somebody said; then the first holds.
type Rank = (bool, Order);

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
    /// When it was heard here first, by the clock of this one.
    pub heard: DateTime<Utc>,
}

impl ProposalState {
    /// What is proposed, as it was told last; not known before its record came.
    pub fn of(&self) -> Option<&Proposed> {
        self.of.as_ref().map(|(_, of)| of)
    }

    /// Whether it is proposed no more: whoever proposed it withdrew it since.
    pub fn is_withdrawn(&self) -> bool {
        let since = |(order, of): &(Order, Proposed)| {
            self.withdrawn.get(&of.station).is_some_and(|withdrawn| order < withdrawn)
        };
        self.of.as_ref().is_some_and(since)
    }

    /// What became of it: what is in the service, or the first answer of somebody.
    pub fn answer(&self) -> Option<&SharedAnswer> {
        let holds = |((is_said, order), _): &(&Rank, &SharedAnswer)| {
            let (_, station, ..) = order;
            !is_said || self.taken_back.get(station).is_none_or(|taken_back| taken_back < order)
        };
        self.answers.iter().find(holds).map(|(_, answer)| answer)
    }

    /// The proposal, as long as nobody answered and it is not withdrawn.
    pub fn open(&self) -> Option<&Proposed> {
        self.of().filter(|_| !self.is_withdrawn() && self.answer().is_none())
    }

    /// The proposal, as long as nobody told that the service has something of it: one that was rejected may be
    /// sent by somebody else.
    pub fn unsettled(&self) -> Option<&Proposed> {
        let is_settled = self.answers.keys().any(|(is_said, _)| !is_said);
        self.of().filter(|_| !self.is_withdrawn() && !is_settled)
    }
}

impl Shared {
    /// Takes a record in that was heard at this time; answers whether it is new.
    pub fn take(&mut self, record: &SharedRecord, heard: DateTime<Utc>) -> bool {
        // Those of a file that an earlier version kept were not looked at.
        if !record.has_room() || !self.seen.insert(record.id) {
            return false;
        }
        self.stations.insert(record.station);
        self.clock = self.clock.max(record.clock);
        let order = (record.clock, record.station, record.number, record.id);
        let (by, at) = (record.person(), record.at);
        match record.event() {
            Some(SharedEvent::Proposed(proposal)) => {
                let (key, station) = (proposal.key, record.station);
                let state = self.proposals.entry(key).or_default();
                // Told again, it is answered by what was done since it was heard first.
                let first = state.of.as_ref().map_or(heard, |(_, known)| known.heard.min(heard));
                let of = Proposed { proposal: *proposal, station, by, at, heard: first };
                if state.of.as_ref().is_none_or(|(known, _)| *known < order) {
                    state.of = Some((order, of));
                } else if let Some((_, newer)) = &mut state.of {
                    newer.heard = first;
                }
            }
            Some(SharedEvent::Withdrawn { proposal }) => {
                let state = self.proposals.entry(proposal).or_default();
                let last = state.withdrawn.entry(record.station).or_insert(order);
                *last = order.max(*last);
            }
            Some(SharedEvent::Answered { proposal, answer }) => {
                let state = self.proposals.entry(proposal).or_default();
                let rank = (matches!(answer, ProposalAnswer::Rejected { .. }), order);
                state.answers.insert(rank, SharedAnswer { answer, by, at });
            }
            Some(SharedEvent::TakenBack { proposal }) => {
                let state = self.proposals.entry(proposal).or_default();
                let last = state.taken_back.entry(record.station).or_insert(order);
                *last = order.max(*last);
            }
            Some(SharedEvent::Reviewed { item, decided }) => {
                hear(self.marks.entry(item).or_default(), record, decided);
            }
            Some(SharedEvent::Barcode { code, product }) => {
                let of_code = self.barcodes.entry(alias_key(&code)).or_default();
                hear(of_code, record, ToldBarcode { code, product, by, at });
            }
            Some(SharedEvent::Walk(walk)) => {
                let of_walk = self.walks.entry(walk.walk).or_default();
                hear(of_walk, record, ToldWalk { walk: *walk, by, at });
            }
            None => {}
        }
        true
    }

    /// Whose a station says each barcode is.
    pub fn barcodes_of(&self, station: Uuid) -> impl Iterator<Item = (&String, &ToldBarcode)> {
        self.barcodes.iter().filter_map(move |(key, all)| Some((key, &all.get(&station)?.told)))
    }

    /// Whose other stations say each barcode is: what was told last, but for those that are forgotten.
    pub fn barcodes_elsewhere(&self, own: Uuid) -> impl Iterator<Item = (&String, &ToldBarcode)> {
        self.barcodes.iter().filter_map(move |(key, all)| {
            let others = all.iter().filter(|(station, _)| **station != own);
            let (_, last) = others.max_by_key(|(station, said)| (said.clock, **station))?;
            last.told.product.as_ref().map(|_| (key, &last.told))
        })
    }

    /// How far a station says that its walks are; those that have ended have no movements.
    pub fn walks_of(&self, station: Uuid) -> impl Iterator<Item = (&WalkKey, &ToldWalk)> {
        self.walks.iter().filter_map(move |(key, all)| Some((key, &all.get(&station)?.told)))
    }

    /// How far other stations say that they are with each movement; of several the one that was told last.
    pub fn walks_elsewhere(&self, own: Uuid) -> HashMap<&MovementId, &ToldWalk> {
        let said = self.walks.values().flatten();
        let is_open = |said: &Said<ToldWalk>| !said.told.walk.movements.is_empty();
        let said = said.filter(|(station, said)| **station != own && is_open(said));
        let mut said: Vec<_> = said.collect();
        said.sort_by_key(|(station, said)| (said.clock, **station, said.told.walk.walk));
        let of_each = said.into_iter().map(|(_, said)| &said.told);
        of_each.flat_map(|told| told.walk.movements.iter().map(move |it| (it, told))).collect()
    }

    /// Whether a record was taken in before.
    pub fn has(&self, id: Uuid) -> bool {
        self.seen.contains(&id)
    }

    /// The clock of a record that is written now.
    pub fn next_clock(&self) -> u64 {
        self.clock.saturating_add(1).min(MOST)
    }

    /// All proposals.
    pub fn proposals(&self) -> impl Iterator<Item = (&ProposalKey, &ProposalState)> {
        self.proposals.iter()
    }

    /// One of them.
    pub fn proposal(&self, key: ProposalKey) -> Option<&ProposalState> {
        self.proposals.get(&key)
    }

    /// Whether a line was looked at when this was decided about it, as the station told that spoke of it last.
    pub fn is_marked(&self, item: &ItemId, decided: &str) -> bool {
        let of_item = self.marks.get(item).into_iter().flatten();
        let last = of_item.max_by_key(|(station, mark)| (mark.clock, **station));
        last.is_some_and(|(_, mark)| mark.told == decided)
    }

    /// What was decided about a line when a station looked at it last; empty where it did not after all.
    pub fn mark_of(&self, station: Uuid, item: &ItemId) -> Option<&String> {
        Some(&self.marks.get(item)?.get(&station)?.told)
    }

    /// What was decided about lines when a station looked at them last; empty where it did not after all.
    pub fn marks_of(&self, station: Uuid) -> impl Iterator<Item = (&ItemId, &String)> {
        self.marks.iter().filter_map(move |(item, all)| Some((item, &all.get(&station)?.told)))
    }

    /// How many stations were heard, but for this one.
    pub fn others(&self, own: Uuid) -> usize {
        self.stations.iter().filter(|station| **station != own).count()
    }
}

#[cfg(test)]
mod tests {
    use contract::{Decision, WalkStand};

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
            base: None,
        }))
    }

    fn answered(n: u128, answer: ProposalAnswer) -> SharedEvent {
        SharedEvent::Answered { proposal: key(n), answer }
    }

    fn reviewed(item: &str, decided: &str) -> SharedEvent {
        SharedEvent::Reviewed { item: item.into(), decided: decided.into() }
    }

    fn records() -> Vec<SharedRecord> {
        let rejected = ProposalAnswer::Rejected { note: "no".into() };
        vec![
            record(1, 1, &proposed(1)),
            record(1, 2, &proposed(2)),
            record(1, 3, &SharedEvent::Withdrawn { proposal: key(2) }),
            record(2, 3, &answered(1, ProposalAnswer::Approved)),
            record(3, 3, &answered(1, rejected)),
            record(2, 4, &reviewed("a", "cancel X")),
            record(3, 5, &reviewed("a", "revise 1 X")),
            record(1, 6, &barcode("4006501003638", Some("p1"))),
            record(2, 7, &barcode("04006501003638", Some("p2"))),
            record(1, 8, &barcode("500", Some("p3"))),
            record(1, 9, &barcode("500", None)),
            record(1, 10, &walk(1, &["m1", "m2"], 3)),
            record(2, 11, &walk(2, &["m2"], 0)),
            record(1, 12, &walk(1, &["m1", "m2"], 7)),
            record(2, 13, &walk(2, &[], 0)),
        ]
    }

    fn walk(key: u128, movements: &[&str], done: u32) -> SharedEvent {
        SharedEvent::Walk(Box::new(SharedWalk {
            walk: WalkKey(Uuid::from_u128(key)),
            movements: movements.iter().map(|id| MovementId::from(*id)).collect(),
            on_hold: None,
            stand: WalkStand { tasks: 9, done, unsent: 0 },
        }))
    }

    #[test]
    fn of_a_movement_the_walk_that_was_told_last_is_known_until_it_has_ended() {
        let all = records();
        let far = |records: &[SharedRecord], own: u128| -> BTreeMap<String, (String, u32)> {
            let shared = of(records);
            let walks = shared.walks_elsewhere(Uuid::from_u128(own)).into_iter();
            let far = |told: &ToldWalk| (told.by.clone(), told.walk.stand.done);
            walks.map(|(movement, told)| (movement.to_string(), far(told))).collect()
        };
        let is = |movement: &str, by: &str, done| (movement.to_owned(), (by.to_owned(), done));
        let both = [is("m1", "Station 1", 7), is("m2", "Station 1", 7)].into();
        assert_eq!(far(&all, 3), both, "the second one has ended");
        assert_eq!(far(&all, 1), BTreeMap::new());
        let before = &all[..all.len() - 2];
        assert_eq!(far(before, 3), [is("m1", "Station 1", 3), is("m2", "Station 2", 0)].into());
        let shared = of(&all);
        let own: Vec<_> = shared.walks_of(Uuid::from_u128(2)).collect();
        assert!(own.len() == 1 && own[0].1.walk.movements.is_empty());
    }

    fn barcode(code: &str, product: Option<&str>) -> SharedEvent {
        SharedEvent::Barcode { code: code.into(), product: product.map(Into::into) }
    }

    #[test]
    fn of_a_barcode_what_others_told_last_is_known_until_it_is_forgotten() {
        let shared = of(&records());
        let told = |own: u128| -> Vec<_> {
            let all = shared.barcodes_elsewhere(Uuid::from_u128(own));
            all.map(|(_, told)| (told.code.clone(), told.product.clone(), told.by.clone()))
                .collect()
        };
        let of = |code: &str, product: &str, by: &str| {
            (code.to_owned(), Some(ProductId::from(product)), by.to_owned())
        };
        assert_eq!(told(3), [of("04006501003638", "p2", "Station 2")]);
        assert_eq!(told(2), [of("4006501003638", "p1", "Station 1")]);
        let own: Vec<_> =
            shared.barcodes_of(Uuid::from_u128(1)).map(|(_, it)| &it.product).collect();
        assert_eq!(own, [&Some("p1".into()), &None]);
    }

    fn of<'a>(records: impl IntoIterator<Item = &'a SharedRecord>) -> Shared {
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
        assert!(!shared.is_marked(&"a".into(), "cancel X"), "the last one holds");
        assert!(!shared.is_marked(&"b".into(), "cancel X"));
        let own: Vec<_> = shared.marks_of(Uuid::from_u128(2)).collect();
        assert_eq!(own, [(&"a".into(), &"cancel X".to_owned())]);
        assert_eq!(shared.others(Uuid::from_u128(1)), 2);
        assert_eq!(shared.next_clock(), 14);
        let alone = of(&records()[..1]);
        assert!(alone.proposal(key(1)).unwrap().open().is_some());
    }

    #[test]
    fn a_proposal_that_is_told_again_was_heard_when_it_was_told_first() {
        let (first, again) = (record(1, 1, &proposed(1)), record(1, 2, &proposed(1)));
        let at = |seconds| DateTime::from_timestamp(seconds, 0).unwrap();
        let heard = |all: [(&SharedRecord, i64); 2]| {
            let mut shared = Shared::default();
            for (record, seconds) in all {
                shared.take(record, at(seconds));
            }
            shared.proposal(key(1)).unwrap().of().unwrap().heard
        };
        assert_eq!(heard([(&first, 10), (&again, 20)]), at(10));
        assert_eq!(heard([(&again, 20), (&first, 10)]), at(10), "in any order");
    }

    /// The same record with another clock.
    fn at_clock(record: SharedRecord, clock: u64) -> SharedRecord {
        SharedRecord { clock, ..record }.sealed()
    }

    /// What records come to, which is the same in every order.
    fn in_all_orders(all: &[SharedRecord]) -> Shared {
        let wanted = of(all);
        for turn in 0..all.len() {
            let turned = all[turn..].iter().chain(&all[..turn]);
            assert_eq!(of(turned.clone()), wanted, "turned by {turn}");
            assert_eq!(of(turned.rev()), wanted, "backwards from {turn}");
        }
        wanted
    }

    #[test]
    fn a_proposal_that_was_withdrawn_can_be_made_again() {
        let revised = |quantity| {
            let SharedEvent::Proposed(mut proposal) = proposed(1) else { panic!() };
            let (reason_code, comments) = ("STOCKOUT".to_owned(), None);
            proposal.decision = Decision::Revise { quantity, reason_code, comments };
            SharedEvent::Proposed(proposal)
        };
        let withdrawn = SharedEvent::Withdrawn { proposal: key(1) };
        let all = [
            record(1, 1, &revised(5)),
            record(1, 2, &withdrawn),
            record(1, 3, &revised(7)),
            record(2, 9, &withdrawn),
        ];
        assert!(in_all_orders(&all[..2]).proposal(key(1)).unwrap().is_withdrawn());
        let shared = in_all_orders(&all);
        let open = shared.proposal(key(1)).unwrap().open().unwrap();
        let Decision::Revise { quantity, .. } = open.proposal.decision else { panic!() };
        assert_eq!(quantity, 7, "what was told last; nobody else withdraws it");
    }

    #[test]
    fn what_is_in_the_service_counts_before_what_somebody_said() {
        let rejected = ProposalAnswer::Rejected { note: "no".into() };
        let all = [
            record(1, 1, &proposed(1)),
            record(3, 5, &answered(1, rejected)),
            record(2, 6, &answered(1, ProposalAnswer::Approved)),
            record(4, 7, &answered(1, ProposalAnswer::Canceled)),
        ];
        let said = in_all_orders(&all[..2]);
        let said = said.proposal(key(1)).unwrap();
        assert!(said.open().is_none() && said.unsettled().is_some());
        let shared = in_all_orders(&all);
        let state = shared.proposal(key(1)).unwrap();
        assert_eq!(state.answer().unwrap().answer, ProposalAnswer::Approved);
        assert!(state.unsettled().is_none());
    }

    #[test]
    fn a_rejection_that_is_taken_back_does_not_count_until_it_is_said_again() {
        let rejected = |note: &str| answered(1, ProposalAnswer::Rejected { note: note.into() });
        let taken_back = SharedEvent::TakenBack { proposal: key(1) };
        let all = [
            record(1, 1, &proposed(1)),
            record(3, 5, &rejected("first")),
            record(2, 6, &taken_back),
            record(3, 7, &taken_back),
            record(3, 8, &rejected("again")),
            record(2, 9, &answered(1, ProposalAnswer::Approved)),
            record(2, 10, &taken_back),
        ];
        let note = |records: &[SharedRecord]| {
            let shared = in_all_orders(records);
            let answer = shared.proposal(key(1)).unwrap().answer().cloned();
            answer.map(|answer| answer.answer)
        };
        let said = |note: &str| Some(ProposalAnswer::Rejected { note: note.into() });
        assert_eq!(note(&all[..3]), said("first"), "nobody takes back what another one said");
        assert_eq!(note(&all[..4]), None);
        assert!(of(&all[..4]).proposal(key(1)).unwrap().open().is_some());
        assert_eq!(note(&all[..5]), said("again"));
        assert_eq!(note(&all), Some(ProposalAnswer::Approved), "it is in the service");
    }

    #[test]
    fn clocks_that_leave_no_room_break_nothing() {
        let last = at_clock(record(2, 1, &reviewed("b", "x")), MOST);
        let beyond = at_clock(record(3, 1, &reviewed("b", "y")), u64::MAX);
        let all = [last, beyond, record(1, 2, &reviewed("a", "second"))];
        let shared = in_all_orders(&all);
        assert_eq!(shared.next_clock(), MOST);
        assert_eq!(shared.others(Uuid::from_u128(1)), 1);
        assert!(shared.is_marked(&"b".into(), "x"));
        // A station's own marks go by their numbers, whatever their clocks are.
        let all = [
            at_clock(record(1, 1, &reviewed("a", "first")), 9),
            at_clock(record(1, 2, &reviewed("a", "second")), 8),
        ];
        let shared = in_all_orders(&all);
        let own: Vec<_> = shared.marks_of(Uuid::from_u128(1)).collect();
        assert_eq!(own, [(&"a".into(), &"second".to_owned())]);
    }

    #[test]
    fn the_mark_that_was_told_last_holds() {
        let marked = record(1, 1, &reviewed("a", "cancel X"));
        let again = record(2, 2, &reviewed("a", "cancel X"));
        let not_after_all = record(2, 3, &reviewed("a", ""));
        assert!(of([&marked, &again]).is_marked(&"a".into(), "cancel X"));
        let shared = in_all_orders(&[marked, again, not_after_all]);
        assert!(!shared.is_marked(&"a".into(), "cancel X"));
    }
}
