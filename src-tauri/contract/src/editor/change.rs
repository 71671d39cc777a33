//! What would be sent of a movement's editor, for the changes drawer.

use serde::{Deserialize, Serialize};

use crate::{
    ChangeKind, EditProblem, HeaderFields, LineChange, LineItem, OperationKey, ProductRef, RowKey,
};

/// All changes of a movement that were made here and not sent, in the order of its lines.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Changes {
    /// The changes.
    pub changes: Vec<PlannedChange>,
    /// How many requests those that are ready need, the service willing.
    pub requests: u32,
    /// The body of the first request, as JSON with indents, as it would be sent now.
    pub json: String,
    /// Operations that wait for the user, each with the number of the line it is about.
    #[serde(default)]
    pub waiting: Vec<(OperationKey, u32)>,
}

/// One change, as it would be sent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlannedChange {
    /// The line; `None` for the movement's own fields.
    pub row: Option<RowKey>,
    /// The line's number.
    pub number: Option<u32>,
    /// The line's product, before the change.
    pub product: Option<ProductRef>,
    /// What was typed where a product is wanted, and names none.
    #[serde(default)]
    pub code_typed: Option<String>,
    /// What was typed where a quantity is wanted.
    #[serde(default)]
    pub quantity_typed: Option<String>,
    /// Which kind.
    pub kind: ChangeKind,
    /// The instructions, in their order; of one that cannot be sent yet there are none.
    pub instructions: Vec<LineChange>,
    /// The movement's own fields that change.
    pub header: Option<HeaderFields>,
    /// The line as it is in the service, with what waits in the outbox.
    pub before: Option<Box<LineItem>>,
    /// The line as section 3 of the interface document says it will be; `None` for a deleted one.
    pub after: Option<Box<LineItem>>,
    /// Whether it goes.
    pub stand: ChangeStand,
    /// The line only gets another place because others were put somewhere.
    #[serde(default)]
    pub follows: bool,
    /// The line into which lines were merged; the changes with the same one are sent and given up
    /// together.
    #[serde(default)]
    pub merge: Option<RowKey>,
}

/// Whether a change goes when all are sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChangeStand {
    /// It goes.
    Ready,
    /// It goes, and is worth a look.
    Look(EditProblem),
    /// It cannot be sent like this, and stays.
    Blocked(EditProblem),
    /// It waits for approval here, and stays.
    Proposed,
    /// The service has something else since; it stays until that is settled.
    Elsewhere,
    /// It is part of a merge, and the line of this number, which is another part, stays.
    Together(u32),
}

/// What became of the rows of a pasted block; together they are all its rows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pasted {
    /// Rows that became lines of their own and can be sent.
    pub added: u32,
    /// Rows of a product that an earlier row of the block has: their quantities were added up.
    pub merged: u32,
    /// Rows that changed a line.
    pub changed: u32,
    /// Rows that are already so.
    pub same: u32,
    /// Rows that became lines, or stand in lines, and cannot be sent like this.
    pub attention: u32,
    /// Rows that ask for nothing: empty ones, a row of column heads, and those that name the product
    /// of a line without a quantity.
    pub skipped: u32,
    /// The lines concerned, in the order of the block.
    pub rows: Vec<RowKey>,
    /// Columns of the block that hold texts, and neither name products nor count: their heads, or their
    /// numbers in the block, from 1, where it has no heads.
    #[serde(default)]
    pub unused: Vec<String>,
    /// Quantities of lines that were typed here, were not sent, and are others now; each belongs to a row
    /// that is counted above.
    #[serde(default)]
    pub replaced: u32,
    /// The first of these, in the order of the block.
    #[serde(default)]
    pub replaced_first: Vec<ReplacedQuantity>,
}

/// A quantity that was typed here, was not sent, and is another one now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplacedQuantity {
    /// The number of its line.
    pub number: u32,
    /// The line's product, by its code where it has one; `None` where nothing names it.
    pub product: Option<String>,
    /// What was typed.
    pub before: String,
    /// What stands there now.
    pub after: String,
}

/// A product found for what was typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FoundProduct {
    /// The product.
    pub product: ProductRef,
    /// Its code is what was typed.
    pub exact: bool,
    /// The number of the open line it stands in already.
    pub in_line: Option<u32>,
}
