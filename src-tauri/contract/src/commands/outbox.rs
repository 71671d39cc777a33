//! Requests about operations, the journal and drafts.

use serde::{Deserialize, Serialize};

use crate::{
    ConflictField, Draft, ExportFormat, JournalColumn, JournalFilter, MovementKey, Operation,
    OperationKey, Rows,
};

/// Asks what waits here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadOutbox {}

/// Reads operations: those that have not ended first, in the order they were kept, then those that
/// have, the newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListOperations {
    /// Index of the first row wanted, from 0.
    #[serde(default)]
    pub start: u32,
    /// How many rows at most; the backend caps it at 1,000.
    pub count: u32,
    /// Which operations.
    #[serde(default)]
    pub filter: OperationFilter,
}

/// Which operations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct OperationFilter {
    /// This one alone.
    pub operation: Option<OperationKey>,
    /// Of this movement alone.
    pub movement: Option<MovementKey>,
    /// Those that have ended, too.
    pub ended: bool,
    /// Only those that wait for the user.
    pub attention: bool,
}

/// Lets operations that wait for the user be tried again, as they are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RetryOperations {
    /// Which ones; empty means all the service refused.
    #[serde(default)]
    pub operations: Vec<OperationKey>,
}

/// Gives an operation up. What waits for a movement that is thereby never made goes with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DropOperation {
    /// Which one; it must not be on its way.
    pub operation: OperationKey,
}

/// Takes an operation up again that was given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RestoreOperation {
    /// Which one.
    pub operation: OperationKey,
}

/// Changes what a waiting operation asks for, and lets it be tried.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditOperation {
    /// Which one; it must not be on its way.
    pub operation: OperationKey,
    /// What it is to ask for: the same kind of operation, about the same thing.
    pub with: Operation,
}

/// Says whether something was done that nothing in the service tells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnswerQuestion {
    /// The operation in question.
    pub operation: OperationKey,
    /// What the user found out.
    pub answer: Answer,
}

/// What the user found out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// It was done; the movement or line is this one, where that matters.
    Done(Option<String>),
    /// It was not done, and is sent again.
    NotDone,
}

/// Ends a conflict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResolveConflict {
    /// The operation in conflict.
    pub operation: OperationKey,
    /// Fields that are to be as asked for here; all others stay as they are in the service.
    pub keep: Vec<ConflictField>,
}

/// Takes back an operation that was sent, by operations of its own. Asked for again, it only tells
/// where these stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UndoOperation {
    /// Which one.
    pub operation: OperationKey,
}

/// Holds all sending back, or lets it go on; also after a restart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PauseSending {
    /// Nothing is to be sent.
    pub paused: bool,
}

/// Asks how this profile sends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadSending {}

/// Keeps how this profile sends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaveSending {
    /// How.
    pub sending: Sending,
}

/// How a profile sends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Sending {
    /// New movements carry a short mark at the end of name and description (`#A7K2`), so that one
    /// whose answer was lost is found with certainty.
    pub marker: bool,
    /// What becomes of a revised quantity.
    pub revise: DecisionRule,
    /// What becomes of other products in the place of a line's own.
    pub substitute: DecisionRule,
    /// What becomes of a cancellation.
    pub cancel: DecisionRule,
}

/// What becomes of a decision that is typed in a line's panel. A preference, not a right.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DecisionRule {
    /// It is applied, and can be proposed.
    #[default]
    Apply,
    /// It is proposed, and can be applied.
    Propose,
    /// It is proposed, and applied by whoever approves it in Review.
    OnlyPropose,
}

/// Reads the journal, the newest entry first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListJournal {
    /// Which rows.
    pub rows: Rows<JournalColumn>,
    /// Which entries.
    #[serde(default)]
    pub filter: JournalFilter,
}

/// Reads the whole journal and says whether each entry is as it was written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckJournal {}

/// Writes the journal as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExportJournal {
    /// In which form.
    pub format: ExportFormat,
    /// Which entries.
    #[serde(default)]
    pub filter: JournalFilter,
}

/// The journal as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exported {
    /// The whole file.
    pub text: String,
}

/// Says that the user has seen what was brought back after the program ended without being closed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenRestored {}

/// Keeps a form being filled in; answers when that is certain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaveDraft {
    /// The form.
    pub draft: Draft,
}

/// Throws a form away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DropDraft {
    /// The movement it is about.
    pub key: MovementKey,
    /// If the service refused to make the movement, that is given up too, with what builds upon it.
    #[serde(default)]
    pub refused: bool,
}

/// Asks for all forms being filled in, those changed last first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListDrafts {}
