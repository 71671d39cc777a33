//! Lengths, and the sizes of type: one scale for all that is printed.

/// Points in a millimetre.
pub const MM: f32 = 72.0 / 25.4;

/// Sizes of type and space of a document, in points.
#[derive(Debug, Clone, Copy)]
pub struct Scale(f32);

impl Scale {
    /// The usual one, or the one that is read from further away.
    pub fn new(large: bool) -> Self {
        Self(if large { 1.4 } else { 1.0 })
    }

    /// The same, smaller or larger by a factor.
    pub fn times(self, factor: f32) -> Self {
        Self(self.0 * factor)
    }

    /// A length of the usual scale in this one.
    pub fn of(self, points: f32) -> f32 {
        points * self.0
    }

    /// Foot of the page, captions of a line to sign on.
    pub fn small(self) -> f32 {
        self.of(7.0)
    }

    /// Column heads, labels of facts, second lines.
    pub fn label(self) -> f32 {
        self.of(7.5)
    }

    /// Cells and facts.
    pub fn body(self) -> f32 {
        self.of(9.0)
    }

    /// What is looked for in a row, and heads of groups.
    pub fn strong(self) -> f32 {
        self.of(11.0)
    }

    /// The title of a document.
    pub fn title(self) -> f32 {
        self.of(18.0)
    }
}

/// How far apart the baselines of wrapped lines are, in parts of the size of the type.
pub const LEADING: f32 = 1.28;

/// How far below the top of a line its baseline is, in parts of the size of the type.
pub const ASCENT: f32 = 0.96;
