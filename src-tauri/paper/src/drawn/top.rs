//! What stands at the head of a document: its title, its code, and what is known of it.

use std::rc::Rc;

use krilla::tagging::{Tag, TagGroup};

use crate::code::fit::{Fitted, Room, fit};
use crate::code::kind::Code;
use crate::drawn::book::{figure, heading, paragraph, title};
use crate::drawn::foot::Sheet;
use crate::drawn::pen::{Frame, Ink, Pen, Placed, Side};
use crate::error::PaperError;
use crate::fonts::set::Style;
use crate::measure::{ASCENT, LEADING, MM, Scale};
use crate::plain::document::Document;
use crate::plain::table::Fact;
use crate::text::line::Line;
use crate::text::wrap::{Measure, Setter};

/// The head of a document, set.
pub struct Top {
    scale: Scale,
    title: Vec<Rc<Line>>,
    subtitle: Vec<Rc<Line>>,
    code: Option<(Fitted, Rc<Line>, String)>,
    /// The facts in rows.
    facts: Vec<Vec<SetFact>>,
    /// How high all of it is, with the space below it.
    pub height: f32,
}

/// A fact, set.
struct SetFact {
    label: Rc<Line>,
    value: Vec<Rc<Line>>,
    is_code: bool,
    frame: Frame,
}

impl Top {
    /// Sets the head of a document.
    ///
    /// # Errors
    /// A code that cannot be drawn.
    pub fn new(
        document: &Document,
        setter: &Setter<'_>,
        sheet: Sheet,
        (subtitle, code, facts): (&str, Option<&Code>, &[Fact]),
    ) -> Result<Self, PaperError> {
        let scale = Scale::new(document.large);
        let width = sheet.frame.width;
        let code = code.map(|code| set_code(document, setter, code, width, scale)).transpose()?;
        let beside = code.as_ref().map_or(0.0, |(fitted, line, _)| {
            fitted.width.max(line.width * scale.label()) + scale.of(12.0)
        });
        let measure = |size, lines| Measure { width: (width - beside).max(40.0), size, lines };
        let title = setter.wrap(&title(document), Style::Bold, measure(scale.title(), 3));
        let subtitle = setter.wrap(subtitle, Style::Plain, measure(scale.body(), 3));
        let facts = set_facts(setter, facts, sheet.frame, scale);
        let mut top = Self { scale, title, subtitle, code, facts, height: 0.0 };
        let facts: f32 = top.facts.iter().map(|row| top.row_height(row)).sum();
        let above = if top.facts.is_empty() { 0.0 } else { scale.of(9.0) };
        top.height = top.title_height() + above + facts + scale.of(9.0);
        Ok(top)
    }

    /// How high title and code are, beside each other.
    fn title_height(&self) -> f32 {
        let title = self.title.len() as f32 * self.scale.title() * 1.18;
        let subtitle = self.subtitle.len() as f32 * self.scale.body() * LEADING;
        let code = self.code.as_ref().map_or(0.0, |(fitted, _, _)| {
            fitted.height + self.scale.label() * LEADING + self.scale.of(2.0)
        });
        (title + subtitle).max(code)
    }

    fn row_height(&self, row: &[SetFact]) -> f32 {
        let lines = row.iter().map(|fact| fact.value.len()).max().unwrap_or(0).max(1) as f32;
        self.scale.label() * LEADING + lines * self.scale.body() * LEADING + self.scale.of(6.0)
    }

