//! What a grid shows as a table that leaves the window: its rows as they are filtered, sorted and folded, its columns
//! as they stand on screen. It is read to its end portion by portion.

use std::collections::HashSet;
use std::sync::Arc;

use chrono::{DateTime, Utc};
use contract::{Failure, Language, MovementKey, Reason};
use leptos::prelude::*;

use super::cells::{heads, on_paper, told};
use crate::components::grid::{Column, ColumnStand, GridHandle, Row, ShownTable};
use crate::dom;
use crate::i18n::worded_in;

/// A grid whose rows can be exported and printed.
#[derive(Clone, Copy)]
pub struct Exported {
    /// The page's hold on it.
    pub grid: GridHandle,
    /// What its rows are called; the file is named after it.
    pub name: Signal<String>,
    /// What is known of all of them together, for paper: what it is, and its value.
    facts: Signal<Vec<(String, String)>>,
    /// The code of all of them together, for paper: a movement's number.
    code: Signal<Option<String>>,
    /// The movements of which its rows are, for paper: their bins are read as their depot has them.
    movements: Signal<Vec<MovementKey>>,
    /// What it shows where it is not drawn.
    undrawn: Signal<Option<ShownTable>>,
    /// It is meant wherever the focus is inside of this, by a selector.
    within: Option<&'static str>,
}

impl Exported {
    /// A grid, and what its rows are called.
    pub fn new(grid: GridHandle, name: Signal<String>) -> Self {
        Self {
            grid,
            name,
            facts: Signal::stored(Vec::new()),
            code: Signal::stored(None),
            movements: Signal::stored(Vec::new()),
            undrawn: Signal::stored(None),
            within: None,
        }
    }

    /// With what is known of all rows together.
    pub fn about(self, facts: Signal<Vec<(String, String)>>) -> Self {
        Self { facts, ..self }
    }

    /// With the movements of which its rows are.
    pub fn of(self, movements: Signal<Vec<MovementKey>>) -> Self {
        Self { movements, ..self }
    }

    /// With what it shows while it is not drawn, if its rows are there then.
    pub fn undrawn(self, undrawn: Signal<Option<ShownTable>>) -> Self {
        Self { undrawn, ..self }
    }

    /// Meant wherever the focus is inside of what this selector names, also beside the grid.
    pub fn within(self, selector: &'static str) -> Self {
        Self { within: Some(selector), ..self }
    }

    /// With the code of all rows together.
    pub fn coded(self, code: Signal<Option<String>>) -> Self {
        Self { code, ..self }
    }

    /// Whether the focus is inside of what it names, beside its grid or in it.
    fn is_around_focus(&self) -> bool {
        let is_inside = |selector: &str| {
            dom::focused().is_some_and(|now| now.closest(selector).ok().flatten().is_some())
        };
        self.within.is_some_and(is_inside)
    }
}

/// What lines are called: with the code or the name of what they are lines of, where it has one.
pub fn lines_of(lines: &str, of: Option<&str>) -> String {
    [Some(lines), of].into_iter().flatten().collect::<Vec<_>>().join(" ")
}

/// Facts for paper: those that have a value.
pub fn known_facts<const N: usize>(facts: [(&str, Option<String>); N]) -> Vec<(String, String)> {
    let known = facts.into_iter().filter_map(|(label, value)| Some((label.to_owned(), value?)));
    known.collect()
}

/// What is exported, as it was when somebody asked for it: the grid may be drawn anew.
#[derive(Clone)]
pub struct ExportedTable {
    /// The name of its grid.
    pub grid: &'static str,
    /// What its rows are called.
    pub name: String,
    /// The language of its words, where it is not the window's.
    pub language: Option<Language>,
    /// The heads of all its columns.
    pub heads: Vec<String>,
    /// What is known of all its rows together.
    pub facts: Vec<(String, String)>,
    /// Their code.
    pub code: Option<String>,
    /// The movements of which they are.
    pub movements: Vec<MovementKey>,
    /// Its columns as they stand on screen, each with its place in a row's cells. Behind them in a file those that it
    /// has also where there is no room; on paper all others, the hidden ones last.
    pub columns: Arc<Vec<(usize, Column)>>,
    of: Exported,
    shown: Arc<ShownTable>,
}

impl ExportedTable {
    /// What the grid with the focus shows, else the first that is drawn, or is there without that; `None` where none
    /// is.
    pub fn shown(grids: &[Exported]) -> Option<Self> {
        // What has the focus now goes before a grid that had it last.
        let around = grids.iter().find(|of| of.is_around_focus());
        if around.is_some_and(|of| of.grid.shown().is_none()) {
            return None;
        }
        let focused = grids.iter().filter(|of| of.grid.has_focus());
        let drawn = around
            .into_iter()
            .chain(focused)
            .chain(grids)
            .find_map(|of| Some((of, of.grid.shown()?)));
        let undrawn = || grids.iter().find_map(|of| Some((of, of.undrawn.get()?)));
        let (of, shown) = drawn.or_else(undrawn)?;
        let beside = shown.standing(ColumnStand::Beside).into_iter();
        let exported = beside.filter(|(_, column)| column.exported);
        let columns = shown.standing(ColumnStand::OnScreen).into_iter().chain(exported);
        let table = Self {
            grid: shown.name,
            name: String::new(),
            language: None,
            heads: Vec::new(),
            facts: Vec::new(),
            code: of.code.get(),
            movements: of.movements.get(),
            columns: Arc::new(told(columns.collect())),
            of: *of,
            shown: Arc::new(shown),
        };
        Some(table.worded(None))
    }

