//! Which calls beyond the interface document this service answers. The trying is in `probe`, what
//! an outcome means in `verdict`. It is remembered per profile, and tried again at a sign-in once a
//! day at most.

pub(crate) mod probe;
pub(crate) mod verdict;

use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};

use chrono::{DateTime, TimeDelta, Utc};
use contract::{Capabilities, Capability, ObservedCall, Probed};
use tokio::time::sleep;

use crate::{observed::extensions::Extensions, service::cache::Begun};

/// What was tried this long ago is tried again at the next sign-in.
const AGE: TimeDelta = TimeDelta::hours(24);

/// So long after a sign-in what people wait for has begun.
const SETTLED: Duration = Duration::from_secs(1);

/// What could not be tried is not tried again before this has passed, unless something to ask about
/// has become known.
const AGAIN: TimeDelta = TimeDelta::seconds(60);

impl Extensions {
    /// One row for each call.
    pub(crate) fn capabilities(&self) -> Capabilities {
        let facts = self.account.facts();
        let row = |call: ObservedCall| {
            let known = facts.capabilities.iter().find(|known| known.call == call);
            known.cloned().unwrap_or_else(|| not_tried(call))
        };
        Capabilities {
            rows: ObservedCall::ALL.map(row).into(),
            probing: self.observed.probing.look(&()).freshness.reading.is_some(),
            version: facts.service_version,
        }
    }

    /// Whether a call is offered. One that was never tried, though it could be by now, is tried
    /// behind.
    pub(crate) fn wants(self: &Arc<Self>, call: ObservedCall) -> bool {
        let known = self.account.facts().capabilities;
        match known.iter().find(|known| known.call == call) {
            Some(known) => known.outcome == Probed::Offered,
            None => {
                let (now, epoch) = (self.account.now(), self.service.session.epoch());
                let has_more = self.at_hand().is_more_than(*self.observed.tried_with());
                if has_more || self.observed.probing.is_due(&(), now, AGAIN, epoch) {
                    self.probe_behind();
                }
                false
            }
        }
    }

    /// Tries behind what is due, once those at work have begun what they wait for.
    pub(crate) fn probe_behind(self: &Arc<Self>) {
        let due = due(&self.account.facts().capabilities, self.account.now());
        if !self.account.common.probes || due.is_empty() || !self.service.session.is_live() {
            return;
        }
        if let Begun::Mine(turn, _) = self.observed.probing.begin(&(), self.service.session.epoch())
        {
            self.observed.hurry.store(false, Ordering::Release);
            let this = Arc::clone(self);
            self.account.background.spawn(async move {
                sleep(SETTLED).await;
                this.probe_in_turn(turn, due).await;
            });
        }
    }
}

/// The first release that takes changes to movements by other calls than the interface document's
/// (observed).
const WITHOUT_UPDATES: [u32; 3] = [0, 8, 4];

/// Whether a service that says it is of this release is of a generation that takes no updates.
pub(crate) fn is_newer(version: &str) -> bool {
    let numbers = version.trim_start_matches(['v', 'V']).split(|c: char| !c.is_ascii_digit());
    let numbers: Option<Vec<u32>> = numbers.take(3).map(|number| number.parse().ok()).collect();
    numbers.is_some_and(|numbers| numbers.len() == 3 && numbers[..] >= WITHOUT_UPDATES[..])
}

/// The calls that were not tried for a day. A time to come was written by a clock that was wrong.
fn due(known: &[Capability], now: DateTime<Utc>) -> Vec<ObservedCall> {
    let is_young = |call: ObservedCall| {
        let at = known.iter().find(|known| known.call == call).and_then(|known| known.at);
        at.is_some_and(|at| at <= now && now - at < AGE)
    };
    ObservedCall::ALL.into_iter().filter(|call| !is_young(*call)).collect()
}

fn not_tried(call: ObservedCall) -> Capability {
    let outcome = Probed::NotTried;
    Capability { call, good_for: call.good_for(), outcome, at: None, status: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tried(call: ObservedCall, at: DateTime<Utc>) -> Capability {
        Capability { at: Some(at), outcome: Probed::Offered, ..not_tried(call) }
    }

    #[test]
    fn a_newer_generation_is_known_by_its_release() {
        for newer in ["0.8.4", "0.8.23", "v0.9.8", "0.9.8-hotfix1", "1.0.0"] {
            assert!(is_newer(newer), "{newer}");
        }
        for other in ["0.8.3", "0.7.20", "", "0.9", "custom 9.9.9"] {
            assert!(!is_newer(other), "{other}");
        }
    }

    #[test]
    fn a_call_is_due_if_it_was_never_tried_or_a_day_ago_or_by_a_wrong_clock() {
        let now = DateTime::from_timestamp(1_795_000_000, 0).unwrap();
        assert_eq!(due(&[], now), ObservedCall::ALL);
        let all = |at| ObservedCall::ALL.map(|call| tried(call, at));
        assert_eq!(due(&all(now), now), []);
        assert_eq!(due(&all(now - AGE + TimeDelta::seconds(1)), now), []);
        assert_eq!(due(&all(now - AGE), now), ObservedCall::ALL);
        assert_eq!(due(&all(now + TimeDelta::seconds(1)), now), ObservedCall::ALL);
        let but_one = &all(now)[1..];
        assert_eq!(due(but_one, now), [ObservedCall::Status]);
    }
}
