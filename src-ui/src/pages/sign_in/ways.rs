//! The ways in that need no password now: saved data, the practice warehouse, profiles used before,
//! and back to what was open.

use contract::Profile;
use leptos::prelude::*;

use super::form::SignInForm;
use crate::app::Sheets;
use crate::components::Icon;
use crate::format::without_scheme;
use crate::i18n::{say, text, use_i18n};
use crate::look::use_look;
use crate::session::use_session;

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
    let fill = move |profile: Profile| {
        form.server.set(profile.server);
        form.user.set(profile.user_name);
        form.check();
    };
    view! {
        <footer class="signin-alt" aria-label=text!(i18n, signin.other_ways)>
            <Show when=move || session.profile().is_some()>
                <Way
                    icon="cloud-off"
                    title=text!(i18n, signin.offline)
                    hint=Signal::derive(move || session.profile().map(|p| without_scheme(&p.server).to_owned()).unwrap_or_default())
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
            <For each=known key=|profile| (profile.server.clone(), profile.user_name.clone()) let:profile>
                <Way
                    icon="user"
                    title=Signal::stored(profile.user_name.clone())
                    hint=Signal::stored(without_scheme(&profile.server).to_owned())
                    on_press=move |()| fill(profile.clone())
                    testid="signin-known"
                />
            </For>
        </footer>
    }
}

#[component]
fn Way(
    icon: &'static str,
    title: Signal<String>,
    hint: Signal<String>,
    #[prop(into)] on_press: Callback<()>,
    testid: &'static str,
) -> impl IntoView {
    view! {
        <button type="button" class="way" data-testid=testid on:click=move |_| on_press.run(())>
            <Icon name=icon />
            <span>
                <b dir="auto">{title}</b>
                <span class="faint" dir="auto">{hint}</span>
            </span>
            <Icon name="chevron-right" class="icon icon-sm icon-dir push" />
        </button>
    }
}
