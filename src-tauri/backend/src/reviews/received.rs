//! What other stations propose, as it stands against the lines that are known here. It is decided here by whoever
//! does so; nothing of it is done by itself.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use contract::{
    Decision, ItemId, LineItem, LineRef, MovementKey, MovementRef, ProductId, ProductRef,
    ProposalAnswer, ProposalBase, ProposalKey, ReviewRow, ReviewStand, SharedAnswer, SharedEvent,
    SharedProposal,
};
use rules::{
    channel::shared::{ProposalState, Proposed},
    movements::{known::KnownMovement, lines::new_line},
    review::{
        based::{became_so, is_another},
        inbox::not_sent,
        marks::are_same,
    },
    search::count_of,
};
use uuid::Uuid;

use super::{Reviews, line_at, stand_of};
use crate::{error::Error, store::tables::review::RejectedElsewhere};

impl Reviews {
    /// What others propose and nobody answered, where the movement is known here.
    fn open_elsewhere(&self, station: Uuid) -> Vec<(MovementKey, Proposed)> {
        self.elsewhere(station, ProposalState::open)
    }

    /// Such proposals of others, where the movement is known here.
    pub(super) fn elsewhere(
        &self,
        station: Uuid,
        such: impl Fn(&ProposalState) -> Option<&Proposed>,
    ) -> Vec<(MovementKey, Proposed)> {
        let known = self.channel.known.lock();
        let found = known.shared.proposals().filter_map(|(_, state)| such(state));
        let others = found.filter(|proposed| proposed.station != station);
        let found = others.filter_map(|proposed| {
            let movement = MovementRef::Id(proposed.proposal.movement.clone());
            Some((self.movements.find(&movement)?.key, proposed.clone()))
        });
        found.collect()
    }

    /// The movements that others propose something about, once each.
    pub(super) fn movements_proposed_elsewhere(&self) -> Vec<Arc<KnownMovement>> {
        let Some(station) = self.channel.own_station() else { return Vec::new() };
        let keys: HashSet<_> =
            self.open_elsewhere(station).into_iter().map(|(key, _)| key).collect();
        keys.into_iter().filter_map(|key| self.movements.find(&key.into())).collect()
    }

    /// What others propose, as rows.
    pub(super) fn proposed_elsewhere(&self) -> Vec<ReviewRow> {
        let Some(station) = self.channel.own_station() else { return Vec::new() };
        let row = |(movement, proposed): (MovementKey, Proposed)| {
            let known = self.movements.find(&MovementRef::Key(movement))?;
            let SharedProposal { key, item, decision, base, .. } = &proposed.proposal;
            let was;
            let in_service = line_at(&known, item);
            let (at, line, stand) = match in_service {
                Some((at, line)) => {
                    let is_another = is_another(base.as_ref(), line);
                    let is_so = became_so(base.as_ref(), line, decision);
                    (at, line, stand_of(is_another, is_so))
                }
                None => {
                    was = self.gone(&known, item, base.as_ref()?)?;
                    (was.0, &was.1, ReviewStand::Elsewhere)
                }
            };
            let by = (Some(proposed.by.clone()), key.at());
            let row = not_sent(&known, line, count_of(at + 1), decision, stand, by);
            Some(ReviewRow { from_elsewhere: true, gone: in_service.is_none(), ..row })
        };
        self.newest_elsewhere(station).filter_map(row).collect()
    }

    /// A line that the service has no more, as it was when something was proposed about it, behind those that are
    /// there; `None` where lines were not read: it may be one of them.
    fn gone(
        &self,
        known: &KnownMovement,
        item: &ItemId,
        base: &ProposalBase,
    ) -> Option<(usize, LineItem)> {
        let lines = known.movement.lines.as_deref()?;
        let line = new_line(self.believed(&base.product), 0, None);
        let line = LineItem { id: item.clone(), quantity_requested: base.requested, ..line };
        (known.movement.lines_left_out == 0).then_some((lines.len(), line))
    }

