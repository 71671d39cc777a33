//! What is said of a decision.

use chrono::{DateTime, Utc};
use contract::{ChangeKind, ProposalAnswer, ReviewRow, ReviewStand, SharedAnswer};

use crate::i18n::{I18n, say};
use crate::wording::format::Format;
use crate::wording::words::failure;

/// What stands in the place of a value that nobody told.
pub const NONE: &str = "–";

/// A kind of decision: its class, its icon, its word.
pub fn kind(i18n: I18n, kind: ChangeKind) -> (&'static str, &'static str, &'static str) {
    match kind {
        ChangeKind::Substitute => ("st-substituted", "replace", say!(i18n, review.substitute)),
        ChangeKind::Cancel => ("st-canceled", "ban", say!(i18n, review.cancel)),
        ChangeKind::Revert => ("st-pending", "undo-2", say!(i18n, review.revert)),
        _ => ("st-changed", "diff", say!(i18n, review.revise)),
    }
}

/// How many were asked for, and how many go where that is another number; and the number, where it is one.
pub fn quantities(format: Format, row: &ReviewRow) -> (String, Option<i64>) {
    let number = |number: Option<i64>| number.map_or_else(|| NONE.into(), |it| format.number(it));
    match (row.requested, row.goes) {
        (requested, Some(goes)) if row.kind == ChangeKind::Revise => {
            (format!("{} → {}", number(requested), number(Some(goes))), None)
        }
        (requested, _) => (number(requested), requested),
    }
}

/// What somebody at another station answered.
fn answered(i18n: I18n, answer: &SharedAnswer) -> (&'static str, &'static str, String) {
    let by = answer.by.clone();
    match &answer.answer {
        ProposalAnswer::Approved => ("st-ok", "check", say!(i18n, review.answer_approved, by = by)),
        ProposalAnswer::Canceled => ("st-warn", "ban", say!(i18n, review.answer_canceled, by = by)),
        ProposalAnswer::Replaced => {
            ("st-warn", "replace", say!(i18n, review.answer_replaced, by = by))
        }
        ProposalAnswer::Rejected { note } if note.is_empty() => {
            ("st-error", "x", say!(i18n, review.answer_rejected, by = by))
        }
        ProposalAnswer::Rejected { note } => {
            ("st-error", "x", say!(i18n, review.answer_rejected_note, by = by, note = note))
        }
    }
}

/// Where a decision stands.
pub fn stand(i18n: I18n, format: Format, row: &ReviewRow) -> (&'static str, &'static str, String) {
    let owned = str::to_owned;
    match row.stand {
        ReviewStand::Proposed => match row.at {
            Some(at) => {
                let said = say!(i18n, review.proposed_at, time = format.moment(at));
                ("st-ink", "inbox", said)
            }
            None => ("st-ink", "inbox", owned(say!(i18n, review.proposed))),
        },
        ReviewStand::Elsewhere if row.gone => {
            ("st-warn", "triangle-alert", owned(say!(i18n, review.gone)))
        }
        ReviewStand::Elsewhere => {
            ("st-warn", "triangle-alert", owned(say!(i18n, review.elsewhere)))
        }
        ReviewStand::Already => ("st-ok", "check", owned(say!(i18n, review.already))),
        ReviewStand::Answered(ref answer) => answered(i18n, answer),
        ReviewStand::Sending => ("st-ink", "clock", owned(say!(i18n, review.sending))),
        ReviewStand::Refused(_) => ("st-error", "circle-alert", owned(say!(i18n, review.refused))),
        ReviewStand::Decided => ("st-pending", "circle", owned(say!(i18n, review.not_reviewed))),
        ReviewStand::Reviewed => ("st-ok", "check", owned(say!(i18n, review.is_reviewed))),
    }
}

/// What speaks against a decision, as far as it is known: why the service refused it, or who rejected it, or what was
/// proposed of its line before, with the note.
pub fn refusal(i18n: I18n, format: Format, row: &ReviewRow) -> Option<String> {
    against(i18n, row, &|at| format.moment(at))
}

/// The same with what a moment is called.
fn against(
    i18n: I18n,
    row: &ReviewRow,
    moment: &dyn Fn(DateTime<Utc>) -> String,
) -> Option<String> {
    let rejected = |by: &str, at: DateTime<Utc>, note: &str| {
        let (by, time) = (by.to_owned(), moment(at));
        let said = say!(i18n, review.was_rejected, by = by, time = time);
        format!("{said} {note}").trim().to_owned()
    };
    match (&row.stand, &row.rejected) {
        (ReviewStand::Refused(Some(why)), _) => Some(failure(i18n, why)),
        (ReviewStand::Answered(of), _) => {
            let ProposalAnswer::Rejected { note } = &of.answer else { return None };
            Some(rejected(&of.by, of.at, note))
        }
        (_, Some(of)) => Some(rejected(of.by.as_deref().unwrap_or(NONE), of.at, &of.note)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use contract::{Failure, Language, Reason, Rejection};
    use leptos::prelude::{Owner, untrack};
    use serde_json::json;

    use super::*;

    /// What is told to speak against a decision that stands so.
    fn told(stand: ReviewStand, rejected: Option<Rejection>) -> Option<String> {
        let row: ReviewRow = serde_json::from_value(json!({
            "line": { "movement": uuid::Uuid::nil(), "item": "i1" }, "stand": "decided",
            "number": 7, "product": { "id": "p1" }, "kind": "cancel", "with": [],
        }))
        .unwrap();
        let row = ReviewRow { stand, rejected, ..row };
        Owner::new().with(|| {
            let i18n = I18n::of(Language::English);
            untrack(|| against(i18n, &row, &|_| "13:58".to_owned()))
        })
    }

    #[test]
    fn a_refusal_is_told_with_its_note_wherever_it_came_from() {
        let at = DateTime::UNIX_EPOCH;
        let gone = ReviewStand::Refused(Some(Failure::from(Reason::Gone)));
        assert_eq!(told(gone, None).as_deref(), Some("No longer in the service."));
        assert_eq!(told(ReviewStand::Refused(None), None), None, "nobody knows why");
        let said = "Rejected by J. Weir, 13:58. On Monday";
        let answered =
            |answer| ReviewStand::Answered(SharedAnswer { answer, by: "J. Weir".into(), at });
        let rejected = ProposalAnswer::Rejected { note: "On Monday".into() };
        assert_eq!(told(answered(rejected), None).as_deref(), Some(said));
        assert_eq!(told(answered(ProposalAnswer::Approved), None), None);
        let (by, note) = (Some("J. Weir".to_owned()), "On Monday".to_owned());
        let before = Rejection { at, by, kind: ChangeKind::Cancel, note };
        assert_eq!(told(ReviewStand::Proposed, Some(before)).as_deref(), Some(said));
        assert_eq!(told(ReviewStand::Decided, None), None);
    }
}
