//! A walk: what there is to fetch for its movements, in the order in which one walks along the bins. Enter
//! takes a task as required and goes on, digits enter another number, a reason says why less goes. What is
//! entered is kept at once and sent when the picker says so. Deliberately absent: changing picks that were
//! made, which is done in the movement.

mod answers;
mod asking;
mod banners;
mod columns;
mod difference;
mod focus;
mod foot;
mod going;
mod head;
mod import;
mod imported;
mod jobs;
mod panel;
mod plan;
mod scans;
mod split;
mod state;
mod tape;
mod tools;
mod words;

use std::sync::Arc;

use contract::{PickStep, WalkKey};
use leptos::html;
use leptos::prelude::*;

use crate::components::grid::{Calls, CellValue, Edit, Grid, Row};
use crate::components::{Bones, Button, Empty, FailureNote, Show};
use crate::data::rows::Whole;
use crate::dom;
use crate::effect::{effect, effect_after, memo};
use crate::frame::ServiceBanner;
use crate::i18n::{say, text, use_i18n};
use crate::keys::{InTab, Keys, Scope, use_keys};
use crate::navigation::use_tab;
use crate::pages::pick::names;
use crate::pages::use_layout;
use asking::Asking;
use banners::{Elsewhere, OnHold};
use columns::{QUANTITY, columns};
use difference::DifferenceSheet;
use focus::FocusView;
use foot::Foot;
use head::{Head, WalkSheet};
use import::{PicksImport, PicksImportTool};
use jobs::WalkJob;
use panel::{FIRST_REASON, TaskPanel};
use plan::PlanSheet;
use scans::ScanStrip;
use split::SplitSheet;
use state::WalkPage;
use tape::TapeSheet;
use tools::Tools;

pub use words::command_name;

/// Where quantities are typed in the view of one task.
const FOCUS_QUANTITY: &str = "[data-testid='focus-quantity']";

/// A window so wide, in rem, has room for the tasks and the panel.
const ROOMY: f64 = 62.0;

/// The page of a walk.
#[component]
pub fn WalkView(walk: WalkKey) -> impl IntoView {
    let i18n = use_i18n();
    let (width, _) = dom::window_size();
    let page = WalkPage::start(walk, width / dom::rem() >= ROOMY);
    let (layout, keep) = use_layout("tasks", "", false);
    let find = NodeRef::<html::Input>::new();
    let body = NodeRef::<html::Div>::new();
    let sheet = RwSignal::new(None::<WalkSheet>);
    let import = PicksImport::start(page);
    name_tab(page);
    bind(use_keys(), page, find, body);
    let keys = use_keys();
    let see = move |row: Option<Arc<Row>>| {
        if let Some(row) = row {
            page.current.set(Some(row.key.clone()));
            // The cursor has come to a task that was far away.
            if page.far.with_value(|far| far.as_ref() == Some(&row.key)) {
                page.far.set_value(None);
                request_animation_frame(move || page.press_typed(&row.key));
            }
        }
    };
    let calls = Calls {
        enter: Some(Callback::new(move |row: Arc<Row>| confirm(page, keys, &row, body))),
        ..Calls::default()
    };
    let edit = move |edit: Edit| entered(page, &edit);
    // Drawn anew only where another thing stands there: the focus is in the grid.
    let standing = memo(move || page.rows.whole.with(|whole| standing(whole.as_ref())));
    let retry = move |()| page.query.ask_again();
    view! {
        <Head page sheet import />
        <Tools page find />
        <ScanStrip page sheet />
        <ServiceBanner retry failure=page.rows.failure />
        <OnHold page />
        <Elsewhere page />
        {move || {
            page.failure.get().map(|failure| {
                view! { <div class="banner banner-red"><FailureNote failure /></div> }
            })
        }}
        <div
            class="body"
            class:takes-file=move || import.reading.is_over.get()
            node_ref=body
            on:dragover=move |event| import.reading.dragged(&event)
            on:dragleave=move |_| import.reading.is_over.set(false)
            on:drop=move |event| import.reading.dropped(&event, || import.reading.open())
        >
            {move || match standing.get() {
                Standing::Reading => view! { <div class="grid"><Bones /></div> }.into_any(),
                Standing::Empty => view! { <Nothing page is_filtered=false /> }.into_any(),
                Standing::NoMatch => view! { <Nothing page is_filtered=true /> }.into_any(),
                Standing::Tasks if page.focus.get() => view! { <FocusView page /> }.into_any(),
                Standing::Tasks => view! {
                    <Grid
                        name="tasks"
                        label=text!(i18n, walk.tasks)
                        columns=columns(i18n)
                        data=page.rows.grid
                        layout
                        on_layout=keep
                        on_edit=edit
                        on_current=see
                        begin_in=QUANTITY
                        calls
                        handle=page.grid
                    />
                }
                .into_any(),
            }}
            <Show when=move || {
                page.panel.get() && !page.focus.get() && page.current.with(Option::is_some)
            }>
                <TaskPanel page on_close=move |()| close_panel(page) />
            </Show>
        </div>
        <Foot page />
        <Asking page />
        <SplitSheet page />
        <PicksImportTool import />
        <DifferenceSheet page />
        {move || {
            let on_close = move |()| sheet.set(None);
            match sheet.get() {
                Some(WalkSheet::Tape) => Some(view! { <TapeSheet page on_close /> }.into_any()),
                Some(WalkSheet::Plan) => Some(view! { <PlanSheet page on_close /> }.into_any()),
                _ => None,
            }
        }}
    }
}

