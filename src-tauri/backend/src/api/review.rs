//! Commands about decisions to be reviewed.

use std::{collections::BTreeMap, sync::Arc};

use contract::{
    Decision, Done, Entry, Failure, ItemId, LineEdit, LineRef, ListReview, MovementKey,
    MovementRef, OpenLine, Page, ProposalAnswer, ReadReview, ReadReviewFacts, Rejection, ReviewAct,
    ReviewFacts, ReviewLine, ReviewLines, ReviewRow, ReviewView, Reviewed, RowKey, SendChanges,
    UndoReview,
};
use rules::{
    review::{
        compare::{demand, history, others},
        marks::decided,
    },
    search::count_of,
};

use crate::{
    Backend,
    background::blocking,
    error::Error,
    reviews::deciding::{AboutLine, MARK, STEP, Taken, sends, taken},
    store::tables::review::{RejectedElsewhere, RejectedHere, ReviewStep},
    workspace::Workspace,
};

/// So many decisions are dealt with at once at most.
const MOST: usize = 10_000;

/// What is done about the lines of one movement.
#[derive(Default)]
struct Batch {
    edits: Vec<LineEdit>,
    /// The lines, and what was decided of them.
    lines: Vec<(ItemId, Option<Decision>)>,
    /// What was proposed here of those that change.
    before: BTreeMap<ItemId, Option<Decision>>,
    /// Proposals of other stations among them.
    elsewhere: Vec<(LineRef, Decision)>,
    /// Lines of which the service has just that already, and what that is.
    there: Vec<(ItemId, Decision)>,
    /// What was rejected and can be proposed again.
    rejected: Vec<RejectedHere>,
    /// Proposals of other stations that were rejected.
    told: Vec<RejectedElsewhere>,
    failed: Vec<(LineRef, Failure)>,
}

impl Backend {
    /// Shows a window of what there is to review. Reads the lines of movements that others propose something
    /// about, and of the newest ones, behind if they were never read here.
    ///
    /// # Errors
    /// If no profile is open.
    pub async fn list_review(&self, request: ListReview) -> Result<Page<Entry<ReviewRow>>, Error> {
        let workspace = self.workspace()?;
        workspace.list.read_movements_behind();
        let asked = Arc::clone(&workspace);
        let (page, unread) = blocking(move || {
            let unread = asked.reviews.unread();
            (asked.reviews.page(&request, count_of(unread.len())), unread)
        })
        .await?;
        if !unread.is_empty() {
            workspace.reader.look_at(unread);
        }
        Ok(page)
    }

    /// Tells how much there is to review, and by what it can be filtered.
    ///
    /// # Errors
    /// If no profile is open; if the file cannot be read.
    pub async fn review_facts(&self, _request: ReadReviewFacts) -> Result<ReviewFacts, Error> {
        let workspace = self.workspace()?;
        let listed = workspace.extensions.listed_reasons().await?;
        blocking(move || {
            let reasons = workspace.panel.reasons(&listed);
            ReviewFacts { reasons, ..workspace.reviews.facts() }
        })
        .await
    }

    /// Shows a decision with what helps to judge it.
    ///
    /// # Errors
    /// [`Error::Unknown`] where nothing is decided about the line, or it is not known here; if the file cannot
    /// be read.
    pub async fn read_review(&self, request: ReadReview) -> Result<ReviewView, Error> {
        let workspace = self.workspace()?;
        let LineRef { movement, item } = request.line.clone();
        let opened = self.open_line(OpenLine { movement, rows: vec![RowKey::Line(item)] }).await;
        let is_gone = || workspace.reviews.row(&request.line).is_some_and(|row| row.gone);
        let line = match opened {
            // What others propose about it is still shown, with what it was.
            Err(Error::Unknown) if is_gone() => None,
            opened => Some(opened?),
        };
        blocking(move || {
            let row = workspace.reviews.row(&request.line).ok_or(Error::Unknown)?;
            workspace.reviews.look_at(&row);
            let known = workspace.movements.find(&MovementRef::Key(movement));
            let known = known.ok_or(Error::Unknown)?;
            let all = workspace.movements.known();
            let (demand, demand_in) = demand(&all, &row.product.id);
            let place = row.destination.as_ref().map(|place| &place.id);
            let mut others = others(&known, &request.line.item);
            for other in &mut others {
                other.product = workspace.drafts.product_named(other.product.clone());
            }
            Ok(ReviewView {
                meanwhile: workspace.reviews.meanwhile(&row),
                history: history(&all, &row.product.id, place),
                others,
                lines: count_of(known.movement.lines.as_ref().map_or(0, Vec::len)),
                demand,
                demand_in,
                row,
                line,
            })
        })
        .await?
    }

