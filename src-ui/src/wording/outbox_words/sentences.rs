//! A change of a line as a sentence, without its full stop: "Quantity from 30 to 40",
//! "Replace 80 × CAN-1832 with 56 × CAN-1845 and 20 × CAN-1830, reason Stockout". Shown in the line
//! panel before the user decides, and in the changes drawer before the change is sent; of picks
//! also in the journal.

use contract::{
    ChangeKind, Decision, LineChange, LineItem, Pick, PlannedChange, ProductRef, Substitute,
};

use crate::i18n::{I18n, say};
use crate::wording::format::{Format, capitalised, coded};
use crate::wording::words;

/// Instructions about one line, in their order; `line` is how it was before them.
pub fn sentence(
    i18n: I18n,
    format: Format,
    instructions: &[LineChange],
    line: Option<&LineItem>,
) -> String {
    let says = |change: &LineChange| one(i18n, format, change, line);
    match instructions {
        // What goes now is taken back by the same request; what comes instead says enough.
        [LineChange::Revert { .. }, after @ LineChange::Substitute { .. }] => says(after),
        [LineChange::Revert { .. }, LineChange::Delete { .. }] => {
            say!(i18n, sentence.revert_delete).to_owned()
        }
        all => all.iter().map(says).collect::<Vec<_>>().join(" · "),
    }
}

/// A decision about a line as it is before it.
pub fn decided(i18n: I18n, format: Format, decision: &Decision, line: Option<&LineItem>) -> String {
    let asked = || line.and_then(|line| Some((line.quantity_requested?, &line.product)));
    let asked = || asked().map(|(pieces, product)| portion(format, pieces, product));
    let (said, reason) = match decision {
        Decision::Revise { quantity: 0, reason_code, .. }
        | Decision::Cancel { reason_code, .. } => {
            let said = match asked() {
                Some(what) => say!(i18n, sentence.cancel, what = what),
                None => say!(i18n, sentence.cancel_line).to_owned(),
            };
            (said, reason_code)
        }
        Decision::Revise { quantity, reason_code, .. } => {
            let after = format.number(*quantity);
            let before = line.and_then(|line| line.quantity_requested);
            let said = match before.map(|before| format.number(before)) {
                Some(before) => say!(i18n, sentence.revise, before = before, after = after),
                None => say!(i18n, sentence.revise_to, after = after),
            };
            (said, reason_code)
        }
        Decision::Substitute { with, reason_code, .. } => {
            let with = instead(i18n, format, with);
            let said = match goes_now(i18n, format, line).or_else(asked) {
                Some(what) => say!(i18n, sentence.replace, what = what, with = with),
                None => say!(i18n, sentence.replace_with, with = with),
            };
            (said, reason_code)
        }
        Decision::Revert => {
            return match asked() {
                Some(what) => say!(i18n, sentence.revert, what = what),
                None => say!(i18n, sentence.revert_line).to_owned(),
            };
        }
    };
    because(i18n, said, reason)
}

/// Picks of a line of which so many pieces ship, where that is known: "Pick 12 + 10 of 43, remove 1
/// pick".
pub fn picking(i18n: I18n, format: Format, picks: &[Pick], ships: Option<i64>) -> String {
    let made = picks.iter().filter(|pick| pick.id.is_none());
    let made: Vec<_> = made.map(|pick| format.number(pick.quantity)).collect();
    let mut said = Vec::new();
    if !made.is_empty() {
        let number = made.join(" + ");
        said.push(match ships.map(|ships| format.number(ships)) {
            Some(of) => say!(i18n, sentence.pick_of, number = number, of = of),
            None => say!(i18n, sentence.pick, number = number),
        });
    }
    said.extend(changed_picks(i18n, format, picks));
    capitalised(&said.join(", "))
}

/// What becomes of picks that were made before: "change 1 pick", "remove 1 pick".
pub fn changed_picks<'a>(
    i18n: I18n,
    format: Format,
    picks: impl IntoIterator<Item = &'a Pick>,
) -> Vec<String> {
    let (mut changed, mut removed) = (0_u32, 0_u32);
    for pick in picks.into_iter().filter(|pick| pick.id.is_some()) {
        let count = if pick.quantity == 0 { &mut removed } else { &mut changed };
        *count += 1;
    }
    let mut said = Vec::new();
    if changed > 0 {
        said.push(say!(i18n, pick.says_changes, count = changed, number = format.number(changed)));
    }
    if removed > 0 {
        let number = format.number(removed);
        said.push(say!(i18n, pick.says_takes_back, count = removed, number = number));
    }
    said
}

