//! Requests about decisions that are to be reviewed: those that are proposed here, and those in the service.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::{ChangeKind, Decision, GroupKey, LineRef, LocationId, ProductRef, ReviewRow};

/// Reads what there is to review, from this computer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListReview {
    /// Index of the first row wanted, from 0.
    #[serde(default)]
    pub start: u32,
    /// How many rows at most.
    pub count: u32,
    /// Which.
    #[serde(default)]
    pub filter: ReviewFilter,
    /// What stands together; proposals come before what is in the service.
    #[serde(default)]
    pub order: ReviewOrder,
    /// Groups whose rows are left out.
    #[serde(default)]
    pub folded: Vec<GroupKey>,
}

/// Which decisions are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ReviewFilter {
    /// Where they stand.
    pub only: OnlyReview,
    /// Words to be found in product, movement, destination, reason or person; all of them must be there.
    pub text: String,
    /// Of movements that go there; of all where there is none.
    pub destinations: Vec<LocationId>,
    /// Given for one of these reasons, as codes; for any where there is none.
    pub reasons: Vec<String>,
    /// Of some days, or about one product.
    pub scope: Option<ReviewScope>,
}

/// Decisions that a figure counts.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewScope {
    /// In movements asked for on this day or later.
    pub from: NaiveDate,
    /// In movements asked for on this day or earlier.
    pub to: NaiveDate,
    /// What was decided; anything where there is none.
    #[serde(default)]
    pub kind: Option<ChangeKind>,
    /// The product that was asked for; any where there is none.
    #[serde(default)]
    pub product: Option<ProductRef>,
}

/// Where the decisions stand that are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum OnlyReview {
    /// Proposals, and what nobody looked at.
    #[default]
    Waiting,
    /// Proposals, with those on their way or refused.
    Proposals,
    /// Proposals that can be approved or rejected.
    ToDecide,
    /// In the service, and nobody looked at them here.
    Decided,
    /// In the service, and looked at.
    Reviewed,
    /// In the service.
    InService,
}

/// What stands together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReviewOrder {
    /// Movements, the newest day first.
    #[default]
    Movement,
    /// Products, by name.
    Product,
    /// Destinations, by name.
    Destination,
    /// People, by name.
    Person,
}

/// Asks how much there is to review.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadReviewFacts {}

/// Asks for a decision with what helps to judge it. The service is asked behind where it tells more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadReview {
    /// The line.
    pub line: LineRef,
}

/// A note about a rejection has at most so many characters; what is longer is cut.
pub const LONGEST_NOTE: usize = 1_000;

/// A line about which something is done in the inbox.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewLine {
    /// The line.
    pub line: LineRef,
    /// The decision that was looked at ([`ReviewRow::decision`]). Where it is another one by now, nothing is
    /// done.
    #[serde(default)]
    pub seen: Option<Decision>,
    /// The same of what the service had decided about the line ([`ReviewRow::decided`]).
    #[serde(default)]
    pub decided: Option<String>,
}

impl From<&ReviewRow> for ReviewLine {
    fn from(row: &ReviewRow) -> Self {
        let (seen, decided) = (row.decision.clone(), row.decided.clone());
        Self { line: row.line.clone(), seen, decided }
    }
}

/// Does something with decisions. What is sent goes in one request for each movement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewLines {
    /// Their lines, each once.
    pub lines: Vec<ReviewLine>,
    /// What.
    pub act: ReviewAct,
}

/// What is done with decisions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReviewAct {
    /// Proposals are sent; each is checked against what the service has then. Those that it has already are
    /// told as approved, and count as looked at.
    Approve {
        /// In the place of the reason that was given.
        #[serde(default)]
        reason: Option<String>,
    },
    /// Proposals are taken away.
    Reject {
        /// Why; may be empty.
        #[serde(default)]
        note: String,
    },
    /// What is in the service is taken back there.
    Revert,
    /// Nothing of the lines goes, whatever was decided or proposed.
    Cancel {
        /// Why, as a code; empty for the reason of what is proposed.
        reason: String,
    },
    /// What was proposed here and answered elsewhere is put away.
    Dismiss,
    /// They were looked at, or not after all.
    Mark {
        /// They were.
        reviewed: bool,
    },
}

/// Takes the last mark or rejection back that was made here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct UndoReview {}
