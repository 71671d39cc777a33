//! Movements of which something is to be picked, as a list.

use std::{collections::HashSet, sync::Arc};

use contract::{LineItem, Page, Rows, ToPickRow};
use rules::{
    movements::known::KnownMovement,
    picking::{tape::LinesEntered, view::targets},
    search::{
        Counts, count_of,
        text::{Words, fold},
        window,
    },
};

use super::walks::Walks;
use crate::error::Error;

impl Walks {
    /// Movements of which something is to be picked, or of which that is not known.
    pub(crate) async fn to_pick(
        &self,
        text: &str,
        rows: &Rows<()>,
    ) -> Result<Page<ToPickRow>, Error> {
        let glance = self.movements.list.look(&());
        let words = Words::of(text);
        let set = glance.value.unwrap_or_default();
        let mut all: Vec<Arc<KnownMovement>> =
            set.iter().filter(|known| is_to_pick(known)).cloned().collect();
        let known = all.len();
        all.retain(|known| words.are_none() || words.are_in(&searched(known)));
        all.sort_by_cached_key(|known| {
            let movement = &known.movement;
            let day = movement.date_requested;
            (day.is_none(), day, movement.identifier.clone(), known.key)
        });
        let counts = Counts { matching: all.len(), known };
        // Lines are read apart from the list.
        let read = all.iter().filter_map(|known| known.lines_seen);
        let freshness = glance.freshness.no_younger_than(read);
        let page = window(&all, rows, counts, freshness, Arc::clone);
        let entered = self.open_walks.lines_entered();
        let mut elsewhere = self.channel.walks_elsewhere();
        let mut shown = Vec::with_capacity(page.rows.len());
        for known in &page.rows {
            let row = self.to_pick_row(known, &entered).await?;
            shown.push(ToPickRow { elsewhere: elsewhere.remove(&known.movement.id), ..row });
        }
        let Page { start, total, matching, known, unread, idle, freshness, .. } = page;
        Ok(Page { rows: shown, start, total, matching, known, unread, idle, freshness })
    }

    async fn to_pick_row(
        &self,
        known: &KnownMovement,
        entered: &LinesEntered,
    ) -> Result<ToPickRow, Error> {
        let movement = &known.movement;
        let lines = movement.lines.as_deref();
        let picked = self.picking.picked(known.key).await?;
        let goes = |line: &&LineItem| !targets(line).is_empty();
        let is_whole = |line: &&LineItem| picked.of(&line.id).is_some_and(|it| it.is_whole());
        let whole = lines.unwrap_or_default().iter().filter(goes).filter(is_whole).count();
        let entered = entered.get(&known.key).map_or(0, HashSet::len);
        Ok(ToPickRow {
            key: known.key,
            identifier: movement.identifier.clone(),
            name: movement.name.clone(),
            origin: movement.origin.clone(),
            destination: movement.destination.clone(),
            date_requested: movement.date_requested,
            lines: lines.map(|lines| count_of(lines.iter().filter(goes).count())),
            whole: count_of(whole),
            entered: count_of(entered),
            walk: self.open_walks.of(known.key),
            elsewhere: None,
        })
    }
}

fn is_to_pick(known: &KnownMovement) -> bool {
    let lines = known.movement.lines.as_deref();
    !known.gone && lines.is_none_or(|lines| lines.iter().any(|line| !targets(line).is_empty()))
}

fn searched(known: &KnownMovement) -> String {
    let movement = &known.movement;
    let places = [&movement.origin, &movement.destination];
    let places = places.into_iter().flatten().map(|place| place.name.as_str());
    let texts = [&movement.identifier, &movement.name].into_iter().flatten().map(String::as_str);
    fold(&texts.chain(places).collect::<Vec<_>>().join(" "))
}
