//! The first page: what waits for the user, each with the way to it; what was open last; and beside them how much
//! of what was asked for goes. Deliberately absent: anything that is changed here.

mod bars;
mod export;
mod figures;
mod pinned;
mod recent;
mod state;
mod trend;
mod waits;

use contract::{DataSet, ReadHome, Refresh};
use leptos::html;
use leptos::prelude::*;

use crate::components::{Button, ButtonKind, FailureNote, IconButton, KeyHint, Show, StatusLine};
use crate::data::query::{use_command, use_query};
use crate::data::session::use_session;
use crate::dom;
use crate::effect::memo;
use crate::frame::{PaneHead, ServiceBanner};
use crate::i18n::{I18n, text, use_i18n};
use crate::ipc;
use crate::keys::{InTab, Scope, use_keys};
use crate::navigation::{Route, StartKind, use_tabs};
use crate::wording::format::use_format;
use figures::FiguresPanel;
use pinned::Pinned;
use recent::Recent;
use state::HomeState;
use waits::Waits;

/// The figures go back so many days at first.
const DAYS: u32 = 30;

/// The page.
#[component]
pub fn HomePage() -> impl IntoView {
    let (i18n, format, tabs, session) = (use_i18n(), use_format(), use_tabs(), use_session());
    let days = RwSignal::new(DAYS);
    let view = use_query(move || Some(ReadHome { today: ipc::today(), days: days.get() }));
    let page = HomeState { view, days, tabs, i18n, format };
    let refresh = use_command::<Refresh>();
    let read = Callback::new(move |()| refresh.send(Refresh { what: DataSet::Movements }, |_| ()));
    let keys = use_keys();
    keys.on_page("F5", text!(i18n, movements.refresh), move || read.run(()));
    let body = NodeRef::<html::Div>::new();
    for (chord, onward) in [("Down", true), ("Up", false)] {
        let tab = Scope::Tab(use_context::<InTab>().map_or(0, |tab| tab.0));
        let label = Some(text!(i18n, home.hint_move));
        keys.bind_if(tab, chord, label, move |_| step(body, onward));
    }
    let reading =
        memo(move || refresh.busy.get() || page.freshness().is_some_and(|it| it.reading.is_some()));
    let failure = Signal::derive(move || {
        let behind = page.freshness().and_then(|freshness| freshness.failure);
        refresh.failure.get().or(behind)
    });
    view! {
        <PaneHead
            title=Signal::derive(move || format.long_day(ipc::today()))
            meta=Signal::derive(move || page.meta())
        >
            <IconButton
                label=text!(i18n, movements.refresh)
                icon="refresh-cw"
                chord="F5"
                busy=reading
                on_press=read
                testid="refresh"
            />
            <span class="rule opt"></span>
            <Show when=move || !session.lacks_updates()>
                <Button
                    label=text!(i18n, movements.new)
                    icon="plus"
                    chord="Ctrl+N"
                    on_press=move |()| tabs.open(Route::NewMovement(StartKind::Empty))
                    testid="new-movement"
                />
            </Show>
            <Button
                label=text!(i18n, movements.from_stocklist)
                kind=ButtonKind::Primary
                icon="clipboard-list"
                chord="Ctrl+Shift+N"
                on_press=move |()| tabs.open(Route::NewMovement(StartKind::Stocklist))
                testid="from-stocklist"
            />
        </PaneHead>
        <ServiceBanner retry=read failure />
        <div class="body" node_ref=body>
            <div class="home">
                <section class="home-main" aria-labelledby="home-waits" data-region="waits">
                    {move || view.failure.get().map(|failure| view! { <FailureNote failure /> })}
                    <Waits page />
                    <Pinned page />
                    <Recent page />
                </section>
                <FiguresPanel page />
            </div>
        </div>
        <StatusLine hints=hints(i18n)>
            <span data-testid="home-known">{move || page.known()}</span>
        </StatusLine>
    }
}

/// Goes to the entry below or above the one with the focus, or to the first or last where none has it; answers
/// whether there is any.
fn step(body: NodeRef<html::Div>, onward: bool) -> bool {
    let Some(body) = body.get_untracked() else { return false };
    let entries: Vec<_> =
        dom::all(&body, "[data-entry]").into_iter().filter(dom::is_shown).collect();
    let now = dom::focused();
    let last = entries.len().wrapping_sub(1);
    let to = match (entries.iter().position(|entry| now.as_ref() == Some(entry)), onward) {
        (Some(at), true) => (at + 1).min(last),
        (Some(at), false) => at.saturating_sub(1),
        (None, true) => 0,
        (None, false) => last,
    };
    let Some(entry) = entries.get(to) else { return false };
    dom::focus(entry);
    true
}

fn hints(i18n: I18n) -> Vec<KeyHint> {
    vec![
        KeyHint { chord: "Down", label: text!(i18n, home.hint_move) },
        KeyHint { chord: "Enter", label: text!(i18n, movements.open) },
        KeyHint { chord: "Ctrl+K", label: text!(i18n, home.hint_else) },
        KeyHint { chord: "?", label: text!(i18n, app.all_keys) },
    ]
}
