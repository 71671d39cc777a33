//! What there is to pick for a line, put together from the service's page, from what was sent from
//! here since, and from what waits. Pure.

use std::collections::HashMap;

use super::expiry::{expires_in, is_expired};
use super::first::{counts, first_expiring, sort, take_off};
pub use super::sent::SentPicks;
use super::site::SiteStock;
use crate::outbox::op::Op;
use chrono::{DateTime, NaiveDate, Utc};
use contract::{
    AvailableLot, Failure, ItemId, LineItem, LineStatus, LocationId, MadePick, MovementKey,
    Operation, OperationKey, OperationState, Pick, PickPart, PickRow, PickStand, PickStock,
    PlaceRef, Source,
};

/// Words of newer installations for stock that may be taken.
const FREE: [&str; 2] = ["AVAILABLE", "PICKED"];

/// All that is known.
pub struct PickContext<'a> {
    /// All lines of its movement.
    pub lines: &'a [LineItem],
    /// The movement.
    pub movement: MovementKey,
    /// The service's page; `None` if it was never told.
    pub rows: Option<&'a [PickRow]>,
    /// When it was told.
    pub as_of: Option<DateTime<Utc>>,
    /// Picks sent from here, the oldest first: of this movement, and of the same products from the
    /// same place.
    pub sent: &'a [SentPicks],
    /// Operations of the movement that have not ended.
    pub waiting: &'a [Op],
    /// What the site says lies where; asked where the service tells nothing.
    pub site: &'a SiteStock,
    /// Bins of the place it is picked in.
    pub bins: &'a HashMap<LocationId, PlaceRef>,
    /// The user’s day.
    pub today: NaiveDate,
}

/// Picks being put together, and how they came about.
struct Made<'a> {
    scene: &'a PickContext<'a>,
    stock: &'a [PickStock],
    picks: Vec<MadePick>,
}

/// Where a change of picks comes from.
#[derive(Clone, Copy)]
struct Cause<'a> {
    stand: PickStand,
    operation: OperationKey,
    sent: Option<DateTime<Utc>>,
    /// What the service called the one new pick of it.
    id: Option<&'a str>,
    /// Why it was refused.
    failure: Option<&'a Failure>,
}

/// What is picked against of a line as the service has it: itself, or what goes instead of it; none
/// where nothing goes.
pub fn targets(line: &LineItem) -> &[LineItem] {
    match line.status {
        LineStatus::Canceled => &[],
        _ if !line.substitutions.is_empty() => &line.substitutions,
        _ if line.quantity_to_ship() == Some(0) => &[],
        _ => std::slice::from_ref(line),
    }
}

