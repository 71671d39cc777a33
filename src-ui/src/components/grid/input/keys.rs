//! The grid's keys: which key does what, what the list of keys says of it, and the binding of those
//! a page has a use for. What they do is `act`'s.

use leptos::prelude::*;

use super::moves::CellMove;
use crate::components::grid::calls::Calls;
use crate::components::grid::state::GridState;
use crate::i18n::{I18n, text};
use crate::keys::{InTab, Keys, Scope};

/// Something a key does in a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GridAction {
    /// Goes somewhere.
    Go(CellMove),
    /// Goes somewhere and chooses what lies between.
    Extend(CellMove),
    /// Chooses all rows.
    All,
    /// Chooses the row whole, in a grid of cells.
    Row,
    /// Chooses the column whole.
    Column,
    /// Chooses nothing but where the focus is; lets go of what is being drawn.
    Collapse,
    /// Opens the row, sorts by the head, folds the group, presses the note's action.
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
    /// Makes the head's column as wide as what it holds.
    FitWidth,
    /// Moves the head's column towards the left edge of the screen.
    MoveLeft,
    /// Moves the head's column towards the right edge of the screen.
    MoveRight,
    /// Copies the chosen cells.
    Copy,
    /// Copies and empties them.
    Cut,
    /// Puts a block down. The key itself is the engine's, which then tells of the block.
    Paste,
    /// Fills the chosen cells from the first row.
    Fill,
    /// Empties the chosen cells.
    Clear,
    /// Deletes the chosen rows.
    Delete,
    /// Puts a row in.
    Insert,
    /// Moves the chosen rows up.
    RowsUp,
    /// Moves the chosen rows down.
    RowsDown,
}

/// Every key of a grid. Of two acts of one key the one that has something to do does it.
const KEYS: &[(&str, GridAction)] = &[
    ("Left", GridAction::Go(CellMove::Left)),
    ("Right", GridAction::Go(CellMove::Right)),
    ("Up", GridAction::Go(CellMove::Up)),
    ("Down", GridAction::Go(CellMove::Down)),
    ("Home", GridAction::Go(CellMove::RowStart)),
    ("End", GridAction::Go(CellMove::RowEnd)),
    ("Ctrl+Left", GridAction::Go(CellMove::FarLeft)),
    ("Ctrl+Right", GridAction::Go(CellMove::FarRight)),
    ("Ctrl+Up", GridAction::Go(CellMove::First)),
    ("Ctrl+Down", GridAction::Go(CellMove::Last)),
    ("Ctrl+Home", GridAction::Go(CellMove::Start)),
    ("Ctrl+End", GridAction::Go(CellMove::End)),
    ("PageUp", GridAction::Go(CellMove::PageUp)),
    ("PageDown", GridAction::Go(CellMove::PageDown)),
    ("Shift+Up", GridAction::Extend(CellMove::Up)),
    ("Shift+Down", GridAction::Extend(CellMove::Down)),
    ("Shift+Left", GridAction::Extend(CellMove::Left)),
    ("Shift+Right", GridAction::Extend(CellMove::Right)),
    ("Shift+Home", GridAction::Extend(CellMove::RowStart)),
    ("Shift+End", GridAction::Extend(CellMove::RowEnd)),
    ("Ctrl+Shift+Up", GridAction::Extend(CellMove::First)),
    ("Ctrl+Shift+Down", GridAction::Extend(CellMove::Last)),
    ("Ctrl+Shift+Left", GridAction::Extend(CellMove::FarLeft)),
    ("Ctrl+Shift+Right", GridAction::Extend(CellMove::FarRight)),
    ("Ctrl+Shift+Home", GridAction::Extend(CellMove::Start)),
    ("Ctrl+Shift+End", GridAction::Extend(CellMove::End)),
    ("Shift+PageUp", GridAction::Extend(CellMove::PageUp)),
    ("Shift+PageDown", GridAction::Extend(CellMove::PageDown)),
    ("Shift+Space", GridAction::Row),
    ("Ctrl+Space", GridAction::Column),
    ("Ctrl+A", GridAction::All),
    ("Enter", GridAction::Open),
    ("Shift+Enter", GridAction::SortMore),
    ("F2", GridAction::Edit),
    ("Space", GridAction::Toggle),
    ("F2", GridAction::FitWidth),
    ("Alt+Left", GridAction::Narrower),
    ("Alt+Right", GridAction::Wider),
    ("Ctrl+Shift+Left", GridAction::MoveLeft),
    ("Ctrl+Shift+Right", GridAction::MoveRight),
    ("Ctrl+C", GridAction::Copy),
    ("Ctrl+Insert", GridAction::Copy),
    ("Ctrl+X", GridAction::Cut),
    ("Ctrl+V", GridAction::Paste),
    ("Ctrl+D", GridAction::Fill),
    ("Del", GridAction::Clear),
    ("Ctrl+Del", GridAction::Delete),
    ("Insert", GridAction::Insert),
    ("Alt+Up", GridAction::RowsUp),
    ("Alt+Down", GridAction::RowsDown),
];

/// Binds the grid's keys.
pub fn bind(keys: Keys, i18n: I18n, grid: GridState) {
    let scope = Scope::Region(grid.region.get_value());
    for (chord, act) in KEYS {
        let act = *act;
        if offers(grid.cells, &grid.calls, act) {
            let ticks = grid.calls.edit.is_some();
            let label = Some(match act {
                GridAction::Toggle if !ticks => text!(i18n, grid.twist),
                _ => label_of(act, grid.cells, i18n),
            });
            // While a cell is edited its field has the keys, or the window.
            let is_free = move || grid.editing.with_untracked(Option::is_none);
            keys.bind_if(scope.clone(), chord, label, move |_| is_free() && grid.act(act));
        }
    }
    keys.rest_of(scope, move |press| press.chord.types() && grid.typed(&press.typed));
    bind_escape(keys, i18n, grid);
}

