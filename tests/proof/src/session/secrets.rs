//! Looks for secrets where they must not be: in bytes of any origin, as they are and in every form in
//! which programs write text down. The row about secrets uses it, and journeys do, over messages and
//! page.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

/// A secret, and the forms it is looked for in.
#[derive(Clone, Debug)]
pub struct Secret {
    name: String,
    forms: Vec<(&'static str, Vec<u8>)>,
}

/// How much was looked through.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Searched {
    /// Files.
    pub files: u64,
    /// Bytes.
    pub bytes: u64,
}

impl Secret {
    /// A secret under a name that may be printed.
    #[must_use]
    pub fn new(name: &str, value: &str) -> Self {
        Self { name: name.to_owned(), forms: forms(value) }
    }
}

/// Where secrets stand in these bytes: `name as form`, none if all is well.
#[must_use]
pub fn find(secrets: &[Secret], bytes: &[u8]) -> Vec<String> {
    places(secrets, bytes).map(|(hit, _)| hit).collect()
}

/// The same with the place of the first byte of each.
fn places(secrets: &[Secret], bytes: &[u8]) -> impl Iterator<Item = (String, usize)> {
    let all = secrets.iter().flat_map(|secret| secret.forms.iter().map(move |form| (secret, form)));
    all.filter_map(move |(secret, (form, wanted))| {
        let at = place(bytes, wanted)?;
        Some((format!("{} as {form}", secret.name), at))
    })
}

/// Where secrets stand in a folder's files, and in their names: `name as form at byte 7 of file`.
///
/// # Errors
/// If a file cannot be read.
pub fn find_in_folder(
    secrets: &[Secret],
    folder: &Path,
    searched: &mut Searched,
) -> std::io::Result<Vec<String>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let (path, kind) = entry.and_then(|entry| Ok((entry.path(), entry.file_type()?)))?;
        if kind.is_dir() {
            found.extend(find_in_folder(secrets, &path, searched)?);
        } else if kind.is_file() {
            let bytes = fs::read(&path)?;
            searched.files += 1;
            searched.bytes += bytes.len() as u64;
            let name = path.to_string_lossy();
            let inside = places(secrets, &bytes);
            found.extend(inside.map(|(hit, at)| format!("{hit} at byte {at} of {name}")));
            let named = find(secrets, name.as_bytes()).into_iter();
            found.extend(named.map(|hit| format!("{hit} in the name {name}")));
        }
    }
    Ok(found)
}

fn place(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    let first = wanted.first()?;
    let mut from = 0;
    while let Some(next) = bytes[from..].iter().position(|byte| byte == first) {
        let at = from + next;
        if bytes[at..].starts_with(wanted) {
            return Some(at);
        }
        from = at + 1;
    }
    None
}

fn forms(value: &str) -> Vec<(&'static str, Vec<u8>)> {
    let bytes = value.as_bytes();
    let utf16 = || value.encode_utf16();
    let mut forms = vec![
        ("itself", bytes.to_vec()),
        ("UTF-16, low byte first", utf16().flat_map(u16::to_le_bytes).collect()),
        ("UTF-16, high byte first", utf16().flat_map(u16::to_be_bytes).collect()),
        ("percent signs", percent(bytes, |byte| byte.is_ascii_alphanumeric(), false)),
        ("small percent signs", percent(bytes, |byte| byte.is_ascii_alphanumeric(), true)),
        (
            "percent signs, few",
            percent(bytes, |byte| b"-._~".contains(&byte) || byte.is_ascii_alphanumeric(), false),
        ),
        ("percent signs throughout", percent(bytes, |_| false, false)),
        ("JSON", json(value, |c| !c.is_control())),
        ("JSON in ASCII", json(value, |c| c.is_ascii() && !c.is_control())),
        // In a page's text, in its attributes, and as careful programs write both.
        ("HTML text", html(value, "&<>")),
        ("HTML attribute", html(value, "&\"")),
        ("HTML", html(value, "&<>\"'")),
        ("hexadecimal", hexadecimal(bytes, false)),
        ("large hexadecimal", hexadecimal(bytes, true)),
    ];
    for alphabet in [STANDARD, FOR_ADDRESSES] {
        for before in 0..3 {
            forms.push(("base64", base64(bytes, before, alphabet)));
        }
    }
    let mut known = BTreeSet::new();
    forms.retain(|(_, form)| known.insert(form.clone()));
    forms
}

