//! What an operation asks for and where it stands, in words: "Revise", "200 → 120, Stockout",
//! "Refused". Used by the history, the movement page and the sheets about one operation.
//! Deliberately absent: what can be done about it, which the pages offer.

mod sentences;

use std::iter;

use contract::{
    Failure, HeaderFields, JournalEvent, LineChange, LineItem, NewMovement, Operation,
    OperationRow, OperationState, PreviewLine, Reason, StartFrom, Substitute,
};

use crate::components::grid::Symbol;
use crate::i18n::{I18n, say};
use crate::wording::format::Format;
use crate::wording::words;

pub use sentences::{changed_picks, decided, decision_of, picking, sentence, settled, typed};

/// Class, icon and word of a status.
pub type Status = (&'static str, &'static str, String);

/// A field of what is changed: its name, how it was, how it is to be.
pub type Change = (String, Option<String>, String);

/// What kind of change it is, in a word or two.
pub fn what(i18n: I18n, operation: &Operation) -> &'static str {
    match operation {
        Operation::CreateMovement(_) => say!(i18n, outbox.create),
        Operation::UpdateHeader(_) => say!(i18n, outbox.header),
        Operation::ChangeLine(change) => match change {
            LineChange::Create { .. } => say!(i18n, outbox.add),
            LineChange::Update { .. } => say!(i18n, outbox.update),
            LineChange::Revise { .. } => say!(i18n, outbox.revise),
            LineChange::Substitute { .. } => say!(i18n, outbox.substitute),
            LineChange::Cancel { .. } => say!(i18n, outbox.cancel),
            LineChange::Revert { .. } => say!(i18n, outbox.revert),
            LineChange::Delete { .. } => say!(i18n, outbox.delete),
        },
        Operation::Pick { .. } => say!(i18n, outbox.pick),
        Operation::CreateCategory { .. } => say!(i18n, outbox.category),
    }
}

/// What it is and what it is about: "Revise SYR-1010", "New category Dressings".
pub fn title(i18n: I18n, row: &OperationRow) -> String {
    let about = code(&row.operation, row.line.as_deref()).unwrap_or_else(|| row.title.clone());
    let about = match &row.operation {
        Operation::CreateCategory { name } => name.clone(),
        _ => about,
    };
    format!("{} {about}", what(i18n, &row.operation)).trim_end().to_owned()
}

/// The code of the product it is about, where it is about one.
pub fn code(operation: &Operation, line: Option<&LineItem>) -> Option<String> {
    let product = match operation {
        Operation::ChangeLine(LineChange::Create { product, .. }) => Some(product),
        _ => line.map(|line| &line.product),
    }?;
    product.code.clone().or_else(|| product.name.clone())
}

/// What is to become what: "200 → 120, Stockout".
pub fn detail(
    i18n: I18n,
    format: Format,
    operation: &Operation,
    line: Option<&LineItem>,
) -> String {
    match operation {
        Operation::CreateMovement(form) => start(i18n, format, form),
        Operation::CreateCategory { name } => name.clone(),
        Operation::UpdateHeader(fields) => {
            let fields = header(i18n, format, fields).into_iter();
            let said = |(label, value): (_, String)| {
                say!(i18n, app.labelled, label = label, value = value)
            };
            fields.map(said).collect::<Vec<_>>().join(" · ")
        }
        Operation::Pick { picks, .. } => {
            let pieces = picks.iter().map(|pick| i64::from(pick.quantity)).sum::<i64>();
            let places = u32::try_from(picks.len()).unwrap_or(u32::MAX);
            say!(i18n, outbox.picked, count = places, number = format.number(pieces))
        }
        Operation::ChangeLine(change) => of_line(i18n, format, change, line),
    }
}

