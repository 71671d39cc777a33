//! The rest of a task's line from elsewhere: what else lies where of its product, each with how many there
//! are. One of them is taken with what is left, or in the place of what was entered; a lot that nothing lists is
//! typed.

use contract::{
    LocationId, PickStep, PickStock, PickTask, PlaceRef, Quantity, ReadPickView, ScanFound, Source,
};
use leptos::html;
use leptos::prelude::*;

use super::answers::{Answered, Answers};
use super::state::WalkPage;
use super::words;
use crate::components::{Button, Hint, MustTick, NumberField, Sheet, Show, TextField, TickTries};
use crate::data::query::use_query;
use crate::dom;
use crate::effect::memo;
use crate::i18n::{say, text};
use crate::keys::use_keys;
use crate::pages::BinField;

const QUANTITY: &str = "[data-testid='split-quantity']";

/// The sheet.
#[component]
pub fn SplitSheet(page: WalkPage) -> impl IntoView {
    view! { {move || page.splits.get().map(|task| view! { <Opened page task /> })} }
}

/// How many are taken from elsewhere, and whether that is in the place of what the task has.
fn wanted(task: &PickTask) -> (i64, bool) {
    let left = match task.quantity {
        None => task.required.or(task.left),
        Some(_) => task.left,
    };
    match (left.unwrap_or(0), task.quantity) {
        (left, Some(entered)) if left <= 0 && entered > 0 => (entered, true),
        (left, _) => (left.max(0), false),
    }
}

/// Takes so many from a lot in a bin.
fn take_from(page: WalkPage, task: &PickTask, lot: (String, Option<LocationId>), more: i64) {
    let (inventory_item, bin) = lot;
    let (_, instead) = wanted(task);
    let more = u32::try_from(more).unwrap_or(0);
    page.splits.set(None);
    page.enter(PickStep::From { task: task.id.clone(), inventory_item, bin, more, instead });
}

/// Whether expired stock is meant, as long as the sheet is open.
#[derive(Clone, Copy)]
struct ExpiredTick {
    value: RwSignal<bool>,
    tries: TickTries,
    /// Inventory items that have expired.
    items: Memo<Vec<String>>,
    /// What the tick stands in.
    body: NodeRef<html::Div>,
}

impl ExpiredTick {
    /// Whether an inventory item can be taken; the focus goes to the tick where that is missing.
    fn lets(self, item: &str) -> bool {
        let is_expired = self.items.with_untracked(|items| is_among(items, item));
        if !is_expired || self.value.get_untracked() {
            return true;
        }
        self.tries.again();
        if let Some(body) = self.body.get_untracked() {
            dom::focus_first(&body, "[data-testid='split-expired']");
        }
        false
    }
}

/// Inventory items that have expired, whatever else is known of them.
fn expired_items(stock: &[PickStock]) -> Vec<String> {
    stock.iter().filter(|lot| lot.expired).map(|lot| lot.inventory_item.clone()).collect()
}

fn is_among(items: &[String], item: &str) -> bool {
    items.iter().any(|it| it == item.trim())
}

/// The tick that expired stock waits for.
#[component]
fn TickExpired(page: WalkPage, tick: ExpiredTick) -> impl IntoView {
    let is_missing = move || tick.tries.is_any() && !tick.value.get();
    view! {
        <MustTick
            label=text!(page.i18n, pick.allow_expired)
            value=tick.value
            hint=text!(page.i18n, pick.tick_it)
            is_missing=Signal::derive(is_missing)
            tries=tick.tries
            testid="split-expired"
        />
    }
}