/// What stands in the body.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    Reading,
    Empty,
    NoMatch,
    Tasks,
}

fn standing(whole: Option<&Whole>) -> Standing {
    match whole.map(|whole| (whole.matching, whole.known)) {
        None => Standing::Reading,
        Some((0, 0)) => Standing::Empty,
        Some((0, _)) => Standing::NoMatch,
        Some(_) => Standing::Tasks,
    }
}

/// Closes the panel; the tasks have the focus then.
fn close_panel(page: WalkPage) {
    page.panel.set(false);
    page.grid.focus();
}

/// The tab is called by its movements, and says where something is not sent.
fn name_tab(page: WalkPage) {
    let tab = use_tab();
    // Told only where it is another one: titles are kept with the preferences.
    let title =
        memo(move || page.with_state(|state| say!(page.i18n, walk.tab, name = names(&state.walk))));
    let waits = memo(move || page.with_state(|state| state.has_unsent).unwrap_or_default());
    effect(move || {
        if let Some(title) = title.get() {
            tab.title.set(Some(title));
        }
    });
    let tab = use_tab();
    effect(move || tab.waits.set(waits.get()));
}

/// Enter on a task; where it wants a reason the focus goes there.
fn confirm(page: WalkPage, keys: Keys, row: &Row, body: NodeRef<html::Div>) -> bool {
    let Some(task) = page.rows.find(|task| task.id == row.key) else { return false };
    if page.confirm(&task) {
        return true;
    }
    use contract::TaskState::{Counting, Less, Unknown};
    match task.state {
        Less | Counting => to_reasons(page, keys, body),
        Unknown => page.toasts.tell(say!(page.i18n, walk.tick_it).to_owned()),
        // Its number is to be typed anew.
        _ => return false,
    }
    true
}

/// To the reasons; what is typed right after the key is meant for them.
fn to_reasons(page: WalkPage, keys: Keys, body: NodeRef<html::Div>) {
    // What is held for the task of a code is not of these.
    let holds = page.expected.get_value() == 0;
    if holds {
        keys.hold();
    }
    page.panel.set(true);
    request_animation_frame(move || {
        let body = body.try_get_untracked().flatten();
        let is_there = body.is_some_and(|body| dom::focus_first(&body, FIRST_REASON));
        match is_there {
            _ if !holds => {}
            true => keys.release(),
            false => drop(keys.drop_held()),
        }
    });
}

