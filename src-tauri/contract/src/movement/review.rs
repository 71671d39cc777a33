//! The state of a movement derived from its lines: the interface shows none of its own.

use serde::{Deserialize, Serialize};

use crate::{LineItem, LineStatus};

/// Where a movement stands, read off its lines; always labelled "from lines".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(not(target_arch = "wasm32"), serde(tag = "state"))]
pub enum ReviewState {
    /// It has no lines.
    Empty,
    /// Nothing was decided on any line.
    New,
    /// Something was decided on some lines.
    Reviewed {
        /// Lines changed, substituted or canceled.
        decided: u32,
        /// All lines.
        lines: u32,
    },
    /// Every line is canceled or revised to nothing.
    NothingToShip,
}

/// How loud a review state is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReviewTone {
    /// Settled; grey.
    Quiet,
    /// In the middle; drawn with its share.
    Progress,
}

impl ReviewState {
    /// Derives the state from a movement's top-level lines.
    #[must_use]
    pub fn of(lines: &[LineItem]) -> Self {
        let decided = lines.iter().filter_map(LineDecision::of).count();
        match (lines.len(), decided) {
            (0, _) => Self::Empty,
            (_, 0) => Self::New,
            _ if lines.iter().all(|line| line.quantity_to_ship() == Some(0)) => Self::NothingToShip,
            (all, decided) => Self::Reviewed { decided: count(decided), lines: count(all) },
        }
    }

    /// How loud it is drawn.
    #[must_use]
    pub fn tone(self) -> ReviewTone {
        match self {
            Self::Reviewed { decided, lines } if decided < lines => ReviewTone::Progress,
            _ => ReviewTone::Quiet,
        }
    }
}

/// What a reviewer decided on a line (interface document, 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineDecision {
    /// Another quantity goes (`CHANGED`).
    Revised,
    /// Other products go (`SUBSTITUTED`).
    Substituted,
    /// Nothing goes (`CANCELED`).
    Canceled,
}

impl LineDecision {
    /// What a line's status says was decided; `None` for a line that is open.
    #[must_use]
    pub fn of(line: &LineItem) -> Option<Self> {
        match line.status {
            LineStatus::Changed => Some(Self::Revised),
            LineStatus::Substituted => Some(Self::Substituted),
            LineStatus::Canceled => Some(Self::Canceled),
            _ => None,
        }
    }
}

/// On how many top-level lines of a movement what was decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decisions {
    /// Lines with a revised quantity.
    pub revised: u32,
    /// Lines instead of which other products go.
    pub substituted: u32,
    /// Lines of which nothing goes.
    pub canceled: u32,
}

impl Decisions {
    /// Counts them.
    #[must_use]
    pub fn of(lines: &[LineItem]) -> Self {
        let mut counts = Self::default();
        for decision in lines.iter().filter_map(LineDecision::of) {
            *match decision {
                LineDecision::Revised => &mut counts.revised,
                LineDecision::Substituted => &mut counts.substituted,
                LineDecision::Canceled => &mut counts.canceled,
            } += 1;
        }
        counts
    }

    /// On how many lines this was decided.
    #[must_use]
    pub fn count(self, decision: LineDecision) -> u32 {
        match decision {
            LineDecision::Revised => self.revised,
            LineDecision::Substituted => self.substituted,
            LineDecision::Canceled => self.canceled,
        }
    }

    /// On how many lines anything was decided.
    #[must_use]
    pub fn all(self) -> u32 {
        self.revised.saturating_add(self.substituted).saturating_add(self.canceled)
    }
}

/// Counts on screen are 32 bits; a list beyond that does not fit the 64 MiB an answer may have.
fn count(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movement::line::tests::line;

    #[test]
    fn a_movement_is_empty_new_reviewed_or_has_nothing_to_ship() {
        assert_eq!(ReviewState::of(&[]), ReviewState::Empty);
        let pending = line(LineStatus::Pending);
        let canceled = line(LineStatus::Canceled);
        assert_eq!(ReviewState::of(std::slice::from_ref(&pending)), ReviewState::New);
        assert_eq!(
            ReviewState::of(&[pending, canceled.clone()]),
            ReviewState::Reviewed { decided: 1, lines: 2 }
        );
        let nothing = LineItem { quantity_revised: Some(0), ..line(LineStatus::Changed) };
        assert_eq!(ReviewState::of(&[canceled, nothing]), ReviewState::NothingToShip);
    }

    #[test]
    fn what_was_decided_is_counted_by_its_kind() {
        let statuses = [
            LineStatus::Changed,
            LineStatus::Canceled,
            LineStatus::Pending,
            LineStatus::Canceled,
            LineStatus::Substituted,
            LineStatus::Other("ON_HOLD".into()),
        ];
        let counts = Decisions::of(&statuses.map(line));
        assert_eq!(counts, Decisions { revised: 1, substituted: 1, canceled: 2 });
        assert_eq!((counts.count(LineDecision::Canceled), counts.all()), (2, 4));
    }
}
