//! Places: depots, wards and suppliers that movements go between, and the internal locations and
//! bins inside a depot.

use serde::{Deserialize, Serialize};

use crate::LocationId;

/// A location as a lookup answers it (interface document, 2.5).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Location {
    /// The service's id.
    pub id: LocationId,
    /// Name, as maintained in the service.
    pub name: Option<String>,
    /// Free text.
    pub description: Option<String>,
    /// The location's own number, where it has one.
    pub location_number: Option<String>,
    /// The group it belongs to, where it belongs to one.
    pub location_group: Option<LocationGroup>,
    /// What kind of place it is.
    pub location_type: Option<LocationType>,
    /// The place it lies in; a bin's depot.
    pub parent: Option<Box<Location>>,
}

/// A group of places (interface document, 2.5 `locationGroup`, whose fields are not shown).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocationGroup {
    /// The service's id, where given.
    pub id: Option<String>,
    /// Name, where given.
    pub name: Option<String>,
}

/// A kind of place (interface document, 2.5 `locationType`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LocationType {
    /// The service's id, where given.
    pub id: Option<String>,
    /// Name in the service, without the packed translations some installations send.
    pub name: Option<String>,
    /// Free text.
    pub description: Option<String>,
    /// The code, open: new ones are kept as they are. Read from here or from the location's own
    /// `locationTypeCode`.
    pub code: Option<LocationTypeCode>,
}

/// `locationTypeCode`. The interface document shows DEPOT and BIN_LOCATION; others are seen.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub enum LocationTypeCode {
    /// A warehouse.
    Depot,
    /// A bin inside a depot.
    BinLocation,
    /// A supplier, the origin of an inbound movement.
    Supplier,
    /// A ward, a destination.
    Ward,
    /// Any other code, as the service writes it.
    Other(String),
}

impl LocationTypeCode {
    /// The code as the service writes it.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Depot => "DEPOT",
            Self::BinLocation => "BIN_LOCATION",
            Self::Supplier => "SUPPLIER",
            Self::Ward => "WARD",
            Self::Other(code) => code,
        }
    }
}

impl From<String> for LocationTypeCode {
    fn from(code: String) -> Self {
        match code.as_str() {
            "DEPOT" => Self::Depot,
            "BIN_LOCATION" => Self::BinLocation,
            "SUPPLIER" => Self::Supplier,
            "WARD" => Self::Ward,
            _ => Self::Other(code),
        }
    }
}

impl From<LocationTypeCode> for String {
    fn from(code: LocationTypeCode) -> Self {
        code.as_str().to_owned()
    }
}

/// A place as other records refer to it (interface document, 2.1 `origin`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceRef {
    /// The service's id.
    pub id: LocationId,
    /// Name; the id where the service gave none.
    pub name: String,
    /// Its kind, where the record tells it.
    #[serde(default)]
    pub type_code: Option<LocationTypeCode>,
}

impl Location {
    /// What to show: the name, else the number, else the id.
    #[must_use]
    pub fn shown(&self) -> &str {
        self.name.as_deref().or(self.location_number.as_deref()).unwrap_or(self.id.as_str())
    }

    /// The code of its kind.
    #[must_use]
    pub fn type_code(&self) -> Option<&LocationTypeCode> {
        self.location_type.as_ref().and_then(|kind| kind.code.as_ref())
    }
}

impl From<&Location> for PlaceRef {
    fn from(location: &Location) -> Self {
        Self {
            id: location.id.clone(),
            name: location.shown().to_owned(),
            type_code: location.type_code().cloned(),
        }
    }
}

/// A place that movements go between, harvested: the interface has no list of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The service's id.
    pub id: LocationId,
    /// Name; the id where the service gave none.
    pub name: String,
    /// Its kind, where a record told it.
    pub type_code: Option<LocationTypeCode>,
    /// In how many movements and stocklists it is the origin.
    pub as_origin: u32,
    /// In how many movements and stocklists it is the destination.
    pub as_destination: u32,
    /// Bins known in it; `None` when they were never asked for.
    pub bins: Option<u32>,
}

impl Place {
    /// Whether goods come from outside: a place of type SUPPLIER.
    #[must_use]
    pub fn is_supplier(&self) -> bool {
        self.type_code == Some(LocationTypeCode::Supplier)
    }

    /// Whether it is a supplier as far as is known: of that type, or goods only ever came from it and
    /// no record told its type (section 2.1: movements do not).
    #[must_use]
    pub fn supplies(&self) -> bool {
        let may_be = self.type_code.is_none() && self.as_origin > 0 && self.as_destination == 0;
        self.is_supplier() || may_be
    }
}

/// A bin or another internal location, as the locations screen shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BinLocation {
    /// The service's id.
    pub id: LocationId,
    /// Name, as on the shelf.
    pub name: String,
    /// The location's own number, where it has one.
    pub location_number: Option<String>,
    /// The kind's name in the service.
    pub type_name: Option<String>,
    /// The kind's code.
    pub type_code: Option<LocationTypeCode>,
    /// Name of the place it lies in.
    pub parent: Option<String>,
}