    /// The same on paper.
    pub fn on_paper(self) -> Self {
        let stands = [ColumnStand::OnScreen, ColumnStand::Beside, ColumnStand::Hidden];
        let columns = stands.into_iter().flat_map(|stand| self.shown.standing(stand));
        let columns = on_paper(&told(columns.collect()));
        Self { columns: Arc::new(columns), ..self }.worded(None)
    }

    /// Its columns in the order of the grid, each with its place among them, and how it stands there; without the
    /// codes of the rows themselves.
    pub fn in_order(&self) -> Vec<(u32, Column, ColumnStand)> {
        let placed = |(at, column, stand): &(usize, Column, ColumnStand)| {
            let place = self.columns.iter().position(|(of, _)| of == at)?;
            Some((u32::try_from(place).ok()?, *column, *stand))
        };
        let all = self.shown.columns.iter().filter(|(_, column, _)| !column.on_paper);
        all.filter_map(placed).collect()
    }

    /// Its columns without those that somebody hid: what labels are made of, whether there is room for it on screen
    /// or not. Their places are the same.
    pub fn labelled(&self) -> &[(usize, Column)] {
        let hidden = self.shown.standing(ColumnStand::Hidden);
        let is_hidden = |(at, _): &(usize, Column)| hidden.iter().any(|(of, _)| of == at);
        self.columns.split(is_hidden).next().unwrap_or_default()
    }

    /// The same in this language, or with `None` in the window's.
    pub fn worded(self, language: Option<Language>) -> Self {
        let of = self.of;
        worded_in(language, || Self {
            name: of.name.get(),
            heads: heads(&self.columns),
            facts: of.facts.get(),
            language,
            ..self
        })
    }

    /// What its rows are called in the window's language.
    pub fn called(&self) -> String {
        self.of.name.get()
    }

    /// How many rows it has, where that is known before they are read.
    pub fn count(&self) -> Option<u32> {
        self.shown.data.records.get_untracked()
    }
}

/// Rows of a table being read to the end.
pub struct Reading {
    /// The table.
    pub table: ExportedTable,
    /// The next row of the grid.
    at: u32,
    /// Rows of the grid in all; once another number is told, it is another list.
    all: Option<u32>,
    /// How old the oldest of what was read so far is; `None` where that is not known of all.
    as_of: Option<DateTime<Utc>>,
    /// What names those of the portions before: one that comes again has moved in the list.
    keys: HashSet<String>,
}

/// The next rows of a table.
pub struct Portion {
    /// The rows.
    pub rows: Vec<Arc<Row>>,
    /// Rows of the grid in all.
    pub all: u32,
    /// How old the oldest row up to these is; `None` where that is not known of all.
    pub as_of: Option<DateTime<Utc>>,
    /// None follow.
    pub is_last: bool,
}

impl Reading {
    /// From the first row on.
    pub fn begin(table: ExportedTable) -> Self {
        Self { table, at: 0, all: None, as_of: None, keys: HashSet::new() }
    }

    /// Reads the next rows. Rows of two lists in one would be missing, or there twice: a list that changed
    /// meanwhile fails.
    pub fn next(mut self, then: impl FnOnce(Result<(Self, Portion), Failure>) + 'static) {
        let (data, at, language) = (self.table.shown.data, self.at, self.table.language);
        data.read(
            at,
            language,
            Box::new(move |part| {
                let part = match part {
                    Ok(part) => part,
                    Err(failure) => return then(Err(failure)),
                };
                let is_another = self.all.is_some_and(|all| all != part.total)
                    || part.rows.iter().any(|row| self.keys.contains(&row.key));
                if is_another {
                    return then(Err(Reason::ListChanged.into()));
                }
                self.as_of = match self.all {
                    // Nothing is less than something: what is not known once stays unknown.
                    Some(_) => self.as_of.min(part.as_of),
                    None => part.as_of,
                };
                // Within a portion there may be two of one name: some services give it twice.
                self.keys.extend(part.rows.iter().map(|row| row.key.clone()));
                self.at += length(part.rows.len());
                self.all = Some(part.total);
                let is_last = part.rows.is_empty() || self.at >= part.total;
                let as_of = self.as_of;
                then(Ok((self, Portion { rows: part.rows, all: part.total, as_of, is_last })));
            }),
        );
    }
}

