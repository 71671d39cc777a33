//! Which texts a spreadsheet takes for a formula: one rule for what is copied from the window and for
//! what is exported. Pure.

use std::borrow::Cow;

/// What begins a formula; the wide forms do so in spreadsheets of East Asia.
const SIGNS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Some programs begin another cell behind each of these, whatever quotation marks stand around it.
const SEPARATORS: [char; 4] = [';', '\t', '\n', '\r'];

/// Whether a spreadsheet may take a text for a formula: a sign of one is the first that is seen of it.
/// So may a text that begins with a control character, which some programs drop.
#[must_use]
pub fn begins_formula(text: &str) -> bool {
    text.starts_with(char::is_control) || begins_with_sign(text)
}

/// A text as it is exported: an apostrophe stands where a spreadsheet would begin to read a formula,
/// at its beginning and behind every separator inside.
#[must_use]
pub fn without_formulas(text: &str) -> Cow<'_, str> {
    let mut written = Cow::Borrowed("");
    if begins_formula(text) {
        written += "'";
    }
    let mut rest = text;
    while let Some(at) = rest.find(SEPARATORS) {
        let (part, after) = rest.split_at(at + 1);
        written.to_mut().push_str(part);
        if begins_with_sign(after) && !after.starts_with(SEPARATORS) {
            written += "'";
        }
        rest = after;
    }
    written + rest
}

fn begins_with_sign(text: &str) -> bool {
    text.trim_start_matches(is_unseen).starts_with(SIGNS)
}

/// Blanks, control characters, and those that take no place on the screen.
fn is_unseen(character: char) -> bool {
    character.is_whitespace()
        || character.is_control()
        || matches!(
            character,
            '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{feff}'
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_begin_a_formula_behind_anything_unseen() {
        for unseen in ["", " ", "\u{a0}", "\u{200b}", "\u{feff}", "\u{2060} \u{200b}"] {
            for sign in SIGNS {
                let text = format!("{unseen}{sign}1+1");
                assert!(begins_formula(&text), "{text:?}");
                assert_eq!(without_formulas(&text), format!("'{text}"), "{text:?}");
            }
        }
        for begin in ["\t", "\r", "\n", "\0"] {
            assert_eq!(without_formulas(&format!("{begin}A")), format!("'{begin}A"));
        }
        for text in ["", " ", "1-1=0", "'=1", "A;B\tC", "two\r\nlines", "é; 5"] {
            assert_eq!(without_formulas(text), text);
        }
    }

    #[test]
    fn a_formula_inside_a_text_is_none_behind_a_separator_either() {
        assert_eq!(without_formulas("a;=1"), "a;'=1");
        assert_eq!(without_formulas("a\t +1;b"), "a\t' +1;b");
        assert_eq!(without_formulas("\t=1"), "'\t'=1");
        assert_eq!(without_formulas("a\r\n@b"), "a\r\n'@b");
        assert_eq!(without_formulas("=1;\u{200b}-2; -3"), "'=1;'\u{200b}-2;' -3");
    }
}
