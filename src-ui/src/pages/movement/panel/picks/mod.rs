//! Picking a line in the panel: what was picked, what can be taken from where, and what is typed.
//! Picks are sent as they are, not among the changes of the movement: the service takes them line by
//! line (interface document, 4.5).
//!
//! Where the service tells what lies where and what was picked, its word is shown with its age; where
//! it does not, what was picked from this computer is, and lot and bin are typed or scanned.
//!
//! Files: `typed` (what is typed, pure), `shortage` (what a bin holds instead, pure), `desk` (what is
//! known, and sending), `words`; drawn by `part`
//! (one for each thing to be picked), `made`, `stock`, `other`, `quantity`, `sum`, and `foot`.

mod acts;
mod desk;
mod foot;
mod made;
mod other;
mod part;
mod part_signal;
mod quantity;
mod shortage;
mod stock;
mod sum;
mod typed;
mod words;

use contract::{ItemId, PickView, Source};
use leptos::prelude::*;

use super::state::PanelState;
use crate::components::{Bones, Button, ButtonKind, FailureNote, Icon, Show, Size, each};
use crate::effect::memo;
use crate::i18n::{say, text};
use part::Part;

pub use desk::PickDesk;
pub use foot::PickFoot;
pub use quantity::go_on;
pub use typed::Picks;

/// What there is to pick.
#[component]
pub fn PickBody(state: PanelState) -> impl IntoView {
    let desk = state.picks;
    let items = memo(move || -> Vec<ItemId> {
        let of = |view: &PickView| view.parts.iter().map(|part| part.item.clone()).collect();
        desk.of_view(|view| Some(of(view))).unwrap_or_default()
    });
    let is_known = memo(move || desk.is_known());
    let failure = move || desk.unread();
    view! {
        <Whence state />
        <Show when=move || desk.why_not().is_some()>
            <p class="dim" role="note" data-testid="pick-off">{move || words::why_not(state)}</p>
        </Show>
        {each(
            move || items.get(),
            ToString::to_string,
            move |item| view! { <Part state item /> }.into_any(),
        )}
        {move || failure().map(|failure| view! { <FailureNote failure /> })}
        <Show when=move || !is_known.get() && failure().is_none()>
            <Bones lines=4 />
        </Show>
        {move || desk.failure().map(|failure| view! { <FailureNote failure /> })}
    }
}

/// Who says so, and how old the word is.
#[component]
fn Whence(state: PanelState) -> impl IntoView {
    let (i18n, desk) = (state.i18n, state.picks);
    let source = memo(move || desk.of_view(|view| Some(view.source)));
    // Until the service has answered, nothing is known of what it shows.
    let is_silent = move || {
        let answered =
            |view: &PickView| view.freshness.reading.is_none() && view.freshness.failure.is_none();
        desk.of_view(|view| Some(view.source == Source::Seen && answered(view))).unwrap_or_default()
    };
    let tells = move || source.get() == Some(Source::Service);
    let failed = move || desk.of_view(|view| view.freshness.failure.clone());
    view! {
        <Show when=move || source.get().is_some()>
            <div class="whence" data-testid="pick-source">
                <Icon name="warehouse" class="icon icon-sm" />
                <p>{move || words::whence(state)}</p>
                <Show when=tells>
                    <Button
                        label=text!(i18n, pick.read_again)
                        kind=ButtonKind::Link
                        size=Size::Small
                        on_press=move |()| desk.read_anew(state)
                        testid="pick-read"
                    />
                </Show>
            </div>
        </Show>
        <Show when=is_silent>
            <p class="dim" role="note" data-testid="pick-strict">{move || say!(i18n, pick.not_told)}</p>
        </Show>
        {move || failed().map(|failure| view! { <FailureNote failure /> })}
    }
}
