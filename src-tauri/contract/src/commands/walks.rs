//! Requests about walks: which movements are picked together, and what is entered of what there is to
//! fetch. Everything that is entered stays here until it is sent.

use serde::{Deserialize, Serialize};

use crate::{DepotPlan, LocationId, MovementKey, WalkKey, WalkOrder};

/// No walk has more movements.
pub const MOST_IN_WALK: usize = 10;

/// Reads movements of which something is to be picked, by the day asked for, the oldest first; those
/// whose lines were never read are among them. From this computer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListToPick {
    /// Index of the first row wanted, from 0.
    #[serde(default)]
    pub start: u32,
    /// How many rows at most.
    pub count: u32,
    /// Words to be found in code, name, origin or destination; all of them must be there.
    #[serde(default)]
    pub text: String,
}

/// Reads the walks that have not ended, the newest first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListWalks {}

/// Reads which of these movements somebody picks at another station, unless they are in a walk here. From this
/// computer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListPickedElsewhere {
    /// The movements.
    pub movements: Vec<MovementKey>,
}

/// Begins a walk. Sent again with the same key, it changes nothing; with one movement alone that is in a walk,
/// it answers that walk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BeginWalk {
    /// The key it is to have; one is made when the caller gives none.
    #[serde(default)]
    pub key: Option<WalkKey>,
    /// Its movements in the order of their letters: at least one, at most [`MOST_IN_WALK`], none of which
    /// is in another walk.
    pub movements: Vec<MovementKey>,
}

/// Puts a walk on hold, or takes it up again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HoldWalk {
    /// Which walk.
    pub walk: WalkKey,
    /// Why, which may be empty; `None` takes it up again.
    #[serde(default)]
    pub note: Option<String>,
}

/// Walks in another order from then on, and in walks that are begun after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderWalk {
    /// Which walk.
    pub walk: WalkKey,
    /// In which order.
    pub order: WalkOrder,
}

/// Shows how the bins of a walk's depot are read, and in which order one walks along them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadDepotPlan {
    /// Which walk: its first movement's depot.
    pub walk: WalkKey,
    /// What would come of this plan; of the one that is kept where it is `None`.
    #[serde(default)]
    pub plan: Option<DepotPlan>,
}

/// Keeps how the bins of a walk's depot are read, for all its walks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SaveDepotPlan {
    /// Which walk: its first movement's depot.
    pub walk: WalkKey,
    /// The plan.
    pub plan: DepotPlan,
}

/// Ends a walk of which nothing waits to be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndWalk {
    /// Which walk.
    pub walk: WalkKey,
}

/// Shows a walk and what can be done in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadWalk {
    /// Which walk.
    pub walk: WalkKey,
}

/// Reads what there is to fetch in a walk, in the order of the bins. The service is asked behind where it
/// tells what lies where.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListTasks {
    /// Which walk.
    pub walk: WalkKey,
    /// Index of the first row wanted, from 0.
    #[serde(default)]
    pub start: u32,
    /// How many rows at most.
    pub count: u32,
    /// Words to be found in bin, code, product or lot; all of them must be there.
    #[serde(default)]
    pub text: String,
    /// Which tasks.
    #[serde(default)]
    pub only: OnlyTasks,
}

/// Which tasks are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnlyTasks {
    /// All.
    #[default]
    All,
    /// Those of which nothing was entered, or that are being counted.
    Open,
    /// Those that need a look.
    Attention,
    /// Those that are short for a reason.
    Short,
}

/// Enters something in a walk, as one step that can be taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EnterPicks {
    /// Which walk.
    pub walk: WalkKey,
    /// What.
    pub step: PickStep,
}

/// What is entered. Tasks are named by their ids.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PickStep {
    /// So many pieces of a task; `None` takes the number away.
    Quantity {
        /// The task.
        task: String,
        /// How many pieces.
        quantity: Option<u32>,
    },
    /// So many pieces more for a task's line from another lot or bin than the task's own, but not more than are
    /// left of it.
    From {
        /// The task.
        task: String,
        /// Id of the inventory item.
        inventory_item: String,
        /// The bin; `None` for stock without one.
        bin: Option<LocationId>,
        /// How many pieces more.
        more: u32,
        /// The task's own number is taken away: the pieces come from there instead.
        #[serde(default)]
        instead: bool,
    },
    /// A task as it stands: one that is open gets what is needed, and what was entered for another request
    /// is meant for this one. A task with a number keeps it.
    Confirm {
        /// The task.
        task: String,
    },
    /// What is left of a task's line, from where it is suggested.
    RestOfLine {
        /// The task.
        task: String,
    },
    /// What is left of all tasks of which it is known what to take.
    Rest,
    /// Less goes of a task's product, for this reason; `None` takes the reason away. A task without a
    /// number gets 0.
    Reason {
        /// The task.
        task: String,
        /// The reason's code.
        reason: Option<String>,
    },
    /// A task was done on paper, or was not after all.
    CheckOff {
        /// The task.
        task: String,
        /// It was.
        done: bool,
    },
    /// Everything that was entered and is not sent is given up.
    GiveUp,
}

/// Does what a scanned code says, as one step that can be taken back: a bin is where products are looked
/// for from then on, of a product a piece is counted, or as many as its code says. Nothing is guessed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScanCode {
    /// Which walk.
    pub walk: WalkKey,
    /// The code.
    pub code: String,
    /// The task with the cursor: meant where the code fits several.
    #[serde(default)]
    pub task: Option<String>,
}

/// Reads what was scanned in a walk, the newest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListScans {
    /// Which walk.
    pub walk: WalkKey,
    /// How many at most.
    pub count: u32,
}

/// Takes back what one scan counted, whatever was entered since.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TakeBackScan {
    /// Which walk.
    pub walk: WalkKey,
    /// The scan's number in it; where there is none, the last one that counts still.
    #[serde(default)]
    pub scan: Option<u32>,
}

/// Gives the refused pick of a task up and enters its numbers in the walk again, both or neither: then less of it
/// can go, or another lot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EnterAgain {
    /// Which walk.
    pub walk: WalkKey,
    /// The task.
    pub task: String,
}

/// Reads one task, and which is the next one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadTask {
    /// Among which tasks; `start` and `count` say nothing.
    pub of: ListTasks,
    /// Which one; the first that is still to be done where it is none of them.
    #[serde(default)]
    pub task: Option<String>,
}

/// Takes the last step of a walk back that was not sent, or does one again that was taken back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UndoPicks {
    /// Which walk.
    pub walk: WalkKey,
    /// Does again.
    #[serde(default)]
    pub redo: bool,
}

/// Asks where the next task stands that is still to be done, behind or before one; with the last one at the
/// first of all, and the other way round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindTask {
    /// Among which tasks; `start` and `count` say nothing.
    pub of: ListTasks,
    /// The task from which on.
    pub task: String,
    /// Where this task stands itself is asked.
    #[serde(default)]
    pub itself: bool,
    /// Backwards.
    #[serde(default)]
    pub back: bool,
}

/// Sends what was entered in a walk, one operation for each line; what needs a look stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SendPicks {
    /// Which walk.
    pub walk: WalkKey,
}