/// The fields it changes, each with how it was and how it is to be.
pub fn changes(i18n: I18n, format: Format, row: &OperationRow) -> Vec<Change> {
    let line = row.line.as_deref();
    let ship = || say!(i18n, movement.col_ship).to_owned();
    let was = || line.and_then(LineItem::quantity_to_ship).map(|number| format.number(number));
    let called = |code: &str| words::reason(i18n, code);
    let before = line.and_then(|line| line.reason_code.as_deref()).map(called);
    let reason =
        |code: &str| (say!(i18n, movement.col_reason).into(), before.clone(), called(code));
    let comment = |text: &Option<String>| {
        let text = text.clone().filter(|text| !text.trim().is_empty())?;
        let label = say!(i18n, movement.col_comment).to_owned();
        Some((label, line.and_then(|l| l.comments.clone()), text))
    };
    match &row.operation {
        Operation::CreateMovement(form) => created(i18n, format, form),
        Operation::UpdateHeader(fields) => {
            let before = row.header.as_ref().map(|before| header(i18n, format, before));
            let before = before.unwrap_or_default();
            let known = |label| before.iter().find(|(known, _)| *known == label);
            let after = header(i18n, format, fields).into_iter();
            after.map(|(l, v)| (l.to_owned(), known(l).map(|(_, v)| v.clone()), v)).collect()
        }
        Operation::ChangeLine(LineChange::Revise { quantity, reason_code, comments, .. }) => {
            let ships = (ship(), was(), format.number(*quantity));
            [Some(ships), Some(reason(reason_code)), comment(comments)]
                .into_iter()
                .flatten()
                .collect()
        }
        Operation::ChangeLine(LineChange::Substitute { with, reason_code, comments, .. }) => {
            let ships = (ship(), was(), instead(format, with));
            [Some(ships), Some(reason(reason_code)), comment(comments)]
                .into_iter()
                .flatten()
                .collect()
        }
        Operation::ChangeLine(LineChange::Cancel { reason_code, comments, .. }) => {
            let ships = (ship(), was(), format.number(0));
            [Some(ships), Some(reason(reason_code)), comment(comments)]
                .into_iter()
                .flatten()
                .collect()
        }
        other => {
            let detail = detail(i18n, format, other, line);
            vec![(what(i18n, other).into(), None, detail)]
        }
    }
}

/// A movement's own fields that are given, each with its name.
pub fn header(i18n: I18n, format: Format, of: &HeaderFields) -> Vec<(&'static str, String)> {
    let fields = [
        (say!(i18n, movement.name), of.name.clone()),
        (say!(i18n, movement.description), of.description.clone()),
        (say!(i18n, movement.origin), of.origin.as_ref().map(|place| place.name.clone())),
        (say!(i18n, movement.destination), of.destination.as_ref().map(|p| p.name.clone())),
        (say!(i18n, movement.requested_for), of.date_requested.map(|day| format.day(day))),
        (say!(i18n, movement.requested_by), of.requested_by.as_ref().map(|p| p.name.clone())),
    ];
    fields.into_iter().filter_map(|(label, value)| Some((label, value?))).collect()
}

/// Where it stands: class, icon, words.
pub fn state(i18n: I18n, state: &OperationState) -> Status {
    let (class, icon, word) = match state {
        OperationState::Queued => ("", "clock", say!(i18n, outbox.queued)),
        OperationState::Sending => ("st-ink", "upload", say!(i18n, outbox.sending)),
        OperationState::Unsure => ("st-warn", "search", say!(i18n, outbox.unsure)),
        OperationState::Busy => ("st-warn", "clock", say!(i18n, outbox.busy)),
        OperationState::Unknown(_) => ("st-warn", "triangle-alert", say!(i18n, outbox.unknown)),
        OperationState::Conflict(_) => ("st-warn", "git-compare", say!(i18n, outbox.conflict)),
        OperationState::Stuck(failure) => {
            return ("st-error", "circle-alert", refused(i18n, failure));
        }
        OperationState::Sent { seen: true, .. } => ("st-warn", "search", say!(i18n, outbox.found)),
        OperationState::Sent { .. } => ("st-canceled", "check", say!(i18n, outbox.done)),
        OperationState::Dropped { .. } => ("st-canceled", "ban", say!(i18n, outbox.dropped)),
    };
    (class, icon, word.to_owned())
}

