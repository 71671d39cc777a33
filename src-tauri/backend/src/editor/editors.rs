//! The sheets of a profile's movements, in memory; `keep` changes them.

use std::{collections::HashMap, sync::Arc};

use contract::{LineItem, MovementKey, OperationKey, RowKey};
use parking_lot::{Mutex, MutexGuard};

use super::{
    draft::sheet::{Decided, Sheet, count_changed},
    last_drawn::LastDrawn,
};
use crate::service::gates::Gates;

/// The sheets of a profile's movements, and how their lines were last drawn.
#[derive(Default)]
pub(crate) struct Editors {
    sheets: Mutex<HashMap<MovementKey, Arc<Sheet>>>,
    pub(super) gates: Gates<MovementKey>,
    pub(super) last: LastDrawn,
    /// Lines that additions from here became.
    became: Mutex<HashMap<OperationKey, RowKey>>,
}

impl Editors {
    /// Puts in what the file held.
    pub(crate) fn restore(&self, sheets: HashMap<MovementKey, Sheet>) {
        *self.sheets() = sheets.into_iter().map(|(key, sheet)| (key, Arc::new(sheet))).collect();
    }

    /// The sheet of a movement; an empty one where nothing was ever edited.
    pub(crate) fn sheet(&self, movement: MovementKey) -> Arc<Sheet> {
        self.sheets().get(&movement).cloned().unwrap_or_default()
    }

    /// How many lines were edited and are not sent, of each movement that has any.
    pub(crate) fn unsent(&self) -> HashMap<MovementKey, u32> {
        let sheets = self.sheets();
        let count = |sheet: &Sheet| count_changed(sheet.drafts().map(|(_, draft)| Some(&**draft)));
        let counted = sheets.iter().map(|(key, sheet)| (*key, count(sheet)));
        counted.filter(|(_, count)| *count > 0).collect()
    }

    /// What is proposed: of which movement, about which line, and what.
    pub(crate) fn proposed(&self) -> Vec<(MovementKey, RowKey, Decided)> {
        let sheets = self.sheets();
        let of_sheet = |(movement, sheet): (&MovementKey, &Arc<Sheet>)| {
            let drafts = sheet.drafts().filter_map(|(row, draft)| {
                let decided = draft.wants.decision.as_deref().filter(|it| it.proposed)?;
                Some((*movement, row.clone(), decided.clone()))
            });
            drafts.collect::<Vec<_>>()
        };
        sheets.iter().flat_map(of_sheet).collect()
    }

    /// A line as it was seen when something began to be wanted of it.
    pub(crate) fn base_line(&self, movement: MovementKey, row: &RowKey) -> Option<LineItem> {
        let sheet = self.sheet(movement);
        sheet.draft(row)?.base.as_deref().map(|seen| seen.line.clone())
    }

    /// Of how many lines nothing is wanted but what is proposed, of each movement that has any.
    pub(crate) fn only_proposed(&self) -> HashMap<MovementKey, u32> {
        let sheets = self.sheets();
        let mut counts = HashMap::new();
        for (movement, sheet) in sheets.iter() {
            for (_, draft) in sheet.drafts() {
                let mut wants = draft.wants.clone();
                if wants.decision.take().is_some_and(|it| it.proposed) && wants.is_empty() {
                    *counts.entry(*movement).or_default() += 1;
                }
            }
        }
        counts
    }

    pub(super) fn became(&self) -> MutexGuard<'_, HashMap<OperationKey, RowKey>> {
        self.became.lock()
    }

    pub(super) fn sheets(&self) -> MutexGuard<'_, HashMap<MovementKey, Arc<Sheet>>> {
        self.sheets.lock()
    }
}
