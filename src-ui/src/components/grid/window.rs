//! Which rows are drawn, and where. Pure arithmetic: sizes in px, rows by index.

/// Engines place nothing reliably beyond some ten million px; a taller body is drawn smaller and
/// scrolled faster.
const TALLEST: f64 = 8_000_000.0;

/// Rows drawn beyond each edge, so that a step of the wheel shows no gap.
const BEYOND: u32 = 4;

/// A grid's body and the part of it that is on screen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Window {
    /// Height of a row.
    pub row: f64,
    /// Rows in all.
    pub total: u32,
    /// Height of the part on screen, column heads not counted.
    pub height: f64,
    /// How far it is scrolled.
    pub top: f64,
}

impl Window {
    /// Height of the body.
    pub fn body(self) -> f64 {
        self.full().min(TALLEST)
    }

    /// Rows that fit on screen whole.
    pub fn page(self) -> u32 {
        to_rows((self.height / self.row.max(1.0)).floor()).max(1)
    }

    /// Slots needed to draw any part of the body.
    pub fn pool(self) -> u32 {
        self.page() + 2 + 2 * BEYOND
    }

    /// The first row on screen.
    pub fn first(self) -> u32 {
        to_rows((self.offset() / self.row.max(1.0)).floor()).min(self.total.saturating_sub(1))
    }

    /// Rows to draw: from, up to and without.
    pub fn drawn(self) -> (u32, u32) {
        let from = self.first().saturating_sub(BEYOND);
        (from, (from + self.pool()).min(self.total))
    }

    /// The row at a height, counted in px from the first row's edge on screen; beyond the edges of the
    /// screen, the row that would be there.
    pub fn row_at(self, y: f64) -> u32 {
        to_rows(((self.offset() + y) / self.row.max(1.0)).floor())
    }

    /// Where a row is drawn inside the body.
    pub fn place(self, index: u32) -> f64 {
        // Rows keep their true distance to the first one on screen; only the whole is compressed.
        f64::from(index) * self.row - self.offset() + self.top
    }

    /// Whether any of a row is on screen.
    pub fn shows(self, index: u32) -> bool {
        let from_top = f64::from(index) * self.row - self.offset();
        from_top > -self.row && from_top < self.height
    }

    /// The scroll position that brings a row into view, if it is not.
    pub fn reveal(self, index: u32) -> Option<f64> {
        let start = f64::from(index) * self.row;
        let offset = self.offset();
        let wanted = if start < offset {
            start
        } else if start + self.row > offset + self.height {
            start + self.row - self.height
        } else {
            return None;
        };
        Some(self.to_top(wanted.max(0.0)))
    }

    fn full(self) -> f64 {
        f64::from(self.total) * self.row
    }

    /// How far the rows are scrolled, as if the body were not compressed.
    fn offset(self) -> f64 {
        let furthest = (self.full() - self.height).max(0.0);
        (self.top.max(0.0) * self.scale()).min(furthest)
    }

    fn to_top(self, offset: f64) -> f64 {
        offset / self.scale()
    }

    fn scale(self) -> f64 {
        let scrolled = (self.body() - self.height).max(1.0);
        let full = (self.full() - self.height).max(1.0);
        if self.full() > TALLEST { full / scrolled } else { 1.0 }
    }
}

#[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // clamped to what fits
fn to_rows(rows: f64) -> u32 {
    rows.clamp(0.0, f64::from(u32::MAX)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(total: u32, top: f64) -> Window {
        Window { row: 28.0, total, height: 616.0, top }
    }

    #[test]
    fn the_number_of_slots_depends_on_the_height_alone() {
        assert_eq!(window(100, 0.0).pool(), window(100_000, 999_999.0).pool());
        assert_eq!(window(100, 0.0).page(), 22);
    }

    #[test]
    fn rows_around_the_screen_are_drawn() {
        assert_eq!(window(1000, 0.0).drawn(), (0, 32));
        assert_eq!(window(1000, 2800.0).drawn(), (96, 128));
        let end = window(1000, 28_000.0 - 616.0);
        assert_eq!(end.drawn(), (974, 1000));
        assert_eq!(window(3, 0.0).drawn(), (0, 3));
        assert_eq!(window(0, 0.0).drawn(), (0, 0));
    }

    #[test]
    fn a_row_is_shown_as_long_as_any_of_it_is() {
        let window = window(1000, 2800.0 + 14.0);
        let shown = [99, 100, 121, 122, 123].map(|row| window.shows(row));
        assert_eq!(shown, [false, true, true, true, false]);
        assert!(window.reveal(100).is_some() && window.reveal(122).is_some(), "half of them");
    }

    #[test]
    fn rows_lie_at_their_place() {
        assert!((window(1000, 2800.0).place(100) - 2800.0).abs() < 1e-6);
        assert!((window(1000, 2805.5).place(101) - 2828.0).abs() < 1e-6);
    }

    #[test]
    fn the_row_at_a_height_is_found_beyond_the_screen_too() {
        let at = window(1000, 2800.0);
        assert_eq!([0.0, 27.9, 28.0, 616.0].map(|y| at.row_at(y)), [100, 100, 101, 122]);
        assert_eq!(at.row_at(-29.0), 98);
        assert_eq!(window(1000, 0.0).row_at(-500.0), 0);
    }

    #[test]
    fn only_a_row_out_of_view_moves_the_screen() {
        let at = window(1000, 2800.0);
        assert_eq!(at.reveal(100), None);
        assert_eq!(at.reveal(121), None);
        assert_eq!(at.reveal(99), Some(2772.0));
        assert_eq!(at.reveal(122), Some(122.0 * 28.0 + 28.0 - 616.0));
    }

    #[test]
    fn a_body_of_ten_million_rows_is_compressed_and_reaches_both_ends() {
        let total = 10_000_000;
        let at = window(total, 0.0);
        assert!(at.body() <= TALLEST);
        assert_eq!(at.drawn().0, 0);
        let end = window(total, at.body() - at.height);
        assert_eq!(end.drawn().1, total);
        assert_eq!(end.first(), total - 22);
        let last = end.place(total - 1);
        assert!((last + 28.0 - end.body()).abs() < 1.0, "the last row ends with the body");
        let middle = at.reveal(5_000_000).map(|top| window(total, top));
        let middle = middle.expect("out of view");
        assert!(middle.reveal(5_000_000).is_none_or(|top| (top - middle.top).abs() < 1e-3));
    }
}
