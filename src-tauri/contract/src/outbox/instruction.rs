//! The instructions a request about a movement's lines is made of (interface document, 2.3 and 4.4).

use crate::{ItemId, PersonId, ProductId};

/// One instruction. Those of one request apply in their order; several substitutions of one line are
/// several instructions with its id, and a revert before them replaces those it had.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Instruction {
    /// Adds a line.
    Create {
        /// What is asked for.
        product: ProductId,
        /// How many pieces.
        quantity: u32,
        /// Its place, from 0. The first one is written as text: installations take the number 0 for none.
        sort_order: u32,
        /// Who gets it.
        recipient: Option<PersonId>,
    },
    /// Replaces fields of a line; what is `None` stays as it is.
    Update {
        /// The line.
        id: ItemId,
        /// What is asked for.
        product: Option<ProductId>,
        /// How many pieces.
        quantity: Option<u32>,
        /// Its place, from 0.
        sort_order: Option<u32>,
    },
    /// Changes the quantity and keeps the request on record.
    Revise {
        /// The line.
        id: ItemId,
        /// How many pieces go, at least 1: a line is revised to nothing by canceling it.
        quantity: u32,
        /// Why; open text.
        reason_code: String,
        /// Free text.
        comments: Option<String>,
    },
    /// Sends another product instead.
    Substitute {
        /// The original line.
        id: ItemId,
        /// What goes instead.
        new_product: ProductId,
        /// How many pieces of it, at least 1.
        new_quantity: u32,
        /// Why; open text.
        reason_code: String,
        /// Free text.
        comments: Option<String>,
    },
    /// Lets nothing of a line go.
    Cancel {
        /// The line.
        id: ItemId,
        /// Why; open text.
        reason_code: String,
        /// Free text.
        comments: Option<String>,
    },
    /// Takes back a revision, substitution or cancellation.
    Revert {
        /// The line.
        id: ItemId,
    },
    /// Removes a line.
    Delete {
        /// The line.
        id: ItemId,
    },
}
