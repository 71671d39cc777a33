//! Merged lines are selected, sent and held back together. Pure.

use std::collections::{HashMap, HashSet};

use crate::search::count_of;
use contract::{ChangeKind, ChangeStand, RowKey};

use crate::editor::drawn::{
    planned::{Planned, planned},
    rows::{Drawn, DrawnRow},
};

/// What is wanted of each line that is changed, as changes in the order in which they go; the lines by
/// their places. Of a merge all go, or none.
pub fn planned_together(drawn: &Drawn) -> Vec<(usize, Vec<Planned>)> {
    let changed = drawn.rows.iter().enumerate().filter(|(_, row)| row.draft.is_some());
    let mut all: Vec<_> = changed.map(|(at, row)| (at, planned(row))).collect();
    // The first line of each merge that stays.
    let mut stays = HashMap::new();
    for (at, planned) in &all {
        let is_held = || planned.iter().any(|part| is_part(part.kind) && !part.goes());
        if let Some(into) = drawn.rows[*at].merged_into().filter(|_| is_held()) {
            stays.entry(into).or_insert(*at);
        }
    }
    for (at, planned) in &mut all {
        let held = drawn.rows[*at].merged_into().and_then(|into| stays.get(into));
        if let Some(held) = held {
            let goes = planned.iter_mut().filter(|change| change.goes());
            goes.for_each(|change| change.stand = ChangeStand::Together(count_of(*held + 1)));
        }
    }
    all
}

/// Whether a change of a merged line belongs to the merge: what was decided about it besides does not.
pub fn is_part(kind: ChangeKind) -> bool {
    matches!(kind, ChangeKind::Create | ChangeKind::Update | ChangeKind::Delete)
}

/// The lines that somebody wants to be sent. A merge is one choice.
pub struct Chosen<'a> {
    drawn: &'a Drawn,
    only: Option<HashSet<&'a RowKey>>,
    without: HashSet<&'a RowKey>,
}

impl<'a> Chosen<'a> {
    /// These alone, or all; without those.
    pub fn of(drawn: &'a Drawn, only: Option<&'a [RowKey]>, without: &'a [RowKey]) -> Self {
        let choices = |rows: &'a [RowKey]| rows.iter().map(|row| choice(drawn, row)).collect();
        Self { drawn, only: only.map(choices), without: choices(without) }
    }

    /// Whether a line is among them.
    pub fn takes(&self, row: &RowKey) -> bool {
        let choice = choice(self.drawn, row);
        self.only.as_ref().is_none_or(|only| only.contains(choice))
            && !self.without.contains(choice)
    }
}

/// What is chosen with a line: the line into which it is merged stands for all of its merge.
fn choice<'a>(drawn: &'a Drawn, row: &'a RowKey) -> &'a RowKey {
    drawn.find(row).and_then(|(_, row)| row.merged_into()).unwrap_or(row)
}

impl DrawnRow {
    /// The line into which it and others are merged, as long as that is not sent.
    pub fn merged_into(&self) -> Option<&RowKey> {
        self.draft.as_ref()?.wants.merged.as_ref().map(|merged| &merged.into)
    }
}

#[cfg(test)]
mod tests;
