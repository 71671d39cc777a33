//! What of the inbox goes over the channel: proposals, their answers, and marks, with walks and barcodes. What
//! others propose is in `received`.

use std::{
    collections::{BTreeMap, HashMap, HashSet},
    sync::Arc,
    time::Duration,
};

use chrono::TimeDelta;
use contract::{
    Alias, ChangeKind, ChannelPlace, Decision, ItemId, MovementKey, MovementRef, OperationFilter,
    OperationState, ProductId, ProposalAnswer, RowKey, SharedEvent, SharedProposal, SharedWalk,
    WalkKey, WalkStand,
};
use rules::{
    channel::{
        record::cleaned,
        shared::{ProposalState, Proposed, ToldBarcode, ToldWalk},
    },
    picking::scan::alias_key,
    review::{based::base_of, marks::decided},
    search::{MOST_ROWS, count_of},
};
use secrecy::SecretString;
use tokio::time::timeout;
use uuid::Uuid;

use super::{Reviews, decision_of};
use crate::{error::Error, outbox::op::Op, store::tables::operations};

/// So long a place that is left is waited for.
const LEAVING: Duration = Duration::from_secs(5);

/// How far a walk is, is told no more often: what is told stays in the channel.
const WALK_PACE: TimeDelta = TimeDelta::minutes(15);

/// So often a walk is told of again, though nothing changed: others take one that is silent for none.
const WALK_IS_OPEN: TimeDelta = TimeDelta::hours(24);

/// So often it is looked whether somebody switched the channel on.
const WHILE_OFF: Duration = Duration::from_secs(30);

impl Reviews {
    /// Hands over and hears what is new, for as long as the profile is open.
    pub(crate) fn start_sharing(self: &Arc<Self>) {
        let this = Arc::clone(self);
        self.account.background.spawn(async move {
            let mut changes = this.account.common.changes.listen();
            loop {
                if this.channel.is_on() {
                    let (shared, heard) = (this.share().await, this.channel.sync().await);
                    if let Err(error) = shared.and(heard) {
                        tracing::warn!(%error, "nothing was handed over");
                    }
                    this.channel.pause().await;
                } else {
                    // Somebody may switch it on.
                    let _ = timeout(WHILE_OFF, changes.recv()).await;
                }
            }
        });
    }

    /// Uses another place as the channel, or none. Where the one before can be reached, what is proposed here is
    /// withdrawn there first: nobody would hear what becomes of it.
    pub(crate) async fn use_channel(
        &self,
        place: Option<ChannelPlace>,
        password: Option<SecretString>,
    ) -> Result<(), Error> {
        // Nobody tells meanwhile that it is proposed after all.
        let telling = self.channel.telling.lock().await;
        if let Some(station) =
            self.channel.own_station().filter(|_| !self.channel.is_at(place.as_ref()))
        {
            let mut open: Vec<_> = {
                let known = self.channel.known.lock();
                let all = known.shared.proposals();
                let own = |state: &ProposalState| {
                    state.of().is_some_and(|of| of.station == station) && !state.is_withdrawn()
                };
                let open = all.filter(|(_, state)| own(state));
                open.map(|(key, _)| SharedEvent::Withdrawn { proposal: *key }).collect()
            };
            // Nor of what is picked here.
            open.extend(self.walks_told(station).into_values().map(ended));
            self.channel.tell_at_once(&telling, open).await?;
            if let Ok(done) = timeout(LEAVING, self.channel.sync()).await {
                done?;
            }
        }
        self.channel.choose(place, password).await
    }

    /// Tells the others what they do not know yet.
    pub(crate) async fn share(&self) -> Result<(), Error> {
        if !self.channel.is_on() {
            return Ok(());
        }
        let station = self.channel.station().await?;
        // Whoever shares at the same moment finds out what is left to tell.
        let telling = self.channel.telling.lock().await;
        let mut events = self.answers_to_tell(station).await?;
        events.extend(self.walks_to_tell(station).await);
        let count = self.account.common.changes.count();
        if *self.looked.lock() != Some(count) {
            events.extend(self.proposals_to_tell(station));
            events.extend(self.marks_to_tell(station));
            events.extend(self.barcodes_to_tell(station));
        }
        self.channel.tell_at_once(&telling, events).await?;
        *self.looked.lock() = Some(count);
        Ok(())
    }

