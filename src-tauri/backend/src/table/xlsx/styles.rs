//! What the cells of a workbook refer to: texts that are stored once, and what numbers are. Pure.

use std::collections::HashMap;

use quick_xml::events::Event;

use crate::table::cell::TableCell;
use crate::table::limits::{CELLS, Spent, TableFault};
use crate::table::number_format::NumberKind;
use crate::table::package::Package;
use crate::table::xlsx::book::BookParts;
use crate::table::xml::{attribute, push_said};

/// What the cells of all sheets refer to.
#[derive(Default)]
pub(super) struct BookStyles {
    /// Texts that are stored once, cleaned.
    pub texts: Vec<TableCell>,
    /// What numbers are, by the style of their cell.
    pub kinds: Vec<NumberKind>,
    /// Days are counted from 1904.
    pub is_1904: bool,
}

impl BookStyles {
    /// Reads them.
    pub(super) fn read(
        package: &mut Package<'_>,
        book: &BookParts,
        spent: &mut Spent,
    ) -> Result<Self, TableFault> {
        let mut read = Self { is_1904: book.is_1904, ..Self::default() };
        if let Some(place) = &book.texts {
            read.texts = texts(package, place, spent)?;
        }
        if let Some(place) = &book.styles {
            read.kinds = kinds(package, place)?;
        }
        Ok(read)
    }
}

/// The texts that are stored once. What tells how a text is spoken is none of it.
fn texts(
    package: &mut Package<'_>,
    place: &str,
    spent: &mut Spent,
) -> Result<Vec<TableCell>, TableFault> {
    let mut part = package.xml(place)?;
    let (mut texts, mut text) = (Vec::new(), String::new());
    let (mut is_text, mut spoken) = (false, 0_usize);
    loop {
        match part.next()? {
            Event::Start(element) => match element.local_name().as_ref() {
                "si" => text.clear(),
                "rPh" => spoken += 1,
                "t" => is_text = spoken == 0,
                _ => (),
            },
            Event::End(element) => match element.local_name().as_ref() {
                "si" => {
                    let cell = TableCell::of_text(&unescaped(&text));
                    spent.add(0, 0, cell.bytes())?;
                    texts.push(cell);
                    if texts.len() > CELLS {
                        return Err(TableFault::TooLarge);
                    }
                }
                "rPh" => spoken = spoken.saturating_sub(1),
                "t" => is_text = false,
                _ => (),
            },
            Event::Eof => return Ok(texts),
            said if is_text => push_said(&said, &mut text),
            _ => (),
        }
    }
}

/// What the numbers of each style of cells are.
fn kinds(package: &mut Package<'_>, place: &str) -> Result<Vec<NumberKind>, TableFault> {
    let mut part = package.xml(place)?;
    let (mut own, mut kinds) = (HashMap::new(), Vec::new());
    let mut is_of_cells = false;
    loop {
        match part.next()? {
            Event::Start(element) => match element.local_name().as_ref() {
                "numFmt" => {
                    let id = attribute(&element, "numFmtId").and_then(|id| id.parse::<u32>().ok());
                    let code = attribute(&element, "formatCode");
                    if let (Some(id), Some(code)) = (id, code) {
                        own.insert(id, NumberKind::of_code(&code));
                    }
                }
                "cellXfs" => is_of_cells = true,
                "xf" if is_of_cells => {
                    let id = attribute(&element, "numFmtId").and_then(|id| id.parse::<u32>().ok());
                    let id = id.unwrap_or(0);
                    kinds.push(own.get(&id).copied().unwrap_or(NumberKind::of_known(id)));
                }
                _ => (),
            },
            Event::End(element) if element.local_name().as_ref() == "cellXfs" => {
                is_of_cells = false
            }
            Event::Eof => return Ok(kinds),
            _ => (),
        }
        // A workbook has 65,490 at most.
        if own.len().max(kinds.len()) > CELLS {
            return Err(TableFault::TooLarge);
        }
    }
}

/// A text as it was before it was stored: characters that XML has no place for stand there as `_x000D_`.
pub(super) fn unescaped(text: &str) -> String {
    let mut read = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("_x") {
        let (before, from) = rest.split_at(at);
        read.push_str(before);
        let digits = from.get(2..6).filter(|_| from.get(6..7) == Some("_"));
        let digits = digits.filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let letter = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
        let (letter, length) = match letter.and_then(char::from_u32) {
            Some(letter) => (letter, 7),
            None => ('_', 1),
        };
        read.push(letter);
        rest = from.get(length..).unwrap_or_default();
    }
    read + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_has_no_place_for_is_read_as_it_was() {
        for (stored, read) in [
            ("a_x000D_b", "a\rb"),
            ("_x005F_x000D_", "_x000D_"),
            ("_xGGGG_", "_xGGGG_"),
            ("_x00", "_x00"),
            ("_xD800_", "_xD800_"),
            ("max_xl", "max_xl"),
            ("_x_x0041_é_x", "_xAé_x"),
        ] {
            assert_eq!(unescaped(stored), read, "{stored}");
        }
    }
}
