//! The history: what waits to be sent, in the order it goes, and under it the journal of every
//! change made here and what became of it; beside them the current entry with what can be done
//! about it. Deliberately absent: an order of the user's own among changes of one movement.

mod actions;
mod acts;
mod category;
mod columns;
mod facts;
mod foot;
mod head;
mod panel;
mod state;

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;

use crate::components::grid::{Grid, Row};
use crate::components::{Button, Empty, FailureNote, Show};
use crate::data::outbox::use_outbox;
use crate::effect::memo;
use crate::frame::ServiceBanner;
use crate::i18n::{say, text, use_i18n};
use crate::keys::{Scope, use_keys};
use crate::pages::list::{ListKeys, focus_in};
use crate::pages::use_layout;
use crate::wording::format::use_format;
use acts::{Acts, UndoSheet};
use category::CategorySheet;
use columns::{journal_columns, outbox_columns};
use facts::OutboxFacts;
use foot::Foot;
use head::{Head, Tools};
use panel::EntryPanel;
use state::{History, HistoryList};

pub use facts::OthersWork;

/// The history.
#[component]
pub fn HistoryPage() -> impl IntoView {
    let i18n = use_i18n();
    let layout = use_layout("journal", "at", true);
    let history = History::start(layout.0);
    let acts = Acts::start(history);
    let find = NodeRef::<html::Input>::new();
    let body = NodeRef::<html::Div>::new();
    let list = ListKeys {
        find,
        text: history.quiet,
        answered: Signal::derive(move || history.journal.is_answered()),
        grid: history.grid,
        refresh: Callback::new(move |()| acts.look_again()),
        filtered: Signal::derive(move || history.is_filtered()),
        clear: Callback::new(move |()| history.clear()),
        panel: Some(history.panel),
        panel_shown: Signal::derive(move || history.panel_is_shown()),
        body,
    };
    let (keys, region) = (use_keys(), use_keys().region("history"));
    list.bind(keys, i18n);
    acts.bind(keys, &Scope::Region(region.clone()));
    let enter = Callback::new(move |_: Arc<Row>| {
        history.panel.set(true);
        focus_in(body, ".panel .panel-foot .btn, .panel button");
    });
    view! {
        <Head history acts />
        <Tools history find />
        <ServiceBanner retry=move |()| acts.look_again() failure=history.failure />
        {move || {
            acts.failure().map(|failure| {
                view! { <div class="banner banner-red"><FailureNote failure /></div> }
            })
        }}
        <div class="body" node_ref=body>
            <div class="stack" data-region=region>
                <OutboxBlock history acts enter />
                <JournalBlock history layout enter />
            </div>
            <Show when=move || history.panel_is_shown()>
                <EntryPanel history acts on_close=move |()| list.close_panel() />
            </Show>
        </div>
        <Foot />
        <UndoSheet acts />
        <CategorySheet acts />
    }
}

/// What waits, in the order it goes.
#[component]
fn OutboxBlock(history: History, acts: Acts, enter: Callback<Arc<Row>>) -> impl IntoView {
    let i18n = use_i18n();
    let outbox = use_outbox();
    let (layout, keep) = use_layout("outbox", "", false);
    let rows = history.outbox.grid.total;
    let press = move |row: Arc<Row>| acts.first_of(&row);
    let nothing = Signal::derive(move || {
        let said = if history.problems.get() {
            say!(i18n, history.nothing_to_answer)
        } else if outbox.unsent() > 0 {
            say!(i18n, history.nothing_waits)
        } else {
            say!(i18n, history.nothing)
        };
        said.to_owned()
    });
    view! {
        <section class="block" class:is-aside=move || history.is_aside(HistoryList::Operation) aria-labelledby="outbox-title" on:focusin=move |_| history.look_at(HistoryList::Operation)>
            <OutboxFacts />
            <Show
                when=move || { rows.get() > 0 }
                fallback=move || view! { <p class="block-note" data-testid="outbox-empty">{nothing}</p> }
            >
                <div class="block-rows" style=("--rows", move || rows.get().to_string())>
                    <Grid
                        name="outbox"
                        label=text!(i18n, outbox.title)
                        columns=outbox_columns(i18n)
                        data=history.outbox.grid
                        layout
                        on_layout=keep
                        on_open=enter
                        on_press=press
                        on_current=move |row| history.at_operation(row)
                        begin_in="what"
                    />
                </div>
            </Show>
        </section>
    }
}

/// What was done here.
#[component]
fn JournalBlock(
    history: History,
    layout: (RwSignal<crate::components::grid::ColumnState>, Callback<()>),
    enter: Callback<Arc<Row>>,
) -> impl IntoView {
    let i18n = use_i18n();
    let (layout, keep) = layout;
    let order = Signal::derive(move || {
        let newest = layout.with(|layout| layout.sorted("at").is_none_or(|(_, down)| down));
        let said = if newest { say!(i18n, history.newest) } else { say!(i18n, history.oldest) };
        said.to_owned()
    });
    let nothing = memo(move || {
        history.journal.whole.with(|whole| whole.as_ref().is_some_and(|whole| whole.matching == 0))
    });
    view! {
        <section class="block block-fill" class:is-aside=move || history.is_aside(HistoryList::Entry) aria-labelledby="journal-title" on:focusin=move |_| history.look_at(HistoryList::Entry)>
            <h2 id="journal-title" class="block-h">
                {text!(i18n, history.journal)}
                <span class="faint small push">{order}</span>
            </h2>
            <Show when=move || !nothing.get() fallback=move || view! { <NoEntries history /> }>
                <Grid
                    name="journal"
                    label=text!(i18n, history.journal)
                    columns=journal_columns(i18n)
                    data=history.journal.grid
                    layout
                    on_layout=keep
                    on_open=enter
                    on_current=move |row| history.at_entry(row)
                    begin_in="change"
                    handle=history.grid
                />
            </Show>
        </section>
    }
}

/// The journal is empty, or nothing in it fits.
#[component]
fn NoEntries(history: History) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    move || {
        if !history.is_filtered() {
            return view! {
                <Empty
                    icon="history"
                    title=text!(i18n, history.empty_title)
                    text=text!(i18n, history.empty_text)
                    testid="empty"
                />
            }
            .into_any();
        }
        let more = Signal::derive(move || {
            let known = history.journal.whole.with(|w| w.as_ref().map_or(0, |whole| whole.known));
            say!(i18n, history.no_match_text, count = known, number = format.number(known))
        });
        view! {
            <Empty icon="search" title=text!(i18n, history.no_match_title) text=more testid="no-match">
                <Button
                    label=text!(i18n, list.clear)
                    chord="Esc"
                    on_press=move |()| history.clear()
                    testid="clear-filters"
                />
            </Empty>
        }
        .into_any()
    }
}
