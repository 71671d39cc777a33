//! The fields for a lot and a bin that nothing lists: typed, scanned or pasted.

use contract::{ListBinLocations, LocationId, LocationKind, Rows};
use leptos::prelude::*;

use super::super::state::PanelState;
use super::part_signal::PartSignal;
use super::quantity::Quantity;
use super::typed::{Of, PickProblem};
use super::words;
use crate::components::{Choice, Combobox, Hint, IconButton};
use crate::data::query::use_query;
use crate::effect::{effect, memo};
use crate::i18n::{say, text};

/// So many bins are offered for what is typed.
const MOST: u32 = 50;

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
            <BinField state number />
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
fn BinField(state: PanelState, number: u32) -> impl IntoView {
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
    let bins = use_query(move || {
        let parent = state.picks.of_view(|view| view.origin.clone())?.id;
        let text = typed.get().unwrap_or_default();
        let rows = Rows::first(MOST);
        Some(ListBinLocations { parent, kind: LocationKind::Bins, rows, text })
    });
    // The name of the one chosen is known even while others are listed.
    let chosen = RwSignal::new(None::<Choice>);
    let choices = Signal::derive(move || {
        let listed = bins.reply.with(|list| list.as_ref().map(|list| list.rows.clone()));
        let mut all: Vec<Choice> = listed
            .unwrap_or_default()
            .into_iter()
            .map(|bin| Choice {
                id: bin.id.to_string(),
                label: bin.name.clone(),
                detail: bin.location_number.clone().unwrap_or_default(),
                ..Choice::default()
            })
            .collect();
        let known = chosen.get().filter(|known| all.iter().all(|one| one.id != known.id));
        all.extend(known);
        all
    });
    effect(move || {
        let Some(id) = value.get() else { return };
        let found = choices.with_untracked(|all| all.iter().find(|one| one.id == id).cloned());
        if found.is_some() && chosen.get_untracked() != found {
            chosen.set(found);
        }
    });
    view! {
        <Combobox
            label=text!(state.i18n, pick.bin)
            choices
            value
            typed
            free=true
            awaited=bins.asking
            unknown=text!(state.i18n, pick.unknown_bin)
            on_enter=lead(state, number, "pick-other-quantity")
            testid="pick-other-bin"
        />
    }
}
