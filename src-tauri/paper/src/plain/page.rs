//! The size of a page.

use crate::measure::MM;

/// The size of a page.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum PageSize {
    /// 210 × 297 mm.
    A4,
    /// 297 × 210 mm.
    A4Landscape,
    /// 8.5 × 11 inches.
    Letter,
    /// 11 × 8.5 inches.
    LetterLandscape,
    /// Another one.
    Millimetres {
        /// Its width in millimetres.
        width: f32,
        /// Its height in millimetres.
        height: f32,
    },
}

impl PageSize {
    /// Width and height in points.
    pub(crate) fn points(self) -> (f32, f32) {
        match self {
            Self::A4 => (210.0 * MM, 297.0 * MM),
            Self::A4Landscape => (297.0 * MM, 210.0 * MM),
            Self::Letter => (612.0, 792.0),
            Self::LetterLandscape => (792.0, 612.0),
            Self::Millimetres { width, height } => (width * MM, height * MM),
        }
    }
}
