//! The grid's keys: which key does what, and where it leads. Pure, but for the texts of the list.

/// Something a key does in a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
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
    /// One row up, choosing it too.
    ExtendUp,
    /// One row down, choosing it too.
    ExtendDown,
    /// Chooses all rows.
    All,
    /// Opens the row, sorts by the head, folds the group.
    Open,
    /// Sorts by the head beside the columns sorted by already.
    SortMore,
    /// Edits the cell.
    Edit,
    /// Ticks or folds.
    Toggle,
    /// Narrows the head's column.
    Narrower,
    /// Widens the head's column.
    Wider,
    /// Moves the head's column towards the left edge of the screen.
    MoveLeft,
    /// Moves the head's column towards the right edge of the screen.
    MoveRight,
}

/// Every key of a grid.
pub const KEYS: &[(&str, Act)] = &[
    ("Left", Act::Left),
    ("Right", Act::Right),
    ("Up", Act::Up),
    ("Down", Act::Down),
    ("Home", Act::RowStart),
    ("End", Act::RowEnd),
    ("Ctrl+Left", Act::RowStart),
    ("Ctrl+Right", Act::RowEnd),
    ("Ctrl+Up", Act::First),
    ("Ctrl+Down", Act::Last),
    ("Ctrl+Home", Act::Start),
    ("Ctrl+End", Act::End),
    ("PageUp", Act::PageUp),
    ("PageDown", Act::PageDown),
    ("Shift+Up", Act::ExtendUp),
    ("Shift+Down", Act::ExtendDown),
    ("Ctrl+A", Act::All),
    ("Enter", Act::Open),
    ("Shift+Enter", Act::SortMore),
    ("F2", Act::Edit),
    ("Space", Act::Toggle),
    ("Alt+Left", Act::Narrower),
    ("Alt+Right", Act::Wider),
    ("Ctrl+Shift+Left", Act::MoveLeft),
    ("Ctrl+Shift+Right", Act::MoveRight),
];

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

/// Where an act leads; `None` if it is not one that moves.
pub fn go(act: Act, from: Cursor, bounds: Bounds) -> Option<Cursor> {
    let last_row = bounds.rows.checked_sub(1);
    let last_column = bounds.columns.saturating_sub(1);
    let to = match act {
        Act::Left => step(from, bounds.rtl, last_column),
        Act::Right => step(from, !bounds.rtl, last_column),
        Act::Up | Act::ExtendUp => Cursor { row: from.row.and_then(|r| r.checked_sub(1)), ..from },
        Act::Down | Act::ExtendDown => {
            let next = from.row.map_or(0, |row| row + 1);
            Cursor { row: last_row.map(|last| next.min(last)).or(from.row), ..from }
        }
        Act::RowStart => Cursor { column: 0, ..from },
        Act::RowEnd => Cursor { column: last_column, ..from },
        Act::First => Cursor { row: last_row.map(|_| 0), ..from },
        Act::Last => Cursor { row: last_row, ..from },
        Act::Start => Cursor { row: last_row.map(|_| 0), column: 0 },
        Act::End => Cursor { row: last_row, column: last_column },
        Act::PageUp => Cursor { row: from.row.map(|r| r.saturating_sub(bounds.page)), ..from },
        Act::PageDown => {
            let next = from.row.unwrap_or(0).saturating_add(bounds.page);
            Cursor { row: last_row.map(|last| next.min(last)), ..from }
        }
        _ => return None,
    };
    Some(to)
}

fn step(from: Cursor, onward: bool, last: usize) -> Cursor {
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
        assert_eq!(go(Act::Left, at(3, 0), BOUNDS), Some(at(3, 0)));
        assert_eq!(go(Act::Right, at(3, 8), BOUNDS), Some(at(3, 8)));
        assert_eq!(go(Act::Down, at(99, 2), BOUNDS), Some(at(99, 2)));
        let heads = Cursor { row: None, column: 2 };
        assert_eq!(go(Act::Up, at(0, 2), BOUNDS), Some(heads));
        assert_eq!(go(Act::Down, heads, BOUNDS), Some(at(0, 2)));
    }

    #[test]
    fn left_and_right_follow_the_screen() {
        let rtl = Bounds { rtl: true, ..BOUNDS };
        assert_eq!(go(Act::Left, at(3, 4), rtl), Some(at(3, 5)));
        assert_eq!(go(Act::Right, at(3, 4), rtl), Some(at(3, 3)));
    }

    #[test]
    fn pages_and_ends() {
        assert_eq!(go(Act::PageDown, at(90, 1), BOUNDS), Some(at(99, 1)));
        assert_eq!(go(Act::PageUp, at(5, 1), BOUNDS), Some(at(0, 1)));
        assert_eq!(go(Act::End, at(5, 1), BOUNDS), Some(at(99, 8)));
        assert_eq!(go(Act::Start, at(5, 1), BOUNDS), Some(at(0, 0)));
        assert_eq!(go(Act::RowEnd, at(5, 1), BOUNDS), Some(at(5, 8)));
        assert_eq!(go(Act::Open, at(5, 1), BOUNDS), None);
    }

    #[test]
    fn an_empty_grid_has_its_heads_only() {
        let empty = Bounds { rows: 0, ..BOUNDS };
        let heads = Cursor { row: None, column: 0 };
        for act in [Act::Down, Act::Last, Act::End, Act::PageDown, Act::Start] {
            assert_eq!(go(act, heads, empty).map(|cursor| cursor.row), Some(None), "{act:?}");
        }
    }
}
