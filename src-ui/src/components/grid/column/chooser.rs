//! The menu that names the columns of a grid that may give way, and shows or hides them. Placed by
//! pages among their tools.

use leptos::prelude::*;

use super::state::ColumnState;
use crate::components::grid::model::Column;
use crate::components::{Icon, Menu, MenuItem};
use crate::dom;
use crate::i18n::{say, text, use_i18n};

/// Whether a column stands on screen: one that is wanted may have no room.
fn is_drawn(column: &Column) -> bool {
    let head = format!("[role=columnheader][data-col={}]", column.id);
    dom::root().is_some_and(|root| dom::all(&root, &head).iter().any(dom::is_shown))
}

/// The menu.
#[component]
pub fn ColumnsMenu(
    /// The grid's columns.
    columns: Vec<Column>,
    /// Their state.
    layout: RwSignal<ColumnState>,
    /// Columns that hold nothing, or the same in every row.
    idle: Signal<Vec<String>>,
    /// A column was shown or hidden: the time to keep it.
    on_layout: Callback<()>,
) -> impl IntoView {
    let i18n = use_i18n();
    let columns = StoredValue::new(columns);
    let item = move |column: Column| {
        let (wanted, is_idle) = untrack(|| {
            idle.with(|idle| {
                let is_idle = idle.iter().any(|id| id == column.id);
                (layout.with(|layout| layout.wants(&column, idle)), is_idle)
            })
        });
        let name = column.label;
        let lacks_room = wanted && !is_drawn(&column);
        let label = Signal::derive(move || match (is_idle, lacks_room) {
            (_, true) => say!(i18n, grid.no_room, name = name.get()),
            (true, _) => say!(i18n, grid.idle, name = name.get()),
            _ => name.get(),
        });
        let run = Callback::new(move |()| {
            layout.update(|layout| layout.choose(&column, !wanted));
            on_layout.run(());
        });
        let (icon, ticked) = (if wanted { "check" } else { "" }, Some(wanted));
        MenuItem { label, icon, chord: None, off: None, ticked, run, testid: "show-column" }
    };
    let items = Callback::new(move |()| {
        columns.with_value(|all| all.iter().filter(|it| it.yields > 0).copied().map(item).collect())
    });
    view! {
        <Menu label=text!(i18n, grid.columns) class="icon-btn" items testid="columns">
            <Icon name="columns-3" />
        </Menu>
    }
}
