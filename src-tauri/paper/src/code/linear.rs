//! Code 128: bars for printable ASCII.

use barcoders::sym::code128::Code128;

use crate::code::symbol::{Symbol, SymbolKind};

/// What the encoder takes for a change to its set B, to its set C, and for FNC1.
const SET_B: char = '\u{181}';
const SET_C: char = '\u{106}';
const FNC1: char = '\u{179}';

/// What stands for FNC1 in a text here: the character that scanners send for it.
pub const SEPARATOR: char = '\u{1d}';

/// The bars of a text; `None` where Code 128 has no place for it. A separator in it is FNC1.
pub fn bars(text: &str) -> Option<Symbol> {
    let is_printable = |letter: char| matches!(letter, ' '..='~') || letter == SEPARATOR;
    // More is longer than any page; the encoder need not be asked.
    if text.is_empty() || text.len() > 200 || !text.chars().all(is_printable) {
        return None;
    }
    let modules = Code128::new(in_sets(text)).ok()?.encode();
    let dark: Vec<bool> = modules.into_iter().map(|module| module == 1).collect();
    Some(Symbol::new(SymbolKind::Linear, dark.len(), dark))
}

/// The text with the sets in which it is shortest: pairs of digits take the room of one letter.
fn in_sets(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(letters.len() + 8);
    let mut set = None;
    let mut rest = letters.as_slice();
    while let Some(first) = rest.first() {
        let digits = rest.iter().take_while(|letter| letter.is_ascii_digit()).count();
        let at_edge = set.is_none() || digits == rest.len();
        let pays = digits >= if at_edge { 4 } else { 6 }
            || (digits == 2 && rest.len() == 2 && set.is_none());
        if *first == SEPARATOR {
            // Between long runs of digits the set need not change for it.
            if set.is_none() {
                let follows = rest.iter().skip(1).take_while(|it| it.is_ascii_digit()).count();
                set = Some(if follows >= 4 { SET_C } else { SET_B });
                out.extend(set);
            }
            out.push(FNC1);
            rest = rest.get(1..).unwrap_or_default();
        } else if (set == Some(SET_C) && digits >= 2) || pays {
            // An odd digit goes before the pairs in set B, after them in set C.
            let odd = digits % 2 == 1 && set != Some(SET_C);
            if odd {
                if set != Some(SET_B) {
                    set = Some(SET_B);
                    out.extend(set);
                }
                out.push(*first);
                rest = rest.get(1..).unwrap_or_default();
            }
            if set != Some(SET_C) {
                set = Some(SET_C);
                out.extend(set);
            }
            let (pairs, after) = rest.split_at((digits - usize::from(odd)) / 2 * 2);
            out.extend(pairs);
            rest = after;
        } else {
            if set != Some(SET_B) {
                set = Some(SET_B);
                out.extend(set);
            }
            out.push(*first);
            rest = rest.get(1..).unwrap_or_default();
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_go_in_pairs_where_that_is_shorter() {
        let sets = |text: &str| in_sets(text).replace(SET_B, "<B>").replace(SET_C, "<C>");
        assert_eq!(sets("CEF-1000"), "<B>CEF-<C>1000");
        assert_eq!(sets("12345"), "<B>1<C>2345");
        assert_eq!(sets("12"), "<C>12");
        assert_eq!(sets("A12"), "<B>A12");
        assert_eq!(sets("A123456B"), "<B>A<C>123456<B>B");
        assert_eq!(sets("A1234B"), "<B>A1234B");
    }

    #[test]
    fn a_symbol_is_as_wide_as_its_letters_and_the_frame() {
        // Start, letters, check: 11 modules each; stop: 13.
        assert_eq!(bars("AB").unwrap().width(), 11 * 4 + 13);
        assert_eq!(bars("1234").unwrap().width(), 11 * 4 + 13);
        assert!(bars("é").is_none() && bars("").is_none() && bars("a\tb").is_none());
    }
}
