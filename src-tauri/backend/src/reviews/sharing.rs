//! What of the inbox goes over the channel, and what came over it: proposals, their answers, and marks. What
//! others propose is shown, and decided here by whoever does so; nothing of it is done by itself.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use contract::{
    ChangeKind, Decision, ItemId, LineRef, MovementKey, MovementRef, OperationFilter,
    OperationState, ProposalAnswer, ProposalKey, ReviewRow, ReviewStand, RowKey, SharedAnswer,
    SharedEvent, SharedProposal,
};
use rules::{
    channel::shared::Proposed,
    movements::known::KnownMovement,
    review::{inbox::not_sent, marks::decided},
    search::{MOST_ROWS, count_of},
};
use tokio::time::{sleep, timeout};
use uuid::Uuid;

use super::{Reviews, decision_of, line_at};
use crate::{channel::PACE, error::Error, outbox::op::Op, store::tables::operations};

impl Reviews {
    /// Hands over and hears what is new, for as long as the profile is open.
    pub(crate) fn start_sharing(self: &Arc<Self>) {
        let this = Arc::clone(self);
        self.account.background.spawn(async move {
            let mut changes = this.account.common.changes.listen();
            loop {
                if this.channel.is_on() {
                    let shared = match this.share().await {
                        Ok(()) => this.channel.sync().await,
                        failed => failed,
                    };
                    if let Err(error) = shared {
                        tracing::warn!(%error, "nothing was handed over");
                    }
                    sleep(PACE).await;
                } else {
                    // Somebody may switch it on.
                    let _ = timeout(PACE * 10, changes.recv()).await;
                }
            }
        });
    }

    /// Tells the others what they do not know yet.
    pub(crate) async fn share(&self) -> Result<(), Error> {
        if !self.channel.is_on() {
            return Ok(());
        }
        let station = self.channel.station().await?;
        let mut events = self.proposals_to_tell(station);
        events.extend(self.marks_to_tell(station));
        events.extend(self.answers_to_tell(station).await?);
        self.channel.tell(events).await
    }

    /// What is proposed here and was not told, and what was told and is proposed no more.
    fn proposals_to_tell(&self, station: Uuid) -> Vec<SharedEvent> {
        let mut events = Vec::new();
        let known = self.channel.known.lock();
        let mut here = HashSet::new();
        for (movement, row, decided) in self.editors.proposed() {
            let (Some(key), RowKey::Line(item)) = (decided.proposal, row) else { continue };
            here.insert(key);
            let in_service = self.movements.find(&MovementRef::Key(movement));
            let id = in_service.map(|known| known.movement.id.clone());
            let id = id.filter(|id| !id.as_str().is_empty());
            if let (Some(movement), None) = (id, known.shared.proposal(key)) {
                let decision = decided.decision;
                let proposal = SharedProposal { key, movement, item, decision };
                events.push(SharedEvent::Proposed(Box::new(proposal)));
            }
        }
        for (proposal, state) in known.shared.proposals() {
            let is_own = state.of.as_ref().is_some_and(|of| of.station == station);
            if is_own && !state.withdrawn && !here.contains(proposal) {
                events.push(SharedEvent::Withdrawn { proposal: *proposal });
            }
        }
        events
    }

    /// What was looked at here and was not told, and what was not after all.
    fn marks_to_tell(&self, station: Uuid) -> Vec<SharedEvent> {
        let (kept, known) = (self.kept.lock(), self.channel.known.lock());
        let told: HashMap<_, _> = known.shared.marks_of(station).collect();
        let reviewed = |item: &ItemId, decided: &str| SharedEvent::Reviewed {
            item: item.clone(),
            decided: decided.to_owned(),
        };
        let new = kept.marks.iter().filter(|(item, decided)| told.get(item) != Some(decided));
        let mut events: Vec<_> = new.map(|(item, decided)| reviewed(item, decided)).collect();
        let is_gone = |(item, mark): &(&&ItemId, &&String)| {
            !mark.is_empty() && !kept.marks.contains_key(**item)
        };
        events.extend(told.iter().filter(is_gone).map(|(item, _)| reviewed(item, "")));
        events
    }

