//! Operations with a request of their own: picks and categories. The interface document shows nothing
//! of their effect: one whose answer is lost is asked about, unless the service shows picks
//! (`picks`). Nothing here is ever sent twice on a guess.

use std::sync::Arc;

use client::PicklistItem;
use contract::{Endpoint, JournalEvent, Operation, Reason, Topic};

use tokio::time::Instant;

use super::{
    delivery::Delivery,
    judge::{self, Next, of_write},
};
use crate::{
    account::Account,
    error::Error,
    lookups::categories::Categories,
    movements::mirror::Movements,
    observed::{extensions::Extensions, pages::PickPages},
    outbox::{
        keep::Operations,
        op::{Baseline, Lane, Op},
        queue::Outbox,
    },
    store::tables::mirror,
};

/// Sends picks and categories.
pub(crate) struct SingleSender {
    pub account: Arc<Account>,
    pub outbox: Arc<Outbox>,
    pub movements: Arc<Movements>,
    pub operations: Arc<Operations>,
    pub extensions: Arc<Extensions>,
    pub pick_pages: Arc<PickPages>,
    pub categories: Arc<Categories>,
    pub delivery: Arc<Delivery>,
}

impl SingleSender {
    /// Sends a pick, or makes a category.
    pub(crate) async fn send_single(self: &Arc<Self>, lane: Lane, op: Op) -> Result<(), Error> {
        let row = self.row_before(&op).await;
        if let Some(row) = &row
            && (self.is_settled_before(&op, &row.picks).await?
                || self.is_picked_meanwhile(&op, row).await?)
        {
            return Ok(());
        }
        // Not before it is known that an earlier attempt did not arrive.
        if self.is_line_changed_meanwhile(&op).await? {
            return Ok(());
        }
        let before = row.map(|row| Baseline::Picks(row.picks));
        let Some(op) = self.delivery.attempt(&[op], |_| before.clone()).await?.pop() else {
            return Ok(());
        };
        let began = Instant::now();
        let answer = match &op.body {
            Operation::Pick { item, picks } => {
                let picks = picks.iter().map(wire).collect();
                let movement = self.movement_id_of(&op);
                self.delivery.writes.pick(movement, item.clone(), picks).await.map(|()| None)
            }
            Operation::CreateCategory { name } => {
                let made = self.delivery.writes.create_category(name.clone()).await;
                match made {
                    Ok(category) => Ok(self.take_category(&op, category).await),
                    Err(error) => Err(error),
                }
            }
            _ => return Ok(()),
        };
        match answer {
            Ok(id) => {
                self.outbox.went_well(lane);
                let state = self.delivery.sent(id, false);
                self.operations
                    .change_each(&[op.key], Some(began.elapsed()), |op| {
                        op.move_to(state.clone());
                        Some(JournalEvent::Sent)
                    })
                    .await?;
                self.read_back(&op).await
            }
            // What was to be taken back, and was sent before, is gone.
            Err(error) if error.is_not_found() && op.attempts > 1 && only_takes_back(&op) => {
                let gone = self.delivery.sent(None, true);
                self.delivery.move_all(&[op.key], JournalEvent::Found, |_| gone.clone()).await?;
                Ok(())
            }
            Err(error) => match judge::next(of_write(error), 1) {
                Next::Look if !self.shows_pick(&op) => {
                    let why = Reason::NoAnswer { endpoint: Endpoint::Pick };
                    self.delivery.ask_or_repeat(lane, &op, why).await
                }
                Next::Busy if !self.shows_pick(&op) => {
                    self.delivery.ask_or_repeat(lane, &op, Reason::Busy).await
                }
                next => self.delivery.set_back(lane, &[op.key], next).await,
            },
        }
    }

    /// Remembers a category the service made; answers its id.
    async fn take_category(&self, op: &Op, category: contract::Category) -> Option<String> {
        let Operation::CreateCategory { name } = &op.body else { return None };
        let id = category.id.map(|id| id.as_str().to_owned());
        let made = category.name.unwrap_or_else(|| name.clone());
        self.categories.add(made.clone());
        self.account.announce(&[Topic::Products]);
        let row = id.clone().unwrap_or_else(|| op.key.to_string());
        // It is made in the service whether or not the file takes it.
        let _ = self.account.store.send(move |tx| mirror::save_category(tx, &row, &made)).await;
        id
    }
}

/// Whether an operation does nothing but take picks back.
fn only_takes_back(op: &Op) -> bool {
    let Operation::Pick { picks, .. } = &op.body else { return false };
    picks.iter().all(|pick| pick.id.is_some() && pick.quantity == 0)
}

fn wire(pick: &contract::Pick) -> PicklistItem {
    PicklistItem {
        id: pick.id.clone(),
        inventory_item: pick.inventory_item.clone(),
        bin_location: pick.bin_location.clone(),
        quantity_picked: pick.quantity,
    }
}
