//! Notes shown under a line whose operation was refused, is in conflict, or was not answered. Pure.

use contract::{
    ChangeKind, ConflictField, LineChange, Note, OperationKey, OperationState, ProductRef,
};

use crate::{editor::draft::sheet::Aspects, outbox::op::Op};

/// What there is to say of an operation's line; `None` if it goes by itself.
pub fn note_of(op: &Op) -> Option<Note> {
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

/// Puts what is wanted of a line now in the place of what an operation in conflict asked for of it.
pub fn stand_for(wants: &Aspects, notes: &mut [Note], conflict: OperationKey) {
    for note in notes {
        let Note::Conflict { operation, fields } = note else { continue };
        for clash in fields.iter_mut().filter(|_| *operation == conflict) {
            let wanted = match clash.field {
                ConflictField::Quantity => wants.quantity.as_ref().map(|typed| typed.text.clone()),
                ConflictField::Product => wants.product().map(code_of),
                _ => None,
            };
            clash.ours = wanted.or(clash.ours.take());
        }
    }
}

/// Codes of the products that were to go instead.
fn codes_of(op: &Op) -> Vec<String> {
    let Some(LineChange::Substitute { with, .. }) = op.line_change() else { return Vec::new() };
    with.iter().map(|one| code_of(&one.product)).collect()
}

fn code_of(product: &ProductRef) -> String {
    product.code.clone().unwrap_or_else(|| product.id.to_string())
}