impl PickContext<'_> {
    /// What is to be picked of a line; nothing where nothing of it goes.
    pub fn parts(&self, line: &LineItem) -> Vec<PickPart> {
        targets(line).iter().map(|target| self.part(target)).collect()
    }

    fn part(&self, target: &LineItem) -> PickPart {
        let row = self.row_of(target);
        let item = row.map_or(&target.id, |row| &row.item).clone();
        let mut stock = match row {
            Some(row) => row.available.iter().map(|lot| self.told(lot)).collect(),
            None if self.rows.is_some() => Vec::new(),
            None => self.seen(target, self.site_lots(target)),
        };
        sort(&mut stock);
        let picks = self.picks_of(target, &item, row, &stock);
        let required = target.quantity_to_ship().or_else(|| row?.required);
        let picked = picks.iter().filter(|pick| counts(pick)).map(|pick| pick.quantity).sum();
        let remaining = required.map(|required| required.saturating_sub(picked).max(0));
        take_off(&mut stock, &self.not_in_table(&picks));
        let suggested = first_expiring(remaining.unwrap_or_default(), &stock);
        let product = target.product.clone();
        PickPart { item, product, required, picked, remaining, stock, suggested, picks }
    }

    /// Picks that what is known of the stock does not count: a table of the site counts those that were sent
    /// before it was made.
    fn not_in_table(&self, picks: &[MadePick]) -> Vec<MadePick> {
        let is_counted = |pick: &&MadePick| {
            let by_table = self.rows.is_none() && self.site.as_of.is_some();
            by_table && pick.sent.is_some() && pick.sent <= self.site.as_of
        };
        picks.iter().filter(|pick| !is_counted(pick)).cloned().collect()
    }

    /// The row of a line, or of what goes instead of it. Of a revised line some installations tell
    /// under an id of no line; then product and place find it, if nothing else can be meant.
    pub fn row_of(&self, target: &LineItem) -> Option<&PickRow> {
        let rows = self.rows?;
        if let Some(row) = rows.iter().find(|row| row.item == target.id) {
            return Some(row);
        }
        if target.status != LineStatus::Changed {
            return None;
        }
        let is_like = |product: bool, place| product && place == target.sort_order;
        let mut like = rows.iter().filter(|row| {
            let is_product = match &row.product {
                Some(id) => *id == target.product.id,
                None => row.product_code.is_some() && row.product_code == target.product.code,
            };
            is_like(is_product, row.sort_order) && !self.is_known(&row.item)
        });
        like.next().filter(|_| like.next().is_none())
    }

    fn is_known(&self, item: &ItemId) -> bool {
        let mut all = self.lines.iter().flat_map(|line| line.substitutions.iter().chain([line]));
        all.any(|line| line.id == *item)
    }

    /// What the service says lies somewhere.
    fn told(&self, lot: &AvailableLot) -> PickStock {
        let AvailableLot { inventory_item, lot, expiry, bin, quantity, status } = lot.clone();
        PickStock {
            inventory_item,
            lot,
            expiry,
            bin,
            available: quantity,
            held_back: status.filter(|status| !FREE.contains(&status.as_str())),
            expired: is_expired(expiry, self.today),
            expires_in: expires_in(expiry, self.today),
            source: Source::Service,
        }
    }

    /// What the site says lies where, less what was taken since for other lines.
    fn site_lots(&self, target: &LineItem) -> Vec<PickStock> {
        let is_other = |sent: &&SentPicks| sent.movement != self.movement || sent.item != target.id;
        let others: Vec<&SentPicks> =
            self.sent.iter().chain(&self.site.queued).filter(is_other).collect();
        self.site.lots(&target.product.id, &others)
    }

    /// Adds where the product was picked from before, each lot and bin once.
    fn seen(&self, target: &LineItem, known: Vec<PickStock>) -> Vec<PickStock> {
        let mut stock = known;
        let of_product =
            self.sent.iter().filter(|sent| sent.product.as_ref() == Some(&target.product.id));
        for pick in of_product.flat_map(|sent| &sent.picks) {
            let bin = self.bin(pick.bin_location.as_ref(), &[]);
            let is_there =
                |known: &PickStock| known.inventory_item == pick.inventory_item && known.bin == bin;
            if !stock.iter().any(is_there) {
                stock.push(PickStock {
                    inventory_item: pick.inventory_item.clone(),
                    lot: None,
                    expiry: None,
                    bin,
                    available: None,
                    held_back: None,
                    expired: false,
                    expires_in: None,
                    source: Source::Seen,
                });
            }
        }
        stock
    }

    /// Picks of a line, or of what goes instead of it: as the service shows them, and as they wait or were sent
    /// since.
    pub fn picks_of(
        &self,
        target: &LineItem,
        item: &ItemId,
        row: Option<&PickRow>,
        stock: &[PickStock],
    ) -> Vec<MadePick> {
        let mut made = Made { scene: self, stock, picks: Vec::new() };
        // Some installations keep a pick that was taken back, with nothing in it.
        let told = row.into_iter().flat_map(|row| &row.picks).filter(|pick| pick.quantity > 0);
        made.picks.extend(told.cloned().map(|pick| MadePick {
            id: Some(pick.id),
            inventory_item: pick.inventory_item,
            lot: pick.lot,
            expiry: pick.expiry,
            bin: pick.bin,
            quantity: pick.quantity,
            stand: PickStand::InService,
            operation: None,
            sent: None,
            failure: None,
        }));
        let is_meant = |other: &ItemId| other == item || *other == target.id;
        let since = |sent: &&SentPicks| {
            let is_told = self.as_of.is_some_and(|told| sent.at <= told);
            sent.movement == self.movement && is_meant(&sent.item) && !is_told
        };
        for sent in self.sent.iter().filter(since) {
            let (stand, id) = (PickStand::Sent, sent.id.as_deref());
            let (operation, at) = (sent.key, Some(sent.at));
            made.add(&sent.picks, Cause { stand, operation, sent: at, id, failure: None });
        }
        for op in self.waiting {
            if let Operation::Pick { item: other, picks } = &op.body
                && is_meant(other)
            {
                let stand = if op.needs_user() { PickStand::Attention } else { PickStand::Waiting };
                let failure = match &op.state {
                    OperationState::Stuck(failure) => Some(failure),
                    _ => None,
                };
                let operation = op.key;
                made.add(picks, Cause { stand, operation, sent: None, id: None, failure });
            }
        }
        made.picks
    }

    /// A bin by its id: as stock names it, as it was read, or by its id alone.
    pub(super) fn bin(&self, id: Option<&LocationId>, stock: &[PickStock]) -> Option<PlaceRef> {
        let id = id?;
        let mut named = stock.iter().filter_map(|lot| lot.bin.as_ref());
        let found = named.find(|bin| bin.id == *id).or_else(|| self.bins.get(id)).cloned();
        let bare = || PlaceRef { id: id.clone(), name: id.to_string(), type_code: None };
        Some(found.unwrap_or_else(bare))
    }
}

