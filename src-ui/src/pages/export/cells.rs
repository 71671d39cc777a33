//! Rows of a grid as cells of a table: what is known of a cell goes before how it is drawn.

use contract::gs1::public_item;
use contract::{PaperColumn, SheetCell};
use leptos::prelude::*;

use crate::components::grid::{Align, Cell, Column, Content, Datum, Row, RowKind, Tone};
use crate::ipc;

/// The columns of a table: those that say something of a record.
pub fn told(columns: Vec<(usize, Column)>) -> Vec<(usize, Column)> {
    columns.into_iter().filter(|(_, column)| !column.pressed).collect()
}

/// The columns of a table on paper: without that of signs that only the window explains.
pub fn on_paper(columns: &[(usize, Column)]) -> Vec<(usize, Column)> {
    let is_sign = |column: &Column| column.quiet && column.id == "state";
    columns.iter().filter(|(_, column)| !is_sign(column)).copied().collect()
}

/// The heads of columns.
pub fn heads(columns: &[(usize, Column)]) -> Vec<String> {
    columns.iter().map(|(_, column)| column.label.get_untracked()).collect()
}

/// The cells of a row in these columns; `None` of a row that is no record and no part of one.
pub fn cells(row: &Row, columns: &[(usize, Column)]) -> Option<Vec<SheetCell>> {
    let is_told = matches!(row.kind, RowKind::Record | RowKind::Child);
    let cell = |(at, _): &(usize, Column)| row.cells.get(*at).map_or(SheetCell::empty(), told_of);
    is_told.then(|| columns.iter().map(cell).collect())
}

/// The cells of a row as they are printed, as they stand on screen; `None` as of [`cells`]. What stands in the
/// place of a code that is scanned ("No bin") is none.
pub fn printed(row: &Row, columns: &[(usize, Column)]) -> Option<Vec<SheetCell>> {
    let is_told = matches!(row.kind, RowKind::Record | RowKind::Child);
    let cell = |(at, column): &(usize, Column)| match row.cells.get(*at) {
        Some(cell) if column.scanned && matches!(cell.content, Content::Faint(_)) => {
            SheetCell::empty()
        }
        Some(cell) if cell.tone == Tone::Local => SheetCell::Unsent(cell.content.words()),
        Some(Cell { datum: Some(Datum::Day(day)), content, .. }) => {
            SheetCell::Written(*day, content.words())
        }
        Some(Cell { datum: Some(Datum::Placed(bin, depot)), .. }) => {
            SheetCell::Placed(bin.clone(), depot.clone())
        }
        Some(cell) => SheetCell::Text(cell.content.words()),
        None => SheetCell::empty(),
    };
    is_told.then(|| columns.iter().map(cell).collect())
}

/// Columns of codes, bins and the like, by their ids.
const CODES: [&str; 7] = ["code", "identifier", "number", "bin", "bins", "lot", "codes"];

/// Columns with their places, and what they hold, as paper draws them.
pub fn paper_columns(columns: &[(u32, Column)]) -> Vec<(u32, PaperColumn)> {
    let kind = |column: &Column| match column.align {
        Align::End => PaperColumn::Number,
        _ if CODES.contains(&column.id) => PaperColumn::Code,
        _ => PaperColumn::Text,
    };
    columns.iter().map(|(at, column)| (*at, kind(column))).collect()
}

/// The columns whose codes scanners read.
pub fn scanned_columns(columns: &[(usize, Column)]) -> Vec<u32> {
    let scanned = (0..).zip(columns).filter(|(_, (_, column))| column.scanned);
    scanned.map(|(at, _)| at).collect()
}

/// The column whose codes are those of the rows themselves, if there is one.
pub fn row_code_column(columns: &[(usize, Column)]) -> Option<u32> {
    let at = columns.iter().position(|(_, column)| column.on_paper)?;
    u32::try_from(at).ok()
}

/// Whether a code of a product in these rows is the number of a trade item that all the world knows.
pub fn have_items(rows: &[Vec<SheetCell>], columns: &[(usize, Column)]) -> bool {
    let is_item = |(cell, (_, column)): (&SheetCell, &(usize, Column))| {
        column.item && public_item(cell.plain().trim()).is_some()
    };
    rows.iter().any(|row| row.iter().zip(columns).any(is_item))
}

fn told_of(cell: &Cell) -> SheetCell {
    match &cell.datum {
        Some(Datum::Text(text)) => SheetCell::Text(text.clone()),
        Some(Datum::Whole(number)) => SheetCell::Whole(*number),
        Some(Datum::Day(day)) => SheetCell::Day(*day),
        Some(Datum::Moment(moment)) => SheetCell::Moment(ipc::local_time(*moment)),
        Some(Datum::Placed(bin, depot)) => SheetCell::Placed(bin.clone(), depot.clone()),
        None => SheetCell::Text(cell.content.words()),
    }
}

#[cfg(test)]
mod tests {
    use chrono::NaiveDate;
    use contract::PlaceRef;

    use super::*;
    use crate::components::grid::{Note, Symbol};

    fn columns() -> Vec<(usize, Column)> {
        let column = |id| Column::new(id, Signal::stored(id.to_owned()), 4.0);
        let code = column("code").scanned();
        let all = [column("tick").pressed(), code, column("lines"), column("day")];
        all.into_iter().enumerate().collect()
    }

