//! What a cell stands for, as opposed to how it is drawn: a number before it is written in the user's
//! language, a day with its year. For whoever takes cells out of the window.

use chrono::{DateTime, NaiveDate, Utc};
use contract::PlaceRef;

/// What a cell stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Datum {
    /// A text, where the one that is drawn is cut short.
    Text(String),
    /// A whole number.
    Whole(i64),
    /// A day.
    Day(NaiveDate),
    /// A moment.
    Moment(DateTime<Utc>),
    /// A bin by its name, and the depot it lies in.
    Placed(String, PlaceRef),
}

impl From<i64> for Datum {
    fn from(number: i64) -> Self {
        Self::Whole(number)
    }
}

impl From<u32> for Datum {
    fn from(number: u32) -> Self {
        Self::Whole(number.into())
    }
}

impl From<NaiveDate> for Datum {
    fn from(day: NaiveDate) -> Self {
        Self::Day(day)
    }
}

impl From<DateTime<Utc>> for Datum {
    fn from(moment: DateTime<Utc>) -> Self {
        Self::Moment(moment)
    }
}

impl From<(String, PlaceRef)> for Datum {
    fn from((bin, depot): (String, PlaceRef)) -> Self {
        Self::Placed(bin, depot)
    }
}

impl From<String> for Datum {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}
