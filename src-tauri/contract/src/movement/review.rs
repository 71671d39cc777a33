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
        let decided = lines.iter().filter(|line| is_decided(line)).count();
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

fn is_decided(line: &LineItem) -> bool {
    matches!(line.status, LineStatus::Changed | LineStatus::Substituted | LineStatus::Canceled)
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
}
