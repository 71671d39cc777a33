//! The rest of a task's line from elsewhere: what else lies where of its product, each with how many there
//! are. One of them is taken with what is left.

use contract::{PickStep, PickStock, PickTask, ReadPickView, Source};
use leptos::prelude::*;

use super::state::WalkPage;
use crate::components::{Sheet, Show};
use crate::data::query::use_query;
use crate::effect::memo;
use crate::i18n::{say, text};
use crate::keys::{Scope, use_keys};

/// So many places have a key of their own.
const KEYS: usize = 9;

/// The sheet.
#[component]
pub fn SplitSheet(page: WalkPage) -> impl IntoView {
    view! { {move || page.splits.get().map(|task| view! { <Opened page task /> })} }
}

#[component]
fn Opened(page: WalkPage, task: PickTask) -> impl IntoView {
    let (i18n, keys) = (page.i18n, use_keys());
    let (movement, line) = (task.movement, task.line.clone());
    let view = use_query(move || Some(ReadPickView { movement, item: line.clone(), anew: false }));
    let task = StoredValue::new(task);
    let stock = memo(move || {
        let parts = view.get().map(|view| view.parts).unwrap_or_default();
        let part = task.with_value(|task| parts.into_iter().find(|part| part.item == task.item));
        let is_other = |lot: &PickStock| {
            task.with_value(|task| {
                let bin = task.bin.as_ref().map(|bin| &bin.id);
                let is_its_own = task.inventory_item.as_deref() == Some(&*lot.inventory_item)
                    && lot.bin.as_ref().map(|bin| &bin.id) == bin;
                !is_its_own && lot.held_back.is_none() && lot.available != Some(0)
            })
        };
        part.map(|part| part.stock.into_iter().filter(is_other).collect::<Vec<_>>())
    });
    let region = keys.region("split");
    let take = move |lot: &PickStock| {
        let (id, wanted) = task.with_value(|task| {
            let open = task.quantity.is_none().then_some(task.required).flatten();
            (task.id.clone(), task.left.filter(|left| *left > 0).or(open))
        });
        let quantity = wanted.map(|left| left.min(lot.available.unwrap_or(left)));
        page.splits.set(None);
        page.enter(PickStep::From {
            task: id,
            inventory_item: lot.inventory_item.clone(),
            bin: lot.bin.as_ref().map(|bin| bin.id.clone()),
            quantity: quantity.and_then(|quantity| u32::try_from(quantity).ok()),
        });
    };
    for at in 0..KEYS {
        let choose = move |_| {
            let lot = stock.with_untracked(|stock| stock.as_ref()?.get(at).cloned());
            lot.map(|lot| take(&lot)).is_some()
        };
        keys.bind_if(Scope::Region(region.clone()), &(at + 1).to_string(), None, choose);
    }
    let one = move |(at, lot): (usize, PickStock)| {
        let bin = lot
            .bin
            .as_ref()
            .map_or_else(|| say!(i18n, walk.no_bin).to_owned(), |bin| bin.name.clone());
        let format = page.format;
        let named = match &lot.lot {
            Some(lot) => say!(i18n, pick.lot, lot = lot),
            None => say!(i18n, pick.item_id, id = lot.inventory_item.clone()),
        };
        let day = lot.expiry.map(|day| say!(i18n, pick.expires, day = format.full_day(day)));
        let expired = lot.expired.then(|| say!(i18n, pick.expired).to_owned());
        let label =
            [Some(named), day, expired].into_iter().flatten().collect::<Vec<_>>().join(" · ");
        let there = lot.available.map(|there| match lot.source {
            Source::Site => say!(i18n, walk.there_by_table, number = format.number(there)),
            _ => say!(i18n, pick.there, number = format.number(there)),
        });
        view! {
            <button type="button" class="answer" data-testid="answer" on:click=move |_| take(&lot)>
                {(at < KEYS).then(|| view! { <kbd aria-hidden="true">{at + 1}</kbd> })}
                <span class="code">{bin}</span>
                <span class="trunc" dir="auto">{label}</span>
                <span class="faint num">{there}</span>
            </button>
        }
    };
    let all = move || stock.get().unwrap_or_default();
    let lead = Signal::derive(move || {
        task.with_value(|task| {
            let left = task.left.map_or_else(String::new, |left| page.format.number(left.max(0)));
            say!(i18n, walk.split_text, number = left)
        })
    });
    view! {
        <Sheet
            title=text!(i18n, walk.split_title)
            lead
            on_close=move |()| page.splits.set(None)
            testid="split-sheet"
        >
            <div class="sheet-body">
                <div class="answers" data-region=region.clone() data-first="">
                    {move || all().into_iter().enumerate().map(one).collect_view()}
                </div>
                <Show when=move || stock.with(|stock| stock.as_ref().is_some_and(Vec::is_empty))>
                    <p class="hint">{text!(i18n, walk.split_nothing)}</p>
                </Show>
            </div>
        </Sheet>
    }
}
