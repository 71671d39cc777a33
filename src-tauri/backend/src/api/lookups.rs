//! Commands about what is looked up: stocklists, products, places, bins, people and categories.

use std::{future::Future, future::ready};

use contract::{
    BinLocation, CategoryCount, CreateCategory, FindPeople, FindPlaces, FindProducts, FoundPeople,
    FoundPlaces, FoundProduct, ListBinLocations, ListCategories, ListPeople, ListPlaces,
    ListProducts, ListStocklists, Location, OpenLocation, OpenStocklist, Operation, Page, Person,
    Place, ProductRow, Stocklist, StocklistFilter, StocklistQuery, StocklistRow, Written,
};
use rules::catalog::stocklist_rows::tidy;

use crate::{
    Backend,
    background::blocking,
    error::Error,
    lookups::{LOOKUP_AGE, find::found_products, locations::named, people::by_name},
    outbox::op::Op,
};

impl Backend {
    /// Finds products for what is typed; for nothing, none. Products that were never read, or are
    /// old, are read behind.
    ///
    /// # Errors
    /// If no profile is open.
    pub async fn find_products(&self, request: FindProducts) -> Result<Vec<FoundProduct>, Error> {
        let workspace = self.workspace()?;
        workspace.products.read_products_behind();
        let at_hand = workspace.products.index_at_hand();
        if at_hand.is_some() {
            // One that is a page behind finds what it has, rather than nothing yet.
            workspace.products.index_products_behind();
        }
        blocking(move || {
            let index = at_hand.unwrap_or_else(|| workspace.products.index());
            found_products(&index, &workspace.drafts, &request)
        })
        .await
    }

    /// Shows every place seen on movements and stocklists and around bins, by name.
    ///
    /// # Errors
    /// If no profile is open.
    pub async fn list_places(&self, _request: ListPlaces) -> Result<Vec<Place>, Error> {
        let workspace = self.workspace()?;
        workspace.read_sources_behind();
        blocking(move || workspace.places.places()).await
    }

    /// Finds people for what is typed; all that are known here for nothing.
    ///
    /// # Errors
    /// If no profile is open.
    pub fn find_people(
        &self,
        request: FindPeople,
    ) -> impl Future<Output = Result<FoundPeople, Error>> + Send + use<> {
        ready(self.workspace().map(|workspace| {
            workspace.read_sources_behind();
            workspace.finder.ask_for_people(request.text.trim());
            workspace.finder.found_people(&request)
        }))
    }

    /// Finds places for what is typed; all that are known here for nothing.
    ///
    /// # Errors
    /// If no profile is open.
    pub async fn find_places(&self, request: FindPlaces) -> Result<FoundPlaces, Error> {
        let workspace = self.workspace()?;
        workspace.read_sources_behind();
        workspace.finder.ask_for_places(request.text.trim());
        blocking(move || workspace.finder.found_places(&request)).await
    }

    /// Shows products already read, and reads behind if they never were or are old.
    ///
    /// # Errors
    /// If no profile is open.
    pub async fn list_products(&self, request: ListProducts) -> Result<Page<ProductRow>, Error> {
        let workspace = self.workspace()?;
        workspace.products.read_products_behind();
        blocking(move || workspace.products.list_products(request.filter, &request.rows)).await
    }

    /// Shows the categories seen on products and made here, by name.
    ///
    /// # Errors
    /// If no profile is open.
    pub fn list_categories(
        &self,
        _request: ListCategories,
    ) -> impl Future<Output = Result<Vec<CategoryCount>, Error>> + Send + use<> {
        ready(self.workspace().map(|workspace| {
            workspace.products.read_products_behind();
            workspace.categories.count_categories()
        }))
    }

