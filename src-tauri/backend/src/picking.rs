//! Command `pick_view`: what there is to pick for a line. From the service's pick page where it has
//! one; else from what was picked from here before, and the bins of the origin. Deliberately absent:
//! picking; that is an operation of the outbox like any other, by `pick_line`.

mod picked;
mod view;

use std::{collections::HashMap, sync::Arc};

use contract::{
    LineItem, LineStatus, LocationId, LocationKind, MovementKey, MovementRef, PickView, PlaceRef,
    ProductId, ReadPickView, Source, WhyNot,
};
use rules::movements::known::KnownMovement;

use crate::{
    Backend, error::Error, lookups::LOOKUP_AGE, profile::Workspace, store::picks,
    store::picks::SentPicks,
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
        let page = workspace.pick_page(&known.movement.id, request.anew).await?;
        let origin = known.movement.origin.clone();
        if page.rows.is_none() {
            workspace.read_bins_behind(origin.as_ref());
        }
        let sent = workspace.sent_picks(&known, line).await?;
        let (bins, waiting) =
            (workspace.bins_of(origin.as_ref()), workspace.outbox.of_movement(known.key));
        let scene = PickContext {
            lines,
            movement: known.key,
            rows: page.rows.as_deref().map(Vec::as_slice),
            as_of: page.freshness.as_of,
            sent: &sent,
            waiting: &waiting,
            bins: &bins,
            today: workspace.common.clock.now().date_naive(),
        };
        let mut parts = scene.parts(line);
        for part in &mut parts {
            part.product = workspace.product_named(part.product.clone());
        }
        let why_not = why_not(&known, line, parts.is_empty(), workspace.session.lacks_updates());
        let source = if page.rows.is_some() { Source::Service } else { Source::Seen };
        let (item, freshness) = (line.id.clone(), page.freshness);
        Ok(PickView { item, origin, parts, why_not, source, freshness })
    }
}

impl Workspace {
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
        let mut sent = self.store.read(read).await?;
        let mut begins = HashMap::new();
        sent.retain(|picks| {
            let here = known.movement.origin.as_ref().map(|place| &place.id);
            picks.movement == movement
                || *begins.entry(picks.movement).or_insert_with(|| {
                    here.is_some() && self.origin_of(picks.movement).as_ref() == here
                })
        });
        Ok(sent)
    }

    fn origin_of(&self, movement: MovementKey) -> Option<LocationId> {
        let known = self.movements.find(&MovementRef::Key(movement))?;
        known.movement.origin.as_ref().map(|place| place.id.clone())
    }

    /// Bins of a place as they were last read, by their ids.
    fn bins_of(&self, place: Option<&PlaceRef>) -> HashMap<LocationId, PlaceRef> {
        let Some(place) = place else { return HashMap::new() };
        let bins = self.locations.look(&(LocationKind::Bins, place.id.clone())).value;
        let bins = bins.unwrap_or_default();
        bins.iter().map(|bin| (bin.id.clone(), PlaceRef::from(bin))).collect()
    }

    /// Reads the bins of a place behind, if they are old or were never read.
    fn read_bins_behind(self: &Arc<Self>, place: Option<&PlaceRef>) {
        let Some(place) = place else { return };
        let of = (LocationKind::Bins, place.id.clone());
        let (now, epoch) = (self.common.clock.now(), self.session.epoch());
        if self.locations.is_due(&of, now, LOOKUP_AGE, epoch) {
            // Without a session what is known is shown as it is.
            drop(self.read_locations(&of));
        }
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