/// What was typed of a line that cannot be sent like this: "Add 4 × NOPE-999"; `None` of a decision.
pub fn typed(i18n: I18n, change: &PlannedChange) -> Option<String> {
    let quantity = change.quantity_typed.as_deref().filter(|typed| !typed.trim().is_empty());
    let typed = change.code_typed.as_deref().filter(|typed| !typed.trim().is_empty());
    match change.kind {
        ChangeKind::Create => {
            let code = typed.or_else(|| change.product.as_ref().map(code));
            let what = match (quantity, code) {
                (Some(quantity), Some(code)) => format!("{quantity} × {code}"),
                (quantity, code) => quantity.or(code)?.to_owned(),
            };
            Some(say!(i18n, sentence.add, what = what))
        }
        ChangeKind::Update => {
            let product = typed.map(|code| say!(i18n, sentence.set_product, code = code));
            let quantity = quantity.map(|after| say!(i18n, sentence.set_to, after = after));
            let all: Vec<_> = [product, quantity].into_iter().flatten().collect();
            (!all.is_empty()).then(|| all.join(" · "))
        }
        _ => None,
    }
}

/// What was decided about a line, as a conflict has it ("CHANGED 3 STOCKOUT"): "changed to 3, reason
/// Stockout"; `None` of a status without words.
pub fn settled(i18n: I18n, format: Format, told: &str) -> Option<String> {
    let words: Vec<&str> = told.split_whitespace().collect();
    let (status, mut rest) = words.split_first()?;
    let (mut pieces, mut portions) = (None, Vec::new());
    while let Some(number) = rest.first().and_then(|word| word.parse::<i64>().ok()) {
        rest = match rest {
            [_, "×", code, after @ ..] => {
                portions.push(format!("{} × {code}", format.number(number)));
                after
            }
            [_, after @ ..] if pieces.is_none() => {
                pieces = Some(number);
                after
            }
            _ => break,
        };
    }
    let said = match *status {
        "PENDING" => say!(i18n, conflict.pending).to_owned(),
        "CANCELED" => say!(i18n, conflict.canceled).to_owned(),
        "CHANGED" => say!(i18n, conflict.changed, number = format.number(pieces?)),
        "SUBSTITUTED" if !portions.is_empty() => {
            say!(i18n, conflict.substituted, with = listed(i18n, portions))
        }
        _ => return None,
    };
    Some(because(i18n, said, &rest.join(" ")))
}

/// With its reason, where there is one.
fn because(i18n: I18n, said: String, reason: &str) -> String {
    match reason.trim() {
        "" => said,
        code => say!(i18n, sentence.because, what = said, reason = words::reason(i18n, code)),
    }
}

/// The decision an instruction carries out, where it is one.
pub fn decision_of(change: &LineChange) -> Option<Decision> {
    match change.clone() {
        LineChange::Revise { quantity, reason_code, comments, .. } => {
            Some(Decision::Revise { quantity, reason_code, comments })
        }
        LineChange::Substitute { with, reason_code, comments, .. } => {
            Some(Decision::Substitute { with, reason_code, comments })
        }
        LineChange::Cancel { reason_code, comments, .. } => {
            Some(Decision::Cancel { reason_code, comments })
        }
        LineChange::Revert { .. } => Some(Decision::Revert),
        LineChange::Create { .. } | LineChange::Update { .. } | LineChange::Delete { .. } => None,
    }
}

fn one(i18n: I18n, format: Format, change: &LineChange, line: Option<&LineItem>) -> String {
    match change {
        LineChange::Create { product, quantity, .. } => {
            let named = product.name.as_deref().or(product.code.as_deref());
            let named = named.unwrap_or(product.id.as_str());
            let what = format!("{} × {named}", format.number(*quantity));
            say!(i18n, sentence.add, what = what)
        }
        LineChange::Update { product, quantity, sort_order, .. } => {
            let product = product
                .as_ref()
                .map(|product| say!(i18n, sentence.set_product, code = coded(code(product))));
            let before = line.and_then(|line| line.quantity_requested);
            let quantity = quantity.map(|after| {
                let after = format.number(after);
                match before.map(|before| format.number(before)) {
                    Some(before) => say!(i18n, sentence.set, before = before, after = after),
                    None => say!(i18n, sentence.set_to, after = after),
                }
            });
            let place = sort_order.map(|_| say!(i18n, sentence.move_line).to_owned());
            [product, quantity, place].into_iter().flatten().collect::<Vec<_>>().join(" · ")
        }
        LineChange::Delete { .. } => say!(i18n, sentence.delete).to_owned(),
        decided => {
            let decision = decision_of(decided);
            decision.map(|of| self::decided(i18n, format, &of, line)).unwrap_or_default()
        }
    }
}

