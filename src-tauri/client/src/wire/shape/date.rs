//! Days and points in time as installations write them, and the one form requests use. Deliberately
//! absent: the local zone. A day is the day that is written, whatever zone stands beside it.

use std::time::SystemTime;

use chrono::{DateTime, Datelike, NaiveDate, NaiveDateTime, NaiveTime, Utc};

use crate::Trouble;

/// Forms of a day without a time.
const DAYS: &[&str] = &["%m/%d/%Y", "%Y-%m-%d", "%b %d, %Y", "%d/%b/%Y"];
/// Forms of a time with a zone; a final Z is read as +00:00 beforehand.
const ZONED: &[&str] = &["%Y-%m-%dT%H:%M:%S%.f%z", "%m/%d/%Y %H:%M %z", "%m/%d/%Y %H:%M:%S %z"];
/// Forms of a time without a zone.
const UNZONED: &[&str] = &[
    "%Y-%m-%dT%H:%M:%S%.f",
    "%Y-%m-%d %H:%M:%S%.f",
    "%m/%d/%Y %H:%M",
    "%m/%d/%Y %H:%M:%S",
    "%d/%b/%Y %I:%M %p",
];

/// The day that is written.
pub(crate) fn day(text: &str) -> Option<NaiveDate> {
    let text = text.trim();
    let only_day = DAYS.iter().find_map(|form| NaiveDate::parse_from_str(text, form).ok());
    only_day.or_else(|| zoned(text).map(|time| time.naive_local().date())).or_else(|| {
        let time = unzoned(text)?;
        Some(time.date())
    })
}

/// Whether a text is a plain day in a form that leaves no doubt about it: MM/DD/YYYY as the
/// interface document has it (2.1), or YYYY-MM-DD.
pub(crate) fn is_plain(text: &str) -> bool {
    let text = text.trim();
    text.len() == "MM/DD/YYYY".len()
        && DAYS[..2].iter().any(|form| NaiveDate::parse_from_str(text, form).is_ok())
}

/// The point in time; without a zone it is taken as UTC, a day as its midnight.
pub(crate) fn instant(text: &str) -> Option<DateTime<Utc>> {
    let text = text.trim();
    let zoned = zoned(text).map(|time| time.to_utc());
    zoned.or_else(|| Some(unzoned(text)?.and_utc())).or_else(|| {
        let midnight = day(text)?.and_time(NaiveTime::MIN);
        Some(midnight.and_utc())
    })
}

/// A day as requests write it: MM/DD/YYYY (interface document, 2.1).
pub(crate) fn write(day: NaiveDate) -> Result<String, Trouble> {
    match day.year() {
        1..=9999 => Ok(day.format("%m/%d/%Y").to_string()),
        year => Err(Trouble::Invalid(format!("the year {year} cannot be written"))),
    }
}

fn zoned(text: &str) -> Option<DateTime<chrono::FixedOffset>> {
    let utc = text.strip_suffix(['Z', 'z']).map(|rest| format!("{rest}+00:00"));
    let text = utc.as_deref().unwrap_or(text);
    ZONED.iter().find_map(|form| DateTime::parse_from_str(text, form).ok())
}

fn unzoned(text: &str) -> Option<NaiveDateTime> {
    UNZONED.iter().find_map(|form| NaiveDateTime::parse_from_str(text, form).ok())
}

/// Now, to be compared with moments that others wrote down for this computer.
#[allow(
    clippy::disallowed_methods,
    reason = "TLS and cookies go by the real time, whatever is shown"
)]
pub(crate) fn real_now() -> SystemTime {
    SystemTime::now()
}

/// A moment as HTTP's headers write it; servers write the day with dashes too.
pub(crate) fn http(text: &str) -> Option<SystemTime> {
    let text = text.trim().replace('-', " ");
    let at = DateTime::parse_from_rfc2822(&text).ok()?;
    Some(at.with_timezone(&Utc).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(year: i32, month: u32, day: u32) -> NaiveDate {
        NaiveDate::from_ymd_opt(year, month, day).unwrap()
    }

    #[test]
    fn a_day_is_the_day_that_is_written_whatever_its_form_or_zone() {
        for text in [
            "11/20/2026",
            " 11/20/2026 ",
            "2026-11-20",
            "2026-11-20T00:00:00Z",
            "2026-11-20T23:59:59.123Z",
            "2026-11-20T00:30:00+14:00",
            "2026-11-20T23:30:00-0500",
            "2026-11-20T08:00:00",
            "11/20/2026 00:00 -05:00",
            "11/20/2026 00:00 Z",
            "11/20/2026 00:00",
            "Nov 20, 2026",
            "20/Nov/2026 09:15 PM",
        ] {
            assert_eq!(day(text), Some(date(2026, 11, 20)), "{text}");
        }
    }

    #[test]
    fn only_a_day_without_a_time_and_with_four_digits_is_plain() {
        for text in ["11/20/2026", "2026-11-20", " 03/05/2026 "] {
            assert!(is_plain(text), "{text}");
        }
        for text in [
            "2026-11-20T00:00:00Z",
            "07/05/2018 00:00 -05:00",
            "11/20/2026 00:00",
            "11/20/26",
            "3/5/2026",
            "20/11/2026",
            "Nov 20, 2026",
            "soon",
            "",
        ] {
            assert!(!is_plain(text), "{text}");
        }
    }

    #[test]
    fn a_point_in_time_follows_its_zone() {
        let at = |text| instant(text).map(|time| time.to_rfc3339());
        let noon = Some("2026-11-20T12:00:00+00:00".to_owned());
        for text in [
            "2026-11-20T12:00:00Z",
            "2026-11-20T12:00:00.000Z",
            "2026-11-20T07:00:00-05:00",
            "2026-11-20T13:00:00+0100",
            "11/20/2026 07:00 -05:00",
            "11/20/2026 12:00 Z",
            "11/20/2026 12:00",
            "20/Nov/2026 12:00 PM",
        ] {
            assert_eq!(at(text), noon, "{text}");
        }
        assert_eq!(at("Nov 20, 2026").unwrap(), "2026-11-20T00:00:00+00:00");
    }

    #[test]
    fn what_is_no_date_is_none() {
        for text in ["", "soon", "13/45/2026", "2026-02-30", "TODO", "1790000000", "\0"] {
            assert_eq!((day(text), instant(text)), (None, None), "{text:?}");
        }
    }

    #[test]
    fn a_day_is_written_with_month_first_and_four_digits() {
        assert_eq!(write(date(2026, 3, 5)).unwrap(), "03/05/2026");
        assert_eq!(write(date(812, 3, 5)).unwrap(), "03/05/0812");
        assert!(matches!(write(date(12026, 3, 5)), Err(Trouble::Invalid(_))));
    }
}
