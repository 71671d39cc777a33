//! Text, numbers and dates as people read and type them. Pure rules are here and tested natively;
//! what differs from locale to locale is asked of `Intl` through `ipc`. Found by `use_format`.

mod typed;

use chrono::{DateTime, Datelike, Days, NaiveDate, Utc};
use contract::DecimalMark;
use leptos::prelude::*;

use crate::i18n::tag_instead;
use crate::ipc;
use crate::look::use_look;
use typed::{DateOrder, DayInput};

pub use contract::Quantity;
pub use typed::plain;

/// Writes and reads in the user's locale. `Copy`, to be taken once per component.
#[derive(Clone, Copy)]
pub struct Format {
    tag: RwSignal<String>,
}

/// Formatting in the user's locale.
pub fn use_format() -> Format {
    Format { tag: use_look().tag }
}

impl Format {
    /// A whole number, thousands apart: "1,284".
    pub fn number(self, number: impl Into<i64>) -> String {
        let number = number.into();
        self.by_tag(&|tag| ipc::format_number(tag, number))
    }

    /// A day: "20 Nov", with its year when that is not this one.
    pub fn day(self, day: NaiveDate) -> String {
        self.day_seen_from(day, ipc::today())
    }

    /// A day with its year, as a field shows it: "20 Nov 2026".
    pub fn full_day(self, day: NaiveDate) -> String {
        self.written(r#"{"day":"numeric","month":"short","year":"numeric"}"#, day)
    }

    /// A day, or the first and the last of some: "2 Nov – 8 Nov".
    pub fn days(self, from: NaiveDate, to: NaiveDate) -> String {
        if from == to {
            return self.day(from);
        }
        format!("{} – {}", self.day(from), self.day(to))
    }

    /// A month with its year, short: "Nov 26".
    pub fn month(self, day: NaiveDate) -> String {
        self.written(r#"{"month":"short","year":"2-digit"}"#, day)
    }

    /// A day with its weekday: "Fri 20 Nov".
    pub fn weekday_and_day(self, day: NaiveDate) -> String {
        self.written(r#"{"weekday":"short","day":"numeric","month":"short"}"#, day)
    }

    /// A day in full words, as a title: "Friday, 20 November".
    pub fn long_day(self, day: NaiveDate) -> String {
        let options = r#"{"weekday":"long","day":"numeric","month":"long"}"#;
        capitalised(&self.written(options, day))
    }

    /// The weekday alone: "Wednesday".
    pub fn weekday(self, day: NaiveDate) -> String {
        capitalised(&self.written(r#"{"weekday":"long"}"#, day))
    }

    /// The weekday, short: "Wed".
    pub fn short_weekday(self, day: NaiveDate) -> String {
        self.written(r#"{"weekday":"short"}"#, day)
    }

    /// A moment: "13:58" of today, "19 Nov, 13:58" of another day.
    pub fn moment(self, moment: DateTime<Utc>) -> String {
        let time = self.time(moment);
        let day = ipc::local_day(moment);
        if day == ipc::today() { time } else { format!("{}, {time}", self.day(day)) }
    }

    /// The time of day: "13:58".
    pub fn time(self, moment: DateTime<Utc>) -> String {
        const OPTIONS: &str = r#"{"hour":"2-digit","minute":"2-digit","hourCycle":"h23"}"#;
        self.by_tag(&|tag| ipc::format_moment(tag, OPTIONS, moment))
    }

    /// A moment as the history shows it: "13:58:20" of today, "19 Nov, 13:58" of another day.
    pub fn exact(self, moment: DateTime<Utc>) -> String {
        const OPTIONS: &str =
            r#"{"hour":"2-digit","minute":"2-digit","second":"2-digit","hourCycle":"h23"}"#;
        if ipc::local_day(moment) == ipc::today() {
            self.by_tag(&|tag| ipc::format_moment(tag, OPTIONS, moment))
        } else {
            self.moment(moment)
        }
    }

    /// Reads a day as typed: "20/11/2026", "20 nov", "20.11.", or one of some words for today and the
    /// days after it. `None` if it is none.
    pub fn read_day(self, text: &str, from_today: &[&str]) -> Option<NaiveDate> {
        let today = ipc::today();
        let text = text.trim();
        match (0..).zip(from_today).find(|(_, word)| ipc::lower(word) == ipc::lower(text)) {
            Some((days, _)) => today.checked_add_days(Days::new(days)),
            None => self.typed().read_day(text, today),
        }
    }

    /// Reads a whole quantity as typed: "1 200", "1,200".
    pub fn read_quantity(self, text: &str) -> Quantity {
        contract::read_quantity(text, self.decimal_mark())
    }

    fn day_seen_from(self, day: NaiveDate, today: NaiveDate) -> String {
        if day.year() == today.year() {
            self.written(r#"{"day":"numeric","month":"short"}"#, day)
        } else {
            self.full_day(day)
        }
    }

    fn by_tag(self, write: &dyn Fn(&str) -> String) -> String {
        match tag_instead() {
            Some(tag) => write(&tag),
            None => self.tag.with(|tag| write(tag)),
        }
    }

    fn written(self, options: &'static str, day: NaiveDate) -> String {
        self.by_tag(&|tag| ipc::format_day(tag, options, day))
    }

    fn typed(self) -> DayInput {
        let sample = NaiveDate::from_ymd_opt(2006, 11, 22).unwrap_or_default();
        let order = DateOrder::of(&self.written("{}", sample));
        let months = (1..=12)
            .filter_map(|month| NaiveDate::from_ymd_opt(2006, month, 1))
            .map(|first| self.written(r#"{"month":"long"}"#, first))
            .collect();
        DayInput { order, months }
    }

    /// Seconds with one decimal.
    pub fn seconds(self, milliseconds: u32) -> String {
        seconds(milliseconds, self.decimal_mark())
    }

    /// Thousandths as a percentage with one decimal, without its sign: 93.6.
    pub fn percentage(self, thousandths: u32) -> String {
        with_tenth(thousandths, self.decimal_mark())
    }

    /// Thousandths as a number with the decimals that it needs: 20 for 20,000 of them, 1.25 for 1,250.
    pub fn thousandths(self, thousandths: i64) -> String {
        let whole = self.number(thousandths / 1_000);
        match thousandths % 1_000 {
            0 => whole,
            part => with_part(&whole, part, self.decimal_mark()),
        }
    }

    /// How numbers are written here, as what is typed and pasted follows it.
    pub fn decimal_mark(self) -> DecimalMark {
        // Half of one shows the mark whatever the grouping is: in Switzerland 1’234 goes with 0.5 and with 0,5.
        let half = self.by_tag(&ipc::format_half);
        if half.contains('.') { DecimalMark::Point } else { DecimalMark::Comma }
    }
}

/// A name in its two parts: the article before the first comma, and the rest with its comma.
pub fn name_parts(name: &str) -> (&str, &str) {
    name.split_at(name.find(',').unwrap_or(name.len()))
}

/// A code, or what else is in mono, within a sentence: it runs its own way whatever the direction of
/// the words around it, and is set as codes are where the sentence is drawn ([`code_parts`]).
pub fn coded(code: &str) -> String {
    format!("{ISOLATE}{code}{END}")
}

/// A sentence in its parts, and which of them are codes.
pub fn code_parts(sentence: &str) -> Vec<(bool, &str)> {
    let mut parts = Vec::new();
    for (at, part) in sentence.split(ISOLATE).enumerate() {
        let (code, words) = part.split_once(END).filter(|_| at > 0).unwrap_or(("", part));
        parts.extend([(true, code), (false, words)]);
    }
    parts.retain(|(_, part)| !part.is_empty());
    parts
}

/// Unicode's isolate of text that runs from left to right, and its end: nothing of them is drawn.
const ISOLATE: char = '\u{2066}';
const END: char = '\u{2069}';

/// The first letters of a name's first and last word, for the person's mark.
pub fn initials(name: &str) -> String {
    let mut words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let first = words.next().and_then(|word| word.chars().next());
    let last = words.next_back().and_then(|word| word.chars().next());
    ipc::upper(&first.into_iter().chain(last).collect::<String>())
}

/// Seconds with one decimal: `0.4`, or `0,4`.
fn seconds(milliseconds: u32, mark: DecimalMark) -> String {
    with_tenth(milliseconds.saturating_add(50) / 100, mark)
}

/// A number of tenths with its decimal.
fn with_tenth(tenths: u32, mark: DecimalMark) -> String {
    let mark = if mark == DecimalMark::Comma { ',' } else { '.' };
    format!("{}{mark}{}", tenths / 10, tenths % 10)
}

/// A whole number with these thousandths behind it.
fn with_part(whole: &str, thousandths: i64, mark: DecimalMark) -> String {
    let mark = if mark == DecimalMark::Comma { ',' } else { '.' };
    let digits = format!("{thousandths:03}");
    format!("{whole}{mark}{}", digits.trim_end_matches('0'))
}

/// A text whose first letter is a capital.
pub fn capitalised(text: &str) -> String {
    let first = text.chars().next().map_or(0, char::len_utf8);
    let (first, rest) = text.split_at(first);
    ipc::upper(first) + rest
}

#[cfg(test)]
impl Format {
    /// Numbers in plain digits, for tests of what is said.
    pub fn plain() -> Self {
        Self { tag: RwSignal::new(String::new()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_have_one_decimal() {
        let said = [0, 49, 950, 2_149, 12_000].map(|ms| seconds(ms, DecimalMark::Point));
        assert_eq!(said, ["0.0", "0.0", "1.0", "2.1", "12.0"]);
        assert_eq!(seconds(2_149, DecimalMark::Comma), "2,1");
    }

    #[test]
    fn thousandths_have_the_decimals_that_they_need() {
        let said = [999, 250, 5, 100].map(|part| with_part("1", part, DecimalMark::Point));
        assert_eq!(said, ["1.999", "1.25", "1.005", "1.1"]);
        assert_eq!(with_part("1", 999, DecimalMark::Comma), "1,999");
    }

    #[test]
    fn a_name_is_cut_at_its_first_comma() {
        assert_eq!(name_parts("Gloves, exam, nitrile"), ("Gloves", ", exam, nitrile"));
        assert_eq!(name_parts("Theatre block A"), ("Theatre block A", ""));
        assert_eq!(name_parts(""), ("", ""));
    }

    #[test]
    fn codes_are_found_in_a_sentence_again() {
        let said = format!("Replace 8 × {} with 4 × {}.", coded("CAN-1832"), coded("CAN-1845"));
        let parts = code_parts(&said);
        let expected = [
            (false, "Replace 8 × "),
            (true, "CAN-1832"),
            (false, " with 4 × "),
            (true, "CAN-1845"),
            (false, "."),
        ];
        assert_eq!(parts, expected);
        assert_eq!(code_parts("Delete the line"), [(false, "Delete the line")]);
        assert_eq!(code_parts(&coded("STOCKOUT")), [(true, "STOCKOUT")]);
        assert_eq!(code_parts(""), []);
        assert_eq!(code_parts("a\u{2066}b"), [(false, "a"), (false, "b")], "one that never ends");
    }

    #[test]
    fn initials_are_of_the_first_and_last_word() {
        assert_eq!(initials("Amara Okafor"), "AO");
        assert_eq!(initials("Ana Maria de Souza"), "AS");
        assert_eq!(initials("aokafor"), "A");
        assert_eq!(initials(" "), "");
    }
}
