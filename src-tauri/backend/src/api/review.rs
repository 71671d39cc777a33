//! Commands about decisions to be reviewed.

use std::{collections::BTreeMap, sync::Arc};

use contract::{
    DecimalMark, Decision, Done, Failure, ItemId, LineEdit, LineRef, ListReview, MovementKey,
    MovementRef, OpenLine, Page, ReadReview, ReadReviewFacts, Rejection, ReviewAct, ReviewFacts,
    ReviewLines, ReviewRow, ReviewView, Reviewed, RowKey, SendChanges, StepKind, UndoReview,
};
use rules::{
    review::{
        compare::{demand, history, others},
        marks::decided,
    },
    search::count_of,
};

use crate::{
    Backend, background::blocking, error::Error, reviews::ReviewStep, workspace::Workspace,
};

/// So many decisions are dealt with at once at most.
const MOST: usize = 10_000;

/// What is done about the lines of one movement.
#[derive(Default)]
struct Batch {
    edits: Vec<LineEdit>,
    /// The lines, and what was proposed of them.
    lines: Vec<(ItemId, Option<Decision>)>,
}

impl Backend {
    /// Shows a window of what there is to review. Reads the lines of movements that others propose something
    /// about, and of the newest ones, behind if they were never read here.
    ///
    /// # Errors
    /// If no profile is open.
    pub async fn list_review(&self, request: ListReview) -> Result<Page<ReviewRow>, Error> {
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
    /// [`Error::Unknown`] where nothing is decided about the line, or it is not known here; if the file
    /// cannot be read.
    pub async fn read_review(&self, request: ReadReview) -> Result<ReviewView, Error> {
        let workspace = self.workspace()?;
        let LineRef { movement, item } = request.line.clone();
        let line = self.open_line(OpenLine { movement, rows: vec![RowKey::Line(item)] }).await?;
        blocking(move || {
            let row = workspace.reviews.row(&request.line).ok_or(Error::Unknown)?;
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
    /// it cannot be done with does not keep the others.
    ///
    /// # Errors
    /// [`Error::Invalid`] for too many lines; [`Error::UpdatesNotOffered`] by a service that takes no changes;
    /// if a mark cannot be kept.
    pub async fn review_lines(&self, request: ReviewLines) -> Result<Reviewed, Error> {
        let workspace = self.workspace()?;
        let ReviewLines { lines, act } = request;
        if lines.len() > MOST {
            return Err(Error::Invalid { field: "lines", problem: "there are too many" });
        }
        if let ReviewAct::Mark { reviewed } = act {
            let done = workspace.reviews.mark(&lines, reviewed).await?;
            return Ok(Reviewed { done, movements: 0, failed: Vec::new() });
        }
        let sends = !matches!(act, ReviewAct::Reject { .. } | ReviewAct::Dismiss);
        if sends && workspace.service.session.lacks_updates() {
            return Err(Error::UpdatesNotOffered);
        }
        let mut by_movement: BTreeMap<MovementKey, Vec<ItemId>> = BTreeMap::new();
        for LineRef { movement, item } in lines {
            by_movement.entry(movement).or_default().push(item);
        }
        let (mut answer, mut decisions) =
            (Reviewed { done: 0, movements: 0, failed: Vec::new() }, Vec::new());
        for (movement, items) in by_movement {
            match self.review_movement(&workspace, movement, &items, &act, &mut answer.failed).await
            {
                Ok(batch) => {
                    answer.done += count_of(batch.lines.len());
                    answer.movements += u32::from(sends && !batch.lines.is_empty());
                    decisions.extend(batch.lines.into_iter().filter_map(|(item, decision)| {
                        Some((LineRef { movement, item }, decision?))
                    }));
                }
                Err(error) => {
                    let failure = Failure::from(error);
                    let failed = |item| (LineRef { movement, item }, failure.clone());
                    answer.failed.extend(items.into_iter().map(failed));
                }
            }
        }
        match act {
            ReviewAct::Reject { note } if !decisions.is_empty() => {
                reject(&workspace, decisions, &note).await?;
            }
            // Whoever decided it looked at it.
            ReviewAct::Approve { .. } | ReviewAct::Cancel { .. } => {
                let mark = |(line, decision): (LineRef, Decision)| {
                    Some((line.item, Some(decided(&decision)?)))
                };
                let marks = decisions.into_iter().filter_map(mark).collect();
                workspace.reviews.keep_marks(marks, false).await?;
            }
            _ => {}
        }
        Ok(answer)
    }

    /// The same with the lines of one movement; answers what was done, with what was proposed of each line.
    async fn review_movement(
        &self,
        workspace: &Arc<Workspace>,
        movement: MovementKey,
        items: &[ItemId],
        act: &ReviewAct,
        failed: &mut Vec<(LineRef, Failure)>,
    ) -> Result<Batch, Error> {
        let proposed = workspace.reviews.proposed_of(movement);
        let editing = workspace.drafts.edit_sheet(movement).await?;
        let (step, mark) = (StepKind::Decide, DecimalMark::default());
        let sends = !matches!(act, ReviewAct::Reject { .. } | ReviewAct::Dismiss);
        let mut batch = Batch::default();
        let here = workspace.reviews.proposed_here(movement);
        for item in items {
            let proposal = proposed.get(item);
            let edit = edit_of(item, proposal, act);
            // A proposal of another station stands in no sheet here: nothing is taken away.
            let is_elsewhere = !sends && !here.contains_key(item);
            let taken = edit.and_then(|(edit, decision)| {
                if !is_elsewhere {
                    editing.apply(step, std::slice::from_ref(&edit), mark)?;
                }
                Ok((edit, decision))
            });
            match taken {
                Ok((edit, decision)) => {
                    batch.edits.extend(Some(edit).filter(|_| !is_elsewhere));
                    batch.lines.push((item.clone(), decision));
                }
                Err(error) => {
                    failed.push((LineRef { movement, item: item.clone() }, error.into()));
                }
            }
        }
        if batch.edits.is_empty() {
            return Ok(batch);
        }
        let change = editing.apply(step, &batch.edits, mark)?;
        editing.keep(change).await?;
        if sends {
            let rows = batch.lines.iter().map(|(item, _)| RowKey::Line(item.clone())).collect();
            let request = SendChanges { movement, only: Some(rows), without: Vec::new() };
            self.send_changes(request).await?;
        }
        Ok(batch)
    }

    /// Takes the last mark or rejection back; nothing where there is none.
    ///
    /// # Errors
    /// If it cannot be kept.
    pub async fn undo_review(&self, _request: UndoReview) -> Result<Done, Error> {
        let workspace = self.workspace()?;
        match workspace.reviews.last_step() {
            Some(ReviewStep::Marks(before)) => workspace.reviews.keep_marks(before, false).await?,
            Some(ReviewStep::Rejected(lines)) => {
                for (LineRef { movement, item }, decision) in lines {
                    let row = RowKey::Line(item.clone());
                    let edit = LineEdit::Decide { row, decision: Some(decision), proposed: true };
                    let editing = workspace.drafts.edit_sheet(movement).await?;
                    let change =
                        editing.apply(StepKind::Decide, &[edit], DecimalMark::default())?;
                    editing.keep(change).await?;
                    workspace.reviews.keep_rejections(vec![(item, None)]).await?;
                }
            }
            None => {}
        }
        Ok(Done {})
    }
}

/// What carries out an act on a line, and the decision it is about.
fn edit_of(
    item: &ItemId,
    proposal: Option<&Decision>,
    act: &ReviewAct,
) -> Result<(LineEdit, Option<Decision>), Error> {
    let row = RowKey::Line(item.clone());
    let decide = |decision| LineEdit::Decide { row, decision, proposed: false };
    Ok(match act {
        ReviewAct::Approve { reason } => {
            let mut decision = proposal.cloned().ok_or(Error::TooLate)?;
            if let Some(reason) = reason {
                give_reason(&mut decision, reason);
            }
            (decide(Some(decision.clone())), Some(decision))
        }
        ReviewAct::Reject { .. } | ReviewAct::Dismiss => {
            let decision = proposal.cloned().ok_or(Error::TooLate)?;
            (decide(None), Some(decision))
        }
        ReviewAct::Revert => (decide(Some(Decision::Revert)), None),
        ReviewAct::Cancel { reason } => {
            let (reason_code, comments) = (reason.clone(), None);
            let decision = Decision::Cancel { reason_code, comments };
            (decide(Some(decision.clone())), Some(decision))
        }
        ReviewAct::Mark { .. } => {
            return Err(Error::Invalid { field: "act", problem: "it changes no line" });
        }
    })
}

fn give_reason(decision: &mut Decision, reason: &str) {
    match decision {
        Decision::Revise { reason_code, .. }
        | Decision::Substitute { reason_code, .. }
        | Decision::Cancel { reason_code, .. } => reason.clone_into(reason_code),
        Decision::Revert => {}
    }
}

/// Keeps why proposals were rejected, as a step that can be taken back.
async fn reject(
    workspace: &Workspace,
    lines: Vec<(LineRef, Decision)>,
    note: &str,
) -> Result<(), Error> {
    let (at, by) = (workspace.account.now(), workspace.identity.own_name());
    let rejection = |(line, decision): &(LineRef, Decision)| {
        let note = note.trim().chars().take(contract::LONGEST_NOTE).collect();
        let rejection = Rejection { at, by: by.clone(), kind: decision.kind(), note };
        (line.item.clone(), Some(rejection))
    };
    let refs: Vec<_> = lines.iter().map(|(line, _)| line.clone()).collect();
    workspace.reviews.reject_elsewhere(&refs, note.trim()).await?;
    let rejections = lines.iter().map(rejection).collect();
    workspace.reviews.keep_rejections(rejections).await?;
    workspace.reviews.steps.lock().push(ReviewStep::Rejected(lines));
    Ok(())
}
