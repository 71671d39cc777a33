//! Readings of movements (interface document, 4.3): the whole list without lines, and one movement
//! with them. Both go on behind; whoever needs the end waits for the flight.

use std::{
    collections::HashSet,
    sync::{Arc, atomic::Ordering},
};

use parking_lot::{Mutex, MutexGuard};

use chrono::{DateTime, TimeDelta, Utc};
use client::{Client, Direction, Listed, Paging, Trouble};
use contract::{
    Connection, DataSet, Endpoint, Movement, MovementId, MovementKey, MovementRef, PlaceRef,
};
use rules::{
    movements::{
        known::{Answered, KnownMovement, MovementSet},
        news::News,
        pages::Pages,
    },
    search::count_of,
};

use super::Movements;
use crate::{
    cache::Age, cache::Begun, cache::Flight, cache::Turn, crawl::Crawled, crawl::crawl,
    directory::Harvest, error::Error, profile::Workspace, store::mirror,
};

/// How many movements are asked for at once.
const PAGE: u32 = 100;

/// A list older than this is read anew behind, when somebody looks at it.
const LIST_AGE: TimeDelta = TimeDelta::seconds(60);

/// Of a longer list only both ends are read so often, where new movements come.
const SHORT_LIST: usize = 500;

/// A longer list is read whole again after so long.
const LONG_LIST_AGE: TimeDelta = TimeDelta::minutes(15);

/// Lines older than this are read anew behind, when somebody looks at the movement.
pub(crate) const LINES_AGE: TimeDelta = TimeDelta::seconds(15);

/// A slow service is asked so much less often.
const SLOW: i32 = 4;

impl Workspace {
    /// Reads the whole list anew, or joins who does.
    pub(crate) fn read_movements(self: &Arc<Self>) -> Result<Flight, Error> {
        if !self.session.is_live() {
            return Err(Error::NeedsSession);
        }
        Ok(match self.movements.list.begin(&(), self.session.epoch()) {
            Begun::Joined(flight) => flight,
            Begun::Mine(turn, flight) => {
                let workspace = Arc::clone(self);
                self.background.spawn(async move { workspace.crawl_movements(turn).await });
                flight
            }
        })
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
        let (now, epoch) = (self.common.clock.now(), self.session.epoch());
        let Movements { list, ends, .. } = &self.movements;
        let is_long = list.look(&()).value.is_some_and(|set| set.len() > SHORT_LIST);
        let is_due = |age| list.is_due(&(), now, self.patient(age), epoch);
        if is_due(if is_long { LONG_LIST_AGE } else { LIST_AGE }) {
            // Without a session what is known is shown as it is.
            let _ = self.read_movements();
        } else if is_due(LIST_AGE) && ends.is_due(&(), now, self.patient(LIST_AGE), epoch) {
            self.read_ends();
        }
    }

