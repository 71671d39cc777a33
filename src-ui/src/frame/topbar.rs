//! The top bar: whose data is shown, the open tabs, how the service is reached, who is signed in.

use contract::{Connection, Held, Profile};
use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use super::person_menu::PersonMenu;
use crate::components::{Icon, Mark, Menu, MenuItem, Show, each};
use crate::data::outbox::use_outbox;
use crate::data::session::use_session;
use crate::dom;
use crate::effect::{effect, memo};
use crate::i18n::{I18n, say, text, use_i18n};
use crate::look::use_look;
use crate::navigation::{Route, Sheets, Tab, Tabs, bring_to_front};
use crate::wording::address::host_of;
use crate::wording::format::use_format;
use crate::wording::words;

/// A tab has at least this room, in rem.
const LEAST: f64 = 7.75;

/// The top bar.
#[component]
pub fn TopBar(profile: Profile, tabs: Tabs) -> impl IntoView {
    view! {
        <header class="topbar" data-region="topbar">
            <ProfileMenu profile=profile.clone() />
            <TabStrip tabs />
            <div class="sync">
                <LocationItem />
                <OutboxItem tabs />
                <ConnectionState />
                <PersonMenu profile />
            </div>
        </header>
    }
}

#[component]
fn ProfileMenu(profile: Profile) -> impl IntoView {
    let (i18n, session, look) = (use_i18n(), use_session(), use_look());
    let sheets = expect_context::<Sheets>();
    let server = profile.server.clone();
    let of = server.clone();
    let name = Signal::derive(move || match session.is_practice() {
        true => say!(i18n, app.practice).to_owned(),
        false => look.service_name(&of),
    });
    // What is seen is part of what is heard, and so is the address behind a name.
    let label = Signal::derive(move || {
        let (name, host) = (name.get(), host_of(&server));
        let beside = if name == host { String::new() } else { format!(", {host}") };
        let of = format!("{name}{beside}");
        say!(i18n, app.labelled, label = say!(i18n, app.profile), value = of)
    });
    let items = Callback::new(move |()| {
        let others = look.now().profiles.into_iter().filter(|other| *other != profile);
        let mut items: Vec<MenuItem> = others
            .map(|other| {
                let name = untrack(|| look.service_name(&other.server));
                let label = format!("{name}, {}", other.user_name);
                MenuItem {
                    label: Signal::stored(label),
                    icon: "user",
                    chord: None,
                    off: None,
                    ticked: None,
                    run: Callback::new(move |()| {
                        session.want(other.clone());
                        sheets.other_service.set(true);
                    }),
                    testid: "switch-profile",
                }
            })
            .collect();
        items.push(MenuItem {
            label: text!(i18n, app.other_service),
            icon: "plus",
            chord: None,
            off: None,
            ticked: None,
            run: Callback::new(move |()| sheets.other_service.set(true)),
            testid: "other-service",
        });
        items
    });
    view! {
        <Menu label class="profile" items testid="profile">
            <Mark />
            <bdi class="trunc">{name}</bdi>
            <Icon name="chevrons-up-down" class="icon icon-sm" />
        </Menu>
    }
}

