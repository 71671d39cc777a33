//! Undo and redo of a step. Lines not sent since are restored; lines sent since get a new change
//! back. Pure.

use contract::{Decision, LineItem, RowKey};

use super::{
    sheet::{Aspects, History, RowStep, SheetChange, UndoEntry},
    touched::{EditContext, Lines, Touched},
};
use crate::editor::drawn::rows::DrawnRow;

/// A deletion that was sent, an addition that is on its way, a change in conflict: nothing that is
/// wanted of the line takes it back.
#[derive(Debug, PartialEq, Eq)]
pub struct NoWayBack;

/// Takes a step back.
pub fn undo(scene: &EditContext<'_>, step: &UndoEntry) -> Result<SheetChange, NoWayBack> {
    let mut lines = Lines::of(scene);
    for row in &step.rows {
        bring(&mut lines, row, &row.after, &row.before, row.base.as_deref())?;
    }
    Ok(SheetChange { history: History::Undone, ..lines.end().0 })
}

/// Does a step again that was taken back.
pub fn redo(scene: &EditContext<'_>, step: &UndoEntry) -> Result<SheetChange, NoWayBack> {
    let mut lines = Lines::of(scene);
    for row in &step.rows {
        bring(&mut lines, row, &row.before, &row.after, None)?;
    }
    Ok(SheetChange { history: History::Redone, ..lines.end().0 })
}

/// Brings a line from one side of a step to the other.
fn bring(
    lines: &mut Lines<'_>,
    step: &RowStep,
    from: &Aspects,
    to: &Aspects,
    base: Option<&crate::editor::draft::sheet::Seen>,
) -> Result<(), NoWayBack> {
    let is_sent = lines.scene.sheet.sent(&step.row) != step.sent;
    let touched = lines.touch(&step.row);
    if is_sent {
        return touched.want_again(step, from, to);
    }
    touched.draft.wants.take_where_differ(to, from, to);
    if let Some(base) = base {
        touched.draft.base = Some(Box::new(base.clone()));
    }
    touched.begin();
    Ok(())
}

impl Touched<'_> {
    /// Wants what the line was on the other side of a step of which something was sent.
    fn want_again(
        &mut self,
        step: &RowStep,
        from: &Aspects,
        to: &Aspects,
    ) -> Result<(), NoWayBack> {
        if from.added != to.added {
            return self.be_there(to.added);
        }
        if from.deleted != to.deleted {
            self.be_there(!to.deleted)?;
        }
        if self.draft.wants.deleted {
            self.draft.wants.merged.clone_from(&to.merged);
        }
        let (deleted, merged) = (to.deleted, to.merged.clone());
        let undeleted = Aspects { deleted, merged, ..from.clone() };
        if undeleted == *to {
            return Ok(());
        }
        // Neither what somebody else made of it nor what was sent: it would be a third value.
        if self.row.is_some_and(DrawnRow::is_in_conflict) {
            return Err(NoWayBack);
        }
        // What was not wanted was as it was beneath.
        let mut wanted = to.clone();
        wanted.fill(&step.beneath);
        let there = self.row.filter(|row| !row.is_fixed).and_then(DrawnRow::beneath);
        let Some(line) = there.filter(|_| matches!(self.key, RowKey::Line(_))) else {
            return Err(NoWayBack);
        };
        wanted.drop_revert_of_open(line);
        let deleted = self.draft.wants.deleted;
        self.draft.wants.take_where_differ(&wanted, from, to);
        self.draft.wants.deleted = deleted;
        self.normalize();
        Ok(())
    }

    /// The line is to be there, or not to be there any more.
    fn be_there(&mut self, there: bool) -> Result<(), NoWayBack> {
        let is_line = matches!(self.key, RowKey::Line(_));
        match self.row {
            // Gone it is already, and nothing brings it back.
            None if is_line && !there => {}
            Some(row) if is_line && !row.is_fixed => {
                self.draft.wants.deleted = !there;
                self.normalize();
            }
            _ => return Err(NoWayBack),
        }
        Ok(())
    }
}

impl Aspects {
    /// Takes what is not given here from another.
    fn fill(&mut self, beneath: &Self) {
        macro_rules! each {
            ($($aspect:ident),*) => {$(
                if self.$aspect.is_none() {
                    self.$aspect.clone_from(&beneath.$aspect);
                }
            )*};
        }
        each!(product, quantity, recipient, place, decision);
    }

    /// Nothing was decided, and nothing is: there is nothing to revert.
    fn drop_revert_of_open(&mut self, line: &LineItem) {
        let reverts = |decision: &Decision| *decision == Decision::Revert;
        if line.is_open() && self.decided().is_some_and(reverts) {
            self.decision = None;
        }
    }
}

#[cfg(test)]
mod tests;
