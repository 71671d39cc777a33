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
        OperationState::Conflict(fields) => {
            Note::Conflict { operation, fields, typed_since: false }
        }
        OperationState::Unknown(question) => Note::Unknown { operation, question },
        _ => return None,
    })
}

/// In a conflict, what was typed of the line since stands against what somebody else changed.
pub fn show_typed_since(notes: &mut [Note], conflict: OperationKey, wants: &Aspects) {
    for note in notes {
        let Note::Conflict { operation, fields, typed_since } = note else { continue };
        if *operation != conflict {
            continue;
        }
        *typed_since = true;
        for clash in fields {
            let typed = match clash.field {
                ConflictField::Quantity => wants.quantity.as_ref().map(|typed| typed.text.clone()),
                ConflictField::Product => wants.product().map(code_of),
                ConflictField::SortOrder => wants.place.map(|place| place.to_string()),
                _ => None,
            };
            clash.ours = typed.or(clash.ours.take());
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
