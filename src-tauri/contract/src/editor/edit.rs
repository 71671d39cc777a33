//! What can be done to lines in the editor, and what can be wrong with them. Every edit is one step
//! of undo, is kept before it is answered, and sends nothing.

use serde::{Deserialize, Serialize};

use crate::{ChangeKind, EditorColumn, PersonRef, ProductRef, RowKey, Substitute};

/// One edit of one line. Several of one request are one step of undo.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineEdit {
    /// Puts a text in a cell, as typed. What is no product or no quantity stays there, marked. The
    /// text the service has takes the change back; an empty one clears the cell.
    Cell {
        /// The line.
        row: RowKey,
        /// [`EditorColumn::Code`], [`EditorColumn::Requested`], or [`EditorColumn::Recipient`].
        column: EditorColumn,
        /// The text.
        text: String,
    },
    /// Gives a line a product, chosen from those offered.
    Product {
        /// The line.
        row: RowKey,
        /// The product.
        product: ProductRef,
    },
    /// Gives a line added here somebody who gets it.
    Recipient {
        /// The line.
        row: RowKey,
        /// Who; `None` for nobody.
        recipient: Option<PersonRef>,
    },
    /// Adds a line.
    Add {
        /// Its name, made by whoever adds it.
        row: RowKey,
        /// The line it stands behind; `None` for the end.
        #[serde(default)]
        after: Option<RowKey>,
        /// Its product, where one was chosen.
        #[serde(default)]
        product: Option<ProductRef>,
        /// What was typed where none was.
        #[serde(default)]
        code: String,
        /// The quantity as typed; may be empty.
        #[serde(default)]
        quantity: String,
    },
    /// Decides about a line, in place of what was decided here before.
    Decide {
        /// The line.
        row: RowKey,
        /// What; `None` takes back what was decided here and not sent.
        decision: Option<Decision>,
        /// It waits for approval here, and is not sent until it is decided without this.
        #[serde(default)]
        proposed: bool,
    },
    /// Deletes a line, or takes that back. A line added here is gone at once. Of a line that was merged
    /// into another, the whole merge is taken back.
    Delete {
        /// The line.
        row: RowKey,
        /// Whether it is to be deleted.
        deleted: bool,
    },
    /// Merges a line into another one of its product, which gets its quantity. Until it is sent, the
    /// lines of a merge are sent and given up together.
    Merge {
        /// The line, deleted by it.
        row: RowKey,
        /// The line that gets its quantity.
        into: RowKey,
    },
    /// Puts a line in another place.
    Move {
        /// The line.
        row: RowKey,
        /// The line it stands behind from then on; `None` for the first place.
        after: Option<RowKey>,
    },
    /// Forgets all that was changed here of a line and not sent. With it goes the merge it is part of.
    Forget {
        /// The line.
        row: RowKey,
    },
    /// Ends [`crate::Note::Elsewhere`]: of each field changed on both sides, ours or theirs.
    #[serde(rename = "settle")]
    Resolve {
        /// The line.
        row: RowKey,
        /// Fields that stay as changed here; all others become as they are in the service.
        keep: Vec<crate::ConflictField>,
    },
}

/// What is decided about a line (interface document, 3).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decision {
    /// Changes the quantity and keeps the request on record; 0 is a cancellation.
    Revise {
        /// How many pieces go.
        quantity: u32,
        /// Why.
        reason_code: String,
        /// Free text.
        #[serde(default)]
        comments: Option<String>,
    },
    /// Sends other products instead. Of a line substituted already: these in place of those.
    Substitute {
        /// What goes instead; at least one.
        with: Vec<Substitute>,
        /// Why.
        reason_code: String,
        /// Free text.
        #[serde(default)]
        comments: Option<String>,
    },
    /// Lets nothing go.
    Cancel {
        /// Why.
        reason_code: String,
        /// Free text.
        #[serde(default)]
        comments: Option<String>,
    },
    /// Takes back what was decided before, in the service.
    Revert,
}

impl Decision {
    /// Which kind of change it is.
    #[must_use]
    pub fn kind(&self) -> ChangeKind {
        match self {
            Self::Revise { quantity: 0, .. } | Self::Cancel { .. } => ChangeKind::Cancel,
            Self::Revise { .. } => ChangeKind::Revise,
            Self::Substitute { .. } => ChangeKind::Substitute,
            Self::Revert => ChangeKind::Revert,
        }
    }
}

/// What is wrong with a line, or worth a look.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EditProblem {
    /// It has no product.
    NoProduct,
    /// No product has this code, or its name fits several.
    UnknownProduct,
    /// Several products have this code.
    SeveralProducts,
    /// No product read so far has this code, and not all were read yet.
    UnreadProduct,
    /// It has no quantity.
    NoQuantity,
    /// What was typed is no number.
    NotANumber,
    /// The mark in it may be a decimal mark or group thousands; so many pieces, if it groups them.
    Doubtful(i64),
    /// Pieces are whole.
    NotWhole,
    /// Less than 1.
    BelowOne,
    /// More than the service can count.
    TooMany,
    /// More than the service can count, together with other rows of the product.
    TooManyTogether,
    /// What was decided about it has no reason.
    NoReason,
    /// What goes instead is less than what was asked for, by so many; worth a look.
    Remainder(i64),
    /// The product stands in the line of this number too; worth a look.
    Duplicate(u32),
    /// More will leave than the origin has, by so many; worth a look.
    AboveAvailable(i64),
    /// The products read from the service do not have it; worth a look.
    NotListed,
}

impl EditProblem {
    /// Whether the line cannot be sent like this; otherwise it is only worth a look.
    #[must_use]
    pub fn blocks(&self) -> bool {
        !matches!(
            self,
            Self::Remainder(_) | Self::Duplicate(_) | Self::AboveAvailable(_) | Self::NotListed
        )
    }

    /// The cell it is about.
    #[must_use]
    pub fn column(&self) -> EditorColumn {
        match self {
            Self::NoProduct
            | Self::UnknownProduct
            | Self::SeveralProducts
            | Self::UnreadProduct
            | Self::Duplicate(_)
            | Self::NotListed => EditorColumn::Code,
            Self::NoQuantity
            | Self::NotANumber
            | Self::Doubtful(_)
            | Self::NotWhole
            | Self::BelowOne
            | Self::TooMany
            | Self::TooManyTogether => EditorColumn::Requested,
            Self::NoReason => EditorColumn::Reason,
            Self::Remainder(_) => EditorColumn::ToShip,
            Self::AboveAvailable(_) => EditorColumn::Available,
        }
    }
}

/// What a step of undo did, for its name; the window words it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepKind {
    /// Typed in a cell.
    Cell,
    /// Filled down.
    Fill,
    /// Pasted a block.
    Paste,
    /// Imported the rows of a file or a text.
    Import,
    /// Took over the lines of another movement.
    Copy,
    /// Cleared cells.
    Clear,
    /// Added lines.
    Add,
    /// Deleted lines.
    Delete,
    /// Decided about lines.
    Decide,
    /// Moved lines.
    Move,
    /// Merged lines of one product.
    Merge,
    /// Put the lines of a stocklist in.
    Insert,
    /// Discarded changes.
    Discard,
    /// Chose between here and the service.
    #[serde(rename = "settle")]
    Resolve,
}

/// The name of a step of undo.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct StepName {
    /// What it did.
    pub kind: StepKind,
    /// To how many lines.
    pub lines: u32,
}
