//! What can be asked of the service: the eleven kinds of write of the interface document.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::{ItemId, LocationId, Movement, NewMovement, PersonRef, PlaceRef, ProductRef};

/// One change, as it is queued.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operation {
    /// Makes a movement (interface document, 4.3), and brings its lines to what was previewed.
    CreateMovement(NewMovement),
    /// Changes a movement's own fields (interface document, 4.3).
    UpdateHeader(HeaderFields),
    /// Changes one line (interface document, 4.4).
    ChangeLine(LineChange),
    /// Picks a line from inventory, changes picks, or takes them back (interface document, 4.5).
    Pick {
        /// The line.
        item: ItemId,
        /// Its picks, at least one.
        picks: Vec<Pick>,
    },
    /// Makes a category (interface document, 4.2).
    CreateCategory {
        /// Its name.
        name: String,
    },
}

/// A movement's own fields: those to be changed, or those it had. What is `None` is left alone, or
/// was not given.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct HeaderFields {
    /// Name.
    pub name: Option<String>,
    /// Free text.
    pub description: Option<String>,
    /// Where goods come from.
    pub origin: Option<PlaceRef>,
    /// Where goods go to.
    pub destination: Option<PlaceRef>,
    /// The day it is asked for.
    pub date_requested: Option<NaiveDate>,
    /// Who asks for it.
    pub requested_by: Option<PersonRef>,
}

/// One instruction about a line (interface document, 2.3 and 4.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineChange {
    /// Adds a line.
    Create {
        /// What is asked for.
        product: ProductRef,
        /// How many pieces.
        quantity: u32,
        /// Its place; one behind the last is taken where none is given, in steps of 100.
        #[serde(default)]
        sort_order: Option<u32>,
        /// Who gets it.
        #[serde(default)]
        recipient: Option<PersonRef>,
    },
    /// Replaces fields of an open line; what is `None` stays as it is.
    Update {
        /// The line.
        item: ItemId,
        /// What is asked for.
        #[serde(default)]
        product: Option<ProductRef>,
        /// How many pieces.
        #[serde(default)]
        quantity: Option<u32>,
        /// Its place, from 0.
        #[serde(default)]
        sort_order: Option<u32>,
    },
    /// Changes the quantity and keeps the request on record. To 0 it travels as a cancellation.
    Revise {
        /// The line.
        item: ItemId,
        /// How many pieces go.
        quantity: u32,
        /// Why; open text.
        reason_code: String,
        /// Free text.
        #[serde(default)]
        comments: Option<String>,
    },
    /// Sends other products instead: these and no others, whatever went instead before.
    Substitute {
        /// The original line.
        item: ItemId,
        /// What goes instead; at least one.
        with: Vec<Substitute>,
        /// Why; open text.
        reason_code: String,
        /// Free text.
        #[serde(default)]
        comments: Option<String>,
    },
    /// Lets nothing of a line go.
    Cancel {
        /// The line.
        item: ItemId,
        /// Why; open text.
        reason_code: String,
        /// Free text.
        #[serde(default)]
        comments: Option<String>,
    },
    /// Takes back a revision, substitution or cancellation.
    Revert {
        /// The line.
        item: ItemId,
    },
    /// Removes a line.
    Delete {
        /// The line.
        item: ItemId,
    },
}

/// A product that goes instead of another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Substitute {
    /// The product.
    pub product: ProductRef,
    /// How many pieces of it, at least 1.
    pub quantity: u32,
}

/// A pick of a line (interface document, 2.4).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pick {
    /// The pick to change; `None` makes a new one.
    #[serde(default)]
    pub id: Option<String>,
    /// The inventory item (a lot of a product) it is taken from.
    pub inventory_item: String,
    /// The bin it is taken from; `None` for stock without one.
    #[serde(default)]
    pub bin_location: Option<LocationId>,
    /// How many pieces; 0 takes the pick back.
    pub quantity: u32,
}

impl HeaderFields {
    /// The fields a movement has.
    #[must_use]
    pub fn of(movement: &Movement) -> Self {
        Self {
            name: movement.name.clone(),
            description: movement.description.clone(),
            origin: movement.origin.clone(),
            destination: movement.destination.clone(),
            date_requested: movement.date_requested,
            requested_by: movement.requested_by.as_ref().map(PersonRef::from),
        }
    }

    /// Whether no field is given.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

impl LineChange {
    /// Which kind of change it is.
    #[must_use]
    pub fn kind(&self) -> ChangeKind {
        match self {
            Self::Create { .. } => ChangeKind::Create,
            Self::Update { .. } => ChangeKind::Update,
            Self::Revise { quantity: 0, .. } | Self::Cancel { .. } => ChangeKind::Cancel,
            Self::Revise { .. } => ChangeKind::Revise,
            Self::Substitute { .. } => ChangeKind::Substitute,
            Self::Revert { .. } => ChangeKind::Revert,
            Self::Delete { .. } => ChangeKind::Delete,
        }
    }

    /// The line it is about; `None` for one that is to be added.
    #[must_use]
    pub fn item(&self) -> Option<&ItemId> {
        match self {
            Self::Create { .. } => None,
            Self::Update { item, .. }
            | Self::Revise { item, .. }
            | Self::Substitute { item, .. }
            | Self::Cancel { item, .. }
            | Self::Revert { item }
            | Self::Delete { item } => Some(item),
        }
    }
}

/// A kind of change of a line, or of the movement's own fields.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeKind {
    /// The movement's own fields.
    Header,
    /// Create item (interface document, 4.4).
    Create,
    /// Update item.
    Update,
    /// Revise.
    Revise,
    /// Substitute.
    Substitute,
    /// Cancel.
    Cancel,
    /// Revert.
    Revert,
    /// Delete.
    Delete,
    /// Pick (interface document, 4.5).
    Pick,
}
