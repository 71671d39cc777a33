//! Gathers what is known of a movement's picks: the service's page, what was sent from here, what waits
//! and what is typed. Reads nothing from the service.

use std::{collections::HashMap, sync::Arc};

use contract::{
    Freshness, ItemId, LineItem, MovementKey, MovementRef, Operation, OperationKey, Pick,
    ProductId, TypedLine,
};
use rules::{
    movements::known::KnownMovement,
    picking::{
        picked::PickedLines,
        tape::Staged,
        tasks::TaskList,
        view::{PickContext, SentPicks},
    },
};

use super::{open_walks::OpenWalks, site::SiteData};
use crate::{
    account::Account,
    error::Error,
    lookups::locations::Locations,
    movements::mirror::Movements,
    observed::pages::PickPages,
    outbox::{
        op::{Base, Baseline, Op},
        queue::Outbox,
    },
    store::tables::{drafts, picks},
};

/// What is picked, and what can be.
pub(crate) struct Picking {
    pub account: Arc<Account>,
    pub outbox: Arc<Outbox>,
    pub movements: Arc<Movements>,
    pub locations: Arc<Locations>,
    pub pick_pages: Arc<PickPages>,
    pub open_walks: Arc<OpenWalks>,
    pub site: Arc<SiteData>,
}

impl Picking {
    /// What is picked of a movement's lines, as far as it is known here.
    pub(crate) async fn picked(
        self: &Arc<Self>,
        movement: MovementKey,
    ) -> Result<Arc<PickedLines>, Error> {
        let told = self.with_scene(movement, |scene, mut typed| {
            self.open_walks.add_typed(movement, &mut typed);
            Arc::new(scene.picked(typed))
        });
        Ok(told.await?.unwrap_or_default())
    }

    /// Adds what there is to fetch for a movement that has this place in a walk, and answers how old
    /// what is known of it is; `None` where its lines are not known. The service is asked behind where it
    /// tells what lies where.
    pub(crate) async fn add_tasks(
        self: &Arc<Self>,
        known: &KnownMovement,
        place: u32,
        staged: &Staged,
        list: &mut TaskList,
    ) -> Result<Option<Freshness>, Error> {
        let page = self.pick_pages.pick_page(&known.movement.id, false).await?;
        let is_told = page.rows.is_some();
        if !is_told {
            self.locations.read_bins_behind(known.movement.origin.as_ref());
        }
        let add = |scene: &PickContext<'_>, _: HashMap<ItemId, TypedLine>| {
            list.add(scene, place, staged);
        };
        let found = self.with_scene_of(known.key, !is_told, add).await?;
        // Where the service tells nothing, all is known from the lines.
        let as_of = page.freshness.as_of.or(known.lines_seen);
        let told = Freshness { as_of, ..page.freshness };
        Ok(found.map(|()| told.no_younger_than(known.lines_seen)))
    }

    /// The operation that picks of a line, decided upon the line and its picks as they are known now.
    pub(crate) async fn pick_op(
        self: &Arc<Self>,
        named: OperationKey,
        movement: MovementKey,
        item: &ItemId,
        picks: &[Pick],
    ) -> Result<Op, Error> {
        let line = self.movements.line_of(movement, item).map(|line| Base::Line(Box::new(line)));
        let body = Operation::Pick { item: item.clone(), picks: picks.to_vec() };
        let mut op = Op::new(named, Some(movement), body, line, self.account.now());
        op.before = self.pieces_picked(movement, item).await?.map(Baseline::Picked);
        Ok(op)
    }

    /// How many pieces of a line, or of what goes instead of one, are picked as far as it is known here,
    /// with those that wait; `None` for a line that is not known.
    pub(crate) async fn pieces_picked(
        self: &Arc<Self>,
        movement: MovementKey,
        item: &ItemId,
    ) -> Result<Option<i64>, Error> {
        let of = |scene: &PickContext<'_>, _: HashMap<ItemId, TypedLine>| {
            let mut parts = scene.lines.iter().flat_map(|line| scene.parts(line));
            parts.find(|part| part.item == *item).map(|part| part.picked)
        };
        Ok(self.with_scene(movement, of).await?.flatten())
    }

    async fn with_scene<T>(
        self: &Arc<Self>,
        movement: MovementKey,
        of: impl FnOnce(&PickContext<'_>, HashMap<ItemId, TypedLine>) -> T + Send,
    ) -> Result<Option<T>, Error> {
        self.with_scene_of(movement, false, of).await
    }

    /// All that is known of a movement's picks, and what is typed of them; `None` where its lines are not
    /// known. With what was picked for other movements, where that is wanted.
    async fn with_scene_of<T>(
        self: &Arc<Self>,
        movement: MovementKey,
        with_others: bool,
        of: impl FnOnce(&PickContext<'_>, HashMap<ItemId, TypedLine>) -> T + Send,
    ) -> Result<Option<T>, Error> {
        let Some(known) = self.movements.find(&MovementRef::Key(movement)) else {
            return Ok(None);
        };
        let Some(lines) = known.movement.lines.as_deref() else { return Ok(None) };
        let page = self.pick_pages.pick_page_known(&known.movement.id).await?;
        let key = known.key;
        let read = self.account.store.read(move |file| {
            let typed = drafts::typed_of(file, key)?;
            Ok((picks::sent_of(file, key)?, typed))
        });
        let (mut sent, typed) = read.await?;
        if with_others {
            let others = self.sent_picks(&known, lines).await?;
            sent.extend(others.into_iter().filter(|picks| picks.movement != key));
        }
        let waiting = self.outbox.of_movement(key);
        let bins = self.locations.bins_of(known.movement.origin.as_ref());
        let scene = PickContext {
            lines,
            movement: key,
            rows: page.rows.as_deref().map(Vec::as_slice),
            as_of: page.freshness.as_of,
            sent: &sent,
            waiting: &waiting,
            site: &self.site.stock(lines, &bins),
            bins: &bins,
            today: self.account.common.clock.today(),
        };
        Ok(Some(of(&scene, typed)))
    }

    /// What was picked from here for this movement, and of the products of these lines where it begins.
    pub(crate) async fn sent_picks(
        self: &Arc<Self>,
        known: &KnownMovement,
        lines: &[LineItem],
    ) -> Result<Vec<SentPicks>, Error> {
        let movement = known.key;
        let all = lines.iter().flat_map(|line| line.substitutions.iter().chain([line]));
        let products: Vec<ProductId> = all.map(|line| line.product.id.clone()).collect();
        let read = move |file: &_| picks::sent(file, movement, &products);
        let mut sent = self.account.store.read(read).await?;
        let mut begins = HashMap::new();
        sent.retain(|picks| {
            let here = known.movement.origin.as_ref().map(|place| &place.id);
            picks.movement == movement
                || *begins.entry(picks.movement).or_insert_with(|| {
                    here.is_some() && self.movements.origin_of(picks.movement).as_ref() == here
                })
        });
        Ok(sent)
    }
}
