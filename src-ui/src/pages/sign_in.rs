//! Signing in: the page for a service's address, user name and password, and the sheet that lies
//! over what is painted when a session is missing. Both are made of one form.

mod art;
mod form;
mod ways;

use leptos::html;
use leptos::prelude::*;

use crate::app::Sheets;
use crate::components::{
    Button, ButtonKind, Icon, IconButton, Mark, PasswordField, Sheet, SheetFoot, Size, TextField,
    focus_first_empty,
};
use crate::format::{host_of, use_format};
use crate::i18n::{say, text, use_i18n};
use crate::session::use_session;
use art::Rack;
use form::{PlainHttp, SignInForm};
use ways::OtherWays;

/// The sign-in page.
#[component]
pub fn SignInPage() -> impl IntoView {
    let (i18n, session) = (use_i18n(), use_session());
    let sheets = expect_context::<Sheets>();
    let form = SignInForm::start(None);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        form.submit();
    };
    let label = Signal::derive(move || {
        String::from(if session.sign_in.busy.get() {
            say!(i18n, signin.submitting)
        } else {
            say!(i18n, signin.submit)
        })
    });
    let page = NodeRef::<html::Main>::new();
    Effect::new(move || {
        let Some(page) = page.get() else { return };
        request_animation_frame(move || {
            focus_first_empty(&page);
        });
    });
    view! {
        <main class="signin" id="main" data-testid="signin" node_ref=page>
            <section class="signin-form" aria-labelledby="signin-title" data-region="signin">
                <header class="brand">
                    <Mark class="mark mark-lg" />
                    <span>{text!(i18n, app.name)}</span>
                    <span class="push"></span>
                    <IconButton
                        label=text!(i18n, nav.settings)
                        icon="settings-2"
                        chord="Ctrl+,"
                        on_press=move |()| sheets.settings.set(true)
                        testid="signin-settings"
                    />
                </header>
                <form class="signin-fields" novalidate=true on:submit=submit>
                    <h1 id="signin-title">{text!(i18n, signin.title)}</h1>
                    <TextField
                        label=text!(i18n, signin.server)
                        value=form.server
                        hint=form.server_hint
                        size=Size::Large
                        autocomplete="url"
                        on_leave=move |()| form.check()
                        testid="signin-server"
                    />
                    <PlainHttp form />
                    <TextField
                        label=text!(i18n, signin.user)
                        value=form.user
                        hint=form.user_hint
                        size=Size::Large
                        autocomplete="username"
                        testid="signin-user"
                    />
                    <PasswordField label=text!(i18n, signin.password) value=form.password hint=form.password_hint testid="signin-password" />
                    <Button
                        label
                        kind=ButtonKind::Primary
                        size=Size::Large
                        block=true
                        submit=true
                        chord="Enter"
                        busy=session.sign_in.busy
                        on_press=|()| ()
                        testid="signin-submit"
                    />
                    <form::Outcome form />
                </form>
                <OtherWays form />
            </section>
            <div class="signin-art"><Rack /></div>
        </main>
    }
}

/// The sign-in sheet over a painted mirror.
#[component]
pub fn SignInSheet() -> impl IntoView {
    let (i18n, session, format) = (use_i18n(), use_session(), use_format());
    let sheets = expect_context::<Sheets>();
    let profile = untrack(|| session.profile());
    let form = SignInForm::start(profile.clone());
    let host = profile.map(|profile| host_of(&profile.server).to_owned()).unwrap_or_default();
    let note = host.clone();
    // Somebody who worked here and lost the session hears that it ended; at the start it has not.
    let title = Signal::derive(move || say!(i18n, signin.paused, host = host.clone()));
    let lead = Signal::derive(move || {
        let saved = session.state().and_then(|state| state.saved_as_of);
        match saved {
            Some(at) => say!(i18n, signin.paused_text, time = format.moment(at)),
            None => say!(i18n, signin.paused_text_unread).into(),
        }
    });
    let was_in = session.was_signed_in();
    let ended = text!(i18n, signin.ended);
    let ended_text = text!(i18n, signin.ended_text);
    let offline = move |()| {
        sheets.sign_in_again.set(false);
        session.work_offline();
    };
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        form.submit();
    };
    view! {
        <Sheet
            title=if was_in { ended } else { title }
            lead=if was_in { ended_text } else { lead }
            on_close=offline
            testid="signin-sheet"
        >
            <form novalidate=true on:submit=submit>
                <div class="sheet-body">
                    <TextField
                        label=text!(i18n, signin.user)
                        value=form.user
                        hint=form.user_hint
                        size=Size::Large
                        autocomplete="username"
                        testid="signin-user"
                    />
                    <PasswordField label=text!(i18n, signin.password) value=form.password hint=form.password_hint testid="signin-password" />
                    <PlainHttp form />
                    <form::Outcome form />
                </div>
                <SheetFoot>
                    <Button label=text!(i18n, signin.keep_offline) size=Size::Large on_press=offline testid="keep-offline" />
                    <span class="push"></span>
                    <Button
                        label=text!(i18n, signin.submit)
                        kind=ButtonKind::Primary
                        size=Size::Large
                        submit=true
                        chord="Enter"
                        busy=session.sign_in.busy
                        on_press=|()| ()
                        testid="signin-submit"
                    />
                </SheetFoot>
            </form>
            <div class="sheet-note">
                <Icon name="lock" class="icon icon-sm" />
                <bdi>{note.clone()}</bdi>
            </div>
        </Sheet>
    }
}
