//! Quantities as people type them, with the marks of their locale. Read alike by the window, which
//! shows what a text means while it is typed, and by the backend, which keeps it.

use serde::{Deserialize, Serialize};

/// How numbers are written where they are typed or pasted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DecimalMark {
    /// 1,200.5
    #[default]
    Point,
    /// 1.200,5
    Comma,
}

/// A quantity as typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Quantity {
    /// Nothing was typed.
    Empty,
    /// A whole number.
    Whole(i64),
    /// A number with a part: quantities are whole pieces.
    Broken,
    /// No number at all.
    NotANumber,
}

/// Reads a whole quantity. A mark that groups thousands counts only where it can: "1,200" is twelve
/// hundred where the comma groups, and a broken number where it is the decimal mark; so is "1,000" there.
#[must_use]
pub fn read_quantity(text: &str, decimal_mark: DecimalMark) -> Quantity {
    let text = text.trim();
    if text.is_empty() {
        return Quantity::Empty;
    }
    let (sign, digits) = match text.strip_prefix(['-', '−']) {
        Some(rest) => (-1, rest),
        None => (1, text),
    };
    let mark = match decimal_mark {
        DecimalMark::Point => '.',
        DecimalMark::Comma => ',',
    };
    let (whole, part) = digits.split_once(mark).unwrap_or((digits, ""));
    let Some(whole) = grouped(whole) else { return Quantity::NotANumber };
    if !part.chars().all(|c| c.is_ascii_digit()) {
        return Quantity::NotANumber;
    }
    if part.chars().any(|c| c != '0') {
        return Quantity::Broken;
    }
    // Elsewhere "1.000" is a thousand: one of the two was meant, and nobody knows which.
    let before = digits.split(mark).next().unwrap_or_default();
    let may_be_group = (1..=3).contains(&before.len()) && !before.starts_with('0');
    if part.len() == 3 && may_be_group {
        return Quantity::Broken;
    }
    whole.parse::<i64>().map_or(Quantity::NotANumber, |whole| Quantity::Whole(sign * whole))
}

/// The digits without the marks between groups of three.
fn grouped(text: &str) -> Option<String> {
    let groups: Vec<&str> =
        text.split(|c: char| c.is_whitespace() || matches!(c, ',' | '.' | '\'' | '’')).collect();
    let right = |(at, group): (usize, &&str)| {
        !group.is_empty()
            && group.chars().all(|c| c.is_ascii_digit())
            && (at == 0 || group.len() == 3)
            && (groups.len() == 1 || at > 0 || group.len() <= 3)
    };
    groups.iter().enumerate().all(right).then(|| groups.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantities_follow_the_locale() {
        use DecimalMark::{Comma, Point};
        use Quantity::{Broken, Empty, NotANumber, Whole};
        for (text, mark, expected) in [
            ("40", Point, Whole(40)),
            (" 1,200 ", Point, Whole(1200)),
            ("1 200", Comma, Whole(1200)),
            ("1\u{202f}200", Comma, Whole(1200)),
            ("1.200", Comma, Whole(1200)),
            ("1.200", Point, Broken),
            ("1,5", Comma, Broken),
            ("1,5", Point, NotANumber),
            ("2.5", Point, Broken),
            ("2.0", Point, Whole(2)),
            ("2.00", Point, Whole(2)),
            ("1.000", Point, Broken),
            ("1,000", Comma, Broken),
            ("1200.000", Point, Whole(1200)),
            ("1,200.000", Point, Whole(1200)),
            ("0.000", Point, Whole(0)),
            ("-3", Point, Whole(-3)),
            ("", Point, Empty),
            ("ten", Point, NotANumber),
            ("12 00", Comma, NotANumber),
            ("99999999999999999999", Point, NotANumber),
        ] {
            assert_eq!(read_quantity(text, mark), expected, "{text} with {mark:?}");
        }
    }
}
