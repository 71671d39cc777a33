//! Which changes a line's status allows (interface document, 3): one rule for the window, which
//! greys an action with its reason, and for the backend, which refuses it. The service's refusal is
//! the final judge.

use crate::{ChangeKind, LineItem, LineStatus, Reason};

impl LineItem {
    /// Why this kind of change cannot be made of the line as it stands; `None` if it can. For
    /// top-level lines.
    #[must_use]
    pub fn refusal(&self, kind: ChangeKind) -> Option<Reason> {
        let not_allowed = || Some(Reason::NotAllowed { status: self.status.as_str().to_owned() });
        match kind {
            ChangeKind::Substitute if self.status == LineStatus::Substituted => None,
            // What goes in its place hangs on it.
            ChangeKind::Delete
                if matches!(self.status, LineStatus::Changed | LineStatus::Substituted) =>
            {
                Some(Reason::RevertFirst)
            }
            ChangeKind::Update
            | ChangeKind::Revise
            | ChangeKind::Substitute
            | ChangeKind::Cancel
                if !self.is_open() =>
            {
                not_allowed()
            }
            ChangeKind::Revert if self.is_open() => not_allowed(),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movement::line::tests::line;

    #[test]
    fn an_open_line_takes_everything_but_a_revert() {
        for status in [LineStatus::Pending, LineStatus::Approved, LineStatus::Other("X".into())] {
            let open = line(status);
            for kind in [ChangeKind::Update, ChangeKind::Revise, ChangeKind::Cancel] {
                assert_eq!(open.refusal(kind), None);
            }
            assert_eq!(open.refusal(ChangeKind::Delete), None);
            assert!(matches!(open.refusal(ChangeKind::Revert), Some(Reason::NotAllowed { .. })));
        }
    }

    #[test]
    fn a_decided_line_takes_a_revert_and_a_substituted_one_other_substitutes() {
        let substituted = line(LineStatus::Substituted);
        assert_eq!(substituted.refusal(ChangeKind::Substitute), None);
        assert_eq!(substituted.refusal(ChangeKind::Revert), None);
        assert_eq!(substituted.refusal(ChangeKind::Delete), Some(Reason::RevertFirst));
        let changed = line(LineStatus::Changed);
        assert_eq!(changed.refusal(ChangeKind::Delete), Some(Reason::RevertFirst));
        for kind in [ChangeKind::Update, ChangeKind::Revise, ChangeKind::Cancel] {
            assert!(changed.refusal(kind).is_some());
            assert!(line(LineStatus::Canceled).refusal(kind).is_some());
        }
        assert_eq!(line(LineStatus::Canceled).refusal(ChangeKind::Delete), None);
    }
}
