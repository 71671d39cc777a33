//! Where labels are on their sheet.

use crate::error::PaperError;
use crate::measure::MM;
use crate::plain::labels::LabelStock;

/// A sheet or roll in points.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LabelGrid {
    /// The width of the page.
    pub page_width: f32,
    /// The height of the page.
    pub page_height: f32,
    /// The width of a label.
    pub width: f32,
    /// The height of a label.
    pub height: f32,
    columns: usize,
    rows: usize,
    left: f32,
    top: f32,
    step_x: f32,
    step_y: f32,
}

/// No edge of a page is longer, in millimetres: what readers of PDF take.
const LONGEST: f32 = 5000.0;

/// No label is smaller, in millimetres.
const SMALLEST: f32 = 8.0;

/// No sheet has more labels in a row or column.
const MOST: usize = 100;

impl LabelGrid {
    /// The places of a stock.
    ///
    /// # Errors
    /// Lengths that are none, and labels that reach over the edge.
    pub fn of(stock: LabelStock) -> Result<Self, PaperError> {
        let wrong = |what| Err(PaperError::LabelsDoNotFit { what });
        let is_size = |length: f32| (SMALLEST..=LONGEST).contains(&length);
        let is_gap = |length: f32| (0.0..=LONGEST).contains(&length);
        match stock {
            LabelStock::Roll { width, height } => {
                if !is_size(width) || !is_size(height) {
                    return wrong("size of a label");
                }
                let (width, height) = (width * MM, height * MM);
                Ok(Self {
                    page_width: width,
                    page_height: height,
                    width,
                    height,
                    columns: 1,
                    rows: 1,
                    left: 0.0,
                    top: 0.0,
                    step_x: 0.0,
                    step_y: 0.0,
                })
            }
            LabelStock::Sheet { page, columns, rows, width, height, left, top, gap_x, gap_y } => {
                if !is_size(width) || !is_size(height) {
                    return wrong("size of a label");
                }
                if ![left, top, gap_x, gap_y].into_iter().all(is_gap) {
                    return wrong("margins");
                }
                if !(1..=MOST).contains(&columns) || !(1..=MOST).contains(&rows) {
                    return wrong("number of labels");
                }
                let (page_width, page_height) = page.points();
                if !is_size(page_width / MM) || !is_size(page_height / MM) {
                    return wrong("size of the page");
                }
                let reach = |start: f32, count: usize, length: f32, gap: f32| {
                    (start + count as f32 * (length + gap) - gap) * MM
                };
                // Makers of labels round their sizes to half a millimetre.
                let slack = 0.5 * MM;
                if reach(left, columns, width, gap_x) > page_width + slack {
                    return wrong("width");
                }
                if reach(top, rows, height, gap_y) > page_height + slack {
                    return wrong("height");
                }
                Ok(Self {
                    page_width,
                    page_height,
                    width: width * MM,
                    height: height * MM,
                    columns,
                    rows,
                    left: left * MM,
                    top: top * MM,
                    step_x: (width + gap_x) * MM,
                    step_y: (height + gap_y) * MM,
                })
            }
        }
    }

    /// Labels on a page.
    pub fn per_page(&self) -> usize {
        self.columns * self.rows
    }

    /// The upper left corner of the place with this number, counted along rows from 0.
    pub fn place(&self, at: usize) -> (f32, f32) {
        let row = at.checked_div(self.columns).unwrap_or_default();
        let column = at - row * self.columns;
        (self.left + column as f32 * self.step_x, self.top + row as f32 * self.step_y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plain::page::PageSize;

    fn sheet(columns: usize, width: f32) -> LabelStock {
        LabelStock::Sheet {
            page: PageSize::A4,
            columns,
            rows: 8,
            width,
            height: 35.0,
            left: 5.0,
            top: 8.0,
            gap_x: 2.5,
            gap_y: 0.0,
        }
    }

    #[test]
    fn places_go_along_rows() {
        let grid = LabelGrid::of(sheet(3, 64.0)).unwrap();
        assert_eq!(grid.per_page(), 24);
        let in_mm = |at| {
            let (x, y) = grid.place(at);
            ((x / MM * 10.0).round() / 10.0, (y / MM * 10.0).round() / 10.0)
        };
        assert_eq!([in_mm(0), in_mm(2), in_mm(3)], [(5.0, 8.0), (138.0, 8.0), (5.0, 43.0)]);
    }

    #[test]
    fn what_does_not_fit_is_refused() {
        let refused = |stock| LabelGrid::of(stock).unwrap_err().to_string();
        assert_eq!(refused(sheet(4, 64.0)), "the labels do not fit the page: width");
        assert_eq!(refused(sheet(0, 64.0)), "the labels do not fit the page: number of labels");
        assert_eq!(refused(sheet(3, f32::NAN)), "the labels do not fit the page: size of a label");
        let roll = LabelStock::Roll { width: 57.0, height: 2.0 };
        assert_eq!(refused(roll), "the labels do not fit the page: size of a label");
    }
}