/// That the service said no, in its own first words where it gave some; else why it cannot go.
pub fn refused(i18n: I18n, failure: &Failure) -> String {
    match first_words(failure) {
        Some(said) => say!(i18n, outbox.refused_saying, text = said),
        None => words::failure(i18n, failure),
    }
}

fn first_words(failure: &Failure) -> Option<&str> {
    // What was done all the same is said first.
    if failure.reason == Reason::MergeInPart {
        return None;
    }
    let said = failure.service_text.as_deref()?.trim();
    // What has words of ours is told in them.
    let is_worded = words::Shortage::told(said).is_some() || words::unknown_item(said).is_some();
    said.lines().next().filter(|_| !is_worded)
}

/// The sign of where it stands, as rows carry it.
pub fn symbol(i18n: I18n, state: &OperationState) -> Symbol {
    let (glyph, class) = match state {
        OperationState::Queued | OperationState::Busy => ("~", "sym sym-local"),
        OperationState::Sending | OperationState::Unsure => (">", "sym sym-sending"),
        OperationState::Unknown(_) | OperationState::Conflict(_) => ("?", "sym sym-changed"),
        OperationState::Stuck(_) => ("!", "sym sym-refused"),
        OperationState::Sent { .. } | OperationState::Dropped { .. } => ("·", "sym sym-service"),
    };
    Symbol { glyph, class, word: self::state(i18n, state).2 }
}

/// For whoever helps: what was asked for, where it stands, what the service said.
pub fn details(i18n: I18n, format: Format, row: &OperationRow) -> String {
    let line = row.line.as_deref();
    let mut lines = vec![
        title(i18n, row),
        detail(i18n, format, &row.operation, line),
        self::state(i18n, &row.state).2,
    ];
    // The words of a reason are ours; whoever helps knows its code.
    lines.extend(reason_code(&row.operation).map(str::to_owned));
    if let OperationState::Stuck(failure) = &row.state {
        lines.push(failure.reason.code().to_owned());
        lines.extend(failure.service_text.clone());
    }
    lines.push(format.moment(row.kept));
    lines.push(row.key.to_string());
    lines.join("\n")
}

fn reason_code(operation: &Operation) -> Option<&str> {
    match operation {
        Operation::ChangeLine(
            LineChange::Revise { reason_code, .. }
            | LineChange::Substitute { reason_code, .. }
            | LineChange::Cancel { reason_code, .. },
        ) => Some(reason_code),
        _ => None,
    }
}

/// What happened, as the journal has it: class, icon, word.
pub fn event(i18n: I18n, event: JournalEvent) -> Status {
    let (class, icon, word) = match event {
        JournalEvent::Kept => ("st-canceled", "monitor", say!(i18n, outbox.kept)),
        JournalEvent::Attempted => ("st-canceled", "upload", say!(i18n, outbox.attempted)),
        JournalEvent::Sent => ("st-canceled", "check", say!(i18n, outbox.done)),
        JournalEvent::Found => ("st-warn", "search", say!(i18n, outbox.found)),
        JournalEvent::NotDone => ("st-warn", "clock", say!(i18n, outbox.not_done)),
        JournalEvent::Unanswered => ("st-warn", "search", say!(i18n, outbox.unanswered)),
        JournalEvent::Busy => ("st-warn", "clock", say!(i18n, outbox.was_busy)),
        JournalEvent::Refused => ("st-error", "circle-alert", say!(i18n, outbox.refused)),
        JournalEvent::Conflict => ("st-warn", "git-compare", say!(i18n, outbox.conflict)),
        JournalEvent::Unknown => ("st-warn", "triangle-alert", say!(i18n, outbox.unknown)),
        JournalEvent::Decided => ("st-canceled", "user", say!(i18n, outbox.decided)),
        JournalEvent::Retried => ("st-canceled", "rotate-ccw", say!(i18n, outbox.retried)),
        JournalEvent::Edited => ("st-canceled", "pencil-line", say!(i18n, outbox.edited)),
        JournalEvent::Dropped => ("st-canceled", "ban", say!(i18n, outbox.dropped)),
        JournalEvent::Restored => ("st-canceled", "undo-2", say!(i18n, outbox.restored)),
    };
    (class, icon, word.to_owned())
}

