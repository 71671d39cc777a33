//! Decisions to be reviewed: what is proposed here, what is on its way, and what is in the service and was not
//! looked at yet. Marks and rejections are kept here. Deliberately absent: sending, which the outbox does.

pub(crate) mod deciding;
mod looked_at;
mod meanwhile;
mod of_others;
mod received;
mod sharing;

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use chrono::{DateTime, Utc};
use contract::{
    Decision, Entry, GroupKey, ItemId, LineItem, LineRef, ListReview, MovementKey, MovementRef,
    Note, OperationState, Page, ProposalAnswer, Rejection, ReviewFacts, ReviewFilter, ReviewLine,
    ReviewOrder, ReviewRow, ReviewStand, RowKey, Rows, Topic, WalkKey,
};
use parking_lot::Mutex;
use rules::{
    movements::{
        group::{Group, entries},
        known::KnownMovement,
        rows::newest,
    },
    review::{
        based::{base_of, became_so},
        inbox::{facts, gather, in_service, not_sent},
        marks::decided_in_service,
    },
    search::{Counts, count_of, order::LastOrder, window},
};

use crate::{
    account::Account,
    channel::Channel,
    editor::{
        drawing::LineDrafts,
        drawn::rows::{DrawnRow, InService},
        editors::Editors,
    },
    error::Error,
    movements::mirror::Movements,
    outbox::{op::Op, queue::Outbox},
    picking::{site::SiteData, walks::Walks},
    session::identity::UserIdentity,
    store::tables::review::{self, ReviewStep, SavedReview},
};

/// So many of the newest movements are read for the inbox.
const READ_BEHIND: usize = 50;

/// Decisions to be reviewed.
pub(crate) struct Reviews {
    pub account: Arc<Account>,
    pub movements: Arc<Movements>,
    pub outbox: Arc<Outbox>,
    pub editors: Arc<Editors>,
    pub drafts: Arc<LineDrafts>,
    pub identity: Arc<UserIdentity>,
    pub channel: Arc<Channel>,
    pub site: Arc<SiteData>,
    pub walks: Arc<Walks>,
    /// What was looked at and rejected, and what of that can be taken back.
    pub kept: Mutex<SavedReview>,
    /// All rows, after so many announcements: nothing changes unannounced.
    pub rows: LastOrder<u64, ReviewRow>,
    /// Movements whose lines are to be read, after so many announcements.
    pub unread: LastOrder<u64, MovementKey>,
    /// After how many announcements it was last looked for what to tell: nothing changes unannounced.
    pub looked: Mutex<Option<u64>>,
    /// When it was last looked how far each walk is, to tell it.
    pub walks_looked: Mutex<HashMap<WalkKey, DateTime<Utc>>>,
    /// Proposals of others that somebody looked at here, beside what helps to judge them.
    pub seen: Mutex<HashMap<LineRef, Decision>>,
    /// After what answers to proposals of others were last looked for: sendings, and open proposals.
    pub answered: Mutex<Option<(u64, usize)>>,
    /// The groups of those that were asked for last, with the places of their rows in a list of all.
    pub groups: LastOrder<GroupsWanted, Group<usize>>,
    /// Their heads and rows, without those that are folded.
    pub entries: LastOrder<EntriesWanted, Entry<usize>>,
}

/// Of which rows groups were asked for, and how.
type GroupsWanted = (ThatList<ReviewRow>, ReviewFilter, ReviewOrder);

/// Of which groups, and which of them are folded.
type EntriesWanted = (ThatList<Group<usize>>, Vec<GroupKey>);

/// A list as it was put together: one that is put together again is another, and so are the places in it.
pub(crate) struct ThatList<T>(Arc<Vec<T>>);

impl<T> PartialEq for ThatList<T> {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Reviews {
    pub(crate) fn restore(&self, saved: SavedReview) {
        *self.kept.lock() = saved;
    }

    /// All decisions, in no order.
    pub(crate) fn all(&self) -> Arc<Vec<ReviewRow>> {
        let count = self.account.common.changes.count();
        self.rows.of(count, |_| self.put_together())
    }

    /// Decisions that are not in the service, in no order.
    pub(crate) fn not_in_service(&self) -> Vec<ReviewRow> {
        let all = self.proposals().into_iter().chain(self.on_their_way());
        // One row stands for a line: what is decided here before what others propose.
        let mut lines = HashSet::new();
        let not_sent = all.chain(self.proposed_elsewhere());
        not_sent.filter(|row| lines.insert(row.line.clone())).collect()
    }

