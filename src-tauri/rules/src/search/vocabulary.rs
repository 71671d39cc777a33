//! Words and where they stand, so that a search looks through words and not through what they stand
//! in; and sets of such places. Pure. Deliberately absent: what the places are.

use std::ops::Range;

/// Shorter words are not searched with a mistake in them: too much is like them.
const SHORTEST_MISTAKEN: usize = 3;

/// Words in their order, each with its places. What a search runs through lies side by side.
#[derive(Default)]
pub struct Vocabulary {
    /// All words, one after another.
    text: String,
    /// Where each word ends, and where its places do.
    ends: Vec<(usize, usize)>,
    letters: Vec<Letters>,
    places: Vec<u32>,
}

/// Which letters a text has, about: most words are told by it not to be the one.
#[derive(Clone, Copy)]
struct Letters(u64);

impl Vocabulary {
    /// Takes words with their places, in any order.
    pub fn new(mut all: Vec<(&str, u32)>) -> Self {
        all.sort_unstable();
        all.dedup();
        let mut made = Self::default();
        for same in all.chunk_by(|(a, _), (b, _)| a == b) {
            let (word, _) = same[0];
            made.text.push_str(word);
            made.places.extend(same.iter().map(|(_, place)| *place));
            made.ends.push((made.text.len(), made.places.len()));
            made.letters.push(Letters::of(word));
        }
        made
    }

    /// The places of a word.
    pub fn of(&self, text: &str) -> &[u32] {
        let words = self.words_beginning(text);
        let is_there = !words.is_empty() && self.word(words.start) == text;
        self.places_of(words.start..words.start + usize::from(is_there))
    }

    /// The places of words that begin like this.
    pub fn beginning(&self, text: &str, places: &mut PositionSet) {
        places.add(self.places_of(self.words_beginning(text)));
    }

    /// The places of words that hold this anywhere.
    pub fn holding(&self, text: &str, places: &mut PositionSet) {
        let letters = Letters::of(text);
        for (at, others) in self.letters.iter().enumerate() {
            if letters.are_among(*others) && self.word(at).contains(text) {
                places.add(self.places_of(at..at + 1));
            }
        }
    }

    /// The places of words that begin like this but for one letter: one is wrong, missing or too
    /// many, or two neighbours are swapped.
    pub fn mistaken(&self, text: &str, places: &mut PositionSet) {
        if text.chars().nth(SHORTEST_MISTAKEN - 1).is_none() {
            return;
        }
        let mut right = 0..self.ends.len();
        let mut add = |words| places.add(self.places_of(words));
        for (at, wrong) in text.char_indices() {
            let (from, after) = (&text[at..], &text[at + wrong.len_utf8()..]);
            add(self.going_on(right.clone(), at, after));
            if let Some(next) = after.chars().next() {
                let swapped = [&after[..next.len_utf8()], &from[..wrong.len_utf8()]];
                let words = self.going_on(right.clone(), at, &swapped.concat());
                add(self.going_on(words, at + swapped.concat().len(), &after[next.len_utf8()..]));
            }
            for (letter, words) in self.letters_at(right.clone(), at) {
                let at = at + letter.len_utf8();
                add(self.going_on(words.clone(), at, after));
                add(self.going_on(words, at, from));
            }
            right = self.going_on(right, at, &from[..wrong.len_utf8()]);
        }
    }

    fn words_beginning(&self, text: &str) -> Range<usize> {
        self.going_on(0..self.ends.len(), 0, text)
    }

    /// Of words alike up to `at`, those that go on like this.
    fn going_on(&self, words: Range<usize>, at: usize, text: &str) -> Range<usize> {
        let text = text.as_bytes();
        let begin = self.partition(words.clone(), at, |rest| rest < text);
        begin..self.partition(begin..words.end, at, |rest| rest.starts_with(text))
    }

    /// The letters with which words alike up to `at` go on, each with its words.
    fn letters_at(
        &self,
        mut words: Range<usize>,
        at: usize,
    ) -> impl Iterator<Item = (char, Range<usize>)> {
        std::iter::from_fn(move || {
            // Of words alike the one that ends there stands first.
            words.start += usize::from(!words.is_empty() && self.word(words.start).len() == at);
            let letter =
                words.clone().next().and_then(|first| self.word(first)[at..].chars().next())?;
            let same = self.going_on(words.clone(), at, letter.encode_utf8(&mut [0; 4]));
            words.start = same.end;
            Some((letter, same))
        })
    }

    /// The first of these words of whose rest from `at` on it is not so; it is of all before.
    fn partition(&self, words: Range<usize>, at: usize, is_so: impl Fn(&[u8]) -> bool) -> usize {
        let (mut begin, mut end) = (words.start, words.end);
        while begin < end {
            let middle = usize::midpoint(begin, end);
            if is_so(&self.word(middle).as_bytes()[at..]) {
                begin = middle + 1;
            } else {
                end = middle;
            }
        }
        begin
    }

    fn word(&self, at: usize) -> &str {
        &self.text[self.begin(at).0..self.ends[at].0]
    }

    fn places_of(&self, words: Range<usize>) -> &[u32] {
        &self.places[self.begin(words.start).1..self.begin(words.end).1]
    }

    /// Where a word and its places begin: where those before end.
    fn begin(&self, at: usize) -> (usize, usize) {
        at.checked_sub(1).map_or((0, 0), |before| self.ends[before])
    }
}

