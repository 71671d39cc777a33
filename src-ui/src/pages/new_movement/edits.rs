//! What is done to the previewed lines as in a spreadsheet: typed, ticked, copied, pasted, filled,
//! emptied, and taken back. Pasted rows find their line by its product's code, or else go on from the
//! chosen cell. Deliberately absent: keeping them, which the form does.

use std::sync::Arc;

use contract::{Failure, Reason};
use leptos::prelude::*;

use super::form::MovementForm;
use super::last_times::{KnownLastTime, LastTime};
use super::lines::{Line, LineCodes};
use crate::components::Toasts;
use crate::components::grid::{
    Block, Calls, CellValue, Copied, Edit, Fill, GridHandle, Row, Selection, TooLarge,
};
use crate::i18n::{I18n, say, use_i18n};
use crate::wording::format::{Format, Quantity, use_format};
use crate::wording::words;

/// So many steps can be taken back.
const STEPS: usize = 200;

/// Lines of some indexes, as they were.
type EditedLines = Vec<(usize, Line)>;

/// What was done to the lines of one list, to be taken back and done again.
#[derive(Default)]
struct Past {
    done: Vec<EditedLines>,
    undone: Vec<EditedLines>,
}

/// What is done to the lines.
#[derive(Clone, Copy)]
pub struct Edits {
    form: MovementForm,
    rows: Memo<Vec<Arc<Row>>>,
    last: Memo<KnownLastTime>,
    grid: GridHandle,
    past: StoredValue<Past>,
    toasts: Toasts,
    i18n: I18n,
    format: Format,
}

impl Edits {
    /// Edits the lines drawn as `rows`, whose keys are the lines' indexes.
    pub fn start(
        form: MovementForm,
        rows: Memo<Vec<Arc<Row>>>,
        last: Memo<KnownLastTime>,
        grid: GridHandle,
    ) -> Self {
        Self {
            form,
            rows,
            last,
            grid,
            past: StoredValue::default(),
            toasts: expect_context::<Toasts>(),
            i18n: use_i18n(),
            format: use_format(),
        }
    }

    /// What the grid asks for.
    pub fn calls(self) -> Calls {
        Calls {
            edit: Some(Callback::new(move |edit| self.enter(edit))),
            typing: Some(Callback::new(move |edit: Edit| {
                // Kept before it is entered.
                if let (Ok(at), CellValue::Text(text)) = (edit.key.parse(), edit.value) {
                    self.form.typing.set(Some((at, text)));
                }
            })),
            copy: Some(Callback::new(move |(chosen, copied)| self.copy(&chosen, copied))),
            paste: Some(Callback::new(move |(chosen, block)| self.paste(&chosen, block))),
            fill: Some(Callback::new(move |fill| self.fill(&fill))),
            set: Some(Callback::new(move |(chosen, text): (Selection, String)| {
                self.type_into(&chosen, &text);
            })),
            clear: Some(Callback::new(move |chosen| self.type_into(&chosen, ""))),
            ..Calls::default()
        }
    }

    /// Takes the last step back, or does it again; answers whether there was one.
    pub fn undo(self, redo: bool) -> bool {
        let step = self
            .past
            .try_update_value(|past| if redo { past.undone.pop() } else { past.done.pop() });
        let Some(Some(step)) = step else { return false };
        let first = step.iter().map(|(at, _)| *at).min();
        let before = self.put(step);
        self.past.update_value(|past| {
            if redo { past.done.push(before) } else { past.undone.push(before) }
        });
        if let Some(row) = first.and_then(|at| self.row_of(at)) {
            self.grid.go(row, "quantity");
        }
        true
    }

    fn enter(self, edit: Edit) {
        let Ok(at) = edit.key.parse::<usize>() else { return };
        self.form.typing.set(None);
        match edit.value {
            CellValue::Check(included) => {
                self.change(vec![at], |_, line| line.preview.included = included);
            }
            CellValue::Text(text) => self.change(vec![at], |_, line| self.type_in(line, &text)),
        }
        self.grid.settle(&edit.key);
    }

