//! What was entered in a walk: its steps in their order, and what they come to. A step says what a number
//! or a reason is from then on, so that taking it back is leaving it out. Pure.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::{DateTime, Utc};
use contract::{ItemId, LocationId, MovementKey};
use serde::{Deserialize, Serialize};

use crate::search::count_of;

/// What is picked against: a line, or what goes instead of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct PartKey {
    /// The movement.
    pub movement: MovementKey,
    /// The line.
    pub line: ItemId,
    /// What a pick of it names.
    pub item: ItemId,
}

/// A lot in a bin.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LotKey {
    /// Id of the inventory item.
    pub inventory_item: String,
    /// The bin.
    pub bin: Option<LocationId>,
}

/// A number that was entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entered {
    /// How many pieces.
    pub quantity: u32,
    /// How many were to go of it when that was entered.
    pub asked: Option<i64>,
    /// They are counted piece by piece: more may come.
    #[serde(default)]
    pub counting: bool,
}

/// One thing a step changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TapeChange {
    /// So many pieces of a lot, or none any more.
    Quantity {
        /// Of what.
        part: PartKey,
        /// Which lot.
        lot: LotKey,
        /// How many.
        entered: Option<Entered>,
    },
    /// Why less goes.
    Reason {
        /// Of what.
        part: PartKey,
        /// The reason's code.
        reason: Option<String>,
        /// How many were to go of it then.
        #[serde(default)]
        asked: Option<i64>,
    },
    /// Whether it was done on paper.
    Checked {
        /// What.
        part: PartKey,
        /// It was.
        checked: bool,
        /// How many were to go of it then.
        #[serde(default)]
        asked: Option<i64>,
    },
    /// The picker stands before a bin.
    Bin {
        /// Which.
        bin: LocationId,
    },
}

/// A step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TapeStep {
    /// When.
    pub at: DateTime<Utc>,
    /// It was sent: nothing up to here is taken back.
    #[serde(default)]
    pub sent: bool,
    /// What it changes, in its order.
    pub changes: Vec<TapeChange>,
}

/// All steps of a walk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tape {
    steps: Vec<TapeStep>,
    /// How many of them are done; the others were taken back and can be done again.
    done: usize,
}

/// What the steps come to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Staged {
    lots: BTreeMap<PartKey, BTreeMap<LotKey, Entered>>,
    reasons: BTreeMap<PartKey, (String, Option<i64>)>,
    checked: BTreeMap<PartKey, Option<i64>>,
    bin: Option<LocationId>,
}

impl Tape {
    /// Steps as they were kept, of which so many are done.
    pub fn restore(steps: Vec<TapeStep>, done: u32) -> Self {
        let done = usize::try_from(done).unwrap_or(usize::MAX).min(steps.len());
        Self { steps, done }
    }

    /// Whether the n-th step, from 1, is the one of that time, and was not taken back.
    pub fn has_done(&self, n: u32, at: DateTime<Utc>) -> bool {
        let place = usize::try_from(n).ok().and_then(|n| n.checked_sub(1));
        let step = place.and_then(|place| self.steps[..self.done].get(place));
        step.is_some_and(|step| step.at == at)
    }

    /// Whether what the n-th step counted, from 1, was typed over or sent since.
    pub fn is_settled(&self, n: u32) -> bool {
        let Some(at) = usize::try_from(n).ok().filter(|at| (1..=self.done).contains(at)) else {
            return true;
        };
        let counted = |step: &TapeStep| -> Vec<(PartKey, LotKey, bool)> {
            let lot = |change: &TapeChange| match change {
                TapeChange::Quantity { part, lot, entered } => {
                    let counts = entered.is_some_and(|entered| entered.counting);
                    Some((part.clone(), lot.clone(), counts))
                }
                _ => None,
            };
            step.changes.iter().filter_map(lot).collect()
        };
        let of = counted(&self.steps[at - 1]);
        let is_of =
            |part: &PartKey, lot: &LotKey| of.iter().any(|it| it.0 == *part && it.1 == *lot);
        self.steps[at..self.done].iter().any(|step| {
            counted(step)
                .iter()
                .any(|(part, lot, counts)| is_of(part, lot) && (step.sent || !counts))
        })
    }

    /// How many steps are done.
    pub fn done(&self) -> u32 {
        count_of(self.done)
    }

    /// Does a step; those that were taken back are gone.
    pub fn push(&mut self, step: TapeStep) {
        self.steps.truncate(self.done);
        self.steps.push(step);
        self.done = self.steps.len();
    }

    /// Whether the last step can be taken back.
    pub fn can_undo(&self) -> bool {
        self.steps[..self.done].last().is_some_and(|step| !step.sent)
    }

