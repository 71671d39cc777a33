//! The only place that reads the machine's clock.
//!
//! Called when the service starts (today's date) and for every effect. Session idle time is
//! deliberately not measured here: it uses the monotonic clock.

use chrono::{Local, NaiveDate, SecondsFormat, Utc};

/// This moment as an ISO 8601 UTC timestamp with milliseconds.
#[allow(clippy::disallowed_methods, reason = "the one clock of this crate")]
pub(crate) fn now() -> String {
    Utc::now().to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// Today's local date.
#[allow(clippy::disallowed_methods, reason = "the one clock of this crate")]
pub(crate) fn today() -> NaiveDate {
    Local::now().date_naive()
}
