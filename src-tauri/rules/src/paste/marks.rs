//! Which mark of the quantities of a table is the decimal mark: what a file from elsewhere means by "20,000" is told
//! by the other numbers of its column, or by nobody. Numbers that are stored as such have no mark, and tell none. Pure.
//! Deliberately absent: what somebody types here, which is read with the marks of the window.

use std::collections::HashMap;
use std::num::NonZeroU32;

use contract::DecimalMark;

use crate::paste::block::BlockRow;

/// What a quantity of a column means.
pub(crate) enum Meant {
    /// What the window reads in it.
    AsItStands,
    /// This, as the window reads it.
    Written(String),
    /// Nobody knows; so many pieces, if its mark groups thousands.
    Doubtful(NonZeroU32),
}

/// The cells of a table that are stored as numbers with a part: their texts are written with the mark of the window.
#[derive(Clone, Debug, Default)]
pub struct DecimalCells {
    /// Their columns, by row.
    columns: HashMap<usize, Vec<usize>>,
}

impl DecimalCells {
    /// One more of them.
    pub fn put(&mut self, row: usize, column: usize) {
        self.columns.entry(row).or_default().push(column);
    }

    /// Whether the cell of a row in a column is one.
    pub fn holds(&self, row: usize, column: usize) -> bool {
        self.columns.get(&row).is_some_and(|columns| columns.contains(&column))
    }
}

/// The marks of a column of quantities.
pub(crate) struct ColumnMarks {
    /// The decimal mark of the window.
    own: char,
    /// The decimal mark of the column, where all quantities that tell it tell the same.
    decimal: Option<char>,
}

impl ColumnMarks {
    /// What the quantities of a column tell.
    pub(crate) fn of<'a>(quantities: impl Iterator<Item = &'a str>, window: DecimalMark) -> Self {
        let own = match window {
            DecimalMark::Point => '.',
            DecimalMark::Comma => ',',
        };
        let mut told = quantities.filter_map(told_by);
        let first = told.next();
        let decimal = first.filter(|first| told.all(|mark| mark == *first));
        Self { own, decimal }
    }

    /// What one of them means.
    pub(crate) fn meant(&self, quantity: &str) -> Meant {
        let Some((before, mark, after)) = three_digits(quantity) else {
            let written = with_decimals(quantity, self.own);
            return written.map_or(Meant::AsItStands, Meant::Written);
        };
        let whole = [before, after].concat();
        // Nothing groups thousands behind a nought.
        let decimal = if before.starts_with('0') { Some(mark) } else { self.decimal };
        match decimal.map(|decimal| decimal == mark) {
            None => whole.parse().map_or(Meant::AsItStands, Meant::Doubtful),
            Some(false) => Meant::Written(whole),
            Some(true) if after == "000" => Meant::Written(before.to_owned()),
            Some(true) => Meant::Written(format!("{before}{}{after}", self.own)),
        }
    }
}

/// Writes quantities with one mark and three digits behind it so that the window reads what they mean. Where the other
/// quantities do not tell whether the mark groups thousands, they are doubtful. `is_decimal` answers of which row the
/// quantity is stored as a number with a part.
pub fn settle(rows: &mut [BlockRow], is_decimal: impl Fn(usize) -> bool, window: DecimalMark) {
    let quantities = rows.iter().enumerate().filter_map(|(at, row)| match row {
        BlockRow::Asked(asked) if !is_decimal(at) => Some(asked.quantity.as_str()),
        BlockRow::Asked(_) | BlockRow::Skipped => None,
    });
    let marks = ColumnMarks::of(quantities, window);
    for (_, row) in rows.iter_mut().enumerate().filter(|(at, _)| !is_decimal(*at)) {
        let BlockRow::Asked(asked) = row else { continue };
        match marks.meant(&asked.quantity) {
            Meant::AsItStands => (),
            Meant::Written(written) => asked.quantity = written,
            Meant::Doubtful(many) => asked.doubtful = Some(many),
        }
    }
}

/// A number with one mark and three digits behind it, taken apart there: thousands, or three decimals.
fn three_digits(text: &str) -> Option<(&str, char, &str)> {
    let (before, mark, after) = split(text)?;
    let are_digits = is_digits(before) && is_digits(after);
    (are_digits && before.len() <= 3 && after.len() == 3).then_some((before, mark, after))
}

/// A number in groups with three decimals, as the window writes it: "1 200,000" is no million.
fn with_decimals(text: &str, own: char) -> Option<String> {
    let (before, mark, after) = split(text)?;
    if after.len() != 3 || told_by(text) != Some(mark) {
        return None;
    }
    let whole: String = before.chars().filter(char::is_ascii_digit).collect();
    Some(if after == "000" { whole } else { format!("{whole}{own}{after}") })
}

