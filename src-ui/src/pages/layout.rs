//! The column state of a page's grid, kept in the preferences under the grid's name.

use leptos::prelude::*;

use crate::components::grid::ColumnState;
use crate::effect::{effect, memo};
use crate::look::use_look;

/// The column state as kept, sorted by `column` where nothing was kept; and the callback that keeps
/// it, for `on_layout`.
pub fn use_layout(
    name: &'static str,
    column: &str,
    descending: bool,
) -> (RwSignal<ColumnState>, Callback<()>) {
    let look = use_look();
    let kept = look.now().grids;
    let state = RwSignal::new(ColumnState::read(kept.get(name), column, descending));
    let keep = Callback::new(move |()| {
        let written = state.with_untracked(ColumnState::write);
        look.change(|settings| drop(settings.grids.insert(name.to_owned(), written)));
    });
    // The same list may stand in another tab: a column hidden there is hidden here.
    let kept = memo(move || look.get().grids.get(name).cloned());
    effect(move || {
        let kept = kept.get().map(|kept| ColumnState::read(Some(&kept), "", false));
        let mut now = state.get_untracked();
        if kept.is_some_and(|kept| now.take_choice(kept)) {
            state.set(now);
        }
    });
    (state, keep)
}
