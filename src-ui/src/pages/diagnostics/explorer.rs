//! Looks at records of any class of the service: their fields, as the service sent them. Only
//! reads.

use std::sync::Arc;

use contract::{Explore, Explored};
use leptos::ev::SubmitEvent;
use leptos::prelude::*;

use crate::components::grid::{
    Cell, Column, ColumnState, Content, Grid, GridData, GridHandle, Row,
};
use crate::components::{Button, FailureNote, TextField};
use crate::data::query::use_command;
use crate::effect::memo;
use crate::i18n::{I18n, say, text, use_i18n};

/// The explorer.
#[component]
pub fn Explorer(
    /// The page's hold on the grid of fields.
    fields: GridHandle,
) -> impl IntoView {
    let i18n = use_i18n();
    let (object, id) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let explored = RwSignal::new(None::<Explored>);
    let command = use_command::<Explore>();
    let read = Callback::new(move |()| {
        let id = Some(id.get_untracked()).filter(|id| !id.trim().is_empty());
        explored.set(None);
        command.send(Explore { object: object.get_untracked(), id }, move |answer| {
            explored.set(Some(answer));
        });
    });
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        read.run(());
    };
    let off = Signal::derive(move || {
        let is_empty = object.with(|object| object.trim().is_empty());
        is_empty.then(|| say!(i18n, explorer.no_object).to_owned())
    });
    view! {
        <section class="explorer" aria-label=text!(i18n, explorer.title) data-testid="explorer">
            <h2>{text!(i18n, explorer.title)}</h2>
            <p class="block-note">{text!(i18n, explorer.text)}</p>
            <form on:submit=submit>
                <TextField
                    label=text!(i18n, explorer.object)
                    value=object
                    placeholder=Signal::stored("requisitionItem".to_owned())
                    testid="explorer-object"
                />
                <TextField label=text!(i18n, explorer.id) value=id optional=true testid="explorer-id" />
                // Enter in a field presses it: the button drawn is none that submits.
                <button type="submit" hidden></button>
                <Button
                    label=text!(i18n, explorer.read)
                    busy=command.busy
                    off
                    on_press=read
                    testid="explorer-read"
                />
            </form>
            {move || command.failure.get().map(|failure| view! {
                <FailureNote failure on_retry=read />
            })}
            {move || explored.get().map(|explored| view! { <Fields explored grid=fields /> })}
        </section>
    }
}

/// The fields of what was read.
#[component]
fn Fields(explored: Explored, grid: GridHandle) -> impl IntoView {
    let i18n = use_i18n();
    let is_cut = explored.is_cut;
    if explored.fields.is_empty() {
        return view! { <p class="block-note" role="status">{text!(i18n, explorer.nothing)}</p> }
            .into_any();
    }
    let rows: Vec<_> = explored.fields.into_iter().map(draw).collect();
    let rows = memo(move || rows.clone());
    view! {
        <Grid
            name="explored"
            label=text!(i18n, explorer.fields)
            columns=columns(i18n)
            data=GridData::local(rows.into())
            layout=RwSignal::new(ColumnState::default())
            handle=grid
        />
        {is_cut.then(|| view! {
            <p class="block-note" role="status">{text!(i18n, explorer.cut)}</p>
        })}
    }
    .into_any()
}

fn columns(i18n: I18n) -> Vec<Column> {
    vec![
        Column::new("field", text!(i18n, explorer.field), 18.0).unsorted().heads(),
        Column::new("value", text!(i18n, explorer.value), 12.0).unsorted().grows(),
    ]
}

fn draw(field: contract::ExploredField) -> Arc<Row> {
    let cells = [Content::Code(field.path.clone()), Content::Text(field.value)];
    Arc::new(Row::record(field.path, cells.into_iter().map(Cell::from).collect()))
}
