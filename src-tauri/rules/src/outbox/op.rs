//! An operation in memory: what is asked for, the record the user saw (base), and the record before
//! the last attempt (baseline).

use chrono::{DateTime, Utc};
use contract::{
    HeaderFields, ItemId, LineChange, LineItem, MovementId, MovementKey, Operation, OperationKey,
    OperationState, SeenPick,
};
use serde::{Deserialize, Serialize};

/// An operation.
#[derive(Clone, Debug, PartialEq)]
pub struct Op {
    /// Its place among all operations of the profile; 0 until it is kept.
    pub row: i64,
    /// Its name.
    pub key: OperationKey,
    /// The movement it is about; `None` for a category.
    pub movement: Option<MovementKey>,
    /// What is asked for.
    pub body: Operation,
    /// What it was decided upon.
    pub base: Option<Base>,
    /// The merge of lines it is a part of, by the name that its operations share. They travel in one
    /// request, wait for the user together, and are given up and taken up together.
    pub merge: Option<OperationKey>,
    /// Where it stands.
    pub state: OperationState,
    /// When it was saved here.
    pub kept: DateTime<Utc>,
    /// How often it was sent, or begun to be sent.
    pub attempts: u32,
    /// What was in the service before the last attempt.
    pub before: Option<Baseline>,
    /// The service's id of what it made.
    pub id: Option<String>,
}

/// What an operation was decided upon.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Base {
    /// The movement's own fields, as they were seen.
    Header(Box<HeaderFields>),
    /// The line, as it was seen.
    Line(Box<LineItem>),
    /// A mark that name and description of a movement to be made end with.
    Marker(String),
}

/// What was in the service before an attempt, as far as it helps to tell afterwards whether it was
/// done.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Baseline {
    /// Movements that look like the one to be made.
    Movements {
        /// Their ids.
        alike: Vec<MovementId>,
        /// The list was read just before; otherwise more of them may have been there unseen.
        fresh: bool,
    },
    /// Lines that look like the one to be added.
    Lines(Vec<ItemId>),
    /// The line to be changed; of a conflict, the line the user is shown.
    Line(Box<LineItem>),
    /// The fields the user is shown of a conflict.
    Header(Box<HeaderFields>),
    /// The picks of the line that was to be picked, in a service that shows them.
    Picks(Vec<SeenPick>),
    /// Until a pick is sent for the first time: how many pieces of its line were picked, as far as it was
    /// known when the user asked for more.
    Picked(i64),
}

/// Operations of one lane go one after another; lanes do not wait for each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lane {
    /// All that is about one movement.
    Movement(MovementKey),
    /// An operation that is about no movement.
    Single(OperationKey),
}

impl Op {
    /// An operation just asked for.
    pub fn new(
        key: OperationKey,
        movement: Option<MovementKey>,
        body: Operation,
        base: Option<Base>,
        kept: DateTime<Utc>,
    ) -> Self {
        let (state, merge) = (OperationState::Queued, None);
        let (row, attempts, before, id) = (0, 0, None, None);
        Self { row, key, movement, body, base, merge, state, kept, attempts, before, id }
    }

    /// Stands there from now on.
    pub fn move_to(&mut self, state: OperationState) {
        if let OperationState::Sent { id: Some(id), .. } = &state {
            self.id = Some(id.clone());
        }
        self.state = state;
    }

    /// Where it stands in line.
    pub fn lane(&self) -> Lane {
        self.movement.map_or(Lane::Single(self.key), Lane::Movement)
    }

    /// Whether it was refused, so that nothing of it was done. One that was only never answered, or met
    /// a busy service, may have been.
    pub fn is_refused(&self) -> bool {
        match &self.state {
            OperationState::Stuck(failure) => failure.tells_nothing_was_done(),
            _ => false,
        }
    }

    /// Whether nothing more will become of it.
    pub fn has_ended(&self) -> bool {
        matches!(self.state, OperationState::Sent { .. } | OperationState::Dropped { .. })
    }

    /// When it ended.
    pub fn ended(&self) -> Option<DateTime<Utc>> {
        match self.state {
            OperationState::Sent { at, .. } | OperationState::Dropped { at } => Some(at),
            _ => None,
        }
    }

    /// Whether it waits for the user.
    pub fn needs_user(&self) -> bool {
        matches!(
            self.state,
            OperationState::Unknown(_) | OperationState::Conflict(_) | OperationState::Stuck(_)
        )
    }

    /// Whether the user may still change what becomes of it. One that is looked for may have been
    /// done.
    pub fn is_idle(&self) -> bool {
        self.state == OperationState::Queued || self.needs_user()
    }

    /// Lets it ask for something else, if it is not too late. What may have been done is not sent
    /// again before the user said that it was not.
    pub fn correct(&mut self, with: &Operation) -> bool {
        let may = self.is_idle() && !matches!(self.state, OperationState::Unknown(_));
        if may {
            self.body = with.clone();
            self.state = OperationState::Queued;
        }
        may
    }

    /// The line it is about.
    pub fn item(&self) -> Option<&ItemId> {
        match &self.body {
            Operation::ChangeLine(change) => change.item(),
            Operation::Pick { item, .. } => Some(item),
            _ => None,
        }
    }

    /// The change of a line it asks for.
    pub fn line_change(&self) -> Option<&LineChange> {
        match &self.body {
            Operation::ChangeLine(change) => Some(change),
            _ => None,
        }
    }

    /// The merge in whose one request it travels. A line that was decided upon is reverted before, in a
    /// request of its own: nothing tells of a revert and a deletion together whether both were done.
    pub fn travels_with(&self) -> Option<OperationKey> {
        self.merge.filter(|_| !matches!(self.line_change(), Some(LineChange::Revert { .. })))
    }

    /// Whether it makes its movement.
    pub fn is_creation(&self) -> bool {
        matches!(self.body, Operation::CreateMovement(_))
    }

    /// The line it was decided upon.
    pub fn base_line(&self) -> Option<&LineItem> {
        match &self.base {
            Some(Base::Line(line)) => Some(line),
            _ => None,
        }
    }

    /// The mark its movement is found by.
    pub fn marker(&self) -> Option<&str> {
        match &self.base {
            Some(Base::Marker(marker)) => Some(marker),
            _ => None,
        }
    }

    /// The fields it was decided upon.
    pub fn base_header(&self) -> Option<&HeaderFields> {
        match &self.base {
            Some(Base::Header(fields)) => Some(fields),
            _ => None,
        }
    }
}

/// The name a state has in the file.
pub fn state_name(state: &OperationState) -> &'static str {
    match state {
        OperationState::Queued => "queued",
        OperationState::Sending => "sending",
        OperationState::Unsure | OperationState::Busy => "unsure",
        OperationState::Unknown(_) => "unknown",
        OperationState::Conflict(_) => "conflict",
        OperationState::Stuck(_) => "stuck",
        OperationState::Sent { .. } => "sent",
        OperationState::Dropped { .. } => "dropped",
    }
}

/// Whether two operations make movements that could not be told apart.
pub fn are_twins(a: &Operation, b: &Operation) -> bool {
    let (Operation::CreateMovement(a), Operation::CreateMovement(b)) = (a, b) else { return false };
    (a.origin == b.origin && a.destination == b.destination)
        && (a.date_requested == b.date_requested && a.requested_by == b.requested_by)
        && (a.name.trim() == b.name.trim() || a.description.trim() == b.description.trim())
}

/// The names of operations.
pub fn keys_of(ops: &[Op]) -> Vec<OperationKey> {
    ops.iter().map(|op| op.key).collect()
}