#[component]
fn TabStrip(tabs: Tabs) -> impl IntoView {
    let i18n = use_i18n();
    let on_key = move |event: KeyboardEvent| {
        let onward = if dom::is_rtl() { "ArrowLeft" } else { "ArrowRight" };
        match event.key().as_str() {
            "ArrowLeft" | "ArrowRight" => tabs.step(event.key() == onward),
            "Delete" => tabs.close(tabs.current_now()),
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
        request_animation_frame(|| {
            if let Some(root) = dom::root() {
                dom::focus_first(&root, "[role=tab][aria-selected=true]");
            }
        });
    };
    let strip = NodeRef::<html::Div>::new();
    let reveal = move || {
        let Some(Some(strip)) = strip.try_get_untracked() else { return };
        if let Some(tab) = dom::all(&strip, "[aria-selected=true]").first() {
            dom::reveal_sideways(&strip, tab);
        }
    };
    effect(move || {
        let (current, all) = (tabs.current(), tabs.all());
        // Its name and its mark come later, and make it wider.
        if let Some(tab) = all.iter().find(|tab| tab.number == current) {
            let _ = (tab.name(i18n), tab.unsent.get(), tab.waits.get());
        }
        // Once the tab is drawn.
        request_animation_frame(reveal);
    });
    // What stands beside the tabs takes room from them: "2 not sent".
    let room = RwSignal::new(f64::MAX);
    effect(move || {
        if let Some(strip) = strip.get() {
            dom::watch_size(&strip, move |width, _| {
                room.set(width);
                reveal();
            });
        }
    });
    // The one in front is wider than the others.
    let is_full = memo(move || {
        let tabs = u32::try_from(tabs.all().len()).unwrap_or(u32::MAX);
        tabs > 1 && f64::from(tabs.saturating_add(1)) * LEAST * dom::rem() > room.get()
    });
    view! {
        <div
            class="tabs"
            role="tablist"
            aria-label=text!(i18n, app.open_tabs)
            node_ref=strip
            on:keydown=on_key
        >
            {each(
                move || tabs.all(),
                |tab| tab.number.to_string(),
                move |tab| view! { <TabHandle tab tabs /> }.into_any(),
            )}
        </div>
        <Show when=move || is_full.get()>
            <Menu label=text!(i18n, app.open_tabs) class="icon-btn" items=listed(tabs, i18n) testid="all-tabs">
                <Icon name="chevron-down" />
            </Menu>
        </Show>
    }
}

/// All tabs, as entries of a menu.
fn listed(tabs: Tabs, i18n: I18n) -> Callback<(), Vec<MenuItem>> {
    Callback::new(move |()| {
        let item = |tab: Tab| {
            let (number, icon) = (tab.number, tab.route.icon());
            MenuItem {
                label: Signal::derive(move || tab.name(i18n)),
                icon,
                chord: None,
                off: None,
                ticked: None,
                run: Callback::new(move |()| bring_to_front(|| tabs.go(number))),
                testid: "listed-tab",
            }
        };
        untrack(|| tabs.all()).into_iter().map(item).collect()
    })
}

#[component]
fn TabHandle(tab: Tab, tabs: Tabs) -> impl IntoView {
    let i18n = use_i18n();
    let number = tab.number;
    let icon = tab.route.icon();
    // The name of a section is short and stays whole; that of a movement gives way.
    let is_section = !matches!(tab.route, Route::Movement(_) | Route::NewMovement(_));
    let named = tab.clone();
    let title = Signal::derive(move || named.name(i18n));
    let is_current = move || tabs.current() == number;
    view! {
        <div
            class="tab"
            class:is-section=is_section
            role="tab"
            aria-selected=move || is_current().to_string()
            tabindex=move || if is_current() { "0" } else { "-1" }
            title=title
            data-testid="tab"
            on:click=move |_| bring_to_front(|| tabs.go(number))
            on:auxclick=move |event| if event.button() == 1 {
                bring_to_front(|| tabs.close(number));
            }
        >
            <Icon name=icon />
            <bdi class="trunc">{title}</bdi>
            <Show when=move || tab.unsent.get() || tab.waits.get()>
                <span
                    class="unsent"
                    role="img"
                    aria-label=text!(i18n, app.unsent)
                    title=text!(i18n, app.unsent)
                ></span>
            </Show>
            <span
                class="x"
                title=text!(i18n, app.close_tab)
                aria-hidden="true"
                data-testid="tab-close"
                on:click=move |event| {
                    event.stop_propagation();
                    bring_to_front(|| tabs.close(number));
                }
            >
                <Icon name="x" class="icon icon-sm" />
            </span>
        </div>
    }
}

/// Where the user works, if the service knows or wants to; a press changes it.
#[component]
fn LocationItem() -> impl IntoView {
    let (i18n, session) = (use_i18n(), use_session());
    let sheets = expect_context::<Sheets>();
    let shown = memo(move || {
        let state = session.state()?;
        (state.needs_location || state.location.is_some())
            .then(|| state.location.map(|place| place.name))
    });
    let label = Signal::derive(move || match shown.get().flatten() {
        Some(name) => say!(i18n, location.bar, name = name),
        None => say!(i18n, location.none).to_owned(),
    });
    let name = move || shown.get().flatten().unwrap_or_else(|| say!(i18n, location.none).into());
    view! {
        <Show when=move || shown.get().is_some()>
            <button
                type="button"
                class="sync-item"
                class:is-attn=move || { shown.get().flatten().is_none() }
                aria-label=label
                title=label
                data-testid="location"
                on:click=move |_| sheets.location.set(true)
            >
                <Icon name="warehouse" class="icon icon-sm" />
                <bdi class="trunc">{name}</bdi>
            </button>
        </Show>
    }
}

/// How much waits here; a press leads to it.
#[component]
fn OutboxItem(tabs: Tabs) -> impl IntoView {
    let (i18n, outbox, format) = (use_i18n(), use_outbox(), use_format());
    let attention = memo(move || outbox.state().map_or(0, |state| state.attention));
    let held = move || {
        let paused = outbox.state()?.held == Some(Held::Paused);
        paused.then(|| say!(i18n, outbox.paused))
    };
    let unsent = move || {
        let count = outbox.unsent();
        (count > 0).then(|| say!(i18n, outbox.unsent, count = count, number = format.number(count)))
    };
    // What is seen is part of what is heard.
    let label = Signal::derive(move || {
        let number = format.number(outbox.kept());
        let mut said = format!("{} {number}", say!(i18n, outbox.title));
        if let Some(held) = held() {
            said = format!("{said} {held}");
        }
        if let Some(unsent) = unsent() {
            said = format!("{said}, {unsent}");
        }
        match attention.get() {
            0 => said,
            some => {
                let number = format.number(some);
                format!("{said}, {}", say!(i18n, outbox.attention, count = some, number = number))
            }
        }
    });
    view! {
        <button
            type="button"
            class="sync-item"
            class:is-attn=move || { attention.get() > 0 }
            aria-label=label
            title=label
            data-testid="outbox"
            on:click=move |_| tabs.open(Route::History)
        >
            <Show
                when=move || { attention.get() > 0 }
                fallback=|| view! { <Icon name="upload" class="icon icon-sm" /> }
            >
                <span class="sym sym-changed" aria-hidden="true">"?"</span>
            </Show>
            <span class="lbl">{text!(i18n, outbox.title)}</span>
            " "
            <b class="num">{move || format.number(outbox.kept())}</b>
            " "
            <span class="lbl">{held}</span>
            {move || unsent().map(|unsent| view! {
                <span class="unsent-count" data-testid="unsent">{unsent}</span>
            })}
        </button>
    }
}

/// How the service is reached: a dot, a word, a number.
#[component]
fn ConnectionState() -> impl IntoView {
    let (i18n, session, format) = (use_i18n(), use_session(), use_format());
    let drawn = memo(move || {
        let state = session.state()?;
        let dot = |dot, word: &str, beside: String| Some((dot, word.to_owned(), beside, None));
        if !state.signed_in && !matches!(state.connection, Connection::Offline { .. }) {
            return dot("dot dot-red", say!(i18n, connection.signed_out), String::new());
        }
        if state.signed_in && state.offline {
            return dot("dot dot-off", say!(i18n, connection.working_offline), String::new());
        }
        match state.connection {
            Connection::Unknown => dot("dot", say!(i18n, connection.unknown), String::new()),
            Connection::Online { milliseconds } => {
                let beside = say!(i18n, connection.milliseconds, number = milliseconds);
                dot("dot dot-ok", say!(i18n, connection.online), beside)
            }
            Connection::Slow { milliseconds } => {
                let beside = say!(i18n, connection.seconds, number = format.seconds(milliseconds));
                dot("dot dot-slow", say!(i18n, connection.slow), beside)
            }
            Connection::Offline { since, failure } => {
                let beside = say!(i18n, connection.since, time = format.moment(since));
                let why = words::failure(i18n, &failure);
                Some(("dot dot-off", say!(i18n, connection.offline).into(), beside, Some(why)))
            }
        }
    });
    move || {
        drawn.get().map(|(dot, word, beside, why)| {
            let title = why.unwrap_or_else(|| say!(i18n, app.connection).to_owned());
            view! {
                <span class="sync-item" role="status" title=title data-testid="connection">
                    <span class=dot></span>
                    <b>{word}</b>
                    <span class="lbl num">{beside}</span>
                </span>
            }
        })
    }
}
