//! Decisions to be looked at by whoever answers for them: those that are proposed here and not sent, and those
//! that are in the service. The interface document has no approval: a decision is final once it is sent
//! (section 3). Proposals and marks are ours.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use crate::{
    ChangeKind, Decision, Failure, ItemId, LineStatus, LineView, MovementKey, PlaceRef, ProductRef,
    ReasonChoice, Rejection, SharedAnswer,
};

/// A line of a movement.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LineRef {
    /// The movement.
    pub movement: MovementKey,
    /// The line.
    pub item: ItemId,
}

/// A decision in the inbox. Quantities are whole pieces.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReviewRow {
    /// The line it is about.
    pub line: LineRef,
    /// Where it stands.
    pub stand: ReviewStand,
    /// The movement's short code, where the service gave one.
    pub identifier: Option<String>,
    /// The movement's name.
    pub name: Option<String>,
    /// Where its goods go to.
    pub destination: Option<PlaceRef>,
    /// The day it is asked for.
    pub day: Option<NaiveDate>,
    /// The line's number in it, from 1.
    pub number: u32,
    /// What was asked for.
    pub product: ProductRef,
    /// What is decided.
    pub kind: ChangeKind,
    /// The decision itself, of one that is not in the service yet.
    #[serde(default)]
    pub decision: Option<Decision>,
    /// What tells the line's decision in the service from another one; of a proposal, what is decided there
    /// already.
    #[serde(default)]
    pub decided: Option<String>,
    /// How many were asked for; `None` where the service gave no number.
    pub requested: Option<i64>,
    /// How many go, of all products together.
    pub goes: Option<i64>,
    /// What goes instead.
    pub with: Vec<ProductRef>,
    /// Why, as a code.
    pub reason: Option<String>,
    /// Free text.
    pub comments: Option<String>,
    /// Who asked for the movement; of a proposal who proposed it.
    pub person: Option<String>,
    /// When it was proposed.
    pub at: Option<DateTime<Utc>>,
    /// The proposal came from another station.
    #[serde(default)]
    pub from_elsewhere: bool,
    /// The service has the line of the proposal no more: it can only be rejected.
    #[serde(default)]
    pub gone: bool,
    /// What was proposed about the line before was rejected here.
    #[serde(default)]
    pub rejected: Option<Rejection>,
}

/// Where a decision stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReviewStand {
    /// It is proposed, and not sent.
    Proposed,
    /// The line became another one in the service since it was proposed.
    Elsewhere,
    /// It is proposed, and somebody decided just that in the service since.
    Already,
    /// It was proposed here, and somebody at another station answered.
    Answered(SharedAnswer),
    /// It is on its way to the service.
    Sending,
    /// It was refused, or nothing tells whether it was done.
    Refused(Option<Failure>),
    /// It is in the service, and nobody looked at it here.
    Decided,
    /// It is in the service, and was looked at.
    Reviewed,
}

impl ReviewStand {
    /// Whether it can still be approved or rejected.
    #[must_use]
    pub fn is_proposal(&self) -> bool {
        matches!(self, Self::Proposed | Self::Elsewhere | Self::Already)
    }

    /// Whether it is in the service.
    #[must_use]
    pub fn is_in_service(&self) -> bool {
        matches!(self, Self::Decided | Self::Reviewed)
    }
}

/// What there is to review, in numbers, and by what it can be filtered.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ReviewFacts {
    /// Proposals, with those on their way or refused.
    pub proposals: u32,
    /// Those of them that can be approved or rejected.
    #[serde(default)]
    pub to_decide: u32,
    /// Decisions in the service that nobody looked at here.
    pub decided: u32,
    /// Decisions in the service that were looked at.
    pub reviewed: u32,
    /// Where what is to be reviewed goes to.
    pub destinations: Vec<PlaceRef>,
    /// Reasons given for it, as codes.
    pub given: Vec<String>,
    /// Reasons to choose from, in the order of their keys.
    pub reasons: Vec<ReasonChoice>,
    /// The last thing done here can be taken back.
    pub can_undo: bool,
}

/// A decision with what helps to judge it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ReviewView {
    /// The decision.
    pub row: ReviewRow,
    /// The line, and what is known of its product and of what may go instead; `None` where the service has no more
    /// the line that others propose something about.
    #[serde(default)]
    pub line: Option<LineView>,
    /// The last requests for the product, at most ten: those that went where the line goes, then others, of both
    /// the newest first.
    pub history: Vec<PastRequest>,
    /// Other lines of the movement: at most ten.
    pub others: Vec<OtherLine>,
    /// How many lines the movement has.
    pub lines: u32,
    /// How many pieces of the product are asked for in lines that are open, with this one.
    pub demand: i64,
    /// In how many movements.
    pub demand_in: u32,
    /// What became of the line since it was proposed, where it is another one in the service.
    #[serde(default)]
    pub meanwhile: Option<Meanwhile>,
}

/// What became of a line in the service since something was proposed about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Meanwhile {
    /// What it was then; not known where an earlier version proposed it.
    #[serde(default)]
    pub was: Option<LineThen>,
    /// What it is now; `None` where the service has it no more.
    #[serde(default)]
    pub now: Option<LineThen>,
}

/// What a line is in the service at some moment, as far as it is compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineThen {
    /// What is asked for.
    pub product: ProductRef,
    /// How many; `None` where the service gave no number.
    pub requested: Option<i64>,
    /// What is decided about it.
    pub decided: DecidedThen,
}

/// What is decided about a line in the service at some moment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DecidedThen {
    /// Nothing.
    Nothing,
    /// So many go.
    Revised(i64),
    /// These go instead, with how many of each.
    Substituted(Vec<(ProductRef, i64)>),
    /// Nothing of it goes.
    Canceled,
    /// It has this status, and more is not known.
    Other(LineStatus),
}

/// A request for a product.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PastRequest {
    /// The line.
    pub line: LineRef,
    /// The day it was asked for.
    pub day: Option<NaiveDate>,
    /// Where it went, by name.
    pub destination: Option<String>,
    /// It went where the line in question goes.
    pub same_place: bool,
    /// How many were asked for.
    pub requested: Option<i64>,
    /// How many left.
    pub goes: Option<i64>,
    /// What was decided.
    pub status: LineStatus,
}

/// Another line of a movement.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OtherLine {
    /// Its product.
    pub product: ProductRef,
    /// How many were asked for.
    pub requested: Option<i64>,
    /// Where it stands.
    pub status: LineStatus,
}

/// What became of a request about several decisions.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reviewed {
    /// Lines it was done with, or is on its way.
    pub done: u32,
    /// Lines of which the service had just that already: nothing was sent.
    #[serde(default)]
    pub already: u32,
    /// Movements about which something is sent.
    pub movements: u32,
    /// Lines it could not be done with, and why.
    pub failed: Vec<(LineRef, Failure)>,
}
