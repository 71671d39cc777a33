//! The frame around every page: top bar with profile, tabs and connection, the rail of sections,
//! the panes of the open tabs. Pages in the background stay as they are, unseen.

mod leave;
mod news;
mod pane;
mod person_menu;
mod rail;
mod topbar;

use contract::{MovementRef, Profile};
use leptos::prelude::*;

use crate::components::{Show, ToastPlace, Toasts, each};
use crate::data::drafts::{Drafts, use_drafts};
use crate::data::outbox::{say_unsent, use_outbox};
use crate::data::query::{PageVisible, once};
use crate::data::session::use_session;
use crate::dom;
use crate::effect::{effect, memo};
use crate::i18n::{I18n, text, use_i18n};
use crate::keys::{InTab, Keys, Scope, use_keys};
use crate::look::use_look;
use crate::navigation::{
    Route, SECTIONS, Sheets, StartKind, Tab, Tabs, next_region, open_page, take_focus,
};
use crate::wording::format::use_format;
use crate::wording::words;
use leave::{lock, switch_user};
use rail::Rail;
use topbar::TopBar;

pub use pane::{PaneHead, ServiceBanner};

/// The frame of a profile.
#[component]
pub fn Frame(
    /// Whose data is shown.
    profile: Profile,
    /// Draws the page of a route.
    page: fn(&Route) -> AnyView,
    /// Draws search or command.
    palette: fn() -> AnyView,
) -> impl IntoView {
    let (i18n, session, look) = (use_i18n(), use_session(), use_look());
    let tabs = Tabs::start(use_keys(), look, profile.clone());
    Drafts::start(tabs);
    tell_what_is_left(tabs, i18n);
    news::start(tabs);
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
                toasts.tell(untrack(|| words::torn_settings(i18n, &torn)));
            }
        },
    );
    let server = profile.server.clone();
    let is_wide = memo(move || tabs.current_route().is_some_and(|route| route.is_wide()));
    let rail = move || if look.get().rail_folded { "icons" } else { "full" };
    view! {
        <a class="skip" href="#main">{text!(i18n, app.skip)}</a>
        <div
            class="app"
            data-rail=rail
            data-wide=move || is_wide.get().then_some("")
            data-color=move || look.service_color(&server)
            data-profile=move || if session.is_practice() { "practice" } else { "service" }
            data-testid="frame"
        >
            <TopBar profile tabs />
            <Rail tabs />
            {each(
                move || tabs.all(),
                |tab| tab.number.to_string(),
                move |tab| view! { <TabPane tab tabs page /> }.into_any(),
            )}
            <ToastPlace />
            <Show when=move || sheets.palette.get()>{palette}</Show>
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
fn TabPane(tab: Tab, tabs: Tabs, page: fn(&Route) -> AnyView) -> impl IntoView {
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
            <Show when=move || !rests.get()>{page(&route)}</Show>
        </main>
    }
}

fn bind_keys(keys: Keys, i18n: I18n, tabs: Tabs) {
    let look = use_look();
    let sheets = expect_context::<Sheets>();
    let bind = move |chord: &str, label, run: Box<dyn Fn() + Send + Sync>| {
        keys.bind(Scope::Window, chord, Some(label), run);
    };
    let new = |kind: StartKind| Box::new(move || open_page(tabs, Route::NewMovement(kind.clone())));
    bind("Ctrl+N", text!(i18n, movements.new), new(StartKind::Empty));
    bind("Ctrl+Shift+N", text!(i18n, movements.from_stocklist), new(StartKind::Stocklist));
    // The engine would print the window: lists are printed by their pages.
    keys.bind(Scope::Always, "Ctrl+P", None, || ());
    let find = Box::new(move || sheets.palette.set(true));
    bind("Ctrl+K", text!(i18n, palette.title), find);
    let chords = ["Alt+1", "Alt+2", "Alt+3", "Alt+4", "Alt+5", "Alt+6", "Alt+7", "Alt+8"];
    for (chord, section) in chords.into_iter().zip(SECTIONS) {
        let open = Box::new(move || open_page(tabs, section.route()));
        bind(chord, Signal::derive(move || section.label(i18n)), open);
    }
    bind("Alt+9", text!(i18n, nav.settings), Box::new(move || sheets.settings.set(true)));
    bind("Ctrl+Tab", text!(i18n, app.next_tab), Box::new(move || tabs.step(true)));
    bind("Ctrl+Shift+Tab", text!(i18n, app.next_tab), Box::new(move || tabs.step(false)));
    let close = move || {
        // What is being typed is entered before its tab goes.
        dom::focused().inspect(|now| drop(now.blur()));
        tabs.close(tabs.current_now());
    };
    bind("Ctrl+W", text!(i18n, app.close_tab), Box::new(close));
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