/// What goes instead of a line now.
fn goes_now(i18n: I18n, format: Format, line: Option<&LineItem>) -> Option<String> {
    let children = &line?.substitutions;
    let portions = children
        .iter()
        .map(|child| portion(format, child.quantity_requested.unwrap_or_default(), &child.product));
    (!children.is_empty()).then(|| listed(i18n, portions.collect()))
}

fn instead(i18n: I18n, format: Format, with: &[Substitute]) -> String {
    let portions = with.iter().map(|one| portion(format, one.quantity.into(), &one.product));
    listed(i18n, portions.collect())
}

fn portion(format: Format, pieces: i64, product: &ProductRef) -> String {
    // Number and code stay together where the sentence is broken.
    format!("{}\u{a0}×\u{a0}{}", format.number(pieces), coded(code(product)))
}

fn code(product: &ProductRef) -> &str {
    product.code.as_deref().unwrap_or(product.id.as_str())
}

/// "a, b and c".
fn listed(i18n: I18n, mut all: Vec<String>) -> String {
    let last = all.pop().unwrap_or_default();
    if all.is_empty() {
        return last;
    }
    say!(i18n, sentence.and, list = all.join(", "), last = last)
}

#[cfg(test)]
mod tests {
    use contract::Language;
    use leptos::prelude::*;
    use serde_json::{Value, json};

    use super::*;
    use crate::wording::format::code_parts;

    fn line(more: Value) -> LineItem {
        let mut line = json!({
            "id": "i", "product": { "id": "p", "code": "CAN-1832" }, "status": "PENDING",
            "quantity_requested": 80, "substitutions": [],
        });
        line.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        serde_json::from_value(line).unwrap()
    }

    /// What is said in English of instructions about a line, as it is read.
    fn said(instructions: Value, line: Option<LineItem>) -> String {
        as_read(said_as_drawn(instructions, line))
    }

    /// Without what sets codes apart and keeps them with their number.
    fn as_read(said: String) -> String {
        let said = said.replace('\u{a0}', " ");
        code_parts(&said).into_iter().map(|(_, part)| part).collect()
    }

    fn said_as_drawn(instructions: Value, line: Option<LineItem>) -> String {
        let instructions: Vec<LineChange> = serde_json::from_value(instructions).unwrap();
        Owner::new().with(|| {
            let i18n = I18n::of(Language::English);
            untrack(|| sentence(i18n, Format::plain(), &instructions, line.as_ref()))
        })
    }

    #[test]
    fn codes_are_set_as_such_and_stay_with_their_number() {
        let said = said_as_drawn(json!([substitute(&[("CAN-1845", 56)])]), None);
        let expected = [
            (false, "Replace with 56\u{a0}×\u{a0}"),
            (true, "CAN-1845"),
            (false, ", reason Stockout"),
        ];
        assert_eq!(code_parts(&said), expected);
    }

    fn with(codes: &[(&str, u32)]) -> Value {
        let one = |(code, quantity): &(&str, u32)| json!({ "product": { "id": code, "code": code }, "quantity": quantity });
        codes.iter().map(one).collect()
    }

    fn substitute(codes: &[(&str, u32)]) -> Value {
        json!({ "substitute": { "item": "i", "with": with(codes), "reason_code": "STOCKOUT" } })
    }

    #[test]
    fn each_kind_of_change_has_its_sentence() {
        let pending = || Some(line(json!({})));
        let update = json!([{ "update": { "item": "i", "quantity": 40 } }]);
        assert_eq!(said(update, pending()), "Quantity from 80 to 40");
        let revise =
            json!([{ "revise": { "item": "i", "quantity": 12, "reason_code": "CLINICAL" } }]);
        assert_eq!(said(revise, pending()), "Revise from 80 to 12, reason Clinical");
        let cancel = json!([{ "cancel": { "item": "i", "reason_code": "BECAUSE" } }]);
        assert_eq!(said(cancel, pending()), "Cancel 80 × CAN-1832, reason Because");
        let add = json!([{ "create": { "product": { "id": "n", "name": "Needle, 23G" },
            "quantity": 100 } }]);
        assert_eq!(said(add, None), "Add 100 × Needle, 23G");
        assert_eq!(said(json!([{ "delete": { "item": "i" } }]), pending()), "Delete the line");
    }

