//! The records of a binary workbook, measured before they are read: how far its cells reach, how much
//! text they come to, and whether a password is needed. What a reader would make room for because a
//! record says so is taken out of them; formulas are replaced by their results. Pure.

use crate::table::limits::{CELLS, COLUMNS, SHEETS, TableFault};
use crate::table::xls::hidden::{COLUMN_INFO, HiddenPlaces, ROW};
use crate::table::xls::stream::{RecordPlace, number, record};
use crate::table::xls::strings;

/// Bytes of text that the cells of such a file come to: the library keeps them twice.
const TEXT_BYTES: usize = 32 << 20;

/// Bytes of a formula that are read where its result is not stored, and of all of them.
const FORMULA_BYTES: usize = 512;
const FORMULAS_BYTES: usize = 1 << 20;

/// The records that matter here, by their numbers.
const FORMULA: u16 = 0x0006;
const END: u16 = 0x000A;
const PASSWORD: u16 = 0x002F;
const SHEET: u16 = 0x0085;
const NUMBERS: u16 = 0x00BD;
const RICH_TEXT: u16 = 0x00D6;
const STRINGS: u16 = 0x00FC;
const SHARED_TEXT: u16 = 0x00FD;
const EXTENT: u16 = 0x0200;
const BLANK: u16 = 0x0201;
const NUMBER: u16 = 0x0203;
const TEXT: u16 = 0x0204;
const FLAG: u16 = 0x0205;
const RESULT_TEXT: u16 = 0x0207;
const SMALL_NUMBER: u16 = 0x027E;
const BEGIN: u16 = 0x0809;

/// A formula of its own: the number nought.
const NOUGHT: [u8; 5] = [3, 0, 0x1E, 0, 0];

/// What was seen in a stream.
pub(super) struct Looked {
    /// Results of formulas are stored in it.
    pub are_results_stored: bool,
    /// What of each sheet is hidden, in their order.
    pub hidden: Vec<HiddenPlaces>,
}

/// Makes a stream harmless; answers what was seen in it.
pub(super) fn harmless(stream: &mut [u8]) -> Result<Looked, TableFault> {
    let (mut sheets, mut lengths) = (Vec::new(), Vec::new());
    let mut at = 0;
    while let Some(record) = record(stream, at)? {
        match record.kind {
            PASSWORD => return Err(TableFault::Encrypted),
            SHEET => {
                let place = number(stream, record.from, 4).ok_or(TableFault::NotRead)?;
                // A sheet that stands there twice would be read twice, and a thousand times.
                if sheets.contains(&place) {
                    return Err(TableFault::NotRead);
                }
                sheets.push(place);
            }
            STRINGS => lengths = strings::lengths(stream, at)?,
            END => break,
            _ => (),
        }
        if sheets.len() > SHEETS {
            return Err(TableFault::TooLarge);
        }
        at = record.from + record.length;
    }
    let mut measure = Measure { lengths, ..Measure::default() };
    let mut hidden = Vec::new();
    for sheet in sheets {
        hidden.push(measure.sheet(stream, sheet)?);
    }
    let are_results_stored = measure.results > 0 || measure.unknown.is_empty();
    for (from, length) in std::mem::take(&mut measure.unknown) {
        let formula = number(stream, from + 20, 2).unwrap_or(0);
        let is_short = formula <= FORMULA_BYTES && formula + 22 <= length;
        measure.formulas += formula;
        if are_results_stored {
            // Programs that calculate have found nothing: so the cell is empty.
            put(stream, from - 4, &BLANK.to_le_bytes());
        } else if !is_short || measure.formulas > FORMULAS_BYTES {
            return Err(TableFault::TooLarge);
        }
    }
    Ok(Looked { are_results_stored, hidden })
}

/// What was found in sheets so far.
#[derive(Default)]
struct Measure {
    /// Bytes of the texts that are stored once.
    lengths: Vec<u32>,
    cells: usize,
    text: usize,
    /// Bytes of formulas that are read.
    formulas: usize,
    /// Bytes of sheets.
    walked: usize,
    /// Formulas whose results are stored, and where those are that may have none.
    results: usize,
    unknown: Vec<(usize, usize)>,
}

/// The cells of a sheet lie between these.
struct Extent {
    first: (usize, usize),
    last: (usize, usize),
}