impl Made<'_> {
    fn add(&mut self, picks: &[Pick], cause: Cause<'_>) {
        let new = picks.iter().filter(|pick| pick.id.is_none()).count();
        for pick in picks {
            match &pick.id {
                Some(id) => self.change(id, pick, cause),
                None => {
                    let id = cause.id.filter(|_| new == 1).map(str::to_owned);
                    let is_told = id.is_some() && self.picks.iter().any(|made| made.id == id);
                    if !is_told {
                        self.push(id, pick, cause);
                    }
                }
            }
        }
    }

    fn change(&mut self, id: &str, pick: &Pick, cause: Cause<'_>) {
        let at = self.picks.iter().position(|made| made.id.as_deref() == Some(id));
        match at {
            // What the user must look at may never come about: both stand there.
            Some(_) if cause.stand == PickStand::Attention => {
                self.push(Some(id.to_owned()), pick, cause);
            }
            Some(at) if cause.stand == PickStand::Sent && pick.quantity == 0 => {
                self.picks.remove(at);
            }
            Some(at) => {
                let made = &mut self.picks[at];
                made.quantity = pick.quantity.into();
                (made.stand, made.operation) = (cause.stand, Some(cause.operation));
                made.sent = cause.sent.or(made.sent);
            }
            None if cause.stand == PickStand::Sent && pick.quantity == 0 => {}
            None => self.push(Some(id.to_owned()), pick, cause),
        }
    }

    fn push(&mut self, id: Option<String>, pick: &Pick, cause: Cause<'_>) {
        let lot = self.stock.iter().find(|lot| lot.inventory_item == pick.inventory_item);
        self.picks.push(MadePick {
            id,
            inventory_item: pick.inventory_item.clone(),
            lot: lot.and_then(|lot| lot.lot.clone()),
            expiry: lot.and_then(|lot| lot.expiry),
            bin: self.scene.bin(pick.bin_location.as_ref(), self.stock),
            quantity: pick.quantity.into(),
            stand: cause.stand,
            operation: Some(cause.operation),
            sent: cause.sent,
            failure: cause.failure.cloned(),
        });
    }
}

#[cfg(test)]
mod tests;