impl Letters {
    fn of(text: &str) -> Self {
        let bit = |letter: char| match letter {
            'a'..='z' => u32::from(letter) - u32::from('a'),
            '0'..='9' => 26 + u32::from(letter) - u32::from('0'),
            _ => 36 + u32::from(letter) % 28,
        };
        Self(text.chars().fold(0, |letters, letter| letters | 1 << bit(letter)))
    }

    fn are_among(self, others: Self) -> bool {
        self.0 & !others.0 == 0
    }
}

/// A set of places, each below a limit.
#[derive(Clone)]
pub struct PositionSet(Vec<u64>);

impl PositionSet {
    /// None of so many.
    pub fn none_of(limit: usize) -> Self {
        Self(vec![0; limit.div_ceil(64)])
    }

    /// Adds these.
    pub fn add(&mut self, places: &[u32]) {
        for place in places {
            self.0[*place as usize / 64] |= 1 << (place % 64);
        }
    }

    /// Leaves those that are in others, too.
    pub fn keep(&mut self, others: &Self) {
        self.0.iter_mut().zip(&others.0).for_each(|(bits, other)| *bits &= other);
    }

    /// Whether it is one of them.
    pub fn holds(&self, place: u32) -> bool {
        self.0[place as usize / 64] & (1 << (place % 64)) != 0
    }

    /// In their order.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        (0_u32..).step_by(64).zip(&self.0).flat_map(|(first, bits)| {
            let mut left = *bits;
            std::iter::from_fn(move || {
                let next = (left != 0).then(|| first + left.trailing_zeros());
                left &= left.wrapping_sub(1);
                next
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(search: impl FnOnce(&Vocabulary, &mut PositionSet)) -> Vec<u32> {
        let words = [("mask", 1), ("masking", 70), ("gloves", 0), ("mask", 130), ("mask", 1)];
        let mut places = PositionSet::none_of(131);
        search(&Vocabulary::new(words.to_vec()), &mut places);
        places.iter().collect()
    }

    #[test]
    fn words_lead_to_all_their_places_in_order() {
        assert_eq!(found(|words, places| places.add(words.of("mask"))), [1, 130]);
        assert_eq!(found(|words, places| places.add(words.of("mas"))), [0; 0]);
        assert_eq!(found(|words, places| words.beginning("mas", places)), [1, 70, 130]);
        assert_eq!(found(|words, places| words.beginning("n", places)), [0; 0]);
        assert_eq!(found(|words, places| words.holding("s", places)), [0, 1, 70, 130]);
        assert_eq!(found(|words, places| words.mistaken("mkas", places)), [1, 70, 130]);
        assert_eq!(found(|words, places| words.mistaken("msak", places)), [1, 70, 130]);
        assert_eq!(found(|words, places| words.mistaken("mksa", places)), [0; 0]);
        assert_eq!(found(|words, places| words.mistaken("gl", places)), [0; 0], "too short");
    }

    /// Every text of up to so many letters.
    fn texts(longest: usize) -> Vec<String> {
        let mut all = vec![String::new()];
        let mut last = all.clone();
        for _ in 0..longest {
            let longer = |text: &String| ["a", "b", "é"].map(|letter| format!("{text}{letter}"));
            last = last.iter().flat_map(longer).collect();
            all.extend_from_slice(&last);
        }
        all
    }

    /// All texts that one mistake makes of this one, and itself.
    fn mistakes(letters: &[char]) -> Vec<String> {
        let mut made = vec![letters.to_vec()];
        for at in 0..=letters.len() {
            let (begin, end) = letters.split_at(at);
            for letter in ['a', 'b', 'é'] {
                made.push([begin, &[letter], end].concat());
                made.push([begin, &[letter], end.get(1..).unwrap_or_default()].concat());
            }
            made.push([begin, end.get(1..).unwrap_or_default()].concat());
            if let [first, second, rest @ ..] = end {
                made.push([begin, &[*second, *first], rest].concat());
            }
        }
        made.into_iter().map(String::from_iter).collect()
    }

    #[test]
    fn one_mistake_is_forgiven_and_two_are_not_wherever_they_stand() {
        let all = texts(4);
        let words = Vocabulary::new(all.iter().map(String::as_str).zip(0..).collect());
        let may_be_typed = |word: &String| {
            let letters: Vec<char> = word.chars().collect();
            let begins = (0..=letters.len()).flat_map(|end| mistakes(&letters[..end]));
            begins.collect::<std::collections::HashSet<_>>()
        };
        let may_be_typed: Vec<_> = all.iter().map(may_be_typed).collect();
        for text in all.iter().filter(|text| text.chars().count() >= SHORTEST_MISTAKEN) {
            let mut places = PositionSet::none_of(all.len());
            words.mistaken(text, &mut places);
            for (word, place) in all.iter().zip(0..) {
                let expected = may_be_typed[place as usize].contains(text);
                assert_eq!(places.holds(place), expected, "{text} for {word}");
            }
        }
    }

    #[test]
    fn of_two_sets_what_is_in_both_is_kept() {
        let mut some = PositionSet::none_of(200);
        some.add(&[3, 64, 199]);
        let mut others = PositionSet::none_of(200);
        others.add(&[64, 100, 199]);
        some.keep(&others);
        assert_eq!(some.iter().collect::<Vec<_>>(), [64, 199]);
        assert!(some.holds(64) && !some.holds(3));
    }
}
