//! What is said of a decision.

use contract::{ChangeKind, ProposalAnswer, ReviewRow, ReviewStand, SharedAnswer};

use crate::i18n::{I18n, say};
use crate::wording::format::Format;

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
