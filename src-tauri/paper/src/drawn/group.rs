//! The head of a group of rows: a zone, a movement.

use std::num::NonZeroU32;
use std::rc::Rc;

use krilla::tagging::{TableHeaderScope, Tag, TagGroup};

use crate::code::fit::{Fitted, Room, fit};
use crate::drawn::book::figure;
use crate::drawn::pen::{Frame, Ink, Pen, Placed, Side};
use crate::error::PaperError;
use crate::fonts::set::Style;
use crate::measure::{MM, Scale};
use crate::plain::document::Words;
use crate::plain::table::Group;
use crate::text::line::Line;
use crate::text::wrap::{Measure, Setter};

/// The head of a group, set.
#[derive(Clone)]
pub struct GroupHead {
    name: String,
    head: Rc<Line>,
    note: Rc<Line>,
    code: Option<(Box<Fitted>, String)>,
    frame: Frame,
    scale: Scale,
    /// How high it is, with the space above it.
    pub height: f32,
}

impl GroupHead {
    /// Sets the head of a group.
    ///
    /// # Errors
    /// A code that cannot be drawn.
    pub fn new(
        setter: &Setter<'_>,
        group: &Group,
        words: &Words,
        frame: Frame,
        scale: Scale,
    ) -> Result<Self, PaperError> {
        let room = Room {
            width: 62.0 * MM,
            height: 16.0 * MM,
            bar_height: scale.of(7.5 * MM),
            bars: 0.3,
            squares: 0.5,
        };
        let code = match &group.code {
            Some(code) => {
                Some((Box::new(fit(code, room)?), words.code.replace("{text}", &code.text())))
            }
            None => None,
        };
        let note = setter.line(&group.note, Style::Figures);
        let beside = code.as_ref().map_or(0.0, |(fitted, _)| fitted.width)
            + note.width * scale.body()
            + scale.of(20.0);
        let head = one_line(setter, &group.head, (frame.width - beside).max(60.0), scale);
        let symbol = code.as_ref().map_or(0.0, |(fitted, _)| fitted.height + scale.of(8.0));
        let height = scale.of(30.0).max(symbol);
        Ok(Self { name: group.head.clone(), head, note, code, frame, scale, height })
    }

    /// The same as it stands on a later page: shorter, without its code.
    pub fn continued(&self, setter: &Setter<'_>, words: &Words, frame: Frame) -> Self {
        let text = words.continued.replace("{group}", &self.name);
        Self {
            head: one_line(setter, &text, frame.width, self.scale),
            note: Rc::new(Line::empty()),
            code: None,
            height: self.scale.of(22.0),
            ..self.clone()
        }
    }

    /// What it says.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn baseline(&self, y: f32) -> f32 {
        y + self.height - self.scale.of(7.5)
    }

    fn placed(&self, y: f32) -> Placed {
        Placed {
            frame: self.frame,
            baseline: self.baseline(y),
            size: self.scale.strong(),
            side: Side::Start,
            ink: Ink::Full,
        }
    }

    /// Draws the name of it alone, with its upper edge at `y`.
    pub fn draw_head(&self, pen: &mut Pen<'_, '_>, y: f32) {
        pen.text(&self.head, self.placed(y));
    }

    fn draw_note(&self, pen: &mut Pen<'_, '_>, y: f32) {
        let x = self.frame.x + self.head.width * self.scale.strong() + self.scale.of(10.0);
        let frame = Frame { x, width: self.note.width * self.scale.body() };
        let placed = self.placed(y);
        pen.text(&self.note, Placed { frame, size: self.scale.body(), ink: Ink::Soft, ..placed });
    }

    /// Draws all of it, and returns its place in the tree: a row of a table with so many columns.
    pub fn draw(&self, pen: &mut Pen<'_, '_>, y: f32, columns: u32) -> TagGroup {
        let head = Tag::TH(TableHeaderScope::Row).with_col_span(NonZeroU32::new(columns));
        let mut cell = TagGroup::new(head);
        cell.push(pen.tagged(|pen| self.draw_head(pen, y)));
        if self.note.width > 0.0 {
            cell.push(pen.tagged(|pen| self.draw_note(pen, y)));
        }
        if let Some((fitted, said)) = &self.code {
            let top = y + self.height - fitted.height - self.scale.of(4.0);
            let frame = Frame { width: self.frame.width + fitted.quiet(), ..self.frame };
            let drawn = pen.tagged(|pen| pen.symbol(fitted, frame, top, Side::End));
            cell.push(figure(said.clone(), drawn));
        }
        TagGroup::with_children(Tag::TR, vec![cell.into()])
    }
}

fn one_line(setter: &Setter<'_>, text: &str, width: f32, scale: Scale) -> Rc<Line> {
    let measure = Measure { width, size: scale.strong(), lines: 1 };
    setter
        .wrap(text, Style::Bold, measure)
        .into_iter()
        .next()
        .unwrap_or_else(|| Rc::new(Line::empty()))
}
