//! Work that was not asked for yet: forms being filled in, kept at every pause.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::{
    HeaderFields, ImportStart, MovementKey, NewMovement, PreviewLine, StocklistId, TypedLine,
};

/// A form being filled in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// The movement it is about; a new one has its key already.
    pub key: MovementKey,
    /// What is filled in.
    pub form: DraftForm,
    /// Texts that are no values yet (half a date), by the field's name.
    #[serde(default)]
    pub typed: BTreeMap<String, String>,
    /// What was changed in stocklists that are not the chosen one any more.
    #[serde(default)]
    pub aside: Vec<ListAside>,
    /// The table that was read, while the form starts from something else.
    #[serde(default)]
    pub table: Option<TableAside>,
}

/// A table that may be started from again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableAside {
    /// What is known of it.
    pub import: ImportStart,
    /// Its lines, as they were changed.
    pub lines: Vec<PreviewLine>,
}

/// Lines changed in a stocklist that may be chosen again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListAside {
    /// Which one.
    pub stocklist: StocklistId,
    /// Its changed lines; the others are as the list has them.
    pub lines: Vec<PreviewLine>,
}

/// What is filled in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(clippy::large_enum_variant, reason = "there are few, and each is handed on as it is")]
pub enum DraftForm {
    /// A movement about to be made.
    NewMovement(NewMovement),
    /// Changes of a movement's own fields, and the fields as they were when that was begun.
    Header {
        /// As they were.
        base: HeaderFields,
        /// As they are to be.
        change: HeaderFields,
    },
    /// What is typed about lines of a movement and not decided yet. It is a draft of its own beside
    /// that of the movement's fields; kept without a line, it is thrown away.
    Lines(Vec<TypedLine>),
}

impl DraftForm {
    /// Whether it is about lines, and not about the movement itself.
    #[must_use]
    pub fn is_of_lines(&self) -> bool {
        matches!(self, Self::Lines(_))
    }
}

/// A draft, and when it was kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptDraft {
    /// The draft.
    pub draft: Draft,
    /// When it was kept here.
    pub kept: DateTime<Utc>,
}