    /// What others propose about each line: of several the newest, with its products as they are known here.
    fn newest_elsewhere(
        &self,
        station: Uuid,
    ) -> impl Iterator<Item = (MovementKey, Proposed)> + use<'_> {
        let mut newest: HashMap<LineRef, Proposed> = HashMap::new();
        for (movement, proposed) in self.open_elsewhere(station) {
            let line = LineRef { movement, item: proposed.proposal.item.clone() };
            let when = |proposed: &Proposed| (proposed.at, proposed.proposal.key);
            if newest.get(&line).is_none_or(|other| when(other) < when(&proposed)) {
                newest.insert(line, proposed);
            }
        }
        newest.into_iter().map(|(line, mut proposed)| {
            self.name(&mut proposed.proposal.decision);
            (line.movement, proposed)
        })
    }

    /// Gives the products that go instead the names that are known of them here.
    pub(super) fn name(&self, decision: &mut Decision) {
        if let Decision::Substitute { with, .. } = decision {
            for one in with {
                one.product = self.believed(&one.product.id);
            }
        }
    }

    /// A product by what is known of it here, not by what others say of it.
    pub(super) fn believed(&self, id: &ProductId) -> ProductRef {
        self.drafts.product_known(id).unwrap_or_else(|| ProductRef {
            id: id.clone(),
            code: Some(id.to_string()),
            name: None,
            description: None,
            category: None,
        })
    }

    /// What others propose of lines of a movement.
    pub(crate) fn shared_of(&self, movement: MovementKey) -> HashMap<ItemId, SharedProposal> {
        let Some(station) = self.channel.own_station() else { return HashMap::new() };
        let open = self.newest_elsewhere(station).filter(|(of, _)| *of == movement);
        open.map(|(_, proposed)| (proposed.proposal.item.clone(), proposed.proposal)).collect()
    }

    /// What somebody at another station answered to a proposal.
    pub(super) fn answer_to(&self, proposal: ProposalKey) -> Option<SharedAnswer> {
        self.channel.own_station()?;
        let known = self.channel.known.lock();
        known.shared.proposal(proposal)?.answer().cloned()
    }

    /// Tells others what became of these proposals of theirs; answers which those are.
    pub(crate) async fn answer_elsewhere(
        &self,
        lines: &[(LineRef, Decision)],
        answer: &ProposalAnswer,
    ) -> Result<Vec<(ItemId, ProposalKey)>, Error> {
        let Some(station) = self.channel.own_station() else { return Ok(Vec::new()) };
        let is_meant = |(movement, proposed): &(MovementKey, Proposed)| {
            let item = &proposed.proposal.item;
            lines.iter().any(|(line, decision)| {
                line.movement == *movement
                    && line.item == *item
                    && are_same(decision, &proposed.proposal.decision)
            })
        };
        let meant = self.newest_elsewhere(station).filter(is_meant);
        let named = |(_, proposed): (MovementKey, Proposed)| {
            (proposed.proposal.item, proposed.proposal.key)
        };
        let meant: Vec<_> = meant.map(named).collect();
        let told = |(_, proposal): &(ItemId, ProposalKey)| SharedEvent::Answered {
            proposal: *proposal,
            answer: answer.clone(),
        };
        self.channel.tell(meant.iter().map(told).collect()).await?;
        Ok(meant)
    }

    /// Takes back that proposals of others are not wanted, with what was rejected of their lines before.
    ///
    /// # Errors
    /// [`Error::TooLate`] where one of them is not proposed by that: it was withdrawn since, or somebody else
    /// answered, too; if it cannot be kept.
    pub(crate) async fn take_back_elsewhere(
        &self,
        rejected: Vec<RejectedElsewhere>,
    ) -> Result<(), Error> {
        if rejected.is_empty() {
            return Ok(());
        }
        let event =
            |(_, proposal, _): &RejectedElsewhere| SharedEvent::TakenBack { proposal: *proposal };
        self.channel.tell(rejected.iter().map(event).collect()).await?;
        let is_open = {
            let known = self.channel.known.lock();
            let open = |key| known.shared.proposal(key).and_then(ProposalState::open).is_some();
            rejected.iter().all(|(_, proposal, _)| open(*proposal))
        };
        let before = rejected.into_iter().map(|(item, _, before)| (item, before));
        self.keep_rejections(before.collect()).await?;
        if is_open { Ok(()) } else { Err(Error::TooLate) }
    }
}
