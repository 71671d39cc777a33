//! The columns of a walk's tasks, and a task as a row of them.

use contract::{PickTask, TaskState};

use super::words;
use crate::components::grid::{Cell, Column, Content, EditorKind, Row, Tone};
use crate::i18n::{I18n, say, text};
use crate::pages::pick::LETTERS;
use crate::wording::format::Format;

/// The column in which numbers are entered.
pub const QUANTITY: &str = "quantity";

/// The columns; they stand in the order in which one walks, so none sorts.
pub fn columns(i18n: I18n) -> Vec<Column> {
    vec![
        Column::new("bin", text!(i18n, walk.col_bin), 6.5).unsorted().scanned(),
        Column::new("code", text!(i18n, walk.col_code), 5.5).unsorted().items(),
        Column::new("product", text!(i18n, walk.col_product), 13.0).grows().heads().unsorted(),
        Column::new("movement", text!(i18n, walk.col_movement), 2.0).symbol(),
        Column::new("lot", text!(i18n, walk.col_lot), 6.0).unsorted().yields(1),
        Column::new("expires", text!(i18n, walk.col_expires), 7.0).number().unsorted().yields(2),
        Column::new("required", text!(i18n, walk.col_required), 4.5).number().unsorted(),
        Column::new(QUANTITY, text!(i18n, walk.col_quantity), 4.75)
            .number()
            .unsorted()
            .edited_by(EditorKind::Pieces),
        Column::new("result", text!(i18n, walk.col_result), 11.0).unsorted().shares(),
        Column::new("line_code", text!(i18n, walk.col_line_code), 0.0).unsorted().on_paper(),
    ]
}

/// A task as a row of them; its movement by its letter where the walk has `several`.
pub fn draw(i18n: I18n, format: Format, several: bool, task: &PickTask) -> Row {
    let number = |number: Option<i64>| {
        let content =
            number.map_or(Content::Empty, |number| Content::Number(format.number(number)));
        Cell::from(content).of(number)
    };
    let expires = match task.expiry {
        Some(day) => Content::Dim(format.full_day(day)),
        None => Content::Empty,
    };
    let placed = task.bin.as_ref().zip(task.depot.clone());
    let cells = [
        Cell::from(match &task.bin {
            Some(_) => Content::Bin(words::bin_of(i18n, task)),
            None => Content::Faint(say!(i18n, walk.no_bin).to_owned()),
        })
        .of(placed.map(|(bin, depot)| (bin.name.clone(), depot))),
        task.product.code.clone().map_or(Content::Absent, Content::Code).into(),
        named(i18n, task).into(),
        match letter(task).filter(|_| several) {
            Some(letter) => Content::Tag("", letter).into(),
            None => Content::Empty.into(),
        },
        task.lot.clone().map_or(Content::Empty, Content::Code).into(),
        Cell::from(expires)
            .of(task.expiry)
            .tone(words::expiry(i18n, task).map_or(Tone::Plain, Tone::Warn)),
        number(task.required),
        quantity(i18n, format, task, number(task.quantity)),
        words::result(i18n, format, task).into(),
        // Of what was picked nothing is entered any more.
        match task.state.is_made() || is_over(task) {
            true => Content::Empty.into(),
            false => Content::Code(task.line_code.clone()).into(),
        },
    ];
    let class = match task.state {
        TaskState::Refused | TaskState::Over | TaskState::Gone => "is-refused",
        TaskState::Changed => "is-attn",
        TaskState::Waiting => "is-sending",
        _ => "",
    };
    Row::record(task.id.clone(), cells.into()).class(class)
}

/// The letter of its movement.
pub fn letter(task: &PickTask) -> Option<String> {
    let at = usize::try_from(task.place).ok()?;
    LETTERS.chars().nth(at).map(String::from)
}

/// Nothing can be entered of it: it was sent that nothing of it was found.
fn is_over(task: &PickTask) -> bool {
    task.state == TaskState::Short && task.inventory_item.is_none()
}

fn named(i18n: I18n, task: &PickTask) -> Content {
    let Some(name) = task.product.name.clone() else { return Content::Absent };
    match &task.instead_of {
        Some(other) => {
            let code = words::product(other);
            Content::NameTagged(name, "tag-violet", say!(i18n, walk.instead_of, code = code))
        }
        None => Content::Name(name),
    }
}

fn quantity(i18n: I18n, format: Format, task: &PickTask, cell: Cell) -> Cell {
    if task.state.is_made() || task.inventory_item.is_none() {
        return cell;
    }
    let begins = task.quantity.map(|pieces| pieces.to_string()).unwrap_or_default();
    let tone = match task.state {
        TaskState::Over => Tone::Error(words::over(i18n, format, task)),
        TaskState::Changed => Tone::Warn(words::changed(i18n, format, task)),
        _ if task.quantity.is_some() => Tone::Local,
        _ => Tone::Plain,
    };
    cell.editable(begins).tone(tone)
}

