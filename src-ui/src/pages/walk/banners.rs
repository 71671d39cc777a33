//! What is said over the tasks of a walk: that it is on hold, and that somebody picks the same elsewhere.

use contract::HoldWalk;
use leptos::prelude::*;

use super::state::WalkPage;
use crate::components::{Banner, BannerTone, Button, Show, Size};
use crate::data::query::use_command;
use crate::effect::memo;
use crate::i18n::{say, text};
use crate::pages::begin_walk::{movement_name, stand};

/// That the walk is on hold, and why.
#[component]
pub fn OnHold(page: WalkPage) -> impl IntoView {
    let i18n = page.i18n;
    let hold = use_command::<HoldWalk>();
    let note = memo(move || page.with_state(|state| state.walk.on_hold.clone()).flatten());
    let go_on = move |()| hold.send(HoldWalk { walk: page.key, note: None }, |_| ());
    move || {
        note.get().map(|note| {
            view! {
                <Banner
                    tone=BannerTone::Warning
                    title=text!(i18n, walk.on_hold)
                    text=Signal::stored(note)
                    testid="walk-on-hold"
                >
                    <Button
                        label=text!(i18n, walk.take_up)
                        size=Size::Small
                        on_press=go_on
                        testid="walk-take-up"
                    />
                </Banner>
            }
        })
    }
}

/// Somebody picks a movement of it at another station, too.
#[component]
pub fn Elsewhere(page: WalkPage) -> impl IntoView {
    let i18n = page.i18n;
    let walks = memo(move || {
        let told = |state: &contract::WalkState| {
            // Several of its movements may be in one walk there.
            let mut told: Vec<(String, Vec<String>)> = Vec::new();
            for movement in &state.walk.movements {
                let Some(walk) = &movement.elsewhere else { continue };
                let (said, name) = (stand(i18n, page.format, walk), movement_name(movement));
                match told.iter_mut().find(|(other, _)| *other == said) {
                    Some((_, names)) => names.push(name),
                    None => told.push((said, vec![name])),
                }
            }
            let is_one = state.walk.movements.len() == 1;
            let each = told.into_iter().map(|(said, names)| match is_one {
                true => said,
                false => say!(i18n, app.labelled, label = names.join(", "), value = said),
            });
            each.collect::<Vec<_>>().join(" ")
        };
        page.with_state(told).unwrap_or_default()
    });
    view! {
        <Show when=move || walks.with(|told| !told.is_empty())>
            <Banner
                tone=BannerTone::Warning
                title=text!(i18n, walk.elsewhere)
                text=walks
                testid="walk-elsewhere"
            />
        </Show>
    }
}