    /// Reads both ends of the list, where movements that others made come: the interface tells no order.
    /// Where some were deleted, its end is looked for too far behind, and found when it is read whole.
    fn read_ends(self: &Arc<Self>) {
        if !self.session.is_live() {
            return;
        }
        if let Begun::Mine(turn, _) = self.movements.ends.begin(&(), self.session.epoch()) {
            let workspace = Arc::clone(self);
            self.background.spawn(async move {
                let read = workspace.read_both_ends().await;
                let now = workspace.common.clock.now();
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
        let one_way = self.session.lists_one_way();
        let ways = if one_way { Direction::ALL.map(Some).to_vec() } else { vec![None] };
        let location = self.session.location();
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
                self.take_page(movements);
            }
        }
        if is_far_behind {
            let _ = self.read_movements();
        }
        Ok(())
    }

    /// How old something may be: a slow service is asked less often.
    fn patient(&self, age: TimeDelta) -> TimeDelta {
        patient(&self.connection(), age)
    }

    async fn crawl_movements(self: Arc<Self>, turn: Turn<(), MovementSet>) {
        match self.crawl_all(&turn).await {
            Ok(age) => turn.done_in_place(age),
            Err(error) => turn.failed(&error, self.common.clock.now()),
        }
    }

    async fn crawl_all(self: &Arc<Self>, turn: &Turn<(), MovementSet>) -> Result<Age, Error> {
        let began = self.common.clock.now();
        let mut rows = 0;
        let one_way = self.session.lists_one_way();
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
        let (_, kept) = self.change_movements(mark);
        kept.await?;
        let age = Age { as_of: self.common.clock.now(), left_out };
        self.store.send(move |tx| mirror::save_age(tx, &DataSet::Movements, age)).await?;
        Ok(age)
    }

    async fn crawl_one_way(
        self: &Arc<Self>,
        turn: &Turn<(), MovementSet>,
        way: Option<Direction>,
        rows: &mut usize,
    ) -> Result<Crawled<MovementId>, Error> {
        let pages = Arc::new(Mutex::new(Pages::default()));
        let location = self.session.location();
        let read = |page: Paging| {
            let (workspace, pages) = (Arc::clone(self), Arc::clone(&pages));
            let location = location.clone();
            async move {
                let page = workspace.read_page(way, location.as_ref(), page).await?;
                lock(&pages).came(page.received(), page.total);
                Ok(page)
            }
        };
        let page = |movements: Vec<(Movement, DateTime<Utc>)>| {
            *rows += movements.len();
            turn.progress(*rows);
            self.take_page(movements);
            Ok(())
        };
        let id = |(movement, _): &(Movement, _)| movement.id.clone();
        let crawled = crawl(Endpoint::ListMovements, PAGE, read, id, page).await?;
        let is_whole = way.is_none() && crawled.is_whole() && lock(&pages).are_whole(PAGE);
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
        let asked = self.common.clock.now();
        let id = location.map(|place| &place.id);
        let call = |client: Client, cookies| async move {
            match way {
                None => client.list_movements(&cookies, page, true).await,
                Some(way) => client.list_movements_one_way(&cookies, page, way, id).await,
            }
        };
        let page = self.read(Endpoint::ListMovements, call).await?;
        Ok(page.map(|movement| (movement, asked)))
    }

    fn take_page(&self, mut movements: Vec<(Movement, DateTime<Utc>)>) {
        self.harvest(Harvest::of_movements(movements.iter().map(|(movement, _)| movement)));
        movements.iter_mut().for_each(|(movement, _)| self.directory.name_people(movement));
        let (now, own) = (self.common.clock.now(), self.with_work());
        let (_, kept) = self.change_movements(|set| {
            let take = |(movement, asked): (Movement, _)| {
                let before = set.find(&MovementRef::Id(movement.id.clone())).cloned();
                let known = set.take_header(movement, asked, now, || self.common.clock.new_key());
                match before.filter(|_| !own.contains(&known.key)) {
                    Some(before) => set.tell_news(&before, known, News::with_header),
                    None => known,
                }
            };
            movements.into_iter().map(take).collect()
        });
        drop(kept);
    }

    /// Reads one movement with its lines anew, or joins who does.
    pub(crate) fn read_movement(
        self: &Arc<Self>,
        key: MovementKey,
        id: &MovementId,
    ) -> Result<Flight, Error> {
        if !self.session.is_live() {
            return Err(Error::NeedsSession);
        }
        Ok(match self.movements.readings.begin(&key, self.session.epoch()) {
            Begun::Joined(flight) => flight,
            Begun::Mine(turn, flight) => {
                let (workspace, id) = (Arc::clone(self), id.clone());
                self.background.spawn(async move {
                    let read = workspace.read_known(key, &id).await;
                    let now = workspace.common.clock.now();
                    match read {
                        Ok(()) => turn.done((), now),
                        Err(error) => turn.failed(&error, now),
                    }
                });
                flight
            }
        })
    }

    /// Reads one movement behind if its lines are old, or were never read.
    pub(crate) fn read_movement_behind(self: &Arc<Self>, key: MovementKey, id: &MovementId) {
        if self.is_movement_due(key, LINES_AGE) {
            let _ = self.read_movement(key, id);
        }
    }

    pub(crate) fn is_movement_due(&self, key: MovementKey, limit: TimeDelta) -> bool {
        let (now, epoch) = (self.common.clock.now(), self.session.epoch());
        self.movements.readings.is_due(&key, now, self.patient(limit), epoch)
    }

    /// That the service has the movement no more is what a reading of one known here tells, and no
    /// failure: it is shown as it is known, and says so itself.
    async fn read_known(self: &Arc<Self>, key: MovementKey, id: &MovementId) -> Result<(), Error> {
        match self.ask_movement(id).await {
            Ok(answered) => self.take_movement(answered, None).await.map(drop),
            Err(error) if error.is_not_found() => {
                let mark = |set: &mut MovementSet| set.mark_one_gone(key).into_iter().collect();
                Ok(self.change_movements(mark).1.await?)
            }
            Err(error) => Err(error),
        }
    }

    /// Asks the service for one movement that is known to have this id.
    pub(crate) async fn ask_movement(self: &Arc<Self>, id: &MovementId) -> Result<Answered, Error> {
        let answered = self.ask_movement_by(id).await?;
        if answered.movement.id == *id {
            return Ok(answered);
        }
        // Taken in, it would stand under the key of the one that was asked for.
        let (status, at) = (200, "data.id".to_owned());
        let trouble = Trouble::NotUnderstood { status, at };
        let host = self.base.host().to_owned();
        Err(Error::Call { endpoint: Endpoint::ReadMovement, host, trouble })
    }

    /// Asks the service for a movement, one request at a time per movement. Some services know a
    /// movement by a second id and answer it with its first.
    pub(crate) async fn ask_movement_by(
        self: &Arc<Self>,
        id: &MovementId,
    ) -> Result<Answered, Error> {
        let _alone = self.movement_gates.enter(id).await;
        let asked = self.common.clock.now();
        let id = id.clone();
        let call =
            |client: Client, cookies| async move { client.read_movement(&cookies, &id).await };
        let movement = self.read(Endpoint::ReadMovement, call).await?;
        Ok(Answered { movement, asked, came: self.common.clock.now() })
    }
}

fn patient(connection: &Connection, age: TimeDelta) -> TimeDelta {
    if matches!(connection, Connection::Slow { .. }) { age * SLOW } else { age }
}

fn lock(pages: &Mutex<Pages>) -> MutexGuard<'_, Pages> {
    pages.lock()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_service_is_asked_less_often() {
        let age = |connection| patient(&connection, LIST_AGE).num_seconds();
        assert_eq!(age(Connection::Online { milliseconds: 40 }), 60);
        assert_eq!(age(Connection::Slow { milliseconds: 4_000 }), 240);
    }
}
