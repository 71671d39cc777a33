//! The way to the diagnostics. Drawn while a profile is open.

use leptos::prelude::*;

use super::row::SetRow;
use crate::components::Button;
use crate::i18n::{text, use_i18n};
use crate::navigation::{Route, Sheets};

/// The section.
#[component]
pub fn WayToDiagnostics() -> impl IntoView {
    let i18n = use_i18n();
    let sheets = expect_context::<Sheets>();
    let name = text!(i18n, diagnostics.title);
    view! {
        <section>
            <h2>{name}</h2>
            <SetRow name=text!(i18n, diagnostics.offers) explanation=text!(i18n, diagnostics.text)>
                <Button
                    label=text!(i18n, diagnostics.show)
                    on_press=move |()| {
                        sheets.settings.set(false);
                        sheets.leads_to.set(Some(Route::Diagnostics));
                    }
                    testid="settings-diagnostics"
                />
            </SetRow>
        </section>
    }
}