/// The decimal mark that a number tells: "1.5" one, "1,200,000" the other.
fn told_by(text: &str) -> Option<char> {
    let (before, mark, after) = split(text)?;
    let other = if mark == '.' { ',' } else { '.' };
    let mut groups = before.split([mark, other, ' ', '\'', '’', '\u{a0}', '\u{202f}']);
    let is_number = groups.next().is_some_and(is_digits)
        && groups.all(|group| group.len() == 3 && is_digits(group))
        && is_digits(after);
    let may_group = |(before, ..): (&str, char, &str)| !before.starts_with('0');
    if !is_number || three_digits(text).is_some_and(may_group) {
        return None;
    }
    match before.contains(mark) {
        // A mark that stands twice groups.
        true => (after.len() == 3 && !before.contains(other)).then_some(other),
        false => Some(mark),
    }
}

/// A text at its last mark.
fn split(text: &str) -> Option<(&str, char, &str)> {
    let text = text.trim();
    let at = text.rfind(['.', ','])?;
    let (before, rest) = text.split_at_checked(at)?;
    let mut rest = rest.chars();
    let mark = rest.next()?;
    Some((before, mark, rest.as_str()))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|letter| letter.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use DecimalMark::{Comma, Point};

    use super::*;
    use crate::paste::block::Asked;

    /// What becomes of quantities that are texts; a doubtful one with the pieces that it may be.
    fn settled(quantities: &[&str], window: DecimalMark) -> Vec<String> {
        settled_beside(quantities, &[], window)
    }

    /// The same, where those at these places are numbers with a part.
    fn settled_beside(quantities: &[&str], numbers: &[usize], window: DecimalMark) -> Vec<String> {
        let row = |quantity: &&str| {
            BlockRow::Asked(Asked { quantity: (*quantity).to_owned(), ..Asked::default() })
        };
        let mut rows: Vec<_> = quantities.iter().map(row).collect();
        rows.push(BlockRow::Skipped);
        settle(&mut rows, |at| numbers.contains(&at), window);
        let told = |row: &BlockRow| match row {
            BlockRow::Asked(Asked { quantity, doubtful: None, .. }) => Some(quantity.clone()),
            BlockRow::Asked(Asked { quantity, doubtful: Some(many), .. }) => {
                Some(format!("{quantity} or {many}"))
            }
            BlockRow::Skipped => None,
        };
        rows.iter().filter_map(told).collect()
    }

    #[test]
    fn a_mark_before_three_digits_is_doubtful_whatever_the_window_writes() {
        for window in [Point, Comma] {
            assert_eq!(settled(&["20,000", "5"], window), ["20,000 or 20000", "5"]);
            assert_eq!(settled(&["20.000", "1500"], window), ["20.000 or 20000", "1500"]);
            assert_eq!(settled(&[" 1,250 "], window), [" 1,250  or 1250"]);
            // They contradict each other.
            let both = ["20,000", "1,5", "2.5"];
            assert_eq!(settled(&both, window), ["20,000 or 20000", "1,5", "2.5"]);
        }
    }

    #[test]
    fn other_numbers_of_the_column_tell_which_mark_is_the_decimal_mark() {
        for (other, comma, point) in [
            // The comma is the decimal mark.
            ("1,5", "20", "20000"),
            ("1.200,50", "20", "20000"),
            ("1.200.000", "20", "20000"),
            ("0,500", "20", "20000"),
            ("1200,000", "20", "20000"),
            ("1 200,000", "20", "20000"),
            // The point is.
            ("1.5", "20000", "20"),
            ("1,200.50", "20000", "20"),
            ("1,200,000", "20000", "20"),
        ] {
            for window in [Point, Comma] {
                assert_eq!(settled(&["20,000", other], window)[0], comma, "{other}");
                assert_eq!(settled(&[other, "20.000"], window)[1], point, "{other}");
            }
        }
        // A part of a piece stays one, as the window writes it.
        assert_eq!(settled(&["2,500", "1,5"], Point)[0], "2.500");
        assert_eq!(settled(&["2,500", "1,5"], Comma)[0], "2,500");
        // What tells the mark is read so itself.
        let groups = ["1 200,000", "1'200,000", "1.200,500"];
        assert_eq!(settled(&groups, Point), ["1200", "1200", "1200.500"]);
        assert_eq!(settled(&["1 200.500"], Comma), ["1200,500"]);
    }

    #[test]
    fn a_number_that_is_stored_as_one_is_never_doubtful_and_tells_no_mark() {
        for (window, number, part) in [(Point, "2.125", "1.5"), (Comma, "2,125", "1,5")] {
            let all = [number, "20,000", part];
            let expected = [number, "20,000 or 20000", part];
            assert_eq!(settled_beside(&all, &[0, 2], window), expected);
            assert_eq!(settled_beside(&[number], &[], window), [format!("{number} or 2125")]);
        }
        let mut cells = DecimalCells::default();
        cells.put(3, 1);
        assert!(cells.holds(3, 1) && !cells.holds(1, 3) && !cells.holds(3, 2));
    }

    #[test]
    fn what_is_not_doubtful_stays_as_it_is() {
        let all = ["", "20", "-20,000", "20,00", "1,2,3", "2026.11.20", "a,000", "1 200"];
        assert_eq!(settled(&all, Point), all);
        // Nothing groups thousands behind a nought.
        assert_eq!(settled(&["0,500", "0,000"], Point), ["0.500", "0"]);
        assert_eq!(settled(&["20,000", "1.2.3", "9.3.2026"], Point)[0], "20,000 or 20000");
    }
}