    fn row() -> Row {
        let day = NaiveDate::from_ymd_opt(2025, 11, 20);
        let cells = vec![
            Content::Check(true).into(),
            Content::Code("00012".into()).into(),
            Cell::from(Content::Number("1,284".into())).of(Some(1_284_u32)),
            Cell::from(Content::Dim("20 Nov".into())).of(day),
        ];
        Row::record("r", cells)
    }

    #[test]
    fn numbers_and_days_are_told_as_such_and_codes_as_texts_in_the_order_of_the_screen() {
        Owner::new().with(|| {
            let columns = told(columns());
            assert_eq!(heads(&columns), ["code", "lines", "day"], "a tick is there to be pressed");
            let day = NaiveDate::from_ymd_opt(2025, 11, 20).unwrap();
            let expected =
                [SheetCell::Text("00012".into()), SheetCell::Whole(1_284), SheetCell::Day(day)];
            assert_eq!(cells(&row(), &columns).unwrap(), expected);
            let turned: Vec<_> = columns.into_iter().rev().collect();
            let back = cells(&row(), &turned).unwrap();
            assert!(back.iter().eq(expected.iter().rev()));
        });
    }

    #[test]
    fn a_bin_leaves_the_window_with_its_depot_apart_from_its_name() {
        Owner::new().with(|| {
            let depot = PlaceRef { id: "n".into(), name: "North".into(), type_code: None };
            let placed = ("A-01".to_owned(), depot.clone());
            let bin = Cell::from(Content::Bin("A-01 · North".into())).of(Some(placed));
            let row = Row::record("r", vec![bin]);
            let column = Column::new("bin", Signal::stored("Bin".to_owned()), 4.0).scanned();
            let expected = vec![SheetCell::Placed("A-01".into(), depot)];
            assert_eq!(printed(&row, &[(0, column)]).unwrap(), expected);
            assert_eq!(cells(&row, &[(0, column)]).unwrap(), expected);
            assert_eq!(expected[0].plain(), row.cells[0].content.words());
        });
    }

    #[test]
    fn paper_has_what_stands_on_screen_and_marks_what_is_not_sent() {
        Owner::new().with(|| {
            let mut row = row();
            row.cells[2].tone = Tone::Local;
            let columns = told(columns());
            let printed = printed(&row, &columns).unwrap();
            let expected = [
                SheetCell::Text("00012".into()),
                SheetCell::Unsent("1,284".into()),
                SheetCell::Written(NaiveDate::from_ymd_opt(2025, 11, 20).unwrap(), "20 Nov".into()),
            ];
            assert_eq!(printed, expected);
            let placed: Vec<_> = (4..).zip(&columns).map(|(at, (_, it))| (at, *it)).collect();
            let expected = [(4, PaperColumn::Code), (5, PaperColumn::Text), (6, PaperColumn::Text)];
            assert_eq!(paper_columns(&placed), expected);
            assert_eq!(scanned_columns(&columns), [0]);
            assert_eq!(scanned_columns(&columns[1..]), [0; 0]);
            row.cells[1] = Content::Faint("No code".into()).into();
            assert_eq!(super::printed(&row, &columns).unwrap()[0], SheetCell::empty());
        });
    }

    #[test]
    fn trade_items_are_found_only_where_products_have_their_codes() {
        Owner::new().with(|| {
            let column = |id| Column::new(id, Signal::stored(id.to_owned()), 4.0);
            let columns = [(0, column("number").scanned()), (1, column("code").items())];
            let row = |number: &str, code: &str| {
                vec![SheetCell::Text(number.into()), SheetCell::Text(code.into())]
            };
            let none = [row("9506000134352", "GLV-0100"), row("", "9506000134353")];
            assert!(!have_items(&none, &columns));
            assert!(have_items(&[row("", "GLV-0100"), row("", "9506000134352")], &columns));
        });
    }

    #[test]
    fn a_part_of_a_record_is_a_row_and_what_stands_between_is_none() {
        Owner::new().with(|| {
            let columns = told(columns());
            let child = Row { kind: RowKind::Child, ..row() };
            assert!(cells(&child, &columns).is_some());
            let group = Row::group("g", "Today".into(), String::new(), false);
            let note = Row::note("n", Note::default());
            let entry = Row { kind: RowKind::Entry, ..row() };
            assert!([group, note, entry].iter().all(|row| cells(row, &columns).is_none()));
            let short = Row::record("r", Vec::new());
            assert_eq!(cells(&short, &columns).unwrap(), vec![SheetCell::empty(); 3]);
        });
    }

    #[test]
    fn a_sign_is_told_by_its_word_and_what_is_unknown_is_empty() {
        let symbol = Symbol { glyph: "~", class: "sym-local", word: "Changed here".into() };
        let said = |content: Content| told_of(&content.into());
        assert_eq!(said(Content::Symbol(symbol)), SheetCell::Text("Changed here".into()));
        let share = Content::Share { done: 3, all: 9, shown: "3/9".into(), label: "3 of 9".into() };
        assert_eq!(said(share), SheetCell::Text("3 of 9".into()));
        let tagged = Content::NameTagged("Gloves".into(), "tag-amber", "twice".into());
        assert_eq!(said(tagged), SheetCell::Text("Gloves (twice)".into()));
        for nothing in [Content::Empty, Content::Absent, Content::Hint("type".into())] {
            assert_eq!(said(nothing), SheetCell::empty());
        }
    }
}
