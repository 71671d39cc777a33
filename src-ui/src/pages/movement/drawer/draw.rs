//! A change as a row of the drawer: in a sentence, or as the line that comes of it.

use contract::{
    ChangeKind, ChangeStand, LineItem, OperationRow, OperationState, PlannedChange, ProductRef,
    RowState,
};

use super::plan::DrawerRow;
use crate::components::grid::{Against, Cell, Column, Content, EditorKind, Row};
use crate::i18n::{I18n, say, text};
use crate::wording::format::Format;
use crate::wording::line_words::problem;
use crate::wording::outbox_words::{self as said, sentence};
use crate::wording::words;

/// The columns of sentences; `approves` where something waits for approval.
pub fn columns(i18n: I18n, approves: bool) -> Vec<Column> {
    let action = Column::new("action", text!(i18n, history.col_action), 5.5);
    let action = approves.then(|| Column { quiet: true, ..action.unsorted().pressed() });
    let columns = [
        Column::new("tick", text!(i18n, drawer.col_tick), 2.0)
            .symbol()
            .pressed()
            .edited_by(EditorKind::Check),
        Column::new("state", text!(i18n, movement.col_state), 1.5).symbol(),
        Column::new("what", text!(i18n, history.col_what), 8.5).yields(1).unsorted(),
        Column::new("number", text!(i18n, movement.col_number), 2.5).number().unsorted(),
        Column::new("code", text!(i18n, movement.col_code), 5.5).unsorted(),
        Column::new("sentence", text!(i18n, history.col_detail), 10.0).grows().unsorted(),
        Column::new("stand", text!(i18n, history.col_standing), 12.0).unsorted(),
    ];
    columns.into_iter().chain(action).collect()
}

/// The columns of results.
pub fn result_columns(i18n: I18n) -> Vec<Column> {
    vec![
        Column::new("number", text!(i18n, movement.col_number), 2.5).number().unsorted(),
        Column::new("code", text!(i18n, movement.col_code), 5.5).unsorted(),
        Column::new("product", text!(i18n, movement.col_product), 13.0).grows().unsorted(),
        Column::new("status", text!(i18n, movement.col_status), 8.0).unsorted(),
        Column::new("ship", text!(i18n, movement.col_ship), 8.0).number().unsorted(),
    ]
}

/// An entry in a sentence; `merged`: how many lines go with a change because they are merged.
pub fn entry(
    i18n: I18n,
    format: Format,
    entry: &DrawerRow<'_>,
    turned: &[String],
    merged: impl Fn(&PlannedChange) -> Option<u32>,
) -> Row {
    let ticked = Cell::from(Content::Check(entry.is_ticked(turned))).editable("");
    let row = match entry {
        DrawerRow::Change(change) => self::change(i18n, format, (change, merged(change)), ticked),
        DrawerRow::Parked(row, number) => parked(i18n, format, (row, *number), ticked),
        DrawerRow::Order(count) => order(i18n, format, *count, ticked),
    };
    Row { key: entry.name(), ..row }
}

/// What comes of a change.
pub fn result(i18n: I18n, format: Format, key: String, change: &PlannedChange) -> Row {
    let after = change.after.as_deref();
    let product = after.map(|line| &line.product).or(change.product.as_ref());
    let pieces = |line: Option<&LineItem>| line.and_then(LineItem::quantity_to_ship);
    let (before, now) = (pieces(change.before.as_deref()), pieces(after));
    let ships: Cell = match (before, now) {
        (Some(before), Some(now)) if before != now => {
            Content::Text(format!("{} → {}", format.number(before), format.number(now))).into()
        }
        (_, Some(now)) => {
            Cell::from(Content::Outcome(format.number(now), Against::Same)).of(Some(now))
        }
        (Some(before), None) => Content::Text(format!("{} → –", format.number(before))).into(),
        (None, None) => Content::Absent.into(),
    };
    let status = match after {
        Some(line) => status(i18n, line),
        None => Content::Faint(say!(i18n, drawer.removed).to_owned()),
    };
    let cells = vec![
        ordinal(change.number),
        product.map_or(Content::Absent, code).into(),
        product.and_then(|of| of.name.clone()).map_or(Content::Absent, Content::Name).into(),
        status.into(),
        ships,
    ];
    let class = if after.is_none() { "is-canceled" } else { "" };
    Row::record(key, cells).class(class)
}

fn change(
    i18n: I18n,
    format: Format,
    (change, merged): (&PlannedChange, Option<u32>),
    ticked: Cell,
) -> Row {
    let state = match change.kind {
        _ if change.stand == ChangeStand::Elsewhere => RowState::ChangedElsewhere,
        ChangeKind::Create => RowState::New,
        _ => RowState::Changed,
    };
    let (icon, what) = kind(i18n, change.kind);
    let says = sentence(i18n, format, &change.instructions, change.before.as_deref());
    let says = match said::typed(i18n, change).filter(|_| says.is_empty()) {
        Some(typed) => Content::Text(typed),
        // Of a decision that cannot be sent there is nothing to say yet but what it is about.
        None if says.is_empty() => {
            Content::Dim(change.product.as_ref().and_then(|of| of.name.clone()).unwrap_or_default())
        }
        None => Content::Text(match merged {
            Some(lines) => {
                let merge = say!(i18n, drawer.merge, number = format.number(lines));
                format!("{says} · {merge}")
            }
            None => says,
        }),
    };
    let approves = change.stand == ChangeStand::Proposed;
    let stand = stand(i18n, format, &change.stand);
    let code = match &change.code_typed {
        Some(typed) => Content::Code(typed.clone()),
        None => change.product.as_ref().map_or(Content::Empty, code),
    };
    let action = match approves {
        true => Content::Press(say!(i18n, panel.approve).to_owned()),
        false => Content::Empty,
    };
    let cells = vec![
        ticked,
        Content::Symbol(words::row_state(i18n, state)).into(),
        Content::Status("", icon, what.to_owned()).into(),
        ordinal(change.number),
        code.into(),
        says.into(),
        stand.into(),
        action.into(),
    ];
    let class = match change.stand {
        ChangeStand::Elsewhere => "is-attn",
        ChangeStand::Blocked(_) => "is-refused",
        _ => "",
    };
    Row::record("", cells).class(class)
}

