//! Which encoding a text is in: what it begins with says so, or else what can be read. Pure.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use crate::table::limits::TableFault;

/// So many bytes tell what a text is.
const SAMPLE: usize = 64 << 10;

/// The text in these bytes.
pub(super) fn text(bytes: Vec<u8>) -> Result<String, TableFault> {
    let (encoding, skipped) = match Encoding::for_bom(&bytes) {
        Some((encoding, length)) => (Some(encoding), length),
        None => (None, 0),
    };
    if let Some(encoding) = encoding {
        let rest = bytes.get(skipped..).unwrap_or_default();
        return checked(encoding.decode_without_bom_handling(rest).0.into_owned());
    }
    let bytes = match String::from_utf8(bytes) {
        // UTF-16 of letters without accents is UTF-8 as well, and every second of them is nothing.
        Ok(text) if !text.contains('\0') => return checked(text),
        Ok(text) => text.into_bytes(),
        Err(error) => error.into_bytes(),
    };
    let encoding = wide(&bytes).unwrap_or_else(|| narrow(&bytes));
    checked(encoding.decode_without_bom_handling(&bytes).0.into_owned())
}

/// UTF-16 by where the bytes without anything stand: half of blanks, digits and line ends.
fn wide(bytes: &[u8]) -> Option<&'static Encoding> {
    if !bytes.len().is_multiple_of(2) {
        return None;
    }
    let (mut first, mut second) = (0, 0);
    for pair in bytes.get(..bytes.len().min(SAMPLE)).unwrap_or_default().chunks_exact(2) {
        first += usize::from(pair.first() == Some(&0));
        second += usize::from(pair.get(1) == Some(&0));
    }
    match (first, second) {
        (0, 0) => None,
        (first, second) if second > 9 * first => Some(UTF_16LE),
        (first, second) if first > 9 * second => Some(UTF_16BE),
        _ => None,
    }
}

/// UTF-8 with a few broken characters, or what Western computers wrote before it.
fn narrow(bytes: &[u8]) -> &'static Encoding {
    let (mut read, mut broken) = (0, 0);
    for chunk in bytes.utf8_chunks() {
        read += chunk.valid().chars().filter(|letter| !letter.is_ascii()).count();
        broken += usize::from(!chunk.invalid().is_empty());
    }
    if read > 4 * broken { UTF_8 } else { WINDOWS_1252 }
}

/// What holds more control characters than a text ever does is none.
fn checked(text: String) -> Result<String, TableFault> {
    let is_odd = |letter: &char| {
        letter.is_control() && !matches!(letter, '\n' | '\r' | '\t' | '\u{c}' | '\u{1a}')
    };
    let (mut all, mut odd) = (0, 0);
    for letter in text.chars().take(SAMPLE) {
        if letter == '\0' {
            return Err(TableFault::NotRead);
        }
        all += 1;
        odd += usize::from(is_odd(&letter));
    }
    if odd > 1 + all / 100 { Err(TableFault::NotRead) } else { Ok(text) }
}
