//! Labels: as large as they have room, what is scanned first, what is read next to it.

use std::rc::Rc;

use krilla::tagging::{ArtifactType, Tag, TagGroup};

use crate::code::fit::{Fitted, Room, fit};
use crate::code::kind::Code;
use crate::code::symbol::SymbolKind;
use crate::drawn::book::{Book, figure, paragraph};
use crate::drawn::pen::{Frame, Ink, Pen, Placed, Side};
use crate::error::PaperError;
use crate::fonts::set::{Fonts, Style};
use crate::layout::grid::LabelGrid;
use crate::measure::{ASCENT, LEADING, MM};
use crate::plain::document::Document;
use crate::plain::labels::{Label, LabelSheet};
use crate::text::clean;
use crate::text::line::Line;
use crate::text::wrap::{Measure, Setter};

/// Sizes of a title, the largest that fits is taken.
const TITLES: [f32; 17] = [
    48.0, 40.0, 34.0, 29.0, 25.0, 22.0, 19.0, 17.0, 15.0, 13.0, 12.0, 11.0, 10.0, 9.0, 8.0, 7.0,
    6.0,
];

/// No more labels are made at once: more is a slip of the finger.
const COPIES: usize = 5_000;

/// Lines with their places.
type PlacedLines = Vec<(Rc<Line>, Placed)>;

/// A label, set; its places are within the label.
struct SetLabel {
    code: Option<(Fitted, Frame, f32, String)>,
    title: PlacedLines,
    lines: PlacedLines,
    text: Option<(Rc<Line>, Placed)>,
}

/// Draws labels.
///
/// # Errors
/// Labels that do not fit their page, and codes that do not fit their label.
pub fn draw(
    book: &mut Book,
    document: &Document,
    fonts: &Fonts,
    sheet: &LabelSheet,
) -> Result<(), PaperError> {
    let setter = Setter::new(fonts);
    let grid = LabelGrid::of(sheet.stock)?;
    let mut places = Vec::new();
    for label in &sheet.labels {
        let set = SetLabel::new(document, &setter, label, grid)?;
        places.push((label, set, label.copies.min(COPIES)));
    }
    let mut copies =
        places.iter().flat_map(|(label, set, copies)| std::iter::repeat_n((label, set), *copies));
    let mut skip = if grid.per_page() > 1 { sheet.skip % grid.per_page() } else { 0 };
    let mut next = copies.next();
    loop {
        let mut named = Vec::new();
        let tags = book.page((grid.page_width, grid.page_height), |pen| {
            let mut tags = Vec::new();
            for at in skip..grid.per_page() {
                let Some((label, set)) = next else { break };
                let corner = grid.place(at);
                if sheet.outlines {
                    let frame = Frame { x: corner.0, width: grid.width };
                    pen.artifact(ArtifactType::Layout, |pen| {
                        pen.frame(frame, corner.1, grid.height, 0.3, Ink::Hair);
                    });
                }
                tags.push(set.draw(pen, corner));
                named.push((label.title.clone(), corner.1));
                next = copies.next();
            }
            tags
        })?;
        for tag in tags {
            book.push(tag);
        }
        // An outline of hundreds of labels helps nobody: the first of each page is enough.
        if let Some((name, y)) = named.into_iter().next() {
            book.part(&name, book.pages() - 1, y);
        }
        skip = 0;
        if next.is_none() {
            return Ok(());
        }
    }
}

impl SetLabel {
    /// A code for which there is no room says less, as far as it can.
    fn new(
        document: &Document,
        setter: &Setter<'_>,
        label: &Label,
        grid: LabelGrid,
    ) -> Result<Self, PaperError> {
        let too_large = match Self::whole(document, setter, label, grid) {
            Err(error @ (PaperError::CodeTooLarge { .. } | PaperError::CodeTooLong { .. })) => {
                error
            }
            done => return done,
        };
        match label.code.as_ref().and_then(Code::simpler) {
            Some(code) => {
                Self::new(document, setter, &Label { code: Some(code), ..label.clone() }, grid)
            }
            None => Err(too_large),
        }
    }