/// What taking it back would be, a sentence each: "Revert SYR-1010: 120 → 200".
pub fn undo(i18n: I18n, format: Format, row: &OperationRow) -> Vec<String> {
    let Some(undo) = &row.undo else { return Vec::new() };
    let line = row.line.as_deref();
    let say = |operation: &Operation| {
        let about = code(operation, line).unwrap_or_else(|| row.title.clone());
        // The line is shown as it was before: what comes back is known, not what goes.
        let detail = match operation {
            Operation::ChangeLine(LineChange::Revert { .. } | LineChange::Delete { .. }) => None,
            other => Some(detail(i18n, format, other, None)),
        };
        let what = what(i18n, operation);
        match detail.filter(|detail| !detail.is_empty()) {
            Some(detail) => {
                let what = format!("{what} {about}");
                format!("{}.", say!(i18n, app.labelled, label = what, value = detail))
            }
            None => format!("{what} {about}."),
        }
    };
    undo.operations.iter().map(say).collect()
}

fn start(i18n: I18n, format: Format, form: &NewMovement) -> String {
    let start = match &form.start {
        StartFrom::Stocklist(_) => say!(i18n, outbox.from_stocklist),
        StartFrom::Empty => say!(i18n, outbox.empty),
        StartFrom::Inbound => say!(i18n, outbox.inbound),
        StartFrom::Template(_) => say!(i18n, outbox.from_template),
        StartFrom::Import(_) => say!(i18n, outbox.from_rows),
    };
    let lines = form.lines.iter().filter(|line| line.is_kept()).count();
    if form.lines.is_empty() {
        return start.to_owned();
    }
    let number = |count: u32| format.number(count);
    let lines = u32::try_from(lines).unwrap_or(u32::MAX);
    let lines = say!(i18n, outbox.lines, count = lines, number = number(lines));
    let changed = form.lines.iter().filter(|line| line.is_changed()).count();
    let changed = u32::try_from(changed).unwrap_or(u32::MAX);
    let changed = (changed > 0)
        .then(|| say!(i18n, outbox.lines_changed, count = changed, number = number(changed)));
    [Some(start.to_owned()), Some(lines), changed]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" · ")
}

/// What a movement is made from, and each line that is to be another one than the stocklist has it.
fn created(i18n: I18n, format: Format, form: &NewMovement) -> Vec<Change> {
    let changed = form.lines.iter().filter(|line| line.is_changed());
    let all = (say!(i18n, outbox.create).to_owned(), None, start(i18n, format, form));
    iter::once(all).chain(changed.map(|line| of_preview(i18n, format, line))).collect()
}

/// A line that is to be another one than the stocklist has it.
fn of_preview(i18n: I18n, format: Format, line: &PreviewLine) -> Change {
    let product = &line.product;
    let code = product.code.as_deref().unwrap_or(product.id.as_str()).to_owned();
    let becomes = match line.is_kept() {
        true => format.number(line.quantity),
        false => say!(i18n, outbox.left_out).to_owned(),
    };
    (code, Some(format.number(line.listed)), becomes)
}

