//! Sheets of codes to be scanned from the page: commands, and the scanner's test.

use crate::code::kind::Code;

/// Codes in a grid.
#[derive(Debug, Clone, PartialEq)]
pub struct CodeSheet {
    /// What the sheet is for, under its title; empty for none.
    pub intro: String,
    /// Codes beside each other, 1 to 4.
    pub columns: usize,
    /// The codes, in sections.
    pub sections: Vec<CodeSection>,
}

/// Codes that belong together.
#[derive(Debug, Clone, PartialEq)]
pub struct CodeSection {
    /// Its head; empty for none.
    pub head: String,
    /// The codes.
    pub codes: Vec<BigCode>,
}

/// A code with what it does.
#[derive(Debug, Clone, PartialEq)]
pub struct BigCode {
    /// What it does: "Confirm".
    pub caption: String,
    /// A sentence about it; may be empty.
    pub note: String,
    /// The code.
    pub code: Code,
}