    fn copy(self, chosen: &Selection, copied: Copied) {
        let lines = self.indexes(chosen);
        let texts = self.form.lines.with_untracked(|all| {
            let texts = |at: &usize| {
                let line = all.get(*at)?;
                let text = |column: &&'static str| match *column {
                    "last_time" => self.last.with_untracked(|last| last_time(last, line)),
                    column => text_of(*at, line, column),
                };
                Some(chosen.columns.iter().map(text).collect())
            };
            lines.iter().filter_map(texts).collect::<Vec<Vec<String>>>()
        });
        if texts.len() > 1 {
            self.toasts.say(untrack(|| words::copied(self.i18n, self.format, texts.len())));
        }
        copied.put(texts);
    }

    fn paste(self, chosen: &Selection, block: Result<Block, TooLarge>) {
        let Ok(block) = block else {
            let failure = Failure::from(Reason::PasteTooLarge);
            return self.toasts.tell(untrack(|| words::failure(self.i18n, &failure)));
        };
        if let ([row], true) = (&block.cells[..], has_quantity(chosen))
            && let [text] = &row[..]
        {
            return self.type_into(chosen, text);
        }
        let from = self.indexes_from(chosen.rows.0);
        let pasted = self.form.lines.with_untracked(|lines| {
            Pasted::read(&block.cells, lines, &from, |text| self.format.read_quantity(text))
        });
        let (used, unused) = (pasted.texts.len(), pasted.unused);
        let columns = pasted.columns.join(", ");
        let at = pasted.texts.iter().map(|(at, _)| *at).collect();
        self.change(at, |index, line| {
            if let Some((_, text)) = pasted.texts.get(index) {
                self.type_in(line, text);
            }
        });
        self.say_pasted(used, unused, columns);
    }

    fn say_pasted(self, used: usize, unused: usize, columns: String) {
        let (i18n, count) = (self.i18n, |count: usize| u32::try_from(count).unwrap_or(u32::MAX));
        let number = |count| self.format.number(i64::from(count));
        let (used, unused, is_whole) = (count(used), count(unused), columns.is_empty());
        let said = untrack(|| {
            let used = say!(i18n, new_movement.pasted, count = used, number = number(used));
            let left = say!(i18n, new_movement.not_used, count = unused, number = number(unused));
            let mut said = vec![used];
            said.extend((unused > 0).then_some(left));
            said.extend(
                (!is_whole).then(|| say!(i18n, new_movement.columns_not_used, columns = columns)),
            );
            said.join(" ")
        });
        if unused == 0 && is_whole { self.toasts.say(said) } else { self.toasts.tell(said) }
    }

    fn fill(self, fill: &Fill) {
        if !has_quantity(&fill.source) {
            return;
        }
        let texts = self.form.lines.with_untracked(|lines| {
            let text = |at: &usize| lines.get(*at).map(|line| text_of(*at, line, "quantity"));
            self.indexes(&fill.source).iter().filter_map(text).collect::<Vec<_>>()
        });
        if texts.is_empty() {
            return;
        }
        self.change(self.indexes(&fill.target), |index, line| {
            self.type_in(line, &texts[index % texts.len()]);
        });
    }

    /// Types one text as the quantity of all chosen lines.
    fn type_into(self, chosen: &Selection, text: &str) {
        if has_quantity(chosen) {
            self.change(self.indexes(chosen), |_, line| self.type_in(line, text));
        }
    }

    fn type_in(self, line: &mut Line, text: &str) {
        line.type_quantity(text, self.format.read_quantity(text));
    }

    /// Changes lines as one step; `change` is told which of them it is at.
    fn change(self, lines: Vec<usize>, change: impl Fn(usize, &mut Line)) {
        let changed = self.form.lines.with_untracked(|all| {
            let changed = |(index, at): (usize, &usize)| {
                let mut line = all.get(*at)?.clone();
                change(index, &mut line);
                (all.get(*at) != Some(&line)).then_some((*at, line))
            };
            lines.iter().enumerate().filter_map(changed).collect::<EditedLines>()
        });
        if changed.is_empty() {
            return;
        }
        let before = self.put(changed);
        self.past.update_value(|past| {
            past.undone.clear();
            past.done.push(before);
            if past.done.len() > STEPS {
                past.done.remove(0);
            }
        });
    }

    /// Puts lines in place; answers what stood there.
    fn put(self, step: EditedLines) -> EditedLines {
        let mut before = EditedLines::with_capacity(step.len());
        self.form.lines.update(|lines| {
            for (at, line) in step {
                if let Some(place) = lines.get_mut(at) {
                    before.push((at, std::mem::replace(place, line)));
                }
            }
        });
        before
    }

    /// The indexes of the chosen lines.
    fn indexes(self, chosen: &Selection) -> Vec<usize> {
        let (from, to) = chosen.rows;
        self.rows.with_untracked(|rows| {
            let rows = rows.iter().take(to as usize + 1).skip(from as usize);
            rows.filter_map(|row| row.key.parse().ok()).collect()
        })
    }

    /// The indexes of the lines from a row on.
    fn indexes_from(self, row: u32) -> Vec<usize> {
        self.rows.with_untracked(|rows| {
            rows.iter().skip(row as usize).filter_map(|row| row.key.parse().ok()).collect()
        })
    }

    /// The row a line is drawn in now.
    fn row_of(self, line: usize) -> Option<u32> {
        let key = line.to_string();
        let at = self.rows.with_untracked(|rows| rows.iter().position(|row| row.key == key));
        at.and_then(|at| u32::try_from(at).ok())
    }
}

