//! Command `list_movements`: movements known here, filtered, ordered and gathered, as a window of
//! rows.

use std::sync::Arc;

use contract::{
    Entry, Freshness, ListMovements, MovementColumn, MovementFilter, MovementRow, Page, Sort,
};

use super::{
    group::{entries, gather},
    known::{Known, MovementSet},
    rows::{in_order, row},
};
use crate::{
    Backend,
    background::blocking,
    error::Error,
    lists::{Counts, window},
    profile::Opened,
};

/// What an order was made for.
#[derive(PartialEq)]
pub(crate) struct Question {
    version: u64,
    filter: MovementFilter,
    sort: Vec<Sort<MovementColumn>>,
}

impl Backend {
    /// Shows movements already known, and reads the list behind if it never was or is old.
    ///
    /// # Errors
    /// If no profile is open.
    pub async fn list_movements(
        &self,
        request: ListMovements,
    ) -> Result<Page<Entry<MovementRow>>, Error> {
        let opened = self.opened()?;
        opened.read_movements_behind();
        blocking(move || opened.list_movements(request)).await
    }
}

impl Opened {
    fn list_movements(&self, request: ListMovements) -> Page<Entry<MovementRow>> {
        let glance = self.movements.list.look(&());
        let set = glance.value.unwrap_or_default();
        let sort = request.rows.sort.clone();
        let question = Question { version: glance.version, filter: request.filter.clone(), sort };
        let ordered = self
            .movements
            .order
            .of(question, |question| in_order(set.iter(), &question.filter, &question.sort));
        self.page(&ordered, &set, &request, glance.freshness)
    }

    fn page(
        &self,
        ordered: &[Arc<Known>],
        set: &MovementSet,
        request: &ListMovements,
        freshness: Freshness,
    ) -> Page<Entry<MovementRow>> {
        let counts = Counts { matching: ordered.len(), known: set.len() };
        let shown = |known: &Known| {
            let row = row(known, self.movements.creations.is_waiting(known.key));
            Entry::Row { row }
        };
        let Some(by) = request.group else {
            return window(ordered, &request.rows, counts, freshness, |known| shown(known));
        };
        let groups = gather(ordered, by, request.today);
        let entries = entries(&groups, &request.folded);
        window(&entries, &request.rows, counts, freshness, |entry| match entry {
            Entry::Group { key, rows, folded } => {
                Entry::Group { key: key.clone(), rows: *rows, folded: *folded }
            }
            Entry::Row { row: known } => shown(known),
        })
    }
}
