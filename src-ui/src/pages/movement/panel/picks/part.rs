//! One product to pick for the line: its picks so far, and the bins it can be taken from.

use contract::ItemId;
use leptos::prelude::*;

use super::super::state::PanelState;
use super::made::MadeRow;
use super::other::OtherRow;
use super::stock::StockRow;
use super::sum::PickSum;
use super::words;
use crate::components::{Button, ButtonKind, Show, Size, each};
use crate::effect::memo;
use crate::i18n::{say, text};

/// So many lots are shown at once; the others on demand.
const SHOWN: usize = 8;

/// The part.
#[component]
pub fn Part(state: PanelState, item: ItemId) -> impl IntoView {
    let (i18n, desk) = (state.i18n, state.picks);
    let item = StoredValue::new(item);
    let part = memo(move || desk.part(&item.get_value()));
    let of =
        move |of: fn(&contract::PickPart) -> usize| part.with(|part| part.as_ref().map_or(0, of));
    let made = memo(move || of(|part| part.picks.len()));
    let lots = memo(move || of(|part| part.stock.len()));
    let suggested = memo(move || of(|part| part.suggested.len()) > 0);
    // In the place of the line's own product another goes, or several.
    let is_another = memo(move || {
        let own = state.product().map(|product| product.id);
        part.with(|part| part.as_ref().is_some_and(|part| Some(&part.product.id) != own.as_ref()))
    });
    let all = RwSignal::new(false);
    let shown = move || if all.get() { lots.get() } else { lots.get().min(SHOWN) };
    let others = memo(move || state.form.with(|form| form.picks.others(&item.get_value())));
    let suggest = move |()| {
        if let Some(part) = part.get_untracked() {
            state.form.update(|form| form.picks.suggest(&part));
        }
    };
    let add = move |()| {
        let mut number = 0;
        state.form.update(|form| number = form.picks.add(&item.get_value()));
        state.focus_after_drawing(format!("[data-other=\"{number}\"] input"));
    };
    let can_be_picked = memo(move || desk.why_not().is_none());
    let is_reading = memo(move || {
        desk.of_view(|view| Some(view.freshness.reading.is_some())).unwrap_or_default()
    });
    view! {
        <div
            class="sect pick-part"
            data-code=move || part.with(|part| part.as_ref()?.product.code.clone())
            data-testid="pick-part"
        >
            <Show when=move || is_another.get()>
                <p class="name" dir="auto">{move || part.get().map(|part| words::product(&part))}</p>
            </Show>
            <PickSum state part />
            <Show when=move || made.get() != 0>
                <h3>{text!(i18n, pick.picked)}</h3>
                <ul class="pick-rows" role="list" data-testid="picks-made">
                    {each(
                        move || (0..made.get()).collect(),
                        ToString::to_string,
                        move |at| view! { <MadeRow state part at /> }.into_any(),
                    )}
                </ul>
            </Show>
            <Show when=move || can_be_picked.get()>
                <div class="pick-head">
                    <h3>{text!(i18n, pick.take_from)}</h3>
                    <Show when=move || suggested.get()>
                        <Button
                            label=text!(i18n, pick.first)
                            kind=ButtonKind::Link
                            size=Size::Small
                            on_press=suggest
                            testid="pick-suggest"
                        />
                    </Show>
                </div>
                <Show when=move || lots.get() == 0 && !is_reading.get()>
                    <p class="dim small">{move || words::nothing(state)}</p>
                </Show>
                <ul class="pick-rows" role="list" data-begin="" data-testid="pick-stock">
                    {each(
                        move || (0..shown()).collect(),
                        ToString::to_string,
                        move |at| view! { <StockRow state part at /> }.into_any(),
                    )}
                </ul>
                <Show when=move || shown() < lots.get()>
                    <Button
                        label=Signal::derive(move || say!(i18n, pick.all, number = lots.get()))
                        kind=ButtonKind::Link
                        size=Size::Small
                        on_press=move |()| all.set(true)
                        testid="pick-all"
                    />
                </Show>
                {each(
                    move || others.get(),
                    ToString::to_string,
                    move |number| view! { <OtherRow state part number /> }.into_any(),
                )}
                <div>
                    <Button
                        label=text!(i18n, pick.other)
                        icon="plus"
                        size=Size::Small
                        on_press=add
                        testid="pick-other"
                    />
                </div>
            </Show>
        </div>
    }
}
