//! Places in texts, and which text of a counted one a number takes. Called by `i18n`.

use std::fmt::{Display, Write};

/// Stands between the parts of a counted text.
pub const BETWEEN: char = '\u{1}';

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

/// The text for a plural category out of a counted text, as `boot.js` puts it together; the one for
/// `other` where the language's file makes no difference.
pub fn of_category<'a>(counted: &'a str, category: &str) -> &'a str {
    let mut parts = counted.split(BETWEEN);
    let mut other = "";
    while let (Some(name), Some(text)) = (parts.next(), parts.next()) {
        if name == category {
            return text;
        }
        if name == "other" {
            other = text;
        }
    }
    other
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
    fn a_category_that_a_file_leaves_out_is_said_as_other() {
        let counted = "one\u{1}1 line\u{1}other\u{1}{number} lines";
        assert_eq!(of_category(counted, "one"), "1 line");
        assert_eq!(of_category(counted, "other"), "{number} lines");
        assert_eq!(of_category(counted, "many"), "{number} lines");
        assert_eq!(of_category("", "one"), "");
    }
}