    /// Does something with decisions, movement by movement; what is sent goes in one request for each. A line
    /// it cannot be done with does not keep the others: nothing is done with a decision that became another
    /// one since it was looked at, nor with a line that has other changes which would go with it.
    ///
    /// # Errors
    /// [`Error::Invalid`] for too many lines; [`Error::UpdatesNotOffered`] by a service that takes no changes;
    /// if a mark cannot be kept.
    pub async fn review_lines(&self, request: ReviewLines) -> Result<Reviewed, Error> {
        let workspace = self.workspace()?;
        let ReviewLines { lines, mut act } = request;
        if lines.len() > MOST {
            return Err(Error::Invalid { field: "lines", problem: "there are too many" });
        }
        if let ReviewAct::Mark { reviewed } = act {
            let (done, changed) = workspace.reviews.mark(lines, reviewed).await?;
            let failed = |line| (line, Failure::from(Error::ChangedMeanwhile));
            let failed = changed.into_iter().map(failed).collect();
            return Ok(Reviewed { done, already: 0, movements: 0, failed });
        }
        if let ReviewAct::Reject { note } = &mut act {
            *note = note.trim().chars().take(contract::LONGEST_NOTE).collect();
        }
        if sends(&act) && workspace.service.session.lacks_updates() {
            return Err(Error::UpdatesNotOffered);
        }
        let mut by_movement: BTreeMap<MovementKey, Vec<ReviewLine>> = BTreeMap::new();
        for one in lines {
            by_movement.entry(one.line.movement).or_default().push(one);
        }
        let mut answer = Reviewed { done: 0, already: 0, movements: 0, failed: Vec::new() };
        let (mut marks, mut here, mut elsewhere) = (Vec::new(), Vec::new(), Vec::new());
        for (movement, lines) in by_movement {
            match self.review_movement(&workspace, movement, &lines, &act).await {
                Ok(batch) => {
                    answer.done += count_of(batch.lines.len());
                    answer.already += count_of(batch.there.len());
                    answer.movements += u32::from(sends(&act) && !batch.lines.is_empty());
                    answer.failed.extend(batch.failed);
                    let there = batch.there.into_iter().map(|(item, it)| (item, Some(it)));
                    let looked_at = batch.lines.into_iter().chain(there);
                    marks.extend(
                        looked_at.filter_map(|(item, decision)| {
                            Some((item, Some(decided(&decision?)?)))
                        }),
                    );
                    here.extend(batch.rejected);
                    elsewhere.extend(batch.told);
                }
                Err(error) => {
                    let failure = Failure::from(error);
                    let failed = |one: ReviewLine| (one.line, failure.clone());
                    answer.failed.extend(lines.into_iter().map(failed));
                }
            }
        }
        // Whoever decided it looked at it.
        if matches!(act, ReviewAct::Approve { .. } | ReviewAct::Cancel { .. }) {
            workspace.reviews.keep_marks(marks, false).await?;
        }
        if !elsewhere.is_empty() {
            workspace.reviews.remember(ReviewStep::RejectedWith { here, elsewhere }).await;
        } else if !here.is_empty() {
            workspace.reviews.remember(ReviewStep::Rejected(here)).await;
        }
        Ok(answer)
    }

    /// The same with the lines of one movement; answers what was done, with what was decided of each line.
    async fn review_movement(
        &self,
        workspace: &Arc<Workspace>,
        movement: MovementKey,
        lines: &[ReviewLine],
        act: &ReviewAct,
    ) -> Result<Batch, Error> {
        let editing = workspace.drafts.edit_sheet(movement).await?;
        // Nobody else can change the sheet now: what is checked here is what is decided upon.
        let here = workspace.reviews.proposed_here(movement);
        let elsewhere = workspace.reviews.shared_of(movement);
        let mut batch = Batch::default();
        for one in lines {
            let (line, item) = (&one.line, &one.line.item);
            let own = here.get(item);
            let about = AboutLine::of(&editing, item, own, elsewhere.get(item));
            let taken = taken(&editing, one, &about, act);
            match (taken, own) {
                (Err(error), _) => batch.failed.push((line.clone(), error.into())),
                (Ok(Taken { edit, decision, is_there: true }), own) => {
                    let proposal = about.proposal.filter(|_| own.is_none()).cloned();
                    batch.elsewhere.extend(proposal.map(|proposal| (line.clone(), proposal)));
                    batch.edits.extend(own.map(|_| edit));
                    batch.there.extend(decision.map(|it| (item.clone(), it)));
                }
                // A proposal of another station stands in no sheet here: nothing is taken away.
                (Ok(Taken { decision, .. }), None) if !sends(act) => {
                    batch.elsewhere.extend(decision.clone().map(|it| (line.clone(), it)));
                    batch.lines.push((item.clone(), decision));
                }
                (Ok(Taken { edit, decision, .. }), own) => {
                    batch.edits.push(edit);
                    batch.before.insert(item.clone(), own.cloned());
                    batch.lines.push((item.clone(), decision));
                }
            }
        }
        if !batch.there.is_empty() {
            let answer = ProposalAnswer::Approved;
            workspace.reviews.answer_elsewhere(&batch.elsewhere, &answer).await?;
        }
        if let ReviewAct::Reject { note } = act {
            // First why, then that it is gone: a stop between the two loses neither.
            self.keep_rejected(workspace, movement, &mut batch, note).await?;
        }
        if batch.edits.is_empty() {
            return Ok(batch);
        }
        let change = editing.apply(STEP, &batch.edits, MARK)?;
        editing.keep(change).await?;
        if sends(act) && !batch.lines.is_empty() {
            let items: Vec<_> = batch.lines.iter().map(|(item, _)| item.clone()).collect();
            workspace.reviews.forget_rejections(&items).await?;
            let only = Some(items.into_iter().map(RowKey::Line).collect());
            let request = SendChanges { movement, only, without: Vec::new() };
            let sent = self.send_changes(request).await;
            propose_what_stayed(workspace, movement, &mut batch).await?;
            sent?;
        }
        Ok(batch)
    }

