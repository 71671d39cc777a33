//! The settings sheet: what the window looks like, which language it speaks, whose certificates it
//! trusts, how the open profile sends, and the way to the diagnostics. Everything acts at once and
//! is kept as it is changed; what the backend needs to know is kept with the profile.

mod appearance;
mod diagnostics;
mod keyboard;
mod labels;
mod language;
mod notices;
mod row;
mod scanner;
mod scanner_test;
mod sending;
mod service;
mod sharing;
mod stored;
mod trust;

use contract::ForgetData;
use leptos::prelude::*;

use crate::components::{FailureNote, Sheet};
use crate::data::query::use_command;
use crate::data::session::use_session;
use crate::effect::memo;
use crate::i18n::{say, text, use_i18n};
use crate::look::use_look;
use crate::navigation::Sheets;
use crate::wording::words;
use appearance::Appearance;
use diagnostics::WayToDiagnostics;
use keyboard::Keyboard;
use language::WindowLanguage;
use notices::Notices;
use scanner::Scanner;
use sending::SendingAndPassword;
use service::ServiceSettings;
use sharing::Sharing;
use stored::StoredData;
use trust::OwnAuthority;

/// The settings.
#[component]
pub fn SettingsSheet() -> impl IntoView {
    let (i18n, look, session) = (use_i18n(), use_look(), use_session());
    let sheets = expect_context::<Sheets>();
    // What belongs to a profile is not shown over a locked window.
    let profile = memo(move || session.profile().filter(|_| !session.is_locked()));
    let practice = memo(move || session.is_practice());
    // It goes on when the profile is gone.
    let forget = use_command::<ForgetData>();
    // Where no page is shown, none can be opened.
    let shows_pages = move || profile.with(Option::is_some) && !sheets.other_service.get();
    let version = move || session.options.with(|options| options.version.clone());
    view! {
        <Sheet
            title=text!(i18n, settings.title)
            lead=text!(i18n, settings.kept)
            on_close=move |()| sheets.settings.set(false)
            wide=true
            from_top=true
            testid="settings-sheet"
        >
            <div class="sheet-body set">
                {move || look.not_kept().map(|failure| view! { <FailureNote failure /> })}
                {move || session.options.with(|options| {
                    let said = options.torn_settings.as_ref().map(|t| words::torn_settings(i18n, t));
                    said.map(|said| view! { <p class="hint-warn" data-testid="settings-torn">{said}</p> })
                })}
                <Appearance />
                <Keyboard />
                <Scanner />
                <WindowLanguage />
                <Notices />
                {move || profile.get().map(|profile| view! {
                    {(!practice.get()).then(|| view! {
                        <ServiceSettings server=profile.server.clone() />
                    })}
                    <SendingAndPassword profile=profile.clone() />
                    <Sharing />
                    <StoredData profile=profile.clone() forget />
                    {(!profile.server.starts_with("http://")).then(|| view! {
                        <OwnAuthority server=profile.server.clone() />
                    })}
                })}
                {move || {
                    let failure = forget.failure.get().filter(|_| profile.with(Option::is_none));
                    failure.map(|failure| view! { <FailureNote failure /> })
                }}
                {move || shows_pages().then(|| view! { <WayToDiagnostics /> })}
            </div>
            <div class="sheet-note">
                <span class="num">{move || say!(i18n, settings.version, version = version())}</span>
            </div>
        </Sheet>
    }
}
