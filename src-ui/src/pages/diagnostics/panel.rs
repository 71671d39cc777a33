//! The panel beside the calls: what the current call is used for, what Stockhand does without it,
//! and the result of the last check, in full.

use contract::{Capability, Probed};
use leptos::prelude::*;

use super::words;
use crate::components::{FailureNote, Icon, Panel};
use crate::i18n::{I18n, say, text, use_i18n};
use crate::wording::format::{Format, use_format};

/// The panel of the current call.
#[component]
pub fn CallPanel(
    /// Which one.
    call: Memo<Option<Capability>>,
    /// It is closed.
    #[prop(into)]
    on_close: Callback<()>,
) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let title = Signal::derive(move || {
        let title = call.with(|call| call.as_ref().map(|call| call.good_for));
        title.map_or(say!(i18n, diagnostics.title), |of| words::good_for(i18n, of).0).to_owned()
    });
    view! {
        <Panel title on_close testid="call-panel">
            <div class="panel-body">
                {move || call.get().map(|call| facts(i18n, format, call))}
            </div>
        </Panel>
    }
}

fn facts(i18n: I18n, format: Format, call: Capability) -> impl IntoView + use<> {
    let (_, sentence) = words::good_for(i18n, call.good_for);
    let (class, icon, word) = words::outcome(i18n, &call);
    let (path, status) = (call.call.path(), call.status);
    let tried = call.at.map(|at| format.exact(at));
    let not_asked = words::is_not_asked(&call);
    let came_of_it = match call.outcome {
        Probed::Failed(failure) => view! { <FailureNote failure /> }.into_any(),
        Probed::NotTried => plain(say!(i18n, diagnostics.not_tried_text)),
        Probed::Offered => plain(say!(i18n, diagnostics.offered_text)),
        _ if not_asked => plain(say!(i18n, diagnostics.not_asked_text)),
        Probed::NotOffered => plain(say!(i18n, diagnostics.not_offered_text)),
    };
    view! {
        <p data-testid="call-use">{sentence}</p>
        <p class=format!("st {class}") data-testid="call-outcome"><Icon name=icon />{word}</p>
        {came_of_it}
        <dl class="facts-list facts-even small">
            <dt>{text!(i18n, diagnostics.col_call)}</dt>
            <dd class="diag-call"><span class="code">{path}</span></dd>
            {status.map(|status| view! {
                <dt>{text!(i18n, diagnostics.col_status)}</dt>
                <dd class="num">{status}</dd>
            })}
            {tried.map(|tried| view! {
                <dt>{text!(i18n, diagnostics.col_tried)}</dt>
                <dd><bdi>{tried}</bdi></dd>
            })}
        </dl>
    }
}

fn plain(sentence: &'static str) -> AnyView {
    view! { <p class="dim">{sentence}</p> }.into_any()
}
