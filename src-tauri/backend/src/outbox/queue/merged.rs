//! What waits together because it was merged. A part of the queue, which it only looks at.

use std::collections::HashSet;

use contract::OperationKey;

use super::Outbox;
use crate::outbox::op::Op;

impl Outbox {
    /// An operation as it was asked for, with all others of its merge that have not ended, in their
    /// order.
    pub(crate) fn merged_with(&self, op: &Op) -> Vec<Op> {
        let Some(merge) = op.merge else { return vec![op.clone()] };
        let state = self.state();
        let is_part = |other: &&Op| other.merge == Some(merge);
        state.ops.values().filter(is_part).cloned().collect()
    }

    /// These operations, and those of their merges that are not on their way.
    pub(crate) fn with_merges(&self, keys: &[OperationKey]) -> Vec<OperationKey> {
        let state = self.state();
        let merges: HashSet<_> = keys.iter().filter_map(|key| state.find(*key)?.merge).collect();
        let is_other = |op: &&Op| {
            op.merge.is_some_and(|merge| merges.contains(&merge))
                && op.is_idle()
                && !keys.contains(&op.key)
        };
        let others = state.ops.values().filter(is_other).map(|op| op.key);
        keys.iter().copied().chain(others).collect()
    }
}
