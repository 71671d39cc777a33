//! The changes drawer under the lines: closed, a bar that says how many changes wait here; open, what
//! would be sent, in sentences, as JSON, or as the lines that come of it.
//!
//! The page opens it (Ctrl+S, or its button); open, it takes Ctrl+S itself and sends. Files: `plan`
//! (what is ticked, pure), `state`, `acts` (what becomes of it), `draw` (a change as a row), `body`.

mod acts;
mod body;
mod draw;
mod plan;
mod state;

use contract::{EditorState, MovementKey, RowKey};
use leptos::prelude::*;

use super::editing::queue::EditQueue;
use crate::components::grid::GridHandle;
use crate::components::{
    Button, ButtonKind, FailureNote, Icon, IconButton, Segment, SegmentChoice, Size,
};
use crate::effect::memo;
use crate::i18n::{say, text};
use crate::keys::{InTab, Scope, use_keys};
use body::Body;
use state::{DrawerContent, DrawerState};

/// The drawer.
#[component]
pub fn ChangesDrawer(
    /// The movement.
    movement: MovementKey,
    /// How its editor stands.
    #[prop(into)]
    editor: Signal<EditorState>,
    /// All that is done to its lines goes through it.
    queue: EditQueue,
    /// Open or not.
    open: RwSignal<bool>,
    /// The page's hold on the grid in it.
    grid: GridHandle,
    /// The line of a change is to be shown.
    #[prop(into)]
    on_go: Callback<RowKey>,
    /// It is about to be sent: what is begun is to be kept first.
    #[prop(into)]
    on_send: Callback<()>,
    /// Changes were sent.
    #[prop(into)]
    on_sent: Callback<()>,
) -> impl IntoView {
    let state = DrawerState::start(movement, editor, queue, open, on_go, on_send, on_sent);
    let state = state.held_by(grid);
    let i18n = state.i18n;
    let region = bind_keys(state);
    let has_something = move || open.get() || state.waits() > 0;
    view! {
        <Show when=has_something>
            <section
                class="drawer"
                class:is-open=move || open.get()
                aria-label=text!(i18n, drawer.title)
                data-region=region.clone()
                data-testid="drawer"
                node_ref=state.node
            >
                <Show when=move || open.get() fallback=move || view! { <Bar state /> }>
                    <Head state />
                    <Body state />
                </Show>
            </section>
        </Show>
    }
}

/// Closed: how many changes wait here, and what of them does not go by itself.
#[component]
fn Bar(state: DrawerState) -> impl IntoView {
    let (i18n, format) = (state.i18n, state.format);
    let beside = move || {
        let editor = state.editor.get();
        let number = |count: u32| format.number(count);
        let mut said = Vec::new();
        if editor.ready > 0 {
            let (count, number) = (editor.ready, number(editor.ready));
            said.push(say!(i18n, drawer.goes, count = count, number = number));
        }
        if editor.follow > 0 {
            let (count, number) = (editor.follow, number(editor.follow));
            said.push(say!(i18n, drawer.order, count = count, number = number));
        }
        if editor.doubtful > 0 {
            let (count, number) = (editor.doubtful, number(editor.doubtful));
            said.push(say!(i18n, drawer.look, count = count, number = number));
        }
        if editor.proposed > 0 {
            let (count, number) = (editor.proposed, number(editor.proposed));
            said.push(say!(i18n, drawer.proposed, count = count, number = number));
        }
        if editor.refused > 0 {
            let (count, number) = (editor.refused, number(editor.refused));
            said.push(say!(i18n, drawer.refused, count = count, number = number));
        }
        if editor.elsewhere > 0 {
            let (count, number) = (editor.elsewhere, number(editor.elsewhere));
            said.push(say!(i18n, drawer.elsewhere, count = count, number = number));
        }
        said.join(" · ")
    };
    view! {
        <div class="drawer-bar">
            <span class="sym sym-local" aria-hidden="true">"~"</span>
            <h2 data-testid="drawer-count">{move || state.title()}</h2>
            <span class="dim small trunc" role="status" title=beside>{beside}</span>
            <span class="push"></span>
            <button
                type="button"
                class="btn btn-sm"
                aria-expanded="false"
                data-testid="drawer-open"
                on:click=move |_| state.open.set(true)
            >
                <Icon name="chevron-right" class="icon icon-sm up" />
                {text!(i18n, drawer.show)}
            </button>
        </div>
    }
}

