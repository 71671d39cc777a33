//! Codes of the GS1 system: element strings as scanners write them, with or without their symbology
//! identifier; the same as people read them, in brackets; and GS1 Digital Link addresses. Pure. From the
//! GS1 General Specifications, 7.8 (element strings), and the GS1 Digital Link standard, URI syntax. No
//! library was found that reads all three forms and may be used under this project's licences.
//! Deliberately absent: what an element means to picking, which is the backend's.

use percent_encoding::percent_decode_str;

/// An element: its application identifier, and its data.
pub type Element = (String, String);

/// Separates an element of no fixed length from the next one, where scanners pass it on.
const SEPARATOR: char = '\u{1d}';

/// What scanners may write before an element string: Code 128, Data Matrix, QR Code, DataBar, DotCode.
const SYMBOLOGIES: [&str; 5] = ["]C1", "]d2", "]Q3", "]e0", "]J1"];

/// No element's data is longer.
const LONGEST: usize = 90;

/// Identifiers of trade items: their data is a number with a check digit.
const TRADE_ITEMS: [&str; 2] = ["01", "02"];

/// So many digits the number of a trade item has.
const LENGTHS: [usize; 4] = [8, 12, 13, 14];

/// The elements of a code, in their order; `None` where it is none of this system, or is broken.
#[must_use]
pub fn elements(code: &str) -> Option<Vec<Element>> {
    let marked = SYMBOLOGIES.iter().find_map(|mark| code.strip_prefix(mark));
    let elements = match (marked, code) {
        (Some(text), _) => element_string(text)?,
        (None, text) if text.starts_with('(') => bracketed(text)?,
        (None, text) if is_address(text) => digital_link(text)?,
        // Without a mark a number of somebody else's could be taken for one.
        (None, text) if TRADE_ITEMS.iter().any(|ai| text.starts_with(ai)) => element_string(text)?,
        _ => return None,
    };
    let is_right = |(ai, data): &Element| !TRADE_ITEMS.contains(&&**ai) || is_trade_item(data);
    (!elements.is_empty() && elements.iter().all(is_right)).then_some(elements)
}

/// A code without what some scanners write before it to say of which kind it is, where that says no more.
#[must_use]
pub fn without_mark(code: &str) -> &str {
    let is_mark = |mark: &str| {
        let [b']', kind, modifier] = mark.as_bytes() else { return false };
        kind.is_ascii_alphabetic()
            && modifier.is_ascii_alphanumeric()
            && !SYMBOLOGIES.contains(&mark)
    };
    match code.get(..3) {
        Some(mark) if is_mark(mark) => &code[3..],
        _ => code,
    }
}

/// What of a scanned code names its product: of a label the number of its trade item, else all of it.
#[must_use]
pub fn item_of(code: &str) -> String {
    let code = without_mark(code.trim());
    let elements = elements(code).unwrap_or_default();
    let item = elements.into_iter().find(|(ai, _)| TRADE_ITEMS.contains(&&**ai));
    item.map_or_else(|| code.to_owned(), |(_, number)| number)
}

/// How many pieces a label says that it stands for, where it says so.
#[must_use]
pub fn pieces_of(code: &str) -> Option<i64> {
    let elements = elements(without_mark(code.trim()))?;
    let (_, pieces) = elements.into_iter().find(|(ai, _)| matches!(&**ai, "30" | "37"))?;
    pieces.parse().ok().filter(|pieces| *pieces > 0)
}

/// The ways to write the number of a trade item, which has 8, 12, 13 or 14 digits and a right check digit; none of
/// another code.
#[must_use]
pub fn ways_to_write(code: &str) -> Vec<String> {
    let number = item_number(code.trim()).filter(|number| !number.is_empty());
    let way = |number: &str, length: usize| {
        let way = (number.len() <= length).then(|| format!("{number:0>length$}"));
        way.filter(|way| is_trade_item(way))
    };
    let ways = |number: &str| LENGTHS.into_iter().filter_map(|it| way(number, it)).collect();
    number.map(ways).unwrap_or_default()
}

/// Whether two codes are the same trade item number, which is written with and without zeros before it.
#[must_use]
pub fn is_same_item(one: &str, other: &str) -> bool {
    item_number(one).is_some_and(|one| Some(one) == item_number(other))
}

/// The number of a trade item without zeros before it; `None` for a text that can be none.
#[must_use]
pub fn item_number(text: &str) -> Option<&str> {
    let is_number = text.len() >= 8 && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.trim_start_matches('0'))
}

