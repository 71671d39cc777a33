//! The foot of the panel while a line is picked: what would be sent, in a sentence, and the sending.

use leptos::prelude::*;

use super::super::state::PanelState;
use super::words;
use crate::components::{Button, ButtonKind, Said, Show};
use crate::effect::memo;
use crate::i18n::text;

/// What would be sent.
#[component]
pub fn PickFoot(state: PanelState) -> impl IntoView {
    let (i18n, desk) = (state.i18n, state.picks);
    let sentence = memo(move || words::preview(state));
    let is_on = memo(move || desk.is_known() && desk.why_not().is_none());
    let busy = Signal::derive(move || desk.is_busy());
    let off = Signal::derive(move || {
        let nothing = desk.picks.with(|picks| picks.as_ref().is_ok_and(Vec::is_empty));
        nothing.then(|| text!(i18n, pick.nothing_typed).get())
    });
    view! {
        <Show when=move || is_on.get()>
            <div class="say">
                <Said words=sentence testid="pick-preview" />
            </div>
            <div class="panel-foot">
                <Button
                    label=text!(i18n, pick.send)
                    kind=ButtonKind::Primary
                    chord="Ctrl+Enter"
                    busy
                    off
                    on_press=move |()| desk.go(state)
                    testid="picks-send"
                />
            </div>
        </Show>
    }
}
