//! The rows of substitutes: putting a product into one, and which products the service refused.

use contract::{ProductRef, Suggestion};
use leptos::prelude::*;

use crate::pages::movement::panel::form::Swap;
use crate::pages::movement::panel::state::PanelState;

/// Puts a product into a row, and goes on to its quantity where the work does.
pub fn put(state: PanelState, number: Option<u32>, product: ProductRef, goes_on: bool) {
    let mut row = 0;
    state.change(|form, requested, read| row = form.put(number, product, requested, read));
    if goes_on {
        state.focus_after_drawing(format!("[data-swap=\"{row}\"]"));
    }
}

/// The row whose product the service refused before: another one takes its place.
pub fn refused_row(state: PanelState) -> Option<u32> {
    let is_refused = |row: &&Swap| {
        let known = row.product.as_ref().and_then(|product| suggestion(state, product));
        known.is_some_and(|known| known.refused.is_some())
    };
    state.form.with(|form| form.with.iter().find(is_refused).map(|row| row.number))
}

/// What is suggested about a product.
pub fn suggestion(state: PanelState, product: &ProductRef) -> Option<Suggestion> {
    let is = |known: &&Suggestion| known.product.id == product.id;
    state.of_view(|view| view.suggestions.iter().find(is).cloned())
}
