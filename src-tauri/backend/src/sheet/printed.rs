//! A table that is printed: its rows are gathered, and laid out once all of them are there, as the width of a
//! column depends on what stands in it.

use std::io;

use contract::{PAPER_ROWS, Paper, PaperColumn, PaperSize, SheetCell};
use paper::{
    Body, Cell, Code, Column, ColumnKind, Document, Fact, Group, PageSize, Row, Signature,
    TableSheet, Words,
};

/// A longer text is none that a scanner is held to.
const CODE_LENGTH: usize = 40;

/// A table on its way onto paper.
pub(super) struct Printed {
    title: String,
    heads: Vec<String>,
    paper: Paper,
    rows: Vec<Row>,
}

impl Printed {
    /// Nothing is on it yet.
    pub(super) fn begin(title: &str, heads: &[String], paper: Paper) -> Self {
        Self { title: title.to_owned(), heads: heads.to_vec(), paper, rows: Vec::new() }
    }

    /// Adds a row.
    pub(super) fn add<'a>(&mut self, cells: impl Iterator<Item = &'a SheetCell>) -> io::Result<()> {
        if self.rows.len() >= PAPER_ROWS {
            return Err(io::Error::other("more rows than are printed at once"));
        }
        let cells: Vec<_> = cells.map(cell).collect();
        let barcode = self.barcode_of(&cells);
        let tick = self.paper.boxes.then(Cell::default);
        let cells = tick.into_iter().chain(barcode).chain(cells).collect();
        self.rows.push(Row { cells });
        Ok(())
    }

    /// The bytes of the document.
    pub(super) fn finish(self) -> io::Result<Vec<u8>> {
        let columns = self.columns();
        let Self { title, paper, rows, .. } = self;
        let Paper { signatures, signature_parts, facts, words, .. } = paper;
        let fact = |(label, value): (String, String)| Fact { label, value, is_code: false };
        let sign = |role| Signature { role, parts: signature_parts.clone() };
        let sheet = TableSheet {
            facts: facts.into_iter().map(fact).collect(),
            columns,
            groups: vec![Group { rows, ..Group::default() }],
            signatures: signatures.into_iter().map(sign).collect(),
            ..TableSheet::default()
        };
        let document = Document {
            title,
            language: paper.language,
            right_to_left: paper.right_to_left,
            page: match paper.size {
                PaperSize::A4 => PageSize::A4,
                PaperSize::A4Landscape => PageSize::A4Landscape,
                PaperSize::Letter => PageSize::Letter,
                PaperSize::LetterLandscape => PageSize::LetterLandscape,
            },
            words: Words {
                as_of: words.as_of,
                page: words.page,
                not_sent: words.not_sent,
                nothing: words.nothing,
                continued: words.continued,
                code: words.code,
                check_box: words.check_box,
                blank: words.blank,
            },
            large: paper.large,
            body: Body::Table(sheet),
        };
        paper::pdf(&document).map_err(io::Error::other)
    }

    fn columns(&self) -> Vec<Column> {
        let kinds = self.paper.columns.iter().copied().chain(std::iter::repeat(PaperColumn::Text));
        let column = |(head, kind): (&String, PaperColumn)| Column {
            head: head.clone(),
            kind: match kind {
                PaperColumn::Text => ColumnKind::Text,
                PaperColumn::Code => ColumnKind::Code,
                PaperColumn::Number => ColumnKind::Number,
            },
            strong: false,
        };
        let plain = |head: &str, kind| Column { head: head.to_owned(), kind, strong: false };
        let tick = self.paper.boxes.then(|| plain("", ColumnKind::Check));
        let codes = self.codes_at().map(|_| plain(&self.paper.words.barcodes, ColumnKind::Barcode));
        let own = self.heads.iter().zip(kinds).map(column);
        tick.into_iter().chain(codes).chain(own).collect()
    }

    /// The column that is drawn as barcodes.
    fn codes_at(&self) -> Option<usize> {
        usize::try_from(self.paper.barcodes?).ok().filter(|at| *at < self.heads.len())
    }

    fn barcode_of(&self, cells: &[Cell]) -> Option<Cell> {
        let text = self.codes_at().map(|at| cells.get(at).map_or("", |cell| cell.text.trim()))?;
        let is_code = !text.is_empty() && text.chars().count() <= CODE_LENGTH;
        let code = is_code.then(|| Code::Code128(text.to_owned()));
        Some(Cell { code, ..Cell::default() })
    }
}

fn cell(cell: &SheetCell) -> Cell {
    Cell { text: cell.plain(), not_sent: matches!(cell, SheetCell::Unsent(_)), ..Cell::default() }
}
