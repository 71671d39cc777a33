//! Makes text of what is none: bytes that are no UTF-8, and half pairs in escapes, which services write
//! that cut texts in the middle of a character. Asked only after an answer could not be read as it is.

/// The body without a byte order mark, which some servers put before their JSON.
pub(crate) fn without_mark(body: &[u8]) -> &[u8] {
    body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body)
}

/// The body with U+FFFD in the place of what is no text; `None` if all of it is text.
pub(crate) fn mended(body: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(body);
    let bytes = text.as_bytes();
    let (mut whole, mut kept, mut at) = (String::new(), 0, 0);
    while let Some(next) = bytes.get(at..).and_then(|rest| rest.iter().position(is_escape)) {
        at += next;
        match unit(bytes, at) {
            Some(0xd800..=0xdbff) if matches!(unit(bytes, at + 6), Some(0xdc00..=0xdfff)) => {
                at += 12;
            }
            Some(0xd800..=0xdfff) => {
                whole.push_str(&text[kept..at]);
                whole.push(super::read::NO_TEXT);
                at += 6;
                kept = at;
            }
            _ => at += 2,
        }
    }
    if kept == 0 && text.as_bytes() == body {
        return None;
    }
    whole.push_str(&text[kept..]);
    Some(whole)
}

fn is_escape(byte: &u8) -> bool {
    *byte == b'\\'
}

/// The unit of UTF-16 that an escape at this place stands for.
fn unit(bytes: &[u8], at: usize) -> Option<u16> {
    let digits = bytes.get(at..at + 6)?.strip_prefix(b"\\u")?;
    let digits = std::str::from_utf8(digits).ok()?;
    digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then_some(())?;
    u16::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn half_pairs_become_a_mark_and_whole_ones_stay() {
        for (body, read) in [
            (r#"a\ud83d"#, Some("a\u{fffd}")),
            (r#"\ud83d\ud83d\ude00"#, Some("\u{fffd}\\ud83d\\ude00")),
            (r#"\ude00x\uD83Dy"#, Some("\u{fffd}x\u{fffd}y")),
            (r#"\ud83d\ude00 \u00e9"#, None),
            (r#"\\ud83d"#, None),
            (r#"\\\ud83d"#, Some("\\\\\u{fffd}")),
            (r#"\ud83"#, None),
            (r#"\u+d83"#, None),
            ("\\", None),
            ("\\é", None),
        ] {
            assert_eq!(mended(body.as_bytes()).as_deref(), read, "{body}");
        }
    }

    #[test]
    fn bytes_that_are_no_text_become_a_mark() {
        assert_eq!(mended(b"a\xc3b").as_deref(), Some("a\u{fffd}b"));
        assert_eq!(mended(b"\xff\\ud800").as_deref(), Some("\u{fffd}\u{fffd}"));
        assert_eq!(mended("é".as_bytes()), None);
    }
}
