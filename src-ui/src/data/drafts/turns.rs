//! When a form is kept, and what is asked of the backend next: one thing at a time, and the newest
//! wins. Pure.

use contract::{Draft, DraftForm, HeaderFields, NewMovement, TypedLine, TypedPick};

/// How soon a change is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// A field was committed.
    AtOnce,
    /// A text is being typed.
    Soon,
}

/// How soon what changed from `before` to `now` is kept; `None` where nothing changed.
pub fn pace(before: Option<&Draft>, now: Option<&Draft>) -> Option<Pace> {
    match (before, now) {
        _ if before == now => None,
        (Some(before), Some(now)) if committed(before) == committed(now) => Some(Pace::Soon),
        _ => Some(Pace::AtOnce),
    }
}

/// The form without what is typed letter by letter.
fn committed(draft: &Draft) -> DraftForm {
    match &draft.form {
        DraftForm::NewMovement(new) => DraftForm::NewMovement(NewMovement {
            name: String::new(),
            description: String::new(),
            ..new.clone()
        }),
        DraftForm::Header { change, .. } => DraftForm::Header {
            base: HeaderFields::default(),
            change: HeaderFields { name: None, description: None, ..change.clone() },
        },
        DraftForm::Lines(lines) => DraftForm::Lines(lines.iter().map(with_picks_alone).collect()),
    }
}

/// Which picks are typed of a line: the lines show at once that some are, and that none are any more.
fn with_picks_alone(line: &TypedLine) -> TypedLine {
    let of = |pick: &TypedPick| TypedPick { quantity: String::new(), ..pick.clone() };
    let has_any = line.has_picks();
    let picks = line.picks.iter().filter(|_| has_any).map(of).collect();
    TypedLine { picks, ..TypedLine::nothing(line.row.clone()) }
}

/// What is to be asked of the backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DraftRequest {
    /// Nothing, now.
    Wait,
    /// To keep the form as it is.
    Save,
    /// To throw away what it has of it.
    Drop,
}

/// Whose turn it is.
#[derive(Debug)]
pub struct Turns {
    /// The form is not as it was when it was last asked to be kept.
    changed: bool,
    /// An answer is awaited, to this.
    asked: Option<DraftRequest>,
    /// The backend may have something of it.
    held: bool,
    /// The form was asked for, or thrown away.
    ended: bool,
    /// It was thrown away, and with it what waits of it.
    discarded: bool,
}

impl Turns {
    /// Nothing has changed yet; `held`: it was brought back.
    pub fn start(held: bool) -> Self {
        Self { changed: false, asked: None, held, ended: false, discarded: false }
    }

    /// The form changed.
    pub fn changed(&mut self) {
        self.changed = true;
    }

    /// The form was asked for, or thrown away.
    pub fn end(&mut self) {
        self.ended = true;
        self.changed = true;
    }

    /// The form was thrown away, and with it what waits of it; that may be there even if nothing of
    /// the form was ever kept.
    pub fn discard(&mut self) {
        self.end();
        (self.held, self.discarded) = (true, true);
    }

    /// Whether what waits of the form goes with it.
    pub fn is_discarded(&self) -> bool {
        self.discarded
    }

    /// Whether nothing of the form is kept any more.
    pub fn has_ended(&self) -> bool {
        self.ended
    }

    /// What to ask now; `something`: the form holds something.
    pub fn next(&mut self, something: bool) -> DraftRequest {
        if self.asked.is_some() || !self.changed {
            return DraftRequest::Wait;
        }
        self.changed = false;
        let step = match (something && !self.ended, self.held) {
            (true, _) => DraftRequest::Save,
            (false, true) => DraftRequest::Drop,
            (false, false) => return DraftRequest::Wait,
        };
        // Even one that fails may have been kept.
        self.held = true;
        self.asked = Some(step);
        step
    }

