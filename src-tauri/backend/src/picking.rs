//! Command `pick_view`: what there is to pick for a line. From the service's pick page where it has
//! one; else from what was picked from here before, and the bins of the origin. Deliberately absent:
//! picking; that is an operation of the outbox like any other, by `pick_line`.

pub(crate) mod picked;
pub(crate) mod view;

use std::{collections::HashMap, sync::Arc};

use contract::{LineItem, LineStatus, ProductId, ReadPickView, WhyNot};
use rules::movements::known::KnownMovement;

use crate::{
    account::Account, error::Error, lookups::Locations, movements::Movements, observed::PickPages,
    outbox::Outbox, store::picks, store::picks::SentPicks,
};

pub(crate) use picked::PickedLines;

/// What is picked, and what can be.
pub(crate) struct Picking {
    pub account: Arc<Account>,
    pub outbox: Arc<Outbox>,
    pub movements: Arc<Movements>,
    pub locations: Arc<Locations>,
    pub pick_pages: Arc<PickPages>,
}

impl Picking {
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

/// Whether a line is asked about, by its own id or by that of what goes instead.
pub(crate) fn is_about(line: &LineItem, request: &ReadPickView) -> bool {
    let mut children = line.substitutions.iter();
    line.id == request.item || children.any(|child| child.id == request.item)
}

pub(crate) fn why_not(
    known: &KnownMovement,
    line: &LineItem,
    nothing: bool,
    no_updates: bool,
) -> Option<WhyNot> {
    if known.gone {
        Some(WhyNot::Gone)
    } else if no_updates {
        Some(WhyNot::UpdatesNotOffered)
    } else if nothing || line.status == LineStatus::Canceled {
        Some(WhyNot::Status(line.status.clone()))
    } else {
        None
    }
}
