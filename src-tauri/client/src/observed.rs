//! Calls the interface document does not show: reads that were observed in real installations, one
//! method each. `backend::capabilities` finds out which of them a service answers. Deliberately
//! absent: everything that changes something, and whatever a read is seen to change as a side effect.

use chrono::NaiveDate;
use contract::{ItemId, Location, LocationId, MovementId, Person, PlaceRef, ProductId, ProductRef};
use serde::{Deserialize, Serialize};

use crate::answer::Reading;
use crate::wire::envelope;
use crate::wire::location::LocationWire;
use crate::wire::observed::context::ContextWire;
use crate::wire::observed::edit_page::EditMovementWire;
use crate::wire::observed::pick_page::PickMovementWire;
use crate::wire::observed::reason::ReasonWire;
use crate::wire::observed::rows;
use crate::wire::observed::status::StatusWire;
use crate::wire::observed::substitutions::SubstitutionsWire;
use crate::wire::person::PersonWire;
use crate::{Client, Outcome, SessionCookies, request};

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

/// A lot in a bin, and how much is there (observed: `availableItems`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Available {
    /// Id of the inventory item.
    pub inventory_item: String,
    /// Number of the lot; `None` for goods without one.
    pub lot: Option<String>,
    /// The last day on which it may be used; `None` for goods that do not expire.
    pub expiry: Option<NaiveDate>,
    /// The bin; `None` for stock without one.
    pub bin: Option<PlaceRef>,
    /// How many pieces.
    pub quantity: Option<i64>,
    /// Whether it may be taken, in the service's word; newer installations alone tell it.
    pub status: Option<String>,
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

/// What there is to pick for a line, or for a product that goes instead (observed:
/// `pickPageItems`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PickRow {
    /// The id to pick against: that of the line, of a child of it, or, for a revised line of some
    /// installations, of a child that no line shows.
    pub item: ItemId,
    /// The product, where the row names it by its id.
    pub product: Option<ProductId>,
    /// Its code.
    pub product_code: Option<String>,
    /// How many pieces are to be picked.
    pub required: Option<i64>,
    /// What can be picked.
    pub available: Vec<Available>,
    /// What was picked.
    pub picks: Vec<SeenPick>,
    /// Place of the line.
    pub sort_order: Option<i64>,
}

/// A pick as the service shows it (observed: `picklistItems`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeenPick {
    /// Id of the picklist item.
    pub id: String,
    /// Id of the inventory item it was taken from.
    pub inventory_item: String,
    /// Number of the lot.
    pub lot: Option<String>,
    /// The last day on which it may be used.
    pub expiry: Option<NaiveDate>,
    /// The bin it was taken from.
    pub bin: Option<PlaceRef>,
    /// How many pieces. Some installations keep a pick that was taken back, with 0.
    pub quantity: i64,
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

impl Client {
    /// Asks whether the service works, with a session or without one (observed: `GET /api/status`).
    pub async fn health(&self, session: Option<&SessionCookies>) -> Outcome<Health> {
        let read = Reading::Body(envelope::record::<StatusWire>);
        self.call(request::observed::health(), session, read).await
    }

    /// Asks who is signed in (observed: `GET /api/getAppContext`).
    pub async fn app_context(&self, session: &SessionCookies) -> Outcome<Context> {
        let read = Reading::Body(envelope::record::<ContextWire>);
        self.call(request::observed::app_context(), Some(session), read).await
    }

    /// Asks who is signed in, as older installations tell it (observed: `GET /api/getSession`).
    pub async fn session_context(&self, session: &SessionCookies) -> Outcome<Context> {
        let read = Reading::Body(envelope::record::<ContextWire>);
        self.call(request::observed::session_context(), Some(session), read).await
    }

    /// Finds people by a part of their name (observed: `GET /api/persons?name=`).
    pub async fn find_people(&self, session: &SessionCookies, name: &str) -> Outcome<Vec<Person>> {
        let read = Reading::Body(rows::list::<PersonWire>);
        self.call(request::observed::find_people(name), Some(session), read).await
    }

    /// Finds places that movements go between by a part of their name (observed:
    /// `GET /api/locations?name=`). Some installations answer no JSON to fewer than three letters,
    /// some ignore the name.
    pub async fn find_places(
        &self,
        session: &SessionCookies,
        name: &str,
    ) -> Outcome<Vec<Location>> {
        let read = Reading::Body(rows::list::<LocationWire>);
        self.call(request::observed::find_places(name), Some(session), read).await
    }

    /// Lists the places that movements go between, whatever they are called (observed:
    /// `GET /api/locations`).
    pub async fn list_places(&self, session: &SessionCookies) -> Outcome<Vec<Location>> {
        let read = Reading::Body(rows::list::<LocationWire>);
        self.call(request::observed::list_places(), Some(session), read).await
    }

    /// Lists reasons (observed: `GET /api/reasonCodes?activityCode=`).
    pub async fn list_reasons(
        &self,
        session: &SessionCookies,
        activity: Activity,
    ) -> Outcome<Vec<ReasonCode>> {
        let read = Reading::Body(rows::list::<ReasonWire>);
        self.call(request::observed::list_reasons(activity), Some(session), read).await
    }

    /// Asks what may go instead of a product, and what there is of each in a place (observed:
    /// `GET /api/products/<id>/substitutions?location.id=`).
    pub async fn substitutions(
        &self,
        session: &SessionCookies,
        product: &ProductId,
        place: &LocationId,
    ) -> Outcome<Substitutions> {
        let read = Reading::Body(envelope::record::<SubstitutionsWire>);
        self.call(request::observed::substitutions(product, place), Some(session), read).await
    }

    /// Reads a movement as it is decided upon (observed:
    /// `GET /api/stockMovements/<id>?stepNumber=3`).
    pub async fn edit_page(&self, session: &SessionCookies, id: &MovementId) -> Outcome<EditPage> {
        let read = Reading::Body(envelope::record::<EditMovementWire>);
        self.call(request::observed::edit_page(id), Some(session), read).await
    }

    /// Reads a movement as it is picked (observed: `GET /api/stockMovements/<id>?stepNumber=4`).
    ///
    /// Installations of a newer generation show no such page, and pick anew when they are asked for
    /// it. The request tells them not to; it is to be made all the same only where
    /// [`EditPage::has_pick_page`] showed that the service is of an older one.
    pub async fn pick_page(&self, session: &SessionCookies, id: &MovementId) -> Outcome<PickPage> {
        let read = Reading::Body(envelope::record::<PickMovementWire>);
        self.call(request::observed::pick_page(id), Some(session), read).await
    }
}
