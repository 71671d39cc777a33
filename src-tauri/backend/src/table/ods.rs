//! A workbook in OpenDocument format (ODS). Rows and cells that are said to repeat do so within what is
//! allowed, and those that hold nothing take no place. Pure.

use std::collections::HashSet;
use std::io::Read;

use quick_xml::events::{BytesStart, Event};

use crate::table::cell::TableCell;
use crate::table::limits::{COLUMNS, SHEETS, Spent, TableFault};
use crate::table::package::Package;
use crate::table::rows::{RowsDraft, TableSheet};
use crate::table::xml::{XmlPart, attribute, push_kept, push_said};

const LIST: &str = "META-INF/manifest.xml";

/// The sheets of a workbook.
pub(super) fn sheets(mut package: Package<'_>) -> Result<Vec<TableSheet>, TableFault> {
    if package.holds(LIST) {
        let mut list = package.xml(LIST)?;
        loop {
            match list.next()? {
                Event::Start(element) if element.local_name().as_ref() == "encryption-data" => {
                    return Err(TableFault::Encrypted);
                }
                Event::Eof => break,
                _ => (),
            }
        }
    }
    let mut content = Content::default();
    let mut part = package.xml("content.xml")?;
    while content.take(&mut part)? {}
    // A text document has tables, too, and none of them is a sheet.
    if content.is_workbook { Ok(content.sheets) } else { Err(TableFault::NotRead) }
}

/// What was read of the sheets.
#[derive(Default)]
struct Content {
    is_workbook: bool,
    sheets: Vec<TableSheet>,
    spent: Spent,
    /// Styles of sheets that are not shown, and the one that is being read.
    hidden: HashSet<String>,
    style: Option<String>,
    sheet: Option<OpenSheet>,
}

/// A sheet that is being read.
#[derive(Default)]
struct OpenSheet {
    name: String,
    is_hidden: bool,
    draft: RowsDraft,
    /// The row, the column in it, and how often the row stands there.
    row: usize,
    column: usize,
    times: usize,
    filled: Vec<(usize, TableCell)>,
    /// The row is hidden, or a group of rows around it.
    is_row_hidden: bool,
    hidden_groups: Vec<bool>,
    /// The first column of which nothing was said yet.
    next_column: usize,
}

impl Content {
    /// Takes what comes next; answers whether anything did.
    fn take(&mut self, part: &mut XmlPart<'_, impl Read>) -> Result<bool, TableFault> {
        match part.next()? {
            Event::Start(element) => match element.name().as_ref() {
                "office:spreadsheet" => self.is_workbook = true,
                "style:style" => self.style = attribute(&element, "style:name").map(Into::into),
                "style:table-properties" => {
                    let is_hidden =
                        attribute(&element, "table:display").as_deref() == Some("false");
                    self.hidden.extend(self.style.take().filter(|_| is_hidden));
                }
                "table:table" if self.sheet.is_none() => self.begin(&element)?,
                "table:table-column" => self.take_column(&element),
                "table:table-row-group" => {
                    if let Some(sheet) = &mut self.sheet {
                        let shown = attribute(&element, "table:display");
                        sheet.hidden_groups.push(shown.as_deref() == Some("false"));
                    }
                }
                "table:table-row" => {
                    if let Some(sheet) = &mut self.sheet {
                        (sheet.column, sheet.times) =
                            (0, repeated(&element, "table:number-rows-repeated"));
                        sheet.filled.clear();
                        sheet.is_row_hidden = is_said_hidden(&element);
                    }
                }
                "table:table-cell" | "table:covered-table-cell" if self.sheet.is_some() => {
                    let stored = StoredValue::of(&element);
                    let times = repeated(&element, "table:number-columns-repeated");
                    let said = said(part)?;
                    self.put(stored.cell(&said), times)?;
                }
                // Charts and pictures on a sheet have tables of their own.
                "table:shapes" | "table:dde-links" | "table:tracked-changes" => skip(part)?,
                _ => (),
            },
            Event::End(element) => match element.name().as_ref() {
                "table:table-row" => self.end_row()?,
                "table:table-row-group" => {
                    if let Some(sheet) = &mut self.sheet {
                        sheet.hidden_groups.pop();
                    }
                }
                "table:table" => {
                    if let Some(OpenSheet { name, is_hidden, draft, .. }) = self.sheet.take() {
                        self.sheets.push(draft.finish(name, is_hidden));
                    }
                }
                _ => (),
            },
            Event::Eof => return Ok(false),
            _ => (),
        }
        Ok(true)
    }

    fn begin(&mut self, element: &BytesStart<'_>) -> Result<(), TableFault> {
        let style = attribute(element, "table:style-name");
        let is_hidden = style.is_some_and(|style| self.hidden.contains(&*style));
        let name = attribute(element, "table:name").unwrap_or_default().into_owned();
        self.sheet = Some(OpenSheet { name, is_hidden, ..OpenSheet::default() });
        if self.sheets.len() >= SHEETS { Err(TableFault::TooLarge) } else { Ok(()) }
    }

    /// Takes what is said of columns.
    fn take_column(&mut self, element: &BytesStart<'_>) {
        let Some(sheet) = &mut self.sheet else { return };
        let from = sheet.next_column;
        let times = repeated(element, "table:number-columns-repeated");
        sheet.next_column = from.saturating_add(times);
        if is_said_hidden(element) {
            sheet.draft.hide_columns(from..sheet.next_column);
        }
    }