/// To the quantity of a task: the next digits are meant for it.
fn to_quantity(page: WalkPage, id: &str, body: NodeRef<html::Div>) {
    let is_near = page.rows.position(|task| task.id == id).is_some();
    // The cursor comes to one that is far away once it is here.
    page.far.set_value((!is_near).then(|| id.to_owned()));
    page.go_to(id);
    page.grid.focus();
    let id = id.to_owned();
    // What shows it may have to be drawn first.
    request_animation_frame(move || {
        let Some(body) = body.try_get_untracked().flatten() else { return };
        if page.focus.get_untracked() {
            dom::focus_first(&body, FOCUS_QUANTITY);
            // Another one takes the focus, and what was typed, once it is shown.
            if untrack(|| page.task()).is_some_and(|task| task.id == id) {
                page.press_typed(&id);
            }
            return;
        }
        if !dom::focus_is_in(".grid") {
            page.grid.focus();
        }
        if is_near {
            page.press_typed(&id);
        }
    });
}

/// A number was typed in a task.
fn entered(page: WalkPage, edit: &Edit) {
    let CellValue::Text(text) = &edit.value else { return };
    if text.trim().is_empty() {
        return page.enter_quantity(&edit.key, None);
    }
    match words::pieces(page.format.read_quantity(text)) {
        Some(pieces) => page.enter_quantity(&edit.key, Some(pieces)),
        None => page.toasts.tell(say!(page.i18n, walk.not_whole, text = text)),
    }
}

