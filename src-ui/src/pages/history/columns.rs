//! The columns of what waits and of the journal, and their records as rows.

use contract::{JournalEvent, JournalRow, LineChange, Operation, OperationRow, OperationState};

use super::actions::{first_act, label};
use crate::components::grid::{Cell, Column, Content, Row};
use crate::i18n::{I18n, say, text};
use crate::wording::format::Format;
use crate::wording::outbox_words as said;
use crate::wording::words;

/// The columns of what waits. It goes in its own order, so none sorts.
pub fn outbox_columns(i18n: I18n) -> Vec<Column> {
    let action = Column::new("action", text!(i18n, history.col_action), 5.5);
    vec![
        Column::new("state", text!(i18n, history.col_state), 1.75).symbol(),
        Column::new("since", text!(i18n, history.col_since), 4.75).unsorted().yields(3),
        Column::new("movement", text!(i18n, history.col_movement), 5.5).unsorted().yields(1),
        Column::new("what", text!(i18n, history.col_what), 8.75).unsorted(),
        Column::new("code", text!(i18n, history.col_code), 5.25).unsorted().yields(2),
        Column::new("detail", text!(i18n, history.col_detail), 9.75).unsorted().shares(),
        Column::new("standing", text!(i18n, history.col_standing), 11.5).unsorted().grows(),
        Column { quiet: true, ..action.unsorted() },
    ]
}

/// The columns of the journal.
pub fn journal_columns(i18n: I18n) -> Vec<Column> {
    vec![
        Column::new("at", text!(i18n, history.col_time), 6.5),
        Column::new("who", text!(i18n, history.col_who), 9.0).unsorted().yields(3),
        Column::new("movement", text!(i18n, history.col_movement), 5.5).unsorted().yields(1),
        Column::new("what", text!(i18n, history.col_what), 8.75).unsorted(),
        Column::new("code", text!(i18n, history.col_code), 5.25).unsorted(),
        Column::new("product", text!(i18n, history.col_product), 8.5).unsorted().yields(2).shares(),
        Column::new("change", text!(i18n, history.col_change), 9.0).unsorted().shares(),
        Column::new("result", text!(i18n, history.col_result), 9.0).unsorted().grows(),
        Column::new("took", text!(i18n, history.col_took), 4.25).number().unsorted().yields(4),
    ]
}

/// An operation as a row of what waits.
pub fn draw_operation(i18n: I18n, format: Format, row: &OperationRow) -> Row {
    let line = row.line.as_deref();
    let (class, icon, word) = said::state(i18n, &row.state);
    let contents = [
        Content::Symbol(said::symbol(i18n, &row.state)),
        Content::Dim(format.exact(row.kept)),
        movement(&row.title),
        Content::Text(said::what(i18n, &row.operation).to_owned()),
        said::code(&row.operation, line).map_or(Content::Empty, Content::Code),
        Content::Text(said::detail(i18n, format, &row.operation, line)),
        Content::Status(class, icon, word),
        first_act(row).map_or(Content::Empty, |act| Content::Press(label(i18n, act).to_owned())),
    ];
    let class = match row.state {
        OperationState::Stuck(_) => "is-refused",
        OperationState::Conflict(_) | OperationState::Unknown(_) => "is-attn",
        OperationState::Sending => "is-sending",
        _ => "",
    };
    let cells = contents.into_iter().map(Cell::from).collect();
    Row::record(row.key.to_string(), cells).class(class)
}

/// An entry of the journal as a row.
pub fn draw_entry(i18n: I18n, format: Format, row: &JournalRow) -> Row {
    // A creation is told in full only when it is asked for and when it has ended.
    let what = row.operation.as_ref().map_or(say!(i18n, outbox.create), |o| said::what(i18n, o));
    let (class, icon, mut word) = said::event(i18n, row.event);
    if let (JournalEvent::Refused, Some(failure)) = (row.event, &row.failure) {
        word = said::refused(i18n, failure);
    }
    let contents = [
        Content::Dim(format.exact(row.at)),
        Content::Text(who(row)),
        movement(&row.title),
        Content::Text(what.to_owned()),
        row.code.clone().map_or(Content::Empty, Content::Code),
        row.product.clone().map_or(Content::Empty, Content::Name),
        Content::Text(change(i18n, format, row)),
        Content::Status(class, icon, word),
        row.milliseconds.map_or(Content::Empty, |ms| Content::Dim(took(i18n, format, ms))),
    ];
    Row::record(row.key.to_string(), contents.into_iter().map(Cell::from).collect())
}

