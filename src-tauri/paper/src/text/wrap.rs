//! Breaking a text into lines.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use icu_segmenter::options::LineBreakOptions;
use icu_segmenter::{LineSegmenter, LineSegmenterBorrowed};

use crate::fonts::set::{Fonts, Style};
use crate::text::clean;
use crate::text::line::{Flow, Line, flow};

/// More characters than this for each allowed line are not even looked at.
const LETTERS: usize = 400;

/// What a text is broken into.
#[derive(Debug, Clone, Copy)]
pub struct Measure {
    /// What a line may be wide, in points.
    pub width: f32,
    /// The size of the type in points.
    pub size: f32,
    /// So many lines; the last one ends in an ellipsis where there is more.
    pub lines: usize,
}

/// Sets texts in lines.
pub struct Setter<'a> {
    fonts: &'a Fonts,
    breaks: LineSegmenterBorrowed<'static>,
    /// What was set: a cell is asked for twice, for the width of its column and for its lines, and
    /// units and zones stand in many rows.
    known: RefCell<HashMap<Key, Rc<Line>>>,
}

/// What makes a line what it is.
type Key = (String, Style, Flow);

impl<'a> Setter<'a> {
    /// With these fonts.
    pub fn new(fonts: &'a Fonts) -> Self {
        let breaks = LineSegmenter::new_lstm(LineBreakOptions::default());
        Self { fonts, breaks, known: RefCell::default() }
    }

    /// One line, whatever its width.
    pub fn line(&self, text: &str, style: Style) -> Rc<Line> {
        let (text, wished) = cleaned(text, style);
        let flow = flow(&text, wished);
        self.set(text, style, flow)
    }

    fn set(&self, text: String, style: Style, flow: Flow) -> Rc<Line> {
        let key = (text, style, flow);
        if let Some(line) = self.known.borrow().get(&key) {
            return Rc::clone(line);
        }
        let line = Rc::new(Line::new(self.fonts, key.0.clone(), style, flow));
        self.known.borrow_mut().insert(key, Rc::clone(&line));
        line
    }

    /// Lines that fit; at least one for a text that is not empty.
    pub fn wrap(&self, text: &str, style: Style, measure: Measure) -> Vec<Rc<Line>> {
        let (mut text, wished) = cleaned(text, style);
        if text.is_empty() || measure.lines == 0 {
            return Vec::new();
        }
        let mut is_cut = false;
        if let Some((at, _)) = text.char_indices().nth(LETTERS.saturating_mul(measure.lines)) {
            text.truncate(at);
            is_cut = true;
        }
        let flow = flow(&text, wished);
        let whole = self.set(text.clone(), style, flow);
        let room = measure.width / measure.size;
        if whole.width <= room && !is_cut {
            return vec![whole];
        }
        let ends = Ends::of(&whole);
        let breaks: Vec<usize> = self.breaks.segment_str(&text).collect();
        let set = |text: &str| self.set(text.to_owned(), style, flow);
        let mut lines = Vec::new();
        let mut start = 0;
        while start < text.len() {
            let rest = text.get(start..).unwrap_or_default();
            let fits = |end: usize| {
                let visible = text.get(start..end).unwrap_or_default().trim_end().len();
                ends.width(start, start + visible) <= room
            };
            let is_last = lines.len() + 1 == measure.lines;
            if fits(text.len()) && !is_cut {
                lines.push(set(rest.trim_end()));
                break;
            }
            if is_last {
                let dots = set("…").width;
                let end = ends.last(start, |end| ends.width(start, end) + dots <= room);
                let kept = text.get(start..end.unwrap_or(start)).unwrap_or_default();
                lines.push(set(&format!("{}…", kept.trim_end())));
                break;
            }
            let at_break = breaks.iter().copied().rfind(|end| *end > start && fits(*end));
            let end = at_break
                .or_else(|| ends.last(start, fits))
                .filter(|end| *end > start)
                // Not even one letter has room: it is set all the same.
                .or_else(|| ends.first_after(start))
                .unwrap_or(text.len());
            lines.push(set(text.get(start..end).unwrap_or_default().trim_end()));
            start = end + leading_spaces(text.get(end..).unwrap_or_default());
        }
        lines
    }
}