    /// What is proposed here and was not told, and what was told and is proposed no more.
    fn proposals_to_tell(&self, station: Uuid) -> Vec<SharedEvent> {
        let mut events = Vec::new();
        let known = self.channel.known.lock();
        let mut here = HashSet::new();
        for (movement, row, decided) in self.editors.proposed() {
            let base = self.editors.base_line(movement, &row).as_ref().map(base_of);
            let (Some(key), RowKey::Line(item)) = (decided.proposal, row) else { continue };
            here.insert(key);
            let in_service = self.movements.find(&MovementRef::Key(movement));
            let id = in_service.map(|known| known.movement.id.clone());
            let Some(movement) = id.filter(|id| !id.as_str().is_empty()) else { continue };
            let decision = decided.decision;
            let proposal = Box::new(SharedProposal { key, movement, item, decision, base });
            // Compared as others read it, or it would be told for ever.
            let event = cleaned(SharedEvent::Proposed(proposal));
            let state = known.shared.proposal(key);
            // What was answered stays so where it was withdrawn with a channel that was left.
            let is_gone = |state: &ProposalState| state.is_withdrawn() && state.answer().is_none();
            let is_told = state.and_then(|state| Some((state.of()?, is_gone(state))));
            let is_told = is_told.is_some_and(|(of, is_withdrawn)| {
                let is_same =
                    matches!(&event, SharedEvent::Proposed(here) if **here == of.proposal);
                of.station != station || (is_same && !is_withdrawn)
            });
            if !is_told {
                events.push(event);
            }
        }
        for (proposal, state) in known.shared.proposals() {
            let is_own = state.of().is_some_and(|of| of.station == station);
            if is_own && !state.is_withdrawn() && !here.contains(proposal) {
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

    /// Barcodes that were learned here and not told, and those that are forgotten.
    fn barcodes_to_tell(&self, station: Uuid) -> Vec<SharedEvent> {
        // Compared as others read them, or they would be told for ever.
        let mut learned = BTreeMap::new();
        for Alias { code, product, .. } in self.site.aliases() {
            let event = cleaned(SharedEvent::Barcode { code, product: Some(product.id) });
            if let SharedEvent::Barcode { code, product } = event {
                learned.entry(alias_key(&code)).or_insert((code, product));
            }
        }
        let known = self.channel.known.lock();
        let told: HashMap<_, _> = known.shared.barcodes_of(station).collect();
        let is_new = |(key, (_, product)): &(&String, &(String, Option<ProductId>))| {
            told.get(key).is_none_or(|told| told.product != *product)
        };
        let new = learned.iter().filter(is_new);
        let mut events: Vec<_> = new
            .map(|(_, (code, product))| SharedEvent::Barcode {
                code: code.clone(),
                product: product.clone(),
            })
            .collect();
        let is_gone = |(key, told): &(&&String, &&ToldBarcode)| {
            told.product.is_some() && !learned.contains_key(**key)
        };
        events.extend(
            told.iter()
                .filter(is_gone)
                .map(|(_, told)| SharedEvent::Barcode { code: told.code.clone(), product: None }),
        );
        events
    }

    /// Walks that were begun, ended or put on hold, and from time to time how far the others are.
    async fn walks_to_tell(&self, station: Uuid) -> Vec<SharedEvent> {
        let mut told = self.walks_told(station);
        let mut events = Vec::new();
        for (walk, begun) in self.walks.open_walks.begun() {
            let id = |key: &MovementKey| self.movements.find(&(*key).into());
            let known = begun.movements.iter().filter_map(id);
            let ids = known.map(|known| known.movement.id.clone());
            let movements = ids.filter(|id| !id.as_str().is_empty()).collect();
            let stand = WalkStand::default();
            let now = SharedWalk { walk, movements, on_hold: begun.on_hold, stand };
            // Compared as others read it, or it would be told for ever.
            let SharedEvent::Walk(mut now) = cleaned(SharedEvent::Walk(Box::new(now))) else {
                continue;
            };
            if now.movements.is_empty() {
                continue;
            }
            let (last, at) = (told.remove(&walk), self.account.now());
            let is_as_told = last.as_ref().is_some_and(|last| {
                (&last.walk.movements, &last.walk.on_hold) == (&now.movements, &now.on_hold)
            });
            let looked = self.walks_looked.lock().get(&walk).copied();
            let is_early = looked.is_some_and(|looked| (at - looked).abs() < WALK_PACE);
            if is_as_told && is_early {
                continue;
            }
            // One that cannot be read keeps nothing else from being told.
            let Ok(view) = self.walks.view(walk).await else { continue };
            self.walks_looked.lock().insert(walk, at);
            let progress = view.progress;
            // Of lines that were never read nothing is known.
            if progress.unread == 0 {
                let unsent = progress.ready + progress.stopped;
                now.stand = WalkStand { tasks: progress.tasks, done: progress.done, unsent };
            }
            let is_silent = |last: &ToldWalk| (at - last.at).abs() >= WALK_IS_OPEN;
            if last.is_none_or(|last| last.walk != *now || is_silent(&last)) {
                events.push(SharedEvent::Walk(now));
            }
        }
        events.extend(told.into_values().map(ended));
        events
    }

    /// Walks of this station that have not ended for the others.
    fn walks_told(&self, station: Uuid) -> HashMap<WalkKey, ToldWalk> {
        let known = self.channel.known.lock();
        let told = known.shared.walks_of(station);
        let open = told.filter(|(_, told)| !told.walk.movements.is_empty());
        open.map(|(key, told)| (*key, told.clone())).collect()
    }

    /// Barcodes that other stations tell, and that were not learned here.
    pub(crate) fn barcodes_elsewhere(&self) -> Vec<Alias> {
        let Some(station) = self.channel.own_station() else { return Vec::new() };
        let told: Vec<_> = {
            let known = self.channel.known.lock();
            let all = known.shared.barcodes_elsewhere(station);
            let new = all.filter(|(key, _)| !self.site.has_learned(key));
            new.map(|(_, told)| told.clone()).collect()
        };
        let alias = |told: ToldBarcode| {
            let (product, told_by) = (self.believed(&told.product?), Some(told.by));
            Some(Alias { code: told.code, product, learned: told.at, told_by })
        };
        told.into_iter().filter_map(alias).collect()
    }

    /// What became of proposals of others about whose lines something was sent from here since.
    async fn answers_to_tell(&self, station: Uuid) -> Result<Vec<SharedEvent>, Error> {
        let unsettled = self.elsewhere(station, ProposalState::unsettled);
        let now = (self.outbox.version(), unsettled.len());
        if *self.answered.lock() == Some(now) {
            return Ok(Vec::new());
        }
        // What the outbox counted as a change may not be in the file yet: whoever changes it has handed it over
        // by then, and the file takes one thing after the other.
        drop(self.outbox.in_order());
        self.account.store.send(|_| Ok(())).await?;
        let mut of_movements: BTreeMap<MovementKey, Vec<Proposed>> = BTreeMap::new();
        for (movement, proposed) in unsettled {
            of_movements.entry(movement).or_default().push(proposed);
        }
        let mut events = Vec::new();
        for (movement, all) in of_movements {
            let (movement, ended) = (Some(movement), true);
            let filter = OperationFilter { movement, ended, ..OperationFilter::default() };
            let most = count_of(MOST_ROWS);
            let read = move |file: &_| operations::list(file, &filter, 0, most);
            let (ops, _) = self.account.store.read(read).await?;
            events.extend(all.iter().filter_map(|proposed| {
                let (proposal, answer) = (proposed.proposal.key, answer_in(&ops, proposed)?);
                Some(SharedEvent::Answered { proposal, answer })
            }));
        }
        // Until nothing is left to tell it is looked for again.
        if events.is_empty() {
            *self.answered.lock() = Some(now);
        }
        Ok(events)
    }
}

/// That a walk has ended.
fn ended(told: ToldWalk) -> SharedEvent {
    let walk = SharedWalk { movements: Vec::new(), on_hold: None, ..told.walk };
    SharedEvent::Walk(Box::new(walk))
}

/// What became of a proposal by what was sent from here since: of several decisions by the newest, which stands
/// first among those that ended.
fn answer_in(ops: &[Op], proposed: &Proposed) -> Option<ProposalAnswer> {
    let is_it = |op: &&Op| {
        let is_sent = matches!(op.state, OperationState::Sent { .. });
        is_sent && op.kept >= proposed.heard && op.item() == Some(&proposed.proposal.item)
    };
    let mut sent = ops.iter().filter(is_it).filter_map(|op| decision_of(op.line_change()?));
    let done = sent.next()?;
    Some(match () {
        () if decided(&done) == decided(&proposed.proposal.decision) => ProposalAnswer::Approved,
        () if only_reason(&done, proposed) => ProposalAnswer::Approved,
        () if done.kind() == ChangeKind::Cancel => ProposalAnswer::Canceled,
        () => ProposalAnswer::Replaced,
    })
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
        // A cancellation may be written as a quantity of 0.
        _ => return done.kind() == ChangeKind::Cancel && same.kind() == ChangeKind::Cancel,
    }
    decided(&same) == decided(done)
}
