//! A table that is printed. Its rows are gathered once and laid out as a whole as often as somebody asks: as the
//! width of a column depends on what stands in it, and as one looks at several papers before one prints.

use std::collections::HashMap;
use std::io;
use std::sync::Arc;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use chrono::{Datelike as _, NaiveDate};
use contract::gs1::public_item;
use contract::{
    DepotPlan, Failure, LabelSheetSize, LabelStock, LocationId, PAPER_LABELS, PAPER_ROWS,
    PagePicture, Paper, PaperCodeKind, PaperCodes, PaperColumn, PaperForm, PaperGroup, PaperItem,
    PaperLabels, PaperSize, PaperTable, PlaceRef, Reason, SHEET_COLUMNS, SheetCell,
};
use paper::{
    BigCode, Body, Cell, Code, CodeSection, CodeSheet, Column, ColumnKind, Document, Fact, Group,
    Gs1Element, Gs1Symbol, Label, LabelSheet, PageSize, PaperError, Row, Signature, TableSheet,
    Words,
};
use rules::picking::depots::Depots;
use rules::picking::route::Depot;

/// A longer text is none that a scanner is held to.
const CODE_LENGTH: usize = 40;

/// Codes beside each other on a sheet of them.
const CODES_BESIDE: usize = 2;

/// A table that is printed.
pub struct PrintedTable {
    heads: Vec<String>,
    rows: Vec<Vec<Cell>>,
    /// Of each row the days in it, each with its column.
    days: Vec<Vec<(usize, NaiveDate)>>,
    /// Of each row the depots that are told in it, each with the column of its bin.
    places: Vec<Vec<(usize, PlaceRef)>>,
    /// How it was laid out last.
    last: Option<LaidOut>,
    /// They read bins.
    depots: Depots,
}

/// A table laid out on a paper.
struct LaidOut {
    paper: Paper,
    pdf: Arc<Vec<u8>>,
    /// Labels in all, where it is labels.
    labels: Option<usize>,
}

