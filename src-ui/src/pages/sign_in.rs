//! Signing in: the page for a service's address, user name and password, and the sheet that lies
//! over what is painted when a session is missing. Both are made of one form.

mod art;
mod form;
mod ways;

use contract::Profile;
use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;

use crate::components::{
    Button, ButtonKind, Icon, IconButton, Mark, PasswordField, Sheet, SheetFoot, Size, TextField,
    focus_first_empty,
};
use crate::data::outbox::{say_all_unsent, use_outbox};
use crate::data::session::use_session;
use crate::effect::effect;
use crate::i18n::{say, text, use_i18n};
use crate::look::use_look;
use crate::navigation::Sheets;
use crate::pages::history::OthersWork;
use crate::wording::address::host_of;
use crate::wording::format::use_format;
use art::Rack;
use form::{OwnCertificate, PlainHttp, SignInForm};
use ways::{ColorMark, OtherWays};

/// The sign-in page.
#[component]
pub fn SignInPage() -> impl IntoView {
    let (i18n, session) = (use_i18n(), use_session());
    let sheets = expect_context::<Sheets>();
    let form = SignInForm::start(None);
    // Whoever switches is somebody else.
    if untrack(|| session.is_locked()) {
        form.user.set(String::new());
    }
    let submit = move |event: leptos::ev::SubmitEvent| submitted(form, &event);
    let label = Signal::derive(move || {
        String::from(if session.is_signing_in() {
            say!(i18n, signin.submitting)
        } else {
            say!(i18n, signin.submit)
        })
    });
    let page = NodeRef::<html::Main>::new();
    effect(move || {
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
                    <OwnCertificate form />
                    <TextField
                        label=text!(i18n, signin.user)
                        value=form.user
                        hint=form.user_hint
                        size=Size::Large
                        autocomplete="username"
                        on_leave=move |()| form.ask_keychain()
                        testid="signin-user"
                    />
                    <PasswordField label=text!(i18n, signin.password) value=form.password hint=form.password_hint testid="signin-password" />
                    <form::Remember form />
                    <Button
                        label
                        kind=ButtonKind::Primary
                        size=Size::Large
                        block=true
                        submit=true
                        chord="Enter"
                        busy=Signal::derive(move || session.is_signing_in())
                        on_press=|()| ()
                        testid="signin-submit"
                    />
                    <form::Outcome form />
                </form>
                <OthersWork />
                <OtherWays form />
            </section>
            <div class="signin-art"><Rack /></div>
        </main>
    }
}

/// The sign-in sheet over a painted mirror, or over nothing where the window is locked.
#[component]
pub fn SignInSheet() -> impl IntoView {
    let (i18n, session, look) = (use_i18n(), use_session(), use_look());
    let sheets = expect_context::<Sheets>();
    let profile = untrack(|| session.profile());
    let form = SignInForm::start(profile.clone());
    let server = profile.as_ref().map(|profile| profile.server.clone()).unwrap_or_default();
    let color = untrack(|| look.service_color(&server));
    let note = Signal::derive(move || look.service_title(&server));
    let locked = untrack(|| session.is_locked());
    let offline = Callback::new(move |()| {
        sheets.sign_in_again.set(false);
        session.work_offline();
    });
    let submit = move |event: leptos::ev::SubmitEvent| submitted(form, &event);
    // What is locked has one way out beside its user's password: somebody else's.
    let (aside, aside_label, aside_testid) = if locked {
        let other = Callback::new(move |()| sheets.other_service.set(true));
        (other, text!(i18n, session.other_user), "other-user")
    } else {
        (offline, text!(i18n, signin.keep_offline), "keep-offline")
    };
    let (title, lead) = words(profile, locked);
    // What is missing then is the password.
    let knows_user = untrack(|| form.user.with(|user| !user.is_empty())).then_some("");
    view! {
        <Sheet title lead on_close=offline held=locked testid="signin-sheet">
            <form novalidate=true on:submit=submit>
                <div class="sheet-body">
                    <TextField
                        label=text!(i18n, signin.user)
                        value=form.user
                        hint=form.user_hint
                        size=Size::Large
                        autocomplete="username"
                        on_leave=move |()| form.ask_keychain()
                        testid="signin-user"
                    />
                    <div data-first=knows_user>
                        <PasswordField label=text!(i18n, signin.password) value=form.password hint=form.password_hint testid="signin-password" />
                    </div>
                    <form::Remember form />
                    <PlainHttp form />
                    <OwnCertificate form />
                    <form::Outcome form />
                </div>
                <SheetFoot>
                    <Button label=aside_label size=Size::Large on_press=aside testid=aside_testid />
                    <span class="push"></span>
                    <Button
                        label=text!(i18n, signin.submit)
                        kind=ButtonKind::Primary
                        size=Size::Large
                        submit=true
                        chord="Enter"
                        busy=Signal::derive(move || session.is_signing_in())
                        on_press=|()| ()
                        testid="signin-submit"
                    />
                </SheetFoot>
            </form>
            <div class="sheet-note">
                <Icon name="lock" class="icon icon-sm" />
                {(!color.is_empty()).then(|| view! { <ColorMark color /> })}
                <bdi>{note}</bdi>
            </div>
        </Sheet>
    }
}

fn submitted(form: SignInForm, event: &leptos::ev::SubmitEvent) {
    event.prevent_default();
    let around = event.target().and_then(|form| form.dyn_into().ok());
    if let Some(around) = around {
        form.submit(&around);
    }
}

/// What the sheet is about: somebody who worked here and lost the session hears that it ended; at
/// the start it has not; who locked the window knows why it is there.
fn words(profile: Option<Profile>, locked: bool) -> (Signal<String>, Signal<String>) {
    let (i18n, session, format) = (use_i18n(), use_session(), use_format());
    let outbox = use_outbox();
    let (host, name) = profile
        .map(|profile| (host_of(&profile.server).to_owned(), profile.user_name))
        .unwrap_or_default();
    let was_in = session.was_signed_in();
    let title = Signal::derive(move || match (locked, was_in) {
        (true, _) => say!(i18n, session.locked).to_owned(),
        (false, true) => say!(i18n, signin.ended).to_owned(),
        (false, false) => say!(i18n, signin.paused, host = host),
    });
    let lead = Signal::derive(move || {
        let saved = session.state().and_then(|state| state.saved_as_of);
        let waiting = outbox.say_waiting(i18n, |count| say!(i18n, session.kept, count = count));
        let unsent = outbox.state().and_then(|state| say_all_unsent(i18n, format, &state.unsent));
        let kept =
            [waiting, unsent].into_iter().flatten().reduce(|all, more| format!("{all} {more}"));
        let first = match (locked, was_in, saved) {
            (true, ..) => say!(i18n, session.locked_text, name = name),
            (false, true, _) if kept.is_some() => say!(i18n, session.safe).to_owned(),
            (false, true, _) => say!(i18n, signin.ended_text).to_owned(),
            (false, false, Some(at)) => {
                say!(i18n, signin.paused_text, time = format.moment(at))
            }
            (false, false, None) => say!(i18n, signin.paused_text_unread).to_owned(),
        };
        kept.map_or_else(|| first.clone(), |kept| format!("{first} {kept}"))
    });
    (title, lead)
}
