//! Walks: movements that are picked together, what there is to fetch for them, and what was entered of
//! it and is not sent. All of this is ours; the service knows picks of single lines alone (interface
//! document, 4.5).

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use crate::{
    Failure, ItemId, MovementKey, OperationKey, PlaceRef, ProductRef, ReasonChoice, WalkElsewhere,
    WalkKey,
};

/// A movement of which something is to be picked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToPickRow {
    /// Our key of it.
    pub key: MovementKey,
    /// The service's short code, where it has one.
    pub identifier: Option<String>,
    /// Name.
    pub name: Option<String>,
    /// Where goods come from.
    pub origin: Option<PlaceRef>,
    /// Where they go to.
    pub destination: Option<PlaceRef>,
    /// The day asked for.
    pub date_requested: Option<NaiveDate>,
    /// Lines of which something goes; `None` where its lines were never read.
    pub lines: Option<u32>,
    /// Of these, lines that are picked whole, as far as it is known here.
    pub whole: u32,
    /// Lines of which picks are entered here and not sent.
    pub entered: u32,
    /// The walk it is picked in.
    pub walk: Option<WalkKey>,
    /// Somebody picks it at another station.
    pub elsewhere: Option<WalkElsewhere>,
}

/// Movements that are picked together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Walk {
    /// Our key of it.
    pub key: WalkKey,
    /// Its movements, in the order of their letters: the first is A.
    pub movements: Vec<WalkMovement>,
    /// When it was begun.
    pub begun: DateTime<Utc>,
    /// In which order one walks.
    #[serde(default)]
    pub order: WalkOrder,
    /// It is on hold; the text says why, and may be empty.
    pub on_hold: Option<String>,
    /// How far it is.
    pub progress: WalkProgress,
}

/// In which order one walks along the bins.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WalkOrder {
    /// By their names, as people count.
    #[default]
    Bins,
    /// Aisle by aisle, every other one from its back end.
    Serpentine,
    /// The shortest way that is found through aisles that lie side by side.
    Shortest,
}

/// How the names of a depot's bins are read, and in which order one walks through its aisles. A name is read in
/// parts, runs of letters and runs of digits: `A-02-04` and `A02.04` have three.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DepotPlan {
    /// Which part of a name is the aisle, from 1.
    pub aisle: u8,
    /// Which part is the bay in it, from 1.
    pub bay: u8,
    /// Aisles in the order in which one walks; those that are not among them come after them, as people count.
    pub aisles: Vec<String>,
}

impl Default for DepotPlan {
    fn default() -> Self {
        Self { aisle: 1, bay: 2, aisles: Vec::new() }
    }
}

/// What comes of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DepotPlanView {
    /// The depot; `None` where its movement does not tell one.
    pub depot: Option<PlaceRef>,
    /// The plan.
    pub plan: DepotPlan,
    /// The bins in the order of the walk: the first of them.
    pub bins: Vec<PlannedBin>,
    /// How many bins there are in all.
    pub all: u32,
    /// How many of them the plan cannot read: they come last.
    pub unread: u32,
}

/// A bin as a plan reads it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlannedBin {
    /// Its name.
    pub name: String,
    /// Its aisle and its bay; `None` where they cannot be read.
    pub read: Option<(String, String)>,
}

/// A movement of a walk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WalkMovement {
    /// Our key of it.
    pub key: MovementKey,
    /// The service's short code, where it has one.
    pub identifier: Option<String>,
    /// Name.
    pub name: Option<String>,
    /// Where its goods go to, by name.
    pub destination: Option<String>,
    /// Somebody picks it at another station, too.
    pub elsewhere: Option<WalkElsewhere>,
}

/// How far a walk is. Counts of tasks, but for lines that are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WalkProgress {
    /// All tasks.
    pub tasks: u32,
    /// Tasks that need nothing more: entered, picked, short for a reason, or checked off.
    pub done: u32,
    /// Tasks that are short for a reason.
    pub short: u32,
    /// Tasks that need a look.
    pub attention: u32,
    /// Tasks that would be sent now.
    pub ready: u32,
    /// Tasks with a number that is not sent as it stands: too many, meant for another request, or no longer
    /// asked for.
    pub stopped: u32,
    /// Tasks checked off on paper: they are not sent.
    pub checked: u32,
    /// Tasks that are still to be done.
    pub todo: u32,
    /// Of these, tasks of which it is known what to take, and how many.
    pub open: u32,
    /// Lines that are canceled, or of which nothing goes.
    pub left_out: u32,
    /// Movements whose lines were never read.
    pub unread: u32,
}

