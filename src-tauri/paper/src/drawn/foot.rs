//! The edges of a page of text, and its foot: the title, how old the data is, and the number of the page.

use krilla::tagging::ArtifactType;

use crate::drawn::book::title;
use crate::drawn::pen::{Frame, Ink, Pen, Placed, Side};
use crate::error::PaperError;
use crate::fonts::set::Style;
use crate::measure::{MM, Scale};
use crate::plain::document::Document;
use crate::text::wrap::{Measure, Setter};

/// A page of text and its margins, in points.
#[derive(Debug, Clone, Copy)]
pub struct Sheet {
    /// The size of the page.
    pub size: (f32, f32),
    /// The width between the margins.
    pub frame: Frame,
    /// The upper margin.
    pub top: f32,
    /// Where the text ends, above the foot.
    pub bottom: f32,
}

impl Sheet {
    /// The page of a document.
    ///
    /// # Errors
    /// A page on which nothing could be read.
    pub fn of(document: &Document) -> Result<Self, PaperError> {
        let (width, height) = document.page.points();
        let is_room = |length: f32| (70.0 * MM..5000.0 * MM).contains(&length);
        if !is_room(width) || !is_room(height) {
            return Err(PaperError::PageTooSmall);
        }
        let side = if width < 120.0 * MM { 8.0 } else { 14.0 } * MM;
        Ok(Self {
            size: (width, height),
            frame: Frame { x: side, width: width - 2.0 * side },
            top: 13.0 * MM,
            bottom: height - 19.0 * MM,
        })
    }
}

/// Draws the foot of a page, counted from 1.
pub fn draw(
    pen: &mut Pen<'_, '_>,
    document: &Document,
    setter: &Setter<'_>,
    sheet: Sheet,
    (page, pages): (usize, usize),
) {
    let size = Scale::new(document.large).small().min(8.5);
    let number = document
        .words
        .page
        .replace("{page}", &page.to_string())
        .replace("{pages}", &pages.to_string());
    let number = setter.line(&number, Style::Plain);
    let as_of = setter.line(&document.words.as_of, Style::Plain);
    let Frame { x, width } = sheet.frame;
    let gap = 10.0;
    let room = width - (number.width + as_of.width) * size - 2.0 * gap;
    let measure = Measure { width: room.max(20.0), size, lines: 1 };
    let named = setter.wrap(&title(document), Style::Medium, measure);
    pen.artifact(ArtifactType::Footer, |pen| {
        let y = sheet.bottom + 5.0 * MM;
        pen.rule(sheet.frame, y, 0.4, Ink::Hair);
        let placed = Placed {
            frame: sheet.frame,
            baseline: y + 4.0 + size,
            size,
            side: Side::Start,
            ink: Ink::Soft,
        };
        let mut start = x;
        if let Some(named) = named.first() {
            pen.text(named, placed);
            start += named.width * size + gap;
        }
        let frame = Frame { x: start, width: x + width - start };
        pen.text(&as_of, Placed { frame, ..placed });
        pen.text(&number, Placed { side: Side::End, ..placed });
    });
}
