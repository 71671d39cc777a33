//! A line of text: in the order in which it is seen, in the fonts that draw it.

use std::rc::Rc;

use krilla::text::KrillaGlyph;
use unicode_bidi::{BidiInfo, Level};

use crate::fonts::face::{Face, Features};
use crate::fonts::set::{BOX, Fonts, Style};

/// Which way a line is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Flow {
    /// As its first letter says; a text without letters goes to the right.
    Natural,
    /// To the right, whatever is in it: codes, numbers.
    Right,
    /// To the left.
    Left,
}

/// A line, in parts of the size it will be set in.
#[derive(Clone)]
pub struct Line {
    /// What it says.
    pub text: String,
    /// Its pieces from left to right.
    pub pieces: Vec<Piece>,
    /// How wide it is.
    pub width: f32,
    /// Whether some of it is read from right to left: what is drawn is then in another order than
    /// what is said.
    pub is_mixed: bool,
}

/// A piece of a line in one font.
#[derive(Clone)]
pub struct Piece {
    /// The font.
    pub face: Rc<Face>,
    /// Its glyphs from left to right; their ranges are those of the line's text.
    pub glyphs: Vec<KrillaGlyph>,
    /// How wide it is.
    pub width: f32,
}

impl Line {
    /// Nothing.
    pub fn empty() -> Self {
        Self { text: String::new(), pieces: Vec::new(), width: 0.0, is_mixed: false }
    }

    /// A text as it is; it holds no controls.
    pub fn new(fonts: &Fonts, text: String, style: Style, flow: Flow) -> Self {
        let mut pieces = Vec::new();
        let mut is_mixed = false;
        if text.is_ascii() && flow != Flow::Left {
            set(fonts, &text, 0, false, style, &mut pieces);
        } else {
            let bidi = BidiInfo::new(&text, level(flow));
            if let Some(paragraph) = bidi.paragraphs.first() {
                let (levels, runs) = bidi.visual_runs(paragraph, paragraph.range.clone());
                for run in runs {
                    let is_rtl = levels.get(run.start).is_some_and(Level::is_rtl);
                    is_mixed |= is_rtl;
                    let start = run.start;
                    set(
                        fonts,
                        text.get(run).unwrap_or_default(),
                        start,
                        is_rtl,
                        style,
                        &mut pieces,
                    );
                }
            }
        }
        let width = pieces.iter().map(|piece| piece.width).sum();
        Self { text, pieces, width, is_mixed }
    }
}

fn level(flow: Flow) -> Option<Level> {
    match flow {
        Flow::Natural => None,
        Flow::Right => Some(Level::ltr()),
        Flow::Left => Some(Level::rtl()),
    }
}

/// Which way a paragraph is read.
pub fn flow(text: &str, wished: Flow) -> Flow {
    if wished != Flow::Natural || text.is_ascii() {
        return if wished == Flow::Left { Flow::Left } else { Flow::Right };
    }
    match unicode_bidi::get_base_direction(text) {
        unicode_bidi::Direction::Rtl => Flow::Left,
        _ => Flow::Right,
    }
}

/// The pieces of a stretch that goes one way, from left to right.
fn set(fonts: &Fonts, text: &str, start: usize, is_rtl: bool, style: Style, out: &mut Vec<Piece>) {
    let features = Features { tabular: matches!(style, Style::Figures | Style::BoldFigures) };
    let first = out.len();
    let mut push = |face: &Option<Rc<Face>>, from: usize, to: usize| {
        let part = text.get(from..to).unwrap_or_default();
        let (face, glyphs) = match face {
            Some(face) => (face, face.shape(part, is_rtl, features, start + from)),
            None => {
                let face = fonts.of_style(Style::Plain);
                (face, boxes(face, part, is_rtl, start + from))
            }
        };
        let width = glyphs.iter().map(|glyph| glyph.x_advance).sum();
        out.push(Piece { face: Rc::clone(face), glyphs, width });
    };
    let own = fonts.of_style(style);
    if text.is_ascii() {
        push(&Some(Rc::clone(own)), 0, text.len());
        return;
    }
    let mut from = 0;
    let mut current: Option<Option<Rc<Face>>> = None;
    for (at, letter) in text.char_indices() {
        let face = match &current {
            Some(face) if joins(letter) => face.clone(),
            // Spaces and marks stay with the font around them, so that it can shape across them.
            Some(Some(face)) if !letter.is_alphanumeric() && face.has(letter) => {
                Some(Rc::clone(face))
            }
            _ if own.has(letter) => Some(Rc::clone(own)),
            _ => fonts.beyond(letter, style),
        };
        let is_same = match (&current, &face) {
            (Some(Some(old)), Some(new)) => Rc::ptr_eq(old, new),
            (Some(None), None) | (None, _) => true,
            _ => false,
        };
        if !is_same {
            push(current.as_ref().unwrap_or(&None), from, at);
            from = at;
        }
        current = Some(face);
    }
    if let Some(face) = current {
        push(&face, from, text.len());
    }
    if is_rtl && let Some(new) = out.get_mut(first..) {
        new.reverse();
    }
}

/// Whether a character belongs to the one before it, whatever the font: joiners, variations, accents.
fn joins(letter: char) -> bool {
    matches!(letter, '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{fe00}'..='\u{fe0f}' | '\u{e0100}'..='\u{e01ef}')
}

/// A box for each character that no font draws.
fn boxes(face: &Face, text: &str, is_rtl: bool, start: usize) -> Vec<KrillaGlyph> {
    let Some(glyph) = face.glyph(BOX) else { return Vec::new() };
    let advance = face.advance(glyph);
    let ranges = text.char_indices().map(|(at, letter)| start + at..start + at + letter.len_utf8());
    let mut glyphs: Vec<_> =
        ranges.map(|range| KrillaGlyph::new(glyph, advance, 0.0, 0.0, 0.0, range, None)).collect();
    if is_rtl {
        glyphs.reverse();
    }
    glyphs
}