    fn put_together(&self) -> Vec<ReviewRow> {
        let not_sent = self.not_in_service();
        let lines: HashSet<_> = not_sent.iter().map(|row| row.line.clone()).collect();
        let kept = self.kept.lock();
        let told = self.channel.known.lock();
        let station = self.account.facts().station;
        let own_told = |item: &ItemId| told.shared.mark_of(station?, item);
        let is_reviewed = |line: &LineItem| {
            let Some(decided) = decided_in_service(line) else { return false };
            match kept.marks.get(&line.id) {
                // What was not told yet is newer than what was.
                Some(own) if own_told(&line.id) != Some(own) => *own == decided,
                _ => told.shared.is_marked(&line.id, &decided),
            }
        };
        let mut rows = Vec::new();
        for known in self.movements.known() {
            // What is not sent about a line stands for it.
            rows.extend(in_service(&known, is_reviewed).filter(|row| !lines.contains(&row.line)));
        }
        drop((kept, told));
        rows.extend(not_sent);
        rows
    }

    /// What is proposed here.
    fn proposals(&self) -> Vec<ReviewRow> {
        let me = self.identity.own_name();
        let me = me.unwrap_or_else(|| self.account.profile.user_name.clone());
        let row = |(movement, row, decided): (MovementKey, RowKey, _)| {
            let rules::editor::draft::sheet::Decided { decision, proposal, .. } = decided;
            let known = self.movements.find(&MovementRef::Key(movement))?;
            let drawn = self.drafts.drawn(movement).ok()?;
            let (number, drawn) = drawn.find(&row)?;
            let in_service = drawn.service.as_ref().and_then(InService::line);
            let base = self.editors.base_line(movement, &row).as_ref().map(base_of);
            let is_so = in_service.is_some_and(|line| became_so(base.as_ref(), line, &decision));
            let answer = proposal.and_then(|proposal| self.answer_to(proposal));
            let stand = match answer {
                Some(answer) => ReviewStand::Answered(answer),
                None => stand_of(became_another(drawn), is_so && !drawn.is_gone),
            };
            let by = (Some(me.clone()), proposal.and_then(contract::ProposalKey::at));
            // Without what waits in the outbox: compared is what the service has.
            let decided = in_service.and_then(decided_in_service);
            let gone = drawn.is_gone && stand == ReviewStand::Elsewhere;
            let row = not_sent(&known, drawn.beneath()?, number, &decision, stand, by);
            Some(ReviewRow { decided, gone, ..row })
        };
        self.editors.proposed().into_iter().filter_map(row).collect()
    }

    /// Decisions that wait in the outbox, are on their way, or were refused.
    fn on_their_way(&self) -> Vec<ReviewRow> {
        let mut ops = Vec::new();
        self.outbox.look_at_all(|op| {
            if !op.has_ended() && op.line_change().is_some() {
                ops.push(op.clone());
            }
        });
        let row = |op: Op| {
            let known = self.movements.find(&MovementRef::Key(op.movement?))?;
            let decision = decision_of(op.line_change()?)?;
            let (at, line) = line_at(&known, op.item()?)?;
            let stand = match &op.state {
                OperationState::Stuck(failure) => ReviewStand::Refused(Some(failure.clone())),
                _ if op.needs_user() => ReviewStand::Refused(None),
                _ => ReviewStand::Sending,
            };
            let number = count_of(at + 1);
            Some(not_sent(&known, line, number, &decision, stand, (None, Some(op.kept))))
        };
        ops.into_iter().filter_map(row).collect()
    }

    /// Movements whose lines were never read here: those that others propose something about, and the newest.
    pub(crate) fn unread(&self) -> Vec<MovementKey> {
        let version = self.account.common.changes.count();
        let unread = self.unread.of(version, |_| {
            let is_unread = |known: &KnownMovement| known.movement.lines.is_none() && !known.gone;
            let all = self.movements.known();
            let proposed = self.movements_proposed_elsewhere();
            let named = proposed.into_iter().filter(|known| is_unread(known));
            let newest = newest(all.iter(), READ_BEHIND).into_iter();
            let newest = newest.filter(|known| is_unread(known));
            let keys = named.chain(newest).map(|known| known.key);
            let mut seen = HashSet::new();
            keys.filter(|key| seen.insert(*key)).collect()
        });
        unread.to_vec()
    }

