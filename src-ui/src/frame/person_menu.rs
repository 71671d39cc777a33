//! The menu of who is signed in: settings, diagnostics, working offline, locking, signing out.

use contract::{Profile, ReadIdentity};
use leptos::prelude::*;

use super::leave::{lock, sign_out, switch_user};
use crate::components::{Menu, MenuItem};
use crate::data::drafts::use_drafts;
use crate::data::outbox::use_outbox;
use crate::data::query::use_query;
use crate::data::session::use_session;
use crate::i18n::{say, text, use_i18n};
use crate::navigation::{Route, Sheets};
use crate::wording::format::initials;

/// The menu.
#[component]
pub fn PersonMenu(
    /// Whose name stands on it while the service tells none.
    profile: Profile,
) -> impl IntoView {
    let (i18n, session) = (use_i18n(), use_session());
    let sheets = expect_context::<Sheets>();
    let (drafts, outbox) = (use_drafts(), use_outbox());
    let identity = use_query(|| Some(ReadIdentity {}));
    let user = profile.user_name;
    let name = Signal::derive(move || {
        let me = identity.get().and_then(|identity| identity.me);
        me.map_or_else(|| user.clone(), |me| me.shown().to_owned())
    });
    let items = Callback::new(move |()| {
        vec![
            MenuItem {
                label: text!(i18n, nav.settings),
                icon: "settings-2",
                chord: Some("Alt+9"),
                off: None,
                ticked: None,
                run: Callback::new(move |()| sheets.settings.set(true)),
                testid: "menu-settings",
            },
            MenuItem {
                label: text!(i18n, diagnostics.title),
                icon: "monitor",
                chord: None,
                off: None,
                ticked: None,
                run: Callback::new(move |()| sheets.leads_to.set(Some(Route::Diagnostics))),
                testid: "menu-diagnostics",
            },
            MenuItem {
                label: text!(i18n, app.keys),
                icon: "keyboard",
                chord: Some("?"),
                off: None,
                ticked: None,
                run: Callback::new(move |()| sheets.keys.set(true)),
                testid: "menu-keys",
            },
            MenuItem {
                label: text!(i18n, connection.work_offline),
                icon: if untrack(|| session.rests()) { "check" } else { "cloud-off" },
                chord: None,
                off: untrack(|| session.is_lost()).then(|| say!(i18n, failure.needs_session)),
                ticked: Some(untrack(|| session.rests())),
                run: Callback::new(move |()| session.switch_offline(!untrack(|| session.rests()))),
                testid: "work-offline",
            },
            MenuItem {
                label: text!(i18n, session.lock),
                icon: "lock",
                chord: Some("Ctrl+L"),
                off: None,
                ticked: None,
                run: Callback::new(move |()| lock(session, drafts)),
                testid: "lock",
            },
            MenuItem {
                label: text!(i18n, session.switch),
                icon: "users",
                chord: Some("Ctrl+Shift+L"),
                off: None,
                ticked: None,
                run: Callback::new(move |()| switch_user(session, drafts, sheets)),
                testid: "switch-user",
            },
            MenuItem {
                label: text!(i18n, app.sign_out),
                icon: "log-out",
                chord: None,
                off: None,
                ticked: None,
                run: Callback::new(move |()| sign_out(session, outbox, sheets)),
                testid: "sign-out",
            },
        ]
    });
    view! {
        // The initials are drawn, not text: what is heard is the whole name.
        <Menu label=name class="icon-btn" items testid="person">
            <span class="avatar" data-initials=move || initials(&name.get())></span>
        </Menu>
    }
}
