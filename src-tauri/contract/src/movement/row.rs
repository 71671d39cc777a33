//! A movement as a row of the movements screen, its columns, filter and groups.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use crate::{
    Decisions, LineDecision, LocationId, MovementId, MovementKey, PersonId, PersonRef, PlaceRef,
    ReviewState,
};

/// One row of the movements screen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovementRow {
    /// Our own name of it.
    pub key: MovementKey,
    /// The service's id, once it has one.
    pub id: Option<MovementId>,
    /// Where the row is: in the service, on its way, …
    pub state: RowState,
    /// How many of its lines were edited here, or have picks typed, and are not sent; its header is one
    /// more.
    #[serde(default)]
    pub unsent: u32,
    /// The short code; `None` while the service has not given one ("pending").
    pub identifier: Option<String>,
    /// Name; empty where the service gave none.
    pub name: String,
    /// Free text.
    pub description: String,
    /// Where goods come from.
    pub origin: Option<PlaceRef>,
    /// Where goods go to.
    pub destination: Option<PlaceRef>,
    /// The day it is asked for.
    pub date_requested: Option<NaiveDate>,
    /// Who asked for it.
    pub requested_by: Option<PersonRef>,
    /// How many lines it has; `None` while they were never read.
    pub lines: Option<u32>,
    /// State derived from its lines; `None` while they were never read.
    pub review: Option<ReviewState>,
    /// What was decided on how many of its lines; `None` while they were never read.
    #[serde(default)]
    pub decisions: Option<Decisions>,
    /// When it was last read.
    pub seen: DateTime<Utc>,
    /// The last full list did not hold it any more.
    pub gone: bool,
    /// It became another one in the service since the user last left it.
    #[serde(default)]
    pub news: bool,
}

/// Where a row is. The window draws a symbol and a word for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RowState {
    /// As in the service.
    InService,
    /// Made here, not in the service yet.
    New,
    /// Changed here, not sent.
    Changed,
    /// On its way.
    Sending,
    /// The service refused a change, or one waits for an answer of the user.
    Refused,
    /// Changed in the service since work on it began here.
    ChangedElsewhere,
}

/// Columns of the movements screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MovementColumn {
    /// `identifier`
    Identifier,
    /// `name`
    Name,
    /// `description`
    Description,
    /// Name of the origin.
    Origin,
    /// Name of the destination.
    Destination,
    /// `dateRequested`
    Requested,
    /// Name of who asked for it.
    RequestedBy,
    /// How many lines.
    Lines,
    /// State derived from lines.
    Review,
    /// On how many lines anything was decided.
    Decisions,
    /// When it was last read.
    Seen,
}

/// What the movements screen shows. All conditions must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct MovementFilter {
    /// Words to be found in the header, or in codes and names of products of lines already read;
    /// all of them must be there.
    pub text: String,
    /// Origins, one of which it must have; empty means any.
    pub origins: Vec<LocationId>,
    /// Destinations, one of which it must have; empty means any.
    pub destinations: Vec<LocationId>,
    /// People, one of whom must have asked for it; empty means any.
    pub requesters: Vec<PersonId>,
    /// Earliest day asked for.
    pub requested_from: Option<NaiveDate>,
    /// Latest day asked for.
    pub requested_to: Option<NaiveDate>,
    /// Decisions, one of which was made on one of its lines; empty means any or none. Lines that were
    /// never read are read behind.
    pub decided: Vec<LineDecision>,
}

/// What the rows of the movements screen are gathered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MovementGrouping {
    /// The day asked for: today, yesterday, each of the five days before, earlier.
    Requested,
    /// Where goods go to.
    Destination,
    /// Who asked for it.
    RequestedBy,
}

/// Which group a head stands for. The window words it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GroupKey {
    /// A day asked for.
    Day(NaiveDate),
    /// All days before this one.
    Before(NaiveDate),
    /// A place's, a person's or a product's name.
    Name(String),
    /// A movement.
    Movement {
        /// Which one.
        key: MovementKey,
        /// Its short code, where the service gave one.
        identifier: Option<String>,
        /// Its name.
        name: Option<String>,
    },
    /// No value to gather by.
    None,
    /// Of such a group what is not in the service yet.
    Proposals(Box<GroupKey>),
}

/// An entry of a grouped list: a head, or a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(not(target_arch = "wasm32"), serde(tag = "entry"))]
pub enum Entry<R> {
    /// The head of a group.
    Group {
        /// Which group.
        key: GroupKey,
        /// How many rows belong to it, shown or folded.
        rows: u32,
        /// Its rows are left out.
        folded: bool,
    },
    /// A row.
    Row {
        /// The row itself.
        row: R,
    },
}

impl<R> Entry<R> {
    /// The row; `None` of a head.
    #[must_use]
    pub fn row(&self) -> Option<&R> {
        match self {
            Self::Row { row } => Some(row),
            Self::Group { .. } => None,
        }
    }

    /// The row itself; `None` of a head.
    #[must_use]
    pub fn into_row(self) -> Option<R> {
        match self {
            Self::Row { row } => Some(row),
            Self::Group { .. } => None,
        }
    }

    /// The same head, or what is made of the row.
    #[must_use]
    pub fn map<O>(&self, make: impl FnOnce(&R) -> O) -> Entry<O> {
        match self {
            Self::Row { row } => Entry::Row { row: make(row) },
            Self::Group { key, rows, folded } => {
                Entry::Group { key: key.clone(), rows: *rows, folded: *folded }
            }
        }
    }
}
