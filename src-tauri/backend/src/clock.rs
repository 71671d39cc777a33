//! The one clock. Rules take `now` as an argument; whoever performs a command asks this clock once
//! and hands it on. Keys are made here too, because they carry the time. Deliberately absent: any
//! other source of time; clippy denies them everywhere else.

use std::sync::Arc;

use parking_lot::Mutex;

use chrono::{DateTime, FixedOffset, Local, NaiveDate, TimeDelta, Utc};
use contract::{MovementKey, OperationKey, WalkKey};
use uuid::{NoContext, Timestamp, Uuid};

/// Where the time comes from: the computer, or a test's hand.
#[derive(Clone, Debug)]
pub struct Clock(Source);

#[derive(Clone, Debug)]
enum Source {
    System,
    /// The time where the computer stands.
    Manual(Arc<Mutex<DateTime<FixedOffset>>>),
}

impl Clock {
    /// The computer's clock.
    #[must_use]
    pub fn system() -> Self {
        Self(Source::System)
    }

    /// A clock that stands at `start` until it is moved. Clones share their hands.
    #[must_use]
    pub fn manual(start: DateTime<Utc>) -> Self {
        Self::manual_at(start.fixed_offset())
    }

    /// The same of a computer that stands where the time differs from UTC as in `start`.
    #[must_use]
    pub fn manual_at(start: DateTime<FixedOffset>) -> Self {
        Self(Source::Manual(Arc::new(Mutex::new(start))))
    }

    /// Moves a manual clock; the computer's clock stays as it is.
    pub fn advance(&self, by: TimeDelta) {
        if let Source::Manual(time) = &self.0 {
            let mut time = time.lock();
            *time += by;
        }
    }

    /// The time now.
    #[must_use]
    #[allow(clippy::disallowed_methods)] // The one place where the time enters.
    pub fn now(&self) -> DateTime<Utc> {
        match &self.0 {
            Source::System => Utc::now(),
            Source::Manual(time) => time.lock().to_utc(),
        }
    }

    /// The day where the computer stands: what people there call today.
    #[must_use]
    pub fn today(&self) -> NaiveDate {
        match &self.0 {
            Source::System => self.now().with_timezone(&Local).date_naive(),
            Source::Manual(time) => time.lock().date_naive(),
        }
    }

    /// A new key of our own: a UUIDv7 of this moment.
    pub(crate) fn new_uuid(&self) -> Uuid {
        let now = self.now();
        let seconds = u64::try_from(now.timestamp()).unwrap_or_default();
        Uuid::new_v7(Timestamp::from_unix(NoContext, seconds, now.timestamp_subsec_nanos()))
    }

    /// A new operation's key.
    pub(crate) fn new_operation(&self) -> OperationKey {
        OperationKey(self.new_uuid())
    }

    /// A new walk's key.
    pub(crate) fn new_walk(&self) -> WalkKey {
        WalkKey(self.new_uuid())
    }

    /// A new movement's key.
    pub(crate) fn new_key(&self) -> MovementKey {
        MovementKey(self.new_uuid())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manual_clock_moves_only_by_hand_and_together_with_its_clones() {
        let start = DateTime::from_timestamp(1_795_000_000, 0).unwrap();
        let clock = Clock::manual(start);
        let twin = clock.clone();
        twin.advance(TimeDelta::seconds(61));
        assert_eq!(clock.now(), start + TimeDelta::seconds(61));
    }

    #[test]
    fn today_is_the_day_where_the_computer_stands() {
        for (time, today) in [
            ("2026-11-20T23:30:00-05:00", "2026-11-20"),
            ("2026-11-20T12:00:00Z", "2026-11-20"),
            ("2026-11-21T00:30:00+09:00", "2026-11-21"),
        ] {
            let clock = Clock::manual_at(time.parse().unwrap());
            assert_eq!(clock.today(), today.parse().unwrap(), "{time}");
            clock.advance(TimeDelta::days(1));
            assert_eq!(clock.today(), today.parse::<NaiveDate>().unwrap().succ_opt().unwrap());
        }
    }

    #[test]
    fn keys_carry_the_time_of_the_clock_and_differ() {
        let start = DateTime::from_timestamp(1_795_000_000, 0).unwrap();
        let clock = Clock::manual(start);
        let (first, second) = (clock.new_uuid(), clock.new_uuid());
        assert_ne!(first, second);
        assert_eq!(first.get_version_num(), 7);
        let (seconds, _) = first.get_timestamp().unwrap().to_unix();
        assert_eq!(seconds, 1_795_000_000);
    }
}
