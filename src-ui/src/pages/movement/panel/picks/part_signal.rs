//! The typed quantities of one product to pick, as signals for its rows.

use leptos::prelude::*;

use super::super::state::PanelState;
use super::typed::Of;

/// The rows in which something is typed come with what they are of.
pub type PartSignal = Memo<Option<contract::PickPart>>;

/// Types a quantity of something; one that is as it was before is none.
pub fn type_in(
    state: PanelState,
    part: PartSignal,
    of: Memo<Option<Of>>,
    before: Signal<String>,
    quantity: String,
) {
    let item = part.with_untracked(|part| part.as_ref().map(|part| part.item.clone()));
    if let Some((item, of)) = item.zip(of.get_untracked()) {
        let before = before.get_untracked();
        state.form.update(|form| form.picks.type_in(&item, &of, quantity, &before));
    }
}

/// What is typed of something, else what it was before.
pub fn typed(state: PanelState, part: PartSignal, of: &Of, before: &str) -> String {
    let item = part.with(|part| part.as_ref().map(|part| part.item.clone()));
    let Some(item) = item else { return before.to_owned() };
    state.form.with(|form| form.picks.quantity(&item, of).unwrap_or(before).to_owned())
}