    /// With all that its code says.
    fn whole(
        document: &Document,
        setter: &Setter<'_>,
        label: &Label,
        grid: LabelGrid,
    ) -> Result<Self, PaperError> {
        let pad = (grid.height.min(grid.width) * 0.07).clamp(1.2 * MM, 3.5 * MM);
        let (width, height) = (grid.width - 2.0 * pad, grid.height - 2.0 * pad);
        let Some(code) = &label.code else {
            let area = Area { x: pad, y: pad, width, height, is_middle: true };
            let (title, lines) = area.texts(setter, label);
            return Ok(Self { code: None, title, lines, text: None });
        };
        let said = document.words.code.replace("{text}", &code.text());
        let fitted = fit(code, room(width, height))?;
        if fitted.symbol.kind() == SymbolKind::Linear {
            return Ok(Self::stacked(setter, label, (fitted, said), (pad, width, height)));
        }
        Self::with_square(setter, label, (code, said), (pad, width, height))
    }

    /// Bars at the foot, with what they say below them; the title above.
    fn stacked(
        setter: &Setter<'_>,
        label: &Label,
        (fitted, said): (Fitted, String),
        (pad, width, height): (f32, f32, f32),
    ) -> Self {
        let code = label.code.as_ref().map(Code::text).unwrap_or_default();
        // What the title says already is not said again.
        let is_said = clean::code(&label.title) == clean::code(&code);
        let line = setter.line(&code, Style::Mono);
        let size = (height * 0.1).clamp(5.5, 9.0).min(width / line.width.max(0.1));
        let below = if is_said { 0.0 } else { size * LEADING };
        let top = pad + height - fitted.height - below;
        // Text begins where the bars do; their quiet zone is the margin.
        let x = pad.max(fitted.quiet());
        let frame = Frame { x: x - fitted.quiet(), width: fitted.width };
        let width = pad + width - x;
        let text = (!is_said).then(|| {
            let baseline = pad + height - size * 0.28;
            let frame = Frame { x, width };
            (line, Placed { frame, baseline, size, side: Side::Start, ink: Ink::Full })
        });
        let area = Area { x, y: pad, width, height: top - pad - 1.0 * MM, is_middle: false };
        let mut above = label.clone();
        above.lines.retain(|line| clean::code(line) != clean::code(&code));
        let (title, lines) = area.texts(setter, &above);
        Self { code: Some((fitted, frame, top, said)), title, lines, text }
    }

    /// A square code at the start of a wide label, at the foot of a high one.
    fn with_square(
        setter: &Setter<'_>,
        label: &Label,
        (code, said): (&Code, String),
        (pad, width, height): (f32, f32, f32),
    ) -> Result<Self, PaperError> {
        let squares =
            Room { width, height, bar_height: 0.0, bars: 0.0, squares: squares(width, height) };
        let is_wide = width > height * 1.25;
        let wished = if is_wide {
            Room { width: width * 0.42, ..squares }
        } else {
            Room { height: height * 0.6, ..squares }
        };
        let only = code_as_square(code);
        let fitted = fit(&only, wished).or_else(|_| fit(&only, squares))?;
        // The quiet zone is light as the margin is: it may reach into that by half.
        let quiet = fitted.quiet();
        let into = (quiet / 2.0).min(pad / 2.0);
        let (frame, top, area) = if is_wide {
            let frame = Frame { x: pad - into, width: fitted.width };
            let x = frame.x + fitted.width + (2.0 * MM - quiet / 2.0).max(0.4 * MM);
            let area = Area { x, y: pad, width: pad + width - x, height, is_middle: true };
            (frame, pad + (height - fitted.height) / 2.0, area)
        } else {
            let top = pad + height - fitted.height + into;
            // Text begins where the code does; its quiet zone is the margin.
            let x = pad - into + quiet;
            let width = pad + width - x;
            let area = Area { x, y: pad, width, height: top - pad, is_middle: false };
            (Frame { x: pad - into, width: fitted.width }, top, area)
        };
        let (title, lines) = area.texts(setter, label);
        Ok(Self { code: Some((fitted, frame, top, said)), title, lines, text: None })
    }

    fn draw(&self, pen: &mut Pen<'_, '_>, (x, y): (f32, f32)) -> TagGroup {
        let mut tags = TagGroup::new(Tag::Div);
        let moved = |placed: &Placed| Placed {
            frame: Frame { x: placed.frame.x + x, ..placed.frame },
            baseline: placed.baseline + y,
            ..*placed
        };
        for texts in [&self.title, &self.lines] {
            if !texts.is_empty() {
                tags.push(paragraph(pen.tagged(|pen| {
                    for (line, placed) in texts {
                        pen.text(line, moved(placed));
                    }
                })));
            }
        }
        if let Some((fitted, frame, top, said)) = &self.code {
            let frame = Frame { x: frame.x + x, ..*frame };
            let side = Side::Middle;
            let drawn = pen.tagged(|pen| pen.symbol(fitted, frame, top + y, side));
            let mut figure = figure(said.clone(), drawn);
            if let Some((line, placed)) = &self.text {
                let drawn = pen.tagged(|pen| pen.text(line, moved(placed)));
                figure.push(TagGroup::with_children(Tag::Caption, vec![drawn.into()]));
            }
            tags.push(figure);
        }
        tags
    }
}

