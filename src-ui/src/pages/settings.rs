//! The settings sheet: what the window looks like and which language it speaks. Everything acts at
//! once and is kept as it is changed.

mod trust;

use contract::{Density, Language, TextSize, Theme};
use leptos::prelude::*;

use crate::app::Sheets;
use crate::components::{KeyCaps, Segment, SegmentChoice, Sheet, Switch};
use crate::i18n::{say, text, use_i18n};
use crate::look::{Look, use_look};
use trust::OwnAuthority;

/// The settings.
#[component]
pub fn SettingsSheet() -> impl IntoView {
    let i18n = use_i18n();
    let sheets = expect_context::<Sheets>();
    view! {
        <Sheet
            title=text!(i18n, settings.title)
            lead=text!(i18n, settings.kept)
            on_close=move |()| sheets.settings.set(false)
            wide=true
            testid="settings-sheet"
        >
            <div class="sheet-body set-body">
                <Appearance />
                <Words />
                <OwnAuthority />
            </div>
        </Sheet>
    }
}

/// A row: name and explanation, then its control.
#[component]
pub fn SetRow(
    /// Its name.
    name: Signal<String>,
    /// What it does.
    #[prop(optional, into)]
    explanation: Signal<String>,
    /// Its control.
    children: Children,
) -> impl IntoView {
    view! {
        <div class="set-row">
            <div><h3>{move || name.get()}</h3><p>{move || explanation.get()}</p></div>
            {children()}
        </div>
    }
}

#[component]
fn Appearance() -> impl IntoView {
    let (i18n, look) = (use_i18n(), use_look());
    let theme = vec![
        choice(Theme::System, text!(i18n, settings.theme_system), Some("monitor"), "theme-system"),
        choice(Theme::Light, text!(i18n, settings.theme_light), None, "theme-light"),
        choice(Theme::Dark, text!(i18n, settings.theme_dark), None, "theme-dark"),
    ];
    let rows = vec![
        choice(Density::Compact, text!(i18n, settings.compact), Some("rows-4"), "density-compact"),
        choice(
            Density::Comfortable,
            text!(i18n, settings.comfortable),
            Some("rows-3"),
            "density-comfortable",
        ),
    ];
    let name = text!(i18n, settings.theme);
    let rows_name = text!(i18n, settings.rows);
    let contrast = text!(i18n, settings.contrast);
    let motion = text!(i18n, settings.motion);
    view! {
        <section>
            <SetRow name>
                <Segment
                    label=name
                    choices=theme
                    value=Signal::derive(move || look.get().theme)
                    on_choose=move |theme| look.change(|settings| settings.theme = theme)
                />
            </SetRow>
            <SetRow name=contrast explanation=text!(i18n, settings.contrast_text)>
                <Switch
                    label=contrast
                    value=Signal::derive(move || look.get().high_contrast == Some(true))
                    on_change=move |on: bool| look.change(|s| s.high_contrast = on.then_some(true))
                    testid="contrast"
                />
            </SetRow>
            <SetRow name=rows_name>
                <Segment
                    label=rows_name
                    choices=rows
                    value=Signal::derive(move || look.get().density)
                    on_choose=move |density| look.change(|settings| settings.density = density)
                />
            </SetRow>
            <SetRow name=text!(i18n, settings.text_size) explanation=text!(i18n, settings.text_size_text)>
                <TextSizeRange look />
            </SetRow>
            <SetRow name=motion>
                <Switch
                    label=motion
                    value=Signal::derive(move || look.get().reduced_motion == Some(true))
                    on_change=move |on: bool| look.change(|s| s.reduced_motion = on.then_some(true))
                    testid="motion"
                />
            </SetRow>
        </section>
    }
}

#[component]
fn TextSizeRange(look: Look) -> impl IntoView {
    let i18n = use_i18n();
    let percent = move || look.get().text_size.percent();
    view! {
        <div class="range">
            <KeyCaps chord="Ctrl++" />
            <KeyCaps chord="Ctrl+-" />
            <input
                type="range"
                min="80"
                max="200"
                step="10"
                aria-label=move || say!(i18n, settings.text_size)
                data-testid="text-size"
                prop:value=move || percent().to_string()
                on:change=move |event| {
                    if let Ok(percent) = event_target_value(&event).parse::<u16>() {
                        look.change(|settings| settings.text_size = TextSize::from(percent));
                    }
                }
            />
            <span class="num">{move || say!(i18n, settings.percent, number = percent())}</span>
        </div>
    }
}

#[component]
fn Words() -> impl IntoView {
    let (i18n, look) = (use_i18n(), use_look());
    let name = text!(i18n, settings.language);
    // A language is called by its own name in every language.
    let languages = vec![
        choice(Language::English, text!(i18n, settings.english), Some("languages"), "language-en"),
        choice(Language::French, text!(i18n, settings.french), None, "language-fr"),
    ];
    view! {
        <section>
            <SetRow name>
                <Segment
                    label=name
                    choices=languages
                    value=Signal::derive(move || look.language())
                    on_choose=move |language| look.change(|s| s.language = Some(language))
                />
            </SetRow>
        </section>
    }
}

fn choice<T>(
    value: T,
    label: Signal<String>,
    icon: Option<&'static str>,
    testid: &'static str,
) -> SegmentChoice<T> {
    SegmentChoice { value, label, icon, testid }
}
