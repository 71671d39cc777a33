//! Resolves a conflict of a line, field by field: keep ours, or take theirs. Pure.

use contract::{ChangeKind, ConflictField, Decision, RowKey};

use super::planned::{Planned, planned};
use crate::{
    editor::draft::{
        apply::EditBatch,
        sheet::{Aspects, Decided, TypedQuantity, WantedProduct},
        touched::Touched,
    },
    editor::error::EditError,
};

impl EditBatch<'_> {
    /// Ends a conflict of a line: fields in `keep` stay as wanted here, the others as the service has them.
    ///
    /// # Errors
    /// If the line is not there.
    pub fn resolve(&mut self, row: &RowKey, keep: &[ConflictField]) -> Result<(), EditError> {
        let merged = self.lines.touch(row).draft.wants.merged.clone();
        self.resolve_line(row, keep)?;
        // Of a merge that lost a part here nothing is left.
        if let Some(merged) = merged.filter(|_| !self.lines.touch(row).does_its_part()) {
            self.lines.part_all(&merged.into);
        }
        Ok(())
    }

    fn resolve_line(&mut self, row: &RowKey, keep: &[ConflictField]) -> Result<(), EditError> {
        let touched = self.lines.touch(row);
        let Some(drawn) = touched.row else { return Err(EditError::Unknown) };
        if drawn.is_gone {
            return self.resolve_gone(row, keep.contains(&ConflictField::Line));
        }
        for change in planned(drawn).iter().filter(|change| !change.clashes.is_empty()) {
            touched.give_up(change, keep);
        }
        // What was seen of the other side is what is decided upon from now on.
        touched.draft.base = drawn.seen().map(Box::new);
        touched.normalize();
        Ok(())
    }

    /// A line that is gone is given up, or added anew as it was to be.
    fn resolve_gone(&mut self, row: &RowKey, is_kept: bool) -> Result<(), EditError> {
        let touched = self.lines.touch(row);
        let apart = touched.pieces_apart().map(TypedQuantity::of);
        let merged = std::mem::take(&mut touched.draft).wants.merged;
        // What was merged into it is merged into the new one; of one that was merged away nothing is.
        let mut merged = merged.filter(|merged| merged.into == touched.key);
        merged.iter_mut().for_each(|merged| merged.back.clone_from(&apart));
        let Some(line) = touched.row.and_then(|row| row.line()).filter(|_| is_kept) else {
            return Ok(());
        };
        let product = WantedProduct::Product(line.product.clone());
        let anew = RowKey::New((self.means.new_key)());
        let added = self.lines.touch(&anew);
        added.draft.wants = Aspects {
            added: true,
            product: Some(Box::new(product)),
            quantity: line.quantity_requested.map(TypedQuantity::of),
            merged,
            ..Aspects::default()
        };
        let gone = row.clone();
        self.lines.rename_merge(&gone, &anew);
        self.places().add(anew, Some(&gone));
        Ok(())
    }
}

impl Touched<'_> {
    /// Gives up what is not kept of a change that somebody else's stands against.
    pub fn give_up(&mut self, change: &Planned, keep: &[ConflictField]) {
        let mut given_up = change.clashes.iter().map(|clash| clash.field);
        let wants = &mut self.draft.wants;
        match change.kind {
            ChangeKind::Update => {
                let fields: Vec<_> = given_up.filter(|field| !keep.contains(field)).collect();
                let all = fields.contains(&ConflictField::Decision);
                let is_given_up = |field| all || fields.contains(&field);
                if is_given_up(ConflictField::Product) {
                    wants.product = None;
                }
                if is_given_up(ConflictField::Quantity) {
                    wants.quantity = None;
                }
                if is_given_up(ConflictField::SortOrder) {
                    wants.leave_in_place();
                }
                // Somebody decided about the line; it is updated after that was taken back.
                if keep.contains(&ConflictField::Decision) {
                    let decision = Decision::Revert;
                    let revert = Box::new(Decided::alone(decision));
                    wants.decision.get_or_insert(revert);
                }
            }
            _ if given_up.all(|field| keep.contains(&field)) => {}
            ChangeKind::Delete => wants.deleted = false,
            _ => wants.decision = None,
        }
    }
}
