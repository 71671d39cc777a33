//! Command `look_at_movements`: lines of movements on screen are read behind, a few at a time, those
//! looked at last first. Deliberately absent: an answer; rows fill as their topic is announced.

use std::{collections::VecDeque, sync::Arc};

use parking_lot::{Mutex, MutexGuard};

use chrono::TimeDelta;
use contract::{MovementKey, MovementRef};

use super::read::MovementReader;
use crate::error::Error;

/// No more movements than this wait to be read; who scrolls on forgets what scrolled away.
const WAITING: usize = 200;

/// So many are read at once.
const READERS: usize = 2;

/// A movement whose reading failed is looked at again after this long.
const AGAIN: TimeDelta = TimeDelta::seconds(60);

/// Movements waiting for their lines to be read.
#[derive(Default)]
pub(crate) struct Looks(Mutex<ReadQueue>);

#[derive(Default)]
struct ReadQueue {
    waiting: VecDeque<MovementKey>,
    readers: usize,
}

impl Looks {
    /// Puts keys before all that wait. Answers whether another reader is wanted.
    fn put_first(&self, keys: &[MovementKey]) -> bool {
        let mut state = self.state();
        state.waiting.retain(|waiting| !keys.contains(waiting));
        for key in keys.iter().rev() {
            state.waiting.push_front(*key);
        }
        state.waiting.truncate(WAITING);
        let wanted = !state.waiting.is_empty() && state.readers < READERS;
        state.readers += usize::from(wanted);
        wanted
    }

    /// The next to read; a reader that gets none has ended.
    fn next(&self) -> Option<MovementKey> {
        let mut state = self.state();
        let next = state.waiting.pop_front();
        state.readers -= usize::from(next.is_none());
        next
    }

    /// There is no point in reading on.
    pub(crate) fn give_up(&self) {
        self.state().waiting.clear();
    }

    fn state(&self) -> MutexGuard<'_, ReadQueue> {
        self.0.lock()
    }
}

impl MovementReader {
    pub(crate) fn look_at(self: &Arc<Self>, mut keys: Vec<MovementKey>) {
        if !self.service.session.is_live() {
            return;
        }
        keys.retain(|key| self.wants_lines(*key));
        keys.truncate(WAITING);
        while self.looks.put_first(&keys) {
            let this = Arc::clone(self);
            self.account.background.spawn(async move { this.read_looked_at().await });
        }
    }

    async fn read_looked_at(self: Arc<Self>) {
        while let Some(key) = self.looks.next() {
            let Some(known) = self.movements.find(&MovementRef::Key(key)) else { continue };
            if !self.wants_lines(key) {
                continue;
            }
            let read = match self.read_movement(key, &known.movement.id) {
                Ok(flight) => flight.wait().await,
                Err(error) => Err(error),
            };
            let hopeless = |error: &Error| {
                error.is_unreached() || matches!(error, Error::SignedOut | Error::NeedsSession)
            };
            if read.as_ref().is_err_and(hopeless) {
                self.looks.give_up();
            }
        }
    }

    /// Whether a movement's lines are unknown, and were not asked for in vain just now.
    fn wants_lines(&self, key: MovementKey) -> bool {
        let known = self.movements.find(&MovementRef::Key(key));
        known.is_some_and(|known| known.movement.lines.is_none())
            && self.is_movement_due(key, AGAIN)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(n: u128) -> MovementKey {
        MovementKey(uuid::Uuid::from_u128(n))
    }

    #[test]
    fn what_is_looked_at_last_is_read_first_and_nothing_twice() {
        let looks = Looks::default();
        assert!(looks.put_first(&[key(1), key(2), key(3)]));
        looks.put_first(&[key(4), key(2)]);
        let order: Vec<_> = std::iter::from_fn(|| looks.next()).collect();
        assert_eq!(order, [key(4), key(2), key(1), key(3)]);
    }

    #[test]
    fn what_waits_is_bounded_and_the_oldest_goes() {
        let looks = Looks::default();
        for n in 0..300 {
            looks.put_first(&[key(n)]);
        }
        let order: Vec<_> = std::iter::from_fn(|| looks.next()).collect();
        assert_eq!(order.len(), WAITING);
        assert_eq!((order[0], order[WAITING - 1]), (key(299), key(100)));
    }

    #[test]
    fn no_more_readers_are_wanted_than_allowed() {
        let looks = Looks::default();
        let keys = [key(1), key(2), key(3)];
        assert!(looks.put_first(&keys));
        assert!(looks.put_first(&keys));
        assert!(!looks.put_first(&keys));
    }
}