    /// Keeps why proposals of a movement are rejected, and tells it to whoever made them.
    async fn keep_rejected(
        &self,
        workspace: &Workspace,
        movement: MovementKey,
        batch: &mut Batch,
        note: &str,
    ) -> Result<(), Error> {
        let (at, by) = (workspace.account.now(), workspace.identity.own_name());
        let answer = ProposalAnswer::Rejected { note: note.to_owned() };
        let told = workspace.reviews.answer_elsewhere(&batch.elsewhere, &answer).await?;
        for (item, proposal) in told {
            let before = workspace.reviews.rejection(&item);
            batch.told.push((item, proposal, before));
        }
        let rejections = batch.lines.iter().filter_map(|(item, decision)| {
            let (kind, note) = (decision.as_ref()?.kind(), note.to_owned());
            Some((item.clone(), Some(Rejection { at, by: by.clone(), kind, note })))
        });
        let rejections: Vec<_> = rejections.collect();
        for (item, own) in &batch.before {
            let line = LineRef { movement, item: item.clone() };
            let before = workspace.reviews.rejection(item);
            batch.rejected.extend(own.clone().map(|decision| (line, decision, before)));
        }
        workspace.reviews.keep_rejections(rejections).await
    }

    /// Takes the last mark or rejection back; nothing where there is none. What was rejected is not proposed
    /// again where something else was decided about the line since.
    ///
    /// # Errors
    /// If it cannot be kept; [`Error::TooLate`] where a proposal of another station was withdrawn or answered
    /// by somebody else since, and if a line is not known any more, once the others are done.
    pub async fn undo_review(&self, _request: UndoReview) -> Result<Done, Error> {
        let workspace = self.workspace()?;
        let (here, elsewhere) = match workspace.reviews.last_step().await? {
            Some(ReviewStep::Marks(before)) => {
                workspace.reviews.keep_marks(before, false).await?;
                return Ok(Done {});
            }
            Some(ReviewStep::Rejected(here)) => (here, Vec::new()),
            Some(ReviewStep::RejectedWith { here, elsewhere }) => (here, elsewhere),
            None => return Ok(Done {}),
        };
        let mut first = workspace.reviews.take_back_elsewhere(elsewhere).await.err();
        for (line, decision, before) in here {
            if let Err(error) = propose_again(&workspace, line, decision, before).await {
                first.get_or_insert(error);
            }
        }
        first.map_or(Ok(Done {}), Err)
    }
}

/// What was not sent is put back as it was, and counts as not done.
async fn propose_what_stayed(
    workspace: &Workspace,
    movement: MovementKey,
    batch: &mut Batch,
) -> Result<(), Error> {
    let editing = workspace.drafts.edit_sheet(movement).await?;
    let stayed = |item: &ItemId| {
        let draft = editing.sheet.draft(&RowKey::Line(item.clone()));
        draft.is_some_and(|draft| draft.wants.decision.is_some())
    };
    let (left, done): (Vec<_>, Vec<_>) =
        std::mem::take(&mut batch.lines).into_iter().partition(|(item, _)| stayed(item));
    batch.lines = done;
    let mut edits = Vec::with_capacity(left.len());
    for (item, _) in left {
        let decision = batch.before.get(&item).cloned().flatten();
        let proposed = decision.is_some();
        edits.push(LineEdit::Decide { row: RowKey::Line(item.clone()), decision, proposed });
        batch.failed.push((LineRef { movement, item }, Error::KeptBack.into()));
    }
    if edits.is_empty() {
        return Ok(());
    }
    let change = editing.apply(STEP, &edits, MARK)?;
    editing.keep(change).await
}

/// Proposes again what was rejected, unless something else was decided since.
async fn propose_again(
    workspace: &Workspace,
    line: LineRef,
    decision: Decision,
    before: Option<Rejection>,
) -> Result<(), Error> {
    let LineRef { movement, item } = line;
    let editing = workspace.drafts.edit_sheet(movement).await?;
    let row = RowKey::Line(item.clone());
    if editing.sheet.draft(&row).is_some_and(|draft| draft.wants.decision.is_some()) {
        return Ok(());
    }
    let edit = LineEdit::Decide { row, decision: Some(decision), proposed: true };
    let change = editing.apply(STEP, &[edit], MARK)?;
    editing.keep(change).await?;
    workspace.reviews.keep_rejections(vec![(item, before)]).await
}
