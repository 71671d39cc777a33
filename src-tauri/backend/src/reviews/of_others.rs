//! What other stations propose, as the lines of a movement and the panel of one line show it.

use std::collections::HashSet;

use contract::{ItemId, LineRef, MovementKey, MovementRef, ProposedElsewhere};
use rules::{channel::shared::Proposed, movements::known::KnownMovement};
use uuid::Uuid;

use super::{Reviews, line_at};

impl Reviews {
    /// The lines of a movement that others propose something about.
    pub(crate) fn items_of_others(&self, movement: MovementKey) -> HashSet<ItemId> {
        let Some(station) = self.channel.own_station() else { return HashSet::new() };
        let Some(known) = self.movements.find(&MovementRef::Key(movement)) else {
            return HashSet::new();
        };
        let told = self.channel.known.lock();
        let open = told.shared.proposals().filter_map(|(_, state)| state.open());
        let about_it = open.filter(|of| is_of_others(of, station, &known));
        about_it.map(|of| of.proposal.item.clone()).collect()
    }

    /// What others propose about a line: of several the newest, with its products as they are known here.
    pub(crate) fn proposal_of_others(&self, line: &LineRef) -> Option<ProposedElsewhere> {
        let station = self.channel.own_station()?;
        let known = self.movements.find(&MovementRef::Key(line.movement))?;
        let told = self.channel.known.lock();
        let open = told.shared.proposals().filter_map(|(_, state)| state.open());
        let about_it = open
            .filter(|of| is_of_others(of, station, &known) && of.proposal.item == line.item)
            .max_by_key(|of| (of.at, of.proposal.key))
            .cloned();
        drop(told);
        let mut proposed = about_it?;
        self.name(&mut proposed.proposal.decision);
        let (_, in_service) = line_at(&known, &line.item)?;
        // As the rows of Review are searched: by what the service tells of the line.
        let product = in_service.product.clone();
        let movement = &known.movement;
        let of_movement = movement.identifier.clone().or_else(|| movement.name.clone());
        let words = [of_movement, product.code.or(product.name)];
        Some(ProposedElsewhere {
            at: proposed.proposal.key.at().unwrap_or(proposed.at),
            decision: proposed.proposal.decision,
            by: proposed.by,
            found_by: words.into_iter().flatten().collect::<Vec<_>>().join(" "),
        })
    }
}

/// Whether a proposal was made at another station, about a line of this movement.
fn is_of_others(proposed: &Proposed, station: Uuid, known: &KnownMovement) -> bool {
    proposed.station != station && proposed.proposal.movement == known.movement.id
}
