//! Which cells are chosen: from the cell a choice began at to the one with the focus, rows or
//! columns of them whole; and what follows from it for filling. Pure.

use super::moves::Cursor;

/// What is chosen beside the cell with the focus.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RangeSelection {
    /// The cell the choice began at; `None` where it is the one with the focus.
    pub from: Option<(u32, usize)>,
    /// Rows are chosen whole.
    pub rows: bool,
    /// Columns are chosen whole.
    pub columns: bool,
}

/// What of a grid can be chosen.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Rows of the list; the one for new records is not among them.
    pub rows: u32,
    /// Columns shown.
    pub columns: usize,
}

/// Chosen cells: rows and columns, from, up to and with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    /// Rows.
    pub rows: (u32, u32),
    /// Columns, by their places on screen.
    pub columns: (usize, usize),
    /// Rows are chosen whole.
    pub whole: bool,
}

impl RangeSelection {
    /// The chosen cells; none while the focus is in the heads. The row for new records is left out
    /// of any that reach into it.
    pub fn range(self, cursor: Cursor, extent: Extent) -> Option<Range> {
        let row = cursor.row?;
        let (from_row, from_column) = self.from.unwrap_or((row, cursor.column));
        let last_row = extent.rows.checked_sub(1);
        let mut rows = (row.min(from_row), row.max(from_row));
        if let Some(last) = last_row.filter(|last| rows.0 <= *last) {
            rows.1 = rows.1.min(last);
        }
        if let Some(last) = last_row.filter(|_| self.columns) {
            rows = (0, last);
        }
        let columns = if self.rows {
            (0, extent.columns.saturating_sub(1))
        } else {
            (cursor.column.min(from_column), cursor.column.max(from_column))
        };
        Some(Range { rows, columns, whole: self.rows })
    }

    /// What is left of the choice when columns came or went: its rows, in the column of the focus.
    pub fn in_column(self, column: usize) -> Self {
        Self { from: self.from.map(|(row, _)| (row, column)), ..self }
    }

    /// What is left of the choice when rows came or went: the focus was on the first and is on the
    /// second row now, the cell the choice began at likewise. What no longer lies as far apart is no
    /// longer what was chosen.
    pub fn moved(self, focus: (u32, u32), from: Option<(u32, u32)>) -> Self {
        match (self.from, from) {
            (Some((_, column)), Some((was, is)))
                if i64::from(is) - i64::from(was) == i64::from(focus.1) - i64::from(focus.0) =>
            {
                Self { from: Some((is, column)), ..self }
            }
            (None, _) => self,
            _ => Self::default(),
        }
    }
}

impl Range {
    /// Whether a row is among the chosen ones.
    pub fn has_row(self, row: u32) -> bool {
        (self.rows.0..=self.rows.1).contains(&row)
    }

    /// Whether it is one cell alone.
    pub fn is_single(self) -> bool {
        !self.whole && self.rows.0 == self.rows.1 && self.columns.0 == self.columns.1
    }

    /// Which cells filling downwards fills, and from which: the first row fills the others; a row
    /// alone is filled from the one above it.
    pub fn fill_down(self) -> Option<(Self, Self)> {
        let (first, last) = self.rows;
        let (source, target) =
            if first < last { (first, first + 1) } else { (first.checked_sub(1)?, first) };
        Some((Self { rows: (source, source), ..self }, Self { rows: (target, last), ..self }))
    }

    /// Which cells the handle fills when it is drawn to a row; none within the range itself.
    pub fn drawn_to(self, row: u32) -> Option<Self> {
        let rows = if row > self.rows.1 {
            (self.rows.1 + 1, row)
        } else if row < self.rows.0 {
            (row, self.rows.0 - 1)
        } else {
            return None;
        };
        Some(Self { rows, ..self })
    }

    /// It and another one together.
    pub fn with(self, other: Self) -> Self {
        Self { rows: (self.rows.0.min(other.rows.0), self.rows.1.max(other.rows.1)), ..self }
    }
}

