//! The unsent changes of a movement's lines, the lines as they were when they were edited, and the
//! steps of undo. Pure data.

use std::{collections::HashMap, sync::Arc};

use crate::search::count_of;
use chrono::{DateTime, Utc};
use contract::{
    Decision, LineItem, PersonRef, ProductRef, ProposalKey, Quantity, RowKey, StepKind, StepName,
    TypedCell,
};
use serde::{Deserialize, Serialize};

/// The sheet of a movement.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Sheet {
    rows: Arc<HashMap<RowKey, SheetRow>>,
    /// All steps with their numbers in the file, the first `done` of them as done.
    steps: Vec<(i64, Arc<UndoEntry>)>,
    done: usize,
    /// The highest number a step in the file has.
    last: i64,
    /// The cell that is being typed in.
    pub typing: Option<TypedCell>,
    /// When something was last kept.
    pub kept: Option<DateTime<Utc>>,
}

/// A line in the sheet.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SheetRow {
    /// What is wanted of it; `None` for nothing.
    pub draft: Option<Arc<RowDraft>>,
    /// How often something of it was sent; a step made before the last time is taken back otherwise
    /// than one made since.
    pub sent: u32,
}

/// What is wanted of a line, and what it was when that began.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RowDraft {
    /// The line as it was seen when the first of these changes was made; `None` for one added here.
    pub base: Option<Box<Seen>>,
    /// What is wanted.
    pub wants: Aspects,
}

/// A line as it was seen.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Seen {
    /// As the service had it, changed by what waited in the outbox.
    pub line: LineItem,
    /// As the service had it, where that was something else.
    #[serde(default)]
    pub service: Option<LineItem>,
}

/// What can be wanted of a line, aspect by aspect; what is not given stays as it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Aspects {
    /// It is to be added.
    pub added: bool,
    /// Its product.
    pub product: Option<Box<WantedProduct>>,
    /// Its quantity.
    pub quantity: Option<TypedQuantity>,
    /// Who gets it.
    pub recipient: Option<Box<Recipient>>,
    /// Its place among the lines.
    pub place: Option<u32>,
    /// It has another place only because other lines were put somewhere.
    #[serde(skip_serializing_if = "is_false")]
    pub follows: bool,
    /// What is decided about it.
    pub decision: Option<Box<Decided>>,
    /// It is to be deleted.
    pub deleted: bool,
    /// Its part in a merge, as long as it is deleted or given a quantity by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub merged: Option<Box<Merged>>,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
fn is_false(flag: &bool) -> bool {
    !*flag
}

/// A product, or what was typed where none was.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WantedProduct {
    /// This product.
    Product(ProductRef),
    /// What was typed.
    Typed(String),
}

/// A quantity as typed, and what that means.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TypedQuantity {
    /// As typed.
    pub text: String,
    /// What that means.
    pub means: Quantity,
}

/// A line's part in a merge. The lines of a merge are sent and given up together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Merged {
    /// The line that gets the quantities of all; that line names itself.
    pub into: RowKey,
    /// The quantity that was wanted of it before, and is wanted again once the merge is given up.
    #[serde(default)]
    pub back: Option<TypedQuantity>,
}

/// Who gets a line; `None` for nobody.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recipient(pub Option<PersonRef>);

/// What was decided about a line. Of an open line in a step of undo, it is a revert.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decided {
    /// The decision.
    pub decision: Decision,
    /// It waits for approval here.
    #[serde(default)]
    pub proposed: bool,
    /// Under this name; proposals of older versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proposal: Option<ProposalKey>,
}

/// A step of undo.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UndoEntry {
    /// What was done.
    pub kind: StepKind,
    /// The lines it changed.
    pub rows: Vec<RowStep>,
}

/// What a step did to a line. Only aspects that differ `before` and `after` were changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RowStep {
    /// The line.
    pub row: RowKey,
    /// How often something of the line had been sent.
    #[serde(default)]
    pub sent: u32,
    /// The base the line's draft had before, where the step took it away or put another in its place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<Box<Seen>>,
    /// What was wanted before.
    #[serde(default)]
    pub before: Aspects,
    /// What is wanted after.
    #[serde(default)]
    pub after: Aspects,
    /// The changed aspects of the line beneath the sheet: what was true where nothing was wanted.
    #[serde(default)]
    pub beneath: Aspects,
}

/// What an edit or a sending makes of a sheet; nothing of it is true before it is kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SheetChange {
    /// What is wanted from then on of the lines concerned; `None` for nothing.
    pub rows: Vec<(RowKey, Option<RowDraft>)>,
    /// Lines of which something is sent in the same transaction.
    pub sent: Vec<RowKey>,
    /// What becomes of the steps of undo.
    pub history: History,
    /// The cell that was being typed in was left.
    pub leaves_cell: bool,
}

/// What becomes of the steps.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum History {
    /// They stay as they are.
    #[default]
    Same,
    /// A new one; those that were taken back cannot be done again any more.
    New(UndoEntry),
    /// The last one done is taken back.
    Undone,
    /// The first one taken back is done again.
    Redone,
}

