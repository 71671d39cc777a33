//! How much of each line of a movement is picked, for its list of lines: by the service's page where
//! that is known, with what was sent from here since and what waits. Reads nothing from the service.

use std::{collections::HashMap, sync::Arc};

use contract::{ItemId, LineItem, LinePicked, MovementKey, MovementRef, Operation};

use super::{
    first::counts,
    view::{Scene, targets},
};
use crate::{error::Error, profile::Opened, store::picks};

/// How much of which lines is picked; lines of which nothing goes are not among them.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct PickedLines {
    lines: HashMap<ItemId, LinePicked>,
    /// Whether anything is known of it: the service told, or something was picked from here.
    is_known: bool,
}

impl PickedLines {
    /// Of a line; `None` where nothing is known of it.
    pub(crate) fn of(&self, line: &ItemId) -> Option<LinePicked> {
        self.lines.get(line).copied().filter(|_| self.is_known)
    }

    /// Whether anything is known.
    pub(crate) fn is_known(&self) -> bool {
        self.is_known
    }
}

impl Opened {
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
        let scene = Scene {
            lines,
            movement: key,
            rows: page.rows.as_deref().map(Vec::as_slice),
            as_of: page.freshness.as_of,
            sent: &sent,
            waiting: &waiting,
            bins: &HashMap::new(),
            today: self.common.clock.now().date_naive(),
        };
        Ok(Arc::new(scene.picked()))
    }
}

impl Scene<'_> {
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

    fn picked_of(&self, line: &LineItem) -> Option<LinePicked> {
        let targets = targets(line);
        let mut sum = LinePicked { picked: 0, required: Some(0) };
        for target in targets {
            let row = self.row_of(target);
            let item = row.map_or(&target.id, |row| &row.item);
            let picks = self.picks_of(target, item, row, &[]);
            sum.picked +=
                picks.iter().filter(|pick| counts(pick)).map(|pick| pick.quantity).sum::<i64>();
            let required = target.quantity_to_ship().or_else(|| row?.required);
            sum.required = sum.required.zip(required).map(|(all, required)| all + required);
        }
        (!targets.is_empty()).then_some(sum)
    }
}

#[cfg(test)]
mod tests;
