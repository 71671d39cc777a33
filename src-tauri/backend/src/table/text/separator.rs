//! What stands between the columns of a text: what it says itself, or what cuts its first rows most
//! alike. Prose has commas, too, and numbers may have them: neither makes columns. Pure.

use std::collections::HashMap;

use super::records::Records;

/// Of those that do equally well the first is taken: it is the rarest within values.
const SEPARATORS: [char; 4] = ['\t', ';', '|', ','];

/// So many rows are looked at, in so many bytes.
const ROWS: usize = 200;
const BYTES: usize = 256 << 10;

/// The separator that the first line of a text says, as some spreadsheets write it, and what follows.
pub(super) fn said(text: &str) -> Option<(char, &str)> {
    let (line, rest) = text.split_once('\n').unwrap_or((text, ""));
    let line = line.trim_end_matches('\r').trim_matches('"');
    let (word, separator) = line.split_at_checked(4)?;
    let mut letters = separator.chars();
    let separator = letters.next().filter(|_| word.eq_ignore_ascii_case("sep="))?;
    letters.next().is_none().then_some((separator, rest))
}

/// The separator of a text that has columns.
pub(super) fn found(text: &str) -> Option<char> {
    let text = start(text);
    let mut best: Option<Likeness> = None;
    for separator in SEPARATORS {
        let found = Likeness::of(text, separator);
        let is_better = |best: &Likeness| {
            let is_of_numbers = separator == ',' && found.are_decimal_marks;
            !is_of_numbers && found.rank() > best.rank()
        };
        if found.is_of_columns() && best.as_ref().is_none_or(is_better) {
            best = Some(found);
        }
    }
    best.map(|best| best.separator)
}

/// The first part of a text, to the end of a line.
fn start(text: &str) -> &str {
    if text.len() <= BYTES {
        return text;
    }
    let end = text.char_indices().map(|(at, _)| at).find(|at| *at >= BYTES).unwrap_or(text.len());
    let start = text.get(..end).unwrap_or(text);
    start.rfind('\n').and_then(|end| start.get(..=end)).unwrap_or(start)
}

/// How much alike a separator cuts rows.
struct Likeness {
    separator: char,
    /// Rows in which anything stands, and those of them that have the usual number of columns.
    rows: usize,
    usual: usize,
    width: usize,
    /// Rows with anything behind their first column.
    wide: usize,
    /// Rows that it cuts between quotation marks.
    torn: usize,
    /// Most of the separators stand before a blank, as in prose.
    is_prose: bool,
    /// Most of them stand between digits.
    are_decimal_marks: bool,
}

impl Likeness {
    fn of(text: &str, separator: char) -> Self {
        let mut widths: HashMap<usize, usize> = HashMap::new();
        let (mut rows, mut wide, mut torn) = (0, 0, 0);
        let (mut all, mut blanks, mut marks) = (0, 0, 0);
        let mut records = Records::of(text, Some(separator));
        loop {
            let (mut width, mut filled, mut before) = (0, 0, false);
            let mut is_torn = false;
            let more = records.next(|column, field| {
                width = column + 1;
                is_torn |= field.starts_with('"');
                if !field.trim().is_empty() {
                    filled = width;
                }
                if column > 0 {
                    all += 1;
                    blanks += usize::from(field.starts_with(' '));
                    marks +=
                        usize::from(before && field.starts_with(|it: char| it.is_ascii_digit()));
                }
                before = field.ends_with(|it: char| it.is_ascii_digit());
                Ok::<(), std::convert::Infallible>(())
            });
            if more != Ok(true) || rows == ROWS {
                break;
            }
            if filled > 0 {
                rows += 1;
                wide += usize::from(filled > 1);
                torn += usize::from(is_torn);
                *widths.entry(width).or_default() += 1;
            }
        }
        let usual = widths.into_iter().filter(|(width, _)| *width > 1);
        let (width, usual) = usual.max_by_key(|(width, rows)| (*rows, *width)).unwrap_or((1, 0));
        Self {
            separator,
            rows,
            usual,
            width,
            wide,
            torn,
            is_prose: separator == ',' && 2 * blanks >= all,
            are_decimal_marks: 2 * marks >= all,
        }
    }

    /// Titles stand above tables, and sums below: so not every row must be alike. In prose it must.
    fn is_of_columns(&self) -> bool {
        let is_likely = match self.is_prose {
            true => self.usual.min(self.wide) == self.rows && self.rows > 2,
            false => 2 * self.usual >= self.rows,
        };
        self.usual > 0 && is_likely && 2 * self.wide >= self.rows
    }

    /// The share of rows alike in hundredths, then how many columns they have.
    fn rank(&self) -> (usize, usize) {
        (100 * self.usual.saturating_sub(self.torn) / self.rows.max(1), self.width)
    }
}
