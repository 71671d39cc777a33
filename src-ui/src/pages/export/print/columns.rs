//! Which columns of a list are printed: those on screen, until somebody says otherwise.

use std::collections::BTreeMap;

use leptos::prelude::*;

use super::choice::printed_columns;
use super::run::Print;
use crate::components::grid::{Column, ColumnStand};
use crate::components::{Chip, Choice};
use crate::effect::memo;
use crate::i18n::{say, text, use_i18n};
use crate::pages::export::table::ExportedTable;

/// The columns of the list, in the order of the grid; what was said of them can be removed again.
#[component]
pub fn PaperColumns(print: Print) -> impl IntoView {
    let i18n = use_i18n();
    let wanted = print.choice.columns;
    // They do not change while they are printed.
    let all = print.table.with_untracked(|table| table.as_ref().map(ExportedTable::in_order));
    let all = StoredValue::new(all.unwrap_or_default());
    let printed_of = move |wanted: &BTreeMap<String, bool>| {
        let printed = all.with_value(|all| printed_columns(all, wanted));
        printed.into_iter().map(|(_, column)| column.id.to_owned()).collect::<Vec<_>>()
    };
    let printed = memo(move || wanted.with(printed_of));
    let on_screen = printed_of(&BTreeMap::new());
    let begun = StoredValue::new(on_screen);
    let choices = Signal::derive(move || {
        let choice = |(_, column, _): &(u32, Column, ColumnStand)| Choice {
            id: column.id.to_owned(),
            label: column.label.get(),
            ..Choice::default()
        };
        all.with_value(|all| all.iter().map(choice).collect::<Vec<_>>())
    });
    let shown = Signal::derive(move || {
        let (number, all) = (printed.with(Vec::len), all.with_value(Vec::len));
        Some(say!(i18n, paper.columns_of, number = number, all = all))
    });
    let toggle = Callback::new(move |id: String| {
        let is_printed = printed.with_untracked(|ids| ids.contains(&id));
        let is_as_shown = begun.with_value(|ids| ids.contains(&id)) != is_printed;
        wanted.update(|wanted| {
            // As it is on screen it goes on with the screen.
            match is_as_shown {
                true => drop(wanted.remove(&id)),
                false => drop(wanted.insert(id, !is_printed)),
            }
        });
    });
    view! {
        <Chip
            label=text!(i18n, grid.columns)
            shown
            choices
            chosen=printed.into()
            several=true
            is_on=Signal::derive(move || !wanted.with(BTreeMap::is_empty))
            on_take=toggle
            on_clear=move |()| wanted.set(BTreeMap::new())
            testid="print-list-columns"
        />
    }
}
