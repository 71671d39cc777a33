//! A list on its pages: heads that are repeated, groups, rows, sums, remarks, and where to sign.

use std::rc::Rc;

use krilla::tagging::{ArtifactType, TableHeaderScope, Tag, TagGroup};

use crate::drawn::below::{Remark, SignatureBlock};
use crate::drawn::book::{Book, paragraph};
use crate::drawn::foot::{self, Sheet};
use crate::drawn::group::GroupHead;
use crate::drawn::pen::{Frame, Ink, Pen, Placed, Side};
use crate::drawn::rows::{Columns, SetRow};
use crate::drawn::top::Top;
use crate::error::PaperError;
use crate::fonts::set::{Fonts, Style};
use crate::layout::pages::{Block, split};
use crate::measure::{ASCENT, LEADING, Scale};
use crate::plain::document::Document;
use crate::plain::table::TableSheet;
use crate::text::line::Line;
use crate::text::wrap::Setter;

/// What stands on the pages, one below the other.
enum Part {
    Group(Box<GroupHead>),
    Row(SetRow),
    Nothing(Rc<Line>),
    Sums(SetRow),
    NotSent(Rc<Line>),
    Remark(Remark),
    Signatures(SignatureBlock),
}

/// A list, set.
struct SetTable<'a> {
    columns: Columns<'a>,
    heads: Vec<Vec<Rc<Line>>>,
    parts: Vec<Part>,
    blocks: Vec<Block>,
    /// The group of each part, for its head on later pages.
    groups: Vec<Option<GroupHead>>,
    frame: Frame,
}

/// Draws a list.
///
/// # Errors
/// What of it cannot be drawn.
pub fn draw(
    book: &mut Book,
    document: &Document,
    fonts: &Fonts,
    sheet: &TableSheet,
) -> Result<(), PaperError> {
    let setter = Setter::new(fonts);
    let page = Sheet::of(document)?;
    let top =
        Top::new(document, &setter, page, (&sheet.subtitle, sheet.code.as_ref(), &sheet.facts))?;
    let table = SetTable::new(document, &setter, sheet, page)?;
    let heads = table.columns.heads_height(&table.heads);
    let first = page.bottom - page.top - top.height - heads;
    let pages = split(&table.blocks, first, page.bottom - page.top);
    let mut tags = TagGroup::new(Tag::Table);
    let mut body = TagGroup::new(Tag::TBody);
    let mut after = Vec::new();
    for (number, range) in pages.iter().enumerate() {
        let mut named = Vec::new();
        let tops = book.page(page.size, |pen| {
            let mut tops = Vec::new();
            let mut y = page.top;
            if number == 0 {
                tops = top.draw(pen, document, page);
                y += top.height;
                tags.push(table.draw_head(pen, y));
                y += heads;
            }
            let parts = table.parts.get(range.clone()).unwrap_or_default();
            for (at, part) in range.clone().zip(parts) {
                if number > 0 && at == range.start {
                    y = table.draw_carried(pen, at, y);
                }
                if let Part::Group(group) = part {
                    named.push((group.name().to_owned(), y));
                }
                table.draw_part(pen, part, y, &mut body, &mut after);
                y += table.blocks.get(at).map_or(0.0, |block| block.height);
                table.draw_rule(pen, at, range.end, y);
            }
            foot::draw(pen, document, &setter, page, (number + 1, pages.len()));
            tops
        })?;
        for tag in tops {
            book.push(tag);
        }
        for (name, y) in named {
            book.part(&name, number, y);
        }
    }
    tags.push(body);
    book.push(tags);
    for tag in after {
        book.push(tag);
    }
    Ok(())
}

impl<'a> SetTable<'a> {
    fn new(
        document: &'a Document,
        setter: &Setter<'_>,
        sheet: &'a TableSheet,
        page: Sheet,
    ) -> Result<Self, PaperError> {
        let scale = Scale::new(document.large);
        let words = &document.words;
        let columns = Columns::new(sheet, words, setter, page.frame, scale)?;
        let heads = columns.heads(setter);
        let heads_height = columns.heads_height(&heads);
        let mut table = Self {
            columns,
            heads,
            parts: Vec::new(),
            blocks: Vec::new(),
            groups: Vec::new(),
            frame: page.frame,
        };
        let row_block =
            |height, carried| Block { height, carried: heads_height + carried, ..Block::default() };
        for group in &sheet.groups {
            let mut carried = 0.0;
            let mut continued = None;
            if !group.head.is_empty() {
                let head = GroupHead::new(setter, group, words, page.frame, scale)?;
                let again = head.continued(setter, words, page.frame);
                carried = again.height;
                continued = Some(again);
                let block = Block {
                    with_next: !group.rows.is_empty(),
                    new_page: group.new_page,
                    ..row_block(head.height, 0.0)
                };
                table.add(Part::Group(Box::new(head)), block, None);
            }
            for (at, row) in group.rows.iter().enumerate() {
                let set = table.columns.row(setter, row, false)?;
                let new_page = group.new_page && group.head.is_empty() && at == 0;
                let block = Block { new_page, ..row_block(set.height, carried) };
                table.add(Part::Row(set), block, continued.clone());
            }
        }
        if sheet.groups.iter().all(|group| group.rows.is_empty()) {
            let line = setter.line(&words.nothing, Style::Plain);
            table.add(Part::Nothing(line), row_block(scale.body() * 2.6, 0.0), None);
        }
        table.add_below(document, setter, sheet, scale, heads_height)?;
        Ok(table)
    }