impl PrintedTable {
    /// Begins a table with the heads of its columns. Bins are read by the plan of their depot; where that is not
    /// told, by the first of these plans.
    ///
    /// # Errors
    /// There are more columns than [`SHEET_COLUMNS`].
    pub fn begin(heads: Vec<String>, plans: Vec<(LocationId, DepotPlan)>) -> io::Result<Self> {
        if heads.len() > SHEET_COLUMNS {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "columns"));
        }
        let depot = |plan: DepotPlan| Depot::of(std::iter::empty(), plan);
        let first = plans.first().map(|(_, plan)| plan.clone()).unwrap_or_default();
        let one = Depots::one(depot(first));
        let depots = plans.into_iter().fold(one, |all, (id, plan)| all.with(id, depot(plan)));
        let (rows, days, places) = (Vec::new(), Vec::new(), Vec::new());
        Ok(Self { heads, rows, days, places, last: None, depots })
    }

    /// Adds rows. One with fewer cells ends empty, one with more ends where the columns end.
    ///
    /// # Errors
    /// There would be more than [`PAPER_ROWS`].
    pub fn add(&mut self, rows: &[Vec<SheetCell>]) -> io::Result<()> {
        if self.rows.len() + rows.len() > PAPER_ROWS {
            return Err(io::Error::other("more rows than are printed at once"));
        }
        let columns = self.heads.len();
        let cells = |row: &Vec<SheetCell>| row.iter().take(columns).map(cell).collect();
        self.rows.extend(rows.iter().map(cells));
        self.days.extend(rows.iter().map(|row| days(row)));
        self.places.extend(rows.iter().map(|row| places(row)));
        self.last = None;
        Ok(())
    }

    /// The pages, as a PDF.
    ///
    /// # Errors
    /// [`Reason::LabelsDoNotFit`], [`Reason::CodeDoesNotFit`]; [`Reason::NotPrinted`] for anything else.
    pub fn pdf(&mut self, paper: &Paper) -> Result<Arc<Vec<u8>>, Failure> {
        Ok(Arc::clone(&self.laid_out(paper)?.pdf))
    }

    fn laid_out(&mut self, paper: &Paper) -> Result<&LaidOut, Failure> {
        let laid_out = match self.last.take() {
            Some(last) if last.paper == *paper => last,
            _ => {
                let document = self.document(paper)?;
                let labels = match &document.body {
                    Body::Labels(sheet) => Some(sheet.labels.iter().map(|it| it.copies).sum()),
                    Body::Table(_) | Body::Codes(_) => None,
                };
                let pdf = Arc::new(paper::pdf(&document).map_err(failed)?);
                LaidOut { paper: paper.clone(), pdf, labels }
            }
        };
        Ok(self.last.insert(laid_out))
    }

    /// A page as a picture of this width; the last one where there are fewer.
    ///
    /// # Errors
    /// As of [`Self::pdf`].
    pub fn picture(
        &mut self,
        paper: &Paper,
        page: u32,
        width: u32,
    ) -> Result<PagePicture, Failure> {
        let laid_out = self.laid_out(paper)?;
        let picture = paper::picture(&laid_out.pdf, page as usize, width).map_err(failed)?;
        let number = |pages: usize| u32::try_from(pages).unwrap_or(u32::MAX);
        Ok(PagePicture {
            page: number(picture.page),
            pages: number(picture.pages),
            labels: laid_out.labels.map(number),
            png: BASE64_STANDARD.encode(picture.png),
        })
    }

    fn document(&self, paper: &Paper) -> Result<Document, Failure> {
        let words = paper.words.clone();
        let (large, body) = match &paper.form {
            PaperForm::Table(form) => (form.large, Body::Table(self.table(paper, form))),
            PaperForm::Labels(form) => (false, Body::Labels(self.labels(paper, form)?)),
            PaperForm::Codes(form) => (false, Body::Codes(codes(form))),
        };
        Ok(Document {
            title: paper.title.clone(),
            language: paper.language.clone(),
            right_to_left: paper.right_to_left,
            page: page(paper.size),
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
            large,
            body,
        })
    }

    fn table(&self, paper: &Paper, form: &PaperTable) -> TableSheet {
        let fact = |(label, value): &(String, String)| Fact {
            label: label.clone(),
            value: value.clone(),
            is_code: false,
        };
        let sign =
            |role: &String| Signature { role: role.clone(), parts: form.signature_parts.clone() };
        TableSheet {
            code: form.code.as_deref().and_then(barcode),
            facts: form.facts.iter().map(fact).collect(),
            columns: self.columns(paper, form),
            groups: self.groups(paper, form),
            signatures: form.signatures.iter().map(sign).collect(),
            ..TableSheet::default()
        }
    }

    /// The columns: a box to be ticked, each barcode before the text that it says, and the others; the code of the
    /// row itself comes last.
    fn columns(&self, paper: &Paper, form: &PaperTable) -> Vec<Column> {
        let column = |head: &str, kind| Column { head: head.to_owned(), kind, strong: false };
        let mut columns = Vec::new();
        if form.boxes {
            columns.push(column("", ColumnKind::Check));
        }
        for (at, kind) in &form.columns {
            let Some(head) = self.column(*at).and_then(|at| self.heads.get(at)) else { continue };
            if form.barcodes.contains(at) {
                columns.push(column(&paper.words.barcodes, ColumnKind::Barcode));
            }
            let kind = match kind {
                PaperColumn::Code => ColumnKind::Code,
                PaperColumn::Number => ColumnKind::Number,
                PaperColumn::Text => ColumnKind::Text,
            };
            columns.push(column(head, kind));
        }
        if let Some(head) = form.row_codes.and_then(|at| self.heads.get(self.column(at)?)) {
            columns.push(column(head, ColumnKind::Barcode));
        }
        columns
    }

    /// The cells of a row that are printed, as the columns stand.
    fn drawn(&self, row: &[Cell], form: &PaperTable) -> Row {
        let code = |code| Cell { code, ..Cell::default() };
        let mut cells = Vec::new();
        if form.boxes {
            cells.push(Cell::default());
        }
        for (at, _) in &form.columns {
            let Some(place) = self.column(*at) else { continue };
            let cell = row.get(place).cloned().unwrap_or_default();
            if form.barcodes.contains(at) {
                cells.push(code(barcode(&cell.text)));
            }
            cells.push(cell);
        }
        if let Some(at) = form.row_codes.filter(|at| self.column(*at).is_some()) {
            cells.push(code(self.text(row, at).and_then(barcode)));
        }
        Row { cells }
    }

    fn groups(&self, paper: &Paper, form: &PaperTable) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        let mut places = HashMap::new();
        for (row, head) in self.rows.iter().zip(self.group_heads(paper, form)) {
            let at = *places.entry(head).or_insert_with_key(|head| {
                groups.push(Group { head: head.clone(), ..Group::default() });
                groups.len() - 1
            });
            groups[at].rows.push(self.drawn(row, form));
        }
        groups
    }

    /// Of each row, under which head it stands. Where no row has anything in the column all stand in one list.
    fn group_heads(&self, paper: &Paper, form: &PaperTable) -> Vec<String> {
        let none = &paper.words.no_group;
        let heads = self.heads_by(paper, form);
        match heads.iter().all(|head| head == none) {
            true => vec![String::new(); heads.len()],
            false => heads,
        }
    }

    fn heads_by(&self, paper: &Paper, form: &PaperTable) -> Vec<String> {
        let text = |at: u32| {
            self.rows.iter().map(move |row| self.text(row, at).unwrap_or_default().to_owned())
        };
        // What is not sent has its star in its column; where that is not printed the head says it.
        let head = |row: &Vec<Cell>, at: u32| {
            let cell = self.filled(row, at)?;
            let is_printed = form.columns.iter().any(|(of, _)| *of == at);
            let text = cell.text.trim();
            Some(match cell.not_sent && !is_printed {
                true => format!("{text} ({})", paper.words.not_sent),
                false => text.to_owned(),
            })
        };
        let or_none = |head: Option<String>| head.unwrap_or_else(|| paper.words.no_group.clone());
        match form.group {
            None => vec![String::new(); self.rows.len()],
            Some(PaperGroup::Same(column)) => {
                self.rows.iter().map(|row| or_none(head(row, column))).collect()
            }
            Some(PaperGroup::Aisle(column)) => {
                let at = self.column(column);
                let aisle = |(bin, places): (String, &Vec<(usize, PlaceRef)>)| {
                    let depot = places.iter().find(|(of, _)| Some(*of) == at).map(|(_, it)| it);
                    let read = self.depots.of(depot.map(|it| &it.id)).read(&bin);
                    let Some((aisle, _)) = read else { return paper.words.no_group.clone() };
                    let aisle = paper.words.aisle.replace("{aisle}", &aisle.to_uppercase());
                    // Aisles of one name in two depots are two.
                    in_depot(&aisle, depot.map_or("", |depot| depot.name.as_str()))
                };
                text(column).zip(&self.places).map(aisle).collect()
            }
        }
    }

    /// The labels. What has no code to be scanned has none.
    fn labels(&self, paper: &Paper, form: &PaperLabels) -> Result<LabelSheet, Failure> {
        let is_unsent = |row: &[Cell], at| self.filled(row, at).is_some_and(|cell| cell.not_sent);
        let line = |row: &[Cell], (at, word): &(u32, String)| {
            let cell = self.filled(row, *at)?;
            let value = in_depot(cell.text.trim(), &cell.second);
            let star = if is_unsent(row, *at) { "*" } else { "" };
            let word = if word.is_empty() { String::new() } else { format!("{word} ") };
            Some(format!("{word}{value}{star}"))
        };
        let label = |(row, days): (&Vec<Cell>, &Vec<_>)| {
            let title = self.text(row, form.code)?;
            let depot = self.filled(row, form.code).map(|cell| cell.second.clone());
            let depot = depot.filter(|depot| !depot.is_empty());
            let lines = form.lines.iter().filter_map(|of| line(row, of));
            let mut lines: Vec<_> = depot.into_iter().chain(lines).collect();
            if form.lines.iter().any(|(at, _)| is_unsent(row, *at)) {
                lines.push(format!("* {}", paper.words.not_sent));
            }
            Some(Label {
                title: title.to_owned(),
                title_is_code: true,
                lines,
                code: Some(self.label_code(title, row, days, form.item)),
                copies: form.copies as usize,
            })
        };
        let labels: Vec<_> = self.rows.iter().zip(&self.days).filter_map(label).collect();
        let count = labels.len().saturating_mul(form.copies as usize);
        match count {
            0 => Err(Reason::NoLabels.into()),
            more if more > PAPER_LABELS => Err(Reason::TooManyLabels.into()),
            _ => {
                let (stock, skip) = (stock(form.stock), form.skip as usize);
                Ok(LabelSheet { stock, skip, outlines: form.outlines, labels })
            }
        }
    }

    /// The code of a label with this title: a trade item's says lot and expiry too, where they are known and GS1
    /// allows them.
    fn label_code(
        &self,
        title: &str,
        row: &[Cell],
        days: &[(usize, NaiveDate)],
        item: Option<PaperItem>,
    ) -> Code {
        let number = item.and_then(|item| Some((item, public_item(title)?)));
        let Some((item, number)) = number else { return Code::Code128(title.to_owned()) };
        let expires = self.column(item.expires.unwrap_or(u32::MAX));
        let expires = days.iter().find(|(at, _)| Some(*at) == expires);
        let expires = expires.filter(|(_, day)| is_in_reach(*day, item.today));
        let expires = expires.map(|(_, day)| day.format("%y%m%d").to_string());
        let lot = item.lot.and_then(|at| self.text(row, at));
        // A lot has no fixed length: it stands last, and no separator is needed.
        let all = [("01", Some(&*number)), ("17", expires.as_deref()), ("10", lot)];
        let elements = all.into_iter().filter_map(|(ai, value)| Gs1Element::checked(ai, value?));
        Code::Gs1 { elements: elements.collect(), symbol: Gs1Symbol::DataMatrix }
    }

    /// What stands in a column of a row, if anything does.
    fn text<'a>(&self, row: &'a [Cell], at: u32) -> Option<&'a str> {
        self.filled(row, at).map(|cell| cell.text.trim())
    }

    /// The cell in a column of a row, if anything stands in it.
    fn filled<'a>(&self, row: &'a [Cell], at: u32) -> Option<&'a Cell> {
        row.get(self.column(at)?).filter(|cell| !cell.text.trim().is_empty())
    }

    /// The place of a column, if there is one.
    fn column(&self, at: u32) -> Option<usize> {
        usize::try_from(at).ok().filter(|at| *at < self.heads.len())
    }
}

