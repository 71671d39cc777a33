//! A font that is open: what it can draw, how it is shaped, how it is put into a document.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use harfrust::{
    Direction, Feature, Script, ShapeOptions, ShapePlan, ShaperData, Tag, UnicodeBuffer,
};
use krilla::text::{Font, GlyphId, KrillaGlyph};
use skrifa::{FontRef, MetadataProvider};

/// A font that is open.
pub struct Face {
    font: Font,
    data: FontBytes,
    index: u32,
    shaper: ShaperData,
    is_ours: bool,
    /// How each kind of text is shaped: made once, for that takes longer than shaping a cell.
    plans: RefCell<HashMap<(bool, Script, Features), Rc<ShapePlan>>>,
}

/// Where the bytes of a font are.
#[derive(Clone)]
enum FontBytes {
    Ours(&'static [u8]),
    Read(Arc<Vec<u8>>),
}

impl FontBytes {
    fn bytes(&self) -> &[u8] {
        match self {
            Self::Ours(bytes) => bytes,
            Self::Read(bytes) => bytes,
        }
    }
}

/// What our own fonts are shaped with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Features {
    /// Figures of one width.
    pub tabular: bool,
}

impl Face {
    /// A font of the crate.
    pub fn ours(bytes: &'static [u8]) -> Option<Self> {
        Self::open(FontBytes::Ours(bytes), 0, true)
    }

    /// A font of the system, from a file's bytes and its place in them.
    pub fn of_system(bytes: Arc<Vec<u8>>, index: u32) -> Option<Self> {
        Self::open(FontBytes::Read(bytes), index, false)
    }

    fn open(data: FontBytes, index: u32, is_ours: bool) -> Option<Self> {
        let font = match &data {
            FontBytes::Ours(bytes) => Font::new((*bytes).into(), index)?,
            FontBytes::Read(bytes) => Font::new(Arc::clone(bytes).into(), index)?,
        };
        let shaper = ShaperData::new(&FontRef::from_index(data.bytes(), index).ok()?);
        Some(Self { font, data, index, shaper, is_ours, plans: RefCell::default() })
    }

    /// The font as a document takes it.
    pub fn font(&self) -> Font {
        self.font.clone()
    }

    fn reader(&self) -> Option<FontRef<'_>> {
        FontRef::from_index(self.data.bytes(), self.index).ok()
    }

    /// Whether it draws a character.
    pub fn has(&self, letter: char) -> bool {
        self.glyph(letter).is_some()
    }

    /// The glyph of a character.
    pub fn glyph(&self, letter: char) -> Option<GlyphId> {
        let glyph = self.reader()?.charmap().map(letter)?;
        (glyph.to_u32() != 0).then(|| GlyphId::new(glyph.to_u32()))
    }

    /// How wide a glyph is, in parts of the size of the type.
    pub fn advance(&self, glyph: GlyphId) -> f32 {
        let Some(reader) = self.reader() else { return 0.0 };
        let metrics = reader.glyph_metrics(
            skrifa::instance::Size::unscaled(),
            skrifa::instance::LocationRef::default(),
        );
        let wide = metrics.advance_width(skrifa::GlyphId::new(glyph.to_u32())).unwrap_or_default();
        wide / self.font.units_per_em()
    }

    /// The glyphs of a piece of text that this font draws whole, from left to right; their ranges
    /// begin at `start`.
    pub fn shape(
        &self,
        text: &str,
        is_rtl: bool,
        features: Features,
        start: usize,
    ) -> Vec<KrillaGlyph> {
        let Some(reader) = self.reader() else { return Vec::new() };
        let shaper = self.shaper.shaper(&reader).build();
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        let direction = if is_rtl { Direction::RightToLeft } else { Direction::LeftToRight };
        buffer.set_direction(direction);
        buffer.guess_segment_properties();
        buffer.set_direction(direction);
        // A name is shown as it is written: an arrow is not made of its dash and its bracket.
        let off = [*b"calt", *b"liga", *b"clig"].map(|tag| Feature::new(Tag::new(&tag), 0, ..));
        let mut wished = if self.is_ours { off.to_vec() } else { Vec::new() };
        if features.tabular {
            wished.push(Feature::new(Tag::new(b"tnum"), 1, ..));
        }
        let script = buffer.script();
        let plan =
            Rc::clone(self.plans.borrow_mut().entry((is_rtl, script, features)).or_insert_with(
                || Rc::new(ShapePlan::new(&shaper, direction, Some(script), None, &wished)),
            ));
        let options = ShapeOptions::new().plan(Some(&plan)).features(&wished);
        let shaped = shaper.shape(buffer, options);
        let em = self.font.units_per_em();
        let infos = shaped.glyph_infos();
        let mut starts: Vec<usize> = infos.iter().map(|info| info.cluster as usize).collect();
        starts.sort_unstable();
        starts.dedup();
        let positions = shaped.glyph_positions();
        // An accent that the font lacks is left out: its letter is drawn without it.
        let drawn = infos.iter().zip(positions).filter(|(info, _)| info.glyph_id != 0);
        let placed = drawn.map(|(info, at)| {
            let from = info.cluster as usize;
            let next = starts.partition_point(|other| *other <= from);
            let to = starts.get(next).copied().unwrap_or(text.len());
            let of_em = |units: i32| units as f32 / em;
            KrillaGlyph::new(
                GlyphId::new(info.glyph_id),
                of_em(at.x_advance),
                of_em(at.x_offset),
                of_em(at.y_offset),
                of_em(at.y_advance),
                start + from..start + to,
                None,
            )
        });
        placed.collect()
    }
}
