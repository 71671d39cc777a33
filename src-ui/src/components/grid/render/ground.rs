//! What is the same for all rows of a grid when they are drawn: the columns and where they are, the
//! words of empty cells and buttons.

use leptos::prelude::Get;

use crate::components::grid::model::{Column, EditorKind};

/// What all rows of a grid are drawn by.
#[derive(Clone)]
pub struct Ground {
    /// The columns shown.
    pub columns: Vec<Column>,
    /// Their indexes as declared.
    pub places: Vec<usize>,
    /// Cells are chosen one by one.
    pub cells: bool,
    /// Rows have children or groups that fold.
    pub tree: bool,
    /// What the ids of notes begin with.
    pub note: String,
    /// What a value that was not given is called.
    pub absent: &'static str,
    /// What folds the children of a row.
    pub twist: &'static str,
    /// What the columns of ticks are called.
    pub labels: Vec<(&'static str, String)>,
}

impl Ground {
    /// What the ticks of a column are called.
    pub fn label(&self, column: &Column) -> &str {
        let label = self.labels.iter().find(|(id, _)| *id == column.id);
        label.map_or("", |(_, label)| label.as_str())
    }

    /// What the columns of ticks are called now.
    pub fn labels_of(columns: &[Column]) -> Vec<(&'static str, String)> {
        let ticks = columns.iter().filter(|column| column.editor == Some(EditorKind::Check));
        ticks.map(|column| (column.id, column.label.get())).collect()
    }
}

impl PartialEq for Ground {
    // The columns are those at the places; what else is said of them never changes.
    fn eq(&self, other: &Self) -> bool {
        self.places == other.places
            && self.absent == other.absent
            && self.twist == other.twist
            && self.labels == other.labels
    }
}
