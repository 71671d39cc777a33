//! The rest of a task's line from elsewhere: what else lies where of its product, each with how many there
//! are. One of them is taken with what is left.

use contract::{PickStep, PickStock, PickTask, ReadPickView, Source};
use leptos::prelude::*;

use super::answers::{Answered, Answers};
use super::state::WalkPage;
use crate::components::{Sheet, Show};
use crate::data::query::use_query;
use crate::effect::memo;
use crate::i18n::{say, text};

/// The sheet.
#[component]
pub fn SplitSheet(page: WalkPage) -> impl IntoView {
    view! { {move || page.splits.get().map(|task| view! { <Opened page task /> })} }
}

#[component]
fn Opened(page: WalkPage, task: PickTask) -> impl IntoView {
    let i18n = page.i18n;
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
    let take = move |answer: Answered| {
        let lots = stock.get_untracked().unwrap_or_default();
        let Some(lot) = lots.into_iter().find(|lot| name_of(lot) == answer.id) else { return };
        let (id, wanted) = task.with_value(|task| {
            let wanted = if task.quantity.is_none() { task.required } else { task.left };
            (task.id.clone(), wanted.or(task.left).unwrap_or(0))
        });
        let more = wanted.min(lot.available.unwrap_or(wanted));
        page.splits.set(None);
        page.enter(PickStep::From {
            task: id,
            inventory_item: lot.inventory_item,
            bin: lot.bin.map(|bin| bin.id),
            more: u32::try_from(more).unwrap_or(0),
        });
    };
    let answers = Signal::derive(move || {
        let lots = stock.get().unwrap_or_default();
        lots.iter().map(|lot| lot_answer(page, lot)).collect::<Vec<_>>()
    });
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
                <Answers answers on_choose=take />
                <Show when=move || stock.with(|stock| stock.as_ref().is_some_and(Vec::is_empty))>
                    <p class="hint">{text!(i18n, walk.split_nothing)}</p>
                </Show>
            </div>
        </Sheet>
    }
}

/// What names a lot in a bin among others.
fn name_of(lot: &PickStock) -> String {
    let bin = lot.bin.as_ref().map(|bin| bin.id.to_string()).unwrap_or_default();
    [lot.inventory_item.as_str(), &bin].join(" ")
}

fn lot_answer(page: WalkPage, lot: &PickStock) -> Answered {
    let (i18n, format) = (page.i18n, page.format);
    let bin = lot.bin.as_ref().map(|bin| bin.name.clone());
    let named = match &lot.lot {
        Some(lot) => say!(i18n, pick.lot, lot = lot),
        None => say!(i18n, pick.item_id, id = lot.inventory_item.clone()),
    };
    let day = lot.expiry.map(|day| say!(i18n, pick.expires, day = format.full_day(day)));
    let expired = lot.expired.then(|| say!(i18n, pick.expired).to_owned());
    let facts = [Some(named), day, expired].into_iter().flatten().collect::<Vec<_>>();
    let there = lot.available.map(|there| match lot.source {
        Source::Site => say!(i18n, walk.there_by_table, number = format.number(there)),
        _ => say!(i18n, pick.there, number = format.number(there)),
    });
    Answered {
        id: name_of(lot),
        code: bin.unwrap_or_else(|| say!(i18n, walk.no_bin).to_owned()),
        label: facts.join(" · "),
        beside: there.unwrap_or_default(),
    }
}