    /// Draws it, and returns what goes into the document's tree.
    pub fn draw(&self, pen: &mut Pen<'_, '_>, document: &Document, sheet: Sheet) -> Vec<TagGroup> {
        let mut tags = Vec::new();
        let scale = self.scale;
        let mut y = sheet.top;
        let placed = |baseline, size, ink| Placed {
            frame: sheet.frame,
            baseline,
            size,
            side: Side::Start,
            ink,
        };
        let drawn = pen.tagged(|pen| {
            for line in &self.title {
                pen.text(line, placed(y + scale.title() * ASCENT * 0.86, scale.title(), Ink::Full));
                y += scale.title() * 1.18;
            }
        });
        tags.push(heading(1, &title(document), drawn));
        if !self.subtitle.is_empty() {
            tags.push(paragraph(pen.tagged(|pen| {
                for line in &self.subtitle {
                    pen.text(line, placed(y + scale.body() * ASCENT, scale.body(), Ink::Soft));
                    y += scale.body() * LEADING;
                }
            })));
        }
        if let Some((fitted, line, said)) = &self.code {
            let width = fitted.width.max(line.width * scale.label());
            // Its last bar, not its quiet zone, stands at the margin.
            let end = sheet.frame.x + sheet.frame.width + fitted.quiet();
            let frame = Frame { x: end - width, width };
            let drawn = pen.tagged(|pen| pen.symbol(fitted, frame, sheet.top, Side::End));
            let frame = Frame { x: end - fitted.width, width: fitted.width };
            let mut figure = figure(said.clone(), drawn);
            let baseline = sheet.top + fitted.height + scale.of(2.0) + scale.label() * ASCENT;
            let text =
                Placed { frame, side: Side::Middle, ..placed(baseline, scale.label(), Ink::Full) };
            let drawn = pen.tagged(|pen| pen.text(line, text));
            figure.push(TagGroup::with_children(Tag::Caption, vec![drawn.into()]));
            tags.push(figure);
        }
        y = sheet.top + self.title_height() + scale.of(9.0);
        for row in &self.facts {
            for fact in row {
                let drawn = pen.tagged(|pen| draw_label(pen, fact, y, scale));
                let mut tag = paragraph(drawn);
                let draw = |pen: &mut Pen<'_, '_>| draw_value(pen, fact, y, scale);
                tag.push(pen.tagged(draw));
                tags.push(tag);
            }
            y += self.row_height(row);
        }
        tags
    }
}

fn draw_label(pen: &mut Pen<'_, '_>, fact: &SetFact, y: f32, scale: Scale) {
    let size = scale.label();
    let baseline = y + size * ASCENT;
    let placed = Placed { frame: fact.frame, baseline, size, side: Side::Start, ink: Ink::Soft };
    pen.text(&fact.label, placed);
}

fn draw_value(pen: &mut Pen<'_, '_>, fact: &SetFact, y: f32, scale: Scale) {
    // Letters of one width look larger than others.
    let size = if fact.is_code { scale.body() * 0.96 } else { scale.body() };
    let mut baseline = y + scale.label() * LEADING + scale.body() * ASCENT;
    for line in &fact.value {
        let frame = fact.frame;
        pen.text(line, Placed { frame, baseline, size, side: Side::Start, ink: Ink::Full });
        baseline += scale.body() * LEADING;
    }
}

fn set_code(
    document: &Document,
    setter: &Setter<'_>,
    code: &Code,
    width: f32,
    scale: Scale,
) -> Result<(Fitted, Rc<Line>, String), PaperError> {
    let room = Room {
        width: (width * 0.5).max(40.0 * MM),
        height: 24.0 * MM,
        bar_height: scale.of(10.0 * MM),
        bars: 0.33,
        squares: 0.6,
    };
    let said = document.words.code.replace("{text}", &code.text());
    Ok((fit(code, room)?, setter.line(&code.text(), Style::Mono), said))
}

/// Facts in equal columns, as many as have room, in rows.
fn set_facts(setter: &Setter<'_>, facts: &[Fact], frame: Frame, scale: Scale) -> Vec<Vec<SetFact>> {
    let gap = scale.of(12.0);
    let by_room = (frame.width / scale.of(40.0 * MM)).floor() as usize;
    let columns = by_room.clamp(1, 4);
    let width = (frame.width + gap) / columns as f32 - gap;
    let set = |(at, fact): (usize, &Fact)| {
        let frame = Frame { x: frame.x + at as f32 * (width + gap), width };
        let (style, lines) = if fact.is_code { (Style::Mono, 8) } else { (Style::Medium, 3) };
        let measure = |size, lines| Measure { width, size, lines };
        let label = setter.wrap(&fact.label, Style::Plain, measure(scale.label(), 1));
        SetFact {
            label: label.into_iter().next().unwrap_or_else(|| Rc::new(Line::empty())),
            value: setter.wrap(&fact.value, style, measure(scale.body(), lines)),
            is_code: fact.is_code,
            frame,
        }
    };
    facts.chunks(columns).map(|row| row.iter().enumerate().map(set).collect()).collect()
}
