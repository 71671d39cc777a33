//! What stands in a cell, whatever it was stored as. Pure.

use chrono::{Days, NaiveDate, NaiveDateTime};
use contract::DecimalMark;

use crate::table::limits::CELL_TEXT;
use crate::table::number_format::NumberKind;

/// What stands behind a text that was cut, and in the place of what is no text: as in those of the service.
const CUT: char = '…';
const NO_TEXT: char = '\u{fffd}';

/// Numbers up to here are the same as whole ones.
const EXACT: f64 = 9_007_199_254_740_992.0;

const SECONDS_OF_A_DAY: f64 = 86_400.0;

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum TableCell {
    /// Nothing, or blanks alone.
    Empty,
    /// A text, as it stands there; numbers stored as text among them.
    Text(String),
    /// A whole number.
    Whole(i64),
    /// A number with a part, or one too large to be exact. A percentage is a part of one.
    Decimal(f64),
    /// A day; a time of the day that stands with it is left out.
    Day(NaiveDate),
    /// A formula whose result was not stored, with its `=`.
    Formula(String),
    /// True or false.
    Flag(bool),
    /// An error that stands in the place of a value, as `#N/A`.
    Fault(String),
}

impl TableCell {
    /// The text that would be pasted: whole numbers by digits alone, others with this mark, days as
    /// `2026-12-31`.
    #[must_use]
    pub fn text(&self, mark: DecimalMark) -> String {
        match self {
            Self::Empty => String::new(),
            Self::Text(text) | Self::Formula(text) | Self::Fault(text) => text.clone(),
            Self::Whole(number) => number.to_string(),
            Self::Decimal(number) => match mark {
                DecimalMark::Point => number.to_string(),
                DecimalMark::Comma => number.to_string().replace('.', ","),
            },
            Self::Day(day) => day.to_string(),
            Self::Flag(flag) => if *flag { "TRUE" } else { "FALSE" }.to_owned(),
        }
    }

    /// A text, cleaned. One of blanks alone is nothing.
    pub(super) fn of_text(text: &str) -> Self {
        if text.trim().is_empty() { Self::Empty } else { Self::Text(cleaned(text)) }
    }

    /// A formula without a result.
    pub(super) fn of_formula(formula: &str) -> Self {
        Self::Formula(cleaned(&format!("={}", formula.trim_start_matches('='))))
    }

    /// An error by its name.
    pub(super) fn of_fault(name: &str) -> Self {
        Self::Fault(cleaned(name))
    }

    /// A number, of the fifteen digits that spreadsheets show: with the rest of them, three times a
    /// tenth would not be three tenths.
    pub(super) fn of_number(number: f64) -> Self {
        let shown = || format!("{number:.14e}").parse().unwrap_or(number);
        let shown = if number.fract() == 0.0 { number } else { shown() };
        if shown.fract() == 0.0 && shown.abs() <= EXACT {
            #[allow(
                clippy::cast_possible_truncation,
                reason = "it is whole and within what is exact"
            )]
            return Self::Whole(shown as i64);
        }
        Self::Decimal(shown)
    }

    /// A number as its format says. Days are counted from 1900, or from 1904.
    pub(super) fn of_formatted(number: f64, kind: NumberKind, is_1904: bool) -> Self {
        let read = match kind {
            NumberKind::Plain => None,
            NumberKind::Span => (0.0..1e9).contains(&number).then(|| clock(number)),
            // Whatever shows a day shows the time of none of them in a number below one.
            NumberKind::Moment if (0.0..1.0).contains(&number) && !(is_1904 && number == 0.0) => {
                Some(clock(number))
            }
            NumberKind::Moment => day(number, is_1904).map(Self::Day),
        };
        read.unwrap_or_else(|| Self::of_number(number))
    }

    /// A day or moment as ISO 8601 writes it; else the text.
    pub(super) fn of_iso(text: &str) -> Self {
        let text = text.trim();
        let day = text.get(..10).and_then(|day| day.parse::<NaiveDate>().ok());
        let is_day = || {
            text.len() == 10
                || text.trim_end_matches('Z').parse::<NaiveDateTime>().is_ok()
                || text.as_bytes().get(10) == Some(&b'T')
        };
        day.filter(|_| is_day()).map_or_else(|| Self::of_text(text), Self::Day)
    }

    /// A duration as ISO 8601 writes it, shown as a clock does; else the text.
    pub(super) fn of_iso_span(text: &str) -> Self {
        let read = || {
            let (mut seconds, mut digits) = (0.0, String::new());
            for letter in text.trim().strip_prefix("PT")?.chars() {
                let unit = match letter {
                    'H' => 3_600.0,
                    'M' => 60.0,
                    'S' => 1.0,
                    other => {
                        digits.push(if other == ',' { '.' } else { other });
                        continue;
                    }
                };
                seconds += digits.parse::<f64>().ok()? * unit;
                digits.clear();
            }
            Some(seconds / SECONDS_OF_A_DAY).filter(|days| (0.0..1e9).contains(days))
        };
        read().map_or_else(|| Self::of_text(text), clock)
    }

    /// Bytes that it takes beside its own.
    pub(super) fn bytes(&self) -> usize {
        match self {
            Self::Text(text) | Self::Formula(text) | Self::Fault(text) => text.len(),
            _ => 0,
        }
    }
}

/// A part of a day as a clock shows it, with more than 24 hours for more than a day.
fn clock(days: f64) -> TableCell {
    #[allow(
        clippy::cast_possible_truncation,
        reason = "callers keep it within a thousand million days"
    )]
    let seconds = (days * SECONDS_OF_A_DAY).round() as i64;
    let (hours, minutes, rest) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    TableCell::Text(match rest {
        0 => format!("{hours:02}:{minutes:02}"),
        _ => format!("{hours:02}:{minutes:02}:{rest:02}"),
    })
}

/// The day of a number that counts days.
fn day(number: f64, is_1904: bool) -> Option<NaiveDate> {
    let first = match is_1904 {
        true => NaiveDate::from_ymd_opt(1904, 1, 1)?,
        // The 29th of February 1900, which never was, is counted: days before it begin one later.
        false if number < 60.0 => NaiveDate::from_ymd_opt(1899, 12, 31)?,
        false => NaiveDate::from_ymd_opt(1899, 12, 30)?,
    };
    if !(0.0..2_958_466.0).contains(&number) {
        return None;
    }
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "it is within these years"
    )]
    first.checked_add_days(Days::new(number as u64))
}

/// A text whose line ends are one character and whose other control characters are none, of bounded
/// length.
fn cleaned(text: &str) -> String {
    let mut clean = String::with_capacity(text.len().min(CELL_TEXT));
    let mut letters = text.chars().peekable();
    let mut kept = 0;
    while let Some(letter) = letters.next() {
        if letter == '\r' && letters.peek() == Some(&'\n') {
            continue;
        }
        if kept == CELL_TEXT {
            clean.push(CUT);
            break;
        }
        clean.push(match letter {
            '\r' => '\n',
            '\n' | '\t' => letter,
            _ if letter.is_control() => NO_TEXT,
            _ => letter,
        });
        kept += 1;
    }
    clean
}

#[cfg(test)]
mod tests;
