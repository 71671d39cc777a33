//! What the panel says of a line: why something cannot be done with it, what would be done, in a
//! sentence.

use contract::{
    ChangeKind, Decision, EditProblem, LeftOut, LineItem, LineStatus, LineView, ReasonChoice,
    ReplacedDecisions, Source, Stock, Suggestion, WhyNot,
};

use super::form::DecisionProblem;
use crate::i18n::{I18n, say};
use crate::pages::movement::lines::notes::not_valid;
use crate::wording::format::Format;
use crate::wording::line_words::problem;
use crate::wording::outbox_words::decided;
use crate::wording::words;

/// Why a change cannot be made of a line.
pub fn why_not(i18n: I18n, kind: ChangeKind, why: &WhyNot) -> String {
    match why {
        WhyNot::Status(_) if kind == ChangeKind::Revert => say!(i18n, panel.not_decided).to_owned(),
        WhyNot::Status(
            status @ (LineStatus::Changed | LineStatus::Substituted | LineStatus::Canceled),
        ) => {
            let word = words::line_status(i18n, status).map_or("", |(_, _, word)| word);
            say!(i18n, panel.decided, status = word)
        }
        WhyNot::Status(status) => say!(i18n, failure.not_allowed, status = status.as_str()),
        WhyNot::NotInService => say!(i18n, panel.not_in_service).to_owned(),
        WhyNot::Deleted => say!(i18n, panel.is_deleted).to_owned(),
        WhyNot::Gone => say!(i18n, failure.gone).to_owned(),
        WhyNot::OnItsWay => say!(i18n, panel.on_its_way).to_owned(),
        WhyNot::UpdatesNotOffered => say!(i18n, failure.updates_not_offered).to_owned(),
    }
}

/// How many of the lines chosen are left out, and why.
pub fn left_out(i18n: I18n, format: Format, kind: ChangeKind, left_out: &LeftOut) -> String {
    let (count, number) = (left_out.lines, format.number(left_out.lines));
    let why = why_not(i18n, kind, &left_out.why);
    say!(i18n, panel.left_out, count = count, number = number, why = why)
}

/// What a suggestion rests on.
pub fn ground(i18n: I18n, format: Format, suggestion: &Suggestion) -> String {
    if let Some(refused) = &suggestion.refused {
        let day = format.day(crate::ipc::local_day(refused.at));
        let code = suggestion.product.code.clone().unwrap_or_default();
        let text = not_valid(i18n, &refused.text, &[code]);
        let text = text.unwrap_or_else(|| refused.text.clone());
        return say!(i18n, panel.refused, day = day, text = text);
    }
    let Some(used) = &suggestion.used else {
        // What the service lists need not be alike.
        let is_listed = suggestion.source == Source::Service;
        let said =
            if is_listed { say!(i18n, suggestion.not_used) } else { say!(i18n, panel.alike) };
        return said.to_owned();
    };
    let times = times(i18n, format, used.times);
    let last = match used.last.map(|day| format.day(day)) {
        Some(day) => say!(i18n, panel.last, times = times, day = day),
        None => times,
    };
    match &used.place {
        Some(place) => format!("{last}, {place}"),
        None => last,
    }
}

/// Whether the service allows a suggestion; `None` where it told no list.
pub fn allowed(i18n: I18n, suggestion: &Suggestion) -> Option<&'static str> {
    Some(match suggestion.allowed? {
        true => say!(i18n, suggestion.allowed),
        false => say!(i18n, suggestion.not_listed),
    })
}

/// What there is of a product, when the first of it expires, and how old that is.
pub fn stock(i18n: I18n, format: Format, stock: &Stock) -> String {
    let there = match stock.quantity {
        Some(pieces) => {
            let count = u32::try_from(pieces).unwrap_or(u32::MAX);
            say!(i18n, suggestion.stock, count = count, number = format.number(pieces))
        }
        None => say!(i18n, suggestion.no_number).to_owned(),
    };
    let as_of = say!(i18n, suggestion.as_of, time = format.moment(stock.as_of));
    match stock.expiry.map(|day| format.full_day(day)) {
        Some(day) => format!("{there}, {as_of}, {}", say!(i18n, suggestion.expires, day = day)),
        None => format!("{there}, {as_of}"),
    }
}

pub use crate::wording::words::reason_name;

/// The code of a reason, and where it is known from.
pub fn reason_code(i18n: I18n, choice: &ReasonChoice) -> String {
    format!("{}, {}", choice.code, words::source(i18n, choice.source))
}

/// How often it went before.
pub fn times(i18n: I18n, format: Format, times: u32) -> String {
    say!(i18n, panel.times, count = times, number = format.number(times))
}

/// What stands in the way, in the words of its field.
pub fn wrong(i18n: I18n, format: Format, wrong: &DecisionProblem) -> String {
    match wrong {
        DecisionProblem::Quantity(of) | DecisionProblem::RowQuantity(_, of) => {
            problem(i18n, format, of)
        }
        DecisionProblem::NoReason => problem(i18n, format, &EditProblem::NoReason),
        DecisionProblem::NoRows | DecisionProblem::NoProduct(_) => {
            say!(i18n, panel.no_product).to_owned()
        }
        DecisionProblem::UnknownProduct(_) => problem(i18n, format, &EditProblem::UnknownProduct),
        DecisionProblem::SameProduct(_) => say!(i18n, failure.same_product).to_owned(),
        DecisionProblem::Twice(_) => say!(i18n, panel.twice).to_owned(),
    }
}

/// That decisions not sent will be replaced.
pub fn replaces(i18n: I18n, format: Format, of: &ReplacedDecisions) -> Option<String> {
    let (count, number) = (of.lines, format.number(of.lines));
    match of.kind {
        ChangeKind::Revise => {
            Some(say!(i18n, panel.replaces_revised, count = count, number = number))
        }
        ChangeKind::Substitute => {
            Some(say!(i18n, panel.replaces_substituted, count = count, number = number))
        }
        _ => None,
    }
}

