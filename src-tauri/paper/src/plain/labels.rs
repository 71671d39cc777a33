//! Labels of bins, products and lines.

use crate::code::kind::Code;
use crate::plain::page::PageSize;

/// Labels of one size.
#[derive(Debug, Clone, PartialEq)]
pub struct LabelSheet {
    /// What they are printed on.
    pub stock: LabelStock,
    /// So many places of the first sheet are used up and stay empty.
    pub skip: usize,
    /// Whether a hairline shows the edge of each label, to try a sheet on plain paper.
    pub outlines: bool,
    /// The labels, in the order in which they fill rows.
    pub labels: Vec<Label>,
}

/// What labels are printed on. All lengths are in millimetres.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum LabelStock {
    /// Sheets with labels in rows and columns.
    Sheet {
        /// The sheet.
        page: PageSize,
        /// Labels beside each other.
        columns: usize,
        /// Labels below each other.
        rows: usize,
        /// The width of a label.
        width: f32,
        /// The height of a label.
        height: f32,
        /// From the left edge of the sheet to the first label.
        left: f32,
        /// From the upper edge of the sheet to the first label.
        top: f32,
        /// Between two labels beside each other.
        gap_x: f32,
        /// Between two labels below each other.
        gap_y: f32,
    },
    /// A roll: each label is a page.
    Roll {
        /// The width of a label.
        width: f32,
        /// The height of a label.
        height: f32,
    },
}

/// A label.
#[derive(Debug, Clone, PartialEq)]
pub struct Label {
    /// What it is read by from afar.
    pub title: String,
    /// Whether the title is a code: set in letters of one width and never cut.
    pub title_is_code: bool,
    /// Smaller lines below it; those without room are left out, the last first.
    pub lines: Vec<String>,
    /// The code to scan. A Code 128 that is too long for the label becomes a QR code.
    pub code: Option<Code>,
    /// So many of it are printed.
    pub copies: usize,
}
