//! Rows of a table: what stands in each cell, how wide the columns are, how a row is drawn.

use std::rc::Rc;

use krilla::tagging::{Tag, TagGroup};

use crate::code::fit::{Fitted, Room, Symbols};
use crate::drawn::book::{figure, paragraph};
use crate::drawn::pen::{Frame, Ink, Pen, Placed, Side};
use crate::error::PaperError;
use crate::fonts::set::Style;
use crate::layout::columns::{Wish, kept, squeezed, widths};
use crate::measure::{LEADING, MM, Scale};
use crate::plain::document::Words;
use crate::plain::table::{Cell, Column, ColumnKind, Row, TableSheet};
use crate::text::clean;
use crate::text::line::Line;
use crate::text::wrap::{Measure, Setter};

/// A name takes so many lines, then ends in an ellipsis.
const NAME_LINES: usize = 3;

/// Lines of a code that is wider than its column at the smallest size. More no page would hold.
const CODE_LINES: usize = 24;

/// Sizes that are tried, as parts of the usual one, until every code has room.
const SIZES: [f32; 5] = [1.0, 0.93, 0.86, 0.79, 0.72];

/// The size where no size is small enough, and codes wrap.
const WRAPPED: f32 = 0.86;

/// The size where what is drawn keeps its room, and texts wrap: a scanner that reads bars may read nothing else.
const DRAWN_FIRST: f32 = 0.72;

/// The narrowest column in which texts wrap then, and the lines that a name takes there.
const NARROW: (f32, usize) = (36.0, 12);

/// The columns of a table with their places.
pub struct Columns<'a> {
    /// What they are.
    pub columns: &'a [Column],
    /// Where they are.
    pub frames: Vec<Frame>,
    /// The sizes of their type.
    pub scale: Scale,
    /// The words for what is drawn.
    pub words: &'a Words,
    /// A name takes so many lines.
    name_lines: usize,
    symbols: Symbols,
}

/// A row, set.
pub struct SetRow {
    cells: Vec<SetCell>,
    /// The size of the largest type in it.
    largest: f32,
    text_height: f32,
    symbol_height: f32,
    /// How high it is, with its padding.
    pub height: f32,
}

/// A cell, set.
enum SetCell {
    Text {
        lines: Vec<Rc<Line>>,
        second: Vec<Rc<Line>>,
        size: f32,
        mark: Option<Rc<Line>>,
        whole: Option<String>,
    },
    Symbol {
        fitted: Box<Fitted>,
        said: String,
    },
    Check,
    Blank,
    Nothing,
}

/// The style and size of a column's text.
fn style(column: &Column, scale: Scale) -> (Style, f32) {
    let size = if column.strong { scale.strong() } else { scale.body() };
    match (column.kind, column.strong) {
        // Letters of one width look larger than others.
        (ColumnKind::Code, true) => (Style::BoldMono, size * 0.96),
        (ColumnKind::Code, false) => (Style::Mono, size * 0.94),
        (ColumnKind::Number, true) => (Style::BoldFigures, size),
        (ColumnKind::Number, false) => (Style::Figures, size),
        (_, true) => (Style::Bold, size),
        (_, false) => (Style::Plain, size),
    }
}

/// On which side of its column text stands.
fn side(column: &Column) -> Side {
    if column.kind == ColumnKind::Number { Side::End } else { Side::Start }
}

/// The room of a code in a row.
fn symbol_room(scale: Scale, width: f32) -> Room {
    Room { width, height: 26.0 * MM, bar_height: scale.of(8.5 * MM), bars: 0.27, squares: 0.42 }
}

/// The width of a code in its column: one of its quiet zones is in the gap before that, which is wider.
fn drawn_width(fitted: &Fitted) -> f32 {
    fitted.width - fitted.quiet()
}

/// The widest a code in a row may be.
const SYMBOL_WIDTH: f32 = 66.0 * MM;

