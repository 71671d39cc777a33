//! Walks: movements that are picked together. What is entered is a step on the walk's tape, kept before it
//! is answered; what is sent leaves the tape in the transaction that makes the operation, so that a kill
//! between the two doubles nothing and loses nothing. Deliberately absent: sending itself, which is the
//! outbox's.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
    time::Duration,
};

use chrono::TimeDelta;
use contract::{
    Freshness, MovementId, MovementKey, MovementRef, Pick, PickStep, PickTask, ProductRef, Topic,
    Walk, WalkElsewhere, WalkKey, WalkMovement, WalkOrder, WalkProgress,
};
use parking_lot::Mutex;
use rules::{
    picking::{
        steps::changes_of,
        tape::{LotKey, PartKey, Tape, TapeChange, TapeStep},
        tasks::{TaskList, is_ready, lot_of_task, part_of},
    },
    search::count_of,
};
use rusqlite::Transaction;
use tokio::time::timeout;

use super::{
    open_walks::{OpenWalk, OpenWalks},
    picked::Picking,
    site::SiteData,
};
use crate::{
    account::Account,
    channel::Channel,
    editor::drawing::LineDrafts,
    error::{Error, StoreFault},
    lookups::locations::Locations,
    movements::{mirror::Movements, read::MovementReader},
    outbox::keep::Operations,
    service::calls::Service,
    store::tables::walks::{self, StoredWalk},
};

/// Movements that are picked together, and what is entered of them.
pub(crate) struct Walks {
    pub account: Arc<Account>,
    pub service: Arc<Service>,
    pub movements: Arc<Movements>,
    pub reader: Arc<MovementReader>,
    pub operations: Arc<Operations>,
    pub drafts: Arc<LineDrafts>,
    pub locations: Arc<Locations>,
    pub picking: Arc<Picking>,
    pub open_walks: Arc<OpenWalks>,
    pub site: Arc<SiteData>,
    pub channel: Arc<Channel>,
    /// One step after the other: each is decided upon what the one before left.
    pub alone: tokio::sync::Mutex<()>,
    /// The walk that was put together last, and after how many announcements: nothing changes unannounced.
    pub last: Mutex<Option<(WalkKey, u64, Arc<WalkView>)>>,
}

/// What became of sending.
#[derive(Debug, Default)]
pub(crate) struct KeptPicks {
    /// Lines of which picks were kept to be sent.
    pub lines: u32,
    /// Why some could not.
    pub failed: Option<Error>,
}

/// Lines read so short a time ago are not read again before picks of them are sent.
const JUST_READ: TimeDelta = TimeDelta::seconds(3);

/// So long is waited for lines to be read before picks of them are kept.
const PATIENCE: Duration = Duration::from_secs(5);

/// A walk with its tasks, in the order in which one walks.
pub(crate) struct WalkView {
    pub open: OpenWalk,
    pub tasks: Vec<PickTask>,
    pub progress: WalkProgress,
    /// Of the service's word about the movement of which it is the oldest.
    pub freshness: Freshness,
}

impl Walks {
    /// Begins a walk, or finds the one that was begun under this name; of a movement alone the one it is in.
    pub(crate) async fn begin(
        &self,
        named: Option<WalkKey>,
        movements: Vec<MovementKey>,
    ) -> Result<WalkKey, Error> {
        let _alone = self.alone.lock().await;
        let key = named.unwrap_or_else(|| self.account.common.clock.new_walk());
        if named.is_some()
            && self.account.store.read(move |file| walks::is_there(file, key)).await?
        {
            return Ok(key);
        }
        let movements: Vec<_> =
            movements.into_iter().map(|key| self.movements.name_now(key)).collect();
        if let [one] = movements.as_slice()
            && let Some(walk) = self.open_walks.of(*one)
        {
            return Ok(walk);
        }
        let problem = |problem| Err(Error::Invalid { field: "movements", problem });
        if movements.is_empty() || movements.len() > contract::MOST_IN_WALK {
            return problem("there must be one to ten");
        }
        for (at, movement) in movements.iter().enumerate() {
            self.movements.find(&MovementRef::Key(*movement)).ok_or(Error::Unknown)?;
            if movements[..at].contains(movement) || self.open_walks.of(*movement).is_some() {
                return problem("one of them is in a walk already");
            }
        }
        let order = self.account.facts().walk_order;
        let walk = StoredWalk { movements, begun: self.account.now(), on_hold: None, order };
        let saved = walk.clone();
        self.account.store.send(move |tx| walks::save(tx, key, &saved)).await?;
        self.open_walks.put(key, OpenWalk { walk, tape: Tape::default() });
        self.account.announce(&[Topic::Walks]);
        Ok(key)
    }