    /// What became of proposals of others about whose lines something was sent from here since.
    async fn answers_to_tell(&self, station: Uuid) -> Result<Vec<SharedEvent>, Error> {
        let mut events = Vec::new();
        let open = self.open_elsewhere(station);
        let now = (self.outbox.version(), open.len());
        if *self.answered.lock() == Some(now) {
            return Ok(events);
        }
        for (movement, proposed) in open {
            let filter = OperationFilter {
                movement: Some(movement),
                ended: true,
                ..OperationFilter::default()
            };
            let most = count_of(MOST_ROWS);
            let read = move |file: &_| operations::list(file, &filter, 0, most);
            let (ops, _) = self.account.store.read(read).await?;
            let is_it = |op: &&Op| {
                let is_sent = matches!(op.state, OperationState::Sent { .. });
                is_sent && op.kept >= proposed.heard && op.item() == Some(&proposed.proposal.item)
            };
            let done =
                ops.iter().filter(is_it).filter_map(|op| decision_of(op.line_change()?)).last();
            let Some(done) = done else { continue };
            let answer = match () {
                () if decided(&done) == decided(&proposed.proposal.decision) => {
                    ProposalAnswer::Approved
                }
                () if done.kind() == ChangeKind::Cancel => ProposalAnswer::Canceled,
                () if done.kind() == proposed.proposal.decision.kind()
                    && only_reason(&done, &proposed) =>
                {
                    ProposalAnswer::Approved
                }
                () => ProposalAnswer::Replaced,
            };
            events.push(SharedEvent::Answered { proposal: proposed.proposal.key, answer });
        }
        *self.answered.lock() = Some(now);
        Ok(events)
    }

    /// What others propose and nobody answered, where the movement is known here.
    fn open_elsewhere(&self, station: Uuid) -> Vec<(MovementKey, Proposed)> {
        let known = self.channel.known.lock();
        let open = known.shared.proposals().filter_map(|(_, state)| state.open());
        let others = open.filter(|proposed| proposed.station != station);
        let found = others.filter_map(|proposed| {
            let movement = MovementRef::Id(proposed.proposal.movement.clone());
            Some((self.movements.find(&movement)?.key, proposed.clone()))
        });
        found.collect()
    }

    /// The movements that others propose something about, once each.
    pub(super) fn movements_proposed_elsewhere(&self) -> Vec<Arc<KnownMovement>> {
        let Some(station) = self.own_station() else { return Vec::new() };
        let keys: HashSet<_> =
            self.open_elsewhere(station).into_iter().map(|(key, _)| key).collect();
        keys.into_iter().filter_map(|key| self.movements.find(&key.into())).collect()
    }

    fn own_station(&self) -> Option<Uuid> {
        self.account.facts().station.filter(|_| self.channel.is_on())
    }

    /// What others propose, as rows.
    pub(super) fn proposed_elsewhere(&self) -> Vec<ReviewRow> {
        let Some(station) = self.own_station() else { return Vec::new() };
        let row = |(movement, proposed): (MovementKey, Proposed)| {
            let known = self.movements.find(&MovementRef::Key(movement))?;
            let (at, line) = line_at(&known, &proposed.proposal.item)?;
            let stand = match line.is_open() {
                true => ReviewStand::Proposed,
                false => ReviewStand::Elsewhere,
            };
            let by = (Some(proposed.by), proposed.proposal.key.at());
            let decision = &proposed.proposal.decision;
            let row = not_sent(&known, line, count_of(at + 1), decision, stand, by);
            Some(ReviewRow { from_elsewhere: true, ..row })
        };
        self.open_elsewhere(station).into_iter().filter_map(row).collect()
    }

    /// What others propose of lines of a movement.
    pub(super) fn shared_of(&self, movement: MovementKey) -> HashMap<ItemId, Decision> {
        let Some(station) = self.own_station() else { return HashMap::new() };
        let open = self.open_elsewhere(station).into_iter().filter(|(of, _)| *of == movement);
        open.map(|(_, proposed)| (proposed.proposal.item, proposed.proposal.decision)).collect()
    }

    /// What somebody at another station answered to a proposal.
    pub(super) fn answer_to(&self, proposal: ProposalKey) -> Option<SharedAnswer> {
        self.own_station()?;
        let known = self.channel.known.lock();
        known.shared.proposal(proposal)?.answer().cloned()
    }

    /// Tells others that their proposals about these lines are not wanted.
    pub(crate) async fn reject_elsewhere(
        &self,
        lines: &[LineRef],
        note: &str,
    ) -> Result<(), Error> {
        let Some(station) = self.own_station() else { return Ok(()) };
        let is_meant = |(movement, proposed): &(MovementKey, Proposed)| {
            let item = &proposed.proposal.item;
            lines.iter().any(|line| line.movement == *movement && line.item == *item)
        };
        let meant = self.open_elsewhere(station).into_iter().filter(is_meant);
        let answer = |(_, proposed): (MovementKey, Proposed)| SharedEvent::Answered {
            proposal: proposed.proposal.key,
            answer: ProposalAnswer::Rejected { note: note.to_owned() },
        };
        self.channel.tell(meant.map(answer).collect()).await
    }
}

/// Whether two decisions differ in nothing but why.
fn only_reason(done: &Decision, proposed: &Proposed) -> bool {
    let mut same = proposed.proposal.decision.clone();
    match (&mut same, done) {
        (Decision::Revise { reason_code, .. }, Decision::Revise { reason_code: given, .. })
        | (
            Decision::Substitute { reason_code, .. },
            Decision::Substitute { reason_code: given, .. },
        ) => given.clone_into(reason_code),
        _ => return false,
    }
    decided(&same) == decided(done)
}
