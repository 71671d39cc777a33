//! What became of a line in the service since something was proposed about it.

use contract::{
    LineRef, LineThen, Meanwhile, MovementRef, ProposalBase, ReviewRow, ReviewStand, RowKey,
};
use rules::review::based::{base_of, stood};

use super::{Reviews, line_at};

impl Reviews {
    /// What the line of a proposal was, and what it is now; `None` where it is none that became another one.
    pub(crate) fn meanwhile(&self, row: &ReviewRow) -> Option<Meanwhile> {
        if row.stand != ReviewStand::Elsewhere {
            return None;
        }
        let known = self.movements.find(&MovementRef::Key(row.line.movement))?;
        let then = |base: &ProposalBase| -> LineThen { stood(base, |id| self.believed(id)) };
        let in_service = line_at(&known, &row.line.item).filter(|_| !row.gone);
        let now = in_service.map(|(_, line)| then(&base_of(line)));
        Some(Meanwhile { was: self.base_of_row(row).as_ref().map(then), now })
    }

    /// What the line of a proposal was when it was proposed.
    fn base_of_row(&self, row: &ReviewRow) -> Option<ProposalBase> {
        let LineRef { movement, item } = &row.line;
        if row.from_elsewhere {
            return self.shared_of(*movement).remove(item)?.base;
        }
        let row = RowKey::Line(item.clone());
        self.editors.base_line(*movement, &row).as_ref().map(base_of)
    }
}
