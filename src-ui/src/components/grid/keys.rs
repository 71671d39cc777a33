//! The grid's keys: which key does what, what the list of keys says of it, and the binding of those
//! a page has a use for. What they do is `act`'s.

use leptos::prelude::*;

use super::calls::Calls;
use super::moves::Step;
use super::state::GridState;
use crate::i18n::{I18n, text};
use crate::keys::{InTab, Keys, Scope};

/// Something a key does in a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Goes somewhere.
    Go(Step),
    /// Goes somewhere and chooses what lies between.
    Extend(Step),
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
const KEYS: &[(&str, Act)] = &[
    ("Left", Act::Go(Step::Left)),
    ("Right", Act::Go(Step::Right)),
    ("Up", Act::Go(Step::Up)),
    ("Down", Act::Go(Step::Down)),
    ("Home", Act::Go(Step::RowStart)),
    ("End", Act::Go(Step::RowEnd)),
    ("Ctrl+Left", Act::Go(Step::FarLeft)),
    ("Ctrl+Right", Act::Go(Step::FarRight)),
    ("Ctrl+Up", Act::Go(Step::First)),
    ("Ctrl+Down", Act::Go(Step::Last)),
    ("Ctrl+Home", Act::Go(Step::Start)),
    ("Ctrl+End", Act::Go(Step::End)),
    ("PageUp", Act::Go(Step::PageUp)),
    ("PageDown", Act::Go(Step::PageDown)),
    ("Shift+Up", Act::Extend(Step::Up)),
    ("Shift+Down", Act::Extend(Step::Down)),
    ("Shift+Left", Act::Extend(Step::Left)),
    ("Shift+Right", Act::Extend(Step::Right)),
    ("Shift+Home", Act::Extend(Step::RowStart)),
    ("Shift+End", Act::Extend(Step::RowEnd)),
    ("Ctrl+Shift+Up", Act::Extend(Step::First)),
    ("Ctrl+Shift+Down", Act::Extend(Step::Last)),
    ("Ctrl+Shift+Left", Act::Extend(Step::FarLeft)),
    ("Ctrl+Shift+Right", Act::Extend(Step::FarRight)),
    ("Ctrl+Shift+Home", Act::Extend(Step::Start)),
    ("Ctrl+Shift+End", Act::Extend(Step::End)),
    ("Shift+PageUp", Act::Extend(Step::PageUp)),
    ("Shift+PageDown", Act::Extend(Step::PageDown)),
    ("Shift+Space", Act::Row),
    ("Ctrl+Space", Act::Column),
    ("Ctrl+A", Act::All),
    ("Enter", Act::Open),
    ("Shift+Enter", Act::SortMore),
    ("F2", Act::Edit),
    ("Space", Act::Toggle),
    ("F2", Act::FitWidth),
    ("Alt+Left", Act::Narrower),
    ("Alt+Right", Act::Wider),
    ("Ctrl+Shift+Left", Act::MoveLeft),
    ("Ctrl+Shift+Right", Act::MoveRight),
    ("Ctrl+C", Act::Copy),
    ("Ctrl+Insert", Act::Copy),
    ("Ctrl+X", Act::Cut),
    ("Ctrl+V", Act::Paste),
    ("Ctrl+D", Act::Fill),
    ("Del", Act::Clear),
    ("Ctrl+Del", Act::Delete),
    ("Insert", Act::Insert),
    ("Alt+Up", Act::RowsUp),
    ("Alt+Down", Act::RowsDown),
];

