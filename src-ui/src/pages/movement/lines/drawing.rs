//! What drawing a row needs besides the row: the language, the formats, and whether cells can be
//! edited.

use crate::i18n::I18n;
use crate::wording::format::Format;

/// In which language rows are drawn, and whether their cells can be edited.
#[derive(Clone, Copy)]
pub struct Drawing {
    /// The words.
    pub i18n: I18n,
    /// Numbers and days.
    pub format: Format,
    /// Nothing can be edited here.
    pub read_only: bool,
}
