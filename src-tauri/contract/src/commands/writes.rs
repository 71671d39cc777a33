//! Requests that change something in the service. Each is kept here first, and answered then.

use serde::{Deserialize, Serialize};

use crate::{HeaderFields, ItemId, MovementKey, MovementRef, NewMovement, OperationKey, Pick};

/// Makes a movement (interface document, 4.3), then brings its lines to what was previewed (4.4).
/// Sent again with the same key, it changes nothing, or corrects what the service refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreateMovement {
    /// The key it is to have; one is made when the caller gives none.
    #[serde(default)]
    pub key: Option<MovementKey>,
    /// The form.
    pub form: NewMovement,
}

/// Makes a category (interface document, 4.2). Sent again with the same key, it changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CreateCategory {
    /// The key the operation is to have; one is made when the caller gives none.
    #[serde(default)]
    pub key: Option<OperationKey>,
    /// Its name; required.
    pub name: String,
}

/// Changes a movement's own fields (interface document, 4.3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UpdateHeader {
    /// Which movement.
    pub movement: MovementRef,
    /// Its fields as they were when the change was begun; without it, as they are known now.
    #[serde(default)]
    pub base: Option<HeaderFields>,
    /// The fields to be changed.
    pub change: HeaderFields,
}

/// Picks a line from inventory, changes picks, or takes them back (interface document, 4.5). Sent
/// again with the same key, it changes nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PickLine {
    /// The key the operation is to have; one is made when the caller gives none.
    #[serde(default)]
    pub key: Option<OperationKey>,
    /// The line's movement.
    pub movement: MovementRef,
    /// The line.
    pub item: ItemId,
    /// Its picks, at least one.
    pub picks: Vec<Pick>,
}