/// Which decisions not sent were replaced: "1 unsent substitution overwritten"; `None` where none was.
pub fn replaced(i18n: I18n, format: Format, all: &[ReplacedDecisions]) -> Option<String> {
    let one = |of: &ReplacedDecisions| {
        let (count, number) = (of.lines, format.number(of.lines));
        match of.kind {
            ChangeKind::Revise => {
                Some(say!(i18n, panel.replaced_revised, count = count, number = number))
            }
            ChangeKind::Substitute => {
                Some(say!(i18n, panel.replaced_substituted, count = count, number = number))
            }
            _ => None,
        }
    };
    let said: Vec<_> = all.iter().filter_map(one).collect();
    (!said.is_empty()).then(|| said.join(", "))
}

/// That so many lines will be canceled.
pub fn cancellation(i18n: I18n, format: Format, lines: u32, reason: &str) -> String {
    let (number, reason) = (format.number(lines), words::reason(i18n, reason));
    say!(i18n, panel.cancel_several, count = lines, number = number, reason = reason)
}

/// What a deletion does.
pub fn deletion(i18n: I18n, view: &LineView) -> String {
    let is_revised =
        view.as_in_service.as_ref().is_some_and(|line| line.status == LineStatus::Changed);
    String::from(if view.line.deleted {
        say!(i18n, panel.delete_not)
    } else if view.as_in_service.is_none() {
        say!(i18n, panel.delete_new)
    } else if is_revised {
        say!(i18n, panel.delete_changed)
    } else {
        say!(i18n, panel.delete_plain)
    })
}

/// What comes back.
pub fn reversion(i18n: I18n, format: Format, view: &LineView) -> String {
    let line = view.as_in_service.as_deref();
    match &view.decision {
        Some(Decision::Revert) => say!(i18n, panel.revert_not).to_owned(),
        Some(_) if line.is_some_and(LineItem::is_open) => say!(i18n, panel.revert_here).to_owned(),
        _ => format!("{}.", decided(i18n, format, &Decision::Revert, line)),
    }
}

#[cfg(test)]
mod tests {
    use contract::Language;
    use leptos::prelude::{Owner, untrack};

    use super::*;

    fn suggestion(source: Source, allowed: Option<bool>) -> Suggestion {
        let product = contract::ProductRef {
            id: "p1".into(),
            code: Some("CAN-1845".into()),
            name: None,
            description: None,
            category: None,
        };
        Suggestion { product, used: None, refused: None, allowed, stock: None, source }
    }

    fn in_english(test: impl FnOnce(I18n)) {
        Owner::new().with(|| untrack(|| test(I18n::of(Language::English))));
    }

    #[test]
    fn the_reason_of_lines_to_be_canceled_is_told_in_words() {
        in_english(|i18n| {
            let said = |lines, reason| cancellation(i18n, Format::plain(), lines, reason);
            assert_eq!(said(4, "CLINICAL"), "4 lines will be canceled, reason Clinical.");
            assert_eq!(said(1, "Broken seal"), "1 line will be canceled, reason Broken seal.");
        });
    }

    #[test]
    fn decisions_that_are_lost_are_counted_in_words() {
        in_english(|i18n| {
            let of = |kind, lines| ReplacedDecisions { kind, lines };
            let all = [of(ChangeKind::Substitute, 1), of(ChangeKind::Revise, 2)];
            let will: Vec<_> =
                all.iter().filter_map(|of| replaces(i18n, Format::plain(), of)).collect();
            let wanted = [
                "1 unsent substitution will be overwritten.",
                "2 unsent revisions will be overwritten.",
            ];
            assert_eq!(will, wanted);
            let said = replaced(i18n, Format::plain(), &all);
            let wanted = "1 unsent substitution overwritten, 2 unsent revisions overwritten";
            assert_eq!(said.as_deref(), Some(wanted));
            assert_eq!(replaced(i18n, Format::plain(), &[]), None);
        });
    }

    #[test]
    fn what_the_service_lists_is_not_said_to_be_alike() {
        in_english(|i18n| {
            let said = |one| ground(i18n, Format::plain(), &one);
            let listed = suggestion(Source::Service, Some(true));
            assert_eq!(said(listed), "never used as a substitute");
            let seen = suggestion(Source::Seen, None);
            assert_eq!(said(seen), "same category, never used as a substitute");
        });
    }

    #[test]
    fn whether_the_service_allows_it_is_said_only_where_it_told_a_list() {
        in_english(|i18n| {
            let word = |of| super::allowed(i18n, &suggestion(Source::Seen, of));
            assert_eq!(word(None), None);
            assert_eq!(word(Some(true)), Some("allowed by the service"));
            assert_eq!(word(Some(false)), Some("not on the service’s list of substitutes"));
        });
    }

    #[test]
    fn a_reason_is_told_in_the_services_words_and_its_code_with_where_it_is_from() {
        in_english(|i18n| {
            let reason = |text: Option<&str>, source| ReasonChoice {
                code: "STOCKOUT".into(),
                own: false,
                text: text.map(str::to_owned),
                source,
                kinds: Vec::new(),
            };
            let told = reason(Some("Stock out"), Source::Service);
            assert_eq!(reason_name(i18n, &told), "Stock out");
            assert_eq!(reason_code(i18n, &told), "STOCKOUT, from the service");
            let own = reason(None, Source::Site);
            assert_eq!(reason_name(i18n, &own), "Stockout");
            assert_eq!(reason_code(i18n, &own), "STOCKOUT, added on this computer");
        });
    }
}