impl Sheet {
    /// A sheet as the file holds it: its steps with their numbers, the number of the last one done,
    /// and the highest there is.
    pub fn restore(
        rows: HashMap<RowKey, SheetRow>,
        steps: Vec<(i64, UndoEntry)>,
        (last_done, last): (i64, i64),
        typing: Option<TypedCell>,
        kept: Option<DateTime<Utc>>,
    ) -> Self {
        let done = steps.iter().filter(|(n, _)| *n <= last_done).count();
        let steps = steps.into_iter().map(|(n, step)| (n, Arc::new(step))).collect();
        Self { rows: Arc::new(rows), steps, done, last, typing, kept }
    }

    /// What is wanted of a line.
    pub fn draft(&self, row: &RowKey) -> Option<&Arc<RowDraft>> {
        self.rows.get(row)?.draft.as_ref()
    }

    /// All that is wanted, in no order.
    pub fn drafts(&self) -> impl Iterator<Item = (&RowKey, &Arc<RowDraft>)> {
        self.rows.iter().filter_map(|(key, row)| Some((key, row.draft.as_ref()?)))
    }

    /// Whether just the same is wanted in another state of the sheet.
    pub fn wants_as(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.rows, &other.rows) || (self.rows.is_empty() && other.rows.is_empty())
    }

    /// How often something of a line was sent.
    pub fn sent(&self, row: &RowKey) -> u32 {
        self.rows.get(row).map_or(0, |row| row.sent)
    }

    /// The step that undo takes back.
    pub fn last_done(&self) -> Option<&Arc<UndoEntry>> {
        self.steps.get(self.done.checked_sub(1)?).map(|(_, step)| step)
    }

    /// The step that redo does again.
    pub fn first_undone(&self) -> Option<&Arc<UndoEntry>> {
        self.steps.get(self.done).map(|(_, step)| step)
    }

    /// The numbers of the steps that a new one drops, and of the last one done after a change.
    pub fn numbers(&self, history: &History) -> (Vec<i64>, i64) {
        let number = |done: usize| done.checked_sub(1).map_or(0, |last| self.steps[last].0);
        match history {
            History::Same => (Vec::new(), number(self.done)),
            History::New(_) => {
                (self.steps[self.done..].iter().map(|(n, _)| *n).collect(), self.last + 1)
            }
            History::Undone => (Vec::new(), number(self.done.saturating_sub(1))),
            History::Redone => (Vec::new(), number(self.steps.len().min(self.done + 1))),
        }
    }

    /// Takes a change in that is kept.
    pub fn take(&mut self, change: SheetChange, kept: DateTime<Utc>) {
        self.take_rows(change.rows, change.sent);
        match change.history {
            History::Same => {}
            History::New(step) => {
                self.steps.truncate(self.done);
                self.last += 1;
                self.steps.push((self.last, Arc::new(step)));
                self.done += 1;
            }
            History::Undone => self.done = self.done.saturating_sub(1),
            History::Redone => self.done = self.steps.len().min(self.done + 1),
        }
        if change.leaves_cell {
            self.typing = None;
        }
        self.kept = Some(kept);
    }

    fn take_rows(&mut self, rows: Vec<(RowKey, Option<RowDraft>)>, sent: Vec<RowKey>) {
        if rows.is_empty() && sent.is_empty() {
            return;
        }
        let of = Arc::make_mut(&mut self.rows);
        for key in sent {
            of.entry(key).or_default().sent += 1;
        }
        for (key, draft) in rows {
            of.entry(key).or_default().draft = draft.map(Arc::new);
        }
        of.retain(|_, row| row.draft.is_some() || row.sent > 0);
    }
}

/// How many lines are changed, by what is wanted of each; of one that cannot be read, something is.
/// Those that only make room for others are no changes of their own; alone, they are one.
pub fn count_changed<'a>(drafts: impl Iterator<Item = Option<&'a RowDraft>>) -> u32 {
    let (mut changed, mut all) = (0, 0);
    for draft in drafts {
        all += 1;
        changed += u32::from(draft.is_none_or(|draft| !draft.wants.only_follows()));
    }
    changed.max(all.min(1))
}

impl UndoEntry {
    /// What it is called.
    pub fn name(&self) -> StepName {
        StepName { kind: self.kind, lines: count_of(self.rows.len()) }
    }
}

impl RowDraft {
    /// The draft as it counts: versions before this one could leave a line that wants no other place
    /// and yet follows others.
    pub fn unless_empty(mut self) -> Option<Self> {
        self.wants.follows &= self.wants.place.is_some();
        Some(self).filter(|draft| !draft.wants.is_empty())
    }
}

impl Decided {
    /// A decision that nobody has to approve.
    pub fn alone(decision: Decision) -> Self {
        Self { decision, proposed: false, proposal: None }
    }
}

impl Aspects {
    /// Whether nothing is wanted.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl TypedQuantity {
    /// So many pieces.
    pub fn of(pieces: i64) -> Self {
        Self { text: pieces.to_string(), means: Quantity::Whole(pieces) }
    }
}
