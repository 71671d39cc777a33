//! The frame around every page: top bar with profile, tabs and connection, the rail of sections,
//! the panes of the open tabs. Pages in the background stay as they are, unseen.

mod pane;
mod person_menu;
mod rail;
mod tabs;
mod topbar;

use contract::{MovementRef, Profile};
use leptos::prelude::*;

use crate::app::Sheets;
use crate::components::{Show, ToastPlace, Toasts, each};
use crate::dom;
use crate::drafts::{Drafts, use_drafts};
use crate::effect::{effect, memo};
use crate::format::use_format;
use crate::i18n::{I18n, text, use_i18n};
use crate::keys::{InTab, Keys, Scope, use_keys};
use crate::look::use_look;
use crate::outbox::{say_unsent, use_outbox};
use crate::pages::{self, Route, SECTIONS, StartKind};
use crate::query::{PageVisible, once};
use crate::session::{Session, use_session};
use rail::Rail;
use tabs::Tab;
use topbar::TopBar;

pub use pane::{PaneHead, ServiceBanner};
pub use tabs::{Tabs, use_tab, use_tabs};

/// The frame of a profile.
#[component]
pub fn Frame(
    /// Whose data is shown.
    profile: Profile,
) -> impl IntoView {
    let (i18n, session, look) = (use_i18n(), use_session(), use_look());
    let tabs = Tabs::start(use_keys(), look, profile.clone());
    Drafts::start(tabs);
    tell_what_is_left(tabs, i18n);
    bind_keys(use_keys(), i18n, tabs);
    let sheets = expect_context::<Sheets>();
    effect(move || {
        if let Some(route) = sheets.leads_to.get() {
            sheets.leads_to.set(None);
            tabs.open(route);
        }
    });
    let toasts = expect_context::<Toasts>();
    // Under a sheet that asks for the password nobody would see it.
    once(
        move || !session.is_lost() && !session.is_locked(),
        move || {
            if let Some(torn) = session.torn_settings() {
                toasts.tell(untrack(|| pages::torn(i18n, &torn)));
            }
        },
    );
    let server = profile.server.clone();
    let rail = move || if look.get().rail_folded { "icons" } else { "full" };
    view! {
        <a class="skip" href="#main">{text!(i18n, app.skip)}</a>
        <div
            class="app"
            data-rail=rail
            data-color=move || look.service_color(&server)
            data-profile=move || if session.is_practice() { "practice" } else { "service" }
            data-testid="frame"
        >
            <TopBar profile tabs />
            <Rail tabs />
            {each(
                move || tabs.all(),
                |tab| tab.number.to_string(),
                move |tab| view! { <TabPane tab tabs /> }.into_any(),
            )}
            <ToastPlace />
        </div>
    }
}

/// What was edited in a movement and is not sent is named when its tab closes, with the way back.
fn tell_what_is_left(tabs: Tabs, i18n: I18n) {
    let (outbox, format) = (use_outbox(), use_format());
    let toasts = expect_context::<Toasts>();
    tabs.on_closed(move |route| {
        let Route::Movement(MovementRef::Key(key)) = route else { return };
        if let Some(unsent) = outbox.unsent_in(key) {
            let said = untrack(|| say_unsent(i18n, format, &unsent));
            toasts.offer_open(said, move || tabs.open(Route::Movement(MovementRef::Key(key))));
        }
    });
}

/// A tab's page, in the pane while it is the current one.
#[component]
fn TabPane(tab: Tab, tabs: Tabs) -> impl IntoView {
    let (number, i18n) = (tab.number, use_i18n());
    let (rests, route) = (tab.rests, tab.route.clone());
    let of = tab.clone();
    let name = Signal::derive(move || of.name(i18n));
    let is_current = memo(move || tabs.current() == number);
    let pane = NodeRef::<leptos::html::Main>::new();
    effect(move || {
        if let Some(pane) = pane.get().filter(|_| is_current.get()) {
            rests.set(false);
            take_focus(pane);
        }
    });
    provide_context(InTab(number));
    provide_context(PageVisible(is_current.into()));
    provide_context(tab.clone());
    view! {
        <main
            class="pane"
            node_ref=pane
            id=move || is_current.get().then_some("main")
            tabindex="-1"
            aria-label=move || name.get()
            hidden=move || !is_current.get()
            data-testid=move || if is_current.get() { "pane" } else { "pane-behind" }
        >
            <Show when=move || !rests.get()>{pages::view(&route)}</Show>
        </main>
    }
}

