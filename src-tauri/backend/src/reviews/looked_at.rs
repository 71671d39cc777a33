//! Which proposals of others somebody looked at in the inbox: what is sent in the place of one of them was decided
//! by whoever looked at it, and need not be reviewed again.

use contract::{ItemId, LineRef, MovementKey, ReviewRow};
use rules::review::marks::{are_same, decided};

use super::{Reviews, decision_of};
use crate::outbox::op::Op;

impl Reviews {
    /// Somebody looks at a decision; what others propose is remembered until the profile is closed.
    pub(crate) fn look_at(&self, row: &ReviewRow) {
        let Some(decision) = row.decision.as_ref().filter(|_| row.from_elsewhere) else { return };
        self.seen.lock().insert(row.line.clone(), decision.clone());
    }

    /// What is sent about lines of which a proposal of others was looked at, as marks. One that is another one by
    /// now, and one that nobody looked at, are left out.
    pub(crate) fn decided_upon(
        &self,
        movement: MovementKey,
        ops: &[Op],
    ) -> Vec<(ItemId, Option<String>)> {
        let proposed = self.shared_of(movement);
        let seen = self.seen.lock();
        let mark = |op: &Op| {
            let item = op.item()?;
            let looked_at = seen.get(&LineRef { movement, item: item.clone() })?;
            let is_it = are_same(looked_at, &proposed.get(item)?.decision);
            let decision = decision_of(op.line_change()?)?;
            Some((item.clone(), Some(decided(&decision).filter(|_| is_it)?)))
        };
        ops.iter().filter_map(mark).collect()
    }
}
