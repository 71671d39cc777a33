//! A language nobody speaks, for pictures and journeys: English with accents, brackets and 40 % more
//! letters. What was cut off, stood in the code or has no room shows in it at once. Called by `i18n`;
//! what is packaged has none of it.

/// What texts are made longer with.
const TAIL: &str = "öñé twö thréé föür ";

use super::fill::BETWEEN;

/// Every text of a file, as `boot.js` puts them together.
pub fn longer(texts: &str) -> String {
    let texts = texts.split('\0').map(|text| match text.contains(BETWEEN) {
        true => counted(text),
        false => one(text),
    });
    texts.collect::<Vec<_>>().join("\0")
}

/// A counted text: its categories keep their names.
fn counted(text: &str) -> String {
    let parts = text.split(BETWEEN).enumerate();
    let parts = parts.map(|(at, part)| if at % 2 == 0 { part.to_owned() } else { one(part) });
    parts.collect::<Vec<_>>().join("\u{1}")
}

/// A text between brackets, its letters accented and its places as they were.
fn one(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let (mut told, mut letters, mut in_place) = (String::from("["), 0_usize, false);
    for letter in text.chars() {
        in_place = letter == '{' || (in_place && letter != '}');
        let is_of_place = in_place || letter == '}';
        letters += usize::from(!is_of_place);
        told.push(if is_of_place { letter } else { accented(letter) });
    }
    told.push(' ');
    // The brackets and the space are longer too.
    let more = (letters * 2).div_ceil(5).saturating_sub(3);
    told.extend(TAIL.chars().cycle().take(more));
    told + "]"
}

fn accented(letter: char) -> char {
    match letter {
        'a' => 'á',
        'c' => 'ç',
        'e' => 'é',
        'i' => 'í',
        'n' => 'ñ',
        'o' => 'ö',
        'u' => 'ü',
        'A' => 'Å',
        'E' => 'É',
        'N' => 'Ñ',
        'O' => 'Ö',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_40_percent_longer_and_keep_their_places_and_numbers() {
        assert_eq!(one("Text at 100 %"), "[Téxt át 100 % öñé]");
        assert_eq!(one("as of {time}"), "[ás öf {time} ]");
        assert_eq!(one("{number} ms"), "[{number} ms ]");
        assert_eq!(longer("ab\0\0c"), "[áb ]\0\0[ç ]");
        assert_eq!(longer("ab\0one\u{1}c"), "[áb ]\0one\u{1}[ç ]");
        let long = "Your work is saved. Sign in again, or keep working offline.";
        let (before, after) = (long.chars().count(), one(long).chars().count());
        assert_eq!(after, before + (before * 2).div_ceil(5));
    }
}