    /// Puts a walk on hold, or takes it up again.
    pub(crate) async fn hold(&self, key: WalkKey, note: Option<String>) -> Result<(), Error> {
        let _alone = self.alone.lock().await;
        let open = self.open_walks.get(key)?;
        let walk = StoredWalk { on_hold: note, ..open.walk };
        let saved = walk.clone();
        self.account.store.send(move |tx| walks::save(tx, key, &saved)).await?;
        self.open_walks.put(key, OpenWalk { walk, ..open });
        self.account.announce(&[Topic::Walks]);
        Ok(())
    }

    /// Walks in another order from then on, also in walks that are begun after it.
    pub(crate) async fn order(&self, key: WalkKey, order: WalkOrder) -> Result<(), Error> {
        let _alone = self.alone.lock().await;
        let open = self.open_walks.get(key)?;
        let walk = StoredWalk { order, ..open.walk };
        let saved = walk.clone();
        self.account.store.send(move |tx| walks::save(tx, key, &saved)).await?;
        self.open_walks.put(key, OpenWalk { walk, ..open });
        self.account.learn(|facts| facts.walk_order = order).await?;
        self.account.announce(&[Topic::Walks]);
        Ok(())
    }

    /// Ends a walk of which nothing waits to be sent.
    pub(crate) async fn end(&self, key: WalkKey) -> Result<(), Error> {
        let _alone = self.alone.lock().await;
        if self.open_walks.get(key)?.tape.staged().has_pieces() {
            return Err(Error::Invalid { field: "walk", problem: "picks of it are not sent" });
        }
        let at = self.account.now();
        self.account.store.send(move |tx| walks::end(tx, key, at)).await?;
        self.open_walks.remove(key);
        self.account.announce(&[Topic::Walks, Topic::Drafts]);
        Ok(())
    }

    /// A walk with all its tasks. Lines that were never read or are old are read behind.
    pub(crate) async fn view(&self, key: WalkKey) -> Result<Arc<WalkView>, Error> {
        let count = self.account.common.changes.count();
        if let Some((of, at, view)) = &*self.last.lock()
            && *of == key
            && *at == count
        {
            return Ok(Arc::clone(view));
        }
        let view = Arc::new(self.put_together(key).await?);
        *self.last.lock() = Some((key, count, Arc::clone(&view)));
        Ok(view)
    }

    async fn put_together(&self, key: WalkKey) -> Result<WalkView, Error> {
        let open = self.open_walks.get(key)?;
        let staged = open.tape.staged();
        let (mut list, mut unread) = (TaskList::default(), Vec::new());
        let mut freshness: Option<Freshness> = None;
        for (place, movement) in (0..).zip(&open.walk.movements) {
            let Some(known) = self.movements.find(&MovementRef::Key(*movement)) else {
                unread.push(*movement);
                continue;
            };
            self.reader.read_movement_behind(known.key, &known.movement.id);
            // Of one that the service has no more nothing is to be fetched.
            if known.gone {
                continue;
            }
            let Some(found) = self.picking.add_tasks(&known, place, &staged, &mut list).await?
            else {
                unread.push(*movement);
                continue;
            };
            if freshness.as_ref().is_none_or(|than| found.as_of < than.as_of) {
                freshness = Some(found);
            }
        }
        list.add_gone(&staged, |part| self.named(&open.walk.movements, part));
        let origins = open.walk.movements.iter().map(|key| self.origin_of(*key));
        list.tell_depots(&origins.collect::<Vec<_>>());
        let depots = self.planned_depots(&open.walk.movements);
        let (mut tasks, progress) = list.finish(&depots, open.walk.order);
        for task in &mut tasks {
            task.product = self.drafts.product_named(task.product.clone());
        }
        let progress = WalkProgress { unread: count_of(unread.len()), ..progress };
        Ok(WalkView { open, tasks, progress, freshness: freshness.unwrap_or_default() })
    }