#[cfg(test)]
mod tests {
    use contract::{Language, MovementKey, PlaceRef};
    use leptos::prelude::{Owner, untrack};

    use super::*;
    use crate::components::grid::Datum;

    fn task(state: TaskState) -> PickTask {
        let product = serde_json::json!({ "id": "p1", "code": "GLV-1", "name": "Gloves, M" });
        PickTask {
            id: "t1".into(),
            line_code: "SH012345678901".into(),
            movement: MovementKey(uuid::Uuid::nil()),
            place: 1,
            line: "i1".into(),
            item: "i1".into(),
            number: 3,
            product: serde_json::from_value(product).unwrap(),
            instead_of: None,
            inventory_item: Some("v1".into()),
            bin: None,
            depot: None,
            lot: Some("L1".into()),
            expiry: None,
            expired: false,
            expires_in: None,
            available: None,
            no_stock: false,
            asked: Some(50),
            required: Some(30),
            quantity: Some(10),
            left: Some(40),
            state,
            reason: Some("STOCKOUT".into()),
            asked_before: Some(60),
            sent: None,
            failure: None,
            refused: None,
        }
    }

    fn drawn(several: bool, task: &PickTask) -> Vec<Cell> {
        let draw = || draw(I18n::of(Language::English), Format::plain(), several, task).cells;
        Owner::new().with(|| untrack(draw))
    }

    fn said(state: TaskState) -> String {
        match drawn(false, &task(state)).swap_remove(8).content {
            Content::Status(_, _, words) => words,
            _ => String::new(),
        }
    }

    #[test]
    fn each_state_says_what_is_the_matter() {
        assert_eq!(said(TaskState::Open), "");
        assert_eq!(said(TaskState::Less), "40 left");
        assert_eq!(said(TaskState::Short), "40 short: Stockout");
        assert_eq!(said(TaskState::Changed), "Needs 50 now, 60 before");
        let over = PickTask { left: Some(-5), ..task(TaskState::Over) };
        let result = drawn(false, &over).swap_remove(8).content;
        assert!(matches!(result, Content::Status("st-error", _, words) if words == "5 too many"));
    }

    #[test]
    fn a_number_is_entered_where_it_is_known_what_to_take_and_nothing_was_picked() {
        let edit = |task: &PickTask| drawn(false, task)[7].edit.clone();
        assert_eq!(edit(&task(TaskState::Less)).as_deref(), Some("10"));
        let open = PickTask { quantity: None, ..task(TaskState::Open) };
        assert_eq!(edit(&open).as_deref(), Some(""));
        assert_eq!(edit(&task(TaskState::Picked)), None);
        let unknown = PickTask { inventory_item: None, ..task(TaskState::Unknown) };
        assert_eq!(edit(&unknown), None);
    }

    #[test]
    fn numbers_are_known_as_numbers_whatever_language_they_are_written_in() {
        let cells = drawn(false, &task(TaskState::Less));
        let of = |at: usize| cells[at].datum.clone();
        assert_eq!([of(6), of(7)], [Some(30_i64.into()), Some(10_i64.into())]);
        assert_eq!([of(1), of(8)], [None, None], "codes and words are texts");
    }

    #[test]
    fn bins_of_several_depots_are_told_apart_by_the_names_of_these() {
        let place = |name: &str| PlaceRef { id: name.into(), name: name.into(), type_code: None };
        let bin = Some(place("A-01"));
        let content = |task: &PickTask| drawn(true, task)[0].content.clone();
        let one = PickTask { bin: bin.clone(), ..task(TaskState::Open) };
        assert_eq!(content(&one), Content::Bin("A-01".into()));
        let other = PickTask { bin, depot: Some(place("North")), ..task(TaskState::Open) };
        assert_eq!(content(&other), Content::Bin("A-01 · North".into()));
        // What leaves the window knows the name of the bin alone, of which its code is.
        let expected = Datum::Placed("A-01".into(), place("North"));
        assert_eq!(drawn(true, &other)[0].datum, Some(expected));
        assert_eq!(drawn(true, &one)[0].datum, None);
    }

    #[test]
    fn what_can_still_be_entered_has_the_code_of_its_line_on_paper() {
        let code = |state| drawn(false, &task(state)).swap_remove(9).content;
        for state in [TaskState::Open, TaskState::Entered, TaskState::Unknown] {
            assert_eq!(code(state), Content::Code("SH012345678901".into()));
        }
        for state in [TaskState::Waiting, TaskState::Refused, TaskState::Picked] {
            assert_eq!(code(state), Content::Empty);
        }
    }

    #[test]
    fn several_movements_are_told_apart_by_letters() {
        let letter = |several| drawn(several, &task(TaskState::Open))[3].content.clone();
        assert_eq!(letter(true), Content::Tag("", "B".into()));
        assert_eq!(letter(false), Content::Empty);
    }
}
