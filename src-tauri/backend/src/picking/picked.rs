//! How much of each line is picked and in which bins the rest lies, from the service's page with
//! the picks sent or waiting here. Reads nothing from the service.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use contract::{
    ItemId, LineItem, LinePicked, MovementKey, MovementRef, Operation, PickPart, PlaceRef,
    ProductId, Quantity, TypedLine, TypedPick, TypedPickOf, read_quantity,
};
use rules::{movements::known::KnownMovement, picking::first::counts};

use super::view::PickContext;
use crate::{
    account::Account,
    error::Error,
    lookups::locations::Locations,
    movements::mirror::Movements,
    observed::pages::PickPages,
    outbox::queue::Outbox,
    store::tables::{
        drafts,
        picks::{self, SentPicks},
    },
};

/// How much of which lines is picked; lines of which nothing goes are not among them.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct PickedLines {
    lines: HashMap<ItemId, PickedLine>,
    /// Lines of which picks are typed and not sent.
    typed: HashSet<ItemId>,
    /// Whether anything is known of it: the service told, or something was picked from here.
    is_known: bool,
}

/// What is known of one line.
#[derive(Debug, PartialEq)]
struct PickedLine {
    picked: LinePicked,
    bins: Vec<String>,
}

impl PickedLines {
    /// Of a line; `None` where nothing is known of it.
    pub(crate) fn of(&self, line: &ItemId) -> Option<LinePicked> {
        self.lines.get(line).map(|line| line.picked)
    }

    /// The bins of a line, by name: those to take the rest from, or those it came from.
    pub(crate) fn bins_of(&self, line: &ItemId) -> &[String] {
        self.lines.get(line).map_or(&[], |line| &line.bins)
    }

    /// Whether picks of a line are typed and not sent.
    pub(crate) fn is_typed(&self, line: &ItemId) -> bool {
        self.typed.contains(line)
    }

    /// Whether anything is known.
    pub(crate) fn is_known(&self) -> bool {
        self.is_known
    }
}

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
            let typed = drafts::picks_of(file, key)?;
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

impl PickContext<'_> {
    fn picked(&self, typed: HashMap<ItemId, TypedLine>) -> PickedLines {
        let is_pick = |body: &Operation| matches!(body, Operation::Pick { .. });
        let waits = self.waiting.iter().any(|op| is_pick(&op.body));
        let is_known = self.rows.is_some() || !self.sent.is_empty() || waits;
        let of = |line: &LineItem| {
            let typed = typed.get(&line.id);
            // Of the others nothing is known.
            let is_told = is_known || typed.is_some();
            let picked = is_told.then(|| self.picked_of(line, typed)).flatten();
            picked.map(|picked| (line.id.clone(), picked))
        };
        let lines = self.lines.iter().filter_map(of).collect();
        PickedLines { lines, typed: typed.into_keys().collect(), is_known }
    }

    fn picked_of(&self, line: &LineItem, typed: Option<&TypedLine>) -> Option<PickedLine> {
        let parts = self.parts(line);
        let mut picked = LinePicked { picked: 0, required: Some(0), typed: None };
        let mut bins: Vec<String> = Vec::new();
        for part in &parts {
            picked.picked += part.picked;
            picked.required = picked.required.zip(part.required).map(|(all, more)| all + more);
        }
        picked.typed = typed.map(|typed| parts.iter().map(|part| pieces_typed(part, typed)).sum());
        for bin in parts.iter().flat_map(|part| bins_of(part, picked.is_whole())) {
            if !bins.contains(&bin.name) {
                bins.push(bin.name.clone());
            }
        }
        (!parts.is_empty()).then_some(PickedLine { picked, bins })
    }
}

/// How many pieces more of a part are picked once what is typed is sent. A text that is no quantity
/// changes nothing.
fn pieces_typed(part: &PickPart, typed: &TypedLine) -> i64 {
    let more = |pick: &TypedPick| {
        let Quantity::Whole(pieces) = read_quantity(&pick.quantity, typed.decimal_mark) else {
            return 0;
        };
        let TypedPickOf::Made { id } = &pick.of else { return pieces.max(0) };
        let made = part.picks.iter().find(|made| made.id.as_ref() == Some(id) && counts(made));
        made.map_or(0, |made| pieces.max(0).saturating_sub(made.quantity))
    };
    let of_part = typed.picks.iter().filter(|pick| pick.part == part.item);
    of_part.map(more).fold(0, i64::saturating_add)
}

/// Where the rest of a part is to be taken from; of a line that is done, where it was taken from.
/// Nothing is said of a part of which nothing is left, and of stock that nobody counted all is.
fn bins_of(part: &PickPart, is_done: bool) -> Vec<&PlaceRef> {
    if is_done {
        let made = part.picks.iter().filter(|pick| counts(pick));
        return made.filter_map(|pick| pick.bin.as_ref()).collect();
    }
    if part.remaining == Some(0) {
        return Vec::new();
    }
    let bins = || part.stock.iter().filter_map(|lot| lot.bin.as_ref());
    if part.suggested.is_empty() {
        let uncounted = part.stock.iter().filter(|lot| lot.available.is_none());
        return uncounted.filter_map(|lot| lot.bin.as_ref()).collect();
    }
    let of = |id| bins().find(|bin| bin.id == id);
    part.suggested.iter().filter_map(|pick| of(pick.bin_location.clone()?)).collect()
}

#[cfg(test)]
mod tests;
