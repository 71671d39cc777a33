//! The operations that would be sent of a movement's drafts; `send` sends exactly these.

use std::collections::HashMap;

use client::HeaderUpdate;
use contract::{
    ChangeKind, ChangeStand, LineChange, LineItem, MovementKey, Operation, OperationKey,
    PlannedChange, RowKey,
};
use rules::search::count_of;

use super::{
    draft::{
        sheet::Aspects,
        together::{is_part, planned_together},
    },
    drawing::LineDrafts,
    drawn::{
        planned::Planned,
        rows::{Drawn, DrawnRow},
    },
};
use crate::{
    movements::form::header_of,
    outbox::{
        op::{Base, Op},
        predict::predict,
    },
};

/// A change of a line, with the line around it.
pub(crate) struct LineToChange<'a> {
    pub row: &'a DrawnRow,
    pub number: u32,
    pub planned: Planned,
    /// The line that each of the instructions finds; none for one that adds it.
    finds: Vec<LineItem>,
    /// The line after them.
    pub after: Option<LineItem>,
}

impl LineDrafts {
    /// Changes as operations, in the order in which they go: what is added, what is taken back, what
    /// is updated, what is decided, and what is deleted.
    pub(crate) fn ops_of<'a>(
        &self,
        movement: MovementKey,
        changes: impl IntoIterator<Item = &'a LineToChange<'a>>,
    ) -> Vec<Op> {
        let now = self.account.now();
        let mut ops = Vec::new();
        // Of each merge the line that stays, by the name of the first of its operations.
        let mut merges = HashMap::<&RowKey, OperationKey>::new();
        for change in changes {
            let into = change.row.merged_into().filter(|_| is_part(change.planned.kind));
            for (at, instruction) in change.planned.instructions.iter().enumerate() {
                // A line added here keeps its name.
                let key = match (&change.row.key, instruction) {
                    (RowKey::New(key), LineChange::Create { .. }) => *key,
                    _ => self.account.common.clock.new_operation(),
                };
                let base = change.finds.get(at).cloned().map(|line| Base::Line(Box::new(line)));
                let body = Operation::ChangeLine(instruction.clone());
                let merge = into.map(|into| *merges.entry(into).or_insert(key));
                ops.push(Op { merge, ..Op::new(key, Some(movement), body, base, now) });
            }
        }
        // Of lines that were only added here, one operation is all that is left of a merge.
        let mut counts = HashMap::<_, usize>::new();
        for merge in ops.iter().filter_map(|op| op.merge) {
            *counts.entry(merge).or_default() += 1;
        }
        for op in &mut ops {
            op.merge = op.merge.filter(|merge| counts.get(merge).is_some_and(|count| *count > 1));
        }
        ops.sort_by_key(|op| op.line_change().map(turn));
        // Until they are kept, their places are those among themselves.
        (1..).zip(&mut ops).for_each(|(row, op)| op.row = row);
        ops
    }

    /// The movement's own fields as a request carries them.
    pub(crate) fn sent_header(&self, movement: MovementKey) -> HeaderUpdate {
        let Some(known) = self.view.shown_movement(&movement.into()) else {
            return HeaderUpdate::default();
        };
        let header = header_of(&known.movement);
        HeaderUpdate { id: header.id.filter(|id| !id.as_str().is_empty()), ..header }
    }
}

/// All that is wanted and was not sent, in the order of the lines.
pub(crate) fn changes(drawn: &Drawn) -> Vec<LineToChange<'_>> {
    let planned = planned_together(drawn).into_iter();
    planned.flat_map(|(at, planned)| of_line(count_of(at + 1), &drawn.rows[at], planned)).collect()
}

fn of_line(number: u32, row: &DrawnRow, planned: Vec<Planned>) -> Vec<LineToChange<'_>> {
    let mut line = row.beneath().cloned();
    let change = |planned: Planned| {
        let mut finds = Vec::new();
        for instruction in &planned.instructions {
            finds.extend(line.clone());
            line = match line.take() {
                Some(line) => predict(line, instruction),
                None => row.line().cloned(),
            };
        }
        let after = match planned.stand {
            // It is what is seen, and not what could be.
            ChangeStand::Blocked(_) => row.line().cloned(),
            _ => line.clone(),
        };
        LineToChange { row, number, planned, finds, after }
    };
    planned.into_iter().map(change).collect()
}

/// When a change has its turn among those sent together.
fn turn(change: &LineChange) -> u8 {
    match change {
        LineChange::Create { .. } => 0,
        LineChange::Revert { .. } => 1,
        LineChange::Update { .. } => 2,
        LineChange::Revise { .. } | LineChange::Substitute { .. } | LineChange::Cancel { .. } => 3,
        LineChange::Delete { .. } => 4,
    }
}

pub(crate) fn shown(change: LineToChange<'_>) -> PlannedChange {
    let LineToChange { row, number, planned, finds, after } = change;
    let before = match planned.kind {
        ChangeKind::Create => None,
        _ => finds.into_iter().next().or_else(|| row.beneath().cloned()),
    };
    let product = before.as_ref().map(|line| line.product.clone());
    let wants = row.draft.as_ref().map(|draft| &draft.wants);
    let typed = wants.and_then(|wants| wants.quantity.as_ref());
    PlannedChange {
        row: Some(row.key.clone()),
        number: Some(number),
        product: product.or_else(|| row.product().cloned()),
        code_typed: wants.and_then(Aspects::typed_code).map(str::to_owned),
        quantity_typed: typed.map(|typed| typed.text.clone()),
        kind: planned.kind,
        instructions: planned.instructions,
        header: None,
        before: before.map(Box::new),
        after: after.map(Box::new),
        stand: planned.stand,
        follows: row.only_follows(),
        merge: row.merged_into().cloned(),
    }
}
