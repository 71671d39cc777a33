//! Stocklists that were pinned: a press begins a movement from one.

use contract::{ListPinned, PinStocklist, PinnedStocklist};
use leptos::prelude::*;

use super::state::HomeState;
use crate::components::{Icon, IconButton, Show, Size, each};
use crate::data::query::{use_command, use_query};
use crate::i18n::text;
use crate::navigation::{Route, StartKind, bring_to_front};

/// The stocklists, in the order they were pinned.
#[component]
pub fn Pinned(page: HomeState) -> impl IntoView {
    let (i18n, tabs) = (page.i18n, page.tabs);
    let (pinned, pin) = (use_query(|| Some(ListPinned {})), use_command::<PinStocklist>());
    let all = move || pinned.get().unwrap_or_default();
    let entry = move |list: PinnedStocklist| {
        let PinnedStocklist { stocklist, name, destination } = list;
        let route = Route::NewMovement(StartKind::List(stocklist.clone()));
        let unpin = move |()| {
            let request = PinStocklist { stocklist: stocklist.clone(), pinned: false };
            pin.send(request, |_| ());
        };
        view! {
            <li class="rec-row">
                <button
                    type="button"
                    class="rec"
                    data-entry=""
                    data-testid="home-pinned"
                    on:click=move |_| bring_to_front(|| tabs.open(route.clone()))
                >
                    <Icon name="clipboard-list" />
                    <bdi class="trunc">{name}</bdi>
                    <bdi class="faint trunc">{destination.map(|place| place.name)}</bdi>
                </button>
                <IconButton
                    label=text!(i18n, stocklists.unpin)
                    icon="x"
                    size=Size::Small
                    on_press=unpin
                    testid="home-unpin"
                />
            </li>
        }
    };
    view! {
        <Show when=move || !all().is_empty()>
            <section aria-labelledby="home-pinned">
                <h2 id="home-pinned">{text!(i18n, home.pinned)}</h2>
                <ul class="recs">
                    {each(
                        all,
                        |list| format!("{} {}", list.stocklist.as_str(), list.name),
                        move |list| entry(list).into_any(),
                    )}
                </ul>
            </section>
        </Show>
    }
}
