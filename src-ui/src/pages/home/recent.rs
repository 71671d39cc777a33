//! What was open last.

use contract::OpenTab;
use leptos::prelude::*;

use super::state::HomeState;
use crate::components::{Icon, Show, each};
use crate::i18n::text;
use crate::navigation::{Route, bring_to_front};

/// Movements and walks that were in front last, the last one first.
#[component]
pub fn Recent(page: HomeState) -> impl IntoView {
    let (i18n, tabs) = (page.i18n, page.tabs);
    let entry = move |open: OpenTab| {
        let OpenTab { page, movement, title } = open;
        let route = Route::again(&page, movement)?;
        let title = title.unwrap_or_else(|| route.title(i18n));
        let icon = route.icon();
        Some(view! {
            <li>
                <button
                    type="button"
                    class="rec"
                    data-entry=""
                    data-testid="home-recent"
                    on:click=move |_| bring_to_front(|| tabs.open(route.clone()))
                >
                    <Icon name=icon />
                    <bdi class="trunc">{title}</bdi>
                </button>
            </li>
        })
    };
    view! {
        <Show when=move || !tabs.recent().is_empty()>
            <section aria-labelledby="home-recent">
                <h2 id="home-recent">{text!(i18n, home.recent)}</h2>
                <ul class="recs">
                    {each(
                        move || tabs.recent(),
                        |open| format!("{} {:?} {:?}", open.page, open.movement, open.title),
                        move |open| entry(open).into_any(),
                    )}
                </ul>
            </section>
        </Show>
    }
}
