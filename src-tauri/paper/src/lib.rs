//! What is printed: lists, movement sheets, labels and codes, from plain data to the bytes of a PDF; and its pages
//! as pictures, to be looked at before.
//!
//! Nothing here reads a clock, a file of the user or the network, and nothing is remembered from one
//! document to the next. What is read is fonts: Inter and JetBrains Mono are part of the crate, and for
//! scripts they lack a font of the system is looked for. Where there is none, a character is drawn as
//! an empty box; its text stays in the document, and codes stay readable.
//!
//! A document is tagged (PDF/UA-1): its language, its title, its tables and its reading order are told,
//! and each code has a text of its own. All words come from the caller, in the reader's language.

mod code;
mod drawn;
mod error;
mod fonts;
mod layout;
mod measure;
mod picture;
mod plain;
mod text;

pub use code::kind::{Code, Gs1Element, Gs1Symbol};
pub use error::PaperError;
pub use picture::{Picture, picture};
pub use plain::codes::{BigCode, CodeSection, CodeSheet};
pub use plain::document::{Body, Document, Words};
pub use plain::labels::{Label, LabelSheet, LabelStock};
pub use plain::page::PageSize;
pub use plain::table::{Cell, Column, ColumnKind, Fact, Group, Row, Signature, TableSheet};

use drawn::book::Book;
use fonts::set::Fonts;

/// The PDF of a document: version 1.7, tagged, with the fonts it uses as far as it uses them.
///
/// The same document makes the same bytes on the same computer; on another one, only fonts of the
/// system may differ.
///
/// # Errors
/// What cannot be printed as it is wished, each with the text it is about: a code that cannot be
/// encoded or does not fit, labels that do not fit the page, and a page without room.
pub fn pdf(document: &Document) -> Result<Vec<u8>, PaperError> {
    let fonts = Fonts::new()?;
    let mut book = Book::new(document)?;
    match &document.body {
        Body::Table(sheet) => drawn::table::draw(&mut book, document, &fonts, sheet)?,
        Body::Labels(sheet) => drawn::labels::draw(&mut book, document, &fonts, sheet)?,
        Body::Codes(sheet) => drawn::codes::draw(&mut book, document, &fonts, sheet)?,
    }
    book.finish()
}