/// Whether a year of which GS1 writes two digits is read as what it is: from 49 years ago to in 50 years (General
/// Specifications, 7.12).
fn is_in_reach(day: NaiveDate, today: NaiveDate) -> bool {
    (-49..=50).contains(&(day.year() - today.year()))
}

/// The barcode of a text, if it is one that is scanned.
fn barcode(text: &str) -> Option<Code> {
    let text = text.trim();
    let is_code = !text.is_empty() && text.chars().count() <= CODE_LENGTH;
    is_code.then(|| Code::Code128(text.to_owned()))
}

fn codes(form: &PaperCodes) -> CodeSheet {
    let code = |of: &contract::PaperCode| BigCode {
        caption: of.caption.clone(),
        note: String::new(),
        code: match of.kind {
            PaperCodeKind::Bars => Code::Code128(of.text.clone()),
            PaperCodeKind::Qr => Code::Qr(of.text.clone()),
        },
    };
    let section = |of: &contract::PaperCodeSection| CodeSection {
        head: of.head.clone(),
        codes: of.codes.iter().map(code).collect(),
    };
    CodeSheet {
        intro: form.intro.clone(),
        columns: CODES_BESIDE,
        sections: form.sections.iter().map(section).collect(),
    }
}

fn days(row: &[SheetCell]) -> Vec<(usize, NaiveDate)> {
    let day = |(at, cell): (usize, &SheetCell)| match cell {
        SheetCell::Day(day) | SheetCell::Written(day, _) => Some((at, *day)),
        _ => None,
    };
    row.iter().enumerate().filter_map(day).collect()
}

