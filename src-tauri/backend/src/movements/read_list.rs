//! Reading the list of movements (interface document, 4.3), without lines: the whole of it, and of a
//! long one only both ends while it is young. It goes on behind; whoever needs the end waits for the
//! flight.

use std::{
    collections::HashSet,
    sync::{Arc, atomic::Ordering},
};

use chrono::{DateTime, TimeDelta, Utc};
use client::{Client, Direction, Listed, Paging};
use contract::{DataSet, Endpoint, Movement, MovementId, PlaceRef};
use parking_lot::Mutex;
use rules::{
    movements::{
        known::{KnownMovement, MovementSet},
        pages::Pages,
    },
    search::count_of,
};

use super::mirror::Movements;
use crate::{
    account::Account,
    error::Error,
    service::{
        cache::{Age, Begun, Cache, Flight, Turn},
        calls::Service,
        crawl::{Crawled, crawl},
    },
    store::tables::mirror,
};

/// How many movements are asked for at once.
const PAGE: u32 = 100;

/// A list older than this is read anew behind, when somebody looks at it.
const LIST_AGE: TimeDelta = TimeDelta::seconds(60);

/// Of a longer list only both ends are read so often, where new movements come.
const SHORT_LIST: usize = 500;

/// A longer list is read whole again after so long.
const LONG_LIST_AGE: TimeDelta = TimeDelta::minutes(15);

/// Reads the list of movements.
pub(crate) struct ListReader {
    account: Arc<Account>,
    service: Arc<Service>,
    movements: Arc<Movements>,
    /// Readings of both ends of the list alone.
    ends: Cache<(), ()>,
}

impl ListReader {
    pub(crate) fn new(
        account: &Arc<Account>,
        service: &Arc<Service>,
        movements: &Arc<Movements>,
    ) -> Self {
        Self {
            account: Arc::clone(account),
            service: Arc::clone(service),
            movements: Arc::clone(movements),
            // What a reading brings is announced when it is taken in.
            ends: Cache::new(&account.common.changes, &[]),
        }
    }

    /// Reads the whole list anew, or joins who does.
    pub(crate) fn read_movements(self: &Arc<Self>) -> Result<Flight, Error> {
        let this = Arc::clone(self);
        let crawl = |turn| async move { this.crawl_movements(turn).await };
        self.service.begin_reading(&self.movements.list, &(), crawl)
    }

    /// Reads the whole list by a reading that begins now: one under way may have passed by what
    /// happened just before.
    pub(crate) async fn read_movements_afresh(self: &Arc<Self>) -> Result<(), Error> {
        if self.movements.list.look(&()).freshness.reading.is_some() {
            // How the other one ends is of no matter here.
            let _ = self.read_movements()?.wait().await;
        }
        self.read_movements()?.wait().await
    }

    /// Reads the list behind if it was never read, or is old; of a long one its ends.
    pub(crate) fn read_movements_behind(self: &Arc<Self>) {
        let (now, epoch) = (self.account.now(), self.service.session.epoch());
        let (list, ends) = (&self.movements.list, &self.ends);
        let is_long = list.look(&()).value.is_some_and(|set| set.len() > SHORT_LIST);
        let is_due = |age| list.is_due(&(), now, self.service.patient(age), epoch);
        if is_due(if is_long { LONG_LIST_AGE } else { LIST_AGE }) {
            // Without a session what is known is shown as it is.
            let _ = self.read_movements();
        } else if is_due(LIST_AGE) && ends.is_due(&(), now, self.service.patient(LIST_AGE), epoch) {
            self.read_ends();
        }
    }

    /// Reads both ends of the list, where movements that others made come: the interface tells no order.
    /// Where some were deleted, its end is looked for too far behind, and found when it is read whole.
    fn read_ends(self: &Arc<Self>) {
        if !self.service.session.is_live() {
            return;
        }
        if let Begun::Mine(turn, _) = self.ends.begin(&(), self.service.session.epoch()) {
            let this = Arc::clone(self);
            self.account.background.spawn(async move {
                let read = this.read_both_ends().await;
                let now = this.account.now();
                match read {
                    Ok(()) => turn.done((), now),
                    Err(error) => turn.failed(&error, now),
                }
            });
        }
    }

