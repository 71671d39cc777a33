//! The calls themselves: one method per row of the interface document's section 4. The backend
//! makes them. Deliberately absent: any memory of a session, any retry, any order between calls.

use contract::{
    Category, Endpoint, Instruction, ItemId, Location, LocationId, Movement, MovementId, Product,
    Stocklist, StocklistQuery,
};
use hyper_util::client::proxy::matcher::Matcher;
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;

use crate::answer::{self, Reading};
use crate::network::transport::{Answer, Transport};
use crate::request::{self, Built};
use crate::wire::category::CategoryWire;
use crate::wire::location::LocationWire;
use crate::wire::movement::{self, AnsweredWire, MovementWire};
use crate::wire::product::ProductWire;
use crate::wire::shape::envelope;
use crate::wire::shape::list;
use crate::wire::stocklist::StocklistWire;
use crate::{
    Authorities, Base, Direction, HeaderUpdate, Limits, Listed, MovementHeader, Outcome, Paging,
    PicklistItem, ProductsBy, SessionCookies, Trouble,
};

/// A service at one address. A cheap clone; clones share their connections.
#[derive(Clone, Debug)]
pub struct Client {
    transport: Transport,
}

impl Client {
    /// A client of the service at `base`, trusting `authorities` beside the system's. Nothing is
    /// sent yet.
    ///
    /// # Errors
    /// If there is no trust to begin with: this computer knows no authority at all.
    pub fn new(base: Base, limits: Limits, authorities: &Authorities) -> Result<Self, Trouble> {
        let system = Matcher::from_system();
        Ok(Self { transport: Transport::new(base, limits, authorities, &system)? })
    }

    /// The service's address.
    #[must_use]
    pub fn base(&self) -> &Base {
        self.transport.base()
    }

    /// The proxy between this computer and the service, as host and port.
    #[must_use]
    pub fn proxy(&self) -> Option<String> {
        self.transport.proxy()
    }

    /// Signs in (interface document, 4.1 and 5.2). It is sent without any cookie, so that the
    /// session is a new one. Accepted means that a session came: only [`Client::probe`] shows that
    /// it is good.
    pub async fn login(&self, user_name: &str, password: &SecretString) -> Outcome<SessionCookies> {
        let request = request::login(user_name, password.expose_secret());
        self.send(request, None, answer::login).await
    }

    /// Ends the session (interface document, 4.1). The answer's body is not read.
    pub async fn logout(&self, session: &SessionCookies) -> Outcome<()> {
        self.call(request::logout(), Some(session), Reading::Ignored(())).await
    }

    /// Reads as little as possible of a list: movements, stocklists or products. It shows whether the
    /// session is good.
    pub async fn probe(&self, session: Option<&SessionCookies>, endpoint: Endpoint) -> Outcome<()> {
        self.call(request::probe(endpoint), session, Reading::Body(list::any_list)).await
    }

    /// Asks without a session who answers here. [`Outcome::SignedOut`] then means that the service
    /// refused as it does (interface document, 5.5 and 7): in its own words, or with a fresh session
    /// cookie. Another 401 is [`Outcome::Unclear`]: any web server may ask for a password.
    pub async fn greet(&self) -> Outcome<()> {
        self.send(request::probe(Endpoint::ListMovements), None, answer::greeting).await
    }

    /// Chooses the location the session works in (observed: `PUT /api/chooseLocation/<id>`; the
    /// answer is plain text). Some installations refuse calls until one is chosen.
    pub async fn choose_location(&self, session: &SessionCookies, id: &LocationId) -> Outcome<()> {
        self.call(request::choose_location(id), Some(session), Reading::Ignored(())).await
    }

    /// Makes a category (interface document, 4.2).
    pub async fn create_category(&self, session: &SessionCookies, name: &str) -> Outcome<Category> {
        let read = Reading::Body(envelope::record::<CategoryWire>);
        self.call(request::create_category(name), Some(session), read).await
    }

    /// Lists movements (interface document, 4.3), with their lines unless `exclude_lines`.
    pub async fn list_movements(
        &self,
        session: &SessionCookies,
        page: Paging,
        exclude_lines: bool,
    ) -> Outcome<Listed<Movement>> {
        let read = Reading::Page(list::page::<MovementWire>, page);
        self.call(request::list_movements(page, exclude_lines), Some(session), read).await
    }

    /// Lists movements one way, without their lines (observed in newer installations, which refuse
    /// the list without `direction`): those that leave `place` or come to it, where one is given.
    pub async fn list_movements_one_way(
        &self,
        session: &SessionCookies,
        page: Paging,
        direction: Direction,
        place: Option<&LocationId>,
    ) -> Outcome<Listed<Movement>> {
        let read = Reading::Page(list::page::<MovementWire>, page);
        let request = request::list_movements_one_way(page, direction, place);
        self.call(request, Some(session), read).await
    }

    /// Reads one movement with its lines (interface document, 4.3). Lines that cannot be read are left
    /// out and counted, as long as there are others.
    pub async fn read_movement(
        &self,
        session: &SessionCookies,
        id: &MovementId,
    ) -> Outcome<Movement> {
        let read = Reading::Body(movement::read);
        self.call(request::read_movement(id), Some(session), read).await
    }

