//! A lot in a bin from which can be taken.

use contract::PickStock;
use leptos::prelude::*;

use super::super::state::PanelState;
use super::part_signal::{PartSignal, typed};
use super::quantity::Quantity;
use super::typed::Of;
use super::words;
use crate::components::Icon;
use crate::effect::memo;
use crate::i18n::say;

/// The row.
#[component]
pub fn StockRow(state: PanelState, part: PartSignal, at: usize) -> impl IntoView {
    let i18n = state.i18n;
    let stock = memo(move || part.with(|part| part.as_ref()?.stock.get(at).cloned()));
    let of = memo(move || stock.with(|stock| stock.as_ref().map(Of::stock)));
    let label = Signal::derive(move || {
        let place =
            stock.with(|stock| stock.as_ref().map(|stock| words::place_and_rest(state, stock)));
        say!(i18n, pick.quantity_from, place = place.unwrap_or_default())
    });
    let drawn = move || stock.get().map(|stock| what(state, &stock));
    let above = move || {
        let (stock, of) = stock.get().zip(of.get())?;
        let there = stock.available?;
        match state.read(&typed(state, part, &of, "")) {
            contract::Quantity::Whole(pieces) if pieces > there => Some(there),
            _ => None,
        }
    };
    view! {
        <li class="pick-row" data-testid="pick-lot">
            {drawn}
            <Quantity state part of before=String::new() label testid="pick-quantity" />
            {move || above().map(|there| view! {
                <span class="hint-warn pick-hint" data-testid="pick-above">
                    <Icon name="triangle-alert" class="icon icon-sm" />
                    <span>{say!(i18n, pick.above, number = state.format.number(there))}</span>
                </span>
            })}
            {move || words::wrong_at(state, of.get())}
        </li>
    }
}

/// Where it is, which lot, and how much there is.
fn what(state: PanelState, stock: &PickStock) -> impl IntoView + use<> {
    let i18n = state.i18n;
    let bin = stock
        .bin
        .as_ref()
        .map_or_else(|| say!(i18n, pick.no_bin).to_owned(), |bin| bin.name.clone());
    let there = words::there(state, stock);
    let warnings = words::warnings(state, stock);
    view! {
        <span class="pick-t">
            <span class="pick-1">
                <bdi class="code">{bin}</bdi>
                <span class="num faint">{there}</span>
            </span>
            <span class="trunc tiny faint" dir="auto">{words::lot(state, stock)}</span>
            {warnings.into_iter().map(|(is_grave, said)| warning(is_grave, said)).collect_view()}
        </span>
    }
}

/// What is to be known of the lot: that it must not be taken is louder.
fn warning(is_grave: bool, said: String) -> impl IntoView {
    let (class, icon) = match is_grave {
        true => ("hint-error tiny", "circle-alert"),
        false => ("hint-warn tiny", "triangle-alert"),
    };
    view! {
        <span class=class data-testid="pick-warning">
            <Icon name=icon class="icon icon-sm" /><span>{said}</span>
        </span>
    }
}
