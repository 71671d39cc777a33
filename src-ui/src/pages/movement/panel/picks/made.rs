//! A pick that was made, or is on its way: what it is, and, where the service told its id, another
//! quantity of it.

use contract::{MadePick, PickStand, Reason};
use leptos::prelude::*;

use super::super::state::PanelState;
use super::part_signal::{PartSignal, type_in, typed};
use super::quantity::Quantity;
use super::shortage::fitting;
use super::typed::Of;
use super::words;
use crate::components::{Button, ButtonKind, FailureNote, Icon, IconButton, Size};
use crate::effect::memo;
use crate::i18n::{say, text};
use crate::ipc;
use crate::wording::words::Shortage;

/// The row.
#[component]
pub fn MadeRow(state: PanelState, part: PartSignal, at: usize) -> impl IntoView {
    let i18n = state.i18n;
    let made = memo(move || part.with(|part| part.as_ref()?.picks.get(at).cloned()));
    let of = memo(move || {
        made.with(|made| {
            let made = made.as_ref().filter(|made| made.can_be_changed())?;
            made.id.clone().map(Of::Made)
        })
    });
    let before = memo(move || {
        made.with(|made| made.as_ref().map(|made| made.quantity.to_string())).unwrap_or_default()
    });
    let label = Signal::derive(move || {
        let place = made.with(|made| made.as_ref().map(|made| words::place_made(state, made)));
        say!(i18n, pick.quantity_made, place = place.unwrap_or_default())
    });
    let is_taken_back = memo(move || {
        let quantity = of.get().map(|of| typed(state, part, &of, &before.get()));
        quantity.is_some_and(|text| state.read(&text) == contract::Quantity::Whole(0))
    });
    let write = move |quantity| type_in(state, part, of, before.into(), quantity);
    let changed = move || {
        if is_taken_back.get() {
            let leave = move |()| write(before.get_untracked());
            let label = text!(i18n, pick.leave);
            view! { <IconButton label icon="undo-2" on_press=leave testid="pick-leave" /> }
                .into_any()
        } else {
            let remove = move |()| write("0".to_owned());
            let label = text!(i18n, pick.remove);
            view! { <IconButton label icon="x" on_press=remove testid="pick-remove" /> }.into_any()
        }
    };
    // Its field stays while a change of it is on its way: what has the focus keeps it.
    let has_field = memo(move || {
        made.with(|made| {
            made.as_ref().is_some_and(|made| {
                made.id.is_some() && matches!(made.stand, PickStand::InService | PickStand::Waiting)
            })
        })
    });
    let can_be_changed = memo(move || of.with(Option::is_some));
    let control = move || {
        if has_field.get() {
            view! {
                <div class="pick-n">
                    <Quantity state part of before label testid="pick-made-quantity" />
                    {move || can_be_changed.get().then(changed)}
                </div>
            }
            .into_any()
        } else {
            let number = made.get().map(|made| state.format.number(made.quantity));
            view! { <span class="num pick-fixed">{number}</span> }.into_any()
        }
    };
    view! {
        <li class="pick-row" class:is-struck=move || is_taken_back.get() data-testid="pick-made">
            {move || made.get().map(|made| what(state, &made))}
            {control}
            {move || words::wrong_at(state, of.get())}
            {move || made.get().and_then(|made| attention(state, part, made))}
        </li>
    }
}

/// Where it was taken from, which lot, and where it stands.
fn what(state: PanelState, made: &MadePick) -> impl IntoView + use<> {
    let i18n = state.i18n;
    let is_expired = made.expiry.is_some_and(|last| last < ipc::today());
    let bin = made.bin.as_ref().map(|bin| bin.name.clone());
    let bin = bin.unwrap_or_else(|| say!(i18n, pick.no_bin).to_owned());
    let (icon, class) = match made.stand {
        PickStand::InService => ("check", "st st-ok"),
        PickStand::Sent => ("check", "st"),
        PickStand::Waiting => ("clock", "st"),
        PickStand::Attention => ("circle-alert", "st st-warn"),
    };
    view! {
        <span class="pick-t">
            <span class="pick-1"><bdi class="code">{bin}</bdi></span>
            <span class="trunc tiny faint" dir="auto">{words::lot_made(state, made)}</span>
            {is_expired.then(|| view! {
                <span class="hint-error tiny" data-testid="pick-made-expired">
                    <Icon name="circle-alert" class="icon icon-sm" />
                    <span>{text!(i18n, pick.expired)}</span>
                </span>
            })}
            <span class=format!("{class} tiny") data-testid="pick-stand">
                <Icon name=icon class="icon icon-sm" /><span>{words::stand(state, made)}</span>
            </span>
        </span>
    }
}

/// Why it was refused, in the service's words, and what helps.
fn attention(state: PanelState, part: PartSignal, made: MadePick) -> Option<AnyView> {
    let (i18n, desk) = (state.i18n, state.picks);
    let (operation, failure) = made.operation.zip(made.failure)?;
    // One request may have held several picks: it is told, and corrected, at its first.
    let is_first = part.with(|part| {
        let all = part.as_ref().map(|part| part.picks.clone()).unwrap_or_default();
        let first = all.into_iter().find(|other| other.operation == Some(operation));
        first.is_some_and(|first| {
            first.inventory_item == made.inventory_item && first.bin == made.bin
        })
    });
    if !is_first {
        return None;
    }
    let correct = move |shortage: Option<Shortage>| {
        if let Some(part) = part.get_untracked() {
            desk.correct(state, operation, part, shortage);
        }
    };
    let shortage = failure.service_text.as_deref().and_then(Shortage::told);
    let offer = shortage.and_then(|shortage| {
        let pieces = part.with(|part| fitting(part.as_ref()?, operation, &shortage))?;
        Some((shortage, pieces))
    });
    let lower = offer.map(|(shortage, pieces)| {
        let label = state.format.number(pieces);
        let label = Signal::derive(move || say!(i18n, pick.lower, number = label.clone()));
        let lower = move |()| correct(Some(shortage.clone()));
        view! { <Button label size=Size::Small on_press=lower testid="pick-lower" /> }
    });
    // A service that does not take the call answers as if the line were gone, which it is not.
    let is_not_taken = failure.reason == Reason::Gone;
    let why = if is_not_taken {
        let said = text!(i18n, pick.not_taken);
        view! { <p class="st st-error"><Icon name="circle-alert" />{said}</p> }.into_any()
    } else {
        view! { <FailureNote failure /> }.into_any()
    };
    let view = view! {
        <div class="pick-hint" data-testid="pick-refused">
            {why}
            <div class="pick-acts">
                {lower}
                <Button
                    label=text!(i18n, pick.correct)
                    size=Size::Small
                    on_press=move |()| correct(None)
                    testid="pick-correct"
                />
                <Button
                    label=text!(i18n, history.discard)
                    size=Size::Small
                    kind=ButtonKind::Quiet
                    on_press=move |()| desk.discard(state, operation)
                    testid="pick-discard"
                />
            </div>
        </div>
    };
    Some(view.into_any())
}
