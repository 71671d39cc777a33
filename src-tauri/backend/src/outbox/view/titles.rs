//! Names of movements for a whole list of rows, looked up in one pass.

use std::{collections::HashMap, sync::Arc};

use contract::{MovementKey, Operation, OperationState};
use rules::movements::known::MovementSet;

use super::movements::MovementView;
use crate::outbox::op::Op;

/// The titles of movements as they are at one moment.
pub(crate) struct Titles {
    known: Option<Arc<MovementSet>>,
    waiting: HashMap<MovementKey, PendingTitles>,
}

/// What operations that wait call a movement.
#[derive(Default)]
struct PendingTitles {
    /// In the form it is to be made from.
    form: Option<String>,
    /// In the newest change of its name.
    renamed: Option<String>,
}

impl MovementView {
    /// What movements are called now.
    pub(crate) fn titles(&self) -> Titles {
        // In this order: a movement made meanwhile is among the known ones.
        let mut titles = Titles { known: None, waiting: HashMap::new() };
        self.outbox.look_at_all(|op| titles.add(op));
        titles.known = self.movements.list.look(&()).value;
        titles
    }
}

impl Titles {
    /// What people call a movement: its identifier, else its name as it is shown; `None` where it has
    /// neither, or is not known.
    pub(crate) fn of(&self, key: MovementKey) -> Option<&str> {
        let Some(known) = self.known.as_ref().and_then(|known| known.get(key)) else {
            let to_be_made = self.waiting.get(&key)?;
            let form = to_be_made.form.as_deref()?;
            return to_be_made.renamed.as_deref().or(Some(form));
        };
        let movement = &known.movement;
        let renamed = || self.waiting.get(&known.key)?.renamed.as_deref();
        movement.identifier.as_deref().or_else(renamed).or(movement.name.as_deref())
    }

    fn add(&mut self, op: &Op) {
        let Some(key) = op.movement else { return };
        match &op.body {
            Operation::CreateMovement(form) => {
                self.waiting.entry(key).or_default().form.get_or_insert_with(|| form.name.clone());
            }
            // One in conflict is not shown: what the service has is true until the user decides.
            Operation::UpdateHeader(change) if !matches!(op.state, OperationState::Conflict(_)) => {
                if let Some(name) = &change.name {
                    self.waiting.entry(key).or_default().renamed = Some(name.clone());
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
