//! A page of a document as a picture, to be looked at before it is printed.

use std::sync::Arc;

use hayro::hayro_interpret::InterpreterSettings;
use hayro::hayro_syntax::Pdf;
use hayro::vello_cpu::color::palette::css::WHITE;
use hayro::{PixmapSettings, RenderCache, RenderSettings, render};

use crate::error::PaperError;

/// The least and the greatest width of a picture, in pixels.
const WIDTHS: (u32, u32) = (50, 2_000);

/// A picture is at most this high, in pixels: a roll's label can be far higher than wide.
const HIGHEST: f32 = 4_000.0;

/// A page as a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Picture {
    /// Which page, from 0.
    pub page: usize,
    /// Pages in all.
    pub pages: usize,
    /// The picture, as a PNG.
    pub png: Vec<u8>,
}

/// Draws a page of a document that [`crate::pdf`] made; the last one where there are fewer. `width` is in
/// pixels, and kept between 50 and 2,000.
///
/// # Errors
/// [`PaperError::NotDrawn`] where the bytes are no such document.
pub fn picture(pdf: &Arc<Vec<u8>>, page: usize, width: u32) -> Result<Picture, PaperError> {
    let pdf = Pdf::new(Arc::clone(pdf)).map_err(|_| PaperError::NotDrawn)?;
    let pages = pdf.pages().len();
    let at = page.min(pages.saturating_sub(1));
    let page = pdf.pages().get(at).ok_or(PaperError::NotDrawn)?;
    let width = f32::from(u16::try_from(width.clamp(WIDTHS.0, WIDTHS.1)).unwrap_or_default());
    let (across, down) = page.render_dimensions();
    let scale = (width / across).min(HIGHEST / down);
    let settings = PixmapSettings { x_scale: scale, y_scale: scale, bg_color: WHITE };
    let (interpreter, drawn) = (InterpreterSettings::default(), RenderSettings::default());
    let pixels = render(page, &RenderCache::new(), &interpreter, &drawn, &settings);
    let png = pixels.into_png().map_err(|_| PaperError::NotDrawn)?;
    Ok(Picture { page: at, pages, png })
}
