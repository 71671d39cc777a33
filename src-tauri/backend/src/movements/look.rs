//! Movements on screen whose lines are to be read: those looked at last come first.

use std::collections::VecDeque;

use parking_lot::{Mutex, MutexGuard};

use contract::MovementKey;

/// No more movements than this wait to be read; who scrolls on forgets what scrolled away.
pub(super) const WAITING: usize = 200;

/// So many are read at once.
const READERS: usize = 2;

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
    pub(super) fn put_first(&self, keys: &[MovementKey]) -> bool {
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
    pub(super) fn next(&self) -> Option<MovementKey> {
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
