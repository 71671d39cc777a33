//! Whether a lot may still be used, and for how long. Pure.

use chrono::NaiveDate;

/// Within so many days somebody must look whether a lot is used up in time.
const SOON: i64 = 30;

/// Whether the last day on which a lot may be used is over.
pub fn is_expired(last: Option<NaiveDate>, today: NaiveDate) -> bool {
    last.is_some_and(|last| last < today)
}

/// How many days there are until the last one, 0 on that day; `None` where these are many, where it is
/// over, and where nobody told it.
pub fn expires_in(last: Option<NaiveDate>, today: NaiveDate) -> Option<u32> {
    let left = last?.signed_duration_since(today).num_days();
    u32::try_from(left).ok().filter(|_| left <= SOON)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lot_is_marked_from_thirty_days_before_its_last_day_until_that_is_over() {
        let today = "2026-11-20".parse().unwrap();
        for (last, expired, left) in [
            ("2026-11-19", true, None),
            ("2026-11-20", false, Some(0)),
            ("2026-11-21", false, Some(1)),
            ("2026-12-20", false, Some(30)),
            ("2026-12-21", false, None),
            ("", false, None),
        ] {
            let day = last.parse().ok();
            assert_eq!((is_expired(day, today), expires_in(day, today)), (expired, left), "{last}");
        }
    }
}
