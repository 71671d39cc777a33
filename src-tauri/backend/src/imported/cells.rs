//! The cells of a worksheet as texts, what they show of themselves, and what a table with the same heads was
//! taken for the last time.

use std::collections::HashSet;

use contract::{DecimalMark, ImportColumn, MendedRow};
use rules::{
    paste::{free_text, marks::DecimalCells},
    search::{count_of, text::fold},
};

use crate::{
    account::Account,
    store::tables::facts::Facts,
    table::{TableCell, TableRow, TableSheet},
};

/// Heads stand in one of so many rows.
const MAY_BE_HEADS: usize = 15;

/// So many texts of a column are told.
const SAMPLES: usize = 4;

/// So many rows that need attention are told one by one.
const TROUBLES: usize = 20;

/// Which rows are told one by one, asked of each in its order: the first that need attention, and all that were
/// mended.
pub(crate) fn is_told(mended: &[MendedRow]) -> impl FnMut(u32) -> bool + use<> {
    let mended: HashSet<u32> = mended.iter().map(|row| row.at).collect();
    let mut open = 0;
    move |at| {
        let is_mended = mended.contains(&at);
        open += usize::from(!is_mended);
        is_mended || open <= TROUBLES
    }
}

/// So many kinds of tables are remembered; the one imported longest ago goes for the next.
const REMEMBERED: usize = 50;

/// What a table with these heads was taken for the last time.
pub(crate) type KnownTable<C> = (String, C);

/// The cells of a worksheet as texts.
#[derive(Default)]
pub(crate) struct ImportCells {
    pub rows: Vec<Vec<String>>,
    /// The numbers of the rows in the file.
    pub numbers: Vec<u32>,
    /// Those that are stored as numbers with a part: their texts do not say so.
    pub decimals: DecimalCells,
    /// It is a text as people write, a row for each thing that is asked for.
    pub is_prose: bool,
}

impl ImportCells {
    /// Those of a worksheet. A hidden row stays a row where it is left out, and nothing stands in it.
    pub(super) fn of(sheet: &TableSheet, without_hidden: bool, mark: DecimalMark) -> Self {
        let texts = |row: &TableRow| -> Vec<_> {
            let is_left_out = row.is_hidden && without_hidden;
            let cells = row.cells.iter().filter(|_| !is_left_out);
            cells.map(|cell| cell.text(mark)).collect()
        };
        let is_prose = sheet.name.is_empty() && sheet.rows.iter().all(|row| row.cells.len() < 2);
        let rows = sheet.rows.iter().flat_map(|row| {
            let cells = texts(row);
            let rows = if is_prose { free_text::rows_of(&cells, mark) } else { vec![cells] };
            // A line in which nothing stands is a row too.
            let rows = if rows.is_empty() { vec![Vec::new()] } else { rows };
            rows.into_iter().map(|cells| (row.number, cells))
        });
        let (numbers, rows): (Vec<u32>, Vec<Vec<String>>) = rows.unzip();
        let mut decimals = DecimalCells::default();
        // A text as people write has a row for each thing, and no cell that is a number.
        for (at, row) in sheet.rows.iter().enumerate().filter(|_| !is_prose) {
            let cells = row.cells.iter().enumerate();
            for (column, _) in cells.filter(|(_, cell)| matches!(cell, TableCell::Decimal(_))) {
                decimals.put(at, column);
            }
        }
        Self { rows, numbers, decimals, is_prose }
    }

    /// What the heads of a table are known by.
    pub(crate) fn signature(&self, heads: u32) -> Option<String> {
        let heads = self.rows.get(usize::try_from(heads).ok()?)?;
        let folded: Vec<_> = heads.iter().map(|head| fold(head.trim())).collect();
        folded.iter().any(|head| !head.is_empty()).then(|| folded.join("\u{1f}"))
    }

    /// What a table with the same heads was taken for the last time, and the row where they stand.
    pub(crate) fn remembered<C: Clone>(&self, known: &[KnownTable<C>]) -> Option<(u32, C)> {
        let may_be = (0..).take(self.rows.len().min(MAY_BE_HEADS));
        may_be.filter_map(|at| Some((at, self.signature(at)?))).find_map(|(at, signature)| {
            let (_, columns) = known.iter().find(|(of, _)| *of == signature)?;
            Some((at, columns.clone()))
        })
    }

    /// The columns in which anything stands, with their heads in this row.
    pub(crate) fn columns(&self, heads: Option<u32>) -> Vec<ImportColumn> {
        let begin = heads.map_or(0, |heads| count(heads) + 1);
        let width = self.rows.iter().map(Vec::len).max().unwrap_or_default();
        let text =
            |row: &Vec<String>, at: usize| row.get(at).map_or("", |text| text.trim()).to_owned();
        let heads = heads.and_then(|at| self.rows.get(count(at)));
        let column = |at: usize| {
            let texts = self.rows.iter().skip(begin).map(|row| text(row, at));
            let samples: Vec<_> = texts.filter(|text| !text.is_empty()).take(SAMPLES).collect();
            let head = heads.map(|row| text(row, at)).unwrap_or_default();
            let is_there = !samples.is_empty() || !head.is_empty();
            is_there.then(|| ImportColumn { at: count_of(at), head, samples })
        };
        (0..width).filter_map(column).collect()
    }

    /// Texts that may be heads, with their places.
    pub(crate) fn first_rows(&self) -> Vec<(u32, String)> {
        let texts = |row: &Vec<String>| {
            let texts: Vec<_> =
                row.iter().map(|text| text.trim()).filter(|it| !it.is_empty()).collect();
            texts.join(" · ")
        };
        let rows = (0..).zip(self.rows.iter().take(MAY_BE_HEADS));
        rows.map(|(at, row)| (at, texts(row))).filter(|(_, text)| !text.is_empty()).collect()
    }
}

/// Remembers what a table with these heads, if it has some, was taken for. What came of its rows is kept already:
/// what the next table begins with is not worth a failure.
pub(crate) async fn remember<C>(
    account: &Account,
    known: fn(&mut Facts) -> &mut Vec<KnownTable<C>>,
    signature: Option<String>,
    columns: C,
) {
    let Some(signature) = signature else { return };
    let learned = account.learn(|facts| {
        let known = known(facts);
        known.retain(|(of, _)| *of != signature);
        known.insert(0, (signature, columns));
        known.truncate(REMEMBERED);
    });
    if let Err(problem) = learned.await {
        tracing::warn!("the columns of a table are not remembered: {problem}");
    }
}

fn count(at: u32) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_that_are_stored_as_numbers_with_a_part_are_known_as_such() {
        let texts = TableCell::Text("2.125".to_owned());
        let cells = vec![texts, TableCell::Decimal(2.125), TableCell::Whole(3)];
        let empty = TableRow { number: 1, cells: Vec::new(), is_hidden: false };
        let row = TableRow { number: 2, cells, is_hidden: false };
        let sheet = TableSheet {
            name: "Sheet1".to_owned(),
            is_hidden: false,
            rows: vec![empty, row],
            hidden_columns: 0,
        };
        let cells = ImportCells::of(&sheet, false, DecimalMark::Comma);
        assert_eq!(cells.rows[1], ["2.125", "2,125", "3"]);
        let decimals: Vec<_> = (0..3).filter(|column| cells.decimals.holds(1, *column)).collect();
        assert_eq!(decimals, [1]);
        assert!(!cells.decimals.holds(0, 1));
    }
}
