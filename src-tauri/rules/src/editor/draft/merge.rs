//! Merges a line into another one of its product, and parts them again. Pure. A part of `apply`. The
//! lines of a merge remember it until they are sent: what one of them loses of it, all lose, so that no
//! piece is asked for twice or not at all.

use std::collections::BTreeSet;

use contract::{LineItem, Quantity, RowKey};

use super::{
    sheet::{Merged, TypedQuantity},
    touched::{Lines, Touched},
};
use crate::editor::error::EditError;

impl Lines<'_> {
    /// Gives a line the quantity of another one, which is deleted.
    pub fn merge(&mut self, row: &RowKey, into: &RowKey) -> Result<(), EditError> {
        let invalid = |problem| EditError::Invalid { field: "into", problem };
        let (from, to) = (self.scene.name_now(row), self.scene.name_now(into));
        if from == to {
            return Err(invalid("it is the line itself"));
        }
        let (line, moved) = self.mergeable(&from)?;
        let (target, has) = self.mergeable(&to)?;
        if line.product.id != target.product.id {
            return Err(invalid("it is of another product"));
        }
        let own = self.touch(&from);
        let is_added = own.draft.wants.added;
        // An added line is gone at once; its own pieces stay with the other one if these are parted.
        let kept = if is_added { own.pieces_apart().unwrap_or(moved) } else { 0 };
        if is_added {
            own.draft = Default::default();
        } else {
            own.join(&to);
            own.draft.wants.deleted = true;
            own.normalize();
        }
        self.rename_merge(&from, &to);
        let other = self.touch(&to);
        other.join(&to);
        other.keep_apart(kept);
        other.draft.wants.quantity = Some(TypedQuantity::of(has.saturating_add(moved)));
        other.normalize();
        Ok(())
    }

    /// A line as it is to be, and its pieces, where it can be merged.
    fn mergeable(&mut self, key: &RowKey) -> Result<(LineItem, i64), EditError> {
        let touched = self.touch(key);
        touched.check_update()?;
        let line = touched.draft.wants.over(touched.beneath());
        let problem = "its quantity is no number";
        let pieces = line.quantity_requested.ok_or(EditError::Invalid { field: "row", problem })?;
        Ok((line, pieces))
    }

    /// Parts the lines of the merge that a line is part of, if it is of one.
    pub fn part(&mut self, row: &RowKey) {
        if let Some(merged) = self.touch(row).draft.wants.merged.clone() {
            self.part_all(&merged.into);
        }
    }

    /// Parts all lines that were merged into one: each is wanted as it was before.
    pub fn part_all(&mut self, into: &RowKey) {
        for key in self.merged_into(into) {
            let touched = self.touch(&key);
            let Some(merged) = touched.draft.wants.merged.take() else { continue };
            touched.draft.wants.quantity = merged.back;
            if key != *into {
                touched.draft.wants.deleted = false;
            }
            touched.normalize();
        }
    }

    /// What was merged into one line is merged into another from then on.
    pub fn rename_merge(&mut self, from: &RowKey, to: &RowKey) {
        for key in self.merged_into(from) {
            if let Some(merged) = &mut self.touch(&key).draft.wants.merged {
                merged.into.clone_from(to);
            }
        }
    }

    /// The lines that are merged into one, that one among them.
    fn merged_into(&mut self, into: &RowKey) -> Vec<RowKey> {
        let drafts = self.scene.sheet.drafts().map(|(key, draft)| (key, &draft.wants));
        let touched = self.touched().map(|touched| (&touched.key, &touched.draft.wants));
        let merged = drafts.chain(touched).filter(|(_, wants)| wants.merged.is_some());
        let keys: BTreeSet<_> = merged.map(|(key, _)| key.clone()).collect();
        let is_one = |key: &RowKey| {
            self.touch(key).draft.wants.merged.as_ref().is_some_and(|merged| merged.into == *into)
        };
        keys.into_iter().filter(is_one).collect()
    }
}

impl Touched<'_> {
    /// Whether it is to be deleted because it was merged into another line.
    pub fn is_merged_away(&self) -> bool {
        self.draft.wants.merged.as_ref().is_some_and(|merged| merged.into != self.key)
    }

    /// Whether it still wants what the merge that it is part of wants of it.
    pub fn does_its_part(&self) -> bool {
        let wants = &self.draft.wants;
        wants.merged.is_some() && (wants.deleted || !self.is_merged_away())
    }

    /// Becomes part of a merge, and remembers what was wanted before the first one.
    fn join(&mut self, into: &RowKey) {
        let back = match self.draft.wants.merged.take() {
            Some(merged) => merged.back,
            None => self.draft.wants.quantity.clone(),
        };
        self.draft.wants.merged = Some(Box::new(Merged { into: into.clone(), back }));
    }

    /// Its pieces once what was merged into it is parted.
    pub fn pieces_apart(&self) -> Option<i64> {
        let wanted = self.draft.wants.merged.as_ref()?.back.as_ref();
        match wanted.map(|typed| typed.means) {
            Some(Quantity::Whole(pieces)) => Some(pieces),
            Some(_) => None,
            None => self.beneath()?.quantity_requested,
        }
    }

    /// So many more pieces stay its own if it is parted from the others.
    fn keep_apart(&mut self, pieces: i64) {
        let Some(own) = self.pieces_apart().filter(|_| pieces > 0) else { return };
        if let Some(merged) = &mut self.draft.wants.merged {
            merged.back = Some(TypedQuantity::of(own.saturating_add(pieces)));
        }
    }
}

#[cfg(test)]
mod tests;
