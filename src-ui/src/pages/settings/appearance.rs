//! What the window looks like: theme, contrast, rows, text size, motion.

use contract::{Density, StartPage, TextSize, Theme};
use leptos::prelude::*;

use super::row::SetRow;
use crate::components::{KeyCaps, Segment, SegmentChoice, Switch};
use crate::dom;
use crate::i18n::{say, text, use_i18n};
use crate::look::use_look;

/// The section.
#[component]
pub fn Appearance() -> impl IntoView {
    let (i18n, look) = (use_i18n(), use_look());
    let contrast = text!(i18n, settings.contrast);
    let motion = text!(i18n, settings.motion);
    view! {
        <section>
            <h2>{text!(i18n, settings.appearance)}</h2>
            <SetRow name=text!(i18n, settings.theme)><Themes /></SetRow>
            <SetRow name=contrast explanation=text!(i18n, settings.contrast_text)>
                <Switch
                    label=contrast
                    value=Signal::derive(move || {
                        look.get().high_contrast.unwrap_or_else(|| dom::prefers(MORE_CONTRAST))
                    })
                    on_change=move |on: bool| {
                        look.change(|s| s.high_contrast = unlike_system(on, MORE_CONTRAST));
                    }
                    testid="settings-contrast"
                />
            </SetRow>
            <RowHeight />
            <TextSizeRow />
            <SetRow name=motion>
                <Switch
                    label=motion
                    value=Signal::derive(move || {
                        look.get().reduced_motion.unwrap_or_else(|| dom::prefers(LESS_MOTION))
                    })
                    on_change=move |on: bool| {
                        look.change(|s| s.reduced_motion = unlike_system(on, LESS_MOTION));
                    }
                    testid="settings-motion"
                />
            </SetRow>
            <Start />
        </section>
    }
}

/// What is in front after the start.
#[component]
fn Start() -> impl IntoView {
    let (i18n, look) = (use_i18n(), use_look());
    let name = text!(i18n, settings.start);
    let choice = |value, label, testid| SegmentChoice { value, label, icon: None, testid };
    let choices = vec![
        choice(StartPage::AsLeft, text!(i18n, settings.start_as_left), "settings-start-as-left"),
        choice(StartPage::Home, text!(i18n, nav.home), "settings-start-home"),
        choice(StartPage::Movements, text!(i18n, nav.movements), "settings-start-movements"),
        choice(StartPage::Pick, text!(i18n, nav.pick), "settings-start-pick"),
        choice(StartPage::Review, text!(i18n, nav.review), "settings-start-review"),
    ];
    view! {
        <SetRow name explanation=text!(i18n, settings.start_text)>
            <Segment
                label=name
                choices
                value=Signal::derive(move || look.get().start)
                on_choose=move |start| look.change(|settings| settings.start = start)
            />
        </SetRow>
    }
}

const MORE_CONTRAST: &str = "(prefers-contrast: more)";
const LESS_MOTION: &str = "(prefers-reduced-motion: reduce)";

/// What is as the system has it follows the system from then on.
fn unlike_system(on: bool, preference: &str) -> Option<bool> {
    (on != dom::prefers(preference)).then_some(on)
}

/// The themes, each with a drawing of it.
#[component]
fn Themes() -> impl IntoView {
    let (i18n, look) = (use_i18n(), use_look());
    let themes = [
        (
            Theme::System,
            "swatch sw-sys",
            text!(i18n, settings.theme_system),
            "settings-theme-system",
        ),
        (
            Theme::Light,
            "swatch sw-light",
            text!(i18n, settings.theme_light),
            "settings-theme-light",
        ),
        (Theme::Dark, "swatch sw-dark", text!(i18n, settings.theme_dark), "settings-theme-dark"),
    ];
    let theme = move |(theme, class, label, testid): (Theme, _, Signal<String>, _)| {
        view! {
            <label class="theme" data-testid=testid>
                <input
                    type="radio"
                    name="theme"
                    prop:checked=move || look.get().theme == theme
                    on:change=move |_| look.change(|settings| settings.theme = theme)
                />
                <span class=class></span>
                {label}
            </label>
        }
    };
    view! {
        <div class="themes" role="radiogroup" aria-label=text!(i18n, settings.theme)>
            {themes.into_iter().map(theme).collect_view()}
        </div>
    }
}

#[component]
fn RowHeight() -> impl IntoView {
    let (i18n, look) = (use_i18n(), use_look());
    let name = text!(i18n, settings.rows);
    let choices = vec![
        SegmentChoice {
            value: Density::Compact,
            label: text!(i18n, settings.compact),
            icon: Some("rows-4"),
            testid: "settings-density-compact",
        },
        SegmentChoice {
            value: Density::Comfortable,
            label: text!(i18n, settings.comfortable),
            icon: Some("rows-3"),
            testid: "settings-density-comfortable",
        },
    ];
    view! {
        <SetRow name explanation=text!(i18n, settings.rows_text)>
            <Segment
                label=name
                choices
                value=Signal::derive(move || look.get().density)
                on_choose=move |density| look.change(|settings| settings.density = density)
            />
        </SetRow>
    }
}

#[component]
fn TextSizeRow() -> impl IntoView {
    let (i18n, look) = (use_i18n(), use_look());
    let kept = move || look.get().text_size.percent();
    // While the slider is being drawn only its number follows: larger text would move it away
    // under the pointer.
    let drawn = RwSignal::new(None::<u16>);
    let percent = move || drawn.get().unwrap_or_else(kept);
    let value = |event: &leptos::ev::Event| event_target_value(event).parse::<u16>().ok();
    view! {
        <SetRow
            name=text!(i18n, settings.text_size)
            explanation=text!(i18n, settings.text_size_text)
            keys=|| view! { <KeyCaps chord="Ctrl++" />" "<KeyCaps chord="Ctrl+-" />" "<KeyCaps chord="Ctrl+0" /> }
        >
            <div class="range">
                <input
                    type="range"
                    min="80"
                    max="200"
                    step="5"
                    aria-label=text!(i18n, settings.text_size)
                    aria-valuetext=move || say!(i18n, settings.percent, number = percent())
                    data-testid="settings-text-size"
                    prop:value=move || kept().to_string()
                    on:input=move |event| drawn.set(value(&event))
                    on:change=move |event| {
                        drawn.set(None);
                        if let Some(percent) = value(&event) {
                            look.change(|settings| settings.text_size = TextSize::from(percent));
                        }
                    }
                />
                <span class="num">{move || say!(i18n, settings.percent, number = percent())}</span>
            </div>
        </SetRow>
    }
}
