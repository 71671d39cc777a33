//! Sheets of codes: a grid of captions, each with its code below it.

use std::rc::Rc;

use krilla::tagging::{ArtifactType, Tag, TagGroup};

use crate::code::fit::{Fitted, Room, fit};
use crate::code::symbol::SymbolKind;
use crate::drawn::book::{Book, figure, heading, paragraph};
use crate::drawn::foot::{self, Sheet};
use crate::drawn::pen::{Frame, Ink, Pen, Placed, Side};
use crate::drawn::top::Top;
use crate::error::PaperError;
use crate::fonts::set::{Fonts, Style};
use crate::layout::pages::{Block, split};
use crate::measure::{ASCENT, LEADING, MM, Scale};
use crate::plain::codes::{BigCode, CodeSheet};
use crate::plain::document::Document;
use crate::text::line::Line;
use crate::text::wrap::{Measure, Setter};

/// What stands on the pages, one below the other.
enum Shelf {
    Head(String, Rc<Line>),
    Codes(Vec<SetCode>),
}

/// A code with its caption, set.
struct SetCode {
    caption: Vec<Rc<Line>>,
    note: Vec<Rc<Line>>,
    fitted: Fitted,
    said: String,
    text: Vec<Rc<Line>>,
    frame: Frame,
}

/// Draws a sheet of codes.
///
/// # Errors
/// A code that cannot be drawn in its column.
pub fn draw(
    book: &mut Book,
    document: &Document,
    fonts: &Fonts,
    sheet: &CodeSheet,
) -> Result<(), PaperError> {
    let setter = Setter::new(fonts);
    let scale = Scale::new(document.large);
    let page = Sheet::of(document)?;
    let top = Top::new(document, &setter, page, (&sheet.intro, None, &[]))?;
    let (shelves, blocks) = shelves(document, &setter, sheet, page, scale)?;
    let first = page.bottom - page.top - top.height;
    let pages = split(&blocks, first, page.bottom - page.top);
    for (number, range) in pages.iter().enumerate() {
        let mut named = Vec::new();
        let tags = book.page(page.size, |pen| {
            let mut tags = Vec::new();
            let mut y = page.top;
            if number == 0 {
                tags = top.draw(pen, document, page);
                y += top.height;
            }
            for (at, shelf) in range.clone().zip(shelves.get(range.clone()).unwrap_or_default()) {
                match shelf {
                    Shelf::Head(name, line) => {
                        let placed = Placed {
                            frame: page.frame,
                            baseline: y + scale.of(8.0) + scale.strong() * ASCENT,
                            size: scale.strong(),
                            side: Side::Start,
                            ink: Ink::Full,
                        };
                        let drawn = pen.tagged(|pen| pen.text(line, placed));
                        tags.push(heading(2, name, drawn));
                        named.push((name.clone(), y));
                    }
                    Shelf::Codes(codes) => {
                        pen.artifact(ArtifactType::Layout, |pen| {
                            pen.rule(page.frame, y, 0.4, Ink::Hair);
                        });
                        let above = above(codes, scale);
                        tags.extend(codes.iter().map(|code| code.draw(pen, (y, above), scale)));
                    }
                }
                y += blocks.get(at).map_or(0.0, |block| block.height);
            }
            foot::draw(pen, document, &setter, page, (number + 1, pages.len()));
            tags
        })?;
        for tag in tags {
            book.push(tag);
        }
        for (name, y) in named {
            book.part(&name, number, y);
        }
    }
    Ok(())
}

fn shelves(
    document: &Document,
    setter: &Setter<'_>,
    sheet: &CodeSheet,
    page: Sheet,
    scale: Scale,
) -> Result<(Vec<Shelf>, Vec<Block>), PaperError> {
    let columns = sheet.columns.clamp(1, 4);
    let gap = scale.of(18.0);
    let width = (page.frame.width + gap) / columns as f32 - gap;
    let mut shelves = Vec::new();
    let mut blocks = Vec::new();
    for section in &sheet.sections {
        if !section.head.is_empty() {
            shelves
                .push(Shelf::Head(section.head.clone(), setter.line(&section.head, Style::Bold)));
            let height = scale.of(16.0) + scale.strong() * LEADING;
            blocks.push(Block { height, with_next: true, ..Block::default() });
        }
        for row in section.codes.chunks(columns) {
            let mut set = Vec::with_capacity(row.len());
            for (at, code) in row.iter().enumerate() {
                let x = page.frame.x + at as f32 * (width + gap);
                set.push(SetCode::new(document, setter, code, Frame { x, width }, scale)?);
            }
            let below = set.iter().map(|code| code.below(scale)).fold(0.0, f32::max);
            let height = scale.of(26.0) + above(&set, scale) + below;
            shelves.push(Shelf::Codes(set));
            blocks.push(Block { height, ..Block::default() });
        }
    }
    Ok((shelves, blocks))
}

