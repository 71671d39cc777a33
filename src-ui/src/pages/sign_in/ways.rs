//! The ways in that need no password now: saved data, the practice warehouse, profiles used before,
//! and back to what was open.

use contract::{Profile, ReadKeychain};
use leptos::prelude::*;

use super::form::SignInForm;
use crate::components::{Icon, Show, each};
use crate::data::query::use_query;
use crate::data::session::use_session;
use crate::effect::memo;
use crate::i18n::{say, text, use_i18n};
use crate::look::use_look;
use crate::navigation::Sheets;
use crate::wording::address::without_scheme;

/// The other ways in.
#[component]
pub fn OtherWays(form: SignInForm) -> impl IntoView {
    let (i18n, session, look) = (use_i18n(), use_session(), use_look());
    let sheets = expect_context::<Sheets>();
    let known = move || look.get().profiles.into_iter().take(3).collect::<Vec<_>>();
    let practice_hint = Signal::derive(move || {
        String::from(if session.practice.busy.get() {
            say!(i18n, signin.practice_opening)
        } else {
            say!(i18n, signin.practice_hint)
        })
    });
    // Back to what is open: with its session, where there is one.
    let is_in = move || session.state().is_some_and(|state| state.signed_in && !state.offline);
    let title = Signal::derive(move || {
        let server = session.profile().filter(|_| is_in()).map(|profile| profile.server);
        match server {
            Some(server) => say!(i18n, signin.back_to, name = look.service_title(&server)),
            None => say!(i18n, signin.offline).to_owned(),
        }
    });
    let hint = Signal::derive(move || {
        let server = session.profile().map(|profile| without_scheme(&profile.server).to_owned());
        server.unwrap_or_default()
    });
    view! {
        <footer class="signin-alt" aria-label=text!(i18n, signin.other_ways)>
            <Show when=move || session.profile().is_some() && !session.is_locked()>
                <Way
                    icon="monitor"
                    title
                    hint
                    on_press=move |()| sheets.other_service.set(false)
                    testid="signin-offline"
                />
            </Show>
            <Way
                icon="warehouse"
                title=text!(i18n, signin.practice)
                hint=practice_hint
                on_press=move |()| session.open_practice()
                testid="signin-practice"
            />
            {each(
                known,
                |profile| format!("{} {}", profile.server, profile.user_name),
                move |profile| view! { <Known form profile /> }.into_any(),
            )}
        </footer>
    }
}

/// A profile used before: fills in the form, or signs in with what the keychain remembers.
#[component]
fn Known(form: SignInForm, profile: Profile) -> impl IntoView {
    let (i18n, session, look) = (use_i18n(), use_session(), use_look());
    let asked = profile.clone();
    let keychain = use_query(move || Some(ReadKeychain { profile: asked.clone() }));
    let remembered = memo(move || keychain.get().is_some_and(|keychain| keychain.remembered));
    let title = Signal::stored(profile.user_name.clone());
    let server = profile.server.clone();
    let color = untrack(|| look.service_color(&server));
    let hint = Signal::derive(move || {
        let title = look.service_title(&server);
        if remembered.get() {
            format!("{title} · {}", say!(i18n, session.use_remembered))
        } else {
            title
        }
    });
    let press = move |()| {
        if remembered.get_untracked() {
            session.sign_in_remembered(profile.clone());
            return;
        }
        form.server.set(profile.server.clone());
        form.user.set(profile.user_name.clone());
        form.ask_keychain();
        form.check();
    };
    view! { <Way icon="user" color title hint on_press=press testid="signin-known" /> }
}

/// The color of a service, beside its name.
#[component]
pub fn ColorMark(color: &'static str) -> impl IntoView {
    view! { <span class="service-color" data-color=color aria-hidden="true"></span> }
}

#[component]
fn Way(
    icon: &'static str,
    /// The color of the service it leads to, where it has one.
    #[prop(optional)]
    color: &'static str,
    title: Signal<String>,
    hint: Signal<String>,
    #[prop(into)] on_press: Callback<()>,
    testid: &'static str,
) -> impl IntoView {
    view! {
        <button type="button" class="way" data-testid=testid on:click=move |_| on_press.run(())>
            <Icon name=icon />
            {(!color.is_empty()).then(|| view! { <ColorMark color /> })}
            <span>
                <b dir="auto">{title}</b>
                <span class="faint" dir="auto">{hint}</span>
            </span>
            <Icon name="chevron-right" class="icon icon-sm icon-dir push" />
        </button>
    }
}