    async fn read_both_ends(self: &Arc<Self>) -> Result<(), Error> {
        let listed = {
            let known = self.movements.list.look(&()).value;
            let is_listed = |known: &&Arc<KnownMovement>| known.listed && !known.gone;
            known.map_or(0, |set| set.iter().filter(is_listed).count())
        };
        let one_way = self.service.session.lists_one_way();
        let ways = if one_way { Direction::ALL.map(Some).to_vec() } else { vec![None] };
        let location = self.service.session.location();
        let mut is_far_behind = false;
        for way in ways {
            // Of each way alone it is not known how many there are.
            let end = (!one_way).then(|| count_of(listed));
            for offset in [Some(0), end].into_iter().flatten() {
                let page = Paging { max: PAGE, offset };
                let page = self.read_page(way, location.as_ref(), page).await?;
                let movements: Vec<_> = page.into_iter().collect();
                let is_new = |(movement, _): &(Movement, _)| {
                    self.movements.find(&movement.id.clone().into()).is_none()
                };
                if movements.is_empty() {
                    continue;
                }
                // Where all of a page are new there may be others behind it.
                is_far_behind |= movements.len() > 1 && movements.iter().all(is_new);
                self.movements.take_page(movements);
            }
        }
        if is_far_behind {
            let _ = self.read_movements();
        }
        Ok(())
    }

    async fn crawl_movements(self: Arc<Self>, turn: Turn<(), MovementSet>) {
        match self.crawl_all(&turn).await {
            Ok(age) => turn.done_in_place(age),
            Err(error) => turn.failed(&error, self.account.now()),
        }
    }

    async fn crawl_all(self: &Arc<Self>, turn: &Turn<(), MovementSet>) -> Result<Age, Error> {
        let began = self.account.now();
        let mut rows = 0;
        let one_way = self.service.session.lists_one_way();
        let ways = if one_way { Direction::ALL.map(Some).to_vec() } else { vec![None] };
        let (mut ids, mut left_out) = (HashSet::new(), 0_u32);
        for way in ways {
            let crawled = self.crawl_one_way(turn, way, &mut rows).await?;
            ids.extend(crawled.ids);
            left_out = left_out.saturating_add(crawled.left_out);
        }
        // The writer keeps to the order of asking, so this receipt covers the pages before it. What
        // could not be read may be there, and what neither leaves this place nor comes to it.
        let is_whole = left_out == 0 && !one_way;
        let mark = |set: &mut MovementSet| match is_whole {
            true => set.mark_gone(&ids, began),
            false => Vec::new(),
        };
        let (_, kept) = self.movements.change_movements(mark);
        kept.await?;
        let age = Age { as_of: self.account.now(), left_out };
        self.account.store.send(move |tx| mirror::save_age(tx, &DataSet::Movements, age)).await?;
        Ok(age)
    }

    async fn crawl_one_way(
        self: &Arc<Self>,
        turn: &Turn<(), MovementSet>,
        way: Option<Direction>,
        rows: &mut usize,
    ) -> Result<Crawled<MovementId>, Error> {
        let pages = Arc::new(Mutex::new(Pages::default()));
        let location = self.service.session.location();
        let read = |page: Paging| {
            let (this, pages) = (Arc::clone(self), Arc::clone(&pages));
            let location = location.clone();
            async move {
                let page = this.read_page(way, location.as_ref(), page).await?;
                pages.lock().came(page.received(), page.total);
                Ok(page)
            }
        };
        let page = |movements: Vec<(Movement, DateTime<Utc>)>| {
            *rows += movements.len();
            turn.progress(*rows);
            self.movements.take_page(movements);
            Ok(())
        };
        let id = |(movement, _): &(Movement, _)| movement.id.clone();
        let crawled = crawl(Endpoint::ListMovements, PAGE, read, id, page).await?;
        let is_whole = way.is_none() && crawled.is_whole() && pages.lock().are_whole(PAGE);
        self.movements.is_whole.store(is_whole, Ordering::Release);
        Ok(crawled)
    }

    /// Asks for a page of the list; each of its movements comes with when it was asked for.
    async fn read_page(
        self: &Arc<Self>,
        way: Option<Direction>,
        location: Option<&PlaceRef>,
        page: Paging,
    ) -> Result<Listed<(Movement, DateTime<Utc>)>, Error> {
        let asked = self.account.now();
        let id = location.map(|place| &place.id);
        let call = |client: Client, cookies| async move {
            match way {
                None => client.list_movements(&cookies, page, true).await,
                Some(way) => client.list_movements_one_way(&cookies, page, way, id).await,
            }
        };
        let page = self.service.read(Endpoint::ListMovements, call).await?;
        Ok(page.map(|movement| (movement, asked)))
    }

    /// Some services list the movements of the chosen location alone: what was read before it was
    /// chosen is of another one.
    pub(crate) fn read_movements_of_location(self: &Arc<Self>) {
        if self.movements.list.look(&()).freshness.as_of.is_some() {
            let this = Arc::clone(self);
            self.account.background.spawn(async move {
                // How it fails is told by the list itself.
                let _ = this.read_movements_afresh().await;
            });
        }
    }
}
