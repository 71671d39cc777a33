//! Sending drafts: what goes into the outbox, and what then becomes of the sheet.

use std::collections::HashSet;

use contract::{
    ChangeKind, Decision, EditorColumn, ItemId, LineChange, LineEdit, OperationKey, OperationState,
    PersonRef, ProductRef, RowKey, SendChanges, StepKind,
};

use super::{
    draft::{
        sheet::{RowDraft, Seen, SheetChange},
        together::Chosen,
    },
    drawing::LineDrafts,
    drawn::{
        planned::says_all,
        rows::{Drawn, DrawnRow, InService},
    },
    keep::Editing,
    plan::{LineToChange, changes},
};
use crate::outbox::op::Op;

/// What goes from a sheet into the outbox.
pub(crate) struct Leaving {
    pub ops: Vec<Op>,
    /// What becomes of the sheet.
    pub change: SheetChange,
    /// Operations that were refused, or are in conflict, in whose place others go.
    pub replaced: Vec<OperationKey>,
}

impl LineDrafts {
    pub(crate) fn leaving(&self, editing: &Editing, request: &SendChanges) -> Leaving {
        let all = changes(&editing.drawn);
        let chosen = Chosen::of(&editing.drawn, request.only.as_deref(), &request.without);
        let goes =
            |change: &&LineToChange<'_>| change.planned.goes() && chosen.takes(&change.row.key);
        let mut change = SheetChange::default();
        for of_line in all.chunk_by(|a, b| a.row.key == b.row.key) {
            let sent: Vec<_> = of_line.iter().filter(goes).collect();
            if let Some(last) = sent.last() {
                change.sent.push(last.row.key.clone());
                change.rows.push((last.row.key.clone(), what_stays(&sent, last)));
            }
        }
        let ops = self.ops_of(editing.movement, all.iter().filter(goes));
        let items: HashSet<_> = ops.iter().filter_map(Op::item).collect();
        let is_replaced = |op: &&Op| match (&op.state, op.line_change()) {
            (OperationState::Stuck(_), Some(before)) => {
                before.item().is_some_and(|item| items.contains(item))
            }
            (OperationState::Conflict(_), Some(before)) if op.merge.is_none() => {
                ops.iter().filter_map(Op::line_change).any(|change| says_all(change, before))
            }
            _ => false,
        };
        let waiting = self.outbox.of_movement(editing.movement);
        let replaced: Vec<_> = waiting.iter().filter(is_replaced).map(|op| op.key).collect();
        let replaced = self.outbox.with_merges(&replaced);
        Leaving { ops, change, replaced }
    }
}