/// Open: what is shown, what goes, and what can be done with what is ticked.
#[component]
fn Head(state: DrawerState) -> impl IntoView {
    let i18n = state.i18n;
    let choice = |value, label, testid| SegmentChoice { value, label, icon: None, testid };
    let choices = vec![
        choice(DrawerContent::Sentences, text!(i18n, drawer.sentences), "drawer-sentences"),
        choice(DrawerContent::Json, text!(i18n, drawer.json), "drawer-json-tab"),
        choice(DrawerContent::Result, text!(i18n, drawer.result), "drawer-result-tab"),
    ];
    view! {
        <div class="drawer-bar">
            <span class="sym sym-local" aria-hidden="true">"~"</span>
            <h2 data-testid="drawer-count">{move || state.title()}</h2>
            <Segment
                label=text!(i18n, drawer.show_as)
                choices
                value=state.shows
                on_choose=move |shows| state.shows.set(shows)
            />
            <span
                class="dim small trunc"
                role="status"
                title=move || requests(state)
                data-testid="drawer-requests"
            >
                {move || requests(state)}
            </span>
            <span class="push"></span>
            <Ways state />
        </div>
        {move || state.failure().map(|failure| view! {
            <div class="banner banner-red"><FailureNote failure /></div>
        })}
    }
}

/// "Will be sent as 1 request with 12 instructions. Compared with the service before and after."
fn requests(state: DrawerState) -> String {
    let (i18n, format) = (state.i18n, state.format);
    let (requests, instructions) = state.requests();
    if instructions == 0 {
        // What was refused goes again in a request of its own; and it may not be known yet.
        if state.going() > 0 || !state.is_here.get() {
            return String::new();
        }
        return say!(i18n, drawer.nothing_goes).to_owned();
    }
    let number = format.number(instructions);
    let many = say!(i18n, drawer.instructions, count = instructions, number = number);
    let number = format.number(requests);
    let what = say!(i18n, drawer.requests, count = requests, number = number, many = many);
    format!("{what} {}", say!(i18n, drawer.read_again))
}

/// What can be done with what is ticked.
#[component]
fn Ways(state: DrawerState) -> impl IntoView {
    let (i18n, format) = (state.i18n, state.format);
    let goes = memo(move || state.going());
    let send = Signal::derive(move || say!(i18n, drawer.send, number = format.number(goes.get())));
    let nothing =
        move |count: u32| (count == 0).then(|| say!(i18n, drawer.nothing_ticked).to_owned());
    let busy = Signal::derive(move || state.is_busy());
    view! {
        <Button
            label=text!(i18n, drawer.discard)
            kind=ButtonKind::Quiet
            size=Size::Small
            off=Signal::derive(move || {
                let sending = busy.get().then(|| say!(i18n, movement.being_sent).to_owned());
                sending.or_else(|| nothing(state.ticked_count()))
            })
            on_press=move |()| state.discard()
            testid="drawer-discard"
        />
        <Button
            label=send
            kind=ButtonKind::Primary
            size=Size::Small
            icon="upload"
            chord="Ctrl+S"
            off=Signal::derive(move || nothing(goes.get()))
            busy
            on_press=move |()| state.send()
            testid="drawer-send"
        />
        <IconButton
            label=text!(i18n, app.close)
            icon="x"
            size=Size::Small
            chord="Esc"
            on_press=move |()| state.close()
            testid="drawer-close"
        />
    }
}

/// Open, Ctrl+S sends and Esc closes. Answers the region it is.
fn bind_keys(state: DrawerState) -> String {
    let (keys, i18n) = (use_keys(), state.i18n);
    let region = keys.region("changes");
    let tab = Scope::Tab(use_context::<InTab>().map_or(0, |tab| tab.0));
    keys.bind_if(tab.clone(), "Ctrl+S", None, move |_| {
        let open = state.open.get_untracked();
        if open {
            state.send();
        }
        open
    });
    let label = Some(text!(i18n, drawer.close));
    // From the lines too: the status line says so.
    for (scope, label) in [(Scope::Region(region.clone()), label), (tab, None)] {
        keys.bind_if(scope, "Esc", label, move |_| {
            let open = state.open.get_untracked();
            if open {
                state.close();
            }
            open
        });
    }
    region
}