#[component]
fn Opened(page: WalkPage, task: PickTask) -> impl IntoView {
    let i18n = page.i18n;
    let (movement, line) = (task.movement, task.line.clone());
    let view = use_query(move || Some(ReadPickView { movement, item: line.clone(), anew: false }));
    let task = StoredValue::new(task);
    let all = memo(move || {
        let parts = view.get().map(|view| view.parts).unwrap_or_default();
        let part = task.with_value(|task| parts.into_iter().find(|part| part.item == task.item));
        part.map(|part| part.stock)
    });
    let stock = memo(move || {
        let of = |all: &[PickStock]| task.with_value(|task| others(task, all));
        all.with(|all| all.as_deref().map(of))
    });
    let tick = ExpiredTick {
        value: RwSignal::new(false),
        tries: TickTries::default(),
        items: memo(move || all.with(|all| all.as_deref().map(expired_items)).unwrap_or_default()),
        body: NodeRef::new(),
    };
    let item = RwSignal::new(unknown_code(page));
    let is_any_expired = memo(move || {
        stock.with(|stock| stock.iter().flatten().any(|lot| lot.expired))
            || tick.items.with(|items| item.with(|item| is_among(items, item)))
    });
    let take = move |answer: Answered| {
        let lots = stock.get_untracked().unwrap_or_default();
        let Some(lot) = lots.into_iter().find(|lot| name_of(lot) == answer.id) else { return };
        if !tick.lets(&lot.inventory_item) {
            return;
        }
        task.with_value(|task| {
            let (wanted, _) = wanted(task);
            let more = wanted.min(lot.available.unwrap_or(wanted));
            take_from(page, task, (lot.inventory_item, lot.bin.map(|bin| bin.id)), more);
        });
    };
    let answers = Signal::derive(move || {
        let lots = stock.get().unwrap_or_default();
        lots.iter().map(|lot| lot_answer(page, lot)).collect::<Vec<_>>()
    });
    let lead = Signal::derive(move || {
        task.with_value(|task| {
            let (number, instead) = wanted(task);
            let number = page.format.number(number);
            match instead {
                true => say!(i18n, walk.split_instead, number = number),
                false => say!(i18n, walk.split_text, number = number),
            }
        })
    });
    let depot = Signal::derive(move || view.get().and_then(|view| view.origin));
    // A digit selects a lot before the tick and after it, too.
    let region = StoredValue::new(use_keys().region("split-tick"));
    view! {
        <Sheet
            title=text!(i18n, walk.split_title)
            lead
            on_close=move |()| page.splits.set(None)
            testid="split-sheet"
        >
            <div class="sheet-body" node_ref=tick.body>
                <Show when=move || answers.with(|answers| !answers.is_empty())>
                    <Answers answers on_choose=take beside=region.get_value() />
                </Show>
                <div data-region=region.get_value() hidden=move || !is_any_expired.get()>
                    <Show when=move || is_any_expired.get()>
                        <TickExpired page tick />
                    </Show>
                </div>
                <Show when=move || stock.with(|stock| stock.as_ref().is_some_and(Vec::is_empty))>
                    <p class="hint">{text!(i18n, walk.split_nothing)}</p>
                </Show>
                <Unlisted page task depot item tick />
            </div>
        </Sheet>
    }
}

/// What else can be taken than what a task has: what expired stands last, so that nobody takes it by the first
/// key.
fn others(task: &PickTask, all: &[PickStock]) -> Vec<PickStock> {
    let bin = task.bin.as_ref().map(|bin| &bin.id);
    let is_other = |lot: &&PickStock| {
        let is_its_own = task.inventory_item.as_deref() == Some(&*lot.inventory_item)
            && lot.bin.as_ref().map(|bin| &bin.id) == bin;
        !is_its_own && lot.held_back.is_none() && lot.available != Some(0)
    };
    let mut others: Vec<_> = all.iter().filter(is_other).cloned().collect();
    others.sort_by_key(|lot| lot.expired);
    others
}

/// The last code, where nobody knew it.
fn unknown_code(page: WalkPage) -> String {
    let unknown = page.last_scan().filter(|scan| scan.found == ScanFound::Nothing);
    unknown.map(|scan| scan.code).unwrap_or_default()
}

