//! What stands below a list: remarks, and where to sign.

use std::rc::Rc;

use krilla::tagging::TagGroup;

use crate::drawn::book::paragraph;
use crate::drawn::pen::{Frame, Ink, Pen, Placed, Side};
use crate::fonts::set::Style;
use crate::measure::{ASCENT, LEADING, MM, Scale};
use crate::plain::table::{Fact, Signature};
use crate::text::line::Line;
use crate::text::wrap::{Measure, Setter};

/// A remark takes so many lines, then ends in an ellipsis.
const REMARK_LINES: usize = 30;

/// A remark, set.
pub struct Remark {
    label: Vec<Rc<Line>>,
    text: Vec<Rc<Line>>,
    frame: Frame,
    scale: Scale,
    /// How high it is, with the space above it.
    pub height: f32,
}

impl Remark {
    /// Sets a remark.
    pub fn new(setter: &Setter<'_>, remark: &Fact, frame: Frame, scale: Scale) -> Self {
        // Lines that are longer are hard to find the next one of.
        let width = frame.width.min(scale.of(440.0));
        let label = Measure { width, size: scale.label(), lines: 1 };
        let text = Measure { width, size: scale.body(), lines: REMARK_LINES };
        let label = setter.wrap(&remark.label, Style::Plain, label);
        let style = if remark.is_code { Style::Mono } else { Style::Plain };
        let text = setter.wrap(&remark.value, style, text);
        let height = scale.of(12.0)
            + label.len() as f32 * scale.label() * LEADING
            + text.len() as f32 * scale.body() * LEADING;
        Self { label, text, frame, scale, height }
    }

    /// Draws it with its upper edge at `y`.
    pub fn draw(&self, pen: &mut Pen<'_, '_>, y: f32) -> Vec<TagGroup> {
        let mut y = y + self.scale.of(10.0);
        let mut tags = Vec::new();
        for (lines, size, ink) in [
            (&self.label, self.scale.label(), Ink::Soft),
            (&self.text, self.scale.body(), Ink::Full),
        ] {
            if lines.is_empty() {
                continue;
            }
            tags.push(paragraph(pen.tagged(|pen| {
                for line in lines {
                    let baseline = y + size * ASCENT;
                    pen.text(
                        line,
                        Placed { frame: self.frame, baseline, size, side: Side::Start, ink },
                    );
                    y += size * LEADING;
                }
            })));
        }
        tags
    }
}

/// Who signs, and the captions of the lines to sign on.
struct SetSignature {
    frame: Frame,
    role: Vec<Rc<Line>>,
    parts: Vec<Vec<Rc<Line>>>,
}

/// All there is to sign, set: blocks beside each other, each with its lines.
pub struct SignatureBlock {
    blocks: Vec<SetSignature>,
    columns: usize,
    scale: Scale,
    row_height: f32,
    /// How high it is, with the space above it.
    pub height: f32,
}

impl SignatureBlock {
    /// Sets the blocks.
    pub fn new(setter: &Setter<'_>, signatures: &[Signature], frame: Frame, scale: Scale) -> Self {
        let by_room = (frame.width / scale.of(52.0 * MM)).floor() as usize;
        let columns = signatures.len().min(by_room.clamp(1, 3)).max(1);
        let gap = scale.of(22.0);
        let width = ((frame.width + gap) / columns as f32 - gap).min(scale.of(85.0 * MM));
        let blocks = signatures.iter().enumerate().map(|(at, signature)| {
            let column = (at % columns) as f32;
            let frame = Frame { x: frame.x + column * (width + gap), width };
            let measure = |size| Measure { width, size, lines: 1 };
            let role = setter.wrap(&signature.role, Style::Medium, measure(scale.body()));
            let parts = signature.parts.iter();
            let parts =
                parts.map(|part| setter.wrap(part, Style::Plain, measure(scale.label()))).collect();
            SetSignature { frame, role, parts }
        });
        let blocks: Vec<_> = blocks.collect();
        let lines = blocks.iter().map(|block| block.parts.len()).max().unwrap_or(0);
        let row_height = scale.of(18.0) + lines as f32 * Self::line_height(scale);
        let rows = blocks.len().div_ceil(columns) as f32;
        let height = scale.of(14.0) + rows * row_height;
        Self { blocks, columns, scale, row_height, height }
    }

    fn line_height(scale: Scale) -> f32 {
        scale.of(33.0)
    }

    /// Draws them with their upper edge at `y`.
    pub fn draw(&self, pen: &mut Pen<'_, '_>, y: f32) -> Vec<TagGroup> {
        let scale = self.scale;
        let mut tags = Vec::new();
        for (at, SetSignature { frame, role, parts }) in self.blocks.iter().enumerate() {
            let row = at.checked_div(self.columns).unwrap_or_default() as f32;
            let mut y = y + scale.of(14.0) + row * self.row_height;
            let placed = |baseline, size, ink| Placed {
                frame: *frame,
                baseline,
                size,
                side: Side::Start,
                ink,
            };
            tags.push(paragraph(pen.tagged(|pen| {
                for line in role {
                    pen.text(line, placed(y + scale.body() * ASCENT, scale.body(), Ink::Full));
                }
            })));
            y += scale.body() * LEADING;
            for part in parts {
                tags.push(paragraph(pen.tagged(|pen| {
                    let foot = y + Self::line_height(scale) - scale.label() * LEADING;
                    pen.rule(*frame, foot - 2.0, 0.5, Ink::Edge);
                    for line in part {
                        let baseline = foot + scale.label() * ASCENT;
                        pen.text(line, placed(baseline, scale.label(), Ink::Soft));
                    }
                })));
                y += Self::line_height(scale);
            }
        }
        tags
    }
}