impl Measure {
    fn sheet(&mut self, stream: &mut [u8], begin: usize) -> Result<HiddenPlaces, TableFault> {
        let mut at = begin;
        let mut extent: Option<Extent> = None;
        let mut hidden = HiddenPlaces::default();
        // Charts within a sheet are records within it that look alike.
        let mut depth = 0_usize;
        let mut is_text_due = false;
        while let Some(record) = record(stream, at)? {
            at = record.from + record.length;
            match record.kind {
                BEGIN => depth += 1,
                END if depth <= 1 => break,
                END => depth -= 1,
                EXTENT => put(stream, record.from - 4, &BLANK.to_le_bytes()),
                _ if depth > 1 => (),
                ROW | COLUMN_INFO => hidden.see(stream, &record),
                RESULT_TEXT if is_text_due => self.count_text(stream, &record, 0),
                // Without a formula before it, it would stand in the first cell of all.
                RESULT_TEXT => put(stream, record.from - 4, &BLANK.to_le_bytes()),
                FORMULA | NUMBER | TEXT | RICH_TEXT | FLAG | SMALL_NUMBER | NUMBERS
                | SHARED_TEXT => {
                    self.cell(stream, &record, &mut extent)?;
                    // Others have another number by now.
                    is_text_due |= number(stream, record.from - 4, 2) == Some(FORMULA.into());
                }
                _ => (),
            }
            if self.text > TEXT_BYTES {
                return Err(TableFault::TooLarge);
            }
        }
        // Sheets that lie within each other are read as often as they begin.
        self.walked += at.saturating_sub(begin);
        if self.walked > stream.len() {
            return Err(TableFault::NotRead);
        }
        if let Some(Extent { first, last }) = extent {
            self.cells += (last.0 - first.0 + 1) * (last.1 - first.1 + 1);
        }
        if self.cells > CELLS { Err(TableFault::TooLarge) } else { Ok(hidden) }
    }

    fn cell(
        &mut self,
        stream: &mut [u8],
        record: &RecordPlace,
        extent: &mut Option<Extent>,
    ) -> Result<(), TableFault> {
        let field = |at: usize, bytes: usize| {
            number(stream, record.from + at, bytes).filter(|_| at + bytes <= record.length)
        };
        let place = field(0, 2).zip(field(2, 2));
        let (row, column) = place.ok_or(TableFault::NotRead)?;
        let mut last = column;
        match record.kind {
            NUMBERS => last = column.max(field(record.length.saturating_sub(2), 2).unwrap_or(0)),
            TEXT | RICH_TEXT => self.count_text(stream, record, 6),
            SHARED_TEXT => {
                let at = field(6, 4).ok_or(TableFault::NotRead)?;
                // A text that is not there is lost: the file is broken.
                let length = self.lengths.get(at).ok_or(TableFault::NotRead)?;
                self.text += *length as usize;
            }
            FORMULA => {
                if record.length < 22 {
                    return Err(TableFault::NotRead);
                }
                self.formula(stream, record);
            }
            _ => (),
        }
        if last >= COLUMNS {
            return Err(TableFault::TooLarge);
        }
        let reach = extent.get_or_insert(Extent { first: (row, column), last: (row, last) });
        reach.first = (reach.first.0.min(row), reach.first.1.min(column));
        reach.last = (reach.last.0.max(row), reach.last.1.max(last));
        Ok(())
    }

    /// Counts a text by what it holds and by what it says it holds, which is made room for.
    fn count_text(&mut self, stream: &[u8], record: &RecordPlace, at: usize) {
        let letters = number(stream, record.from + at, 2).unwrap_or(0);
        self.text += 2 * letters.max(record.length);
    }

    /// Puts the result in the place of a formula.
    fn formula(&mut self, stream: &mut [u8], record: &RecordPlace) {
        let from = record.from;
        let result: Vec<u8> = stream.get(from + 6..from + 14).unwrap_or_default().to_vec();
        let kind = match result.as_slice() {
            [kind, .., 0xFF, 0xFF] => *kind,
            _ => {
                self.results += 1;
                return put(stream, from - 4, &NUMBER.to_le_bytes());
            }
        };
        match (kind, result.get(2)) {
            (1 | 2, Some(value)) => {
                self.results += 1;
                put(stream, from - 4, &FLAG.to_le_bytes());
                put(stream, from + 6, &[*value, u8::from(kind == 2)]);
            }
            (3, _) => self.unknown.push((from, record.length)),
            // Its text is the next record, which is read as that of a formula.
            _ => {
                self.results += 1;
                match record.length >= 20 + NOUGHT.len() {
                    true => put(stream, from + 20, &NOUGHT),
                    false => put(stream, from + 20, &[0, 0]),
                }
            }
        }
    }
}

fn put(stream: &mut [u8], at: usize, bytes: &[u8]) {
    if let Some(place) = stream.get_mut(at..at + bytes.len()) {
        place.copy_from_slice(bytes);
    }
}
