//! A block of cells as it travels over the clipboard: tab-separated text and an HTML table, as
//! spreadsheets write and read them. Pure.

mod cells;
mod html;
mod tsv;

#[cfg(test)]
mod tests;

pub use cells::TooLarge;

/// Cells of a clipboard, row by row. Rows may differ in length.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// The cells.
    pub cells: Vec<Vec<String>>,
}

impl Block {
    /// What is on a clipboard: its text, or the first table of its HTML where that has more cells,
    /// or as many and stands wider (mail gives a table as text with each cell on a line of its own).
    ///
    /// # Errors
    /// If either of them is too large, counted while it is read.
    pub fn read(text: &str, html: &str) -> Result<Self, TooLarge> {
        let (plain, table) = (tsv::read(text)?, html::read(html)?);
        let richer = (filled(&table), width(&table)) > (filled(&plain), width(&plain));
        Ok(Self { cells: if richer { table } else { plain } })
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        filled(&self.cells) == 0
    }

    /// As text: cells between tabs, rows between line ends.
    pub fn text(&self) -> String {
        tsv::write(&self.cells)
    }

    /// As a table.
    pub fn html(&self) -> String {
        html::write(&self.cells)
    }
}

fn width(cells: &[Vec<String>]) -> usize {
    cells.iter().map(Vec::len).max().unwrap_or(0)
}

fn filled(cells: &[Vec<String>]) -> usize {
    cells.iter().flatten().filter(|cell| !cell.is_empty()).count()
}
