//! Applies edits to a movement's unsent changes of lines. An edit that a line's status forbids is
//! skipped. Pure.

use contract::{
    Decision, EditorColumn, LineEdit, ProductRef, ProposalKey, RowKey, StepKind, TypedCell,
};

use super::{
    means::CellParser,
    places::{LineOrder, Placed, Slot},
    sheet::{Aspects, Decided, History, Recipient, SheetChange, UndoEntry, WantedProduct},
    touched::{EditContext, Lines},
};
use crate::{editor::drawn::rows::DrawnRow, editor::error::EditError};

/// Edits under way.
pub struct EditBatch<'a> {
    /// The lines touched so far.
    pub lines: Lines<'a>,
    /// What reads typed cells.
    pub means: &'a CellParser<'a>,
    /// The order of the lines, once somebody changes it.
    places: Option<LineOrder>,
}

/// Applies edits in their order, as one step of undo. If no line takes any of them, it is answered why
/// the first was not taken.
pub fn apply(
    scene: &EditContext<'_>,
    means: &CellParser<'_>,
    kind: StepKind,
    edits: &[LineEdit],
) -> Result<SheetChange, EditError> {
    let mut work = EditBatch { lines: Lines::of(scene), means, places: None };
    let ends: Vec<_> = edits.iter().map(|edit| work.edit(edit)).collect();
    if ends.iter().all(Result::is_err) {
        let nothing = EditError::Invalid { field: "edits", problem: "there are none" };
        return Err(ends.into_iter().find_map(Result::err).unwrap_or(nothing));
    }
    work.number();
    let (change, rows) = work.lines.end();
    let step = UndoEntry { kind, rows };
    let history = if step.rows.is_empty() { History::Same } else { History::New(step) };
    let leaves_cell = scene.sheet.typing.as_ref().is_some_and(|typing| is_left(typing, edits));
    Ok(SheetChange { history, leaves_cell, ..change })
}

/// Whether the cell being typed in is one of those that got what was typed.
fn is_left(typing: &TypedCell, edits: &[LineEdit]) -> bool {
    edits.iter().any(|edit| match (edit, &typing.row) {
        (LineEdit::Add { .. }, None) => true,
        (LineEdit::Cell { row, column, .. }, Some(typed)) => {
            row == typed && *column == typing.column
        }
        (LineEdit::Product { row, .. }, Some(typed)) => {
            row == typed && typing.column == EditorColumn::Code
        }
        (LineEdit::Merge { into, .. }, Some(typed)) => {
            into == typed && typing.column == EditorColumn::Requested
        }
        (LineEdit::Recipient { row, .. }, Some(typed)) => {
            row == typed && typing.column == EditorColumn::Recipient
        }
        _ => false,
    })
}

impl<'a> EditBatch<'a> {
    fn edit(&mut self, edit: &LineEdit) -> Result<(), EditError> {
        match edit {
            LineEdit::Cell { row, column, text } => self.type_in(row, *column, text),
            LineEdit::Product { row, product } => {
                let wanted = WantedProduct::Product(product.clone());
                self.update(row, |wants| wants.product = Some(Box::new(wanted)))
            }
            LineEdit::Recipient { row, recipient } => {
                let recipient = Recipient(recipient.clone());
                self.check_recipient(row)?;
                self.update(row, |wants| wants.recipient = Some(Box::new(recipient)))
            }
            LineEdit::Add { row, after, product, code, quantity } => {
                self.add(row, after.as_ref(), product.as_ref(), code, quantity)
            }
            LineEdit::Decide { row, decision, proposed } => {
                self.decide(row, decision.as_ref(), *proposed)
            }
            LineEdit::Delete { row, deleted } => self.delete(row, *deleted),
            LineEdit::Merge { row, into } => self.lines.merge(row, into),
            LineEdit::Move { row, after } => self.put(row, after.as_ref()),
            LineEdit::Forget { row } => {
                self.lines.part(row);
                self.lines.touch(row).draft = Default::default();
                Ok(())
            }
            LineEdit::Resolve { row, keep } => self.resolve(row, keep),
        }
    }

    fn type_in(&mut self, row: &RowKey, column: EditorColumn, text: &str) -> Result<(), EditError> {
        match column {
            EditorColumn::Code => {
                let wanted = self.means.product_of(text, self.lines.scene.drawn);
                self.update(row, |wants| wants.product = Some(Box::new(wanted)))
            }
            EditorColumn::Requested => {
                let typed = self.means.quantity_of(text);
                self.update(row, |wants| wants.quantity = Some(typed))
            }
            EditorColumn::Recipient => {
                let recipient = self.means.recipient_of(text)?;
                self.check_recipient(row)?;
                self.update(row, |wants| wants.recipient = Some(Box::new(recipient)))
            }
            _ => Err(EditError::Invalid { field: "column", problem: "it is not typed in" }),
        }
    }

