//! A banner under a screen's tools: a state that lasts. It goes when the state does.

use leptos::prelude::*;

use super::Icon;

/// What a banner is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BannerTone {
    /// Working without the service.
    Offline,
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
    /// For tests.
    testid: &'static str,
    /// Buttons.
    #[prop(optional)]
    children: Option<Children>,
) -> impl IntoView {
    let (class, icon) = match tone {
        BannerTone::Offline => ("banner", "cloud-off"),
        BannerTone::Warning => ("banner banner-amber", "triangle-alert"),
        BannerTone::Problem => ("banner banner-red", "circle-alert"),
        BannerTone::Done => ("banner banner-green", "circle-check"),
    };
    view! {
        <div class=class role="status" data-testid=testid>
            <Icon name=icon />
            <span><b class="medium">{title}</b>" "{text}</span>
            <span class="push"></span>
            {children.map(|children| children())}
        </div>
    }
}