/// What is still wanted of a line after some of it was sent, up to `last`.
fn what_stays(sent: &[&LineToChange<'_>], last: &LineToChange<'_>) -> Option<RowDraft> {
    let mut wants = last.row.draft.as_ref()?.wants.clone();
    for change in sent {
        match change.planned.kind {
            ChangeKind::Create | ChangeKind::Delete => return None,
            ChangeKind::Update => {
                (wants.product, wants.quantity) = (None, None);
                wants.leave_in_place();
                wants.drop_idle_merge();
            }
            _ => wants.decision = None,
        }
    }
    // The line is seen from then on as it will be.
    let line = last.after.clone().filter(|_| !wants.is_empty())?;
    let service = last.row.service.as_ref().and_then(InService::line);
    let service = service.filter(|service| **service != line).cloned();
    Some(RowDraft { base: Some(Box::new(Seen { line, service })), wants })
}

pub(crate) fn waits_for_a_decision(op: &Op) -> bool {
    matches!(op.state, OperationState::Stuck(_) | OperationState::Conflict(_))
}

/// What asks in the editor for the same as a merge that was refused: lines merged into one, which has
/// before what was asked for of it without them. What is left of one that was sent in part are changes
/// by themselves.
pub(crate) fn edits_of_merge(
    merge: &[Op],
    drawn: &Drawn,
    new_key: impl Fn() -> OperationKey,
) -> (StepKind, Vec<LineEdit>) {
    let deleted = |op: &&Op| matches!(op.line_change(), Some(LineChange::Delete { .. }));
    let pieces = |op: &Op| op.base_line()?.quantity_requested;
    let moved: i64 = merge.iter().filter(deleted).filter_map(pieces).sum();
    let apart = |quantity: u32| {
        let left = i64::from(quantity).saturating_sub(moved);
        u32::try_from(left).unwrap_or_default()
    };
    let (mut into, mut edits) = (None, Vec::new());
    for op in merge {
        let Some(mut change) = op.line_change().cloned() else { continue };
        if let (LineChange::Delete { item }, Some(into)) = (&change, &into) {
            let (row, into) = (RowKey::Line(item.clone()), RowKey::clone(into));
            edits.push(LineEdit::Merge { row, into });
            continue;
        }
        let gets = match &mut change {
            LineChange::Create { quantity, .. }
            | LineChange::Update { quantity: Some(quantity), .. } => {
                *quantity = apart(*quantity);
                true
            }
            _ => false,
        };
        let (_, own) = edits_of(change, drawn, op.key, &new_key);
        if gets {
            into = own.first().map(edited).cloned();
        }
        edits.extend(own);
    }
    (StepKind::Merge, edits)
}

/// The line that an edit is about.
fn edited(edit: &LineEdit) -> &RowKey {
    match edit {
        LineEdit::Cell { row, .. }
        | LineEdit::Product { row, .. }
        | LineEdit::Recipient { row, .. }
        | LineEdit::Add { row, .. }
        | LineEdit::Decide { row, .. }
        | LineEdit::Delete { row, .. }
        | LineEdit::Merge { row, .. }
        | LineEdit::Move { row, .. }
        | LineEdit::Forget { row }
        | LineEdit::Resolve { row, .. } => row,
    }
}

/// What asks in the editor for the same as a change that was refused.
pub(crate) fn edits_of(
    change: LineChange,
    drawn: &Drawn,
    key: OperationKey,
    new_key: impl FnOnce() -> OperationKey,
) -> (StepKind, Vec<LineEdit>) {
    match change {
        LineChange::Create { product, quantity, recipient, .. } => {
            let row = RowKey::New(new_key());
            (StepKind::Add, addition(row, product, quantity, recipient, before(drawn, key)))
        }
        LineChange::Update { item, product, quantity, sort_order } => {
            let row = RowKey::Line(item);
            let place = sort_order.map(|place| LineEdit::Move {
                row: row.clone(),
                after: behind(drawn, &row, i64::from(place)),
            });
            let product = product.map(|product| LineEdit::Product { row: row.clone(), product });
            let quantity = quantity.map(|pieces| LineEdit::Cell {
                row: row.clone(),
                column: EditorColumn::Requested,
                text: pieces.to_string(),
            });
            let step = match (&product, &quantity) {
                (None, None) => StepKind::Move,
                _ => StepKind::Cell,
            };
            (step, [product, quantity, place].into_iter().flatten().collect())
        }
        LineChange::Revise { item, quantity, reason_code, comments } => {
            decide(item, Decision::Revise { quantity, reason_code, comments })
        }
        LineChange::Substitute { item, with, reason_code, comments } => {
            decide(item, Decision::Substitute { with, reason_code, comments })
        }
        LineChange::Cancel { item, reason_code, comments } => {
            decide(item, Decision::Cancel { reason_code, comments })
        }
        LineChange::Revert { item } => decide(item, Decision::Revert),
        LineChange::Delete { item } => {
            (StepKind::Delete, vec![LineEdit::Delete { row: RowKey::Line(item), deleted: true }])
        }
    }
}

pub(crate) fn decide(item: ItemId, decision: Decision) -> (StepKind, Vec<LineEdit>) {
    let (row, decision) = (RowKey::Line(item), Some(decision));
    (StepKind::Decide, vec![LineEdit::Decide { row, decision, proposed: false }])
}

fn addition(
    row: RowKey,
    product: ProductRef,
    quantity: u32,
    recipient: Option<PersonRef>,
    after: Option<RowKey>,
) -> Vec<LineEdit> {
    let (product, code, quantity) = (Some(product), String::new(), quantity.to_string());
    let to =
        recipient.map(|person| LineEdit::Recipient { row: row.clone(), recipient: Some(person) });
    let add = LineEdit::Add { row, after, product, code, quantity };
    [Some(add), to].into_iter().flatten().collect()
}

/// The line before one that was to be added.
fn before(drawn: &Drawn, key: OperationKey) -> Option<RowKey> {
    let (number, _) = drawn.find(&RowKey::New(key))?;
    let at = usize::try_from(number).ok()?.checked_sub(2)?;
    Some(drawn.rows[at].key.clone())
}

/// The last of the other lines that stand before a place.
fn behind(drawn: &Drawn, row: &RowKey, place: i64) -> Option<RowKey> {
    let is_before = |other: &&DrawnRow| {
        other.key != *row && other.line().and_then(|line| line.sort_order) < Some(place)
    };
    drawn.rows.iter().rfind(is_before).map(|other| other.key.clone())
}
