//! The fonts a document is set in, and which of them draws a character.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use unicode_script::{Script, UnicodeScript};

use crate::error::PaperError;
use crate::fonts::face::Face;
use crate::fonts::system::SystemFonts;

/// How a text is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Style {
    /// Inter.
    Plain,
    /// Inter, medium.
    Medium,
    /// Inter, semi-bold.
    Bold,
    /// Inter, figures of one width.
    Figures,
    /// Inter, semi-bold, figures of one width.
    BoldFigures,
    /// JetBrains Mono.
    Mono,
    /// JetBrains Mono, semi-bold.
    BoldMono,
}

impl Style {
    /// Whether it is what codes are set in.
    pub fn is_mono(self) -> bool {
        matches!(self, Self::Mono | Self::BoldMono)
    }

    fn is_bold(self) -> bool {
        matches!(self, Self::Bold | Self::BoldFigures | Self::BoldMono)
    }
}

/// What stands for a character that no font draws.
pub const BOX: char = '□';

/// The fonts of a document.
pub struct Fonts {
    plain: Rc<Face>,
    medium: Rc<Face>,
    bold: Rc<Face>,
    mono: Rc<Face>,
    bold_mono: Rc<Face>,
    found: RefCell<Found>,
}

/// What was found on the system so far.
#[derive(Default)]
struct Found {
    system: Option<SystemFonts>,
    faces: Vec<(bool, Rc<Face>)>,
    letters: HashMap<(char, bool), Option<Rc<Face>>>,
}

impl Fonts {
    /// Opens the fonts of the crate.
    ///
    /// # Errors
    /// Where the crate was built with files that are no fonts.
    pub fn new() -> Result<Self, PaperError> {
        let ours = |bytes: &'static [u8]| {
            let face = Face::ours(bytes).map(Rc::new);
            face.ok_or_else(|| PaperError::Written("a font of the program cannot be read".into()))
        };
        Ok(Self {
            plain: ours(include_bytes!("../../fonts/Inter-Regular.ttf"))?,
            medium: ours(include_bytes!("../../fonts/Inter-Medium.ttf"))?,
            bold: ours(include_bytes!("../../fonts/Inter-SemiBold.ttf"))?,
            mono: ours(include_bytes!("../../fonts/JetBrainsMono-Regular.ttf"))?,
            bold_mono: ours(include_bytes!("../../fonts/JetBrainsMono-SemiBold.ttf"))?,
            found: RefCell::default(),
        })
    }

    /// The font of a style.
    pub fn of_style(&self, style: Style) -> &Rc<Face> {
        match style {
            Style::Plain | Style::Figures => &self.plain,
            Style::Medium => &self.medium,
            Style::Bold | Style::BoldFigures => &self.bold,
            Style::Mono => &self.mono,
            Style::BoldMono => &self.bold_mono,
        }
    }

    /// A font for a character that the style's own lacks, as bold as the system has it; `None` where
    /// the system has none at all.
    pub fn beyond(&self, letter: char, style: Style) -> Option<Rc<Face>> {
        let is_bold = style.is_bold();
        // Codes may hold what Inter draws and JetBrains Mono does not.
        let inter = if is_bold { &self.bold } else { &self.plain };
        if inter.has(letter) {
            return Some(Rc::clone(inter));
        }
        let mut found = self.found.borrow_mut();
        let found = &mut *found;
        if let Some(known) = found.letters.get(&(letter, is_bold)) {
            return known.clone();
        }
        let alike = found.faces.iter().filter(|(bold, _)| *bold == is_bold);
        let mut face = alike.map(|(_, face)| face).find(|face| face.has(letter)).cloned();
        // What is private to somebody has no font, and what is no character has none either.
        let may_have_one = !matches!(letter, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..);
        if face.is_none() && may_have_one {
            let system = found.system.get_or_insert_with(SystemFonts::list);
            face = system.find(letter, script(letter), is_bold);
            found.faces.extend(face.clone().map(|face| (is_bold, face)));
        }
        found.letters.insert((letter, is_bold), face.clone());
        face
    }
}

/// The script that decides about the font of a character.
fn script(letter: char) -> Script {
    match letter {
        // Punctuation that comes with Han and kana.
        '\u{3000}'..='\u{303f}' | '\u{ff00}'..='\u{ffef}' => Script::Han,
        _ => letter.script(),
    }
}
