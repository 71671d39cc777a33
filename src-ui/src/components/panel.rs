//! The side panel beside a grid: a complementary region. The grid stays usable; Esc closes it.

use leptos::prelude::*;

use super::IconButton;
use crate::i18n::{text, use_i18n};

/// A side panel.
#[component]
pub fn Panel(
    /// Its title.
    #[prop(into)]
    title: Signal<String>,
    /// Beside the title.
    #[prop(optional, into)]
    beside: Signal<String>,
    /// It is closed.
    #[prop(into)]
    on_close: Callback<()>,
    /// Beside the cross: icon buttons.
    #[prop(optional, into)]
    actions: ViewFn,
    /// What it shows is about what was chosen before.
    #[prop(optional, into)]
    busy: Signal<bool>,
    /// The region its keys hold in; one for all panels of this kind where none is named.
    #[prop(optional_no_strip)]
    region: Option<String>,
    /// Classes beyond `panel` (`panel-wide`).
    #[prop(default = "")]
    class: &'static str,
    /// For tests.
    testid: &'static str,
    /// `panel-body` and, if there are any, `panel-foot`.
    children: Children,
) -> impl IntoView {
    let i18n = use_i18n();
    view! {
        <aside
            class=format!("panel {class}")
            aria-label=title
            aria-busy=move || busy.get().then_some("true")
            data-region=region.unwrap_or_else(|| testid.to_owned())
            data-testid=testid
        >
            <div class="panel-head">
                // A WebDriver takes text that lies bare in what cuts it off for hidden.
                <h2 class="trunc" dir="auto" tabindex="-1"><span>{title}</span></h2>
                <p class="faint small">{beside}</p>
                <span class="push"></span>
                {actions.run()}
                <IconButton label=text!(i18n, app.close) icon="x" chord="Esc" on_press=on_close testid="panel-close" />
            </div>
            {children()}
        </aside>
    }
}