fn bind(keys: Keys, page: WalkPage, find: NodeRef<html::Input>, body: NodeRef<html::Div>) {
    let i18n = page.i18n;
    let tab = Scope::Tab(use_context::<InTab>().map_or(0, |tab| tab.0));
    let with_task = move |act: fn(WalkPage, &contract::PickTask)| {
        move || {
            if let Some(task) = untrack(|| page.task()) {
                act(page, &task);
            }
        }
    };
    keys.on_page("Ctrl+Enter", text!(i18n, walk.send), move || page.push(WalkJob::Send));
    keys.on_page("Ctrl+Z", text!(i18n, walk.undo), move || page.push(WalkJob::Undo(false)));
    keys.on_page("Ctrl+Shift+Z", text!(i18n, walk.redo), move || page.push(WalkJob::Undo(true)));
    keys.on_page(
        "=",
        text!(i18n, walk.rest_of_line),
        with_task(|page, task| {
            page.enter(PickStep::RestOfLine { task: task.id.clone() });
            page.go_on(&task.id, false);
        }),
    );
    keys.on_page("-", text!(i18n, walk.short_key), move || page.ask_reason());
    // Also where a scan asks for it.
    effect_after(move |before: Option<u32>| {
        let now = page.wants_reason.get();
        if before.is_some_and(|before| before != now) {
            to_reasons(page, keys, body);
        }
        now
    });
    keys.on_page("N", text!(i18n, walk.next), move || page.step(false));
    keys.on_page("B", text!(i18n, walk.back), move || page.step(true));
    keys.on_page("!", text!(i18n, walk.only_attention), move || {
        use contract::OnlyTasks::{All, Attention};
        page.only.update(|only| *only = if *only == Attention { All } else { Attention });
    });
    for chord in ["G", "Ctrl+F"] {
        keys.on_page(chord, text!(i18n, walk.go_to_bin), move || {
            if let Some(find) = find.get_untracked() {
                dom::focus(&find);
                find.select();
            }
        });
    }
    keys.on_every_scan(move |code| page.hear_code(code));
    keys.on_page("F", text!(i18n, walk.switch_view), move || {
        page.show_focus(!page.focus.get_untracked())
    });
    keys.on_page("/", text!(i18n, walk.split), with_task(|page, task| page.split_up(task)));
    let back = move |_| {
        // What is typed is corrected by it.
        let typed = dom::focused().and_then(|now| dom::held_by(&now)).map(|(_, text)| text);
        let is_free = typed.is_none_or(|text| text.is_empty() && dom::focused_leaves_letters());
        if is_free {
            page.push(WalkJob::TakeBack(None));
        }
        is_free
    };
    let label = Some(text!(i18n, walk.take_back_scan));
    keys.bind_if(tab.clone(), "Backspace", label, back);
    keys.on_page("L", text!(i18n, walk.link), move || page.link_last_scan());
    keys.bind_if(tab.clone(), "Space", Some(text!(i18n, walk.check_off)), move |_| {
        use contract::TaskState::{CheckedOff, Unknown};
        let task = untrack(|| page.task());
        let task = task.filter(|task| matches!(task.state, Unknown | CheckedOff));
        let in_grid = page.focus.get_untracked()
            || dom::focused().is_some_and(|now| now.closest(".grid").ok().flatten().is_some());
        task.filter(|_| in_grid).map(|task| page.check_off(&task)).is_some()
    });
    // To the task whose quantity is typed next, once it can be shown.
    effect(move || {
        let is_drawn = || page.focus.get() || page.grid.shown().is_some();
        // Under a sheet nothing takes the focus.
        let is_free = || !keys.sheet_is_open();
        let can_go = |_: &String| page.rows.is_answered() && is_drawn() && is_free();
        if let Some(id) = page.wanted.get().filter(can_go) {
            page.wanted.set(None);
            untrack(|| to_quantity(page, &id, body));
        }
    });
    // From the find field to what was found, once it is.
    let arrives = RwSignal::new(false);
    effect(move || {
        if arrives.get() && page.rows.is_answered() {
            arrives.set(false);
            page.grid.go_first();
            request_animation_frame(move || page.grid.focus());
        }
    });
    keys.bind_if(tab.clone(), "Enter", None, move |_| {
        let now = dom::focused();
        let in_find =
            now.zip(find.get_untracked()).is_some_and(|(now, find)| now.is_same_node(Some(&find)));
        if in_find {
            page.quiet.end();
            match body.get_untracked().filter(|_| page.focus.get_untracked()) {
                Some(body) => {
                    dom::focus_first(&body, FOCUS_QUANTITY);
                }
                None => arrives.set(true),
            }
        }
        in_find
    });
    keys.bind_if(tab, "Esc", Some(text!(i18n, list.escape)), move |_| {
        if page.focus.get_untracked() {
            page.show_focus(false);
            return true;
        }
        if page.panel.get_untracked() {
            close_panel(page);
            return true;
        }
        let is_filtered = page.text.with_untracked(|text| !text.is_empty())
            || page.only.get_untracked() != contract::OnlyTasks::All;
        if is_filtered {
            page.text.set(String::new());
            page.only.set(contract::OnlyTasks::All);
        }
        is_filtered
    });
}

/// There is nothing to fetch, or nothing that fits.
#[component]
fn Nothing(page: WalkPage, is_filtered: bool) -> impl IntoView {
    let i18n = page.i18n;
    let unread = memo(move || page.with_state(|state| state.walk.progress.unread).unwrap_or(0));
    let clear = move |()| {
        page.text.set(String::new());
        page.only.set(contract::OnlyTasks::All);
    };
    move || match (is_filtered, unread.get()) {
        (false, 0) => view! {
            <Empty
                icon="scan-barcode"
                title=text!(i18n, walk.empty_title)
                text=text!(i18n, walk.empty_text)
                testid="empty"
            />
        }
        .into_any(),
        (false, _) => view! {
            <Empty
                icon="cloud-off"
                title=text!(i18n, walk.unread_title)
                text=text!(i18n, walk.unread_text)
                testid="unread"
            />
        }
        .into_any(),
        _ => view! {
            <Empty icon="search" title=text!(i18n, walk.no_match) testid="no-match">
                <Button
                    label=text!(i18n, list.clear)
                    chord="Esc"
                    on_press=clear
                    testid="clear-filters"
                />
            </Empty>
        }
        .into_any(),
    }
}