    /// A window of what is to be reviewed; how many movements are being read for it is told.
    pub(crate) fn page(&self, request: &ListReview, unread: u32) -> Page<Entry<ReviewRow>> {
        let ListReview { start, count, filter, order, folded } = request;
        let all = self.all();
        let question = (ThatList(Arc::clone(&all)), filter.clone(), *order);
        let groups = self.groups.of(question, |(_, filter, order)| gather(&all, filter, *order));
        let matching = groups.iter().map(|group| group.rows.len()).sum();
        let asked = (ThatList(groups), folded.clone());
        let entries = self.entries.of(asked, |(groups, folded)| entries(&groups.0, folded));
        let counts = Counts { matching, known: all.len() };
        let rows = Rows::<()> { start: *start, count: *count, sort: Vec::new() };
        let freshness = self.movements.list.look(&()).freshness;
        // Lines are read apart from the list.
        let movements: HashSet<MovementKey> = all.iter().map(|row| row.line.movement).collect();
        let read = movements.into_iter().filter_map(|key| {
            let known = self.movements.find(&MovementRef::Key(key))?;
            known.lines_seen
        });
        let freshness = freshness.no_younger_than(read);
        let drawn = |entry: &Entry<usize>| entry.map(|at| self.named(all[*at].clone()));
        let page = window(&entries, &rows, counts, freshness, drawn);
        let idle = (!self.has_refusal(&all)).then(|| "refusal".to_owned());
        Page { unread, idle: idle.into_iter().collect(), ..page }
    }

    /// Whether something is known that speaks against one of these decisions.
    fn has_refusal(&self, rows: &[ReviewRow]) -> bool {
        let kept = self.kept.lock();
        rows.iter().any(|row| {
            let speaks = match &row.stand {
                ReviewStand::Refused(why) => why.is_some(),
                ReviewStand::Answered(answer) => {
                    matches!(answer.answer, ProposalAnswer::Rejected { .. })
                }
                _ => false,
            };
            let is_open = !row.stand.is_in_service();
            speaks || (is_open && kept.rejections.contains_key(&row.line.item))
        })
    }

    /// A row with the names of its products, as far as they are known, and with what was rejected of its line.
    fn named(&self, row: ReviewRow) -> ReviewRow {
        let named = |product| self.drafts.product_named(product);
        let with = row.with.into_iter().map(named).collect();
        // What stands in the service may be another decision than the one that was rejected.
        let rejected = self.rejection(&row.line.item).filter(|_| !row.stand.is_in_service());
        ReviewRow { product: named(row.product), with, rejected, ..row }
    }

    /// The decision about a line.
    pub(crate) fn row(&self, line: &LineRef) -> Option<ReviewRow> {
        let all = self.all();
        all.iter().find(|row| row.line == *line).cloned().map(|row| self.named(row))
    }

    /// How much there is to review.
    pub(crate) fn facts(&self) -> ReviewFacts {
        let all = self.all();
        ReviewFacts { can_undo: !self.kept.lock().steps.is_empty(), ..facts(&all) }
    }

    /// What was rejected of a line.
    pub(crate) fn rejection(&self, item: &ItemId) -> Option<Rejection> {
        self.kept.lock().rejections.get(item).cloned()
    }

    /// Keeps that decisions were looked at, or were not after all; answers how many of the lines have one, and
    /// those with another one than the one that was looked at.
    pub(crate) async fn mark(
        &self,
        lines: Vec<ReviewLine>,
        reviewed: bool,
    ) -> Result<(u32, Vec<LineRef>), Error> {
        let (mut marks, mut changed) = (Vec::new(), Vec::new());
        for ReviewLine { line, decided, .. } in lines {
            let known = self.movements.find(&MovementRef::Key(line.movement));
            let found = known.as_ref().and_then(|known| line_at(known, &line.item));
            let now = found.and_then(|(_, line)| decided_in_service(line));
            match now {
                now if now != decided => changed.push(line),
                Some(decided) => marks.push((line.item, decided)),
                None => {}
            }
        }
        let count = count_of(marks.len());
        let mark = |(item, decided): (ItemId, String)| {
            // That somebody else looked at it does not count any more either.
            let is_shared = self.channel.known.lock().shared.is_marked(&item, &decided);
            let mark = match reviewed {
                true => Some(decided),
                false => is_shared.then(String::new),
            };
            (item, mark)
        };
        let marks = marks.into_iter().map(mark).collect();
        self.keep_marks(marks, true).await?;
        Ok((count, changed))
    }

    /// Keeps marks; as a step that can be taken back, or not.
    pub(crate) async fn keep_marks(
        &self,
        marks: Vec<(ItemId, Option<String>)>,
        as_step: bool,
    ) -> Result<(), Error> {
        if marks.is_empty() {
            return Ok(());
        }
        let set = marks.clone();
        let (receipt, before) = {
            let mut kept = self.kept.lock();
            let was = |(item, _): &(ItemId, _)| (item.clone(), kept.marks.get(item).cloned());
            let before: Vec<_> = marks.iter().map(was).collect();
            let step = as_step.then(|| ReviewStep::Marks(before.clone()));
            kept.set_marks(marks.clone());
            kept.push(step.clone());
            // Asked under the lock: the file takes what is done in the order of what is known here.
            let receipt = self.account.store.send(move |tx| {
                review::save_marks(tx, &marks)?;
                step.iter().try_for_each(|step| review::save_step(tx, step))
            });
            (receipt, before)
        };
        let kept = receipt.await;
        if kept.is_err() {
            self.kept.lock().set_back(&set, before, as_step);
        }
        // Also where it failed: what was shown meanwhile is not so.
        self.account.announce(&[Topic::Review]);
        Ok(kept?)
    }