/// A walk, and what can be done in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WalkState {
    /// The walk.
    pub walk: Walk,
    /// Reasons for less than was asked for, in the order of their keys.
    pub reasons: Vec<ReasonChoice>,
    /// Something is entered and not sent: a number, a reason, or a tick.
    pub has_entries: bool,
    /// Numbers above 0 are entered and not sent: the walk does not end before.
    pub has_unsent: bool,
    /// Lines of which picks were kept to be sent by this request.
    #[serde(default)]
    pub kept: u32,
    /// Why some of them could not.
    #[serde(default)]
    pub not_kept: Option<Failure>,
    /// What came of the code that was scanned by this request, or the scan that was taken back by it.
    #[serde(default)]
    pub scan: Option<WalkScan>,
    /// The task that holds the number of the refused pick which this request entered again.
    #[serde(default)]
    pub again: Option<String>,
    /// A step can be taken back.
    pub can_undo: bool,
    /// A step that was taken back can be done again.
    pub can_redo: bool,
}

/// A code that was scanned in a walk, and what it did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WalkScan {
    /// Its number in its walk, from 1.
    #[serde(default)]
    pub number: u32,
    /// When.
    pub at: DateTime<Utc>,
    /// The code as it was heard; of a very long one its beginning.
    pub code: String,
    /// What it did.
    pub found: ScanFound,
    /// That was taken back.
    #[serde(default)]
    pub taken_back: bool,
    /// What it counted was typed over or sent since: it cannot be taken back by itself.
    #[serde(default)]
    pub settled: bool,
}

/// The code that a scanner is tried with: letters, digits and signs that lie elsewhere on other keyboards.
pub const SCANNER_TEST_CODE: &str = "AQWZ-0123456789/M";

/// Begins the code of a line on paper, as it does the codes that are commands.
pub const LINE_CODE_MARK: &str = "SH";

/// So many digits follow: as bars, two of them take the room of one letter.
pub const LINE_CODE_DIGITS: usize = 12;

/// Whether a text has the form of a code of a line ([`PickTask::line_code`]), of whatever walk.
#[must_use]
pub fn is_line_code(code: &str) -> bool {
    let Some((mark, digits)) = code.split_at_checked(LINE_CODE_MARK.len()) else { return false };
    let is_number =
        digits.len() == LINE_CODE_DIGITS && digits.bytes().all(|byte| byte.is_ascii_digit());
    is_number && mark.eq_ignore_ascii_case(LINE_CODE_MARK)
}

/// A code that says what to do, to be scanned from the screen or from paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScanCommand {
    /// The task with the cursor is taken as it stands.
    Confirm,
    /// Less of it goes: a reason is asked for.
    Short,
    /// The last step is taken back.
    Undo,
    /// On to the next task.
    Next,
    /// What is entered is sent.
    Send,
}

impl ScanCommand {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Confirm, Self::Short, Self::Undo, Self::Next, Self::Send];

    /// The text of its barcode.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Confirm => "SH-CONFIRM",
            Self::Short => "SH-SHORT",
            Self::Undo => "SH-UNDO",
            Self::Next => "SH-NEXT",
            Self::Send => "SH-SEND",
        }
    }
}