/// Lines that get another place because others were put somewhere.
fn order(i18n: I18n, format: Format, count: u32, ticked: Cell) -> Row {
    let says = say!(i18n, drawer.order, count = count, number = format.number(count));
    let contents = [
        Content::Symbol(words::row_state(i18n, RowState::Changed)),
        Content::Status("", "chevrons-up-down", say!(i18n, drawer.order_what).to_owned()),
        Content::Empty,
        Content::Empty,
        Content::Dim(says),
        Content::Faint(say!(i18n, drawer.ready).to_owned()),
        Content::Empty,
    ];
    let cells = std::iter::once(ticked).chain(contents.into_iter().map(Cell::from));
    Row::record("", cells.collect())
}

/// An operation that waits for the user.
fn parked(
    i18n: I18n,
    format: Format,
    (row, number): (&OperationRow, Option<u32>),
    ticked: Cell,
) -> Row {
    let line = row.line.as_deref();
    let says = match &row.operation {
        contract::Operation::ChangeLine(change) => {
            sentence(i18n, format, std::slice::from_ref(change), line)
        }
        other => said::detail(i18n, format, other, line),
    };
    let (class, icon, word) = said::state(i18n, &row.state);
    let cells = vec![
        ticked,
        Content::Symbol(said::symbol(i18n, &row.state)).into(),
        Content::Text(said::what(i18n, &row.operation).to_owned()).into(),
        ordinal(number),
        said::code(&row.operation, line).map_or(Content::Empty, Content::Code).into(),
        Content::Text(says).into(),
        Content::Status(class, icon, word).into(),
        Content::Empty.into(),
    ];
    let class = match row.state {
        OperationState::Stuck(_) => "is-refused",
        _ => "is-attn",
    };
    Row::record("", cells).class(class)
}

/// Whether a change goes, and why not.
fn stand(i18n: I18n, format: Format, stand: &ChangeStand) -> Content {
    match stand {
        ChangeStand::Ready => Content::Faint(say!(i18n, drawer.ready).to_owned()),
        ChangeStand::Look(of) => {
            Content::Status("st-warn", "triangle-alert", problem(i18n, format, of))
        }
        ChangeStand::Blocked(of) => {
            Content::Status("st-error", "circle-alert", problem(i18n, format, of))
        }
        ChangeStand::Together(line) => {
            let number = format.number(*line);
            Content::Status("st-warn", "lock", say!(i18n, drawer.waits_for_merge, number = number))
        }
        ChangeStand::Proposed => {
            Content::Status("", "lock", say!(i18n, drawer.waits_for_approval).to_owned())
        }
        ChangeStand::Elsewhere => {
            Content::Status("st-warn", "git-compare", say!(i18n, outbox.conflict).to_owned())
        }
    }
}

/// Icon and word of a kind of change.
fn kind(i18n: I18n, kind: ChangeKind) -> (&'static str, &'static str) {
    match kind {
        ChangeKind::Header => ("pencil-line", say!(i18n, outbox.header)),
        ChangeKind::Create => ("plus", say!(i18n, outbox.add)),
        ChangeKind::Update => ("pencil-line", say!(i18n, outbox.update)),
        ChangeKind::Revise => ("diff", say!(i18n, outbox.revise)),
        ChangeKind::Substitute => ("replace", say!(i18n, outbox.substitute)),
        ChangeKind::Cancel => ("ban", say!(i18n, outbox.cancel)),
        ChangeKind::Revert => ("undo-2", say!(i18n, outbox.revert)),
        ChangeKind::Delete => ("trash-2", say!(i18n, outbox.delete)),
        ChangeKind::Pick => ("package", say!(i18n, outbox.pick)),
    }
}

fn status(i18n: I18n, line: &LineItem) -> Content {
    match words::line_status(i18n, &line.status) {
        Some((class, icon, word)) => Content::Status(class, icon, word.to_owned()),
        None if line.status.as_str().is_empty() => Content::Absent,
        None => Content::Reason(line.status.as_str().to_owned()),
    }
}

fn ordinal(number: Option<u32>) -> Cell {
    let drawn = number.map_or(Content::Empty, |number| Content::Ordinal(number.to_string()));
    Cell::from(drawn).of(number)
}

fn code(product: &ProductRef) -> Content {
    product.code.clone().map_or(Content::Absent, Content::Code)
}

#[cfg(test)]
mod tests {
    use contract::Language;
    use leptos::prelude::*;

    use super::*;
    use crate::components::grid::Datum;

    #[test]
    fn what_leaves_the_window_are_words_and_plain_numbers_and_no_ticks() {
        Owner::new().with(|| {
            let i18n = I18n::of(Language::English);
            let pressed = |approves| -> Vec<_> {
                let columns = columns(i18n, approves);
                columns.iter().filter(|column| column.pressed).map(|column| column.id).collect()
            };
            assert_eq!(pressed(false), ["tick"]);
            assert_eq!(pressed(true), ["tick", "action"]);
            assert_eq!(ordinal(Some(12)).datum, Some(Datum::Whole(12)));
            assert_eq!(ordinal(None).datum, None);
        });
    }
}