fn bind_keys(keys: Keys, i18n: I18n, tabs: Tabs) {
    let look = use_look();
    let sheets = expect_context::<Sheets>();
    let bind = move |chord: &str, label, run: Box<dyn Fn() + Send + Sync>| {
        keys.bind(Scope::Window, chord, Some(label), run);
    };
    let new = |kind: StartKind| Box::new(move || call(tabs, Route::NewMovement(kind.clone())));
    bind("Ctrl+N", text!(i18n, movements.new), new(StartKind::Empty));
    bind("Ctrl+Shift+N", text!(i18n, movements.from_stocklist), new(StartKind::Stocklist));
    let chords = ["Alt+1", "Alt+2", "Alt+3", "Alt+4", "Alt+5"];
    for (chord, section) in chords.into_iter().zip(SECTIONS) {
        let open = Box::new(move || call(tabs, section.route()));
        bind(chord, Signal::derive(move || section.label(i18n)), open);
    }
    bind("Alt+9", text!(i18n, nav.settings), Box::new(move || sheets.settings.set(true)));
    bind("Ctrl+Tab", text!(i18n, app.next_tab), Box::new(move || tabs.step(true)));
    bind("Ctrl+Shift+Tab", text!(i18n, app.next_tab), Box::new(move || tabs.step(false)));
    bind("Ctrl+W", text!(i18n, app.close_tab), Box::new(move || tabs.close(tabs.current_now())));
    let (session, drafts) = (use_session(), use_drafts());
    let lock = move || lock(session, drafts);
    bind("Ctrl+L", text!(i18n, session.lock), Box::new(lock));
    let switch = move || switch_user(session, drafts, sheets);
    bind("Ctrl+Shift+L", text!(i18n, session.switch), Box::new(switch));
    let fold = move || look.change(|settings| settings.rail_folded = !settings.rail_folded);
    bind("Ctrl+B", text!(i18n, app.fold_rail), Box::new(fold));
    bind("F6", text!(i18n, app.next_region), Box::new(|| next_region(true)));
    bind("Shift+F6", text!(i18n, app.next_region), Box::new(|| next_region(false)));
}

/// Opens a page by its key.
fn call(tabs: Tabs, route: Route) {
    bring(|| tabs.open(route));
}

/// The page that is in front after this takes the focus, also from the rail and the top bar.
fn bring(go: impl FnOnce()) {
    if let Some(now) = dom::focused().filter(|now| now.closest("main").ok().flatten().is_none()) {
        // One that has no focus to lose loses none.
        let _ = now.blur();
    }
    go();
    // Where it was in front already, nothing comes to the front.
    request_animation_frame(|| {
        let pane = dom::root().and_then(|root| dom::all(&root, "#main").pop());
        if let Some(pane) = pane.filter(|_| dom::focus_is_lost()) {
            take_focus(pane);
        }
    });
}

/// Locks the window, after what is being typed is kept.
fn lock(session: Session, drafts: Drafts) {
    drafts.flush();
    session.lock();
}

/// Locks the window and asks who goes on: what waits of the one stays, and the other sees none of it.
fn switch_user(session: Session, drafts: Drafts, sheets: Sheets) {
    lock(session, drafts);
    sheets.other_service.set(true);
}

/// Gives the focus to a pane that has come to the front: to the field where its work begins
/// (`data-first` around it), else to its list, else to itself; unless something (a tab, the rail)
/// has it.
fn take_focus(pane: leptos::web_sys::HtmlElement) {
    request_animation_frame(move || {
        let held = dom::focused()
            .is_some_and(|now| now.tag_name() != "BODY" && now != pane && dom::is_shown(&now));
        let has_first = || dom::focus_first(&pane, "[data-first] input");
        if !held && !has_first() && !dom::focus_cursor(&pane) {
            dom::focus(&pane);
        }
    });
}

/// Gives the focus to the next part of the window: top bar, rail, tools, grid, panel.
fn next_region(onward: bool) {
    let Some(root) = dom::root() else { return };
    let regions: Vec<_> =
        dom::all(&root, "[data-region]").into_iter().filter(dom::is_shown).collect();
    let now = dom::focused();
    let inside =
        |region: &&leptos::web_sys::HtmlElement| region.contains(now.as_deref().map(AsRef::as_ref));
    // A grid inside a panel is a part of its own: the innermost one counts, and it comes last.
    let at = regions.iter().rposition(|region| inside(&region));
    let count = regions.len();
    for step in 1..=count {
        let to = match (at, onward) {
            (Some(at), true) => (at + step) % count,
            (Some(at), false) => (at + count - step % count) % count,
            (None, true) => step - 1,
            (None, false) => count - step,
        };
        let Some(region) = regions.get(to) else { return };
        let focusable = "[tabindex=\"0\"],[aria-current],input,button:not([tabindex=\"-1\"])";
        if dom::focus_first(region, focusable) {
            return;
        }
    }
}
