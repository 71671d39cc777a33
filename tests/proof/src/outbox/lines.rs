//! How a user changes lines: what is wanted is edited in the movement's sheet, and then these lines
//! are sent. Deliberately absent: what becomes of it.

use backend::{Backend, Error};
use contract::{
    DecimalMark, Decision, EditLines, EditorColumn, LineChange, LineEdit, ListChanges, MovementKey,
    OperationKey, RowKey, SendChanges, StepKind, Written,
};
use serde_json::{Value, json};
use uuid::Uuid;

/// A command and its request, as the console takes them.
pub type Command = (&'static str, Value);

/// The two requests of a page by which lines are changed.
#[derive(Clone, Debug)]
pub struct Requests {
    /// What is edited, as one step.
    pub edit: EditLines,
    /// What is sent: those lines.
    pub send: SendChanges,
}

impl Requests {
    /// Those that ask for these changes of a movement's lines.
    #[must_use]
    pub fn of(movement: MovementKey, changes: Vec<LineChange>) -> Self {
        let edits: Vec<_> = changes.into_iter().flat_map(edits_of).collect();
        let only = Some(edits.iter().map(|(row, _)| row.clone()).collect());
        let edits = edits.into_iter().map(|(_, edit)| edit).collect();
        let (step, decimal_mark) = (StepKind::Cell, DecimalMark::Point);
        Self {
            edit: EditLines { movement, step, edits, decimal_mark },
            send: SendChanges { movement, only, without: Vec::new() },
        }
    }

    /// The commands and the requests, as the console takes them.
    #[must_use]
    pub fn as_lines(&self) -> Vec<Command> {
        vec![("edit_lines", json!(self.edit)), ("send_changes", json!(self.send))]
    }
}

/// Changes lines of a movement.
///
/// # Errors
/// If it is not edited, or not all that was edited is sent; then it is forgotten in the sheet.
pub async fn change(
    backend: &Backend,
    movement: MovementKey,
    changes: Vec<LineChange>,
) -> Result<Written, Error> {
    let Requests { edit, send } = Requests::of(movement, changes);
    let again = edit.clone();
    backend.edit_lines(edit).await?;
    let rows = send.only.clone().unwrap_or_default();
    let written = backend.send_changes(send).await?;
    let left = backend.list_changes(ListChanges { movement, without: Vec::new() }).await?;
    if left.changes.iter().any(|change| change.row.as_ref().is_some_and(|row| rows.contains(row))) {
        let edits = rows.into_iter().map(|row| LineEdit::Forget { row }).collect();
        backend.edit_lines(EditLines { edits, ..again }).await?;
        return Err(Error::TooLate);
    }
    Ok(written)
}

fn edits_of(change: LineChange) -> Vec<(RowKey, LineEdit)> {
    let decide = |item, decision| {
        let (row, decision) = (RowKey::Line(item), Some(decision));
        vec![(row.clone(), LineEdit::Decide { row, decision, proposed: false })]
    };
    match change {
        LineChange::Create { product, quantity, .. } => {
            let row = RowKey::New(OperationKey(Uuid::now_v7()));
            let (product, quantity) = (Some(product), quantity.to_string());
            let (name, code) = (row.clone(), String::new());
            vec![(name, LineEdit::Add { row, after: None, product, code, quantity })]
        }
        LineChange::Update { item, product, quantity, .. } => {
            let row = RowKey::Line(item);
            let product = product.map(|product| LineEdit::Product { row: row.clone(), product });
            let quantity = quantity.map(|pieces| LineEdit::Cell {
                row: row.clone(),
                column: EditorColumn::Requested,
                text: pieces.to_string(),
            });
            product.into_iter().chain(quantity).map(|edit| (row.clone(), edit)).collect()
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
            let row = RowKey::Line(item);
            vec![(row.clone(), LineEdit::Delete { row, deleted: true })]
        }
    }
}
