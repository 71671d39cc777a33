//! The journal: every local change and everything that became of it. It only ever grows, and each
//! entry is chained to the one before.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::{Failure, MovementKey, Operation, OperationKey};

/// An entry of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JournalRow {
    /// Its number, from 1 without a gap.
    pub entry: u64,
    /// When.
    pub at: DateTime<Utc>,
    /// Who was signed in, or whose data it is.
    pub who: String,
    /// What that person is called, as known now.
    pub person: Option<String>,
    /// The operation.
    pub key: OperationKey,
    /// The movement it is about.
    pub movement: Option<MovementKey>,
    /// What people call that movement, as known now.
    pub title: String,
    /// The code of the product it is about, where it is about one.
    pub code: Option<String>,
    /// What that product is called.
    #[serde(default)]
    pub product: Option<String>,
    /// What happened.
    pub event: JournalEvent,
    /// What was asked for, where the entry tells it.
    pub operation: Option<Operation>,
    /// How it was before, in short.
    pub before: Option<String>,
    /// How it is to be, or became, in short.
    pub after: Option<String>,
    /// Why it was not done.
    pub failure: Option<Failure>,
    /// How long the request took, in milliseconds.
    pub milliseconds: Option<u32>,
}

/// What happened to an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JournalEvent {
    /// It was kept here.
    Kept,
    /// It is about to be sent.
    Attempted,
    /// The service did it.
    Sent,
    /// It was seen in the service, after no answer came.
    Found,
    /// It certainly was not done, and waits again.
    NotDone,
    /// It was sent, and no answer came.
    Unanswered,
    /// It was sent, and the service answered that it is too busy.
    Busy,
    /// The service said no.
    Refused,
    /// Somebody else changed the same thing.
    Conflict,
    /// Nothing tells whether it was done.
    Unknown,
    /// The user said how a conflict ends, or whether it was done.
    Decided,
    /// The user lets it be tried again.
    Retried,
    /// The user changed what is asked for.
    Edited,
    /// The user gave it up.
    Dropped,
    /// The user took it up again.
    Restored,
}

/// Which entries.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct JournalFilter {
    /// Words to be found in what was asked for, before, after, who by either name, what the movement
    /// is called, the product's code or name, or what the service said; with `by_operation`, in any
    /// of an operation's entries.
    pub text: String,
    /// Of this movement alone.
    pub movement: Option<MovementKey>,
    /// Only what went wrong; with `by_operation`, only operations of which anything did.
    pub problems: bool,
    /// Of this operation alone.
    pub operation: Option<OperationKey>,
    /// Entries of one operation belong together: a list shows the last one, how the operation stands;
    /// an export has them all.
    pub by_operation: bool,
}

/// Columns of the journal; its own order is newest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum JournalColumn {
    /// When.
    At,
}

/// Whether the journal is whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalCheck {
    /// How many entries it has.
    pub entries: u64,
    /// The first entry that is not as it was written, or is missing.
    pub fault: Option<u64>,
}

/// The form of an export.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ExportFormat {
    /// Comma separated values, for spreadsheets: nothing in it is read as a formula.
    Csv,
    /// A JSON array of [`JournalRow`].
    Json,
}