    /// Whether a step can be done again.
    pub fn can_redo(&self) -> bool {
        self.done < self.steps.len()
    }

    /// Takes the last step back; answers whether there was one.
    pub fn undo(&mut self) -> bool {
        let can = self.can_undo();
        self.done -= usize::from(can);
        can
    }

    /// Does the next step again; answers whether there was one.
    pub fn redo(&mut self) -> bool {
        let can = self.can_redo();
        self.done += usize::from(can);
        can
    }

    /// What the steps that are done come to.
    pub fn staged(&self) -> Staged {
        let mut staged = Staged::default();
        for change in self.steps[..self.done].iter().flat_map(|step| &step.changes) {
            staged.take(change);
        }
        staged
    }
}

impl Staged {
    fn take(&mut self, change: &TapeChange) {
        match change {
            TapeChange::Quantity { part, lot, entered: Some(entered) } => {
                self.lots.entry(part.clone()).or_default().insert(lot.clone(), *entered);
            }
            TapeChange::Quantity { part, lot, entered: None } => {
                if let Some(lots) = self.lots.get_mut(part) {
                    lots.remove(lot);
                    if lots.is_empty() {
                        self.lots.remove(part);
                    }
                }
            }
            TapeChange::Reason { part, reason: Some(reason), asked } => {
                self.reasons.insert(part.clone(), (reason.clone(), *asked));
            }
            TapeChange::Reason { part, reason: None, .. } => drop(self.reasons.remove(part)),
            TapeChange::Checked { part, checked: true, asked } => {
                self.checked.insert(part.clone(), *asked);
            }
            TapeChange::Checked { part, checked: false, .. } => drop(self.checked.remove(part)),
            TapeChange::Bin { bin } => self.bin = Some(bin.clone()),
        }
    }

    /// The bin the picker stands before.
    pub fn bin(&self) -> Option<&LocationId> {
        self.bin.as_ref()
    }

    /// The lots of which a number was entered for it.
    pub fn lots(&self, part: &PartKey) -> impl Iterator<Item = (&LotKey, &Entered)> {
        self.lots.get(part).into_iter().flatten()
    }

    /// What was entered for a lot of it.
    pub fn entered(&self, part: &PartKey, lot: &LotKey) -> Option<Entered> {
        self.lots.get(part)?.get(lot).copied()
    }

    /// All of which a number was entered.
    pub fn parts(&self) -> impl Iterator<Item = &PartKey> {
        self.lots.keys()
    }

    /// Why less of it goes; what was said of another number than is asked for now says nothing.
    pub fn reason(&self, part: &PartKey, asked: Option<i64>) -> Option<&str> {
        let said = self.reasons.get(part).filter(|(_, of)| *of == asked);
        said.map(|(reason, _)| reason.as_str())
    }

    /// Whether it was done on paper, as many as are asked for now.
    pub fn is_checked(&self, part: &PartKey, asked: Option<i64>) -> bool {
        self.checked.get(part).is_some_and(|of| *of == asked)
    }

    /// How many of a lot were entered for others.
    pub fn of_lot(&self, lot: &LotKey, except: &PartKey) -> i64 {
        let others = self.lots.iter().filter(|(part, _)| *part != except);
        others.filter_map(|(_, lots)| lots.get(lot)).map(|it| i64::from(it.quantity)).sum()
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.lots.is_empty() && self.reasons.is_empty() && self.checked.is_empty()
    }

    /// Whether any number is above 0.
    pub fn has_pieces(&self) -> bool {
        self.lots.values().flat_map(BTreeMap::values).any(|entered| entered.quantity > 0)
    }

    /// What a step changes that gives up all of it.
    pub fn given_up(&self) -> Vec<TapeChange> {
        let lots = self.lots.iter().flat_map(|(part, lots)| {
            lots.keys().map(|lot| TapeChange::Quantity {
                part: part.clone(),
                lot: lot.clone(),
                entered: None,
            })
        });
        let reasons = self.reasons.keys();
        let reasons = reasons.map(|part| TapeChange::Reason {
            part: part.clone(),
            reason: None,
            asked: None,
        });
        let checked = self.checked.keys();
        let checked = checked.map(|part| TapeChange::Checked {
            part: part.clone(),
            checked: false,
            asked: None,
        });
        lots.chain(reasons).chain(checked).collect()
    }
}

/// Lines of which a number was entered and not sent, by their movement.
pub type LinesEntered = HashMap<MovementKey, HashSet<ItemId>>;

