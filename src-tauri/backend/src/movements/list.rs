//! The list of movements as a window of rows: filtered, ordered, in groups.

use std::sync::Arc;

use contract::{Entry, Freshness, ListMovements, MovementKey, MovementRow, Page, RowState};
use rules::{
    movements::{
        group::{entries, gather},
        known::KnownMovement,
        rows::{in_order, row, unread},
    },
    search::{Counts, count_of, window},
};

use crate::{
    outbox::view::movements::{MovementOrderKey, MovementView},
    store::tables::drafts::UnsentForms,
};

/// So many movements at once are read for a filter.
const READ_BEHIND: usize = 50;

impl MovementView {
    /// The window asked for, and movements whose lines are needed to know whether they belong to it.
    pub(crate) fn list_movements(
        &self,
        request: ListMovements,
        forms: &UnsentForms,
    ) -> (Page<Entry<MovementRow>>, Vec<MovementKey>) {
        let glance = self.movements.list.look(&());
        let (sort, filter) = (request.rows.sort.clone(), request.filter.clone());
        let waiting = self.outbox.version();
        let question = MovementOrderKey { version: glance.version, waiting, filter, sort };
        let mut known = glance.value.map_or(0, |set| set.len());
        // Rows of whatever order need the same ones.
        let unread =
            self.unread.of(MovementOrderKey { sort: Vec::new(), ..question.clone() }, |question| {
                unread(self.shown_movements().iter(), &question.filter)
            });
        let ordered = self.order.of(question, |question| {
            let shown = self.shown_movements();
            in_order(shown.iter(), &question.filter, &question.sort)
        });
        known = known.max(ordered.len());
        let page = self.page(&ordered, (known, forms), &request, glance.freshness);
        let page = Page { unread: count_of(unread.len()), ..page };
        (page, unread.iter().take(READ_BEHIND).map(|known| known.key).collect())
    }

    fn page(
        &self,
        ordered: &[Arc<KnownMovement>],
        (known, forms): (usize, &UnsentForms),
        request: &ListMovements,
        freshness: Freshness,
    ) -> Page<Entry<MovementRow>> {
        let counts = Counts { matching: ordered.len(), known };
        let (states, unsent) = (self.row_states(), self.unsent_changes(forms));
        let shown = |known: &KnownMovement| {
            let unsent = unsent.get(&known.key).copied().unwrap_or(0);
            let state = states.get(&known.key).copied().unwrap_or(match unsent {
                0 => RowState::InService,
                _ => RowState::Changed,
            });
            MovementRow { unsent, ..row(known, state) }
        };
        let Some(by) = request.group else {
            let drawn = |known: &Arc<KnownMovement>| Entry::Row { row: shown(known) };
            return window(ordered, &request.rows, counts, freshness, drawn);
        };
        let groups = gather(ordered, by, request.today);
        let entries = entries(&groups, &request.folded);
        window(&entries, &request.rows, counts, freshness, |entry| entry.map(|known| shown(known)))
    }
}
