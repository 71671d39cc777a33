//! A banner under a screen's tools: a state that lasts. It goes when the state does.

use leptos::prelude::*;

use super::Icon;
use crate::i18n::{text, use_i18n};

/// What a banner is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BannerTone {
    /// Working without the service.
    Offline,
    /// Something of one's own that is kept here.
    Kept,
    /// Work that was brought back.
    Restored,
    /// Worth a look.
    Warning,
    /// Something was refused or failed.
    Problem,
    /// Done.
    Done,
}

/// A banner.
#[component]
pub fn Banner(
    /// What it is about.
    tone: BannerTone,
    /// Its first words, standing out.
    #[prop(into)]
    title: Signal<String>,
    /// The rest of the sentence.
    #[prop(optional, into)]
    text: Signal<String>,
    /// What the service itself said, folded.
    #[prop(optional_no_strip)]
    raw: Option<String>,
    /// For tests.
    testid: &'static str,
    /// Buttons.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let (class, icon) = match tone {
        BannerTone::Offline => ("banner", "cloud-off"),
        BannerTone::Kept => ("banner banner-ink", "upload"),
        BannerTone::Restored => ("banner banner-ink", "history"),
        BannerTone::Warning => ("banner banner-amber", "triangle-alert"),
        BannerTone::Problem => ("banner banner-red", "circle-alert"),
        BannerTone::Done => ("banner banner-green", "circle-check"),
    };
    view! {
        <div class=class role="status" data-testid=testid>
            <Icon name=icon />
            <div>
                <span><b class="medium">{title}</b>" "{text}</span>
                {raw.map(|raw| view! { <Raw raw /> })}
            </div>
            <span class="push"></span>
            {children.map(|children| children())}
        </div>
    }
}

/// The service's own words, folded.
#[component]
pub fn Raw(
    /// Its words.
    raw: String,
) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <details class="raw">
            <summary>{text!(i18n, answer.said)}</summary>
            <pre dir="auto">{raw}</pre>
        </details>
    }
}