/// The number of a trade item with all its 14 digits; `None` of a code that is none, or whose check digit is wrong.
#[must_use]
pub fn trade_item(code: &str) -> Option<String> {
    let is_number = code.bytes().all(|byte| byte.is_ascii_digit());
    (is_number && is_trade_item(code)).then(|| format!("{code:0>14}"))
}

/// The number of a trade item with all its 14 digits, where all the world knows it: 8 digits may well be a code of
/// one's own, as zeros are, and numbers that begin with 2, 02 or 04 are given within one's own house.
#[must_use]
pub fn public_item(code: &str) -> Option<String> {
    let number = trade_item(code).filter(|_| code.len() > 8)?;
    let item = &number[1..];
    let is_own = ["2", "02", "04"].iter().any(|own| item.starts_with(own));
    (!is_own && item.bytes().any(|byte| byte != b'0')).then_some(number)
}

fn element_string(text: &str) -> Option<Vec<Element>> {
    let mut rest = text.trim_start_matches(SEPARATOR);
    let mut elements = Vec::new();
    while !rest.is_empty() {
        let ai = identifier(rest)?;
        let after = &rest[ai.len()..];
        let data = match fixed_length(ai) {
            Some(length) => after.get(..length)?,
            None => after.split(SEPARATOR).next()?,
        };
        elements.push(element(ai, data)?);
        rest = after[data.len()..].trim_start_matches(SEPARATOR);
    }
    Some(elements)
}

fn bracketed(text: &str) -> Option<Vec<Element>> {
    let parts = text.strip_prefix('(')?.split('(');
    let read = |part: &str| {
        let (ai, data) = part.split_once(')')?;
        element(identifier(ai).filter(|it| *it == ai)?, data)
    };
    parts.map(read).collect()
}

fn is_address(text: &str) -> bool {
    let scheme = text.split("://").next().unwrap_or_default();
    scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http")
}

/// The path of an address names the trade item and what qualifies it, the query the rest; what else stands
/// in the query is no element.
fn digital_link(text: &str) -> Option<Vec<Element>> {
    let text = text.split('#').next()?;
    let (path, query) = text.split_once('?').unwrap_or((text, ""));
    let decoded = |part: &str| Some(percent_decode_str(part).decode_utf8().ok()?.into_owned());
    let parts: Vec<&str> = path.trim_end_matches('/').split('/').skip(3).collect();
    let at = parts.iter().position(|part| *part == "01")?;
    let mut elements = Vec::new();
    for pair in parts[at..].chunks(2) {
        let [ai, data] = pair else { return None };
        elements.push(element(ai, &decoded(data)?)?);
    }
    for (ai, data) in query.split('&').filter_map(|pair| pair.split_once('=')) {
        if identifier(ai) == Some(ai) {
            elements.push(element(ai, &decoded(data)?)?);
        }
    }
    Some(elements)
}

/// An element whose data is as its identifier wants it, as far as that is known here.
fn element(ai: &str, data: &str) -> Option<Element> {
    let is_right = match fixed_length(ai) {
        // In addresses the zeros before a shorter number are left out.
        Some(length) => {
            data.len() <= length && !data.is_empty() && data.bytes().all(|it| it.is_ascii_digit())
        }
        None => (1..=LONGEST).contains(&data.len()) && data.bytes().all(|it| it.is_ascii_graphic()),
    };
    is_right.then(|| (ai.to_owned(), data.to_owned()))
}

/// The application identifier a text begins with: how long it is its first two digits say.
fn identifier(text: &str) -> Option<&str> {
    let kind: u8 = digits(text.get(..2)?)?;
    let length = match kind {
        0..=4 | 10..=22 | 30 | 37 | 90..=99 => 2,
        23..=25 | 40..=42 | 71 => 3,
        31..=36 | 39 | 43 | 70 | 72 | 80..=82 => 4,
        _ => return None,
    };
    text.get(..length).filter(|ai| ai.bytes().all(|byte| byte.is_ascii_digit()))
}

/// How long the data of an element is, where its identifier says so. The list does not grow.
fn fixed_length(ai: &str) -> Option<usize> {
    match digits(ai.get(..2)?)? {
        0 => Some(18),
        1..=3 => Some(14),
        4 => Some(16),
        11..=19 => Some(6),
        20 => Some(2),
        31..=36 => Some(6),
        41 => Some(13),
        _ => None,
    }
}

