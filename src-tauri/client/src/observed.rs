//! Calls the interface document does not show: reads that were observed in real installations, one
//! method each. `backend::capabilities` finds out which of them a service answers. Deliberately
//! absent: everything that changes something, and whatever a read is seen to change as a side effect.

mod records;

use contract::{Location, LocationId, MovementId, Person, ProductId};

use crate::answer::Reading;
use crate::wire::location::LocationWire;
use crate::wire::observed::context::ContextWire;
use crate::wire::observed::edit_page::EditMovementWire;
use crate::wire::observed::pick_page::PickMovementWire;
use crate::wire::observed::reason::ReasonWire;
use crate::wire::observed::rows;
use crate::wire::observed::status::StatusWire;
use crate::wire::observed::substitutions::SubstitutionsWire;
use crate::wire::person::PersonWire;
use crate::wire::shape::envelope;
use crate::{Client, Outcome, SessionCookies, request};

pub use records::{
    Activity, Context, EditPage, EditRow, Health, PickPage, ReasonCode, SubstituteStock,
    Substitutions,
};

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
