//! What a search found in a text: which letters to mark, and which stocklist comes first, so that
//! Enter takes the one that was meant. The backend decides what matches; this only shows why. Pure.

use contract::StocklistRow;

use crate::wording::format::plain;

/// A part of a text, and whether it is what was looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The letters.
    pub text: String,
    /// They are marked.
    pub found: bool,
}

/// Where a search found a stocklist; the nearest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Where {
    /// Words of its name begin like this, or its number is this.
    NameBegins,
    /// In its name or number.
    Name,
    /// In one of its places.
    Place,
    /// In a product inside.
    Product,
}

impl Where {
    /// All of them, the nearest first.
    pub const ALL: [Self; 4] = [Self::NameBegins, Self::Name, Self::Place, Self::Product];
}

/// The words of a search, as they are compared.
pub fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(|word| word.chars().map(plain_letter).collect()).collect()
}

/// The text in parts, those that are one of the words marked.
pub fn parts(text: &str, words: &[String]) -> Vec<Part> {
    let letters: Vec<char> = text.chars().collect();
    let compared: Vec<char> = letters.iter().copied().map(plain_letter).collect();
    let mut found = vec![false; letters.len()];
    for word in words {
        let word: Vec<char> = word.chars().collect();
        for at in begins(&compared, &word) {
            found[at..at + word.len()].fill(true);
        }
    }
    let mut parts: Vec<Part> = Vec::new();
    for (letter, found) in letters.into_iter().zip(found) {
        match parts.last_mut() {
            Some(part) if part.found == found => part.text.push(letter),
            _ => parts.push(Part { text: letter.to_string(), found }),
        }
    }
    parts
}

/// Where a search found a list.
pub fn found_in(row: &StocklistRow, words: &[String]) -> Where {
    let name: Vec<char> = row.name.chars().map(plain_letter).collect();
    let number = row.number.as_deref().unwrap_or_default();
    let number: Vec<char> = number.chars().map(plain_letter).collect();
    let places = [&row.origin, &row.destination].into_iter().flatten();
    let places: Vec<Vec<char>> =
        places.map(|at| at.name.chars().map(plain_letter).collect()).collect();
    let of_word = |word: &String| {
        let word: Vec<char> = word.chars().collect();
        let begins_word =
            |at: usize| at == 0 || name.get(at - 1).is_none_or(|c| !c.is_alphanumeric());
        if begins(&name, &word).into_iter().any(begins_word) || number == word {
            Where::NameBegins
        } else if !begins(&name, &word).is_empty() || !begins(&number, &word).is_empty() {
            Where::Name
        } else if places.iter().any(|place| !begins(place, &word).is_empty()) {
            Where::Place
        } else {
            Where::Product
        }
    };
    words.iter().map(of_word).max().unwrap_or(Where::NameBegins)
}

/// Every place a word begins at in a text.
fn begins(text: &[char], word: &[char]) -> Vec<usize> {
    if word.is_empty() {
        return Vec::new();
    }
    let windows = text.windows(word.len()).enumerate();
    windows.filter(|(_, window)| *window == word).map(|(at, _)| at).collect()
}

/// A letter as it is compared. One letter stays one, so that marks keep their places.
fn plain_letter(letter: char) -> char {
    let text = plain(letter.encode_utf8(&mut [0; 4]));
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(only), None) => only,
        _ => letter,
    }
}

#[cfg(test)]
mod tests {
    use contract::PlaceRef;

    use super::*;

    fn row(name: &str) -> StocklistRow {
        let place = |name: &str| PlaceRef { id: name.into(), name: name.into(), type_code: None };
        StocklistRow {
            id: "s1".into(),
            name: name.into(),
            number: Some("STL-0107".into()),
            origin: Some(place("Central store")),
            destination: Some(place("Theatre block A")),
            requested_by: None,
            date_requested: None,
            items: 44,
        }
    }

    fn drawn(text: &str, search: &str) -> String {
        let parts = parts(text, &words(search));
        parts
            .iter()
            .map(|p| if p.found { format!("[{}]", p.text) } else { p.text.clone() })
            .collect()
    }

    #[test]
    fn every_place_of_every_word_is_marked_whatever_its_case_and_accents() {
        assert_eq!(drawn("Theatre, theatre store", "thea"), "[Thea]tre, [thea]tre store");
        assert_eq!(drawn("Bloc opératoire A", "OPERA bloc"), "[Bloc] [opéra]toire A");
        assert_eq!(drawn("aaa", "aa"), "[aaa]");
        assert_eq!(drawn("Straße İ", "e"), "Straß[e] İ");
        assert_eq!(drawn("Theatre", " "), "Theatre");
    }

    #[test]
    fn a_name_that_begins_like_the_search_comes_before_a_place_and_a_product() {
        let found = |name, search| found_in(&row(name), &words(search));
        assert_eq!(found("Theatre block A, weekly", "thea"), Where::NameBegins);
        assert_eq!(found("Theatre block A, weekly", "block"), Where::NameBegins);
        assert_eq!(found("Amphitheatre", "thea"), Where::Name);
        assert_eq!(found("Weekly", "0107"), Where::Name);
        assert_eq!(found("Weekly", "stl-0107"), Where::NameBegins);
        assert_eq!(found("Weekly", "central"), Where::Place);
        assert_eq!(found("Weekly", "glove"), Where::Product);
        assert_eq!(found("Weekly", "weekly glove"), Where::Product);
        assert!(Where::NameBegins < Where::Product);
    }
}
