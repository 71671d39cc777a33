//! Drawing on a page. Places are given as if the page were read from left to right; on a page that is
//! read the other way all of them are mirrored here, and nowhere else.

use std::rc::Rc;

use krilla::color::luma;
use krilla::geom::{PathBuilder, Point, Rect, Transform};
use krilla::num::NormalizedF32;
use krilla::paint::{Fill, FillRule};
use krilla::surface::Surface;
use krilla::tagging::{Artifact, ArtifactType, ContentTag, Identifier, SpanTag};

use crate::code::fit::Fitted;
use crate::code::symbol::SymbolKind;
use crate::text::line::Line;

/// How dark something is. All text is darker than 7 to 1 against paper.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// Data, titles, codes.
    Full,
    /// Labels, heads, second lines.
    Soft,
    /// Boxes and lines to write on.
    Edge,
    /// Between rows.
    Hair,
}

impl Ink {
    fn fill(self) -> Fill {
        let lightness = match self {
            Self::Full => 0x0c,
            Self::Soft => 0x55,
            Self::Edge => 0x70,
            Self::Hair => 0xc4,
        };
        Fill {
            paint: luma::Color::new(lightness).into(),
            opacity: NormalizedF32::ONE,
            rule: FillRule::NonZero,
        }
    }
}

/// On which side of its frame something stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// Where reading begins.
    Start,
    /// Where it ends.
    End,
    /// In the middle.
    Middle,
}

/// A stretch of the page's width, in points from the edge at which reading begins.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Frame {
    /// Where it begins.
    pub x: f32,
    /// How wide it is.
    pub width: f32,
}

/// How a line is set in its frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Placed {
    /// The frame.
    pub frame: Frame,
    /// The baseline, in points from the upper edge of the page.
    pub baseline: f32,
    /// The size of the type in points.
    pub size: f32,
    /// The side.
    pub side: Side,
    /// How dark.
    pub ink: Ink,
}

/// Draws on one page.
pub struct Pen<'a, 'b> {
    surface: &'a mut Surface<'b>,
    page_width: f32,
    is_rtl: bool,
}

impl<'a, 'b> Pen<'a, 'b> {
    /// A pen for a page of this width, which is read from right to left or not.
    pub fn new(surface: &'a mut Surface<'b>, page_width: f32, is_rtl: bool) -> Self {
        Self { surface, page_width, is_rtl }
    }

    /// What is drawn is part of the document's text and goes into its tree by what is returned.
    pub fn tagged(&mut self, draw: impl FnOnce(&mut Self)) -> Identifier {
        self.within(ContentTag::Other, draw)
    }

    /// The same for lines that are drawn shorter than the text is (`whole`): readers are given all of
    /// it. Not where some of it is read from right to left, for readers do not agree on the order of
    /// such a text; of the letters themselves they all make out the order.
    pub fn tagged_text(
        &mut self,
        lines: &[Rc<Line>],
        whole: Option<&str>,
        draw: impl FnOnce(&mut Self),
    ) -> Identifier {
        match whole.filter(|_| lines.iter().all(|line| !line.is_mixed)) {
            Some(text) => {
                self.within(ContentTag::Span(SpanTag::empty().with_actual_text(Some(text))), draw)
            }
            None => self.tagged(draw),
        }
    }

    /// What is drawn is no part of the text: rules, and what is repeated on each page.
    pub fn artifact(&mut self, kind: ArtifactType, draw: impl FnOnce(&mut Self)) {
        self.within(ContentTag::Artifact(Artifact::with_kind(kind)), draw);
    }

    fn within(&mut self, tag: ContentTag<'_>, draw: impl FnOnce(&mut Self)) -> Identifier {
        let id = self.surface.start_tagged(tag);
        draw(self);
        self.surface.end_tagged();
        id
    }

    /// The left edge of something in a frame.
    fn left(&self, frame: Frame, width: f32, side: Side) -> f32 {
        let offset = match side {
            Side::Start => 0.0,
            Side::End => frame.width - width,
            Side::Middle => (frame.width - width) / 2.0,
        };
        let x = frame.x + offset;
        if self.is_rtl { self.page_width - x - width } else { x }
    }

    /// A line of text.
    pub fn text(&mut self, line: &Line, placed: Placed) {
        let Placed { frame, baseline, size, side, ink } = placed;
        let mut x = self.left(frame, line.width * size, side);
        self.surface.set_fill(Some(ink.fill()));
        for piece in &line.pieces {
            let at = Point::from_xy(x, baseline);
            let font = piece.face.font();
            self.surface.draw_glyphs(at, &piece.glyphs, font, &line.text, size, false);
            x += piece.width * size;
        }
    }

    /// A horizontal rule whose upper edge is at `y`.
    pub fn rule(&mut self, frame: Frame, y: f32, thickness: f32, ink: Ink) {
        let x = self.left(frame, frame.width, Side::Start);
        self.fill(x, y, frame.width, thickness, ink);
    }

    fn fill(&mut self, x: f32, y: f32, width: f32, height: f32, ink: Ink) {
        let Some(rect) = Rect::from_xywh(x, y, width, height) else { return };
        let mut path = PathBuilder::new();
        path.push_rect(rect);
        if let Some(path) = path.finish() {
            self.surface.set_fill(Some(ink.fill()));
            self.surface.draw_path(&path);
        }
    }

    /// The edges of an empty box, drawn inside it.
    pub fn frame(&mut self, frame: Frame, y: f32, height: f32, thickness: f32, ink: Ink) {
        let x = self.left(frame, frame.width, Side::Start);
        self.fill(x, y, frame.width, thickness, ink);
        self.fill(x, y + height - thickness, frame.width, thickness, ink);
        let inner = height - 2.0 * thickness;
        self.fill(x, y + thickness, thickness, inner, ink);
        self.fill(x + frame.width - thickness, y + thickness, thickness, inner, ink);
    }

    /// A code, its quiet zone inside its frame. Codes are never mirrored.
    pub fn symbol(&mut self, fitted: &Fitted, frame: Frame, y: f32, side: Side) {
        let left = self.left(frame, fitted.width, side);
        let quiet = fitted.quiet();
        let is_linear = fitted.symbol.kind() == SymbolKind::Linear;
        let (top, down) = if is_linear { (y, fitted.height) } else { (y + quiet, fitted.module) };
        let mut path = PathBuilder::new();
        for outline in fitted.symbol.outlines() {
            let mut corners = outline.into_iter();
            if let Some((x, y)) = corners.next() {
                path.move_to(x as f32, y as f32);
            }
            for (x, y) in corners {
                path.line_to(x as f32, y as f32);
            }
            path.close();
        }
        let Some(path) = path.finish() else { return };
        // Whole numbers within a scale of their own: less to write than places on the page.
        let scale = Transform::from_row(fitted.module, 0.0, 0.0, down, left + quiet, top);
        self.surface.push_transform(&scale);
        self.surface.set_fill(Some(Fill::default()));
        self.surface.draw_path(&path);
        self.surface.pop();
    }
}
