//! Which language the window speaks.

use contract::Language;
use leptos::prelude::*;

use super::row::SetRow;
use crate::components::{Segment, SegmentChoice};
use crate::i18n::{text, use_i18n};
use crate::look::use_look;

/// The section.
#[component]
pub fn WindowLanguage() -> impl IntoView {
    let (i18n, look) = (use_i18n(), use_look());
    let name = text!(i18n, settings.language);
    let choice = |value, label, testid| SegmentChoice { value, label, icon: None, testid };
    // A language is called by its own name in every language.
    let choices = vec![
        choice(None, text!(i18n, settings.language_system), "settings-language-system"),
        choice(Some(Language::English), text!(i18n, settings.english), "settings-language-en"),
        choice(Some(Language::French), text!(i18n, settings.french), "settings-language-fr"),
    ];
    view! {
        <section>
            <h2>{text!(i18n, settings.language)}</h2>
            <SetRow name explanation=text!(i18n, settings.language_text)>
                <Segment
                    label=name
                    choices
                    value=Signal::derive(move || look.get().language)
                    on_choose=move |language| look.change(|settings| settings.language = language)
                />
            </SetRow>
        </section>
    }
}
