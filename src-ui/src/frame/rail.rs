//! The rail: the sections that exist, and the settings at its foot.

use leptos::prelude::*;

use crate::components::{Icon, KeyCaps};
use crate::i18n::{say, text, use_i18n};
use crate::keys::use_keys;
use crate::navigation::{SECTIONS, Section, Sheets, Tabs};

/// The rail.
#[component]
pub fn Rail(tabs: Tabs) -> impl IntoView {
    let (i18n, keys) = (use_i18n(), use_keys());
    let sheets = expect_context::<Sheets>();
    let item = move |(at, section): (usize, Section)| {
        let chord = format!("Alt+{}", at + 1);
        let is_current =
            move || tabs.current_route().is_some_and(|route| route.section() == Some(section));
        view! {
            <button
                type="button"
                class="rail-item"
                // Its name also where the rail shows symbols alone.
                aria-label=move || section.label(i18n)
                title=move || keys.tip(&section.label(i18n), Some(&chord))
                aria-current=move || is_current().then_some("page")
                data-testid=format!("rail-{}", section.name())
                on:click=move |_| tabs.open(section.route())
            >
                <Icon name=section.icon() />
                <span class="lbl">{move || section.label(i18n)}</span>
            </button>
        }
    };
    view! {
        <nav class="rail" aria-label=text!(i18n, app.sections) data-region="rail">
            <button
                type="button"
                class="rail-item rail-find"
                title=move || keys.tip(say!(i18n, palette.title), Some("Ctrl+K"))
                aria-haspopup="dialog"
                data-testid="rail-find"
                // The focus stays where it is: what is done may be about what is there.
                on:mousedown=|event| event.prevent_default()
                on:click=move |_| sheets.palette.set(true)
            >
                <Icon name="search" />
                <span class="lbl">{text!(i18n, palette.find)}</span>
                <KeyCaps chord="Ctrl+K" />
            </button>
            {SECTIONS.into_iter().enumerate().map(item).collect_view()}
            <div class="rail-foot">
                <button
                    type="button"
                    class="rail-item"
                    aria-label=text!(i18n, nav.settings)
                    title=move || keys.tip(say!(i18n, nav.settings), Some("Alt+9"))
                    data-testid="rail-settings"
                    on:click=move |_| sheets.settings.set(true)
                >
                    <Icon name="settings-2" />
                    <span class="lbl">{text!(i18n, nav.settings)}</span>
                </button>
            </div>
        </nav>
    }
}
