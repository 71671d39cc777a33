//! What the open drawer shows: sentences, JSON, or results.

use std::sync::Arc;

use leptos::prelude::*;

use super::draw::{columns, entry, result, result_columns};
use super::plan::{DrawerRow, is_sent};
use super::state::{DrawerContent, DrawerState};
use crate::components::Empty;
use crate::components::grid::{Column, ColumnState, Edit, Grid, GridData, Row};
use crate::effect::memo;
use crate::i18n::{I18n, say, text};

/// The body.
#[component]
pub fn Body(state: DrawerState) -> impl IntoView {
    let i18n = state.i18n;
    let approves = memo(move || state.approves());
    let is_empty = memo(move || state.is_empty());
    view! {
        <div class="drawer-body">
            {move || match state.shows.get() {
                _ if is_empty.get() => view! { <Nothing state /> }.into_any(),
                DrawerContent::Json => view! { <Json state /> }.into_any(),
                DrawerContent::Sentences => {
                    let rows = Signal::derive(move || sentences(state));
                    table(state, text!(i18n, drawer.title), columns(i18n, approves.get()), rows)
                }
                DrawerContent::Result => {
                    let rows = Signal::derive(move || results(state));
                    table(state, text!(i18n, drawer.result), result_columns(i18n), rows)
                }
            }}
        </div>
    }
}

/// Nothing waits here; what is typed in a panel waits there.
#[component]
fn Nothing(state: DrawerState) -> impl IntoView {
    let i18n = state.i18n;
    let text = Signal::derive(move || {
        let is_typed = state.editor.with(|editor| editor.only_in_panel > 0);
        let said = match is_typed {
            true => say!(i18n, drawer.sent_from_panel),
            false => say!(i18n, drawer.empty_text),
        };
        said.to_owned()
    });
    view! {
        <Empty
            icon="check"
            title=text!(i18n, drawer.empty)
            text
            testid="drawer-empty"
        />
    }
}

fn table(
    state: DrawerState,
    label: Signal<String>,
    columns: Vec<Column>,
    rows: Signal<Vec<Arc<Row>>>,
) -> AnyView {
    let shown = memo(move || rows.get());
    let turn = Callback::new(move |edit: Edit| state.turn(&edit.key));
    let approve = Callback::new(move |row: Arc<Row>| state.approve(&row));
    let go = Callback::new(move |row: Arc<Row>| state.go(&row));
    view! {
        <Grid
            name="changes"
            label
            columns
            data=GridData::local(shown.into()).made_by(rows)
            layout=RwSignal::new(ColumnState::default())
            on_edit=turn
            on_press=approve
            on_open=go
            handle=state.grid
        />
    }
    .into_any()
}

fn sentences(state: DrawerState) -> Vec<Arc<Row>> {
    let (i18n, format) = (state.i18n, state.format);
    state.turned.with(|turned| {
        state.with_entries(|all| {
            let merged = |change: &contract::PlannedChange| state.merged_lines(change);
            all.iter().map(|of| Arc::new(entry(i18n, format, of, turned, merged))).collect()
        })
    })
}

/// The lines as they will be, of what is ticked and goes.
fn results(state: DrawerState) -> Vec<Arc<Row>> {
    let (i18n, format) = (state.i18n, state.format);
    state.changes.reply.with(|changes| {
        let changes =
            changes.as_ref().map(|changes| changes.changes.as_slice()).unwrap_or_default();
        let ticked = state.turned.with(|turned| {
            let going = |change: &&contract::PlannedChange| {
                super::plan::goes(&change.stand) && is_sent(change, turned)
            };
            changes.iter().filter(going).collect::<Vec<_>>()
        });
        let row = |change: &contract::PlannedChange| {
            Arc::new(result(i18n, format, DrawerRow::Change(change).name(), change))
        };
        ticked.into_iter().map(row).collect()
    })
}

/// What would be sent, as it would be sent.
#[component]
fn Json(state: DrawerState) -> impl IntoView {
    let i18n = state.i18n;
    let json = move || {
        let of = |changes: &Option<contract::Changes>| changes.as_ref().map(|of| of.json.clone());
        state.changes.reply.with(of).unwrap_or_default()
    };
    view! {
        <div class="drawer-json" tabindex="0" role="region" aria-label=text!(i18n, drawer.json)>
            <Show when=move || { state.requests().0 > 1 }>
                <p class="dim small">{move || first_of(state, i18n)}</p>
            </Show>
            <pre dir="ltr" data-testid="drawer-json">{json}</pre>
        </div>
    }
}

fn first_of(state: DrawerState, i18n: I18n) -> String {
    let number = state.format.number(state.requests().0);
    say!(i18n, drawer.first_of, number = number)
}