    /// The answer came; what failed is asked again.
    pub fn answered(&mut self, well: bool) {
        let step = self.asked.take();
        if !well {
            self.changed = true;
        } else if step == Some(DraftRequest::Drop) {
            self.held = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use contract::{MovementKey, StartFrom};

    use super::*;

    fn draft(name: &str) -> Draft {
        let new = NewMovement {
            start: StartFrom::Empty,
            name: name.into(),
            description: String::new(),
            origin: None,
            destination: None,
            date_requested: None,
            requested_by: None,
            lines: Vec::new(),
        };
        let key = MovementKey("01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f".parse().unwrap());
        Draft {
            key,
            form: DraftForm::NewMovement(new),
            typed: BTreeMap::new(),
            aside: Vec::new(),
            table: None,
        }
    }

    #[test]
    fn letters_are_kept_soon_and_everything_else_at_once() {
        let (a, b) = (draft("Theatre"), draft("Theatre b"));
        assert_eq!(pace(Some(&a), Some(&a)), None);
        assert_eq!(pace(None, Some(&a)), Some(Pace::AtOnce));
        assert_eq!(pace(Some(&a), Some(&b)), Some(Pace::Soon));
        let mut half = a.clone();
        half.typed.insert("date_requested".into(), "24/1".into());
        assert_eq!(pace(Some(&a), Some(&half)), Some(Pace::Soon));
        let mut chosen = b.clone();
        if let DraftForm::NewMovement(new) = &mut chosen.form {
            new.origin = Some("depot".into());
        }
        assert_eq!(pace(Some(&b), Some(&chosen)), Some(Pace::AtOnce));
        assert_eq!(pace(None, None), None);
    }

    #[test]
    fn a_pick_that_is_typed_or_gone_is_kept_at_once_and_its_letters_soon() {
        let of = |quantities: &[(&str, &str)]| {
            let mut line = TypedLine::nothing(contract::RowKey::Line("i1".into()));
            line.picks = quantities
                .iter()
                .map(|(lot, quantity)| TypedPick {
                    part: "i1".into(),
                    of: contract::TypedPickOf::Stock { inventory_item: (*lot).into(), bin: None },
                    quantity: (*quantity).into(),
                })
                .collect();
            Draft { form: DraftForm::Lines(vec![line]), ..draft("") }
        };
        let (none, one, two) = (of(&[]), of(&[("a", "2")]), of(&[("a", "2"), ("b", "1")]));
        assert_eq!(pace(Some(&none), Some(&one)), Some(Pace::AtOnce));
        assert_eq!(pace(Some(&one), Some(&of(&[("a", "21")]))), Some(Pace::Soon));
        assert_eq!(pace(Some(&one), Some(&two)), Some(Pace::AtOnce));
        assert_eq!(pace(Some(&one), Some(&none)), Some(Pace::AtOnce), "it was sent");
        let mut said = one.clone();
        if let DraftForm::Lines(lines) = &mut said.form {
            lines[0].comment = "half a sen".into();
        }
        assert_eq!(pace(Some(&one), Some(&said)), Some(Pace::Soon));
    }

    #[test]
    fn one_saving_is_under_way_and_the_newest_wins() {
        let mut turns = Turns::start(false);
        assert_eq!(turns.next(true), DraftRequest::Wait, "nothing changed");
        turns.changed();
        assert_eq!(turns.next(true), DraftRequest::Save);
        turns.changed();
        turns.changed();
        assert_eq!(turns.next(true), DraftRequest::Wait, "one is under way");
        turns.answered(true);
        assert_eq!(turns.next(true), DraftRequest::Save);
        turns.answered(true);
        assert_eq!(turns.next(true), DraftRequest::Wait);
    }

    #[test]
    fn what_failed_is_kept_at_the_next_try() {
        let mut turns = Turns::start(false);
        turns.changed();
        assert_eq!(turns.next(true), DraftRequest::Save);
        turns.answered(false);
        assert_eq!(turns.next(true), DraftRequest::Save);
    }

    #[test]
    fn thrown_away_while_it_is_being_saved_it_is_not_kept() {
        let mut turns = Turns::start(false);
        turns.changed();
        assert_eq!(turns.next(true), DraftRequest::Save);
        turns.end();
        assert_eq!(turns.next(true), DraftRequest::Wait);
        turns.answered(true);
        assert_eq!(turns.next(true), DraftRequest::Drop);
        turns.answered(true);
        turns.changed();
        assert_eq!(turns.next(true), DraftRequest::Wait, "a late change keeps nothing");
    }

    #[test]
    fn what_was_never_kept_need_not_be_thrown_away() {
        let mut turns = Turns::start(false);
        turns.end();
        assert_eq!(turns.next(false), DraftRequest::Wait);
        let mut brought_back = Turns::start(true);
        brought_back.end();
        assert_eq!(brought_back.next(true), DraftRequest::Drop);
    }

    #[test]
    fn with_a_form_thrown_away_goes_what_waits_of_it_whether_it_was_kept_or_not() {
        let mut turns = Turns::start(false);
        turns.end();
        assert!(!turns.is_discarded(), "it was asked for");
        let mut turns = Turns::start(false);
        turns.discard();
        assert_eq!(turns.next(true), DraftRequest::Drop);
        turns.answered(false);
        assert_eq!(turns.next(true), DraftRequest::Drop, "asked again until it is done");
        assert!(turns.is_discarded() && turns.has_ended());
        turns.answered(true);
        assert_eq!(turns.next(true), DraftRequest::Wait);
    }
}
