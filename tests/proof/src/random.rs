//! Random numbers that come again: the same start gives the same ones on every computer. Every
//! choice of a row is made with these. (SplitMix64: small, even, and not for secrets.)

/// A source of random numbers.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A source from a start.
    #[must_use]
    pub fn new(start: u64) -> Self {
        // Neighbouring starts are mixed apart, so that batches share nothing.
        let mut random = Self(start);
        Self(random.next())
    }

    /// A source of its own for a named part, so that one part's choices do not shift another's.
    #[must_use]
    pub fn branch(&self, name: &str) -> Self {
        let seed = name
            .bytes()
            .fold(self.0, |seed, byte| (seed ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        Self::new(seed)
    }

    /// The next number.
    #[allow(clippy::should_implement_trait, reason = "it never ends, so it is no iterator")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`; 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        let end = u64::try_from(end).unwrap_or(u64::MAX);
        let number = if end == 0 { 0 } else { self.next() % end };
        usize::try_from(number).unwrap_or_default()
    }

    /// Whether it happens, once in so many times.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of these, which must not be none.
    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_start_gives_the_same_numbers_and_another_gives_others() {
        let numbers = |mut random: Random| -> Vec<u64> { (0..8).map(|_| random.next()).collect() };
        assert_eq!(numbers(Random::new(7)), numbers(Random::new(7)));
        assert_ne!(numbers(Random::new(7)), numbers(Random::new(8)));
        let branch = |name| numbers(Random::new(7).branch(name));
        assert_eq!(branch("kills"), branch("kills"));
        assert_ne!(branch("kills"), branch("cuts"));
    }

    #[test]
    fn numbers_stay_below_their_end_and_reach_all_of_it() {
        let mut random = Random::new(1);
        let seen: std::collections::BTreeSet<_> = (0..200).map(|_| random.below(7)).collect();
        assert_eq!(seen, (0..7).collect());
        assert_eq!(random.below(0), 0);
    }
}
