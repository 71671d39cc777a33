//! Places in texts, and which of two counted texts a number takes. Called by `i18n`.

use std::fmt::{Display, Write};

use contract::Language;

/// The text with its places filled. A place without a value stays as it is: it is then seen.
pub fn filled(text: &str, values: &[(&str, &dyn Display)]) -> String {
    let mut filled = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let Some((name, behind)) = after.split_once('}') else {
            filled.push('{');
            rest = after;
            continue;
        };
        match values.iter().find(|(known, _)| *known == name) {
            // Writing into a String cannot fail.
            Some((_, value)) => drop(write!(filled, "{value}")),
            None => drop(write!(filled, "{{{name}}}")),
        }
        rest = behind;
    }
    filled + rest
}

/// Whether a language counts this number as one: French counts nothing as one too.
pub fn is_one(language: Language, count: u32) -> bool {
    match language {
        Language::English => count == 1,
        Language::French => count <= 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_filled_and_unknown_ones_stay() {
        assert_eq!(filled("as of {time}", &[("time", &"13:58")]), "as of 13:58");
        assert_eq!(filled("{a}{b} {", &[("a", &1), ("b", &2)]), "12 {");
        assert_eq!(filled("{missing} x", &[]), "{missing} x");
    }

    #[test]
    fn french_counts_nothing_as_one() {
        let [english, french] = [Language::English, Language::French];
        assert!(is_one(french, 0) && is_one(french, 1) && !is_one(french, 2));
        assert!(!is_one(english, 0) && is_one(english, 1));
    }
}