fn percent(bytes: &[u8], is_kept: impl Fn(u8) -> bool, small: bool) -> Vec<u8> {
    let mut text = String::new();
    for &byte in bytes {
        match (is_kept(byte), small) {
            (true, _) => text.push(char::from(byte)),
            (false, true) => text.push_str(&format!("%{byte:02x}")),
            (false, false) => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text.into_bytes()
}

fn json(value: &str, is_kept: impl Fn(char) -> bool) -> Vec<u8> {
    let mut text = String::new();
    for letter in value.chars() {
        match letter {
            '"' | '\\' => text.extend(['\\', letter]),
            letter if is_kept(letter) => text.push(letter),
            letter => {
                let mut units = [0; 2];
                for unit in letter.encode_utf16(&mut units) {
                    text.push_str(&format!("\\u{unit:04x}"));
                }
            }
        }
    }
    text.into_bytes()
}

fn html(value: &str, escaped: &str) -> Vec<u8> {
    let mut text = String::new();
    for letter in value.chars() {
        match letter {
            letter if !escaped.contains(letter) => text.push(letter),
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '>' => text.push_str("&gt;"),
            '"' => text.push_str("&quot;"),
            letter => text.push_str(&format!("&#{};", u32::from(letter))),
        }
    }
    text.into_bytes()
}

fn hexadecimal(bytes: &[u8], large: bool) -> Vec<u8> {
    let digits = bytes.iter().map(|byte| match large {
        true => format!("{byte:02X}"),
        false => format!("{byte:02x}"),
    });
    digits.collect::<String>().into_bytes()
}

const STANDARD: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const FOR_ADDRESSES: &[u8; 64] =
    b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The letters that stand for these bytes alone, when so many other bytes stand before them.
fn base64(bytes: &[u8], before: usize, alphabet: &[u8; 64]) -> Vec<u8> {
    let all: Vec<u8> = std::iter::repeat_n(0, before).chain(bytes.iter().copied()).collect();
    let bits = |bit: usize| -> usize {
        let six = (bit..bit + 6).map(|bit| usize::from(all[bit / 8] >> (7 - bit % 8) & 1));
        six.fold(0, |letter, bit| letter * 2 + bit)
    };
    let (first, last) = ((before * 8).div_ceil(6), all.len() * 8 / 6);
    (first..last).map(|letter| alphabet[bits(letter * 6)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORD: &str = "Kanarie/ü+\"7&%";

    /// Each form as other programs write it, in the middle of other text.
    #[test]
    fn a_planted_secret_is_found_in_every_form() {
        let utf16 = |text: &str, order: fn(u16) -> [u8; 2]| -> Vec<u8> {
            text.encode_utf16().flat_map(order).collect()
        };
        let planted: Vec<Vec<u8>> = vec![
            format!("password={WORD}!").into_bytes(),
            utf16(&format!("is {WORD}."), u16::to_le_bytes),
            utf16(&format!("is {WORD}."), u16::to_be_bytes),
            b"?p=Kanarie%2F%C3%BC%2B%227%26%25&x".to_vec(),
            b"?p=Kanarie%2f%c3%bc%2b%227%26%25&x".to_vec(),
            br#"{"p":"Kanarie/\u00fc+\"7&%"}"#.to_vec(),
            r#"{"p":"Kanarie/ü+\"7&%"}"#.as_bytes().to_vec(),
            "<b title=\"Kanarie/ü+&quot;7&amp;%\">".as_bytes().to_vec(),
            "<b>Kanarie/ü+\"7&amp;%</b>".as_bytes().to_vec(),
            b"4b616e617269652fc3bc2b2237262500".to_vec(),
            // printf 'Kanarie/ü+"7&%' | base64, and with `x` and `xy` before it.
            b"Basic S2FuYXJpZS/DvCsiNyYl".to_vec(),
            b"Basic eEthbmFyaWUvw7wrIjcmJQ==".to_vec(),
            b"Basic eHlLYW5hcmllL8O8KyI3JiU=".to_vec(),
            b"S2FuYXJpZS_DvCsiNyYl".to_vec(),
        ];
        let secrets = [Secret::new("word", WORD)];
        for bytes in planted {
            let found = find(&secrets, &bytes);
            assert!(!found.is_empty(), "{}", String::from_utf8_lossy(&bytes));
        }
        assert_eq!(find(&secrets, b"Kanarie is a bird; base64 is S2FuYXJp"), [""; 0]);
    }

    #[test]
    fn a_folder_is_searched_to_its_ground_and_by_names_too() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("a/b");
        fs::create_dir_all(&deep).unwrap();
        fs::write(deep.join("log"), [b"\0\0".as_slice(), b"CANARY1", b"\xff"].concat()).unwrap();
        fs::write(deep.join("CANARY2"), b"").unwrap();
        let secrets = [Secret::new("one", "CANARY1"), Secret::new("two", "CANARY2")];
        let mut searched = Searched::default();
        let mut found = find_in_folder(&secrets, folder.path(), &mut searched).unwrap();
        found.sort();
        let deep = deep.to_string_lossy();
        let log = format!("one as itself at byte 2 of {deep}/log");
        let named = format!("two as itself in the name {deep}/CANARY2");
        assert_eq!(found, [log, named]);
        assert_eq!(searched, Searched { files: 2, bytes: 10 });
    }
}