/// Whose change it is: the person, where known, beside the name they sign in by.
pub fn who(row: &JournalRow) -> String {
    match &row.person {
        Some(person) => format!("{person} ({})", row.who),
        None => row.who.clone(),
    }
}

/// What became what, in words.
fn change(i18n: I18n, format: Format, row: &JournalRow) -> String {
    let detail = |operation: &Operation| said::detail(i18n, format, operation, None);
    let (before, after) = (row.before.as_deref(), row.after.as_deref());
    let in_words = |told: &str| pieces_and_reason(i18n, format, told);
    match &row.operation {
        // Its name is told beside it.
        Some(made @ Operation::CreateMovement(_)) => detail(made),
        // What ships stays as it is: nothing becomes another number.
        Some(Operation::Pick { picks, .. }) => {
            let ships = before.and_then(|told| pieces_of(told).0.parse::<i64>().ok());
            said::picking(i18n, format, picks, ships)
        }
        // What was decided says itself what comes of it: "→ 6, Clinical".
        Some(decided @ Operation::ChangeLine(change)) if is_decision(change) => {
            let before = before.map(in_words).map(|before| format!("{before} "));
            before.unwrap_or_default() + &detail(decided)
        }
        // Of a line that only got another place no number became another.
        Some(
            moved @ Operation::ChangeLine(LineChange::Update {
                product: None, quantity: None, ..
            }),
        ) => detail(moved),
        Some(Operation::ChangeLine(_)) if before.is_some() || after.is_some() => {
            from_to(before.map(in_words), after.map(in_words))
        }
        other if before.is_none() && after.is_none() => {
            other.as_ref().map(detail).unwrap_or_default()
        }
        _ => from_to(before.map(str::to_owned), after.map(str::to_owned)),
    }
}

/// Whether its words tell what comes of a line, and why.
fn is_decision(change: &LineChange) -> bool {
    matches!(
        change,
        LineChange::Revise { .. } | LineChange::Substitute { .. } | LineChange::Cancel { .. }
    )
}

fn from_to(before: Option<String>, after: Option<String>) -> String {
    match (before, after) {
        (Some(before), Some(after)) => format!("{before} → {after}"),
        (one, other) => one.or(other).unwrap_or_default(),
    }
}

/// Pieces and reason of a line, as an entry has them ("6, CLINICAL"), in words.
fn pieces_and_reason(i18n: I18n, format: Format, told: &str) -> String {
    let (pieces, reason) = pieces_of(told);
    let pieces = match pieces.parse::<i64>() {
        Ok(number) => format.number(number),
        Err(_) => pieces.to_owned(),
    };
    match reason {
        Some(reason) => format!("{pieces}, {}", words::reason(i18n, reason)),
        None => pieces,
    }
}

fn pieces_of(told: &str) -> (&str, Option<&str>) {
    told.split_once(", ").map_or((told, None), |(pieces, reason)| (pieces, Some(reason)))
}

/// How long a request took: "212 ms", "2.1 s".
pub fn took(i18n: I18n, format: Format, milliseconds: u32) -> String {
    if milliseconds < 1_000 {
        return say!(i18n, history.milliseconds, number = milliseconds);
    }
    say!(i18n, history.seconds, number = format.seconds(milliseconds))
}