    /// What follows the rows.
    fn add_below(
        &mut self,
        document: &Document,
        setter: &Setter<'_>,
        sheet: &TableSheet,
        scale: Scale,
        heads: f32,
    ) -> Result<(), PaperError> {
        if let Some(sums) = &sheet.totals {
            // Sums alone on a page would be sums of nothing.
            if let Some(last) = self.blocks.last_mut() {
                last.with_next = true;
            }
            let set = self.columns.row(setter, sums, true)?;
            let block = Block { height: set.height, carried: heads, ..Block::default() };
            self.add(Part::Sums(set), block, None);
        }
        let cells = sheet.groups.iter().flat_map(|group| &group.rows).flat_map(|row| &row.cells);
        if cells.into_iter().any(|cell| cell.not_sent) {
            let line = setter.line(&format!("* {}", document.words.not_sent), Style::Plain);
            let height = scale.label() * LEADING + scale.of(6.0);
            self.add(Part::NotSent(line), Block { height, ..Block::default() }, None);
        }
        for remark in &sheet.remarks {
            let set = Remark::new(setter, remark, self.frame, scale);
            let block = Block { height: set.height, ..Block::default() };
            self.add(Part::Remark(set), block, None);
        }
        if !sheet.signatures.is_empty() {
            let set = SignatureBlock::new(setter, &sheet.signatures, self.frame, scale);
            let block = Block { height: set.height, ..Block::default() };
            self.add(Part::Signatures(set), block, None);
        }
        Ok(())
    }

    fn add(&mut self, part: Part, block: Block, group: Option<GroupHead>) {
        self.parts.push(part);
        self.blocks.push(block);
        self.groups.push(group);
    }

    /// Draws the heads for the first time, as part of the text.
    fn draw_head(&self, pen: &mut Pen<'_, '_>, y: f32) -> TagGroup {
        let mut row = TagGroup::new(Tag::TR);
        self.columns.draw_heads(pen, &self.heads, y, |pen, _, draw| {
            let drawn = pen.tagged(|pen| draw(pen));
            let head = Tag::TH(TableHeaderScope::Column);
            row.push(TagGroup::with_children(head, vec![drawn.into()]));
        });
        self.draw_head_rule(pen, y);
        TagGroup::with_children(Tag::THead, vec![row.into()])
    }

    fn draw_head_rule(&self, pen: &mut Pen<'_, '_>, y: f32) {
        let foot = y + self.columns.heads_height(&self.heads);
        pen.artifact(ArtifactType::Layout, |pen| {
            pen.rule(self.frame, foot - 1.6, 0.8, Ink::Full);
        });
    }

    /// Draws what is repeated above the first part of a later page, and returns where that begins.
    fn draw_carried(&self, pen: &mut Pen<'_, '_>, at: usize, mut y: f32) -> f32 {
        let carried = self.blocks.get(at).map_or(0.0, |block| block.carried);
        if carried <= 0.0 {
            return y;
        }
        pen.artifact(ArtifactType::PaginationOther, |pen| {
            self.columns.draw_heads(pen, &self.heads, y, |pen, _, draw| draw(pen));
        });
        self.draw_head_rule(pen, y);
        y += self.columns.heads_height(&self.heads);
        if let Some(Some(group)) = self.groups.get(at) {
            pen.artifact(ArtifactType::PaginationOther, |pen| group.draw_head(pen, y));
            self.hairline(pen, y + group.height);
            y += group.height;
        }
        y
    }

    fn draw_part(
        &self,
        pen: &mut Pen<'_, '_>,
        part: &Part,
        y: f32,
        body: &mut TagGroup,
        after: &mut Vec<TagGroup>,
    ) {
        let scale = self.columns.scale;
        let count = u32::try_from(self.columns.columns.len()).unwrap_or(1);
        let placed = |baseline, size| Placed {
            frame: self.frame,
            baseline,
            size,
            side: Side::Start,
            ink: Ink::Soft,
        };
        match part {
            Part::Group(group) => body.push(group.draw(pen, y, count)),
            Part::Row(row) => body.push(self.columns.draw(pen, row, y)),
            Part::Sums(row) => {
                pen.artifact(ArtifactType::Layout, |pen| {
                    pen.rule(self.frame, y - 0.4, 0.8, Ink::Full);
                });
                body.push(self.columns.draw(pen, row, y));
            }
            Part::Nothing(line) => {
                let baseline = y + scale.body() * 1.6;
                let drawn = pen.tagged(|pen| pen.text(line, placed(baseline, scale.body())));
                after.push(paragraph(drawn));
            }
            Part::NotSent(line) => {
                let baseline = y + scale.of(5.0) + scale.label() * ASCENT;
                let drawn = pen.tagged(|pen| pen.text(line, placed(baseline, scale.label())));
                after.push(paragraph(drawn));
            }
            Part::Remark(remark) => after.extend(remark.draw(pen, y)),
            Part::Signatures(block) => after.extend(block.draw(pen, y)),
        }
    }

    /// The hairline below a row or a head of a group, where another row follows on the page.
    fn draw_rule(&self, pen: &mut Pen<'_, '_>, at: usize, end: usize, y: f32) {
        let is_row = |at: usize| matches!(self.parts.get(at), Some(Part::Row(_)));
        let here = is_row(at) || matches!(self.parts.get(at), Some(Part::Group(_)));
        let next = match self.parts.get(at + 1) {
            // A group stands out by the space above it, sums by a rule of their own.
            Some(Part::Group(_) | Part::Sums(_)) => false,
            _ => true,
        };
        if here && (next || at + 1 == end) {
            self.hairline(pen, y);
        }
    }

    fn hairline(&self, pen: &mut Pen<'_, '_>, y: f32) {
        pen.artifact(ArtifactType::Layout, |pen| pen.rule(self.frame, y - 0.2, 0.4, Ink::Hair));
    }
}
