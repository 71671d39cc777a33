//! What cannot be printed.

use thiserror::Error;

/// Why there is no paper, with the text it is about as far as it can be shown.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PaperError {
    /// A page of which there is no picture: the bytes are no document of ours.
    #[error("the page cannot be drawn")]
    NotDrawn,
    /// A code without content.
    #[error("a code is empty")]
    CodeEmpty,
    /// More than a code of this kind can hold.
    #[error("{text} is too long for a code")]
    CodeTooLong {
        /// The beginning of what was to be encoded.
        text: String,
    },
    /// The code would have to be drawn finer than scanners can read.
    #[error("the code of {text} does not fit the room it has")]
    CodeTooLarge {
        /// The beginning of what was to be encoded.
        text: String,
    },
    /// A GS1 application identifier that is not known here.
    #[error("({ai}) is no GS1 identifier known here")]
    Gs1Identifier {
        /// The identifier.
        ai: String,
    },
    /// A value that its GS1 application identifier does not take.
    #[error("{value} is no value of the GS1 identifier ({ai})")]
    Gs1Value {
        /// The identifier.
        ai: String,
        /// The value.
        value: String,
    },
    /// A number whose last digit does not confirm the others.
    #[error("the check digit of {value} in ({ai}) is wrong")]
    Gs1CheckDigit {
        /// The identifier.
        ai: String,
        /// The number.
        value: String,
    },
    /// Sizes that are no sizes, or labels that reach over the edge of their page.
    #[error("the labels do not fit the page: {what}")]
    LabelsDoNotFit {
        /// The length that is wrong, in English, for the log.
        what: &'static str,
    },
    /// A page that leaves no room between its margins.
    #[error("the page is too small")]
    PageTooSmall,
    /// A table without columns.
    #[error("a table has no columns")]
    NoColumns,
    /// The document could not be written; the text is the library's and meant for the log.
    #[error("the document could not be written: {0}")]
    Written(String),
}

/// So many characters of a text are shown in a message.
const SHOWN: usize = 40;

/// The beginning of a text, as messages show it.
pub fn shown(text: &str) -> String {
    let mut start: String = text.chars().take(SHOWN).collect();
    if text.chars().count() > SHOWN {
        start.push('…');
    }
    start
}
