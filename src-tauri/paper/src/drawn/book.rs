//! A document being made: its pages, its tree, its outline, its settings.

use std::num::NonZeroU16;

use krilla::configure::{Accessibility, ConfigurationBuilder};
use krilla::destination::XyzDestination;
use krilla::geom::Point;
use krilla::metadata::{Metadata, TextDirection};
use krilla::outline::{Outline, OutlineNode};
use krilla::page::PageSettings;
use krilla::tagging::{Identifier, Node, Tag, TagGroup, TagTree};
use krilla::{Document as Pdf, SerializeSettings};

use crate::drawn::pen::Pen;
use crate::error::PaperError;
use crate::plain::document::Document;
use crate::text::clean;

/// A document being made.
pub struct Book {
    pdf: Pdf,
    tree: TagTree,
    title: String,
    parts: Vec<OutlineNode>,
    page: usize,
    is_rtl: bool,
}

impl Book {
    /// Begins a document.
    ///
    /// # Errors
    /// Where the library refuses what it is set to.
    pub fn new(document: &Document) -> Result<Self, PaperError> {
        let configuration = ConfigurationBuilder::new()
            .with_accessibility_validator(Accessibility::UA1)
            .finish()
            .map_err(|error| PaperError::Written(format!("{error:?}")))?;
        let mut pdf = Pdf::new_with(SerializeSettings {
            configuration,
            enable_tagging: true,
            ..SerializeSettings::default()
        });
        let title = title(document);
        let direction = if document.right_to_left {
            TextDirection::RightToLeft
        } else {
            TextDirection::LeftToRight
        };
        let mut metadata = Metadata::new()
            .title(title.clone())
            .creator("Stockhand".into())
            .text_direction(direction);
        let mut tree = TagTree::new();
        if !document.language.is_empty() {
            metadata = metadata.language(document.language.clone());
            tree = tree.with_lang(Some(document.language.clone()));
        }
        pdf.set_metadata(metadata);
        let is_rtl = document.right_to_left;
        Ok(Self { pdf, tree, title, parts: Vec::new(), page: 0, is_rtl })
    }

    /// Draws the next page, of this size in points.
    ///
    /// # Errors
    /// A size that is none.
    pub fn page<T>(
        &mut self,
        (width, height): (f32, f32),
        draw: impl FnOnce(&mut Pen<'_, '_>) -> T,
    ) -> Result<T, PaperError> {
        let settings = PageSettings::from_wh(width, height).ok_or(PaperError::PageTooSmall)?;
        let mut page = self.pdf.start_page_with(settings);
        let mut surface = page.surface();
        let drawn = draw(&mut Pen::new(&mut surface, width, self.is_rtl));
        surface.finish();
        page.finish();
        self.page += 1;
        Ok(drawn)
    }

    /// Puts something into the tree, after all that is in it.
    pub fn push(&mut self, node: impl Into<Node>) {
        self.tree.push(node);
    }

    /// Notes a part of the document for its outline: on page `page`, counted from 0, at the height `y`.
    pub fn part(&mut self, name: &str, page: usize, y: f32) {
        let name = clean::prose(name);
        if !name.is_empty() {
            let place = XyzDestination::new(page, Point::from_xy(0.0, y));
            self.parts.push(OutlineNode::new(name, place));
        }
    }

    /// So many pages are drawn.
    pub fn pages(&self) -> usize {
        self.page
    }

    /// The bytes of the document.
    ///
    /// # Errors
    /// What the library refuses to write.
    pub fn finish(mut self) -> Result<Vec<u8>, PaperError> {
        let start = XyzDestination::new(0, Point::from_xy(0.0, 0.0));
        let mut whole = OutlineNode::new(self.title, start).with_open(true);
        for part in self.parts {
            whole.push_child(part);
        }
        let mut outline = Outline::new();
        outline.push_child(whole);
        self.pdf.set_outline(outline);
        self.pdf.set_tag_tree(self.tree);
        self.pdf.finish().map_err(|error| PaperError::Written(format!("{error:?}")))
    }
}

/// The title; a document without one is named by a dash, for it must have one.
pub fn title(document: &Document) -> String {
    let title = clean::prose(&document.title);
    if title.is_empty() { "–".into() } else { title }
}

/// A heading with what is drawn of it.
pub fn heading(level: u16, text: &str, drawn: Identifier) -> TagGroup {
    let level = NonZeroU16::new(level).unwrap_or(NonZeroU16::MIN);
    TagGroup::with_children(Tag::Hn(level, Some(text.to_owned())), vec![drawn.into()])
}

/// A paragraph with what is drawn of it.
pub fn paragraph(drawn: Identifier) -> TagGroup {
    TagGroup::with_children(Tag::P, vec![drawn.into()])
}

/// A figure with what is said of it.
pub fn figure(said: String, drawn: Identifier) -> TagGroup {
    TagGroup::with_children(Tag::Figure(Some(said)), vec![drawn.into()])
}
