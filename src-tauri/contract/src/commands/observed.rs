//! Requests about what the service tells beyond the interface document.

use serde::{Deserialize, Serialize};

use crate::{ItemId, MovementKey};

/// Asks which of the observed calls the service answers, as far as that is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadCapabilities {}

/// Tries all observed calls again; answers when that is done. Reads alone are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProbeCapabilities {}

/// Finds people by what is typed: all words must be in name, user name or e-mail address. Answers
/// with what is known here, and asks the service behind where it can be asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindPeople {
    /// What is typed; nothing finds everybody known here.
    pub text: String,
    /// How many at most; the backend caps it at 100.
    pub count: u32,
}

/// Finds places that movements go between by what is typed: all words must be in the name. Answers
/// with what is known here, and asks the service behind where it can be asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FindPlaces {
    /// What is typed; nothing finds every place known here.
    pub text: String,
    /// How many at most; the backend caps it at 100.
    pub count: u32,
}

/// Asks what there is to pick for a line. Answers with what is known here, and asks the service
/// behind where it can be asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadPickView {
    /// The line's movement.
    pub movement: MovementKey,
    /// The line, as the service names it.
    pub item: ItemId,
    /// Asks the service anew, however young its last word is.
    #[serde(default)]
    pub anew: bool,
}

/// Asks for objects of any class of the service, by reading alone (interface document, 4.6, the generic
/// family, whose shapes are not shown).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explore {
    /// Name of the class, in letters and digits: `requisitionItem`.
    pub object: String,
    /// The service's id of one; without it the first ones are asked for.
    #[serde(default)]
    pub id: Option<String>,
}

/// What the service answered, field by field.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Explored {
    /// The fields, in the order of their names.
    pub fields: Vec<ExploredField>,
    /// There was more than is shown.
    pub is_cut: bool,
}

/// A field of an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExploredField {
    /// Where it stands: `[0].product.name`.
    pub path: String,
    /// As it came; what may let somebody in is hidden.
    pub value: String,
}
