//! Where keys lead: from cell to cell, to the ends, a page further. Pure.

/// A way from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellMove {
    /// One cell towards the left edge of the screen.
    Left,
    /// One cell towards the right edge of the screen.
    Right,
    /// One row up; from the first row to the column heads.
    Up,
    /// One row down.
    Down,
    /// First cell of the row.
    RowStart,
    /// Last cell of the row.
    RowEnd,
    /// The cell of the row at the left edge of the screen.
    FarLeft,
    /// The cell of the row at the right edge of the screen.
    FarRight,
    /// First row.
    First,
    /// Last row.
    Last,
    /// First cell of all.
    Start,
    /// Last cell of all.
    End,
    /// A screenful up.
    PageUp,
    /// A screenful down.
    PageDown,
}

impl CellMove {
    /// Whether it stays in its row.
    pub fn is_sideways(self) -> bool {
        use CellMove::{FarLeft, FarRight, Left, Right, RowEnd, RowStart};
        matches!(self, Left | Right | RowStart | RowEnd | FarLeft | FarRight)
    }
}

/// Where the focus is: a row (`None` for the column heads) and a column, by its place on screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    /// The row; `None` for the column heads.
    pub row: Option<u32>,
    /// The column.
    pub column: usize,
}

/// What a grid has room for.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Rows in all.
    pub rows: u32,
    /// Columns shown.
    pub columns: usize,
    /// Rows of a screenful.
    pub page: u32,
    /// Text runs from right to left.
    pub rtl: bool,
}

/// Where a step leads.
pub fn go(step: CellMove, from: Cursor, bounds: Bounds) -> Cursor {
    let last_row = bounds.rows.checked_sub(1);
    let first_row = last_row.map(|_| 0);
    let last_column = bounds.columns.saturating_sub(1);
    let far = |onward: bool| Cursor { column: if onward { last_column } else { 0 }, ..from };
    match step {
        CellMove::Left => sideways(from, bounds.rtl, last_column),
        CellMove::Right => sideways(from, !bounds.rtl, last_column),
        CellMove::Up => Cursor { row: from.row.and_then(|row| row.checked_sub(1)), ..from },
        CellMove::Down => {
            let next = from.row.map_or(0, |row| row + 1);
            Cursor { row: last_row.map(|last| next.min(last)).or(from.row), ..from }
        }
        CellMove::RowStart => far(false),
        CellMove::RowEnd => far(true),
        CellMove::FarLeft => far(bounds.rtl),
        CellMove::FarRight => far(!bounds.rtl),
        CellMove::First => Cursor { row: first_row, ..from },
        CellMove::Last => Cursor { row: last_row, ..from },
        CellMove::Start => Cursor { row: first_row, column: 0 },
        CellMove::End => Cursor { row: last_row, column: last_column },
        CellMove::PageUp => Cursor { row: from.row.map(|r| r.saturating_sub(bounds.page)), ..from },
        CellMove::PageDown => {
            let next = from.row.unwrap_or(0).saturating_add(bounds.page);
            Cursor { row: last_row.map(|last| next.min(last)), ..from }
        }
    }
}

fn sideways(from: Cursor, onward: bool, last: usize) -> Cursor {
    let column = if onward { (from.column + 1).min(last) } else { from.column.saturating_sub(1) };
    Cursor { column, ..from }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOUNDS: Bounds = Bounds { rows: 100, columns: 9, page: 20, rtl: false };

    fn at(row: u32, column: usize) -> Cursor {
        Cursor { row: Some(row), column }
    }

    #[test]
    fn arrows_stop_at_the_edges_and_up_reaches_the_heads() {
        assert_eq!(go(CellMove::Left, at(3, 0), BOUNDS), at(3, 0));
        assert_eq!(go(CellMove::Right, at(3, 8), BOUNDS), at(3, 8));
        assert_eq!(go(CellMove::Down, at(99, 2), BOUNDS), at(99, 2));
        let heads = Cursor { row: None, column: 2 };
        assert_eq!(go(CellMove::Up, at(0, 2), BOUNDS), heads);
        assert_eq!(go(CellMove::Down, heads, BOUNDS), at(0, 2));
    }

    #[test]
    fn left_and_right_follow_the_screen_and_the_ends_of_a_row_follow_the_text() {
        let rtl = Bounds { rtl: true, ..BOUNDS };
        assert_eq!(go(CellMove::Left, at(3, 4), rtl), at(3, 5));
        assert_eq!(go(CellMove::Right, at(3, 4), rtl), at(3, 3));
        assert_eq!(go(CellMove::FarLeft, at(3, 4), rtl), at(3, 8));
        assert_eq!(go(CellMove::FarLeft, at(3, 4), BOUNDS), at(3, 0));
        assert_eq!(go(CellMove::FarRight, at(3, 4), rtl), at(3, 0));
        assert_eq!(go(CellMove::RowStart, at(3, 4), rtl), at(3, 0));
    }

    #[test]
    fn pages_and_ends() {
        assert_eq!(go(CellMove::PageDown, at(90, 1), BOUNDS), at(99, 1));
        assert_eq!(go(CellMove::PageUp, at(5, 1), BOUNDS), at(0, 1));
        assert_eq!(go(CellMove::End, at(5, 1), BOUNDS), at(99, 8));
        assert_eq!(go(CellMove::Start, at(5, 1), BOUNDS), at(0, 0));
        assert_eq!(go(CellMove::RowEnd, at(5, 1), BOUNDS), at(5, 8));
    }

    #[test]
    fn an_empty_grid_has_its_heads_only() {
        let empty = Bounds { rows: 0, ..BOUNDS };
        let heads = Cursor { row: None, column: 0 };
        for step in
            [CellMove::Down, CellMove::Last, CellMove::End, CellMove::PageDown, CellMove::Start]
        {
            assert_eq!(go(step, heads, empty).row, None, "{step:?}");
        }
    }
}
