//! What a change of a movement's own fields, or of a line, must have before it is saved.

use contract::{HeaderFields, LineChange};

use crate::error::Error;

pub(crate) fn check_fields(change: &HeaderFields) -> Result<(), Error> {
    if change.is_empty() {
        return Err(Error::Invalid { field: "change", problem: "it changes nothing" });
    }
    match &change.name {
        Some(name) if name.trim().is_empty() => Err(Error::Required("name")),
        _ => Ok(()),
    }
}

pub(crate) fn check_change(change: &LineChange) -> Result<(), Error> {
    match change {
        LineChange::Revise { reason_code, .. }
        | LineChange::Cancel { reason_code, .. }
        | LineChange::Substitute { reason_code, .. }
            if reason_code.trim().is_empty() =>
        {
            Err(Error::Required("reason_code"))
        }
        LineChange::Substitute { with, .. } if with.is_empty() => {
            Err(Error::Invalid { field: "with", problem: "there are no products" })
        }
        LineChange::Substitute { with, .. } if with.iter().any(|one| one.quantity == 0) => {
            Err(Error::Invalid { field: "with", problem: "a quantity must be 1 or more" })
        }
        LineChange::Update { product: None, quantity: None, sort_order: None, .. } => {
            Err(Error::Invalid { field: "change", problem: "it changes nothing" })
        }
        _ => Ok(()),
    }
}
