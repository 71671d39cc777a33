//! Text of an HTML page as a browser shows it: space and references.

/// Adds text of a page: space of any kind is one space, references are the characters they name.
pub fn push_text(cell: &mut String, text: &str) {
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        rest = &rest[character.len_utf8()..];
        if character.is_ascii_whitespace() {
            if !cell.ends_with([' ', '\n']) {
                cell.push(' ');
            }
            continue;
        }
        match (character == '&').then(|| reference(rest)).flatten() {
            Some((named, after)) => {
                cell.push(named);
                rest = after;
            }
            None => cell.push(character),
        }
    }
}

/// The character a reference names (`amp;`, `#233;`, `#xE9;`), and what follows it.
fn reference(text: &str) -> Option<(char, &str)> {
    let end = text.bytes().take(10).position(|byte| byte == b';')?;
    let name = &text[..end];
    let named = match name.strip_prefix('#') {
        Some(number) => {
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)?
        }
        None => match name {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "apos" => '\'',
            // A space that does not break is a space in a cell.
            "nbsp" => ' ',
            _ => return None,
        },
    };
    Some((if named == '\u{a0}' { ' ' } else { named }, &text[end + 1..]))
}