fn of_line(i18n: I18n, format: Format, change: &LineChange, line: Option<&LineItem>) -> String {
    let number = |number: i64| format.number(number);
    let requested = line.and_then(|line| line.quantity_requested).map(number);
    let ships = line.and_then(LineItem::quantity_to_ship).map(number);
    match change {
        LineChange::Create { quantity, .. } => number((*quantity).into()),
        LineChange::Update { product, quantity, sort_order, .. } => {
            let product = product.as_ref().and_then(|product| product.code.clone());
            let product = product.map(|code| arrow(None, &code));
            let quantity = quantity.map(|q| arrow(requested, &number(q.into())));
            let place = sort_order.map(|place| say!(i18n, outbox.place, number = place));
            [product, quantity, place].into_iter().flatten().collect::<Vec<_>>().join(", ")
        }
        LineChange::Revise { quantity: 0, reason_code, .. } => {
            let change = arrow(ships, &number(0));
            say!(i18n, outbox.as_cancel, change = change, reason = words::reason(i18n, reason_code))
        }
        LineChange::Revise { quantity, reason_code, .. } => {
            format!(
                "{}, {}",
                arrow(ships, &number((*quantity).into())),
                words::reason(i18n, reason_code)
            )
        }
        LineChange::Substitute { with, reason_code, .. } => {
            format!(
                "{}, {}",
                arrow(ships, &instead(format, with)),
                words::reason(i18n, reason_code)
            )
        }
        LineChange::Cancel { reason_code, .. } => {
            format!("{}, {}", arrow(ships, &number(0)), words::reason(i18n, reason_code))
        }
        LineChange::Revert { .. } => {
            requested.map(|requested| arrow(ships, &requested)).unwrap_or_default()
        }
        LineChange::Delete { .. } => requested.unwrap_or_default(),
    }
}

/// Old and new value; the arrow is mirrored with the direction of text by the font's own rules.
fn arrow(before: Option<String>, after: &str) -> String {
    match before {
        Some(before) => format!("{before} → {after}"),
        None => format!("→ {after}"),
    }
}

fn instead(format: Format, with: &[Substitute]) -> String {
    let one = |instead: &Substitute| {
        let product = &instead.product;
        let code = product.code.as_deref().unwrap_or(product.id.as_str());
        format!("{} × {code}", format.number(instead.quantity))
    };
    with.iter().map(one).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use contract::{Language, ProductRef};
    use leptos::prelude::{Owner, untrack};

    use super::*;

    fn line(code: &str, listed: i64, quantity: i64, included: bool) -> PreviewLine {
        let product = ProductRef {
            id: code.into(),
            code: Some(code.into()),
            name: None,
            description: None,
            category: None,
        };
        PreviewLine { item: code.into(), product, listed, quantity, included }
    }

    #[test]
    fn what_met_a_busy_service_is_not_told_as_unanswered() {
        Owner::new().with(|| {
            let i18n = I18n::of(Language::English);
            let told = |of| untrack(|| (state(i18n, of).2, symbol(i18n, of).glyph));
            let busy = ("Service busy, sent again within 2 minutes".to_owned(), "~");
            assert_eq!(told(&OperationState::Busy), busy, "it is not sent");
            assert_eq!(told(&OperationState::Unsure), ("No answer, checking".to_owned(), ">"));
            assert_eq!(untrack(|| event(i18n, JournalEvent::Busy).2), "Service busy");
        });
    }

    #[test]
    fn a_creation_is_one_change_that_tells_its_changed_lines() {
        let form = NewMovement {
            start: StartFrom::Stocklist("s1".into()),
            name: "Weekly".into(),
            description: String::new(),
            origin: None,
            destination: None,
            date_requested: None,
            requested_by: None,
            lines: vec![
                line("GLV-1", 5, 5, true),
                line("MSK-2", 10, 12, true),
                line("TAP-3", 4, 4, false),
            ],
        };
        Owner::new().with(|| {
            let (i18n, format) = (I18n::of(Language::English), Format::plain());
            let told = untrack(|| start(i18n, format, &form));
            assert_eq!(told, "From a stocklist · 2 lines · 2 changed");
            let lines = untrack(|| created(i18n, format, &form));
            let expected = [
                ("MSK-2".to_owned(), Some("10".to_owned()), "12".to_owned()),
                ("TAP-3".to_owned(), Some("4".to_owned()), "not included".to_owned()),
            ];
            assert_eq!(lines[1..], expected);
        });
    }
}