/// What a block says of the lines.
#[derive(Debug, PartialEq, Eq)]
struct Pasted {
    /// Indexes of lines, and the quantities typed into them.
    texts: Vec<(usize, String)>,
    /// Rows that name no line, or stand beyond the last.
    unused: usize,
    /// What the columns are called that nothing was taken from; their numbers where they have no heads.
    columns: Vec<String>,
}

impl Pasted {
    /// Reads a block: where a column names products of the list, each row goes to the line of its
    /// product, with the first number beside it; else the first column goes on from the chosen line.
    /// Empty rows and heads of columns are passed over.
    fn read(
        cells: &[Vec<String>],
        lines: &[Line],
        from: &[usize],
        read: impl Fn(&str) -> Quantity,
    ) -> Self {
        let rows = || cells.iter().filter(|row| row.iter().any(|cell| !cell.trim().is_empty()));
        let codes_of_lines = LineCodes::of(lines);
        let line_of = |cell: &str| codes_of_lines.find(cell);
        let widest = cells.iter().map(Vec::len).max().unwrap_or(0);
        let named = |column: &usize| {
            rows()
                .filter(|row| row.get(*column).is_some_and(|cell| line_of(cell).is_some()))
                .count()
        };
        let codes = (0..widest).filter(|column| named(column) > 0).max_by_key(named);
        let is_quantity = |cell: &&String| matches!(read(cell), Quantity::Whole(_));
        let mut pasted = Self { texts: Vec::new(), unused: 0, columns: Vec::new() };
        let (mut head, mut told) = (None, vec![false; widest]);
        let Some(codes) = codes.filter(|_| widest > 1) else {
            for (index, row) in rows().enumerate() {
                match (from.get(index), row.first()) {
                    (Some(at), Some(text)) => pasted.texts.push((*at, text.clone())),
                    _ => pasted.unused += 1,
                }
            }
            return pasted;
        };
        for (index, row) in rows().enumerate() {
            let line = row.get(codes).and_then(|code| line_of(code));
            let mut beside = (codes + 1..row.len()).chain(0..codes.min(row.len()));
            let quantity = beside
                .find(|column| is_quantity(&&row[*column]))
                .or_else(|| (codes + 1 < row.len()).then_some(codes + 1));
            match (line, quantity) {
                (Some(at), Some(column)) => {
                    pasted.texts.push((at, row[column].clone()));
                    let name = lines[at].preview.product.name.as_deref().unwrap_or_default();
                    for (other, cell) in row.iter().enumerate() {
                        let is_told = !cell.trim().is_empty() && cell.trim() != name;
                        told[other] |= is_told && other != codes && other != column;
                    }
                }
                // What the columns are called.
                (None, _) if index == 0 && !row.iter().any(|cell| is_quantity(&cell)) => {
                    head = Some(row);
                }
                _ => pasted.unused += 1,
            }
        }
        let called = |column: usize| {
            let name = head.and_then(|head| head.get(column)).map(|name| name.trim());
            name.filter(|name| !name.is_empty())
                .map_or_else(|| (column + 1).to_string(), str::to_owned)
        };
        pasted.columns = (0..widest).filter(|column| told[*column]).map(called).collect();
        pasted
    }
}