/// The room of a code that may be bars: they take the lower part of the label.
fn room(width: f32, height: f32) -> Room {
    let bars = (height * 0.36).clamp(5.0 * MM, 25.0 * MM).min(height * 0.6);
    Room {
        width,
        height,
        bar_height: bars,
        // Larger labels are scanned from further away.
        bars: (width / MM * 0.009).clamp(0.5, 0.9),
        squares: squares(width, height),
    }
}

/// The width of a square module in millimetres that is large enough for a label.
fn squares(width: f32, height: f32) -> f32 {
    (width.min(height) / MM * 0.022).clamp(0.9, 3.0)
}

/// A code that has become square: bars were too long for the label.
fn code_as_square(code: &Code) -> Code {
    match code {
        Code::Code128(text) | Code::Qr(text) => Code::Qr(text.clone()),
        Code::Gs1 { elements, .. } => Code::Gs1 {
            elements: elements.clone(),
            symbol: crate::code::kind::Gs1Symbol::DataMatrix,
        },
    }
}

/// The part of a label that is text, in points within the label.
#[derive(Debug, Clone, Copy)]
struct Area {
    x: f32,
    y: f32,
    width: f32,
    height: f32,
    /// Whether the text stands in the middle of its height.
    is_middle: bool,
}

impl Area {
    /// Title and lines of a label with their places.
    fn texts(self, setter: &Setter<'_>, label: &Label) -> (PlacedLines, PlacedLines) {
        let share = if label.lines.is_empty() { 1.0 } else { 0.6 };
        let (title, size) = self.title(setter, label, share);
        let small = (size * 0.6).clamp(6.5, 16.0).min(self.height * 0.25);
        let mut used = title.len() as f32 * size * 1.12;
        let mut lines = Vec::new();
        for text in &label.lines {
            let room = ((self.height - used) / (small * LEADING)).floor().max(0.0) as usize;
            let measure = Measure { width: self.width, size: small, lines: room.min(2) };
            for line in setter.wrap(text, Style::Plain, measure) {
                used += small * LEADING;
                lines.push(line);
            }
        }
        let mut y = self.y + if self.is_middle { (self.height - used).max(0.0) / 2.0 } else { 0.0 };
        let frame = Frame { x: self.x, width: self.width };
        let place = |line, baseline, size, ink| {
            (line, Placed { frame, baseline, size, side: Side::Start, ink })
        };
        let mut titles = Vec::new();
        for line in title {
            titles.push(place(line, y + size * 0.9, size, Ink::Full));
            y += size * 1.12;
        }
        let mut below = Vec::new();
        for line in lines {
            below.push(place(line, y + small * ASCENT, small, Ink::Full));
            y += small * LEADING;
        }
        (titles, below)
    }

    /// The title in the largest size at which it is whole.
    fn title(self, setter: &Setter<'_>, label: &Label, share: f32) -> (Vec<Rc<Line>>, f32) {
        let style = if label.title_is_code { Style::BoldMono } else { Style::Bold };
        let most = if label.title_is_code { 1 } else { 3 };
        let mut last = (Vec::new(), 6.0);
        // A name in giant letters is no better read, and lets no sheet look even.
        let largest =
            if label.title_is_code { f32::INFINITY } else { (self.height * 0.2).max(9.0) };
        for size in TITLES.into_iter().filter(|size| *size <= largest) {
            let by_height = (self.height * share / (size * 1.12)).floor() as usize;
            let lines = by_height.min(most);
            if lines == 0 {
                continue;
            }
            let set = setter.wrap(&label.title, style, Measure { width: self.width, size, lines });
            let is_whole = !set.last().is_some_and(|line| line.text.ends_with('…'));
            if is_whole {
                return (set, size);
            }
            last = (set, size);
        }
        if label.title_is_code {
            // A code is never cut: it wraps at the smallest size.
            let measure = Measure { width: self.width, size: 6.0, lines: 40 };
            return (setter.wrap(&label.title, style, measure), 6.0);
        }
        let lines = (self.height / (6.0 * 1.12)).floor().clamp(1.0, 3.0) as usize;
        let measure = Measure { width: self.width, size: 6.0, lines };
        last =
            if last.0.is_empty() { (setter.wrap(&label.title, style, measure), 6.0) } else { last };
        last
    }
}
