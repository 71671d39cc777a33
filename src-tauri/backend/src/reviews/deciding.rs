//! What an act of the inbox comes to on one line: whether it may be done, and by which change of the sheet.

use contract::{
    DecimalMark, Decision, ItemId, LineEdit, LineItem, ProposalBase, ReviewAct, ReviewLine, RowKey,
    SharedProposal, StepKind,
};
use rules::review::{
    based::{base_of, became_so, is_another},
    marks::{are_same, decided_in_service},
};

use super::became_another;
use crate::{
    editor::{
        drawn::rows::{DrawnRow, InService},
        keep::Editing,
    },
    error::Error,
};

pub(crate) const STEP: StepKind = StepKind::Decide;
pub(crate) const MARK: DecimalMark = DecimalMark::Point;

/// What is proposed about a line, and what the service has of it.
pub(crate) struct AboutLine<'a> {
    /// What is proposed: here before what others propose.
    pub proposal: Option<&'a Decision>,
    /// What the line was when it was proposed.
    base: Option<ProposalBase>,
    /// The line as the service has it.
    in_service: Option<&'a LineItem>,
    /// The line became another one since.
    is_elsewhere: bool,
}

impl<'a> AboutLine<'a> {
    /// What is known of a line by what is proposed about it here and at other stations.
    pub(crate) fn of(
        editing: &'a Editing,
        item: &ItemId,
        own: Option<&'a Decision>,
        shared: Option<&'a SharedProposal>,
    ) -> Self {
        let drawn = line_drawn(editing, item);
        let in_service = drawn.filter(|drawn| !drawn.is_gone).and_then(in_service);
        if own.is_none() {
            let base = shared.and_then(|shared| shared.base.clone());
            let is_elsewhere = in_service.is_none_or(|line| is_another(base.as_ref(), line));
            let proposal = shared.map(|shared| &shared.decision);
            return Self { proposal, base, in_service, is_elsewhere };
        }
        let draft = editing.sheet.draft(&RowKey::Line(item.clone()));
        let seen = draft.and_then(|draft| draft.base.as_deref());
        let base = seen.map(|seen| base_of(&seen.line));
        let is_elsewhere = drawn.is_none_or(became_another);
        Self { proposal: own, base, in_service, is_elsewhere }
    }

    /// Whether somebody decided just that in the service since it was proposed.
    fn became(&self, decision: &Decision) -> bool {
        self.in_service.is_some_and(|line| became_so(self.base.as_ref(), line, decision))
    }
}

/// What an act comes to on a line.
pub(crate) struct Taken {
    /// How the sheet is changed.
    pub edit: LineEdit,
    /// What is decided by that.
    pub decision: Option<Decision>,
    /// The service has just that already: the proposal is put away, and nothing is sent.
    pub is_there: bool,
}

/// What an act comes to on a line, where it may be done.
pub(crate) fn taken(
    editing: &Editing,
    one: &ReviewLine,
    about: &AboutLine<'_>,
    act: &ReviewAct,
) -> Result<Taken, Error> {
    let (edit, decision) = edit_of(&one.line.item, about.proposal, act)?;
    let approved = decision.as_ref().filter(|_| matches!(act, ReviewAct::Approve { .. }));
    let is_there = approved.is_some_and(|decision| about.became(decision));
    may_be_done(editing, one, (about.proposal, about.is_elsewhere && !is_there), act)?;
    let row = RowKey::Line(one.line.item.clone());
    let put_away = LineEdit::Decide { row, decision: None, proposed: false };
    let edit = if is_there { put_away } else { edit };
    editing.apply(STEP, std::slice::from_ref(&edit), MARK)?;
    Ok(Taken { edit, decision, is_there })
}

/// A line as it is drawn.
fn line_drawn<'a>(editing: &'a Editing, item: &ItemId) -> Option<&'a DrawnRow> {
    editing.drawn.find(&RowKey::Line(item.clone())).map(|(_, row)| row)
}

/// A line as the service has it.
fn in_service(drawn: &DrawnRow) -> Option<&LineItem> {
    drawn.service.as_ref().and_then(InService::line)
}

/// Whether something is sent by it.
pub(crate) fn sends(act: &ReviewAct) -> bool {
    !matches!(act, ReviewAct::Reject { .. } | ReviewAct::Dismiss)
}

/// Whether an act is about what was looked at, and nothing else would go with it.
fn may_be_done(
    editing: &Editing,
    ReviewLine { line, seen, decided }: &ReviewLine,
    (proposal, is_elsewhere): (Option<&Decision>, bool),
    act: &ReviewAct,
) -> Result<(), Error> {
    let is_of_proposal = match act {
        ReviewAct::Cancel { .. } => seen.is_some(),
        ReviewAct::Revert | ReviewAct::Mark { .. } => false,
        _ => true,
    };
    let is_the_same = || matches!((proposal, seen), (Some(now), Some(seen)) if are_same(now, seen));
    if is_of_proposal && !is_the_same() {
        return Err(Error::ChangedMeanwhile);
    }
    let now = || line_drawn(editing, &line.item).and_then(in_service).and_then(decided_in_service);
    // What somebody else decided since is neither taken back nor canceled unseen.
    let is_of_service = matches!(act, ReviewAct::Revert | ReviewAct::Cancel { .. });
    if is_of_service && now() != *decided {
        return Err(Error::ChangedMeanwhile);
    }
    // It would be sent as decided upon the line as it is now, in the place of what somebody else decided.
    if matches!(act, ReviewAct::Approve { .. }) && is_elsewhere {
        return Err(Error::ChangedInService);
    }
    let row = RowKey::Line(line.item.clone());
    let mut wants = editing.sheet.draft(&row).map(|draft| draft.wants.clone()).unwrap_or_default();
    wants.decision = wants.decision.filter(|decided| !decided.proposed);
    match sends(act) && !wants.is_empty() {
        true => Err(Error::UnsentHere),
        false => Ok(()),
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
            let mut decision = proposal.cloned().ok_or(Error::ChangedMeanwhile)?;
            if let Some(reason) = reason {
                give_reason(&mut decision, reason);
            }
            (decide(Some(decision.clone())), Some(decision))
        }
        ReviewAct::Reject { .. } | ReviewAct::Dismiss => {
            let decision = proposal.cloned().ok_or(Error::ChangedMeanwhile)?;
            (decide(None), Some(decision))
        }
        ReviewAct::Revert => (decide(Some(Decision::Revert)), None),
        ReviewAct::Cancel { reason } => {
            let given = proposal.and_then(reason_of).filter(|_| reason.is_empty());
            let reason_code = given.unwrap_or(reason).clone();
            let decision = Decision::Cancel { reason_code, comments: None };
            (decide(Some(decision.clone())), Some(decision))
        }
        ReviewAct::Mark { .. } => {
            return Err(Error::Invalid { field: "act", problem: "it changes no line" });
        }
    })
}

fn reason_of(decision: &Decision) -> Option<&String> {
    match decision {
        Decision::Revise { reason_code, .. }
        | Decision::Substitute { reason_code, .. }
        | Decision::Cancel { reason_code, .. } => Some(reason_code),
        Decision::Revert => None,
    }
}

fn give_reason(decision: &mut Decision, reason: &str) {
    match decision {
        Decision::Revise { reason_code, .. }
        | Decision::Substitute { reason_code, .. }
        | Decision::Cancel { reason_code, .. } => reason.clone_into(reason_code),
        Decision::Revert => {}
    }
}