    /// Keeps a category to be made, and answers what the service says within a moment.
    ///
    /// # Errors
    /// [`Error::Required`] for a blank name; [`Error::Invalid`] for a key that something else has; if
    /// it cannot be kept.
    pub async fn create_category(&self, request: CreateCategory) -> Result<Written, Error> {
        let workspace = self.workspace()?;
        let name = request.name.trim().to_owned();
        if name.is_empty() {
            return Err(Error::Required("name"));
        }
        let body = Operation::CreateCategory { name };
        let alone = workspace.operations.taking_up.lock().await;
        let ops = match workspace.operations.kept_as(request.key, &body).await? {
            Some(op) => vec![op],
            None => {
                let key =
                    request.key.unwrap_or_else(|| workspace.account.common.clock.new_operation());
                let op = Op::new(key, None, body, None, workspace.account.now());
                workspace.operations.keep(vec![op], |_| Ok(())).await?
            }
        };
        drop(alone);
        let key = ops.first().map_or_else(uuid::Uuid::nil, |op| op.key.0);
        Ok(workspace.operations.answer(key, &ops).await)
    }

    /// Shows everybody seen on movements and stocklists, by name.
    ///
    /// # Errors
    /// If no profile is open.
    pub fn list_people(
        &self,
        _request: ListPeople,
    ) -> impl Future<Output = Result<Vec<Person>, Error>> + Send + use<> {
        ready(self.workspace().map(|workspace| {
            workspace.read_sources_behind();
            by_name(workspace.directory.people())
        }))
    }

    /// Shows stocklists already read, and reads behind what was never asked for or is old.
    ///
    /// # Errors
    /// If no profile is open.
    pub async fn list_stocklists(
        &self,
        request: ListStocklists,
    ) -> Result<Page<StocklistRow>, Error> {
        let workspace = self.workspace()?;
        let filter = StocklistFilter { query: tidy(request.filter.query), ..request.filter };
        workspace.stocklists.read_stocklists_behind(&filter.query);
        blocking(move || workspace.stocklists.list_stocklists(filter, &request.rows)).await
    }

    /// Shows one stocklist with its items. One that is not known here is looked for in the service.
    ///
    /// # Errors
    /// [`Error::Unknown`] if neither knows it, [`Error::NeedsSession`] if the service cannot be
    /// asked, or what its reading ended with.
    pub async fn open_stocklist(&self, request: OpenStocklist) -> Result<Stocklist, Error> {
        let workspace = self.workspace()?;
        if let Some(known) = workspace.stocklists.find(&request.stocklist) {
            return Ok(known);
        }
        workspace.stocklists.read_stocklists(&StocklistQuery::default())?.wait().await?;
        workspace.stocklists.find(&request.stocklist).ok_or(Error::Unknown)
    }

    /// Shows the bins or internal locations of a place as far as they were read, and reads behind
    /// if they never were or are old.
    ///
    /// # Errors
    /// If no profile is open, or no place is named.
    pub async fn list_bin_locations(
        &self,
        request: ListBinLocations,
    ) -> Result<Page<BinLocation>, Error> {
        let workspace = self.workspace()?;
        named(&request.parent, "parent")?;
        let of = (request.kind, request.parent);
        let (now, epoch) = (workspace.account.now(), workspace.service.session.epoch());
        if workspace.locations.lists.is_due(&of, now, LOOKUP_AGE, epoch) {
            // Without a session what is known is shown as it is.
            let _ = workspace.locations.read_locations(&of);
        }
        blocking(move || workspace.locations.list_locations(&of, &request.text, &request.rows))
            .await
    }

    /// Shows one location: from the service, or as last read here if that cannot be asked.
    ///
    /// # Errors
    /// [`Error::Unknown`] if the service knows none, or what its reading ended with if nothing is
    /// known here.
    pub async fn open_location(&self, request: OpenLocation) -> Result<Location, Error> {
        let workspace = self.workspace()?;
        named(&request.location, "location")?;
        let id = request.location;
        let (now, epoch) = (workspace.account.now(), workspace.service.session.epoch());
        let read = if workspace.locations.singles.is_due(&id, now, LOOKUP_AGE, epoch) {
            match workspace.locations.read_location(&id) {
                Ok(flight) => flight.wait().await,
                Err(error) => Err(error),
            }
        } else {
            Ok(())
        };
        match (workspace.locations.known_location(&id), read) {
            (_, Err(Error::Unknown)) => Err(Error::Unknown),
            (Some(location), _) => Ok(location),
            (None, read) => Err(read.err().unwrap_or(Error::Unknown)),
        }
    }
}