/// A lot that nothing lists, by the id on its label; the last code that nobody knew stands there already.
#[component]
fn Unlisted(
    page: WalkPage,
    task: StoredValue<PickTask>,
    depot: Signal<Option<PlaceRef>>,
    /// The inventory item that is typed.
    item: RwSignal<String>,
    tick: ExpiredTick,
) -> impl IntoView {
    let (i18n, format) = (page.i18n, page.format);
    let (bin, bin_typed) = (RwSignal::new(None::<String>), RwSignal::new(None::<String>));
    let number = task.with_value(|task| wanted(task).0);
    let quantity = RwSignal::new(number.to_string());
    let tried = RwSignal::new(false);
    let pieces = move || match quantity.with(|text| format.read_quantity(text)) {
        Quantity::Whole(pieces) if pieces > 0 => Some(pieces),
        _ => None,
    };
    let wrong = move |is_wrong: bool, said: &'static str| match tried.get() && is_wrong {
        true => Hint::Error(said.to_owned()),
        false => Hint::None,
    };
    let item_hint = Signal::derive(move || {
        wrong(item.with(|id| id.trim().is_empty()), say!(i18n, pick.no_item))
    });
    let is_too_many = move || pieces().is_some_and(|pieces| pieces > number);
    let quantity_hint = Signal::derive(move || match is_too_many() {
        true => Hint::Error(say!(i18n, walk.split_less, number = format.number(number))),
        false => wrong(pieces().is_none(), say!(i18n, walk.differ_unread)),
    });
    // A bin that was typed and names none is not left out without a word.
    let is_stray = move || {
        bin_typed.with(|typed| typed.as_ref().is_some_and(|typed| !typed.trim().is_empty()))
            && bin.with(Option::is_none)
    };
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let id = item.with_untracked(|id| id.trim().to_owned());
        let is_sure = !id.is_empty() && !untrack(is_stray) && !untrack(is_too_many);
        match untrack(pieces).filter(|_| is_sure) {
            // The tick says what is missing.
            Some(_) if !tick.lets(&id) => {}
            Some(more) => task.with_value(|task| {
                take_from(page, task, (id, bin.get_untracked().map(LocationId::from)), more);
            }),
            None => tried.set(true),
        }
    };
    // How many stands there already; Enter once more takes them.
    let form = NodeRef::<html::Form>::new();
    let to_quantity = move |()| {
        if form.get_untracked().is_some_and(|form| dom::focus_first(&form, QUANTITY)) {
            dom::select_text();
        }
    };
    view! {
        <form class="sect" on:submit=submit node_ref=form data-testid="split-own">
            <h3>{text!(i18n, walk.split_own)}</h3>
            <TextField label=text!(i18n, pick.item) value=item hint=item_hint testid="split-item" />
            <BinField
                depot
                value=bin
                typed=bin_typed
                on_enter=to_quantity
                testid="split-bin"
            />
            <NumberField
                label=text!(i18n, panel.quantity)
                value=quantity
                hint=quantity_hint
                testid="split-quantity"
            />
            <Button
                label=text!(i18n, walk.split_take)
                submit=true
                on_press=|()| ()
                testid="split-take"
            />
        </form>
    }
}

/// What names a lot in a bin among others.
fn name_of(lot: &PickStock) -> String {
    let bin = lot.bin.as_ref().map(|bin| bin.id.to_string()).unwrap_or_default();
    [lot.inventory_item.as_str(), &bin].join(" ")
}

fn lot_answer(page: WalkPage, lot: &PickStock) -> Answered {
    let (i18n, format) = (page.i18n, page.format);
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
        code: words::bin(i18n, lot.bin.as_ref()),
        label: facts.join(" · "),
        beside: there.unwrap_or_default(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_expired_item_that_is_typed_waits_for_the_tick_also_where_no_answer_is_of_it() {
        let lot = |item: &str, expired: bool, held_back: Option<&str>| {
            json!({
                "inventory_item": item, "available": 5, "expired": expired,
                "held_back": held_back, "source": "service",
            })
        };
        let stock = json!([
            lot("old", true, None),
            lot("new", false, None),
            lot("held", true, Some("RECALLED"))
        ]);
        let stock: Vec<PickStock> = serde_json::from_value(stock).unwrap();
        let items = expired_items(&stock);
        assert_eq!(items, ["old", "held"]);
        assert!(is_among(&items, " old ") && is_among(&items, "held"));
        assert!(!is_among(&items, "new") && !is_among(&items, ""));
    }
}