/// A movement's code in mono, its name as text.
fn movement(title: &str) -> Content {
    match title {
        "" => Content::Empty,
        code if !code.contains(' ') && code.len() <= 12 => Content::Code(code.to_owned()),
        name => Content::Text(name.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use contract::Language;
    use leptos::prelude::{Owner, untrack};
    use serde_json::{Value, json};

    use super::*;

    /// What an entry is said in English to have changed.
    fn said(operation: &Value, before: Option<&str>, after: Option<&str>) -> String {
        let row = json!({
            "entry": 1, "at": "2026-11-20T12:00:00Z", "who": "ana", "person": null,
            "key": "01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f", "movement": null, "title": "",
            "code": null, "event": "sent", "operation": operation, "before": before,
            "after": after, "failure": null, "milliseconds": null,
        });
        let row: JournalRow = serde_json::from_value(row).unwrap();
        Owner::new().with(|| {
            let i18n = I18n::of(Language::English);
            untrack(|| change(i18n, Format::plain(), &row))
        })
    }

    fn pick(id: Option<&str>, quantity: u32) -> Value {
        json!({ "id": id, "inventory_item": "lot", "quantity": quantity })
    }

    #[test]
    fn a_pick_is_told_as_what_is_taken_of_what_ships() {
        let of = |picks: Value| json!({ "pick": { "item": "i", "picks": picks } });
        let two = of(json!([pick(None, 12), pick(None, 10)]));
        assert_eq!(said(&two, Some("43"), Some("12 + 10")), "Pick 12 + 10 of 43");
        assert_eq!(said(&two, Some("43, CLINICAL"), Some("12 + 10")), "Pick 12 + 10 of 43");
        assert_eq!(said(&two, None, Some("12 + 10")), "Pick 12 + 10");
        let changed = of(json!([pick(Some("a"), 4), pick(Some("b"), 0)]));
        assert_eq!(said(&changed, Some("43"), Some("4 + 0")), "Change 1 pick, remove 1 pick");
    }

    #[test]
    fn a_decision_is_told_with_its_reasons_in_words() {
        let line = |change: Value| json!({ "change_line": change });
        let revise = |quantity: u32| {
            let of = json!({ "item": "i", "quantity": quantity, "reason_code": "CLINICAL" });
            line(json!({ "revise": of }))
        };
        assert_eq!(said(&revise(6), Some("43"), Some("6, CLINICAL")), "43 → 6, Clinical");
        let again = said(&revise(5), Some("6, STOCKOUT"), Some("5, CLINICAL"));
        assert_eq!(again, "6, Stockout → 5, Clinical");
        let with = json!([{ "product": { "id": "p", "code": "CAN-1845" }, "quantity": 5 }]);
        let with = json!({ "item": "i", "with": with, "reason_code": "STOCKOUT" });
        let substitute = line(json!({ "substitute": with }));
        let said_of_it = said(&substitute, Some("43"), Some("5 × CAN-1845, STOCKOUT"));
        assert_eq!(said_of_it, "43 → 5 × CAN-1845, Stockout");
        let revert = line(json!({ "revert": { "item": "i" } }));
        assert_eq!(said(&revert, Some("6, CLINICAL"), Some("43")), "6, Clinical → 43");
        let delete = line(json!({ "delete": { "item": "i" } }));
        assert_eq!(said(&delete, Some("43"), None), "43");
    }

    #[test]
    fn a_line_that_was_moved_is_told_by_its_place() {
        let moved = json!({ "item": "i", "sort_order": 7 });
        let moved = json!({ "change_line": { "update": moved } });
        assert_eq!(said(&moved, Some("43"), None), "position 7");
        let more = json!({ "item": "i", "quantity": 50, "sort_order": 7 });
        let more = json!({ "change_line": { "update": more } });
        assert_eq!(said(&more, Some("43"), Some("50")), "43 → 50");
    }

    #[test]
    fn a_name_with_a_comma_stays_a_name() {
        let header = json!({ "update_header": { "name": "Weekly, NORTH" } });
        let said = said(&header, Some("Weekly, SOUTH"), Some("Weekly, NORTH"));
        assert_eq!(said, "Weekly, SOUTH → Weekly, NORTH");
    }
}
