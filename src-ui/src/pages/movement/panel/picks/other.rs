//! The fields for a lot and a bin that nothing lists: typed, scanned or pasted.

use contract::LocationId;
use leptos::prelude::*;

use super::super::state::PanelState;
use super::part_signal::PartSignal;
use super::quantity::Quantity;
use super::typed::{Of, PickProblem};
use super::words;
use crate::components::{Choice, Combobox, Hint, IconButton};
use crate::effect::memo;
use crate::i18n::{say, text};
use crate::pages::BinField;

/// The row.
#[component]
pub fn OtherRow(state: PanelState, part: PartSignal, number: u32) -> impl IntoView {
    let i18n = state.i18n;
    let of = memo(move || state.form.with(|form| form.picks.other(number).cloned()).map(Of::Other));
    let item = state.field(
        move |form| form.picks.other(number).and_then(|other| other.inventory_item.clone()),
        move |form, id| form.picks.change(number, |other, _| other.inventory_item = id),
    );
    let item_typed = state.field(
        move |form| form.picks.other(number).and_then(|other| other.item_typed.clone()),
        move |form, text| form.picks.change(number, |other, _| other.item_typed = text),
    );
    let missing = Signal::derive(move || {
        match state.picks.wrong(state).contains(&PickProblem::NoItem(number)) {
            true => Hint::Error(say!(i18n, pick.no_item).to_owned()),
            false => Hint::None,
        }
    });
    let remove = move |()| {
        state.form.update(|form| form.picks.remove(number));
        state.focus_after_drawing("[data-testid=pick-other]");
    };
    view! {
        <div class="pick-other" data-other=number data-testid="pick-other-row">
            <Combobox
                label=text!(i18n, pick.item)
                choices=known_items(state, part)
                value=item
                hint=missing
                typed=item_typed
                free=true
                on_enter=lead(state, number, "pick-other-bin")
                testid="pick-other-item"
            />
            <OtherBin state number />
            <div class="pick-n">
                <Quantity
                    state
                    part
                    of
                    before=String::new()
                    label=text!(i18n, panel.quantity)
                    testid="pick-other-quantity"
                />
                <IconButton label=text!(i18n, panel.remove) icon="x" on_press=remove testid="pick-other-remove" />
            </div>
            {move || words::wrong_at(state, of.get())}
        </div>
    }
}

/// Leads on to another field of the row: what is scanned next belongs there.
fn lead(state: PanelState, number: u32, testid: &'static str) -> Callback<()> {
    let field = format!("[data-other='{number}'] [data-testid='{testid}']");
    Callback::new(move |()| state.focus_on(&field))
}

/// Lots of the product that are known, by whoever told them.
fn known_items(state: PanelState, part: PartSignal) -> Signal<Vec<Choice>> {
    Signal::derive(move || {
        let mut choices: Vec<Choice> = Vec::new();
        let stock = part.with(|part| part.as_ref().map(|part| part.stock.clone()));
        for lot in stock.unwrap_or_default() {
            if choices.iter().all(|choice| choice.id != lot.inventory_item) {
                let label = lot.lot.clone().unwrap_or_else(|| lot.inventory_item.clone());
                let detail = words::lot(state, &lot);
                let id = lot.inventory_item.clone();
                choices.push(Choice { id, label, detail, ..Choice::default() });
            }
        }
        choices
    })
}

/// The bin, found among those of the place where the movement begins.
#[component]
fn OtherBin(state: PanelState, number: u32) -> impl IntoView {
    let typed = state.field(
        move |form| form.picks.other(number).and_then(|other| other.bin_typed.clone()),
        move |form, text| form.picks.change(number, |other, _| other.bin_typed = text),
    );
    let value = state.field(
        move |form| form.picks.other(number)?.bin.as_ref().map(ToString::to_string),
        move |form, id| {
            form.picks.change(number, |other, _| other.bin = id.map(LocationId::from));
        },
    );
    let depot = Signal::derive(move || state.picks.of_view(|view| view.origin.clone()));
    let on_enter = lead(state, number, "pick-other-quantity");
    view! { <BinField depot value typed on_enter testid="pick-other-bin" /> }
}
