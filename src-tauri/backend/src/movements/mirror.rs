//! Movements as they are known here, kept in the file as they change. What is known of one is in
//! `rules::movements`; `read` and `read_list` bring what is new.

use std::{
    collections::HashSet,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use chrono::{DateTime, Utc};
use contract::{ItemId, LineItem, LocationId, Movement, MovementKey, MovementRef, Topic};
use rules::movements::{
    known::{Answered, KnownMovement, MovementSet},
    news::News,
};

use crate::{
    account::Account,
    directory::{Directory, Harvest},
    error::Error,
    outbox::queue::Outbox,
    service::cache::{Age, Cache},
    store::{Receipt, tables::mirror},
};

/// The movements of a profile, as they are known here.
pub(crate) struct Movements {
    account: Arc<Account>,
    directory: Arc<Directory>,
    outbox: Arc<Outbox>,
    /// All of them; its age is that of the last full list.
    pub list: Cache<(), MovementSet>,
    /// Whether the last full list showed that it is whole, and each of its rows could be read.
    pub(super) is_whole: AtomicBool,
}

impl Movements {
    pub(crate) fn new(
        account: &Arc<Account>,
        directory: &Arc<Directory>,
        outbox: &Arc<Outbox>,
    ) -> Self {
        Self {
            account: Arc::clone(account),
            directory: Arc::clone(directory),
            outbox: Arc::clone(outbox),
            // Places show how often movements name them.
            list: Cache::new(&account.common.changes, &[Topic::Movements, Topic::Locations]),
            is_whole: AtomicBool::default(),
        }
    }

    /// Puts in what the store held.
    pub(crate) fn restore(&self, movements: Vec<KnownMovement>, age: Option<Age>) {
        self.list.restore((), MovementSet::restore(movements), age);
    }

    /// Whether what the last full list did not hold is not in the service: some installations end
    /// their list before its end, or always answer its beginning.
    pub(crate) fn is_whole(&self) -> bool {
        self.is_whole.load(Ordering::Acquire)
    }

    /// All of them, in no order.
    pub(crate) fn known(&self) -> Vec<Arc<KnownMovement>> {
        self.list.look(&()).value.map_or_else(Vec::new, |set| set.iter().cloned().collect())
    }

    /// One of them.
    pub(crate) fn find(&self, named: &MovementRef) -> Option<Arc<KnownMovement>> {
        self.list.look(&()).value?.find(named).cloned()
    }

    /// Changes what is known, at once, and sends what changed to the file in the order of the
    /// changes. The receipt comes when it is kept.
    pub(crate) fn change_movements(
        &self,
        change: impl FnOnce(&mut MovementSet) -> Vec<Arc<KnownMovement>>,
    ) -> (Vec<Arc<KnownMovement>>, Receipt<()>) {
        self.list.edit(&(), |set| {
            let changed = change(set);
            let rows = changed.clone();
            let kept = self.account.store.send(move |tx| {
                mirror::save_movements(tx, rows.iter().map(|known| known.as_ref()))
            });
            (changed, kept)
        })
    }

    /// Takes in a movement that was read to see what became of it. `key` is the name it must have, if
    /// it must have one. What differs from the reading before is news, unless something from here is
    /// on its way.
    pub(crate) async fn take_movement(
        &self,
        answered: Answered,
        key: Option<MovementKey>,
    ) -> Result<Arc<KnownMovement>, Error> {
        let known = self.find(&MovementRef::Id(answered.movement.id.clone()));
        let is_own = known.is_some_and(|known| self.with_work().contains(&known.key));
        let (known, kept) = self.take_in(answered, key, !is_own);
        kept.await?;
        known.ok_or_else(|| Error::Internal("no movement taken".to_owned()))
    }

    /// Takes in a movement as an answer to what was done from here showed it, for whoever need not know
    /// when it is in the file: what is kept after this call is there no earlier than it.
    pub(crate) fn note_movement(&self, answered: Answered, key: Option<MovementKey>) {
        // A mirror that is not kept is read again; work that waits must not suffer from it.
        drop(self.take_in(answered, key, false));
    }

    /// Movements that something from here is to become of.
    fn with_work(&self) -> HashSet<MovementKey> {
        let mut keys = HashSet::new();
        self.outbox.look_at_all(|op| keys.extend(op.movement));
        keys
    }

    fn take_in(
        &self,
        mut answered: Answered,
        key: Option<MovementKey>,
        tells_news: bool,
    ) -> (Option<Arc<KnownMovement>>, Receipt<()>) {
        self.directory.harvest(&self.account, Harvest::of_movements([&answered.movement]));
        self.directory.name_people(&mut answered.movement);
        let now = self.account.now();
        let new_key = || self.account.common.clock.new_key();
        let (changed, kept) = self.change_movements(|set| {
            let id = MovementRef::Id(answered.movement.id.clone());
            let before = set.find(&id).filter(|_| tells_news).cloned();
            let known = set.take_movement(answered, now, key, new_key);
            vec![match before {
                Some(before) => set.tell_news(&before, known, News::with),
                None => known,
            }]
        });
        (changed.into_iter().next(), kept)
    }

    /// Takes in a page of the list.
    pub(crate) fn take_page(&self, mut movements: Vec<(Movement, DateTime<Utc>)>) {
        self.directory.harvest(
            &self.account,
            Harvest::of_movements(movements.iter().map(|(movement, _)| movement)),
        );
        movements.iter_mut().for_each(|(movement, _)| self.directory.name_people(movement));
        let (now, own) = (self.account.now(), self.with_work());
        let (_, kept) = self.change_movements(|set| {
            let take = |(movement, asked): (Movement, _)| {
                let before = set.find(&MovementRef::Id(movement.id.clone())).cloned();
                let known =
                    set.take_header(movement, asked, now, || self.account.common.clock.new_key());
                match before.filter(|_| !own.contains(&known.key)) {
                    Some(before) => set.tell_news(&before, known, News::with_header),
                    None => known,
                }
            };
            movements.into_iter().map(take).collect()
        });
        drop(kept);
    }

    /// The movement's own name: one that is made here may have been listed under another.
    pub(crate) fn name_now(&self, movement: MovementKey) -> MovementKey {
        self.find(&movement.into()).map_or(movement, |known| known.key)
    }

    /// The line of a pick: the one picked, or the one in whose place what is picked goes.
    pub(crate) fn line_of(&self, key: MovementKey, item: &ItemId) -> Option<LineItem> {
        let known = self.find(&key.into())?;
        let is_it = |line: &&LineItem| {
            line.id == *item || line.substitutions.iter().any(|child| child.id == *item)
        };
        known.movement.lines.as_ref()?.iter().find(is_it).cloned()
    }

    pub(crate) fn origin_of(&self, movement: MovementKey) -> Option<LocationId> {
        let known = self.find(&MovementRef::Key(movement))?;
        known.movement.origin.as_ref().map(|place| place.id.clone())
    }
}