/// The lines of which a number was entered in walks with these tapes, and not sent.
pub fn lines_entered<'a>(tapes: impl Iterator<Item = &'a Tape>) -> LinesEntered {
    let mut lines = LinesEntered::new();
    for staged in tapes.map(Tape::staged) {
        for part in staged.parts() {
            lines.entry(part.movement).or_default().insert(part.line.clone());
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn part(item: &str) -> PartKey {
        PartKey { movement: MovementKey(Uuid::nil()), line: item.into(), item: item.into() }
    }

    fn lot(id: &str) -> LotKey {
        LotKey { inventory_item: id.into(), bin: None }
    }

    fn step(changes: Vec<TapeChange>) -> TapeStep {
        TapeStep { at: DateTime::UNIX_EPOCH, sent: false, changes }
    }

    fn quantity(item: &str, id: &str, quantity: Option<u32>) -> TapeChange {
        let entered =
            quantity.map(|quantity| Entered { quantity, asked: Some(9), counting: false });
        TapeChange::Quantity { part: part(item), lot: lot(id), entered }
    }

    fn pieces(tape: &Tape, item: &str) -> Vec<u32> {
        tape.staged().lots(&part(item)).map(|(_, entered)| entered.quantity).collect()
    }

    #[test]
    fn steps_are_taken_back_and_done_again_one_by_one() {
        let mut tape = Tape::default();
        assert!(!tape.can_undo() && !tape.undo() && !tape.redo());
        tape.push(step(vec![quantity("a", "1", Some(3)), quantity("a", "2", Some(4))]));
        tape.push(step(vec![quantity("a", "1", Some(5))]));
        tape.push(step(vec![quantity("a", "2", None)]));
        assert_eq!(pieces(&tape, "a"), [5]);
        assert!(tape.undo());
        assert_eq!(pieces(&tape, "a"), [5, 4]);
        assert!(tape.undo());
        assert_eq!(pieces(&tape, "a"), [3, 4]);
        assert!(tape.redo() && tape.can_redo());
        assert_eq!(pieces(&tape, "a"), [5, 4]);
        // Something else was done meanwhile.
        tape.push(step(vec![quantity("b", "1", Some(1))]));
        assert!(!tape.can_redo());
        assert_eq!((pieces(&tape, "a"), pieces(&tape, "b")), (vec![5, 4], vec![1]));
    }

    #[test]
    fn nothing_is_taken_back_beyond_what_was_sent() {
        let mut tape = Tape::default();
        tape.push(step(vec![quantity("a", "1", Some(3))]));
        tape.push(TapeStep { sent: true, ..step(vec![quantity("a", "1", None)]) });
        assert!(!tape.can_undo());
        tape.push(step(vec![quantity("b", "1", Some(2))]));
        assert!(tape.undo() && !tape.undo());
        assert_eq!((pieces(&tape, "a"), pieces(&tape, "b")), (vec![], vec![]));
        assert!(tape.redo());
    }

    #[test]
    fn everything_is_given_up_in_one_step_and_comes_back_in_one() {
        let mut tape = Tape::default();
        tape.push(step(vec![quantity("a", "1", Some(3))]));
        tape.push(step(vec![
            TapeChange::Reason { part: part("a"), reason: Some("STOCKOUT".into()), asked: Some(9) },
            TapeChange::Checked { part: part("b"), checked: true, asked: Some(4) },
        ]));
        let before = tape.staged();
        assert_eq!(before.reason(&part("a"), Some(9)), Some("STOCKOUT"));
        assert_eq!(before.reason(&part("a"), Some(10)), None, "it was said of another number");
        assert!(before.is_checked(&part("b"), Some(4)) && !before.is_checked(&part("b"), Some(5)));
        assert!(!before.is_checked(&part("a"), Some(9)));
        assert!(before.has_pieces() && !before.is_empty());
        assert_eq!(before.of_lot(&lot("1"), &part("b")), 3);
        assert_eq!(before.of_lot(&lot("1"), &part("a")), 0);
        tape.push(step(before.given_up()));
        assert_eq!(tape.staged(), Staged::default());
        assert!(tape.staged().is_empty());
        assert!(tape.undo());
        assert_eq!(tape.staged(), before);
    }

    #[test]
    fn a_tape_is_what_it_was_when_it_is_read_again() {
        let mut tape = Tape::default();
        for n in 1..4 {
            tape.push(step(vec![quantity("a", "1", Some(n))]));
        }
        tape.undo();
        let written: Vec<_> =
            tape.steps.iter().map(|step| serde_json::to_string(step).unwrap()).collect();
        let read = written.iter().map(|step| serde_json::from_str(step).unwrap()).collect();
        assert_eq!(Tape::restore(read, tape.done()), tape);
        // Steps at the end that cannot be read leave those before them done.
        assert_eq!(Tape::restore(tape.steps[..1].to_vec(), 2).done(), 1);
    }
}