/// What a scanned code did. Tasks are named by their ids.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ScanFound {
    /// It is a bin: products are looked for there from then on.
    Bin {
        /// Which.
        bin: PlaceRef,
        /// Tasks there that are still to be done.
        tasks: u32,
        /// The first of them.
        #[serde(default)]
        first: Option<String>,
        /// The depot it is in, where the walk has more than one.
        #[serde(default)]
        depot: Option<PlaceRef>,
    },
    /// It is a bin of a depot in which nothing is to be fetched: nothing was changed.
    OtherDepot {
        /// Which.
        bin: PlaceRef,
        /// The depot it is in.
        depot: PlaceRef,
    },
    /// Pieces of a task were counted.
    Counted {
        /// The task.
        task: String,
        /// Its product.
        product: ProductRef,
        /// How many it has now.
        quantity: u32,
        /// How many are to be taken from there.
        required: Option<i64>,
        /// How many more than before; less than 0 where fewer.
        #[serde(default = "one")]
        added: i64,
    },
    /// As many were entered before as are to go: nothing was counted.
    Enough {
        /// The task.
        task: String,
        /// Its product.
        product: ProductRef,
    },
    /// There are more pieces in it than are to go: nothing was counted.
    TooMany {
        /// The task.
        task: String,
        /// Its product.
        product: ProductRef,
        /// How many pieces are in it.
        pieces: u32,
        /// How many are still to go.
        left: i64,
    },
    /// It is not to be taken from the bin the picker stands before: nothing was counted.
    Elsewhere {
        /// The task.
        task: String,
        /// Its product.
        product: ProductRef,
        /// Where it is to be taken from.
        bin: Option<PlaceRef>,
        /// The depot that is in, where the walk has more than one.
        #[serde(default)]
        depot: Option<PlaceRef>,
    },
    /// Another lot of the product is to be taken: nothing was counted.
    OtherLot {
        /// The task.
        task: String,
        /// Its product.
        product: ProductRef,
        /// The lot that was scanned.
        lot: String,
    },
    /// Of what lies there nobody told the lot, so that it may be another one: nothing was counted.
    UnknownLot {
        /// The task.
        task: String,
        /// Its product.
        product: ProductRef,
        /// The lot that was scanned.
        lot: String,
    },
    /// It fits several tasks, and which one is meant is not known: nothing was counted.
    Several {
        /// How many.
        tasks: u32,
        /// Which; none in scans of older versions.
        #[serde(default)]
        among: Vec<String>,
    },
    /// It says what to do.
    Command {
        /// What.
        command: ScanCommand,
        /// The task with the cursor then.
        task: Option<String>,
        /// It was done; else the page does it, or it could not be done.
        done: bool,
        /// Fewer are entered than are to go: why is to be asked.
        #[serde(default)]
        short: bool,
    },
    /// A number of pieces, with the cursor on no task that takes one: nothing was entered.
    NoTask {
        /// How many.
        pieces: u32,
    },
    /// A product of which nothing is to be fetched in this walk.
    NotHere {
        /// Which.
        product: ProductRef,
    },
    /// It is not known what to take of its product: nothing was counted.
    NoLot {
        /// The task.
        task: String,
        /// Its product.
        product: ProductRef,
    },
    /// It is the code of a line of a printed list: the cursor goes to its task, whose quantity is typed then. Nothing
    /// was counted.
    Line {
        /// The task.
        task: String,
        /// Its product.
        product: ProductRef,
        /// Where it is taken from: the picker has been there.
        bin: Option<PlaceRef>,
        /// The depot that is in, where the walk has more than one.
        #[serde(default)]
        depot: Option<PlaceRef>,
        /// Where the task stood.
        state: TaskState,
    },
    /// It has the form of the code of a line, and no line of the walk has it: nothing was changed.
    LineGone,
    /// Nothing in the walk has this code.
    Nothing,
}

/// What a scan of an older version added.
fn one() -> i64 {
    1
}

/// A task by itself, for the view of one task at a time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskView {
    /// The task.
    pub task: PickTask,
    /// The next one that is still to be done.
    pub next: Option<PickTask>,
    /// Its place among those that are shown, from 1.
    pub place: u32,
    /// How many are shown.
    pub of: u32,
}

