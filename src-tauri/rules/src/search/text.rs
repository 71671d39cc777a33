//! How texts are searched and ordered: without regard to case and accents, and with numbers in them
//! counted as numbers. Pure. Deliberately absent: the rules of single languages; product names and
//! codes are of many, and a list must not change its order with the language of the window.

use std::cmp::Ordering;

use icu_normalizer::DecomposingNormalizerBorrowed;

/// Takes letters apart from their accents, and reads ligatures and wide forms as plain letters.
const APART: DecomposingNormalizerBorrowed<'static> = DecomposingNormalizerBorrowed::new_nfkd();

/// The text without case, accents and marks: what is searched and compared.
pub fn fold(text: &str) -> String {
    // Most texts are, and have nothing to be taken off.
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    let letters = APART.normalize_iter(text.chars()).flat_map(char::to_lowercase);
    letters.for_each(|letter| fold_letter(letter, &mut folded));
    folded
}

/// Letters that Unicode does not take apart are written as people type them who do not have them.
fn fold_letter(letter: char, folded: &mut String) {
    match letter {
        // Marks that follow their letter.
        '\u{300}'..='\u{36f}' => {}
        'ß' => folded.push_str("ss"),
        'æ' => folded.push_str("ae"),
        'œ' => folded.push_str("oe"),
        'þ' => folded.push_str("th"),
        'ð' | 'đ' => folded.push('d'),
        'ħ' => folded.push('h'),
        'ı' => folded.push('i'),
        'ł' => folded.push('l'),
        'ø' => folded.push('o'),
        'ŧ' => folded.push('t'),
        other => folded.push(other),
    }
}

/// Compares folded texts as people count: runs of digits by their number, so A-2 before A-10.
pub fn natural(left: &str, right: &str) -> Ordering {
    let (mut left, mut right) = (left, right);
    loop {
        let (Some(a), Some(b)) = (left.chars().next(), right.chars().next()) else {
            return left.len().cmp(&right.len());
        };
        if a.is_ascii_digit() && b.is_ascii_digit() {
            let (number_a, rest_a) = split_digits(left);
            let (number_b, rest_b) = split_digits(right);
            match number(number_a, number_b) {
                Ordering::Equal => (left, right) = (rest_a, rest_b),
                unequal => return unequal,
            }
        } else if a == b {
            (left, right) = (&left[a.len_utf8()..], &right[b.len_utf8()..]);
        } else {
            return a.cmp(&b);
        }
    }
}

/// A folded text as bytes that are in the order of `natural`: a long list is put in order by these.
pub fn key(folded: &str) -> Box<[u8]> {
    let mut key = Vec::with_capacity(folded.len() + 8);
    let mut rest = folded.as_bytes();
    while let Some(first) = rest.first() {
        if !first.is_ascii_digit() {
            key.push(*first);
            rest = &rest[1..];
            continue;
        }
        let end = rest.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
        let zeros = rest[..end].iter().take_while(|digit| **digit == b'0').count();
        // To other letters it stands as any digit does; among numbers the longer one is the larger.
        key.push(b'0');
        push_count(&mut key, end - zeros);
        key.extend_from_slice(&rest[zeros..end]);
        push_count(&mut key, zeros);
        rest = &rest[end..];
    }
    key.into_boxed_slice()
}

/// A count of any size, in bytes that are in its order.
fn push_count(key: &mut Vec<u8>, mut count: usize) {
    while count >= 255 {
        key.push(255);
        count -= 255;
    }
    key.push(u8::try_from(count).unwrap_or_default());
}

fn split_digits(text: &str) -> (&str, &str) {
    let end = text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    text.split_at(end)
}

/// Digits as a number of any length, then fewer leading zeros first.
fn number(left: &str, right: &str) -> Ordering {
    let (a, b) = (left.trim_start_matches('0'), right.trim_start_matches('0'));
    a.len().cmp(&b.len()).then_with(|| a.cmp(b)).then_with(|| left.len().cmp(&right.len()))
}

/// The words of a search, folded. All of them must be found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words(Vec<String>);

impl Words {
    /// Splits what was typed at white space.
    pub fn of(typed: &str) -> Self {
        Self(fold(typed).split_whitespace().map(str::to_owned).collect())
    }

    /// Whether nothing is searched.
    pub fn are_none(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a folded text holds every word.
    pub fn are_in(&self, folded: &str) -> bool {
        self.0.iter().all(|word| folded.contains(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_and_accents_do_not_count() {
        assert_eq!(fold("Pansements STÉRILES"), "pansements steriles");
        assert_eq!(fold("Größe Œdème Łódź"), "grosse oedeme lodz");
        assert_eq!(fold("e\u{301}te\u{301}"), fold("été"));
        assert_eq!(fold("İSTANBUL"), "istanbul");
        assert_eq!(fold("Перчатки"), "перчатки");
        assert_eq!(fold("Ångström ǻ Điện ﬁltre ＡＢＣ１"), "angstrom a dien filtre abc1");
        assert_eq!(fold("Ιώδιο 10 m²"), "ιωδιο 10 m2");
    }

    #[test]
    fn numbers_in_texts_count_as_numbers() {
        let mut bins = ["A-10", "A-2", "B-1", "A-2-b", "A-02", "A", "A-2-a"].map(fold);
        bins.sort_by(|a, b| natural(a, b));
        assert_eq!(bins, ["a", "a-2", "a-2-a", "a-2-b", "a-02", "a-10", "b-1"]);
    }

    #[test]
    fn a_number_longer_than_any_integer_is_still_a_number() {
        let (small, large) = ("9".repeat(40), format!("1{}", "0".repeat(40)));
        assert_eq!(natural(&small, &large), Ordering::Less);
    }

    #[test]
    fn natural_order_is_an_order() {
        let long = "1".repeat(300);
        let texts =
            ["", "0", "00", "a", "a0", "a00", "a1", "10a", "9b", "é", "é1", "-", "a01b", &long];
        for a in texts {
            for b in texts {
                assert_eq!(natural(a, b), key(a).cmp(&key(b)), "{a:?} {b:?}");
                assert_eq!(natural(a, b), natural(b, a).reverse(), "{a:?} {b:?}");
                assert_eq!(natural(a, b) == Ordering::Equal, a == b, "{a:?} {b:?}");
                for c in texts {
                    if natural(a, b).is_lt() && natural(b, c).is_lt() {
                        assert!(natural(a, c).is_lt(), "{a:?} {b:?} {c:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn every_word_must_be_found_in_any_order() {
        let words = Words::of("  gloves  NITRILE ");
        assert!(words.are_in(&fold("Nitrile examination gloves, M")));
        assert!(!words.are_in(&fold("Latex gloves")));
        assert!(Words::of(" ").are_in("anything"));
    }
}