/// What the pointer is drawing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Drag {
    /// Cells to be chosen.
    Cells,
    /// The handle: from these cells, to those.
    Handle(Range, Option<Range>),
    /// Rows, to the place in front of a row.
    Rows((u32, u32), Option<u32>),
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXTENT: Extent = Extent { rows: 10, columns: 5 };

    fn at(row: u32, column: usize) -> Cursor {
        Cursor { row: Some(row), column }
    }

    fn from(row: u32, column: usize) -> RangeSelection {
        RangeSelection { from: Some((row, column)), ..RangeSelection::default() }
    }

    fn range(chosen: RangeSelection, cursor: Cursor) -> ((u32, u32), (usize, usize)) {
        let range = chosen.range(cursor, EXTENT).unwrap();
        (range.rows, range.columns)
    }

    #[test]
    fn a_range_is_the_same_in_whichever_direction_it_is_drawn() {
        for (a, b) in [((2, 1), (4, 3)), ((4, 3), (2, 1)), ((2, 3), (4, 1)), ((4, 1), (2, 3))] {
            assert_eq!(range(from(a.0, a.1), at(b.0, b.1)), ((2, 4), (1, 3)));
        }
        let alone = RangeSelection::default().range(at(2, 1), EXTENT).unwrap();
        assert!(alone.is_single());
        assert!(RangeSelection::default().range(Cursor { row: None, column: 1 }, EXTENT).is_none());
    }

    #[test]
    fn whole_rows_and_columns_reach_to_the_edges() {
        let rows = RangeSelection { rows: true, ..from(2, 1) };
        assert_eq!(range(rows, at(4, 1)), ((2, 4), (0, 4)));
        let columns = RangeSelection { columns: true, ..from(2, 1) };
        assert_eq!(range(columns, at(2, 2)), ((0, 9), (1, 2)));
        let all = RangeSelection { rows: true, columns: true, ..RangeSelection::default() };
        assert_eq!(range(all, at(2, 2)), ((0, 9), (0, 4)));
        assert!(
            !RangeSelection { rows: true, ..RangeSelection::default() }
                .range(at(1, 1), EXTENT)
                .unwrap()
                .is_single()
        );
    }

    #[test]
    fn the_row_for_new_records_is_chosen_alone_or_not_at_all() {
        assert_eq!(range(from(8, 1), at(10, 1)), ((8, 9), (1, 1)));
        assert_eq!(range(RangeSelection::default(), at(10, 1)), ((10, 10), (1, 1)));
        let columns = RangeSelection { columns: true, ..RangeSelection::default() };
        let empty = columns.range(at(0, 1), Extent { rows: 0, columns: 5 }).unwrap();
        assert_eq!(empty.rows, (0, 0));
    }

    #[test]
    fn a_choice_moves_with_its_rows_or_ends() {
        let chosen = from(2, 1);
        assert_eq!(chosen.moved((4, 5), Some((2, 3))), from(3, 1), "a row came above");
        assert_eq!(chosen.moved((4, 1), Some((2, 7))), RangeSelection::default(), "sorted anew");
        assert_eq!(chosen.moved((4, 5), None), RangeSelection::default(), "its row is gone");
        let alone = RangeSelection { rows: true, ..RangeSelection::default() };
        assert_eq!(alone.moved((4, 7), None), alone);
    }

    #[test]
    fn rows_stay_chosen_when_columns_come_or_go() {
        let chosen = from(2, 4).in_column(1);
        assert_eq!(range(chosen, at(5, 1)), ((2, 5), (1, 1)));
        let alone = RangeSelection::default().in_column(3);
        assert!(alone.range(at(2, 3), EXTENT).unwrap().is_single());
    }

    #[test]
    fn the_first_row_fills_the_others_and_a_row_alone_is_filled_from_above() {
        let chosen = from(2, 1).range(at(5, 2), EXTENT).unwrap();
        let (source, target) = chosen.fill_down().unwrap();
        assert_eq!((source.rows, target.rows, target.columns), ((2, 2), (3, 5), (1, 2)));
        let alone = RangeSelection::default().range(at(3, 1), EXTENT).unwrap();
        let (source, target) = alone.fill_down().unwrap();
        assert_eq!((source.rows, target.rows), ((2, 2), (3, 3)));
        assert!(RangeSelection::default().range(at(0, 1), EXTENT).unwrap().fill_down().is_none());
    }

    #[test]
    fn the_handle_fills_what_lies_beyond_the_range_on_either_side() {
        let chosen = from(4, 1).range(at(5, 2), EXTENT).unwrap();
        assert_eq!(chosen.drawn_to(8).unwrap().rows, (6, 8));
        assert_eq!(chosen.drawn_to(1).unwrap().rows, (1, 3));
        assert!(chosen.drawn_to(4).is_none() && chosen.drawn_to(5).is_none());
        assert_eq!(chosen.with(chosen.drawn_to(8).unwrap()).rows, (4, 8));
    }
}
