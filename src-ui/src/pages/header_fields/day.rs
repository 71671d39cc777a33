//! Days typed as a distance: "+4" is in four days, "-1" was yesterday. Everything else is read by
//! `format`. Pure.

use chrono::{Days, NaiveDate};

/// The day so far from today, if the text is a distance.
pub fn from_today(text: &str, today: NaiveDate) -> Option<NaiveDate> {
    let text = text.trim();
    let digits = |rest: &str| rest.trim().parse::<u16>().ok().map(|days| Days::new(days.into()));
    if let Some(rest) = text.strip_prefix('+') {
        today.checked_add_days(digits(rest)?)
    } else {
        today.checked_sub_days(digits(text.strip_prefix(['-', '−'])?)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_distance_has_a_sign_and_a_number() {
        let today: NaiveDate = "2026-11-20".parse().unwrap();
        let read = |text| from_today(text, today).map(|day| day.to_string());
        assert_eq!(read("+4").as_deref(), Some("2026-11-24"));
        assert_eq!(read(" + 12 ").as_deref(), Some("2026-12-02"));
        assert_eq!(read("-1").as_deref(), Some("2026-11-19"));
        assert_eq!(read("−20").as_deref(), Some("2026-10-31"));
        for text in ["4", "+", "+x", "20/11", "-1/2", "+99999999", "+-3"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
