//! What GS1 says about identifiers and their values, as far as a warehouse prints them.

use crate::code::kind::Gs1Element;
use crate::code::linear::SEPARATOR;
use crate::error::PaperError;

/// What values an identifier takes.
#[derive(Debug, Clone, Copy)]
enum Values {
    /// So many digits, the last of which confirms the others.
    Checked(usize),
    /// So many digits.
    Digits(usize),
    /// A day, as YYMMDD; day 00 is the end of the month.
    Day,
    /// At most so many digits.
    UpToDigits(usize),
    /// At most so many characters of GS1's set.
    UpTo(usize),
}

/// The identifiers known here, besides those that `values` tells by their first digits.
const KNOWN: [(&str, Values); 24] = [
    ("00", Values::Checked(18)),
    ("01", Values::Checked(14)),
    ("02", Values::Checked(14)),
    ("10", Values::UpTo(20)),
    ("11", Values::Day),
    ("12", Values::Day),
    ("13", Values::Day),
    ("15", Values::Day),
    ("16", Values::Day),
    ("17", Values::Day),
    ("20", Values::Digits(2)),
    ("21", Values::UpTo(20)),
    ("22", Values::UpTo(20)),
    ("30", Values::UpToDigits(8)),
    ("37", Values::UpToDigits(8)),
    ("240", Values::UpTo(30)),
    ("241", Values::UpTo(30)),
    ("250", Values::UpTo(30)),
    ("251", Values::UpTo(30)),
    ("400", Values::UpTo(30)),
    ("410", Values::Checked(13)),
    ("414", Values::Checked(13)),
    ("420", Values::UpTo(20)),
    ("8020", Values::UpTo(25)),
];

/// Identifiers whose length GS1 fixes for ever: no separator follows them.
const OF_FIXED_LENGTH: [&str; 22] = [
    "00", "01", "02", "03", "04", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "31",
    "32", "33", "34", "35", "36", "41",
];

fn values(ai: &str) -> Option<Values> {
    if let Some((_, values)) = KNOWN.iter().find(|(known, _)| *known == ai) {
        return Some(*values);
    }
    let is_number = !ai.is_empty() && ai.bytes().all(|byte| byte.is_ascii_digit());
    match (is_number, ai.len(), ai.get(..2)?) {
        // Weights and measures: the last digit says where the point is.
        (true, 4, "31" | "32" | "33" | "34" | "35" | "36") => Some(Values::Digits(6)),
        (true, 2, "90") => Some(Values::UpTo(30)),
        (true, 2, "91" | "92" | "93" | "94" | "95" | "96" | "97" | "98" | "99") => {
            Some(Values::UpTo(90))
        }
        _ => None,
    }
}

/// The elements as one message: without the first FNC1, with separators where the next element could
/// not be told from a value.
///
/// # Errors
/// An identifier that is not known, a value that it does not take, or a wrong check digit.
pub fn message(elements: &[Gs1Element]) -> Result<String, PaperError> {
    let mut message = String::new();
    let mut is_open = false;
    for element in elements {
        check(element)?;
        if is_open {
            message.push(SEPARATOR);
        }
        message.push_str(&element.ai);
        message.push_str(&element.value);
        is_open = !OF_FIXED_LENGTH.iter().any(|start| element.ai.starts_with(start));
    }
    if message.is_empty() { Err(PaperError::CodeEmpty) } else { Ok(message) }
}

impl Gs1Element {
    /// The element, where the identifier is known here and takes the value.
    #[must_use]
    pub fn checked(ai: &str, value: &str) -> Option<Self> {
        let element = Self { ai: ai.to_owned(), value: value.to_owned() };
        check(&element).is_ok().then_some(element)
    }
}

fn check(element: &Gs1Element) -> Result<(), PaperError> {
    let Gs1Element { ai, value } = element;
    let values = values(ai).ok_or_else(|| PaperError::Gs1Identifier { ai: ai.clone() })?;
    let is_number = value.bytes().all(|byte| byte.is_ascii_digit());
    let fits = match values {
        Values::Checked(length) | Values::Digits(length) => is_number && value.len() == length,
        Values::Day => is_number && value.len() == 6 && is_day(value),
        Values::UpToDigits(length) => is_number && (1..=length).contains(&value.len()),
        Values::UpTo(length) => {
            (1..=length).contains(&value.len()) && value.bytes().all(is_of_the_set)
        }
    };
    if !fits {
        return Err(PaperError::Gs1Value { ai: ai.clone(), value: value.clone() });
    }
    if matches!(values, Values::Checked(_)) && !is_confirmed(value) {
        return Err(PaperError::Gs1CheckDigit { ai: ai.clone(), value: value.clone() });
    }
    Ok(())
}

fn is_day(value: &str) -> bool {
    let part = |range: std::ops::Range<usize>| value.get(range)?.parse::<u8>().ok();
    matches!((part(2..4), part(4..6)), (Some(1..=12), Some(0..=31)))
}

/// GS1's character set 82.
fn is_of_the_set(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!\"%&'()*+,-./_:;<=>?".contains(&byte)
}

/// Whether the last digit makes the weighted sum a multiple of ten.
fn is_confirmed(digits: &str) -> bool {
    let weighted = digits.bytes().rev().enumerate().map(|(at, digit)| {
        let digit = u32::from(digit.wrapping_sub(b'0'));
        if at % 2 == 1 { digit * 3 } else { digit }
    });
    weighted.sum::<u32>() % 10 == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn element(ai: &str, value: &str) -> Gs1Element {
        Gs1Element { ai: ai.into(), value: value.into() }
    }

    #[test]
    fn a_separator_stands_where_a_length_is_open_and_something_follows() {
        let gtin = element("01", "09501101530003");
        let lot = element("10", "ABC123");
        let day = element("17", "271231");
        let all = message(&[gtin.clone(), lot.clone(), day.clone()]).unwrap();
        assert_eq!(all, "010950110153000310ABC123\u{1d}17271231");
        assert_eq!(message(&[gtin, day, lot]).unwrap(), "01095011015300031727123110ABC123");
    }

    #[test]
    fn what_is_wrong_is_named() {
        let wrong = |ai: &str, value: &str| message(&[element(ai, value)]).unwrap_err().to_string();
        assert_eq!(
            wrong("01", "09501101530004"),
            "the check digit of 09501101530004 in (01) is wrong"
        );
        assert_eq!(wrong("01", "123"), "123 is no value of the GS1 identifier (01)");
        assert_eq!(wrong("17", "271331"), "271331 is no value of the GS1 identifier (17)");
        assert_eq!(wrong("10", "a b"), "a b is no value of the GS1 identifier (10)");
        assert_eq!(wrong("07", "1"), "(07) is no GS1 identifier known here");
        assert_eq!(message(&[]).unwrap_err(), PaperError::CodeEmpty);
    }

    #[test]
    fn weights_and_own_identifiers_are_known() {
        assert!(message(&[element("3103", "001250")]).is_ok());
        assert!(message(&[element("91", "SHELF")]).is_ok());
        assert!(message(&[element("31", "001250")]).is_err());
    }
}
