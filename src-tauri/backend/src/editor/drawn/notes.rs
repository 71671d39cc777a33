//! Notes shown under a line whose operation was refused, is in conflict, or was not answered. Pure.

use contract::{ChangeKind, LineChange, Note, OperationState, ProductRef};

use crate::outbox::op::Op;

/// What there is to say of an operation's line; `None` if it goes by itself.
pub(crate) fn note_of(op: &Op) -> Option<Note> {
    let operation = op.key;
    let change = op.line_change().map_or(ChangeKind::Pick, LineChange::kind);
    Some(match op.state.clone() {
        OperationState::Stuck(failure) => {
            Note::Refused { operation, change, failure, with: codes_of(op) }
        }
        OperationState::Conflict(fields) => Note::Conflict { operation, fields },
        OperationState::Unknown(question) => Note::Unknown { operation, question },
        _ => return None,
    })
}

/// Codes of the products that were to go instead.
fn codes_of(op: &Op) -> Vec<String> {
    let Some(LineChange::Substitute { with, .. }) = op.line_change() else { return Vec::new() };
    let code =
        |product: &ProductRef| product.code.clone().unwrap_or_else(|| product.id.to_string());
    with.iter().map(|one| code(&one.product)).collect()
}