/// Binds the grid's keys.
pub fn bind(keys: Keys, i18n: I18n, grid: GridState) {
    let scope = Scope::Region(grid.region.get_value());
    for (chord, act) in KEYS {
        let act = *act;
        if offers(grid.cells, &grid.calls, act) {
            let ticks = grid.calls.edit.is_some();
            let label = Some(match act {
                Act::Toggle if !ticks => text!(i18n, grid.twist),
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
    let label = label_of(Act::Collapse, grid.cells, i18n);
    keys.bind_if(tab.clone(), "Esc", Some(label), |_| false);
    keys.rest_of(tab, move |press| {
        press.chord.key == "Escape" && grid.inside.get_untracked() && grid.act(Act::Collapse)
    });
}

/// Whether an act is of use: lists choose rows only, and what a page does not do has no key.
fn offers(cells: bool, calls: &Calls, act: Act) -> bool {
    match act {
        Act::Extend(step) => cells || !step.is_sideways(),
        Act::Row | Act::Column => cells,
        Act::Copy => calls.copy.is_some(),
        Act::Cut => calls.copy.is_some() && calls.cut.is_some(),
        Act::Paste => calls.paste.is_some(),
        Act::Fill => calls.fill.is_some(),
        Act::Clear => calls.clear.is_some(),
        Act::Delete => calls.delete.is_some(),
        Act::Insert => calls.insert.is_some(),
        Act::RowsUp | Act::RowsDown => calls.move_rows.is_some(),
        Act::Edit => calls.edit.is_some(),
        Act::Toggle => calls.edit.is_some() || calls.fold.is_some() || calls.note.is_some(),
        _ => true,
    }
}

/// What the list of keys says of an act; keys of which it says the same stand in one line.
fn label_of(act: Act, cells: bool, i18n: I18n) -> Signal<String> {
    match act {
        Act::Go(Step::Left | Step::Right | Step::Up | Step::Down) => text!(i18n, grid.cells),
        Act::Go(Step::PageUp | Step::PageDown) => text!(i18n, grid.page),
        Act::Go(step) if step.is_sideways() => text!(i18n, grid.row_ends),
        Act::Go(_) => text!(i18n, grid.ends),
        Act::Extend(Step::Left | Step::Right | Step::Up | Step::Down) if cells => {
            text!(i18n, grid.extend_cells)
        }
        Act::Extend(Step::Up | Step::Down) => text!(i18n, grid.extend),
        Act::Extend(Step::PageUp | Step::PageDown) => text!(i18n, grid.extend_page),
        Act::Extend(_) => text!(i18n, grid.extend_far),
        Act::All => text!(i18n, grid.all),
        Act::Row => text!(i18n, grid.row),
        Act::Column => text!(i18n, grid.column),
        Act::Collapse if cells => text!(i18n, grid.collapse),
        Act::Collapse => text!(i18n, grid.collapse_rows),
        Act::Open => text!(i18n, grid.open),
        Act::SortMore => text!(i18n, grid.sort_more),
        Act::Edit => text!(i18n, grid.edit),
        Act::Toggle => text!(i18n, grid.toggle),
        Act::FitWidth => text!(i18n, grid.fit),
        Act::Narrower | Act::Wider => text!(i18n, grid.resize),
        Act::MoveLeft | Act::MoveRight => text!(i18n, grid.reorder),
        Act::Copy => text!(i18n, grid.copy),
        Act::Cut => text!(i18n, grid.cut),
        Act::Paste => text!(i18n, grid.paste),
        Act::Fill => text!(i18n, grid.fill),
        Act::Clear => text!(i18n, grid.clear),
        Act::Delete => text!(i18n, grid.delete),
        Act::Insert => text!(i18n, grid.insert),
        Act::RowsUp | Act::RowsDown => text!(i18n, grid.move_rows),
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
        assert!(offered(Act::Extend(Step::Up)) && offered(Act::All));
        let spreadsheet = [Act::Extend(Step::Left), Act::Row, Act::Column, Act::Copy, Act::Clear];
        for act in spreadsheet.into_iter().chain([Act::Edit, Act::Toggle]) {
            assert!(!offered(act), "{act:?}");
        }
    }

    #[test]
    fn a_key_is_there_when_the_page_does_what_it_asks_for() {
        let calls = Calls { clear: Some(Callback::new(|_| ())), ..Calls::default() };
        assert!(offers(true, &calls, Act::Clear));
        assert!(!offers(true, &calls, Act::Delete));
        let cuts = Calls { cut: Some(Callback::new(|_| ())), ..Calls::default() };
        assert!(!offers(true, &cuts, Act::Cut), "what cannot be copied cannot be cut");
    }

    #[test]
    fn no_key_is_taken_that_means_something_everywhere() {
        for everywhere in ["Ctrl++", "Ctrl+-", "Ctrl+S", "Ctrl+B", "Ctrl+Enter", "Esc", "Tab"] {
            let taken = KEYS.iter().any(|(key, _)| Chord::parse(key) == Chord::parse(everywhere));
            assert!(!taken, "{everywhere}");
        }
    }
}
