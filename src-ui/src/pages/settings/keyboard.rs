//! Keyboard settings: single-key shortcuts on or off, and the key that lists all shortcuts.

use leptos::prelude::*;

use super::row::SetRow;
use crate::components::{KeyCaps, Switch};
use crate::i18n::{text, use_i18n};
use crate::look::use_look;

/// The section.
#[component]
pub fn Keyboard() -> impl IntoView {
    let (i18n, look) = (use_i18n(), use_look());
    let single = text!(i18n, settings.single_keys);
    view! {
        <section>
            <h2>{text!(i18n, settings.keyboard)}</h2>
            <SetRow
                name=single
                explanation=text!(i18n, settings.single_keys_text)
                keys=|| view! { <KeyCaps chord="F1" /> }
            >
                <Switch
                    label=single
                    value=Signal::derive(move || !look.get().single_keys_off)
                    on_change=move |on: bool| look.change(|s| s.single_keys_off = !on)
                    testid="settings-single-keys"
                />
            </SetRow>
        </section>
    }
}
