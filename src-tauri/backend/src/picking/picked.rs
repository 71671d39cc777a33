//! Gathers what is known of a movement's picks: the service's page, what was sent from here, what waits
//! and what is typed. Reads nothing from the service.

use std::{collections::HashMap, sync::Arc};

use contract::{ItemId, LineItem, MovementKey, MovementRef, ProductId, TypedLine};
use rules::{
    movements::known::KnownMovement,
    picking::{
        picked::PickedLines,
        view::{PickContext, SentPicks},
    },
};

use crate::{
    account::Account,
    error::Error,
    lookups::locations::Locations,
    movements::mirror::Movements,
    observed::pages::PickPages,
    outbox::queue::Outbox,
    store::tables::{drafts, picks},
};

/// What is picked, and what can be.
pub(crate) struct Picking {
    pub account: Arc<Account>,
    pub outbox: Arc<Outbox>,
    pub movements: Arc<Movements>,
    pub locations: Arc<Locations>,
    pub pick_pages: Arc<PickPages>,
}

impl Picking {
    /// What is picked of a movement's lines, as far as it is known here.
    pub(crate) async fn picked(
        self: &Arc<Self>,
        movement: MovementKey,
    ) -> Result<Arc<PickedLines>, Error> {
        let told = self.with_scene(movement, |scene, typed| Arc::new(scene.picked(typed))).await?;
        Ok(told.unwrap_or_default())
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

    /// All that is known of a movement's picks, and what is typed of them; `None` where its lines are not
    /// known.
    async fn with_scene<T>(
        self: &Arc<Self>,
        movement: MovementKey,
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
        let (sent, typed) = read.await?;
        let waiting = self.outbox.of_movement(key);
        let scene = PickContext {
            lines,
            movement: key,
            rows: page.rows.as_deref().map(Vec::as_slice),
            as_of: page.freshness.as_of,
            sent: &sent,
            waiting: &waiting,
            bins: &self.locations.bins_of(known.movement.origin.as_ref()),
            today: self.account.common.clock.today(),
        };
        Ok(Some(of(&scene, typed)))
    }

    /// What was picked from here for this movement, and of its line's products where it begins.
    pub(crate) async fn sent_picks(
        self: &Arc<Self>,
        known: &KnownMovement,
        line: &LineItem,
    ) -> Result<Vec<SentPicks>, Error> {
        let movement = known.key;
        let children = line.substitutions.iter().map(|child| &child.product.id);
        let products: Vec<ProductId> = children.chain([&line.product.id]).cloned().collect();
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
