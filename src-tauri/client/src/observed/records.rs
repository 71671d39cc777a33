//! What the calls beyond the interface document answer, as it is read.

use chrono::NaiveDate;
use contract::{ItemId, Person, PickRow, PlaceRef, ProductId, ProductRef};
use serde::{Deserialize, Serialize};

/// Whether a service works (observed in real installations: `GET /api/status`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Health {
    /// Its word for itself: "OK". It says so even without its database.
    pub status: Option<String>,
    /// Whether its database answers it.
    pub database: Option<bool>,
    /// What it says of its database: untrusted plain text.
    pub message: Option<String>,
}

/// Who is signed in, and where (observed: `GET /api/getAppContext`, in older installations
/// `GET /api/getSession`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Context {
    /// The user.
    pub user: Person,
    /// The place they chose to work in, where they chose one.
    pub location: Option<PlaceRef>,
    /// The service's own version; newer installations alone tell it.
    pub version: Option<String>,
    /// The language it speaks to this user.
    pub language: Option<String>,
}

/// What a reason is given for (observed: `activityCode`). Some installations tell them apart by
/// no more than the first two, and list a general selection for the third.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Activity {
    /// Other products go instead.
    Substitute,
    /// A line is revised or canceled.
    Modify,
    /// A pick differs from what was asked for.
    Pick,
}

impl Activity {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Substitute, Self::Modify, Self::Pick];

    /// The code as the service takes it.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Substitute => "SUBSTITUTE_REQUISITION_ITEM",
            Self::Modify => "MODIFY_REQUISITION_ITEM",
            Self::Pick => "MODIFY_PICKLIST_ITEM",
        }
    }
}

/// A reason as the service lists it (observed: `GET /api/reasonCodes`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReasonCode {
    /// The code, as the service takes it.
    pub code: String,
    /// What it is called in the language the service speaks to this user; `None` where it has no
    /// words for it.
    pub text: Option<String>,
    /// Its place in the list.
    pub sort_order: Option<i64>,
}

/// A product that may go instead of another, and how much of it there is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SubstituteStock {
    /// The product.
    pub product: ProductRef,
    /// How many pieces; `None` where no number was given, as some installations do for nothing.
    pub quantity: Option<i64>,
    /// The day on which the first of them expires.
    pub expiry: Option<NaiveDate>,
}

/// What there is of a product, and what may go instead (observed:
/// `GET /api/products/<id>/substitutions`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Substitutions {
    /// How many pieces of the product itself; `None` where no number was given.
    pub quantity: Option<i64>,
    /// The day on which the first of them expires.
    pub expiry: Option<NaiveDate>,
    /// What may go instead, in the service's order.
    pub substitutes: Vec<SubstituteStock>,
}

/// A movement as it is decided upon (observed: `stepNumber=3`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditPage {
    /// A row for each line; `None` where the service shows no such page.
    pub rows: Option<Vec<EditRow>>,
    /// The service is of a generation whose movements have a pick page, shown or not.
    pub has_pick_page: bool,
}

/// What helps to decide about a line (observed: `editPageItems`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditRow {
    /// The line.
    pub item: ItemId,
    /// Its product, where the row names it.
    pub product: Option<ProductId>,
    /// How many pieces of it there are where the movement begins; `None` where no number was given.
    pub quantity: Option<i64>,
    /// The day on which the first of them expires.
    pub expiry: Option<NaiveDate>,
    /// What may go instead, in the service's order.
    pub substitutes: Vec<SubstituteStock>,
}

/// A movement as it is picked (observed: `stepNumber=4`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PickPage {
    /// A row for all that is to be picked; `None` where the service shows no such page.
    pub rows: Option<Vec<PickRow>>,
}
