//! What is said of the calls beyond the service's published interface: what each is good for, and
//! what came of trying it.

use contract::{Capability, GoodFor, Probed};

use crate::i18n::{I18n, say};
use crate::wording::format::Format;

/// What a call is good for: in a word or two, and in a sentence that says how things go without it.
pub fn good_for(i18n: I18n, good_for: GoodFor) -> (&'static str, &'static str) {
    match good_for {
        GoodFor::Health => (say!(i18n, diagnostics.health), say!(i18n, diagnostics.health_text)),
        GoodFor::WhoIAm => (say!(i18n, diagnostics.who), say!(i18n, diagnostics.who_text)),
        GoodFor::FindingPeople => {
            (say!(i18n, diagnostics.people), say!(i18n, diagnostics.people_text))
        }
        GoodFor::FindingPlaces => {
            (say!(i18n, diagnostics.places), say!(i18n, diagnostics.places_text))
        }
        GoodFor::Reasons => (say!(i18n, diagnostics.reasons), say!(i18n, diagnostics.reasons_text)),
        GoodFor::Substitutes => {
            (say!(i18n, diagnostics.substitutes), say!(i18n, diagnostics.substitutes_text))
        }
        GoodFor::Picking => (say!(i18n, diagnostics.picking), say!(i18n, diagnostics.picking_text)),
    }
}

/// Whether a call was left alone because another one showed that asking could do harm: of one that
/// was asked and is not there, the status of its answer is known.
pub fn is_not_asked(call: &Capability) -> bool {
    call.outcome == Probed::NotOffered && call.status.is_none()
}

/// What came of trying a call: class, icon and word.
pub fn outcome(i18n: I18n, call: &Capability) -> (&'static str, &'static str, &'static str) {
    match call.outcome {
        _ if is_not_asked(call) => {
            ("st-canceled", "circle-minus", say!(i18n, diagnostics.not_asked))
        }
        Probed::NotTried => ("st-pending", "circle", say!(i18n, diagnostics.not_tried)),
        Probed::Offered => ("st-ok", "circle-check", say!(i18n, diagnostics.offered)),
        Probed::NotOffered => ("st-canceled", "circle-minus", say!(i18n, diagnostics.not_offered)),
        Probed::Failed(_) => ("st-warn", "triangle-alert", say!(i18n, diagnostics.failed)),
    }
}

/// How many calls came to what; what no call came to is left out.
pub fn counts(i18n: I18n, format: Format, rows: &[Capability]) -> Vec<String> {
    let Counts { offered, not_offered, not_asked, failed, not_tried } = Counts::of(rows);
    let number = |count: u32| format.number(count);
    let mut said = Vec::new();
    if offered > 0 {
        let number = number(offered);
        said.push(say!(i18n, diagnostics.count_offered, count = offered, number = number));
    }
    if not_offered > 0 {
        let number = number(not_offered);
        said.push(say!(i18n, diagnostics.count_not_offered, count = not_offered, number = number));
    }
    if not_asked > 0 {
        let number = number(not_asked);
        said.push(say!(i18n, diagnostics.count_not_asked, count = not_asked, number = number));
    }
    if failed > 0 {
        let number = number(failed);
        said.push(say!(i18n, diagnostics.count_failed, count = failed, number = number));
    }
    if not_tried > 0 {
        let number = number(not_tried);
        said.push(say!(i18n, diagnostics.count_not_tried, count = not_tried, number = number));
    }
    said
}

/// How many calls came to what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    offered: u32,
    not_offered: u32,
    not_asked: u32,
    failed: u32,
    not_tried: u32,
}

impl Counts {
    fn of(rows: &[Capability]) -> Self {
        let mut counts = Self::default();
        for row in rows {
            *match row.outcome {
                Probed::Offered => &mut counts.offered,
                _ if is_not_asked(row) => &mut counts.not_asked,
                Probed::NotOffered => &mut counts.not_offered,
                Probed::Failed(_) => &mut counts.failed,
                Probed::NotTried => &mut counts.not_tried,
            } += 1;
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use contract::{ObservedCall, Reason};

    use super::*;

    #[test]
    fn every_call_is_counted_once_by_what_came_of_it() {
        let failed = || Probed::Failed(Reason::Refused { status: 500 }.into());
        let outcomes = [
            (Probed::Offered, Some(200)),
            (Probed::NotOffered, Some(404)),
            (Probed::NotOffered, None),
            (failed(), Some(500)),
            (failed(), Some(500)),
            (Probed::NotTried, None),
        ];
        let rows: Vec<_> = ObservedCall::ALL
            .into_iter()
            .zip(outcomes)
            .map(|(call, (outcome, status))| Capability {
                call,
                good_for: call.good_for(),
                outcome,
                at: None,
                status,
            })
            .collect();
        let counts = Counts { offered: 1, not_offered: 1, not_asked: 1, failed: 2, not_tried: 1 };
        assert_eq!(Counts::of(&rows), counts);
        assert_eq!(Counts::of(&[]), Counts::default());
    }
}
