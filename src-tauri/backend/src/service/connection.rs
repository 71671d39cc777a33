//! How the service is reached, measured by our own calls. `calls` reports every answer and every
//! failure to get one; the header is drawn from it. Deliberately absent: the system's network flag,
//! which knows nothing of this service.

use std::collections::VecDeque;

use chrono::{DateTime, TimeDelta, Utc};
use contract::{Connection, Failure};

/// The median is of so many answers.
const LAST: usize = 5;

/// Beyond this median the service counts as slow, in milliseconds.
const SLOW: u32 = 2_000;

/// A slow service is asked so much less often.
const LESS_OFTEN: i32 = 4;

/// What was measured so far.
#[derive(Debug, Default)]
pub(crate) struct Measured {
    last: VecDeque<u32>,
    offline: Option<(DateTime<Utc>, Failure)>,
    /// The median listeners know of.
    told: Option<u32>,
}

/// What a report changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ConnectionChange {
    /// Nothing worth telling.
    None,
    /// The state, or the median notably.
    Notable,
    /// The service is reached again.
    Recovered,
}

impl Measured {
    /// An answer came, whatever it said, after so many milliseconds.
    pub(crate) fn answered(&mut self, milliseconds: u32) -> ConnectionChange {
        if self.last.len() == LAST {
            self.last.pop_front();
        }
        self.last.push_back(milliseconds);
        let median = self.median();
        let notable = self.told.is_none_or(|told| differs_notably(told, median));
        if notable {
            self.told = Some(median);
        }
        match (self.offline.take(), notable) {
            (Some(_), _) => ConnectionChange::Recovered,
            (None, true) => ConnectionChange::Notable,
            (None, false) => ConnectionChange::None,
        }
    }

    /// The service was not reached.
    pub(crate) fn failed(&mut self, now: DateTime<Utc>, failure: Failure) -> ConnectionChange {
        match &mut self.offline {
            Some((_, known)) if *known == failure => ConnectionChange::None,
            Some((_, known)) => {
                *known = failure;
                ConnectionChange::Notable
            }
            None => {
                self.offline = Some((now, failure));
                // What is measured after an outage says nothing about before it.
                self.last.clear();
                self.told = None;
                ConnectionChange::Notable
            }
        }
    }

    /// Whether the last call did not reach the service.
    pub(crate) fn is_offline(&self) -> bool {
        self.offline.is_some()
    }

    /// The state to show.
    pub(crate) fn shown(&self) -> Connection {
        if let Some((since, failure)) = &self.offline {
            return Connection::Offline { since: *since, failure: failure.clone() };
        }
        match (self.last.is_empty(), self.median()) {
            (true, _) => Connection::Unknown,
            (false, milliseconds @ ..=SLOW) => Connection::Online { milliseconds },
            (false, milliseconds) => Connection::Slow { milliseconds },
        }
    }

    fn median(&self) -> u32 {
        let mut sorted: Vec<_> = self.last.iter().copied().collect();
        sorted.sort_unstable();
        sorted.get(sorted.len() / 2).copied().unwrap_or_default()
    }
}

/// How old something may be before it is read anew: a slow service is asked less often.
pub(crate) fn patient(connection: &Connection, age: TimeDelta) -> TimeDelta {
    if matches!(connection, Connection::Slow { .. }) { age * LESS_OFTEN } else { age }
}

/// By half or more and by at least 10 ms, or across the limit of slow: the header need not follow
/// every millisecond.
fn differs_notably(told: u32, now: u32) -> bool {
    let (low, high) = (told.min(now), told.max(now));
    (told > SLOW) != (now > SLOW) || (high - low >= 10 && high >= low + low / 2)
}

#[cfg(test)]
mod tests {
    use contract::Reason;

    use super::*;

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_795_000_000 + seconds, 0).unwrap()
    }

    fn unreachable() -> Failure {
        let why = contract::Unreached::Refused;
        Reason::Unreachable { host: "stock.example".into(), why }.into()
    }

    #[test]
    fn a_slow_service_is_asked_less_often() {
        let age = |connection| patient(&connection, TimeDelta::seconds(60)).num_seconds();
        assert_eq!(age(Connection::Online { milliseconds: 40 }), 60);
        assert_eq!(age(Connection::Slow { milliseconds: 3_000 }), 240);
    }

    #[test]
    fn nothing_is_known_before_the_first_call() {
        assert_eq!(Measured::default().shown(), Connection::Unknown);
    }

    #[test]
    fn one_slow_answer_among_five_is_no_slow_service() {
        let mut measured = Measured::default();
        for milliseconds in [40, 50, 9_000, 45, 42] {
            measured.answered(milliseconds);
        }
        assert_eq!(measured.shown(), Connection::Online { milliseconds: 45 });
    }

    #[test]
    fn three_slow_answers_of_five_are() {
        let mut measured = Measured::default();
        for milliseconds in [40, 3_000, 50, 2_500, 2_001] {
            measured.answered(milliseconds);
        }
        assert_eq!(measured.shown(), Connection::Slow { milliseconds: 2_001 });
    }

    #[test]
    fn small_differences_are_not_told() {
        let mut measured = Measured::default();
        assert_eq!(measured.answered(40), ConnectionChange::Notable);
        assert_eq!(measured.answered(44), ConnectionChange::None);
        assert_eq!(measured.answered(41), ConnectionChange::None);
        for _ in 0..LAST {
            measured.answered(90);
        }
        assert_eq!(measured.shown(), Connection::Online { milliseconds: 90 });
        assert_eq!(measured.told, Some(90));
    }

    #[test]
    fn offline_keeps_the_time_it_began_and_ends_with_any_answer() {
        let mut measured = Measured::default();
        measured.answered(40);
        assert_eq!(measured.failed(at(0), unreachable()), ConnectionChange::Notable);
        assert_eq!(measured.failed(at(9), unreachable()), ConnectionChange::None);
        assert_eq!(measured.shown(), Connection::Offline { since: at(0), failure: unreachable() });
        assert_eq!(measured.answered(60), ConnectionChange::Recovered);
        assert_eq!(measured.shown(), Connection::Online { milliseconds: 60 });
    }
}
