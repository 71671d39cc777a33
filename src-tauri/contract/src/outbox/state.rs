//! Where an operation stands, and what is asked of the user about it.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::{
    Failure, FieldConflict, HeaderFields, ItemId, LineItem, MovementId, MovementKey, Operation,
    OperationKey, Profile,
};

/// An operation, and all that is known of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OperationRow {
    /// Its name.
    pub key: OperationKey,
    /// The movement it is about; `None` for a category.
    pub movement: Option<MovementKey>,
    /// What people call that movement, as known now: its code, else its name.
    pub title: String,
    /// What was asked for.
    pub operation: Operation,
    /// What it was decided upon: the line as it was seen, where there was one.
    pub line: Option<Box<LineItem>>,
    /// What it was decided upon: the movement's own fields as they were seen, where it changes them.
    pub header: Option<HeaderFields>,
    /// The merge of lines it is a part of, by the name that its operations share: they are sent, tried
    /// again, given up and taken up together.
    #[serde(default)]
    pub merge: Option<OperationKey>,
    /// Where it stands.
    pub state: OperationState,
    /// When it was kept here.
    pub kept: DateTime<Utc>,
    /// How often it was sent, or begun to be sent.
    pub attempts: u32,
    /// What taking it back would be; `None` where it was not sent, or there is no way back.
    pub undo: Option<Undo>,
}

/// Where an operation stands. Only [`Sent`](Self::Sent) and [`Dropped`](Self::Dropped) end it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OperationState {
    /// Kept here, and goes by itself.
    Queued,
    /// On its way.
    Sending,
    /// Sent, and no answer came: whether it was done is being looked for.
    Unsure,
    /// Sent, and the service answered that it is too busy: it goes again once it is certain that it
    /// was not done.
    Busy,
    /// Nothing in the service tells whether it was done; the user must say.
    Unknown(Question),
    /// Somebody else changed the same thing since it was decided upon.
    Conflict(Vec<FieldConflict>),
    /// The service said no, or it cannot be sent like this.
    Stuck(Failure),
    /// In the service.
    Sent {
        /// When that was known here.
        at: DateTime<Utc>,
        /// The service's id of what was made.
        id: Option<String>,
        /// No answer told it; it was seen in the service afterwards.
        seen: bool,
    },
    /// Given up by the user.
    Dropped {
        /// When.
        at: DateTime<Utc>,
    },
}

impl OperationState {
    /// Whether it was sent, and it is being looked for whether it was done.
    #[must_use]
    pub fn is_in_doubt(&self) -> bool {
        matches!(self, Self::Unsure | Self::Busy)
    }
}

/// What only the user can find out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Question {
    /// Is one of these movements the one that was to be made? There may be none or several.
    MovementMade(Vec<Candidate>),
    /// Was the category made? The service lists none.
    CategoryMade,
    /// Is one of these lines, equal to it, the one that was to be added?
    LineAdded(Vec<ItemId>),
    /// Was the line changed? The service accepted it, and the line does not show it.
    NotShown,
    /// Was it picked? The service shows no picks, or those it shows do not tell: look at the shelf.
    Picked,
}

/// A movement that may be the one in question.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// The service's id.
    pub id: MovementId,
    /// Its code, else its name.
    pub title: String,
}

/// The way back from a change that was sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Undo {
    /// The operations that take it back, in their order.
    pub operations: Vec<Operation>,
    /// Whether all is as before then. A line made again has another id and no history.
    pub faithful: bool,
    /// It was asked for already, and not given up: it waits, or was sent.
    pub asked: bool,
}

/// What waits here, at a glance.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OutboxState {
    /// Operations that go by themselves: queued, on their way, or being looked for.
    pub waiting: u32,
    /// Of these, on their way.
    pub sending: u32,
    /// Of these, being looked for in the service.
    pub unsure: u32,
    /// Operations that wait for the user: refused, in conflict, unknown.
    pub attention: u32,
    /// When the oldest of all was kept.
    pub oldest: Option<DateTime<Utc>>,
    /// Why nothing is being sent.
    pub held: Option<Held>,
    /// When the next attempt is made after a failure.
    pub next_try: Option<DateTime<Utc>>,
    /// The failure it waits after.
    pub failure: Option<Failure>,
    /// Work of other users that waits on this computer.
    pub others: Vec<OtherWork>,
    /// Work brought back after the program ended without being closed.
    pub restored: Option<Restored>,
    /// Movements that were edited and are not sent, the most edited first.
    #[serde(default)]
    pub unsent: Vec<Unsent>,
}

/// What of a movement was edited here; it goes when the user sends it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unsent {
    /// The movement.
    pub movement: MovementKey,
    /// What it is called: its code, or its name while it has none.
    pub title: String,
    /// How many changes: each of its lines is one, also where only picks of it are typed, and so is its
    /// header.
    pub changes: u32,
    /// Its header is among them: the form was laid aside.
    #[serde(default)]
    pub header: bool,
}

/// Why nothing is being sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Held {
    /// Nobody is signed in.
    SignedOut,
    /// The user paused it.
    Paused,
    /// The service is not reached, or the user wants no calls.
    Offline,
    /// The service refuses calls until a location is chosen for this session.
    NeedsLocation,
}

/// Work of another user or for another service.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OtherWork {
    /// Whose.
    pub profile: Profile,
    /// How many operations wait.
    pub waiting: u32,
    /// How many lines were edited and are not sent.
    #[serde(default)]
    pub unsent: u32,
}

/// What was brought back after the program ended without being closed, as far as it is still there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Restored {
    /// New movements whose forms are not finished.
    pub new_movements: Vec<MovementKey>,
    /// Movements whose header was being changed.
    pub headers: Vec<MovementKey>,
    /// Lines that were changed here and not sent, with cells that were being typed in, and lines
    /// about which something was typed that is not decided.
    pub lines: u32,
    /// Their movements.
    pub movements: Vec<MovementKey>,
    /// Operations not sent.
    pub operations: u32,
}