/// How high the highest caption of a row is.
fn above(codes: &[SetCode], scale: Scale) -> f32 {
    codes.iter().map(|code| code.above(scale)).fold(0.0, f32::max)
}

impl SetCode {
    fn new(
        document: &Document,
        setter: &Setter<'_>,
        code: &BigCode,
        frame: Frame,
        scale: Scale,
    ) -> Result<Self, PaperError> {
        let width = frame.width;
        let room = Room {
            width,
            height: 32.0 * MM,
            bar_height: scale.of(15.0 * MM),
            bars: 0.42,
            squares: 1.0,
        };
        let measure = |size, lines| Measure { width, size, lines };
        let text = code.code.text();
        Ok(Self {
            caption: setter.wrap(&code.caption, Style::Bold, measure(scale.strong(), 2)),
            note: setter.wrap(&code.note, Style::Plain, measure(scale.body(), 3)),
            fitted: fit(&code.code, room)?,
            said: document.words.code.replace("{text}", &text),
            text: setter.wrap(&text, Style::Mono, measure(scale.label(), 4)),
            frame,
        })
    }

    /// How high the caption is.
    fn above(&self, scale: Scale) -> f32 {
        self.caption.len() as f32 * scale.strong() * LEADING
            + self.note.len() as f32 * scale.body() * LEADING
    }

    /// How far the code is below the caption, and its text below the code: its quiet zone, where that
    /// is more than what looks well.
    fn gap(&self, scale: Scale) -> f32 {
        let quiet = self.fitted.quiet();
        if self.fitted.symbol.kind() == SymbolKind::Linear {
            scale.of(6.0)
        } else {
            (scale.of(6.0) - quiet).max(0.0)
        }
    }

    /// How high the code and its text are.
    fn below(&self, scale: Scale) -> f32 {
        2.0 * self.gap(scale)
            + self.fitted.height
            + self.text.len() as f32 * scale.label() * LEADING
    }

    /// Draws it with its upper edge at the first height; codes of a row stand at one height, below
    /// the highest of their captions.
    fn draw(&self, pen: &mut Pen<'_, '_>, (y, above): (f32, f32), scale: Scale) -> TagGroup {
        let mut tags = TagGroup::new(Tag::Div);
        let mut y = y + scale.of(10.0);
        let foot = y + above;
        let frame = self.frame;
        for (lines, size, ink) in
            [(&self.caption, scale.strong(), Ink::Full), (&self.note, scale.body(), Ink::Soft)]
        {
            if lines.is_empty() {
                continue;
            }
            tags.push(paragraph(pen.tagged(|pen| {
                for line in lines {
                    let baseline = y + size * ASCENT;
                    pen.text(line, Placed { frame, baseline, size, side: Side::Start, ink });
                    y += size * LEADING;
                }
            })));
        }
        y = foot + self.gap(scale);
        // The quiet zone is light anyway: the code itself stands below its caption's first letter.
        let quiet = self.fitted.quiet();
        let shifted = Frame { x: frame.x - quiet, width: frame.width + quiet };
        let drawn = pen.tagged(|pen| pen.symbol(&self.fitted, shifted, y, Side::Start));
        let mut figure = figure(self.said.clone(), drawn);
        y += self.fitted.height + self.gap(scale) * 0.5;
        let size = scale.label();
        let drawn = pen.tagged(|pen| {
            for line in &self.text {
                let baseline = y + size * ASCENT;
                pen.text(line, Placed { frame, baseline, size, side: Side::Start, ink: Ink::Full });
                y += size * LEADING;
            }
        });
        figure.push(TagGroup::with_children(Tag::Caption, vec![drawn.into()]));
        tags.push(figure);
        tags
    }
}