    /// Makes a movement: empty, inbound, or from a stocklist (interface document, 4.3). Answers what
    /// was made, without its lines where they cannot be read.
    pub async fn create_movement(
        &self,
        session: &SessionCookies,
        header: &MovementHeader,
    ) -> Outcome<Movement> {
        let read = Reading::Body(envelope::record::<AnsweredWire>);
        self.call(request::create_movement(header), Some(session), read).await
    }

    /// Changes a movement's own fields (interface document, 4.3), or its lines by instructions
    /// (4.4), which apply in their order. Answers the movement after it, without its lines where they
    /// cannot be read.
    pub async fn update_movement(
        &self,
        session: &SessionCookies,
        id: &MovementId,
        header: &HeaderUpdate,
        instructions: &[Instruction],
    ) -> Outcome<Movement> {
        let read = Reading::Body(envelope::record::<AnsweredWire>);
        self.call(request::update_movement(id, header, instructions), Some(session), read).await
    }

    /// Picks a line from inventory, changes a pick, or takes it back (interface document, 4.5). The
    /// answer's shape is not shown, so its body is not read.
    pub async fn pick(
        &self,
        session: &SessionCookies,
        item: &ItemId,
        picks: &[PicklistItem],
    ) -> Outcome<()> {
        self.call(request::pick(item, picks), Some(session), Reading::Ignored(())).await
    }

    /// Lists bins, of one place or of all (interface document, 4.6).
    pub async fn list_bin_locations(
        &self,
        session: &SessionCookies,
        parent: Option<&LocationId>,
    ) -> Outcome<Listed<Location>> {
        let read = Reading::Body(list::list::<LocationWire>);
        self.call(request::list_bin_locations(parent), Some(session), read).await
    }

    /// Lists internal locations, of one place or of all (interface document, 4.6).
    pub async fn list_internal_locations(
        &self,
        session: &SessionCookies,
        location: Option<&LocationId>,
    ) -> Outcome<Listed<Location>> {
        let read = Reading::Body(list::list::<LocationWire>);
        self.call(request::list_internal_locations(location), Some(session), read).await
    }

    /// Reads one internal location (interface document, 4.6); `None` where the service answers that
    /// there is none.
    pub async fn read_internal_location(
        &self,
        session: &SessionCookies,
        id: &LocationId,
    ) -> Outcome<Option<Location>> {
        let read = Reading::Body(envelope::maybe_record::<LocationWire>);
        self.call(request::read_internal_location(id), Some(session), read).await
    }

    /// Lists stocklists (interface document, 4.6). Some installations ignore the filters.
    pub async fn list_stocklists(
        &self,
        session: &SessionCookies,
        filter: &StocklistQuery,
        page: Paging,
    ) -> Outcome<Listed<Stocklist>> {
        let read = Reading::Page(list::page::<StocklistWire>, page);
        self.call(request::list_stocklists(filter, page), Some(session), read).await
    }

    /// Lists products (interface document, 4.6).
    pub async fn list_products(
        &self,
        session: &SessionCookies,
        page: Paging,
        by: ProductsBy,
    ) -> Outcome<Listed<Product>> {
        let read = Reading::Page(list::page::<ProductWire>, page);
        self.call(request::list_products(page, by), Some(session), read).await
    }

    /// Lists objects of any class (interface document, 4.6): the answer as it came, because its
    /// shape is not shown.
    pub async fn generic_list(
        &self,
        session: &SessionCookies,
        object: &str,
        page: Paging,
    ) -> Outcome<Value> {
        let read = Reading::Body(envelope::raw);
        self.call(request::generic_list(object, page), Some(session), read).await
    }

    /// Reads one object of any class (interface document, 4.6): the answer as it came.
    pub async fn generic_read(
        &self,
        session: &SessionCookies,
        object: &str,
        id: &str,
    ) -> Outcome<Value> {
        let read = Reading::Body(envelope::raw);
        self.call(request::generic_read(object, id), Some(session), read).await
    }

    pub(crate) async fn call<T>(
        &self,
        request: Built,
        session: Option<&SessionCookies>,
        reading: Reading<T>,
    ) -> Outcome<T> {
        self.send(request, session, |base, write, answer| {
            answer::judge(base, write, answer, reading)
        })
        .await
    }

    async fn send<T>(
        &self,
        request: Built,
        session: Option<&SessionCookies>,
        judge: impl FnOnce(&Base, bool, Answer) -> Outcome<T>,
    ) -> Outcome<T> {
        let request = match request {
            Ok(request) => request,
            Err(trouble) => return Outcome::NotWritten(trouble),
        };
        let write = request.is_write();
        match self.transport.send(request, session).await {
            Ok(answer) => judge(self.base(), write, answer),
            Err(lost) if lost.written => Outcome::WrittenNoAnswer(lost.trouble),
            Err(lost) => Outcome::NotWritten(lost.trouble),
        }
    }
}
