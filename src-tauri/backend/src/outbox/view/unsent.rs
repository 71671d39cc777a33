//! How many changes of which movements are not sent.

use std::collections::HashMap;

use contract::{ItemId, MovementKey, RowKey, Unsent};
use rules::search::count_of;

use super::movements::MovementView;
use crate::store::tables::drafts::UnsentForms;

impl MovementView {
    /// Movements with edits that are not sent, the most edited first.
    pub(crate) fn unsent(&self, forms: &UnsentForms) -> Vec<Unsent> {
        let title = |key: MovementKey| {
            let known = self.shown_movement(&key.into())?;
            known.movement.identifier.clone().or_else(|| known.movement.name.clone())
        };
        let headers = &forms.headers;
        let mut unsent: Vec<_> = self
            .unsent_changes(forms)
            .into_iter()
            .map(|(movement, changes)| {
                let title = title(movement).unwrap_or_default();
                Unsent { movement, title, changes, header: headers.contains(&movement) }
            })
            .collect();
        unsent.sort_by_key(|unsent| (std::cmp::Reverse(unsent.changes), unsent.movement));
        unsent
    }

    /// How many changes of each movement are not sent: lines that were edited or have something typed in their panel, and
    /// its header.
    pub(crate) fn unsent_changes(&self, forms: &UnsentForms) -> HashMap<MovementKey, u32> {
        let mut changes = self.editors.unsent();
        // What belongs to a movement that was given up can be seen nowhere, until it is asked for again.
        changes.retain(|movement, _| self.shown_movement(&(*movement).into()).is_some());
        for movement in &forms.headers {
            *changes.entry(*movement).or_default() += 1;
        }
        for (movement, items) in &forms.lines {
            let more = self.only_typed(*movement, items);
            if more > 0 {
                *changes.entry(*movement).or_default() += more;
            }
        }
        changes
    }

    /// How many of a movement's lines have nothing but what is typed in their panel.
    fn only_typed(&self, movement: MovementKey, items: &[ItemId]) -> u32 {
        let Some(known) = self.movements.find(&movement.into()) else { return 0 };
        let lines = known.movement.lines.as_deref().unwrap_or_default();
        let sheet = self.editors.sheet(movement);
        let is_edited = |item: &ItemId| {
            let draft = sheet.draft(&RowKey::Line(item.clone()));
            draft.is_some_and(|draft| !draft.wants.only_follows())
        };
        // What is typed of a line that is gone can be seen nowhere.
        let some_are_unread = known.movement.lines_left_out > 0;
        let is_there = |item: &ItemId| some_are_unread || lines.iter().any(|line| line.id == *item);
        count_of(items.iter().filter(|item| is_there(item) && !is_edited(item)).count())
    }
}
