//! What of a text is printed: no controls, and nothing that would set it in another order.

/// A text on one line: controls and line ends are spaces, spaces in a row are one, and marks that
/// change the direction of what follows are left out, so that no name can show a code reversed.
pub fn prose(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars().filter_map(printed) {
        if letter != ' ' || !(out.is_empty() || out.ends_with(' ')) {
            out.push(letter);
        }
    }
    out.truncate(out.trim_end().len());
    out
}

/// A code: the same, but spaces in it stay as they are.
pub fn code(text: &str) -> String {
    text.trim().chars().filter_map(printed).collect()
}

fn printed(letter: char) -> Option<char> {
    match letter {
        // Marks of direction, a soft hyphen, marks of the order of bytes, what is no character.
        '\u{ad}'
        | '\u{61c}'
        | '\u{200e}'
        | '\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{206f}'
        | '\u{feff}'
        | '\u{fff9}'..='\u{fffb}'
        | '\u{fdd0}'..='\u{fdef}' => None,
        other if u32::from(other) & 0xfffe == 0xfffe => None,
        other if other.is_control() || other.is_whitespace() => Some(' '),
        other => Some(other),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_seen_is_left_out() {
        assert_eq!(prose("  a\n\tb\u{202e}c\u{0}d  e \u{feff}"), "a bc d e");
        assert_eq!(code("A  1\u{200f} "), "A  1");
    }
}