/// A number of rows.
pub fn length(rows: usize) -> u32 {
    u32::try_from(rows).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::components::grid::{GridData, RowsPart, WithPart};

    use ColumnStand::{Beside, Hidden, OnScreen};

    fn column(id: &'static str) -> Column {
        Column::new(id, Signal::stored(id.to_uppercase()), 4.0)
    }

    fn ids(columns: &[(usize, Column)]) -> Vec<&'static str> {
        columns.iter().map(|(_, column)| column.id).collect()
    }

    #[test]
    fn paper_has_columns_without_room_behind_those_on_screen_and_a_file_has_not() {
        Owner::new().with(|| {
            let shown = ShownTable {
                name: "lots",
                data: GridData::local(Signal::stored(Vec::new())),
                columns: vec![
                    (5, column("note"), Hidden),
                    (1, column("code"), OnScreen),
                    (2, column("lot"), Beside),
                    (4, column("tick").pressed(), Beside),
                    (0, column("bin"), OnScreen),
                    (3, column("expires"), Beside),
                ],
            };
            let is_there = RwSignal::new(true);
            let undrawn = Signal::derive(move || is_there.get().then(|| shown.clone()));
            let of = Exported::new(GridHandle::default(), Signal::stored("Lots".to_owned()));
            let of = of.undrawn(undrawn);
            let table = ExportedTable::shown(&[of]).unwrap();
            assert_eq!(table.heads, ["CODE", "BIN"]);
            let table = table.on_paper();
            assert_eq!(table.heads, ["CODE", "BIN", "LOT", "EXPIRES", "NOTE"]);
            let places: Vec<_> = table.columns.iter().map(|(at, _)| *at).collect();
            assert_eq!(places, [1, 0, 2, 3, 5]);
            assert_eq!(ids(table.labelled()), ["code", "bin", "lot", "expires"]);
            // In the order of the grid they keep the places they are read by.
            let ordered = table.in_order().into_iter().map(|(at, it, stand)| (at, it.id, stand));
            let expected = [
                (4, "note", Hidden),
                (0, "code", OnScreen),
                (2, "lot", Beside),
                (1, "bin", OnScreen),
                (3, "expires", Beside),
            ];
            assert_eq!(ordered.collect::<Vec<_>>(), expected);
            is_there.set(false);
            assert!(ExportedTable::shown(&[of]).is_none());
        });
    }

    #[test]
    fn a_file_has_columns_that_are_always_exported_unless_somebody_hid_them() {
        Owner::new().with(|| {
            let shown = ShownTable {
                name: "review",
                data: GridData::local(Signal::stored(Vec::new())),
                columns: vec![
                    (3, column("note").exported(), Hidden),
                    (0, column("kind"), OnScreen),
                    (1, column("person"), Beside),
                    (2, column("refusal").exported(), Beside),
                ],
            };
            let of = Exported::new(GridHandle::default(), Signal::stored("Review".to_owned()));
            let table = ExportedTable::shown(&[of.undrawn(Signal::stored(Some(shown)))]).unwrap();
            assert_eq!(table.heads, ["KIND", "REFUSAL"]);
            assert_eq!(table.columns.iter().map(|(at, _)| *at).collect::<Vec<_>>(), [0, 2]);
            assert_eq!(table.on_paper().heads, ["KIND", "PERSON", "REFUSAL", "NOTE"]);
        });
    }

    /// How old a table is told to be after each of its portions.
    fn ages(parts: Vec<Option<DateTime<Utc>>>) -> Vec<Option<DateTime<Utc>>> {
        let total = length(parts.len());
        let read = move |from: u32, _, then: WithPart| {
            let rows = vec![Arc::new(Row::record(from.to_string(), Vec::new()))];
            then(Ok(RowsPart { rows, total, as_of: parts[from as usize] }));
        };
        let data = GridData::local(Signal::stored(Vec::new()));
        let shown = ShownTable {
            name: "products",
            data: data.read_by(read, Signal::stored(None)),
            columns: Vec::new(),
        };
        let of = Exported::new(GridHandle::default(), Signal::stored("Products".to_owned()));
        let of = of.undrawn(Signal::stored(Some(shown)));
        let rest = StoredValue::new_local(ExportedTable::shown(&[of]).map(Reading::begin));
        let told = StoredValue::new(Vec::new());
        while let Some(reading) = rest.try_update_value(Option::take).flatten() {
            reading.next(move |next| {
                let (reading, portion) = next.unwrap();
                told.update_value(|told| told.push(portion.as_of));
                rest.set_value(Some(reading).filter(|_| !portion.is_last));
            });
        }
        told.get_value()
    }

    #[test]
    fn rows_are_as_old_as_the_oldest_of_them_and_of_no_age_where_one_has_none() {
        Owner::new().with(|| {
            let at = |seconds| DateTime::from_timestamp(seconds, 0);
            assert_eq!(ages(vec![at(7), at(9), at(5)]), [at(7), at(7), at(5)]);
            assert_eq!(ages(vec![None, at(9)]), [None, None]);
            assert_eq!(ages(vec![at(9), None, at(9)]), [at(9), None, None]);
        });
    }
}