/// One thing to fetch: so many pieces of a product, from a lot in a bin where it is known. Quantities
/// are whole pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PickTask {
    /// What names it in commands, whatever its place.
    pub id: String,
    /// The code of its line on paper: scanned in the walk it leads to the task. It is the same after a restart, and at
    /// another station that picks the same; a pick that was made has that of the task it was made of.
    #[serde(default)]
    pub line_code: String,
    /// The movement it is for.
    pub movement: MovementKey,
    /// The movement's place in the walk, from 0.
    pub place: u32,
    /// The line.
    pub line: ItemId,
    /// What a pick of it names: the line, or what goes instead of it.
    pub item: ItemId,
    /// The line's number in its movement, from 1.
    pub number: u32,
    /// What is to be fetched.
    pub product: ProductRef,
    /// The product that was asked for, where another goes instead.
    pub instead_of: Option<ProductRef>,
    /// Id of the inventory item; `None` where it is not known what to take. Then it can be checked off
    /// on paper alone.
    pub inventory_item: Option<String>,
    /// The bin, where it is known.
    pub bin: Option<PlaceRef>,
    /// The depot it is picked in, where the walk has more than one: their bins may have the same names.
    #[serde(default)]
    pub depot: Option<PlaceRef>,
    /// Number of the lot, where it is known.
    pub lot: Option<String>,
    /// The last day on which the lot may be used, where it is known.
    pub expiry: Option<NaiveDate>,
    /// The lot expired before today.
    pub expired: bool,
    /// How many days there are until the lot's last one, where these are few.
    pub expires_in: Option<u32>,
    /// How many pieces the service says lie there; `None` where nobody told it.
    pub available: Option<i64>,
    /// The service told what there is of the product, and nothing of it can be taken.
    pub no_stock: bool,
    /// How many are to go of its product for the line; `None` where the service gave no number.
    pub asked: Option<i64>,
    /// How many are to be taken from there; `None` where the service gave no number, and where more was
    /// taken from a lot than was suggested.
    pub required: Option<i64>,
    /// How many were entered, or were picked before.
    pub quantity: Option<i64>,
    /// How many of its product are still to be fetched for the line, what was entered taken off; less
    /// than 0 where more was entered. `None` where the service gave no number.
    pub left: Option<i64>,
    /// Where it stands.
    pub state: TaskState,
    /// Why less goes than was asked for.
    pub reason: Option<String>,
    /// How many were asked for when this was entered, where that is another number now.
    pub asked_before: Option<i64>,
    /// When the pick was sent from here.
    pub sent: Option<DateTime<Utc>>,
    /// Why the pick was refused.
    pub failure: Option<Failure>,
    /// The refused pick that can be entered again.
    #[serde(default)]
    pub refused: Option<OperationKey>,
}

/// Where a task stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TaskState {
    /// Nothing was entered.
    Open,
    /// It is not known what to take, and it was not checked off.
    Unknown,
    /// A number was entered of what is not to be picked any more: this is not sent.
    Gone,
    /// Pieces of it are being counted, and fewer were so far than are to go.
    Counting,
    /// As many were entered as are to go.
    Entered,
    /// Fewer were entered, and no reason was given.
    Less,
    /// Fewer were entered or found, for a reason.
    Short,
    /// More were entered than are to go: this is not sent.
    Over,
    /// The line asks for another number since this was entered: this is not sent.
    Changed,
    /// Done on paper; not sent.
    CheckedOff,
    /// Kept to be sent; it goes by itself.
    Waiting,
    /// Refused, or nothing tells whether it was done: it waits for the user.
    Refused,
    /// Picked: sent from here, or shown by the service.
    Picked,
}

impl TaskState {
    /// Whether it is still to be done, with nothing to look at.
    #[must_use]
    pub fn is_open(self) -> bool {
        matches!(self, Self::Open | Self::Unknown | Self::Counting)
    }

    /// Whether nothing more is to be done.
    #[must_use]
    pub fn is_done(self) -> bool {
        use TaskState::{CheckedOff, Entered, Picked, Short, Waiting};
        matches!(self, Entered | Short | CheckedOff | Waiting | Picked)
    }

    /// Whether it needs a look.
    #[must_use]
    pub fn needs_look(self) -> bool {
        use TaskState::{Changed, Gone, Less, Over, Refused, Unknown};
        matches!(self, Less | Over | Changed | Refused | Unknown | Gone)
    }

    /// Whether a number can be entered for it.
    #[must_use]
    pub fn takes_number(self) -> bool {
        !self.is_made() && !matches!(self, Self::CheckedOff | Self::Gone | Self::Unknown)
    }

    /// Whether a number of it is not sent as it stands.
    #[must_use]
    pub fn is_stopped(self) -> bool {
        matches!(self, Self::Over | Self::Changed | Self::Gone)
    }

    /// Whether a pick was made of it: then it is changed where picks are, not here.
    #[must_use]
    pub fn is_made(self) -> bool {
        matches!(self, Self::Waiting | Self::Refused | Self::Picked)
    }
}
