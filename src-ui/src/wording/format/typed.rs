//! Days as people type them, in the order of their locale. Quantities are read by `contract`, as the
//! backend reads them.

use chrono::{Datelike, NaiveDate};

use crate::ipc;

/// In which order a locale writes day, month and year.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateOrder {
    /// 20/11/2026
    DayMonthYear,
    /// 11/20/2026
    MonthDayYear,
    /// 2026-11-20
    YearMonthDay,
}

/// What a locale's days look like when typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DayInput {
    /// The order of the parts.
    pub order: DateOrder,
    /// Names of the twelve months.
    pub months: Vec<String>,
}

impl DateOrder {
    /// The order of a locale, read off how it writes 22 November 2006.
    pub fn of(sample: &str) -> Self {
        let at = |part: &str| sample.find(part).unwrap_or(usize::MAX);
        match (at("22"), at("11"), at("2006")) {
            (day, month, year) if year < month && month < day => Self::YearMonthDay,
            (day, month, _) if month < day => Self::MonthDayYear,
            _ => Self::DayMonthYear,
        }
    }
}

impl DayInput {
    /// Reads a day; without a year it is the one nearest to `today`.
    pub fn read_day(&self, text: &str, today: NaiveDate) -> Option<NaiveDate> {
        let parts: Vec<&str> =
            text.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).collect();
        let word = parts.iter().position(|part| part.chars().any(char::is_alphabetic));
        match word {
            Some(at) => self.with_month_word(&parts, at, today),
            None => self.with_numbers(&parts, today),
        }
    }

    fn with_month_word(&self, parts: &[&str], at: usize, today: NaiveDate) -> Option<NaiveDate> {
        let month = self.month(parts.get(at)?)?;
        let mut numbers = Vec::new();
        for (_, part) in parts.iter().enumerate().filter(|(index, _)| *index != at) {
            numbers.push(part.parse::<i32>().ok()?);
        }
        match numbers[..] {
            [day] => nearest(day, month, today),
            [year, day] if year > 31 => date(year, month, day),
            [day, year] => date(full_year(year), month, day),
            _ => None,
        }
    }

    fn with_numbers(&self, parts: &[&str], today: NaiveDate) -> Option<NaiveDate> {
        let mut numbers = Vec::new();
        for part in parts {
            numbers.push(part.parse::<i32>().ok()?);
        }
        match (self.order, &numbers[..]) {
            // A year in front says the order itself, whatever the locale.
            (_, &[year, month, day]) if year > 31 => date(year, u32::try_from(month).ok()?, day),
            (DateOrder::YearMonthDay, &[year, month, day]) => {
                date(full_year(year), u32::try_from(month).ok()?, day)
            }
            (DateOrder::MonthDayYear, &[month, day, year]) => {
                date(full_year(year), u32::try_from(month).ok()?, day)
            }
            (DateOrder::DayMonthYear, &[day, month, year]) => {
                date(full_year(year), u32::try_from(month).ok()?, day)
            }
            (DateOrder::DayMonthYear, &[day, month]) => {
                nearest(day, u32::try_from(month).ok()?, today)
            }
            (_, &[month, day]) => nearest(day, u32::try_from(month).ok()?, today),
            (_, &[day]) => date(today.year(), today.month(), day),
            _ => None,
        }
    }

    /// The one month whose name begins like this; at least three letters where more than one does.
    fn month(&self, word: &str) -> Option<u32> {
        let word = plain(word);
        let mut fitting = self
            .months
            .iter()
            .zip(1u32..)
            .filter(|(name, _)| plain(name).starts_with(&word))
            .map(|(_, month)| month);
        let first = fitting.next()?;
        fitting.next().is_none().then_some(first)
    }
}

fn date(year: i32, month: u32, day: i32) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(year, month, u32::try_from(day).ok()?)
}

/// The day and month in the year that brings it nearest to today.
fn nearest(day: i32, month: u32, today: NaiveDate) -> Option<NaiveDate> {
    let years = [today.year(), today.year() - 1, today.year() + 1];
    let days = years.into_iter().filter_map(|year| date(year, month, day));
    days.min_by_key(|date| (*date - today).num_days().abs())
}

fn full_year(year: i32) -> i32 {
    if (0..100).contains(&year) { 2000 + year } else { year }
}

/// A text without case and without the accents of the languages spoken here.
pub fn plain(text: &str) -> String {
    ipc::lower(text)
        .chars()
        .map(|c| match c {
            'é' | 'è' | 'ê' | 'ë' => 'e',
            'û' | 'ù' | 'ü' => 'u',
            'à' | 'â' | 'ä' => 'a',
            'î' | 'ï' => 'i',
            'ô' | 'ö' => 'o',
            'ç' => 'c',
            other => other,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn typed(order: DateOrder, months: &str) -> DayInput {
        DayInput { order, months: months.split(' ').map(str::to_owned).collect() }
    }

    fn british() -> DayInput {
        typed(
            DateOrder::DayMonthYear,
            "January February March April May June July August September October November December",
        )
    }

    fn french() -> DayInput {
        typed(
            DateOrder::DayMonthYear,
            "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
        )
    }

    #[test]
    fn the_order_is_read_off_a_sample() {
        assert_eq!(DateOrder::of("22/11/2006"), DateOrder::DayMonthYear);
        assert_eq!(DateOrder::of("11/22/2006"), DateOrder::MonthDayYear);
        assert_eq!(DateOrder::of("2006-11-22"), DateOrder::YearMonthDay);
        assert_eq!(DateOrder::of("22.11.2006"), DateOrder::DayMonthYear);
    }

    #[test]
    fn days_are_read_as_people_type_them() {
        let today = day("2026-11-20");
        for (text, expected) in [
            ("20/11/2026", "2026-11-20"),
            ("20.11.26", "2026-11-20"),
            ("20 nov", "2026-11-20"),
            ("20 November 2025", "2025-11-20"),
            ("2026-11-04", "2026-11-04"),
            ("4/1", "2027-01-04"),
            ("24", "2026-11-24"),
            ("nov 20, 2026", "2026-11-20"),
        ] {
            assert_eq!(british().read_day(text, today), Some(day(expected)), "{text}");
        }
        assert_eq!(french().read_day("3 févr. 2026", today), Some(day("2026-02-03")));
        assert_eq!(french().read_day("1 dec", today), Some(day("2026-12-01")));
        let american = DayInput { order: DateOrder::MonthDayYear, ..british() };
        assert_eq!(american.read_day("11/20/2026", today), Some(day("2026-11-20")));
        assert_eq!(american.read_day("1/4", today), Some(day("2027-01-04")));
    }

    #[test]
    fn what_is_no_day_is_refused() {
        let today = day("2026-11-20");
        for text in ["", "31/02/2026", "20 n0v", "ju", "11/20/2026", "tomorrow", "1 2 3 4"] {
            assert_eq!(british().read_day(text, today), None, "{text}");
        }
        assert_eq!(french().read_day("3 ju 2026", today), None, "juin or juillet");
    }
}