/// The depots that are told in a row, each with its column.
fn places(row: &[SheetCell]) -> Vec<(usize, PlaceRef)> {
    let place = |(at, cell): (usize, &SheetCell)| match cell {
        SheetCell::Placed(_, depot) => Some((at, depot.clone())),
        _ => None,
    };
    row.iter().enumerate().filter_map(place).collect()
}

/// A cell as paper has it: the depot of a bin below its name, as a barcode is of the name alone.
fn cell(cell: &SheetCell) -> Cell {
    match cell {
        SheetCell::Placed(bin, depot) => {
            Cell { second: depot.name.clone(), ..Cell::text(bin.as_str()) }
        }
        SheetCell::Unsent(text) => Cell { not_sent: true, ..Cell::text(text.as_str()) },
        other => Cell::text(other.plain()),
    }
}

/// What lies in a depot, with its name where it is told.
fn in_depot(what: &str, depot: &str) -> String {
    match depot.is_empty() {
        true => what.to_owned(),
        false => [what, depot].join(" · "),
    }
}

fn page(size: PaperSize) -> PageSize {
    match size {
        PaperSize::A4 => PageSize::A4,
        PaperSize::A4Landscape => PageSize::A4Landscape,
        PaperSize::Letter => PageSize::Letter,
        PaperSize::LetterLandscape => PageSize::LetterLandscape,
    }
}

fn stock(stock: LabelStock) -> paper::LabelStock {
    match stock {
        LabelStock::Sheet(of) => {
            let LabelSheetSize { columns, rows, .. } = of;
            paper::LabelStock::Sheet {
                page: page(of.page),
                columns: columns as usize,
                rows: rows as usize,
                width: millimetres(of.width),
                height: millimetres(of.height),
                left: millimetres(of.left),
                top: millimetres(of.top),
                gap_x: millimetres(of.gap_x),
                gap_y: millimetres(of.gap_y),
            }
        }
        LabelStock::Roll(width, height) => {
            paper::LabelStock::Roll { width: millimetres(width), height: millimetres(height) }
        }
    }
}

/// A length in tenths of a millimetre as one in millimetres.
pub fn millimetres(tenths: u32) -> f32 {
    // More than ten metres fit no page, however exactly they are told.
    f32::from(u16::try_from(tenths).unwrap_or(u16::MAX)) / 10.0
}

fn failed(error: PaperError) -> Failure {
    tracing::error!("the pages could not be laid out: {error}");
    match error {
        PaperError::LabelsDoNotFit { .. } => Reason::LabelsDoNotFit.into(),
        PaperError::CodeTooLarge { text } | PaperError::CodeTooLong { text } => {
            Reason::CodeDoesNotFit { text }.into()
        }
        _ => Reason::NotPrinted.into(),
    }
}

#[cfg(test)]
mod tests;
