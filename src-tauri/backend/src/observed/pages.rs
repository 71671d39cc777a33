//! The pages of a movement and what may go instead of a product: read behind when they are old and
//! somebody looks at them, and remembered here.

use std::{sync::Arc, time::Duration};

use chrono::{DateTime, TimeDelta, Utc};
use client::{
    Client,
    observed::{EditRow, Substitutions},
};
use contract::{Freshness, ItemId, LocationId, MovementId, ObservedCall, PickRow, ProductId};
use tokio::time::Instant;

use super::{
    answers::{Observed, ProductAt},
    extensions::Extensions,
};
use crate::{
    account::Account,
    error::Error,
    service::{cache::Flight, calls::Service},
};

/// What lies where changes all day long.
const AGE: TimeDelta = TimeDelta::seconds(60);

/// A pick page whose reading began no longer ago than this, and after the last pick from here, shows
/// what was there before the next one.
const JUST_READ: Duration = Duration::from_secs(2);

/// What the service told of a product and what may go instead of it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Told {
    pub of: Substitutions,
    pub as_of: DateTime<Utc>,
}

/// A movement's pick page.
pub(crate) struct PickPageSeen {
    /// Its rows; `None` if it was never told.
    pub rows: Option<Arc<Vec<PickRow>>>,
    /// How old they are.
    pub freshness: Freshness,
}

/// Pick pages of movements.
pub(crate) struct PickPages {
    pub account: Arc<Account>,
    pub service: Arc<Service>,
    pub extensions: Arc<Extensions>,
    pub observed: Arc<Observed>,
}

impl PickPages {
    /// A movement's pick page as it was last told, and asks behind where it is old, or `anew`.
    pub(crate) async fn pick_page(
        self: &Arc<Self>,
        id: &MovementId,
        anew: bool,
    ) -> Result<PickPageSeen, Error> {
        let known = self.pick_page_known(id).await?;
        let (now, epoch) = (self.account.now(), self.service.session.epoch());
        if anew || self.observed.pick_pages.is_due(id, now, AGE, epoch) {
            self.read_pick_page_behind(id);
            return self.pick_page_known(id).await;
        }
        Ok(known)
    }

    /// A movement's pick page as it was last told.
    pub(crate) async fn pick_page_known(
        self: &Arc<Self>,
        id: &MovementId,
    ) -> Result<PickPageSeen, Error> {
        let cache = &self.observed.pick_pages;
        self.extensions.recall(ObservedCall::PickPage, cache, id).await?;
        let glance = cache.look(id);
        Ok(PickPageSeen { rows: glance.value, freshness: glance.freshness })
    }

    /// Reads it behind, where the service offers it.
    pub(crate) fn read_pick_page_behind(self: &Arc<Self>, id: &MovementId) -> Option<Flight> {
        if !self.service.session.is_live() || !self.extensions.wants(ObservedCall::PickPage) {
            return None;
        }
        let this = Arc::clone(self);
        let ask = |id| async move { this.ask_pick_page(&id).await };
        Some(self.extensions.read_observed(
            ObservedCall::PickPage,
            &self.observed.pick_pages,
            id,
            ask,
        ))
    }

    /// Asks for a movement's pick page by a reading that begins now, and shows it. For the movement's
    /// lane in the outbox, which sends no pick meanwhile.
    pub(crate) async fn newest_pick_page(
        self: &Arc<Self>,
        id: &MovementId,
    ) -> Result<Vec<PickRow>, Error> {
        let (asked, began) = (self.account.now(), Instant::now());
        let rows = self.ask_pick_page(id).await?;
        self.extensions.remember(ObservedCall::PickPage, id, &rows, asked);
        self.observed.pick_pages.learn(id, rows.clone(), asked);
        let mut whole = self.observed.whole();
        whole.retain(|_, (began, _)| began.elapsed() < JUST_READ);
        whole.insert(id.clone(), (began, rows.clone()));
        Ok(rows)
    }

    /// A movement's pick page as it is before a pick: as read just now, else as read for this.
    pub(crate) async fn pick_page_before(
        self: &Arc<Self>,
        id: &MovementId,
    ) -> Result<Vec<PickRow>, Error> {
        let read = self.observed.whole().get(id).cloned();
        match read.filter(|(began, _)| began.elapsed() < JUST_READ) {
            Some((_, rows)) => Ok(rows),
            None => self.newest_pick_page(id).await,
        }
    }

    async fn ask_pick_page(&self, id: &MovementId) -> Result<Vec<PickRow>, Error> {
        let _alone = self.service.movement_gates.enter(id).await;
        let asked = id.clone();
        let call =
            |client: Client, cookies| async move { client.pick_page(&cookies, &asked).await };
        let page = self.extensions.ask_observed(ObservedCall::PickPage, call).await?;
        page.rows.ok_or(Error::Unknown)
    }
}

