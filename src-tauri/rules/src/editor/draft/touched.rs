//! Edits one line, or restores how it was before; checks that its status allows it. Pure.

use std::{collections::HashMap, sync::Arc};

use contract::{Decision, LineItem, OperationKey, Reason, RowKey};

use super::sheet::{Aspects, RowDraft, RowStep, Sheet, SheetChange};
use crate::{
    editor::drawn::rows::{Drawn, DrawnRow},
    editor::error::EditError,
};

/// What an edit is made upon.
pub struct EditContext<'a> {
    /// The lines as they are drawn.
    pub drawn: &'a Drawn,
    /// What is wanted so far.
    pub sheet: &'a Sheet,
    /// The line that an addition from here became in the service.
    pub became: &'a dyn Fn(OperationKey) -> Option<RowKey>,
}

/// Lines being edited, in the order in which they were first touched.
pub struct Lines<'a> {
    /// What the edits are made upon.
    pub scene: &'a EditContext<'a>,
    all: Vec<Touched<'a>>,
    at: HashMap<RowKey, usize>,
}

/// A line being edited.
pub struct Touched<'a> {
    /// Its name now.
    pub key: RowKey,
    /// As it is drawn; `None` for one that is not there yet, or no more.
    pub row: Option<&'a DrawnRow>,
    before: Option<Arc<RowDraft>>,
    /// What is wanted of it.
    pub draft: RowDraft,
}

impl<'a> Lines<'a> {
    /// No line is touched yet.
    pub fn of(scene: &'a EditContext<'a>) -> Self {
        Self { scene, all: Vec::new(), at: HashMap::new() }
    }

    /// A line, whatever it was called when somebody last saw it.
    pub fn touch(&mut self, key: &RowKey) -> &mut Touched<'a> {
        let key = self.scene.name_now(key);
        let at = *self.at.entry(key.clone()).or_insert_with(|| {
            let row = self.scene.drawn.find(&key).map(|(_, row)| row);
            let before = self.scene.sheet.draft(&key).map(|draft| as_drawn(draft, row));
            let draft = before.as_deref().cloned().unwrap_or_default();
            self.all.push(Touched { key, row, before, draft });
            self.all.len() - 1
        });
        &mut self.all[at]
    }

    /// The lines touched so far.
    pub fn touched(&self) -> impl Iterator<Item = &Touched<'a>> {
        self.all.iter()
    }

    /// What has become of the lines, and what a step of undo must know of it.
    pub fn end(self) -> (SheetChange, Vec<RowStep>) {
        let (mut change, mut steps) = (SheetChange::default(), Vec::new());
        for touched in self.all {
            if touched
                .before
                .as_deref()
                .map_or(touched.draft.wants.is_empty(), |before| *before == touched.draft)
            {
                continue;
            }
            steps.push(touched.step(self.scene.sheet.sent(&touched.key)));
            let draft = Some(touched.draft).filter(|draft| !draft.wants.is_empty());
            change.rows.push((touched.key, draft));
        }
        (change, steps)
    }
}

/// What is wanted of a line, of the product that a code typed there is drawn as.
fn as_drawn(draft: &Arc<RowDraft>, row: Option<&DrawnRow>) -> Arc<RowDraft> {
    let drawn = row.and_then(|row| row.draft.as_ref()?.wants.product());
    draft.of_product(drawn.filter(|_| draft.wants.typed_code().is_some()).cloned())
}

impl EditContext<'_> {
    /// What a line is called now: one that was added here has the service's id once that is known.
    pub fn name_now(&self, key: &RowKey) -> RowKey {
        let now = match key {
            RowKey::New(operation) if self.sheet.draft(key).is_none() => (self.became)(*operation),
            _ => None,
        };
        now.unwrap_or_else(|| key.clone())
    }
}

impl Touched<'_> {
    /// The line without the sheet; `None` for one that is added in it.
    pub fn beneath(&self) -> Option<&LineItem> {
        self.row.filter(|_| !self.draft.wants.added).and_then(DrawnRow::beneath)
    }

    /// Drops what the line is already, and remembers what it was when something begins to be wanted.
    pub fn normalize(&mut self) {
        if let Some(line) = self.row.filter(|_| !self.draft.wants.added).and_then(DrawnRow::beneath)
        {
            self.draft.wants.drop_what_is_so(line);
        }
        self.begin();
    }

    /// Remembers what the line was when something begins to be wanted of it.
    pub fn begin(&mut self) {
        if self.draft.wants.is_empty() {
            self.draft.base = None;
        } else if self.draft.base.is_none() && !self.draft.wants.added {
            self.draft.base = self.row.and_then(DrawnRow::seen).map(Box::new);
        }
    }

    /// Whether product, quantity and place of the line can be changed as it stands.
    pub fn check_update(&self) -> Result<(), EditError> {
        if self.draft.wants.added {
            return Ok(());
        }
        self.check_there()?;
        let refusal = self.beneath().and_then(|line| self.draft.wants.refusal_of_update(line));
        refusal.map_or(Ok(()), |reason| Err(EditError::NotAllowed(reason)))
    }

    /// Whether this can be decided about the line as it stands.
    pub fn check_decision(&self, decision: &Decision) -> Result<(), EditError> {
        self.check_there()?;
        if self.draft.wants.added {
            let problem = "the line is not in the service";
            return Err(EditError::Invalid { field: "decision", problem });
        }
        let undecided = Aspects { decision: None, ..self.draft.wants.clone() };
        let line = undecided.over(self.beneath());
        let is_taken_back = *decision == Decision::Revert && self.draft.wants.decision.is_some();
        if let Some(reason) = line.refusal(decision.kind()).filter(|_| !is_taken_back) {
            return Err(EditError::NotAllowed(reason));
        }
        let Decision::Substitute { with, .. } = decision else { return Ok(()) };
        if with.iter().any(|one| one.product.id == line.product.id) {
            return Err(EditError::NotAllowed(Reason::SameProduct));
        }
        if with.is_empty() || with.iter().any(|one| one.quantity == 0) {
            let problem = "each product that goes instead needs a quantity of 1 or more";
            return Err(EditError::Invalid { field: "with", problem });
        }
        Ok(())
    }

    /// Whether the line is there, and nothing of it is on its way that would have to be awaited.
    pub fn check_there(&self) -> Result<(), EditError> {
        match self.row {
            _ if self.draft.wants.added => Ok(()),
            None => Err(EditError::Unknown),
            Some(row) if row.is_gone => Err(EditError::NotAllowed(Reason::Gone)),
            Some(row) if row.is_fixed || self.draft.wants.deleted => Err(EditError::TooLate),
            Some(_) => Ok(()),
        }
    }

    fn step(&self, sent: u32) -> RowStep {
        let nothing = Aspects::default();
        let before = self.before.as_ref().map_or(&nothing, |before| &before.wants);
        let after = &self.draft.wants;
        let beneath = self.row.and_then(DrawnRow::beneath).map(Aspects::of).unwrap_or_default();
        let base = self.before.as_ref().and_then(|before| before.base.clone());
        RowStep {
            row: self.key.clone(),
            sent,
            base: base.filter(|base| self.draft.base.as_ref() != Some(base)),
            before: before.where_differ(before, after),
            after: after.where_differ(before, after),
            beneath: beneath.where_differ(before, after),
        }
    }
}