    /// Where a line stood of which something was entered: its movement's place, its number, and its product.
    fn named(&self, movements: &[MovementKey], part: &PartKey) -> Option<(u32, u32, ProductRef)> {
        let place = movements.iter().position(|movement| *movement == part.movement)?;
        let known = self.movements.find(&MovementRef::Key(part.movement))?;
        let lines = known.movement.lines.as_deref()?;
        let at = lines.iter().position(|line| line.id == part.line)?;
        let children = lines[at].substitutions.iter();
        let of = children.chain([&lines[at]]).find(|line| line.id == part.item);
        let product = of.unwrap_or(&lines[at]).product.clone();
        Some((count_of(place), count_of(at + 1), product))
    }

    /// Enters something, and answers when that is kept.
    pub(crate) async fn enter(&self, key: WalkKey, step: &PickStep) -> Result<(), Error> {
        let _alone = self.alone.lock().await;
        let view = self.view(key).await?;
        let changes = changes_of(step, &view.tasks, &view.open.tape.staged())?;
        if changes.is_empty() {
            return Ok(());
        }
        let step = TapeStep { at: self.account.now(), sent: false, changes };
        self.keep_step(key, view.open.clone(), step, |_, _| Ok(())).await
    }

    /// Keeps one more step of a walk; `with` is told its number and goes into the same transaction.
    pub(super) async fn keep_step(
        &self,
        key: WalkKey,
        open: OpenWalk,
        step: TapeStep,
        with: impl FnOnce(&Transaction<'_>, u32) -> Result<(), StoreFault> + Send + 'static,
    ) -> Result<(), Error> {
        let (open, number) = with_step(open, step.clone());
        let save = move |tx: &Transaction<'_>| {
            walks::save_step(tx, key, number, &step)?;
            with(tx, number)
        };
        self.account.store.send(save).await?;
        self.changed(key, open);
        Ok(())
    }

    /// Takes the last step back, or does the next one again; nothing where there is none.
    pub(crate) async fn undo(&self, key: WalkKey, redo: bool) -> Result<(), Error> {
        let _alone = self.alone.lock().await;
        let mut open = self.open_walks.get(key)?;
        let done = if redo { open.tape.redo() } else { open.tape.undo() };
        if done {
            let done = open.tape.done();
            self.account.store.send(move |tx| walks::save_done(tx, key, done)).await?;
            self.changed(key, open);
        }
        Ok(())
    }

    /// Sends what was entered, one operation for each line; what needs a look stays. A line that cannot be
    /// sent does not keep the others. Where the service is reached, lines that others may have changed
    /// meanwhile are read first.
    pub(crate) async fn send(&self, key: WalkKey) -> Result<KeptPicks, Error> {
        // What is scanned meanwhile waits: it was not there when the user sent.
        let _alone = self.alone.lock().await;
        self.read_lines(key).await?;
        // Nobody else picks of the same lines meanwhile.
        let _taking = self.operations.taking_up.lock().await;
        let view = self.view(key).await?;
        let mut parts: BTreeMap<PartKey, Vec<&PickTask>> = BTreeMap::new();
        for task in view.tasks.iter().filter(|task| is_ready(task)) {
            parts.entry(part_of(task)).or_default().push(task);
        }
        let mut kept = KeptPicks::default();
        for (part, tasks) in parts {
            match self.send_part(key, part, &tasks).await {
                Ok(()) => kept.lines += 1,
                Err(error) => kept.failed = Some(error),
            }
        }
        Ok(kept)
    }

    /// Reads the lines of a walk's movements anew, where the service is reached.
    async fn read_lines(&self, key: WalkKey) -> Result<(), Error> {
        if !self.service.session.is_live() || self.service.is_offline() {
            return Ok(());
        }
        let mut flights = Vec::new();
        for movement in self.open_walks.get(key)?.walk.movements {
            let known = self.movements.find(&MovementRef::Key(movement));
            // Where they cannot be read, they are compared with what is known.
            if let Some(known) = known
                && self.reader.is_movement_due(known.key, JUST_READ)
                && let Ok(flight) = self.reader.read_movement(known.key, &known.movement.id)
            {
                flights.push(flight);
            }
        }
        let all = async {
            for flight in flights {
                let _ = flight.wait().await;
            }
        };
        let _ = timeout(PATIENCE, all).await;
        Ok(())
    }