    /// Keeps a cell until its row ends.
    fn put(&mut self, cell: TableCell, times: usize) -> Result<(), TableFault> {
        let Some(sheet) = &mut self.sheet else { return Ok(()) };
        if cell != TableCell::Empty {
            if sheet.column.saturating_add(times) > COLUMNS {
                return Err(TableFault::TooLarge);
            }
            let columns = sheet.column..sheet.column + times;
            sheet.filled.extend(columns.map(|column| (column, cell.clone())));
        }
        sheet.column = sheet.column.saturating_add(times);
        Ok(())
    }

    fn end_row(&mut self) -> Result<(), TableFault> {
        let Some(sheet) = &mut self.sheet else { return Ok(()) };
        let times = std::mem::take(&mut sheet.times);
        let is_hidden = sheet.is_row_hidden || sheet.hidden_groups.contains(&true);
        if !sheet.filled.is_empty() {
            for row in sheet.row..sheet.row.saturating_add(times) {
                for (column, cell) in &sheet.filled {
                    sheet.draft.put(&mut self.spent, (row, *column), cell.clone())?;
                }
                if is_hidden {
                    sheet.draft.hide(row);
                }
            }
            sheet.filled.clear();
        }
        sheet.row = sheet.row.saturating_add(times);
        Ok(())
    }
}

/// Whether a row or columns are said to be hidden, by hand or by a filter.
fn is_said_hidden(element: &BytesStart<'_>) -> bool {
    matches!(attribute(element, "table:visibility").as_deref(), Some("collapse" | "filter"))
}

/// How often something stands there.
fn repeated(element: &BytesStart<'_>, name: &str) -> usize {
    attribute(element, name).and_then(|times| times.trim().parse().ok()).unwrap_or(1)
}

/// A value as its cell stores it.
struct StoredValue {
    kind: String,
    value: Option<String>,
    formula: Option<String>,
    is_fault: bool,
}

impl StoredValue {
    fn of(element: &BytesStart<'_>) -> Self {
        let text = |name: &str| attribute(element, name).map(std::borrow::Cow::into_owned);
        let kind = text("office:value-type").unwrap_or_default();
        let value = match kind.as_str() {
            "string" => text("office:string-value"),
            "date" => text("office:date-value"),
            "time" => text("office:time-value"),
            "boolean" => text("office:boolean-value"),
            _ => text("office:value"),
        };
        let is_fault = text("calcext:value-type").as_deref() == Some("error");
        Self { kind, value, formula: text("table:formula"), is_fault }
    }

    /// The cell with this value, in which the text is shown.
    fn cell(self, shown: &str) -> TableCell {
        let value = self.value.as_deref();
        match (self.kind.as_str(), value) {
            _ if self.is_fault => TableCell::of_fault(shown),
            ("", None) => match &self.formula {
                Some(formula) if shown.is_empty() => {
                    // The language that it is written in stands before it: `of:=`.
                    let from = formula.find('=').unwrap_or(0);
                    TableCell::of_formula(formula.get(from..).unwrap_or_default())
                }
                _ => TableCell::of_text(shown),
            },
            ("date", Some(day)) => TableCell::of_iso(day),
            ("time", Some(span)) => TableCell::of_iso_span(span),
            ("boolean", Some(flag)) => TableCell::Flag(flag == "true"),
            ("string", value) => TableCell::of_text(value.unwrap_or(shown)),
            (_, Some(number)) => match number.trim().parse::<f64>() {
                Ok(number) if number.is_finite() => TableCell::of_number(number),
                _ => TableCell::of_text(shown),
            },
            (_, None) => TableCell::of_text(shown),
        }
    }
}

/// The text of a cell, to its end: its paragraphs, and none of its notes.
fn said(part: &mut XmlPart<'_, impl Read>) -> Result<String, TableFault> {
    let mut text = String::new();
    let (mut inside, mut paragraphs) = (1_usize, 0_usize);
    let mut open = 0_usize;
    while inside > 0 {
        match part.next()? {
            Event::Start(element) => {
                let name = element.name();
                match name.as_ref() {
                    "office:annotation" => {
                        skip(part)?;
                        continue;
                    }
                    name if name.starts_with("draw:") || name == "table:table" => {
                        skip(part)?;
                        continue;
                    }
                    "text:p" | "text:h" => {
                        if paragraphs > 0 {
                            push_kept(&mut text, "\n");
                        }
                        (paragraphs, open) = (paragraphs + 1, open + 1);
                    }
                    "text:s" => {
                        let times = repeated(&element, "text:c").min(100);
                        push_kept(&mut text, &" ".repeat(times));
                    }
                    "text:tab" => push_kept(&mut text, "\t"),
                    "text:line-break" => push_kept(&mut text, "\n"),
                    _ => (),
                }
                inside += 1;
            }
            Event::End(element) => {
                if matches!(element.name().as_ref(), "text:p" | "text:h") {
                    open = open.saturating_sub(1);
                }
                inside -= 1;
            }
            Event::Eof => return Err(TableFault::NotRead),
            // Between paragraphs are line ends of the file.
            event if open > 0 => push_said(&event, &mut text),
            _ => (),
        }
    }
    Ok(text)
}

/// Leaves out an element that began.
fn skip(part: &mut XmlPart<'_, impl Read>) -> Result<(), TableFault> {
    let mut inside = 1_usize;
    while inside > 0 {
        match part.next()? {
            Event::Start(_) => inside += 1,
            Event::End(_) => inside -= 1,
            Event::Eof => return Err(TableFault::NotRead),
            _ => (),
        }
    }
    Ok(())
}
