//! The columns of what waits and of the journal, and their records as rows.

use contract::{JournalEvent, JournalRow, Operation, OperationRow, OperationState};

use super::acts::{first_act, label};
use crate::components::grid::{Cell, Column, Content, Row};
use crate::format::{Format, seconds};
use crate::i18n::{I18n, say, text};
use crate::outbox_words as said;

/// The columns of what waits. It goes in its own order, so none sorts.
pub fn outbox_columns(i18n: I18n) -> Vec<Column> {
    let action = Column::new("action", text!(i18n, history.col_action), 5.5);
    vec![
        Column::new("state", text!(i18n, history.col_state), 1.75).symbol(),
        Column::new("since", text!(i18n, history.col_since), 4.75).unsorted().yields(3),
        Column::new("movement", text!(i18n, history.col_movement), 5.5).unsorted().yields(1),
        Column::new("what", text!(i18n, history.col_what), 7.75).unsorted(),
        Column::new("code", text!(i18n, history.col_code), 5.25).unsorted().yields(2),
        Column::new("detail", text!(i18n, history.col_detail), 8.5).unsorted().grows(),
        Column::new("standing", text!(i18n, history.col_standing), 10.5).unsorted().shares(),
        Column { quiet: true, ..action.unsorted() },
    ]
}

/// The columns of the journal.
pub fn journal_columns(i18n: I18n) -> Vec<Column> {
    vec![
        Column::new("at", text!(i18n, history.col_time), 6.5),
        Column::new("who", text!(i18n, history.col_who), 9.0).unsorted().yields(3),
        Column::new("movement", text!(i18n, history.col_movement), 5.5).unsorted().yields(1),
        Column::new("what", text!(i18n, history.col_what), 7.75).unsorted(),
        Column::new("code", text!(i18n, history.col_code), 5.25).unsorted(),
        Column::new("product", text!(i18n, history.col_product), 8.5).unsorted().yields(2).shares(),
        Column::new("change", text!(i18n, history.col_change), 7.0).unsorted().grows(),
        Column::new("result", text!(i18n, history.col_result), 7.75).unsorted().shares(),
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
        row.milliseconds.map_or(Content::Empty, |ms| Content::Dim(took(i18n, ms))),
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

/// What became what.
fn change(i18n: I18n, format: Format, row: &JournalRow) -> String {
    let detail = |o| said::detail(i18n, format, o, None);
    match (&row.before, &row.after) {
        // Its name is told beside it.
        _ if matches!(row.operation, Some(Operation::CreateMovement(_))) => {
            row.operation.as_ref().map(detail).unwrap_or_default()
        }
        (Some(before), Some(after)) => format!("{before} → {after}"),
        (None, Some(one)) | (Some(one), None) => one.clone(),
        (None, None) => row.operation.as_ref().map(detail).unwrap_or_default(),
    }
}

/// How long a request took: "212 ms", "2.1 s".
pub fn took(i18n: I18n, milliseconds: u32) -> String {
    if milliseconds < 1_000 {
        return say!(i18n, history.milliseconds, number = milliseconds);
    }
    say!(i18n, history.seconds, number = seconds(milliseconds))
}

/// A movement's code in mono, its name as text.
fn movement(title: &str) -> Content {
    match title {
        "" => Content::Empty,
        code if !code.contains(' ') && code.len() <= 12 => Content::Code(code.to_owned()),
        name => Content::Text(name.to_owned()),
    }
}
