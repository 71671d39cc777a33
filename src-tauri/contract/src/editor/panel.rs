//! What the panel beside the lines shows of one line, and what can be done with all that are chosen.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use crate::{ChangeKind, Decision, EditorLine, LineItem, LineStatus, ProductRef, RowKey};

/// A line, and what helps to decide about it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LineView {
    /// The line, as the grid shows it.
    pub line: EditorLine,
    /// The line as it is in the service, with what waits in the outbox; `None` for one added here.
    pub as_in_service: Option<Box<LineItem>>,
    /// What was decided about it here, and not sent.
    pub decision: Option<Decision>,
    /// What can be done with the lines chosen, each kind once.
    pub offers: Vec<Offer>,
    /// Products that may go instead, the likeliest first; those the service refused once are last.
    pub suggestions: Vec<Suggestion>,
    /// Reasons to choose from, in the order of their keys.
    pub reasons: Vec<ReasonChoice>,
    /// Comments given before, the newest first.
    pub comments: Vec<String>,
}

/// Something that can be done with the lines chosen, or with some of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Offer {
    /// What.
    pub kind: ChangeKind,
    /// The lines it can be done with.
    pub rows: Vec<RowKey>,
    /// The others, by what stands against it.
    pub left_out: Vec<LeftOut>,
}

/// Lines something cannot be done with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    /// What stands against it.
    pub why: WhyNot,
    /// How many they are.
    pub lines: u32,
}

/// Why something cannot be done with a line.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WhyNot {
    /// This status does not allow it (interface document, 3).
    Status(LineStatus),
    /// It was added here, and is not in the service.
    NotInService,
    /// It is to be deleted.
    Deleted,
    /// The service has it no more.
    Gone,
    /// It is on its way to the service.
    OnItsWay,
    /// The service takes no changes to lines.
    UpdatesNotOffered,
}

/// A product that may go instead of the line's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Suggestion {
    /// The product.
    pub product: ProductRef,
    /// It went instead before, as far as lines are known here.
    pub used: Option<UsedBefore>,
    /// The service refused it once.
    pub refused: Option<RefusedBefore>,
}

/// How a product went instead of another before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsedBefore {
    /// In how many lines.
    pub times: u32,
    /// The day the last of their movements was asked for.
    pub last: Option<NaiveDate>,
    /// Where that one went.
    pub place: Option<String>,
}

/// That the service refused to let a product go instead of another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedBefore {
    /// When, the last time.
    pub at: DateTime<Utc>,
    /// In its words.
    pub text: String,
}

/// A reason to choose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReasonChoice {
    /// The code, as the service writes it.
    pub code: String,
    /// It was kept by somebody here and can be forgotten; the others are of the interface document,
    /// or were seen in the service.
    pub own: bool,
}