impl<'a> Columns<'a> {
    /// The columns of a sheet between the margins.
    ///
    /// # Errors
    /// A table without columns, and codes that cannot be drawn.
    pub fn new(
        sheet: &'a TableSheet,
        words: &'a Words,
        setter: &Setter<'_>,
        frame: Frame,
        scale: Scale,
    ) -> Result<Self, PaperError> {
        if sheet.columns.is_empty() {
            return Err(PaperError::NoColumns);
        }
        let gaps = sheet.columns.len() - 1;
        let symbols = Symbols::default();
        let gap_of = |scale: Scale| scale.of(10.0);
        let room_of = |scale: Scale| frame.width - gap_of(scale) * gaps as f32;
        let mut found = None;
        for factor in SIZES {
            let scale = scale.times(factor);
            let wishes = wishes(sheet, setter, &symbols, scale)?;
            found = widths(&wishes, room_of(scale)).map(|widths| (widths, scale, NAME_LINES));
            if found.is_some() {
                break;
            }
        }
        if found.is_none() {
            let scale = scale.times(DRAWN_FIRST);
            let wishes = wishes(sheet, setter, &symbols, scale)?;
            let (narrow, lines) = NARROW;
            let widths = kept(&wishes, room_of(scale), scale.of(narrow));
            found = widths.map(|widths| (widths, scale, lines));
        }
        let (widths, scale, name_lines) = match found {
            Some(found) => found,
            None => {
                let scale = scale.times(WRAPPED);
                let wishes = wishes(sheet, setter, &symbols, scale)?;
                (wrapped(wishes, room_of(scale)), scale, NAME_LINES)
            }
        };
        let gap = gap_of(scale);
        let mut x = frame.x;
        let frames = widths.into_iter().map(|width| {
            let frame = Frame { x, width };
            x += width + gap;
            frame
        });
        let frames = frames.collect();
        Ok(Self { columns: &sheet.columns, frames, scale, words, name_lines, symbols })
    }

