//! The settings sheet: what the window looks like, which language it speaks, whose certificates it
//! trusts. Everything acts at once and is kept as it is changed. Deliberately absent: settings of
//! what the backend does, which belong to the profile.

mod appearance;
mod language;
mod trust;

use leptos::prelude::*;

use crate::app::Sheets;
use crate::components::{FailureNote, Sheet};
use crate::i18n::{say, text, use_i18n};
use crate::look::use_look;
use crate::session::use_session;
use appearance::Appearance;
use language::WindowLanguage;
use trust::OwnAuthority;

/// The settings.
#[component]
pub fn SettingsSheet() -> impl IntoView {
    let (i18n, look, session) = (use_i18n(), use_look(), use_session());
    let sheets = expect_context::<Sheets>();
    let version = move || session.options.with(|options| options.version.clone());
    view! {
        <Sheet
            title=text!(i18n, settings.title)
            lead=text!(i18n, settings.kept)
            on_close=move |()| sheets.settings.set(false)
            wide=true
            testid="settings-sheet"
        >
            <div class="sheet-body set">
                {move || look.not_kept().map(|failure| view! { <FailureNote failure /> })}
                <Appearance />
                <WindowLanguage />
                <OwnAuthority />
            </div>
            <div class="sheet-note">
                <span class="num">{move || say!(i18n, settings.version, version = version())}</span>
            </div>
        </Sheet>
    }
}

/// A row: its name and what it does, then its control.
#[component]
fn SetRow(
    /// Its name.
    name: Signal<String>,
    /// What it does.
    #[prop(optional, into)]
    explanation: Signal<String>,
    /// Beside the explanation: keys that do the same.
    #[prop(optional, into)]
    keys: ViewFn,
    /// Its control.
    children: Children,
) -> impl IntoView {
    view! {
        <div class="set-row">
            <div>
                <h3>{name}</h3>
                <p>{explanation}" "{keys.run()}</p>
            </div>
            {children()}
        </div>
    }
}