    /// Keeps what was rejected of lines; `None` for what was not after all.
    pub(crate) async fn keep_rejections(
        &self,
        rejections: Vec<(ItemId, Option<Rejection>)>,
    ) -> Result<(), Error> {
        let (receipt, before) = {
            let mut kept = self.kept.lock();
            let was = |(item, _): &(ItemId, _)| (item.clone(), kept.rejections.get(item).cloned());
            let before = rejections.iter().map(was).collect();
            kept.set_rejections(rejections.clone());
            (self.account.store.send(move |tx| review::save_rejections(tx, &rejections)), before)
        };
        let kept = receipt.await;
        if kept.is_err() {
            self.kept.lock().set_rejections(before);
        }
        self.account.announce(&[Topic::Review]);
        Ok(kept?)
    }

    /// What is proposed here of lines of a movement.
    pub(crate) fn proposed_here(&self, movement: MovementKey) -> HashMap<ItemId, Decision> {
        let of_line = |(of, row, decided): (MovementKey, RowKey, _)| {
            let rules::editor::draft::sheet::Decided { decision, .. } = decided;
            let RowKey::Line(item) = row else { return None };
            (of == movement).then_some((item, decision))
        };
        self.editors.proposed().into_iter().filter_map(of_line).collect()
    }

    /// Forgets what was rejected of lines about which something else is decided now.
    pub(crate) async fn forget_rejections(&self, items: &[ItemId]) -> Result<(), Error> {
        let kept: Vec<_> = {
            let kept = self.kept.lock();
            items.iter().filter(|item| kept.rejections.contains_key(*item)).cloned().collect()
        };
        match kept.is_empty() {
            true => Ok(()),
            false => {
                self.keep_rejections(kept.into_iter().map(|item| (item, None)).collect()).await
            }
        }
    }

    /// Keeps what can be taken back; where that fails it cannot be.
    pub(crate) async fn remember(&self, step: ReviewStep) {
        let receipt = {
            let mut kept = self.kept.lock();
            kept.push(Some(step.clone()));
            let saved = step.clone();
            self.account.store.send(move |tx| review::save_step(tx, &saved))
        };
        if let Err(fault) = receipt.await {
            tracing::warn!(%fault, "what was done in the inbox cannot be taken back");
            self.kept.lock().forget(&step);
        }
    }

    /// The last thing that can be taken back: nobody takes it back a second time.
    pub(crate) async fn last_step(&self) -> Result<Option<ReviewStep>, Error> {
        let (receipt, step) = {
            let mut kept = self.kept.lock();
            let Some(step) = kept.steps.pop() else { return Ok(None) };
            (self.account.store.send(review::forget_step), step)
        };
        if let Err(fault) = receipt.await {
            self.kept.lock().push(Some(step));
            return Err(fault.into());
        }
        Ok(Some(step))
    }
}

/// Whether a line became another one in the service since something was proposed here about it.
pub(crate) fn became_another(line: &DrawnRow) -> bool {
    line.is_gone || line.notes.iter().any(|note| matches!(note, Note::Elsewhere { .. }))
}

/// Where a proposal stands by what became of its line.
fn stand_of(is_another: bool, is_so: bool) -> ReviewStand {
    match (is_so, is_another) {
        (true, _) => ReviewStand::Already,
        (false, true) => ReviewStand::Elsewhere,
        (false, false) => ReviewStand::Proposed,
    }
}

/// A line of a movement, and its place.
fn line_at<'a>(known: &'a KnownMovement, item: &ItemId) -> Option<(usize, &'a LineItem)> {
    let lines = known.movement.lines.as_deref()?;
    let at = lines.iter().position(|line| line.id == *item)?;
    Some((at, &lines[at]))
}

/// What a change decides; `None` for one that decides nothing.
fn decision_of(change: &contract::LineChange) -> Option<Decision> {
    use contract::LineChange::{Cancel, Revert, Revise, Substitute};
    Some(match change.clone() {
        Revise { quantity, reason_code, comments, .. } => {
            Decision::Revise { quantity, reason_code, comments }
        }
        Substitute { with, reason_code, comments, .. } => {
            Decision::Substitute { with, reason_code, comments }
        }
        Cancel { reason_code, comments, .. } => Decision::Cancel { reason_code, comments },
        Revert { .. } => Decision::Revert,
        _ => return None,
    })
}