    fn each(&self) -> impl Iterator<Item = (&'a Column, Frame)> + '_ {
        self.columns.iter().zip(self.frames.iter().copied())
    }

    /// Sets the heads; the last line of each stands at the foot.
    pub fn heads(&self, setter: &Setter<'_>) -> Vec<Vec<Rc<Line>>> {
        let size = self.scale.label();
        let set = |(column, frame): (&Column, Frame)| {
            let measure = Measure { width: frame.width + 1.0, size, lines: 2 };
            setter.wrap(&column.head, Style::Medium, measure)
        };
        self.each().map(set).collect()
    }

    /// How high the heads are, with the rule below them.
    pub fn heads_height(&self, heads: &[Vec<Rc<Line>>]) -> f32 {
        let lines = heads.iter().map(Vec::len).max().unwrap_or(0).max(1) as f32;
        lines * self.scale.label() * LEADING + self.scale.of(6.0)
    }

    /// Draws the heads with their upper edge at `y`. What each column says is drawn by `each`, which
    /// decides whether it is part of the text.
    pub fn draw_heads(
        &self,
        pen: &mut Pen<'_, '_>,
        heads: &[Vec<Rc<Line>>],
        y: f32,
        mut each: impl FnMut(&mut Pen<'_, '_>, usize, &dyn Fn(&mut Pen<'_, '_>)),
    ) {
        let size = self.scale.label();
        let foot = y + self.heads_height(heads) - self.scale.of(6.0);
        for (at, (lines, (column, frame))) in heads.iter().zip(self.each()).enumerate() {
            let draw = |pen: &mut Pen<'_, '_>| {
                for (line, above) in lines.iter().zip((0..lines.len()).rev()) {
                    let baseline = foot - above as f32 * size * LEADING - size * 0.26;
                    let side = side(column);
                    pen.text(line, Placed { frame, baseline, size, side, ink: Ink::Soft });
                }
            };
            each(pen, at, &draw);
        }
    }

    /// Sets a row. Bold ones are sums.
    ///
    /// # Errors
    /// A code that cannot be drawn.
    pub fn row(&self, setter: &Setter<'_>, row: &Row, is_sum: bool) -> Result<SetRow, PaperError> {
        let empty = Cell::default();
        let mut cells = Vec::with_capacity(self.columns.len());
        for (at, (column, frame)) in self.each().enumerate() {
            let cell = row.cells.get(at).unwrap_or(&empty);
            cells.push(self.cell(setter, column, frame, cell, is_sum)?);
        }
        let mut set =
            SetRow { cells, largest: 0.0, text_height: 0.0, symbol_height: 0.0, height: 0.0 };
        for cell in &set.cells {
            match cell {
                SetCell::Text { size, .. } => set.largest = set.largest.max(*size),
                SetCell::Symbol { fitted, .. } => {
                    set.symbol_height = set.symbol_height.max(fitted.height);
                }
                SetCell::Check | SetCell::Blank | SetCell::Nothing => {}
            }
        }
        set.largest = set.largest.max(self.scale.body());
        let below = |cell: &SetCell| match cell {
            SetCell::Text { lines, second, size, .. } => {
                lines.len().saturating_sub(1) as f32 * size * LEADING
                    + second.len() as f32 * self.scale.label() * LEADING
            }
            SetCell::Blank => self.scale.of(4.0),
            _ => 0.0,
        };
        let below = set.cells.iter().map(below).fold(0.0, f32::max);
        set.text_height = set.largest * 1.12 + below;
        // Quiet zones of square codes are room enough above and below.
        let symbol =
            if set.symbol_height > 0.0 { set.symbol_height + self.scale.of(3.0) } else { 0.0 };
        set.height = (set.text_height + self.scale.of(8.0)).max(symbol);
        Ok(set)
    }

    fn cell(
        &self,
        setter: &Setter<'_>,
        column: &Column,
        frame: Frame,
        cell: &Cell,
        is_sum: bool,
    ) -> Result<SetCell, PaperError> {
        match column.kind {
            ColumnKind::Check if is_sum => return Ok(SetCell::Nothing),
            ColumnKind::Check => return Ok(SetCell::Check),
            ColumnKind::Blank { .. } if is_sum => return Ok(SetCell::Nothing),
            ColumnKind::Blank { .. } => return Ok(SetCell::Blank),
            ColumnKind::Barcode => {
                let Some(code) = &cell.code else { return Ok(SetCell::Nothing) };
                let wished = self.symbols.fit(code, symbol_room(self.scale, SYMBOL_WIDTH))?;
                let fitted = if drawn_width(&wished) <= frame.width + 0.01 {
                    wished
                } else {
                    self.symbols.fit(code, symbol_room(self.scale, frame.width))?
                };
                let fitted = Box::new(fitted);
                let said = self.words.code.replace("{text}", &code.text());
                return Ok(SetCell::Symbol { fitted, said });
            }
            ColumnKind::Text | ColumnKind::Code | ColumnKind::Short | ColumnKind::Number => {}
        }
        let (mut style, size) = style(column, self.scale);
        if is_sum {
            style =
                if column.kind == ColumnKind::Number { Style::BoldFigures } else { Style::Bold };
        }
        let lines = if column.kind == ColumnKind::Text { self.name_lines } else { CODE_LINES };
        let measure = |size, lines| Measure { width: frame.width + 0.01, size, lines };
        let set = setter.wrap(&cell.text, style, measure(size, lines));
        let second_style = if column.kind == ColumnKind::Code { Style::Mono } else { Style::Plain };
        let second =
            setter.wrap(&cell.second, second_style, measure(self.scale.label(), lines.min(8)));
        let is_cut = set.last().is_some_and(|line| line.text.ends_with('…'))
            && !cell.text.trim_end().ends_with('…');
        let whole = is_cut.then(|| clean::prose(&cell.text));
        let mark = cell.not_sent.then(|| setter.line("*", Style::Bold));
        if set.is_empty() && second.is_empty() && mark.is_none() {
            return Ok(SetCell::Nothing);
        }
        Ok(SetCell::Text { lines: set, second, size, mark, whole })
    }

    /// Draws a row with its upper edge at `y`, and returns its place in the tree.
    pub fn draw(&self, pen: &mut Pen<'_, '_>, row: &SetRow, y: f32) -> TagGroup {
        let mut tags = TagGroup::new(Tag::TR);
        let baseline = y + (row.height - row.text_height) / 2.0 + row.largest * 0.9;
        for (cell, (column, frame)) in row.cells.iter().zip(self.each()) {
            let mut tag = TagGroup::new(Tag::TD);
            match cell {
                SetCell::Text { lines, second, whole, .. } => {
                    let draw =
                        |pen: &mut Pen<'_, '_>| self.draw_text(pen, cell, column, frame, baseline);
                    tag.push(pen.tagged_text(lines, whole.as_deref(), draw));
                    if !second.is_empty() {
                        let drawn =
                            pen.tagged(|pen| self.draw_second(pen, cell, column, frame, baseline));
                        tag.push(paragraph(drawn));
                    }
                }
                SetCell::Symbol { fitted, said } => {
                    let top = y + (row.height - fitted.height) / 2.0;
                    // What is quiet on its left is in the gap before the column, so that it begins
                    // where its head does.
                    let frame = Frame { x: frame.x - fitted.quiet(), ..frame };
                    let drawn = pen.tagged(|pen| pen.symbol(fitted, frame, top, Side::Start));
                    tag.push(figure(said.clone(), drawn));
                }
                SetCell::Check => {
                    let edge = self.scale.of(10.5);
                    let side = Frame { x: frame.x + (frame.width - edge) / 2.0, width: edge };
                    let top = baseline - row.largest * 0.36 - edge / 2.0;
                    let drawn =
                        pen.tagged(|pen| pen.frame(side, top, edge, self.scale.of(0.8), Ink::Edge));
                    tag.push(figure(self.words.check_box.clone(), drawn));
                }
                SetCell::Blank => {
                    let y = baseline + self.scale.of(2.5);
                    let drawn = pen.tagged(|pen| pen.rule(frame, y, 0.5, Ink::Edge));
                    tag.push(figure(self.words.blank.clone(), drawn));
                }
                SetCell::Nothing => {}
            }
            tags.push(tag);
        }
        tags
    }

    fn draw_text(
        &self,
        pen: &mut Pen<'_, '_>,
        cell: &SetCell,
        column: &Column,
        frame: Frame,
        mut baseline: f32,
    ) {
        let SetCell::Text { lines, size, mark, .. } = cell else { return };
        let placed = Placed { frame, baseline, size: *size, side: side(column), ink: Ink::Full };
        if let Some(mark) = mark {
            // It hangs beside the value, so that figures keep their column.
            let width = lines.first().map_or(0.0, |line| line.width * size);
            let end = if placed.side == Side::End { frame.width } else { width };
            let frame = Frame { x: frame.x + end + 0.8, width: mark.width * size };
            pen.text(mark, Placed { frame, side: Side::Start, ..placed });
        }
        for line in lines {
            pen.text(line, Placed { baseline, ..placed });
            baseline += size * LEADING;
        }
    }

    fn draw_second(
        &self,
        pen: &mut Pen<'_, '_>,
        cell: &SetCell,
        column: &Column,
        frame: Frame,
        baseline: f32,
    ) {
        let SetCell::Text { lines, second, size, .. } = cell else { return };
        let label = self.scale.label();
        let mut baseline = baseline + lines.len().saturating_sub(1) as f32 * size * LEADING;
        for line in second {
            baseline += label * LEADING;
            let side = side(column);
            pen.text(line, Placed { frame, baseline, size: label, side, ink: Ink::Soft });
        }
    }
}

/// Widths for a table in which something is too wide at any size: nothing but names gets more than a
/// third of the page.
fn wrapped(mut wishes: Vec<Wish>, room: f32) -> Vec<f32> {
    for wish in wishes.iter_mut().filter(|wish| !wish.grows) {
        wish.natural = wish.natural.min(room / 3.0);
        wish.least = wish.least.min(room / 3.0);
    }
    widths(&wishes, room).unwrap_or_else(|| squeezed(&wishes, room))
}

/// What the columns would like at this size.
fn wishes(
    sheet: &TableSheet,
    setter: &Setter<'_>,
    symbols: &Symbols,
    scale: Scale,
) -> Result<Vec<Wish>, PaperError> {
    let rows = || sheet.groups.iter().flat_map(|group| &group.rows).chain(&sheet.totals);
    let label = scale.label();
    let wish = |(at, column): (usize, &Column)| {
        let (style, size) = style(column, scale);
        let words = column.head.split_whitespace();
        let head =
            words.map(|word| setter.line(word, Style::Medium).width * label).fold(0.0, f32::max);
        let cells = || rows().filter_map(|row| row.cells.get(at));
        let whole_head = setter.line(&column.head, Style::Medium).width * label;
        let same = |width: f32| Wish {
            natural: width.max(head).max(whole_head.min(scale.of(80.0))),
            least: width.max(head),
            grows: false,
            keeps: column.kind == ColumnKind::Barcode,
        };
        Ok(match column.kind {
            ColumnKind::Check => same(scale.of(10.5)),
            ColumnKind::Blank { width } => {
                same(if width.is_finite() { width.clamp(3.0, 120.0) * MM } else { 20.0 * MM })
            }
            ColumnKind::Barcode => {
                let mut width = 0.0_f32;
                for code in cells().filter_map(|cell| cell.code.as_ref()) {
                    let fitted = symbols.fit(code, symbol_room(scale, SYMBOL_WIDTH))?;
                    width = width.max(drawn_width(&fitted));
                }
                same(width)
            }
            ColumnKind::Code | ColumnKind::Short | ColumnKind::Number => {
                let second =
                    if column.kind == ColumnKind::Code { Style::Mono } else { Style::Plain };
                let width = |cell: &Cell| {
                    let own = setter.line(&cell.text, style).width * size;
                    own.max(setter.line(&cell.second, second).width * label)
                };
                same(cells().map(width).fold(0.0, f32::max))
            }
            ColumnKind::Text => {
                let width = |cell: &Cell| {
                    // Of a long text the beginning is enough to know that it is long.
                    let begins: String = cell.text.chars().take(120).collect();
                    setter.line(&begins, style).width * size
                };
                let natural = cells().map(width).fold(head, f32::max).min(scale.of(300.0));
                let least = natural.min(scale.of(92.0)).max(head);
                Wish { natural, least, grows: true, keeps: false }
            }
        })
    };
    sheet.columns.iter().enumerate().map(wish).collect()
}