    #[test]
    fn several_products_are_told_one_after_another() {
        let two = substitute(&[("CAN-1845", 56), ("CAN-1830", 20)]);
        let expected =
            "Replace 80 × CAN-1832 with 56 × CAN-1845 and 20 × CAN-1830, reason Stockout";
        assert_eq!(said(json!([two]), Some(line(json!({})))), expected);
        let three = substitute(&[("A", 1), ("B", 2), ("C", 3)]);
        let expected = "Replace with 1 × A, 2 × B and 3 × C, reason Stockout";
        assert_eq!(said(json!([three]), None), expected);
    }

    #[test]
    fn what_goes_now_is_replaced_in_one_sentence() {
        let child = json!({
            "id": "c", "product": { "id": "q", "code": "CAN-1845" }, "status": "APPROVED",
            "quantity_requested": 80, "substitutions": [],
        });
        let line = line(json!({ "status": "SUBSTITUTED", "substitutions": [child] }));
        let again = json!([{ "revert": { "item": "i" } }, substitute(&[("CAN-1830", 80)])]);
        let expected = "Replace 80 × CAN-1845 with 80 × CAN-1830, reason Stockout";
        assert_eq!(said(again, Some(line)), expected);
    }

    #[test]
    fn a_revised_line_is_reverted_and_deleted_in_one_sentence() {
        let changed = line(json!({ "status": "CHANGED", "quantity_revised": 60 }));
        let delete = json!([{ "revert": { "item": "i" } }, { "delete": { "item": "i" } }]);
        assert_eq!(said(delete, Some(changed.clone())), "Revert the line, then delete it");
        let revert = said(json!([{ "revert": { "item": "i" } }]), Some(changed));
        assert_eq!(revert, "Revert: ship 80 × CAN-1832 as requested");
    }

    #[test]
    fn nothing_is_said_of_instructions_that_are_not_there() {
        assert_eq!(said(json!([]), Some(line(json!({})))), "");
    }

    #[test]
    fn what_was_decided_on_the_other_side_is_told_in_words() {
        let said = |told: &str| {
            let i18n = || I18n::of(Language::English);
            Owner::new().with(|| untrack(|| settled(i18n(), Format::plain(), told).map(as_read)))
        };
        assert_eq!(said("CHANGED 3 STOCKOUT").unwrap(), "revised to 3, reason Stockout");
        assert_eq!(said("CANCELED BECAUSE").unwrap(), "canceled, reason Because");
        assert_eq!(said("CANCELED 0 OUT OF DATE").unwrap(), "canceled, reason Out of date");
        assert_eq!(said("PENDING").unwrap(), "pending");
        let swapped = said("SUBSTITUTED 5 × GLV-3065 2 × GLV-3070 STOCKOUT").unwrap();
        assert_eq!(swapped, "replaced by 5 × GLV-3065 and 2 × GLV-3070, reason Stockout");
        assert_eq!((said("PICKED"), said("CHANGED"), said("")), (None, None, None));
    }

    #[test]
    fn what_cannot_be_sent_is_told_as_it_was_typed() {
        let said = |kind: &str, code: Option<&str>, quantity: Option<&str>| {
            let change = json!({
                "row": "l:a", "number": 1, "product": null, "kind": kind, "header": null,
                "instructions": [], "before": null, "after": null, "stand": "ready",
                "code_typed": code, "quantity_typed": quantity,
            });
            let change: PlannedChange = serde_json::from_value(change).unwrap();
            Owner::new().with(|| untrack(|| typed(I18n::of(Language::English), &change)))
        };
        let both = said("create", Some("NOPE-999"), Some("4"));
        assert_eq!(both.as_deref(), Some("Add 4 × NOPE-999"));
        assert_eq!(said("create", None, Some("4x")).as_deref(), Some("Add 4x"));
        assert_eq!(said("create", None, None), None);
        let update = said("update", None, Some("2.5"));
        assert_eq!(update.as_deref(), Some("Change quantity to 2.5"));
        assert_eq!(said("cancel", None, None), None);
    }
}