    async fn send_part(
        &self,
        key: WalkKey,
        part: PartKey,
        tasks: &[&PickTask],
    ) -> Result<(), Error> {
        let open = self.open_walks.get(key)?;
        let pick = |task: &&PickTask| {
            let quantity = u32::try_from(task.quantity?).ok()?;
            let LotKey { inventory_item, bin: bin_location } = lot_of_task(task)?;
            Some(Pick { id: None, inventory_item, bin_location, quantity })
        };
        let picks: Vec<Pick> = tasks.iter().filter_map(pick).collect();
        // What was entered as 0 beside them was said of the same line.
        let staged = open.tape.staged();
        let is_told =
            |lot: &LotKey| tasks.iter().any(|task| lot_of_task(task).as_ref() == Some(lot));
        let gone =
            staged.lots(&part).filter(|(lot, entered)| entered.quantity == 0 || is_told(lot));
        let gone = gone.map(|(lot, _)| TapeChange::Quantity {
            part: part.clone(),
            lot: lot.clone(),
            entered: None,
        });
        let step = TapeStep { at: self.account.now(), sent: true, changes: gone.collect() };
        let (open, saved) = with_step(open, step.clone());
        let named = self.account.common.clock.new_operation();
        let op = self.picking.pick_op(named, part.movement, &part.item, &picks).await?;
        let save = move |tx: &Transaction<'_>| walks::save_step(tx, key, saved, &step);
        self.operations.keep_pick(part.movement, op, &part.item, &picks, save).await?;
        self.changed(key, open);
        Ok(())
    }

    pub(super) fn changed(&self, key: WalkKey, open: OpenWalk) {
        self.open_walks.put(key, open);
        // What is not sent is counted with forms that are being filled in.
        self.account.announce(&[Topic::Walks, Topic::Drafts]);
    }

    /// Those of movements that somebody picks at another station, and that are in no walk here.
    pub(crate) fn picked_elsewhere(&self, movements: &[MovementKey]) -> Vec<WalkMovement> {
        let elsewhere = self.channel.walks_elsewhere();
        let here = movements.iter().map(|key| self.movements.name_now(*key));
        let others = here.filter(|key| self.open_walks.of(*key).is_none());
        let others = others.map(|key| self.movement_of(key, &elsewhere));
        others.filter(|movement| movement.elsewhere.is_some()).collect()
    }

    /// A movement of a walk, with who picks it at another station.
    fn movement_of(
        &self,
        key: MovementKey,
        elsewhere: &HashMap<MovementId, WalkElsewhere>,
    ) -> WalkMovement {
        let known = self.movements.find(&MovementRef::Key(key));
        let movement = known.as_ref().map(|known| &known.movement);
        WalkMovement {
            key,
            identifier: movement.and_then(|it| it.identifier.clone()),
            name: movement.and_then(|it| it.name.clone()),
            destination: movement.and_then(|it| Some(it.destination.as_ref()?.name.clone())),
            elsewhere: movement.and_then(|it| elsewhere.get(&it.id).cloned()),
        }
    }

    /// A walk as it is shown.
    pub(crate) fn shown(&self, key: WalkKey, view: &WalkView) -> Walk {
        let elsewhere = self.channel.walks_elsewhere();
        let movement = |key: &MovementKey| self.movement_of(*key, &elsewhere);
        Walk {
            key,
            movements: view.open.walk.movements.iter().map(movement).collect(),
            begun: view.open.walk.begun,
            order: view.open.walk.order,
            on_hold: view.open.walk.on_hold.clone(),
            progress: view.progress,
        }
    }
}

/// A walk with one more step, and the step's number.
pub(super) fn with_step(mut open: OpenWalk, step: TapeStep) -> (OpenWalk, u32) {
    open.tape.push(step);
    let number = open.tape.done();
    (open, number)
}