/// Esc is the page's first: it closes the panel, then clears the choice.
fn bind_escape(keys: Keys, i18n: I18n, grid: GridState) {
    let tab = Scope::Tab(use_context::<InTab>().map_or(0, |tab| tab.0));
    let label = label_of(GridAction::Collapse, grid.cells, i18n);
    keys.bind_if(tab.clone(), "Esc", Some(label), |_| false);
    keys.rest_of(tab, move |press| {
        press.chord.key == "Escape" && grid.inside.get_untracked() && grid.act(GridAction::Collapse)
    });
}

/// Whether an act is of use: lists choose rows only, and what a page does not do has no key.
fn offers(cells: bool, calls: &Calls, act: GridAction) -> bool {
    match act {
        GridAction::Extend(step) => cells || !step.is_sideways(),
        GridAction::Row | GridAction::Column => cells,
        GridAction::Copy => calls.copy.is_some(),
        GridAction::Cut => calls.copy.is_some() && calls.cut.is_some(),
        GridAction::Paste => calls.paste.is_some(),
        GridAction::Fill => calls.fill.is_some(),
        GridAction::Clear => calls.clear.is_some(),
        GridAction::Delete => calls.delete.is_some(),
        GridAction::Insert => calls.insert.is_some(),
        GridAction::RowsUp | GridAction::RowsDown => calls.move_rows.is_some(),
        GridAction::Edit => calls.edit.is_some(),
        GridAction::Toggle => calls.edit.is_some() || calls.fold.is_some() || calls.note.is_some(),
        _ => true,
    }
}

/// What the list of keys says of an act; keys of which it says the same stand in one line.
fn label_of(act: GridAction, cells: bool, i18n: I18n) -> Signal<String> {
    match act {
        GridAction::Go(CellMove::Left | CellMove::Right | CellMove::Up | CellMove::Down) => {
            text!(i18n, grid.cells)
        }
        GridAction::Go(CellMove::PageUp | CellMove::PageDown) => text!(i18n, grid.page),
        GridAction::Go(step) if step.is_sideways() => text!(i18n, grid.row_ends),
        GridAction::Go(_) => text!(i18n, grid.ends),
        GridAction::Extend(CellMove::Left | CellMove::Right | CellMove::Up | CellMove::Down)
            if cells =>
        {
            text!(i18n, grid.extend_cells)
        }
        GridAction::Extend(CellMove::Up | CellMove::Down) => text!(i18n, grid.extend),
        GridAction::Extend(CellMove::PageUp | CellMove::PageDown) => text!(i18n, grid.extend_page),
        GridAction::Extend(_) => text!(i18n, grid.extend_far),
        GridAction::All => text!(i18n, grid.all),
        GridAction::Row => text!(i18n, grid.row),
        GridAction::Column => text!(i18n, grid.column),
        GridAction::Collapse if cells => text!(i18n, grid.collapse),
        GridAction::Collapse => text!(i18n, grid.collapse_rows),
        GridAction::Open => text!(i18n, grid.open),
        GridAction::SortMore => text!(i18n, grid.sort_more),
        GridAction::Edit => text!(i18n, grid.edit),
        GridAction::Toggle => text!(i18n, grid.toggle),
        GridAction::FitWidth => text!(i18n, grid.fit),
        GridAction::Narrower | GridAction::Wider => text!(i18n, grid.resize),
        GridAction::MoveLeft | GridAction::MoveRight => text!(i18n, grid.reorder),
        GridAction::Copy => text!(i18n, grid.copy),
        GridAction::Cut => text!(i18n, grid.cut),
        GridAction::Paste => text!(i18n, grid.paste),
        GridAction::Fill => text!(i18n, grid.fill),
        GridAction::Clear => text!(i18n, grid.clear),
        GridAction::Delete => text!(i18n, grid.delete),
        GridAction::Insert => text!(i18n, grid.insert),
        GridAction::RowsUp | GridAction::RowsDown => text!(i18n, grid.move_rows),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::keys::Chord;

    #[test]
    fn a_list_has_no_keys_of_a_spreadsheet() {
        let calls = Calls::default();
        let offered = |act| offers(false, &calls, act);
        assert!(offered(GridAction::Extend(CellMove::Up)) && offered(GridAction::All));
        let spreadsheet = [
            GridAction::Extend(CellMove::Left),
            GridAction::Row,
            GridAction::Column,
            GridAction::Copy,
            GridAction::Clear,
        ];
        for act in spreadsheet.into_iter().chain([GridAction::Edit, GridAction::Toggle]) {
            assert!(!offered(act), "{act:?}");
        }
    }

    #[test]
    fn a_key_is_there_when_the_page_does_what_it_asks_for() {
        let calls = Calls { clear: Some(Callback::new(|_| ())), ..Calls::default() };
        assert!(offers(true, &calls, GridAction::Clear));
        assert!(!offers(true, &calls, GridAction::Delete));
        let cuts = Calls { cut: Some(Callback::new(|_| ())), ..Calls::default() };
        assert!(!offers(true, &cuts, GridAction::Cut), "what cannot be copied cannot be cut");
    }

    #[test]
    fn no_key_is_taken_that_means_something_everywhere() {
        for everywhere in ["Ctrl++", "Ctrl+-", "Ctrl+S", "Ctrl+B", "Ctrl+Enter", "Esc", "Tab"] {
            let taken = KEYS.iter().any(|(key, _)| Chord::parse(key) == Chord::parse(everywhere));
            assert!(!taken, "{everywhere}");
        }
    }
}
