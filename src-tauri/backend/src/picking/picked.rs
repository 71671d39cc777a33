//! How much of each line of a movement is picked and where the rest lies, for its list of lines: by the
//! service's page where that is known, with what was sent from here since and what waits. Reads
//! nothing from the service.

use std::{collections::HashMap, sync::Arc};

use contract::{
    ItemId, LineItem, LinePicked, MovementKey, MovementRef, Operation, PickPart, PlaceRef,
};
use rules::picking::first::counts;

use super::view::PickContext;
use crate::{error::Error, profile::Workspace, store::picks};

/// How much of which lines is picked; lines of which nothing goes are not among them.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct PickedLines {
    lines: HashMap<ItemId, PickedLine>,
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

    /// Whether anything is known.
    pub(crate) fn is_known(&self) -> bool {
        self.is_known
    }
}

impl Workspace {
    /// What is picked of a movement's lines, as far as it is known here.
    pub(crate) async fn picked(
        self: &Arc<Self>,
        movement: MovementKey,
    ) -> Result<Arc<PickedLines>, Error> {
        let Some(known) = self.movements.find(&MovementRef::Key(movement)) else {
            return Ok(Arc::default());
        };
        let Some(lines) = known.movement.lines.as_deref() else { return Ok(Arc::default()) };
        let page = self.pick_page_known(&known.movement.id).await?;
        let key = known.key;
        let sent = self.store.read(move |file| picks::sent_of(file, key)).await?;
        let waiting = self.outbox.of_movement(key);
        let scene = PickContext {
            lines,
            movement: key,
            rows: page.rows.as_deref().map(Vec::as_slice),
            as_of: page.freshness.as_of,
            sent: &sent,
            waiting: &waiting,
            bins: &self.bins_of(known.movement.origin.as_ref()),
            today: self.common.clock.now().date_naive(),
        };
        Ok(Arc::new(scene.picked()))
    }
}

impl PickContext<'_> {
    fn picked(&self) -> PickedLines {
        let is_pick = |body: &Operation| matches!(body, Operation::Pick { .. });
        let waits = self.waiting.iter().any(|op| is_pick(&op.body));
        let is_known = self.rows.is_some() || !self.sent.is_empty() || waits;
        if !is_known {
            return PickedLines::default();
        }
        let of = |line: &LineItem| Some((line.id.clone(), self.picked_of(line)?));
        PickedLines { lines: self.lines.iter().filter_map(of).collect(), is_known }
    }

    fn picked_of(&self, line: &LineItem) -> Option<PickedLine> {
        let parts = self.parts(line);
        let mut picked = LinePicked { picked: 0, required: Some(0) };
        let mut bins: Vec<String> = Vec::new();
        for part in &parts {
            picked.picked += part.picked;
            picked.required = picked.required.zip(part.required).map(|(all, more)| all + more);
        }
        for bin in parts.iter().flat_map(|part| bins_of(part, picked.is_whole())) {
            if !bins.contains(&bin.name) {
                bins.push(bin.name.clone());
            }
        }
        (!parts.is_empty()).then_some(PickedLine { picked, bins })
    }
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
