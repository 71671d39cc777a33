//! Places of lines: first the order, then sort numbers, with as few other lines changed as
//! possible. Pure.

use contract::RowKey;

use crate::outbox::questions::STEP;

/// The lines of a movement in the order wanted.
pub struct LineOrder {
    order: Vec<Slot>,
}

/// The place of a line that has none.
const NONE: i64 = -1;

/// A line that has another place from then on.
#[derive(Debug, PartialEq, Eq)]
pub struct Placed {
    /// The line.
    pub key: RowKey,
    /// Its place among the lines.
    pub place: u32,
    /// It was not put there itself: it makes room for others.
    pub follows: bool,
}

/// A line in the order.
#[derive(Clone, Debug)]
pub struct Slot {
    /// The line.
    pub key: RowKey,
    /// Its place as it is; below 0 for a new line, which has none.
    pub place: i64,
    /// It can be given another one.
    pub is_free: bool,
    /// It stands elsewhere than its place says.
    is_put: bool,
}

impl Slot {
    /// A line at its place; only one that is free can get another.
    pub fn new(key: RowKey, place: i64, is_free: bool) -> Self {
        Self { key, place, is_free, is_put: false }
    }
}

impl LineOrder {
    /// Lines in the order of their places.
    pub fn new(order: Vec<Slot>) -> Self {
        Self { order }
    }

    /// Puts a new line behind another; at the end where that is none of these.
    pub fn add(&mut self, key: RowKey, after: Option<&RowKey>) {
        let at = after.and_then(|after| self.find(after)).map_or(self.order.len(), |at| at + 1);
        self.order.insert(at, Slot { key, place: NONE, is_free: true, is_put: true });
    }

    /// Puts a line behind another, or first. Answers whether it stands elsewhere now.
    pub fn put(&mut self, key: &RowKey, after: Option<&RowKey>) -> bool {
        let Some(from) = self.find(key) else { return false };
        let to = match after.map(|after| self.find(after)) {
            None => 0,
            Some(Some(at)) if at < from => at + 1,
            Some(Some(at)) => at,
            Some(None) => return false,
        };
        if to == from {
            return false;
        }
        let slot = self.order.remove(from);
        self.order.insert(to, Slot { is_put: true, ..slot });
        true
    }

    /// Numbers the lines that were put somewhere, and others where there is no number left between
    /// their neighbours. Answers who has another place from then on. A line for which there is no
    /// place because its neighbours cannot be given others stands at the end if it is new, else where
    /// it was.
    pub fn number(mut self) -> Vec<Placed> {
        let before: Vec<_> = self.order.iter().map(|slot| slot.place).collect();
        let mut at = 0;
        while at < self.order.len() {
            if !self.order[at].is_put {
                at += 1;
                continue;
            }
            let end = (at..self.order.len()).find(|end| !self.order[*end].is_put);
            let end = end.unwrap_or(self.order.len());
            if let Some((left, right)) = self.room(at, end) {
                self.spread(left, right);
            }
            at = end;
        }
        self.append_what_has_none();
        let numbered = self.order.into_iter().zip(before);
        let changed = numbered.filter(|(slot, before)| slot.place != *before);
        let placed = |Slot { key, place, is_put, .. }| {
            Some(Placed { key, place: u32::try_from(place).ok()?, follows: !is_put })
        };
        changed.filter_map(|(slot, _)| placed(slot)).collect()
    }

    /// The nearest two lines around `start..end` that can keep their places while all between them
    /// get numbers, as `left..right` without them.
    fn room(&self, start: usize, end: usize) -> Option<(usize, usize)> {
        // Lines keep their places if these grow by one at least from line to line: if place less
        // position does not fall.
        let slack = |at: usize| self.order[at].place - position(at);
        let mut right = Vec::new();
        for at in end..self.order.len() {
            let slot = &self.order[at];
            if !slot.is_put && right.last().is_none_or(|(_, best)| slack(at) > *best) {
                right.push((at, slack(at)));
            }
            if !slot.is_free {
                break;
            }
        }
        let is_open = self.order[end..].iter().all(|slot| slot.is_free);
        if is_open {
            right.push((self.order.len(), i64::MAX));
        }
        let mut best: Option<(usize, usize)> = None;
        let mut left = start;
        loop {
            // Places begin at 0.
            let slack = left.checked_sub(1).map_or(0, slack);
            let first = right.partition_point(|(_, most)| *most < slack);
            if let Some((at, _)) = right.get(first)
                && best.is_none_or(|(from, to)| at - left < to - from)
            {
                best = Some((left, *at));
            }
            match left.checked_sub(1) {
                Some(next) if self.order[next].is_free => left = next,
                _ => return best,
            }
        }
    }

    /// Numbers the lines of `left..right`: in steps where there is room, else evenly.
    fn spread(&mut self, left: usize, right: usize) {
        let before = left.checked_sub(1).map(|at| self.order[at].place.max(0));
        let count = position(right - left);
        let step = i64::from(STEP);
        let high = self.order.get(right).map(|slot| slot.place);
        // Place 0 is given where there is no other: not every service tells it from none.
        let needs_zero = high.is_some_and(|high| high <= count);
        let low = before.unwrap_or(if needs_zero { -1 } else { 0 });
        let high = high.unwrap_or(low + (count + 1) * step);
        for (n, slot) in (1..).zip(&mut self.order[left..right]) {
            slot.place = if low + count * step < high {
                low + n * step
            } else {
                low + n * (high - low) / (count + 1)
            };
        }
    }

    fn append_what_has_none(&mut self) {
        let mut last = self.order.iter().map(|slot| slot.place).max().unwrap_or_default().max(0);
        for slot in self.order.iter_mut().filter(|slot| slot.place == NONE) {
            last += i64::from(STEP);
            slot.place = last;
        }
    }

    /// Where a line stands.
    pub fn find(&self, key: &RowKey) -> Option<usize> {
        self.order.iter().rposition(|slot| slot.key == *key)
    }
}

fn position(at: usize) -> i64 {
    i64::try_from(at).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests;
