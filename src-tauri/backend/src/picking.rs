//! Command `pick_view`: what there is to pick for a line. From the service's pick page where it has
//! one; else from what was picked from here before, and the bins of the origin. Deliberately absent:
//! picking; that is an operation of the outbox like any other, by `pick_line`.

mod picked;
mod view;

use std::{collections::HashMap, sync::Arc};

use contract::{
    LineItem, LineStatus, MovementRef, PickView, ProductId, ReadPickView, Source, WhyNot,
};
use rules::movements::known::KnownMovement;

use crate::{
    Backend, account::Account, error::Error, lookups::Locations, movements::Movements,
    observed::PickPages, outbox::Outbox, store::picks, store::picks::SentPicks,
};

use view::PickContext;

pub(crate) use picked::PickedLines;

impl Backend {
    /// Shows what there is to pick for a line, and asks the service behind where it can be asked.
    ///
    /// # Errors
    /// If no profile is open; [`Error::Unknown`] for a movement or a line not known here, and for a
    /// movement whose lines were never read; if the file cannot be read.
    pub async fn pick_view(&self, request: ReadPickView) -> Result<PickView, Error> {
        let workspace = self.workspace()?;
        let known = workspace.movements.find(&MovementRef::Key(request.movement));
        let known = known.ok_or(Error::Unknown)?;
        let lines = known.movement.lines.as_deref().ok_or(Error::Unknown)?;
        let line = lines.iter().find(|line| is_about(line, &request)).ok_or(Error::Unknown)?;
        let page = workspace.pick_pages.pick_page(&known.movement.id, request.anew).await?;
        let origin = known.movement.origin.clone();
        if page.rows.is_none() {
            workspace.locations.read_bins_behind(origin.as_ref());
        }
        let sent = workspace.picking.sent_picks(&known, line).await?;
        let (bins, waiting) =
            (workspace.locations.bins_of(origin.as_ref()), workspace.outbox.of_movement(known.key));
        let scene = PickContext {
            lines,
            movement: known.key,
            rows: page.rows.as_deref().map(Vec::as_slice),
            as_of: page.freshness.as_of,
            sent: &sent,
            waiting: &waiting,
            bins: &bins,
            today: workspace.account.now().date_naive(),
        };
        let mut parts = scene.parts(line);
        for part in &mut parts {
            part.product = workspace.drafts.product_named(part.product.clone());
        }
        let why_not =
            why_not(&known, line, parts.is_empty(), workspace.service.session.lacks_updates());
        let source = if page.rows.is_some() { Source::Service } else { Source::Seen };
        let (item, freshness) = (line.id.clone(), page.freshness);
        Ok(PickView { item, origin, parts, why_not, source, freshness })
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
    /// What was picked from here for this movement, and of its line's products where it begins.
    async fn sent_picks(
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
fn is_about(line: &LineItem, request: &ReadPickView) -> bool {
    let mut children = line.substitutions.iter();
    line.id == request.item || children.any(|child| child.id == request.item)
}

fn why_not(
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