/// What the service tells of a line's product, and what may go instead of it.
pub(crate) struct SubstituteReader {
    pub account: Arc<Account>,
    pub service: Arc<Service>,
    pub extensions: Arc<Extensions>,
    pub observed: Arc<Observed>,
}

impl SubstituteReader {
    /// What the service told about a line's product and what may go instead of it, by a page of the
    /// whole movement or by a question about the product alone, whichever is newer; and asks behind
    /// where it is old. `line` is the line in the service, if its product is still the one asked
    /// about.
    pub(crate) async fn told_of(
        self: &Arc<Self>,
        movement: &MovementId,
        line: Option<&ItemId>,
        product: &ProductId,
        place: Option<&LocationId>,
    ) -> Result<Option<Told>, Error> {
        let by_line = match line {
            Some(line) => self.told_by_page(movement, line, product).await?,
            None => None,
        };
        // A line that is younger than the page is not on it.
        let is_read = self.observed.edit_pages.look(movement).value.is_some();
        let is_missed = is_read && by_line.is_none();
        let asks_page =
            line.is_some() && !is_missed && self.extensions.offers(ObservedCall::EditPage);
        let by_product = match place {
            Some(place) => {
                let about = (product.clone(), place.clone());
                self.told_by_product(&about, !asks_page).await?
            }
            None => None,
        };
        Ok(match (by_line, by_product) {
            (Some(one), Some(other)) => Some(if one.as_of >= other.as_of { one } else { other }),
            (one, other) => one.or(other),
        })
    }

    async fn told_by_page(
        self: &Arc<Self>,
        movement: &MovementId,
        line: &ItemId,
        product: &ProductId,
    ) -> Result<Option<Told>, Error> {
        let cache = &self.observed.edit_pages;
        self.extensions.recall(ObservedCall::EditPage, cache, movement).await?;
        let (now, epoch) = (self.account.now(), self.service.session.epoch());
        let due = cache.is_due(movement, now, AGE, epoch);
        if due && self.service.session.is_live() && self.extensions.wants(ObservedCall::EditPage) {
            let this = Arc::clone(self);
            let ask = |id| async move { this.ask_edit_page(&id).await };
            self.extensions.read_observed(ObservedCall::EditPage, cache, movement, ask);
        }
        let glance = cache.look(movement);
        let (Some(rows), Some(as_of)) = (glance.value, glance.freshness.as_of) else {
            return Ok(None);
        };
        let is_it = |row: &&EditRow| {
            row.item == *line && row.product.as_ref().is_none_or(|known| known == product)
        };
        let row = rows.iter().find(is_it).cloned();
        Ok(row.map(|EditRow { quantity, expiry, substitutes, .. }| Told {
            of: Substitutions { quantity, expiry, substitutes },
            as_of,
        }))
    }

    async fn told_by_product(
        self: &Arc<Self>,
        about: &ProductAt,
        asks: bool,
    ) -> Result<Option<Told>, Error> {
        let cache = &self.observed.substitutions;
        self.extensions.recall(ObservedCall::Substitutions, cache, about).await?;
        let (now, epoch) = (self.account.now(), self.service.session.epoch());
        let due = asks && cache.is_due(about, now, AGE, epoch);
        if due
            && self.service.session.is_live()
            && self.extensions.wants(ObservedCall::Substitutions)
        {
            let this = Arc::clone(self);
            let ask = |about| async move { this.ask_substitutions(about).await };
            self.extensions.read_observed(ObservedCall::Substitutions, cache, about, ask);
        }
        let glance = cache.look(about);
        let told = glance.value.zip(glance.freshness.as_of);
        Ok(told.map(|(of, as_of)| Told { of: of.as_ref().clone(), as_of }))
    }

    async fn ask_edit_page(&self, id: &MovementId) -> Result<Vec<EditRow>, Error> {
        let _alone = self.service.movement_gates.enter(id).await;
        let asked = id.clone();
        let call =
            |client: Client, cookies| async move { client.edit_page(&cookies, &asked).await };
        let page = self.extensions.ask_observed(ObservedCall::EditPage, call).await?;
        page.rows.ok_or(Error::Unknown)
    }

    async fn ask_substitutions(&self, (product, place): ProductAt) -> Result<Substitutions, Error> {
        let call = |client: Client, cookies| async move {
            client.substitutions(&cookies, &product, &place).await
        };
        self.extensions.ask_observed(ObservedCall::Substitutions, call).await
    }
}