fn has_quantity(chosen: &Selection) -> bool {
    chosen.whole || chosen.columns.contains(&"quantity")
}

/// What is copied of how many were asked for the last time.
fn last_time(last: &KnownLastTime, line: &Line) -> String {
    match last.of_product(&line.preview.product.id) {
        LastTime::Pieces(pieces) => pieces.to_string(),
        LastTime::Never | LastTime::NotKnown => String::new(),
    }
}

/// What is copied of a line's cell.
fn text_of(at: usize, line: &Line, column: &str) -> String {
    let product = &line.preview.product;
    match column {
        "include" => String::from(if line.preview.included { "1" } else { "0" }),
        "number" => (at + 1).to_string(),
        "code" => product.code.clone().unwrap_or_default(),
        "product" => product.name.clone().unwrap_or_default(),
        "list" => line.listed.map(|listed| listed.to_string()).unwrap_or_default(),
        "change" => line.change().map(|by| by.to_string()).unwrap_or_default(),
        "quantity" => {
            let unread = line.unread.as_ref().map(|unread| unread.text.clone());
            unread.unwrap_or_else(|| line.preview.quantity.to_string())
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use contract::{PreviewLine, ProductRef};

    use super::*;

    fn line(code: &str) -> Line {
        let product = ProductRef {
            id: code.into(),
            code: Some(code.to_owned()),
            name: Some(format!("Product {code}")),
            description: None,
            category: None,
        };
        let item = code.into();
        let preview = PreviewLine { item, product, listed: 10, quantity: 10, included: true };
        Line { preview, listed: Some(10), unread: None }
    }

    fn read(text: &str) -> Quantity {
        match text.trim() {
            "" => Quantity::Empty,
            text => text.parse().map_or(Quantity::NotANumber, Quantity::Whole),
        }
    }

    fn pasted(rows: &[&[&str]], from: &[usize]) -> Pasted {
        let lines = ["A-1", "B-2", "C-3"].map(line);
        let cell = |cell: &&str| String::from(*cell);
        let cells: Vec<Vec<String>> =
            rows.iter().map(|row| row.iter().map(cell).collect()).collect();
        Pasted::read(&cells, &lines, from, read)
    }

    fn texts(pasted: &Pasted) -> Vec<(usize, &str)> {
        pasted.texts.iter().map(|(at, text)| (*at, text.as_str())).collect()
    }

    #[test]
    fn a_column_of_quantities_goes_on_from_the_chosen_line() {
        let quantities = pasted(&[&["4"], &[""], &["ten"], &["6"]], &[1, 2]);
        assert_eq!(texts(&quantities), [(1, "4"), (2, "ten")]);
        assert_eq!(quantities.unused, 1, "a row beyond the last line");
    }

    #[test]
    fn rows_that_name_products_go_to_the_lines_of_these() {
        let table = pasted(
            &[
                &["Code", "Name", "Quantity"],
                &["c-3", "Gauze", "7"],
                &["X-9", "Other", "1"],
                &["A-1", "Mask", "2"],
            ],
            &[1, 2],
        );
        assert_eq!(texts(&table), [(2, "7"), (0, "2")]);
        assert_eq!(table.unused, 1, "a product that is not on the list");
    }

    #[test]
    fn columns_that_nothing_was_taken_from_are_named() {
        let head: &[&str] = &["Code", "Quantity", "Comment", ""];
        let table = pasted(&[head, &["A-1", "2", "soon"], &["B-2", "3", ""]], &[0, 1, 2]);
        assert_eq!(table.columns, ["Comment"]);
        let bare = pasted(&[&["A-1", "2", "soon"]], &[0]);
        assert_eq!(bare.columns, ["3"]);
    }

    #[test]
    fn a_quantity_that_is_none_stands_in_its_line() {
        let table = pasted(&[&["A-1", "abc"], &["B-2", "5"]], &[0, 1, 2]);
        assert_eq!(texts(&table), [(0, "abc"), (1, "5")]);
    }
}