fn digits(text: &str) -> Option<u8> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// Whether the last digit is the one that the others give (General Specifications, 7.9).
fn is_trade_item(number: &str) -> bool {
    let weighed =
        |(at, byte): (usize, u8)| u32::from(byte - b'0') * if at % 2 == 0 { 1 } else { 3 };
    let sum: u32 = number.bytes().rev().enumerate().map(weighed).sum();
    LENGTHS.contains(&number.len()) && sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(code: &str) -> Option<String> {
        let told = |(ai, data): Element| format!("({ai}){data}");
        elements(code).map(|all| all.into_iter().map(told).collect())
    }

    #[test]
    fn element_strings_are_read_with_and_without_separators() {
        let whole = Some("(01)09506000134352(17)201225(10)ABC123".to_owned());
        assert_eq!(read("]C101095060001343521720122510ABC123"), whole);
        assert_eq!(read("01095060001343521720122510ABC123"), whole);
        let lot_first = "]d2010950600013435210ABC123\u{1d}17201225";
        assert_eq!(read(lot_first).unwrap(), "(01)09506000134352(10)ABC123(17)201225");
        // A separator where none is needed does no harm.
        assert_eq!(
            read("]C1\u{1d}0109506000134352\u{1d}3012").unwrap(),
            "(01)09506000134352(30)12"
        );
        let unknown = read("]Q30109506000134352310300052099X-7").unwrap();
        assert_eq!(unknown, "(01)09506000134352(3103)000520(99)X-7", "none is left out");
    }

    #[test]
    fn brackets_and_addresses_say_the_same() {
        let whole = Some("(01)09506000134352(10)AB/7(17)201225".to_owned());
        assert_eq!(read("(01)09506000134352(10)AB/7(17)201225"), whole);
        let address = "https://id.depot.example/some/01/09506000134352/10/AB%2F7?17=201225&lang=fr";
        assert_eq!(read(address), whole);
        assert_eq!(
            read("HTTPS://ID.DEPOT.EXAMPLE/01/09506000134352/").unwrap(),
            "(01)09506000134352"
        );
    }

    #[test]
    fn what_is_broken_or_another_code_is_none_of_them() {
        let broken = [
            "",
            "5012345678900",
            "GLV-0100",
            // The check digit is another one.
            "0109506000134353",
            "(01)09506000134353",
            // Cut off, or with data of nothing.
            "]C10109506000",
            "]C1010950600013435210",
            "(01)",
            "(01",
            "(8)1",
            "]C1)(",
            "https://depot.example/shop/gloves",
            "https://depot.example/01/09506000134352/10",
            "01095060001343é2",
        ];
        for code in broken {
            assert_eq!(read(code), None, "{code}");
        }
    }

    #[test]
    fn a_code_of_8_12_13_or_14_digits_with_its_check_digit_is_a_trade_item() {
        let whole = |code: &str| trade_item(code);
        assert_eq!(whole("96385074").as_deref(), Some("00000096385074"));
        assert_eq!(whole("036000291452").as_deref(), Some("00036000291452"));
        assert_eq!(whole("9506000134352").as_deref(), Some("09506000134352"));
        assert_eq!(whole("09506000134352").as_deref(), Some("09506000134352"));
        for none in ["96385075", "9506000134353", "950600013", "GLV-0100", "", "9506000 134352"] {
            assert_eq!(whole(none), None, "{none}");
        }
    }

    #[test]
    fn a_label_names_its_product_and_other_codes_are_that_themselves() {
        assert_eq!(item_of("]C1010950600013435210L2\u{1d}3012"), "09506000134352");
        assert_eq!(item_of("(01)09506000134352(10)L2"), "09506000134352");
        assert_eq!(item_of("]E04006501003638"), "4006501003638");
        assert_eq!(item_of(" GLV-0100 "), "GLV-0100");
        let ways = ["9506000134352", "09506000134352"].map(str::to_owned);
        assert_eq!(ways_to_write("09506000134352"), ways);
        assert_eq!(ways_to_write("9506000134352"), ways);
        assert_eq!(ways_to_write("96385074").len(), 4);
        // As a spreadsheet leaves it that takes it for a number.
        assert_eq!(ways_to_write("36000291452").len(), 3);
        for none in ["GLV-0100", "", "0012", "00000000", "12345678", "123456789012345"] {
            assert!(ways_to_write(none).is_empty(), "{none}");
        }
        assert_eq!(pieces_of("(02)09506000134352(37)12"), Some(12));
        assert_eq!(pieces_of("]C10109506000134352"), None);
        assert_eq!(pieces_of("GLV-0100"), None);
    }

    #[test]
    fn a_trade_item_is_the_same_with_and_without_zeros() {
        assert!(is_same_item("09506000134352", "9506000134352"));
        assert!(!is_same_item("09506000134352", "9506000134353"));
        assert!(!is_same_item("0012", "12"), "too short to be one");
        assert!(!is_same_item("GLV-0100", "GLV-0100"));
    }
}
