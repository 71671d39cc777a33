//! What a row is made of: how much of it to run, what was counted, and how a promise is broken.
//! Every row uses these.

use std::collections::BTreeMap;
use std::fmt;

/// How much of a row to run. The same amount does the same thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    /// Random start: every choice of the run follows from it.
    pub start: u64,
    /// How many of the row's units (kills, answers, addresses …).
    pub count: u64,
    /// Whether this is a long run, for rows whose long form is more than a larger count.
    pub long: bool,
}

/// What a run counted, by name: figures to be shown, and zeros that were promised.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts(pub BTreeMap<&'static str, u64>);

impl Counts {
    /// Counts of these names.
    #[must_use]
    pub fn of<const N: usize>(counts: [(&'static str, u64); N]) -> Self {
        Self(counts.into())
    }

    /// Counts more of one name.
    pub fn add(&mut self, name: &'static str, more: u64) {
        *self.0.entry(name).or_default() += more;
    }

    /// The larger of what was counted and this: for peaks.
    pub fn peak(&mut self, name: &'static str, seen: u64) {
        let peak = self.0.entry(name).or_default();
        *peak = seen.max(*peak);
    }

    /// Takes in the counts of another run. Names that begin with `peak` keep the larger one.
    pub fn take_in(&mut self, other: &Self) {
        for (name, count) in &other.0 {
            if name.starts_with("peak") { self.peak(name, *count) } else { self.add(name, *count) }
        }
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let each: Vec<_> = self.0.iter().map(|(name, count)| format!("{name} {count}")).collect();
        f.write_str(&each.join(", "))
    }
}

/// A broken promise, or a run that could not be made, in one sentence. Whatever fails on the way is
/// one too: a run that did not happen proves nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation(pub String);

impl<E: std::error::Error> From<E> for Violation {
    fn from(error: E) -> Self {
        Self(error.to_string())
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A violation in these words unless `holds`.
///
/// # Errors
/// If it does not hold.
pub fn check(holds: bool, words: impl FnOnce() -> String) -> Result<(), Violation> {
    if holds { Ok(()) } else { Err(Violation(words())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_added_up_and_peaks_are_not() {
        let mut counts = Counts::of([("kills", 3), ("peak in flight", 2)]);
        counts.take_in(&Counts::of([("kills", 4), ("lost", 0), ("peak in flight", 1)]));
        let all = Counts::of([("kills", 7), ("lost", 0), ("peak in flight", 2)]);
        assert_eq!(counts, all);
        assert_eq!(counts.to_string(), "kills 7, lost 0, peak in flight 2");
    }

    #[test]
    fn what_fails_on_the_way_is_a_violation_in_its_own_words() {
        let failed = || -> Result<u64, Violation> { Ok("seven".parse::<u64>()?) };
        assert_eq!(failed(), Err(Violation("invalid digit found in string".into())));
        assert_eq!(check(false, || "two were lost".into()), Err(Violation("two were lost".into())));
    }
}