    /// Changes what is wanted of a line whose product, quantity and place can be changed.
    fn update(&mut self, row: &RowKey, change: impl FnOnce(&mut Aspects)) -> Result<(), EditError> {
        let touched = self.lines.touch(row);
        touched.check_update()?;
        change(&mut touched.draft.wants);
        touched.normalize();
        Ok(())
    }

    fn check_recipient(&mut self, row: &RowKey) -> Result<(), EditError> {
        if self.lines.touch(row).draft.wants.added {
            return Ok(());
        }
        Err(EditError::Invalid {
            field: "row",
            problem: "who gets a line is said when it is added",
        })
    }

    fn add(
        &mut self,
        row: &RowKey,
        after: Option<&RowKey>,
        product: Option<&ProductRef>,
        code: &str,
        quantity: &str,
    ) -> Result<(), EditError> {
        let RowKey::New(_) = row else {
            return Err(EditError::Invalid {
                field: "row",
                problem: "it is not the name of a new line",
            });
        };
        let (means, drawn) = (self.means, self.lines.scene.drawn);
        let typed = |text| Some(text).filter(|text: &&str| !text.trim().is_empty());
        let wanted = match product {
            Some(product) => Some(WantedProduct::Product(product.clone())),
            None => typed(code).map(|code| means.product_of(code, drawn)),
        };
        let quantity = typed(quantity).map(|text| means.quantity_of(text));
        let is_sent = self.lines.scene.sheet.sent(row) > 0;
        let touched = self.lines.touch(row);
        if is_sent || touched.row.is_some_and(|row| !row.is_added()) {
            return Err(EditError::TooLate);
        }
        // Asked for once more, it is there already and stays where it is.
        let is_new = !touched.draft.wants.added;
        let wants = &mut touched.draft.wants;
        (wants.added, wants.product, wants.quantity) = (true, wanted.map(Box::new), quantity);
        if is_new {
            let after = after.map(|after| self.lines.scene.name_now(after));
            self.places().add(row.clone(), after.as_ref());
        }
        Ok(())
    }

    /// Decides about a line, or takes an unsent decision away.
    ///
    /// # Errors
    /// If the line does not take it as it stands.
    pub fn decide(
        &mut self,
        row: &RowKey,
        decision: Option<&Decision>,
        proposed: bool,
    ) -> Result<(), EditError> {
        let touched = self.lines.touch(row);
        if let Some(decision) = decision {
            touched.check_decision(decision)?;
        }
        let proposal = proposed.then(|| ProposalKey((self.means.new_key)().0));
        let decided =
            decision.map(|decision| Decided { decision: decision.clone(), proposed, proposal });
        touched.draft.wants.decision = decided.map(Box::new);
        touched.normalize();
        Ok(())
    }

    fn delete(&mut self, row: &RowKey, deleted: bool) -> Result<(), EditError> {
        let touched = self.lines.touch(row);
        let is_gone = touched.row.is_some_and(|row| row.is_gone);
        if deleted && (touched.draft.wants.added || is_gone) {
            touched.draft = Default::default();
            return Ok(());
        }
        if deleted {
            touched.check_there()?;
        } else if touched.is_merged_away() {
            // Without its deletion its pieces would be asked for twice.
            self.lines.part(row);
        }
        let touched = self.lines.touch(row);
        touched.draft.wants.deleted = deleted;
        touched.normalize();
        Ok(())
    }

    fn put(&mut self, row: &RowKey, after: Option<&RowKey>) -> Result<(), EditError> {
        let touched = self.lines.touch(row);
        touched.check_update()?;
        let key = touched.key.clone();
        let after = after.map(|after| self.lines.scene.name_now(after));
        self.places().put(&key, after.as_ref());
        Ok(())
    }

    /// The order of the lines, as the edits so far have it.
    pub fn places(&mut self) -> &mut LineOrder {
        let drawn = self.lines.scene.drawn;
        self.places.get_or_insert_with(|| {
            let slot = |row: &DrawnRow| Slot::new(row.key.clone(), row.place, row.is_updatable());
            LineOrder::new(drawn.rows.iter().map(slot).collect())
        })
    }

    /// Gives lines the places that the new order needs.
    fn number(&mut self) {
        for Placed { key, place, follows } in
            self.places.take().map(LineOrder::number).unwrap_or_default()
        {
            let touched = self.lines.touch(&key);
            // One that was added and deleted in one go is not there.
            if touched.row.is_some() || touched.draft.wants.added {
                let wants = &mut touched.draft.wants;
                // What the user put somewhere stays so, though it makes room for others too.
                wants.follows = follows && (wants.place.is_none() || wants.follows) && !wants.added;
                wants.place = Some(place);
                touched.normalize();
            }
        }
    }
}

#[cfg(test)]
mod tests;
