//! The diagnostics: which calls beyond its published interface the service answers, what each is
//! good for, and trying them again. Nothing depends on any of them. Deliberately absent: switching
//! one off; a screen uses what is offered and does without the rest.

mod about;
mod columns;
mod explorer;
mod panel;
mod words;

use std::sync::Arc;

use contract::{Capabilities, ProbeCapabilities, ReadCapabilities};
use leptos::html;
use leptos::prelude::*;

use crate::components::grid::{ColumnState, Grid, GridData, GridHandle, Row};
use crate::components::{Bones, Button, ButtonKind, FailureNote, KeyHint, Show, StatusLine};
use crate::data::query::{Query, Sending, use_command, use_query};
use crate::data::session::use_session;
use crate::dom;
use crate::effect::memo;
use crate::frame::{PaneHead, ServiceBanner};
use crate::i18n::{say, text, use_i18n};
use crate::keys::{InTab, Scope, use_keys};
use crate::pages::export::{ExportTool, Exported};
use crate::pages::list::focus_in;
use crate::wording::format::use_format;
use about::About;
use columns::{columns, draw, path_of};
use explorer::Explorer;
use panel::CallPanel;

/// The diagnostics page.
#[component]
pub fn DiagnosticsPage() -> impl IntoView {
    let (i18n, keys) = (use_i18n(), use_keys());
    let known = use_query(|| Some(ReadCapabilities {}));
    let probing = Probing::start(known);
    let (current, panel) = (RwSignal::new(None::<String>), RwSignal::new(false));
    let call = memo(move || {
        let path = current.get()?;
        known
            .reply
            .with(|known| known.as_ref()?.rows.iter().find(|row| row.call.path() == path).cloned())
    });
    let (grid, fields) = (GridHandle::default(), GridHandle::default());
    let body = NodeRef::<html::Div>::new();
    let close = move || {
        panel.set(false);
        focus_in(body, dom::CURSOR);
    };
    keys.on_page("F5", text!(i18n, diagnostics.probe), move || probing.probe());
    let tab = Scope::Tab(use_context::<InTab>().map_or(0, |tab| tab.0));
    keys.bind_if(tab, "Esc", Some(text!(i18n, app.close)), move |_| {
        let is_open = panel.get_untracked();
        if is_open {
            close();
        }
        is_open
    });
    let open = move |_: Arc<Row>| {
        panel.set(true);
        focus_in(body, ".panel button");
    };
    view! {
        <Head probing grid fields />
        <ServiceBanner retry=move |()| probing.probe() failure=probing.command.failure />
        <div class="body" node_ref=body>
            <div class="stack diag">
                <About known />
                <p class="block-note" data-testid="diagnostics-promise">
                    {text!(i18n, diagnostics.promise)}
                </p>
                <Calls known grid on_open=open on_current=move |path| current.set(path) />
                <Explorer fields />
            </div>
            <Show when=move || panel.get() && call.with(Option::is_some)>
                <CallPanel call on_close=move |()| close() />
            </Show>
        </div>
        <Foot known />
    }
}

/// Trying the calls again.
#[derive(Clone, Copy)]
struct Probing {
    known: Query<Capabilities>,
    command: Sending<ProbeCapabilities>,
}

impl Probing {
    fn start(known: Query<Capabilities>) -> Self {
        Self { known, command: use_command() }
    }

    fn is_busy(self) -> bool {
        let is_probing = self.known.reply.with(|known| known.as_ref().is_some_and(|k| k.probing));
        self.command.busy.get() || is_probing
    }

    /// Tries them all. What is being tried already is waited for.
    fn probe(self) {
        self.command.send(ProbeCapabilities {}, move |_| self.known.ask_again());
    }
}

#[component]
fn Head(
    probing: Probing,
    /// The hold on the grid of calls.
    grid: GridHandle,
    /// The hold on the fields of a record that was looked at.
    fields: GridHandle,
) -> impl IntoView {
    let (i18n, format, session) = (use_i18n(), use_format(), use_session());
    let busy = memo(move || probing.is_busy());
    let meta = Signal::derive(move || {
        let known = probing.known.reply;
        if busy.get() {
            return say!(i18n, diagnostics.probing).to_owned();
        }
        let last = known.with(|known| known.as_ref()?.rows.iter().filter_map(|row| row.at).max());
        match last {
            Some(at) => say!(i18n, diagnostics.tried, time = format.moment(at)),
            None => say!(i18n, diagnostics.never).to_owned(),
        }
    });
    let off = Signal::derive(move || {
        let signed_in = session.state().is_some_and(|state| state.signed_in);
        (!signed_in).then(|| say!(i18n, failure.needs_session).to_owned())
    });
    let exported = vec![
        Exported::new(grid, text!(i18n, diagnostics.calls)),
        Exported::new(fields, text!(i18n, explorer.fields)),
    ];
    view! {
        <PaneHead title=text!(i18n, diagnostics.title) meta>
            <ExportTool grids=exported />
            <Button
                label=text!(i18n, diagnostics.probe)
                kind=ButtonKind::Primary
                icon="refresh-cw"
                chord="F5"
                off
                busy
                on_press=move |()| probing.probe()
                testid="probe"
            />
        </PaneHead>
    }
}

/// All calls, or why they are not known.
#[component]
fn Calls(
    known: Query<Capabilities>,
    /// The page's hold on their grid.
    grid: GridHandle,
    #[prop(into)] on_open: Callback<Arc<Row>>,
    /// Is told the path of the current call.
    #[prop(into)]
    on_current: Callback<Option<String>>,
) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let made = move || {
        known.reply.with(|known| {
            known.as_ref().map(|known| draw(i18n, format, &known.rows)).unwrap_or_default()
        })
    };
    let rows = memo(made);
    // On paper they may be worded in another language.
    let data = GridData::local(rows.into()).made_by(Signal::derive(made));
    let is_known = memo(move || known.reply.with(Option::is_some));
    let see = move |row: Option<Arc<Row>>| on_current.run(row.map(|row| path_of(&row)));
    let instead = move || match known.failure.get() {
        Some(failure) => {
            let retry = Callback::new(move |()| known.ask_again());
            view! { <FailureNote failure on_retry=retry /> }.into_any()
        }
        None => view! { <Bones /> }.into_any(),
    };
    view! {
        <Show
            when=move || is_known.get()
            fallback=move || view! { <div class="block-note">{instead}</div> }
        >
            <Grid
                name="diagnostics"
                label=text!(i18n, diagnostics.calls)
                columns=columns(i18n)
                data
                layout=RwSignal::new(ColumnState::default())
                on_open
                on_current=see
                begin_in="use"
                handle=grid
            />
        </Show>
    }
}

#[component]
fn Foot(known: Query<Capabilities>) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let hints = vec![
        KeyHint { chord: "Enter", label: text!(i18n, diagnostics.hint_details) },
        KeyHint { chord: "F5", label: text!(i18n, diagnostics.hint_probe) },
        KeyHint { chord: "Ctrl+E", label: text!(i18n, history.hint_export) },
        KeyHint { chord: "?", label: text!(i18n, app.all_keys) },
    ];
    let counts = move || {
        let said = known
            .reply
            .with(|known| known.as_ref().map(|known| words::counts(i18n, format, &known.rows)));
        let fact = |said: String| view! { <span class="num">{said}</span> };
        said.unwrap_or_default().into_iter().map(fact).collect_view()
    };
    view! { <StatusLine hints>{counts}</StatusLine> }
}