fn cleaned(text: &str, style: Style) -> (String, Flow) {
    let is_figures = matches!(style, Style::Figures | Style::BoldFigures);
    if style.is_mono() || is_figures {
        (clean::code(text), Flow::Right)
    } else {
        (clean::prose(text), Flow::Natural)
    }
}

fn leading_spaces(text: &str) -> usize {
    text.len() - text.trim_start().len()
}

/// Where the letters of a line end, and how far it reaches there.
struct Ends {
    /// The byte at which a letter ends, and the width up to it; in the order of reading.
    ends: Vec<(usize, f32)>,
}

impl Ends {
    fn of(line: &Line) -> Self {
        let glyphs = line.pieces.iter().flat_map(|piece| &piece.glyphs);
        let mut letters: Vec<(usize, f32)> =
            glyphs.map(|glyph| (glyph.text_range.end, glyph.x_advance)).collect();
        letters.sort_by_key(|(end, _)| *end);
        let mut ends: Vec<(usize, f32)> = Vec::with_capacity(letters.len());
        let mut sum = 0.0;
        for (end, width) in letters {
            sum += width;
            match ends.last_mut() {
                Some(last) if last.0 == end => last.1 = sum,
                _ => ends.push((end, sum)),
            }
        }
        Self { ends }
    }

    fn up_to(&self, byte: usize) -> f32 {
        let after = self.ends.partition_point(|(end, _)| *end <= byte);
        after.checked_sub(1).and_then(|at| self.ends.get(at)).map_or(0.0, |(_, width)| *width)
    }

    fn width(&self, from: usize, to: usize) -> f32 {
        self.up_to(to) - self.up_to(from)
    }

    /// The last end after `from` for which something holds, as long as it does.
    fn last(&self, from: usize, holds: impl Fn(usize) -> bool) -> Option<usize> {
        let first = self.ends.partition_point(|(end, _)| *end <= from);
        let ends = self.ends.get(first..)?.iter().map(|(end, _)| *end);
        ends.take_while(|end| holds(*end)).last()
    }

    fn first_after(&self, from: usize) -> Option<usize> {
        self.ends.get(self.ends.partition_point(|(end, _)| *end <= from)).map(|(end, _)| *end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str, width: f32, lines: usize) -> Vec<String> {
        let fonts = Fonts::new().unwrap();
        let setter = Setter::new(&fonts);
        let measure = Measure { width, size: 10.0, lines };
        let set = setter.wrap(text, Style::Plain, measure);
        assert!(
            set.iter()
                .all(|line| line.width * 10.0 <= width + 0.01 || line.text.chars().count() < 3)
        );
        set.into_iter().map(|line| line.text.clone()).collect()
    }

    #[test]
    fn words_stay_whole_and_an_ellipsis_tells_of_more() {
        let name = "Amoxicillin, oral suspension, 250 mg per 5 ml";
        assert_eq!(lines(name, 400.0, 3), [name]);
        assert_eq!(lines(name, 120.0, 3), ["Amoxicillin, oral", "suspension, 250 mg per", "5 ml"]);
        assert_eq!(lines(name, 120.0, 2), ["Amoxicillin, oral", "suspension, 250 mg pe…"]);
        assert!(lines("", 10.0, 3).is_empty());
    }

    #[test]
    fn a_word_that_is_too_long_is_broken_anywhere() {
        let word = "x".repeat(60);
        let broken = lines(&word, 100.0, 9);
        assert!(broken.len() > 2);
        assert_eq!(broken.concat(), word);
    }

    #[test]
    fn a_name_of_four_kilobytes_is_three_lines() {
        for name in ["word ".repeat(800), "x".repeat(4096), "ш".repeat(2048), "药".repeat(1365)] {
            let set = lines(&name, 150.0, 3);
            assert_eq!(set.len(), 3);
            assert!(set[2].ends_with('…'));
        }
    }

    #[test]
    fn han_breaks_between_characters_and_thai_between_words() {
        assert_eq!(lines("阿莫西林胶囊", 35.0, 3), ["阿莫西", "林胶囊"]);
        let thai = lines("ยาพาราเซตามอลแก้ปวดลดไข้", 70.0, 3);
        assert!(thai.len() > 1 && thai.iter().all(|line| !line.ends_with('แ')), "{thai:?}");
    }
}
