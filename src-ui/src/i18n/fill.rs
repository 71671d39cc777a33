//! Places in texts, and which of two counted texts a number takes. Tested against every text and
//! every use of one.

use std::fmt::{Display, Write};

use super::Locale;

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
pub fn is_one(locale: Locale, count: u32) -> bool {
    match locale {
        Locale::en => count == 1,
        Locale::fr => count <= 1,
    }
}

#[cfg(test)]
mod tests;
