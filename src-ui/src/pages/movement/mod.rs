//! A movement, read: its head, its lines with what goes in the stead of them, and beside them
//! everything the service says of the line that has the focus. Deliberately absent: changing
//! anything but what its creation left behind.

mod about_panel;
mod banners;
mod beside;
mod columns;
mod facts;
mod header;
mod line_panel;
mod lines;
mod standing;
mod tools;
mod view;

use std::sync::Arc;

use contract::{DataSet, LineItem, MovementRef, OpenMovement, OpenedMovement, Refresh};
use leptos::html;
use leptos::prelude::*;

use crate::components::grid::{ColumnState, Grid, Row};
use crate::components::{KeyHint, StatusLine};
use crate::format::use_format;
use crate::frame::{ServiceBanner, use_tab};
use crate::i18n::{I18n, text, use_i18n};
use crate::keys::use_keys;
use crate::pages::list::ListKeys;
use crate::pages::use_layout;
use crate::query::{Query, use_command, use_query};
use about_panel::AboutPanel;
use banners::MovementBanners;
use beside::Beside;
use columns::columns;
use header::{Head, Header};
use line_panel::LinePanel;
use standing::{Nothing, Standing, standing};
use tools::{Facts, Tools};
use view::{Lines, LinesView};

/// The page.
#[component]
pub fn MovementPage(
    /// Which one.
    movement: MovementRef,
) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let asked = movement.clone();
    let opened = use_query(move || Some(OpenMovement { movement: asked.clone() }));
    let header = Memo::new(move |_| opened.reply.with(|reply| reply.as_ref().map(Header::of)));
    let lines = lines_of(opened);
    let (layout, keep) = use_lines_layout();
    let view = LinesView::of(lines, layout);
    let refresh = use_command::<Refresh>();
    let read_anew = Callback::new(move |()| {
        let what = DataSet::Movement(movement.clone());
        refresh.send(Refresh { what }, move |_| opened.ask_again());
    });
    name_the_tab(header);
    let standing = standing(opened, view);
    let reading = Signal::derive(move || opened.reply.with(Option::is_none));
    let failure = Signal::derive(move || {
        let behind = opened.failure.get().filter(|_| !reading.get());
        refresh.failure.get().or(behind)
    });
    let beside = Beside::start(view);
    let (find, body) = (NodeRef::<html::Input>::new(), NodeRef::<html::Div>::new());
    let keys = ListKeys {
        find,
        refresh: read_anew,
        filtered: Signal::derive(move || view.is_filtered()),
        clear: Callback::new(move |()| view.clear()),
        panel: Some(beside.wanted),
        panel_shown: Signal::derive(move || beside.is_shown()),
        body,
    };
    keys.bind(use_keys(), i18n);
    let data = view.data(i18n, format, reading);
    // Columns are declared once a grid; thousands of lines need room for their numbers.
    let many = Memo::new(move |_| view.counts.get().all >= 1000);
    let fold = Callback::new(move |row: Arc<Row>| view.fold(&row));
    let grid = move || {
        let columns = columns(i18n, many.get());
        view! {
            <Grid
                name="lines"
                label=text!(i18n, movement.lines)
                columns
                data
                layout
                tree=true
                on_layout=keep
                on_open=move |_| beside.show_line()
                on_fold=fold
                on_current=move |row| beside.focus_on(row)
            />
        }
    };
    let close = Callback::new(move |()| keys.close_panel());
    let about = Callback::new(move |()| beside.toggle_about(keys));
    view! {
        <Head
            header
            reading=refresh.busy.into()
            on_read=read_anew
            about=Signal::derive(move || beside.is_about())
            on_about=about
        />
        <Tools view find />
        <ServiceBanner retry=read_anew failure />
        <MovementBanners header />
        <div class="body" node_ref=body>
            {move || match standing.get() {
                Standing::Rows => grid().into_any(),
                other => view! { <Nothing standing=other opened view on_read=read_anew /> }.into_any(),
            }}
            <Show when=move || beside.is_about()>
                <AboutPanel header on_close=close />
            </Show>
            <Show when=move || beside.is_shown() && !beside.is_about()>
                <LinePanel focused=beside.focused.into() on_close=close />
            </Show>
        </div>
        <StatusLine hints=hints(i18n)><Facts view /></StatusLine>
    }
}

/// The lines alone; the same as before where a reading brought the same.
fn lines_of(opened: Query<OpenedMovement>) -> Memo<Lines> {
    Memo::new(move |before: Option<&Lines>| {
        opened.reply.with(|reply| {
            let lines: &Vec<LineItem> = reply.as_ref()?.movement.lines.as_ref()?;
            match before {
                Some(Some(before)) if **before == *lines => Some(before.clone()),
                _ => Some(Arc::new(lines.clone())),
            }
        })
    })
}

/// The movement's own order is none of its columns.
fn use_lines_layout() -> (RwSignal<ColumnState>, Callback<()>) {
    let (layout, keep) = use_layout("lines", "", false);
    layout.update(|layout| layout.sort.retain(|sort| !sort.column.is_empty()));
    (layout, keep)
}

fn name_the_tab(header: Memo<Option<Header>>) {
    let tab = use_tab();
    Effect::new(move || tab.title.set(header.get().and_then(|header| header.title())));
}

fn hints(i18n: I18n) -> Vec<KeyHint> {
    vec![
        KeyHint { chord: "Space", label: text!(i18n, movement.hint_details) },
        KeyHint { chord: "Ctrl+F", label: text!(i18n, movement.hint_find) },
        KeyHint { chord: "F5", label: text!(i18n, movement.hint_refresh) },
        KeyHint { chord: "?", label: text!(i18n, app.all_keys) },
    ]
}
