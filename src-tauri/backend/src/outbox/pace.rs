//! The outbox's timings; tests use milliseconds.

use std::time::Duration;

/// Times of the outbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Only a reading this long after a request's last byte tells that it was not done: until then
    /// it may still arrive.
    pub absence_settles: Duration,
    /// The longest pause after a first failure; each further one may last twice as long.
    pub first_pause: Duration,
    /// No pause is longer than this.
    pub longest_pause: Duration,
    /// How long a command that writes waits for the service before it answers that the change is
    /// kept here.
    pub answer_within: Duration,
    /// How often a request may stay without an answer, and without an effect, before it waits for
    /// the user.
    pub lost_attempts: u32,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            absence_settles: Duration::from_secs(120),
            first_pause: Duration::from_millis(500),
            longest_pause: Duration::from_secs(60),
            answer_within: Duration::from_secs(1),
            lost_attempts: 5,
        }
    }
}

impl Pace {
    /// The pause after so many failures in a row: anything between nothing and a limit that doubles
    /// with each, so that clients that failed together do not come back together. `jitter` is a
    /// number between 0 and 1.
    #[must_use]
    pub fn pause(&self, failures: u32, jitter: f64) -> Duration {
        let doubled = 2_u32.saturating_pow(failures.saturating_sub(1));
        self.first_pause.saturating_mul(doubled).min(self.longest_pause).mul_f64(jitter)
    }

    /// When a request that was not answered is looked for again: soon at first, then ever less
    /// often, and once more when absence tells something.
    pub(crate) fn next_look(&self, since: Duration, looks: u32) -> Duration {
        let pause =
            self.first_pause.saturating_mul(2_u32.saturating_pow(looks)).min(self.longest_pause);
        let until = self.absence_settles.saturating_sub(since);
        if until.is_zero() { pause } else { pause.min(until) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_their_limit_and_are_jittered_in_full() {
        let pace = Pace::default();
        let longest: Vec<_> = (1..=9).map(|n| pace.pause(n, 1.0).as_millis()).collect();
        assert_eq!(longest, [500, 1000, 2000, 4000, 8000, 16000, 32000, 60000, 60000]);
        assert_eq!(pace.pause(4, 0.0), Duration::ZERO);
        assert_eq!(pace.pause(u32::MAX, 1.0), pace.longest_pause);
    }

    #[test]
    fn the_last_look_before_absence_tells_falls_on_that_moment() {
        let pace = Pace::default();
        assert_eq!(pace.next_look(Duration::from_secs(100), 9), Duration::from_secs(20));
        assert_eq!(pace.next_look(Duration::from_secs(1), 0), Duration::from_millis(500));
        assert_eq!(pace.next_look(Duration::from_secs(130), 3), Duration::from_secs(4));
    }
}
