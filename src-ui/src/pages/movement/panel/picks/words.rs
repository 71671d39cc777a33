//! What is said about picks.

use chrono::NaiveDate;
use contract::{ChangeKind, MadePick, PickPart, PickStand, PickStock, PlaceRef, Source};
use leptos::prelude::*;

use super::super::state::PanelState;
use super::super::words as panel_words;
use super::typed::{Of, PickProblem};
use crate::components::Icon;
use crate::i18n::say;
use crate::wording::line_words::problem;
use crate::wording::outbox_words;

/// Why the line cannot be picked.
pub fn why_not(state: PanelState) -> Option<String> {
    let why = state.picks.why_not()?;
    Some(match why {
        contract::WhyNot::Status(_) => say!(state.i18n, pick.nothing_to_pick).to_owned(),
        why => panel_words::why_not(state.i18n, ChangeKind::Pick, &why),
    })
}

/// Who says what lies where, and when.
pub fn whence(state: PanelState) -> String {
    let (i18n, format) = (state.i18n, state.format);
    let said = state.picks.of_view(|view| {
        let is_read = view.freshness.reading.is_some();
        Some(match (view.source, view.freshness.as_of) {
            _ if is_read => say!(i18n, pick.asking).to_owned(),
            (Source::Service, Some(at)) => {
                say!(i18n, pick.from_service, time = format.moment(at))
            }
            (Source::Service, None) => say!(i18n, pick.from_service_now).to_owned(),
            _ => say!(i18n, pick.from_here).to_owned(),
        })
    });
    said.unwrap_or_default()
}

/// That there is nothing to take it from.
pub fn nothing(state: PanelState) -> String {
    let i18n = state.i18n;
    let source = state.picks.of_view(|view| Some(view.source));
    String::from(match source {
        Some(Source::Service) => say!(i18n, pick.nothing_there),
        _ => say!(i18n, pick.nothing_known),
    })
}

/// Code and name of what is picked.
pub fn product(part: &PickPart) -> String {
    let code = part.product.code.clone().unwrap_or_default();
    let name = part.product.name.clone().unwrap_or_default();
    format!("{code} {name}").trim().to_owned()
}

/// Number and last day of a lot; its id where it has no number.
pub fn lot(state: PanelState, stock: &PickStock) -> String {
    lot_of(state, stock.lot.as_deref(), stock.expiry, &stock.inventory_item)
}

/// The same of a pick.
pub fn lot_made(state: PanelState, made: &MadePick) -> String {
    lot_of(state, made.lot.as_deref(), made.expiry, &made.inventory_item)
}

fn lot_of(state: PanelState, lot: Option<&str>, expiry: Option<NaiveDate>, item: &str) -> String {
    let (i18n, format) = (state.i18n, state.format);
    let lot = match lot {
        Some(lot) => say!(i18n, pick.lot, lot = lot),
        None => say!(i18n, pick.item_id, id = item),
    };
    match expiry {
        Some(day) => format!("{lot} · {}", say!(i18n, pick.expires, day = format.full_day(day))),
        None => lot,
    }
}

/// What is to be known before it is taken; with it, whether it must not be.
pub fn warnings(state: PanelState, stock: &PickStock) -> Vec<(bool, String)> {
    let i18n = state.i18n;
    let held_back = stock.held_back.as_ref();
    let held_back = held_back.map(|word| (false, say!(i18n, pick.held_back, word = word)));
    let expiry = match stock.expires_in {
        _ if stock.expired => Some((true, say!(i18n, pick.expired).to_owned())),
        Some(0) => Some((false, say!(i18n, pick.expires_today).to_owned())),
        Some(days) => {
            let number = state.format.number(days);
            Some((false, say!(i18n, pick.expires_in, count = days, number = number)))
        }
        None => None,
    };
    held_back.into_iter().chain(expiry).collect()
}

/// How much there is, where that is known.
pub fn there(state: PanelState, stock: &PickStock) -> Option<String> {
    let number = stock.available.map(|number| state.format.number(number))?;
    Some(say!(state.i18n, pick.there, number = number))
}

/// Bin, lot, how much there is and what is to be known of it, to be read out.
pub fn place_and_rest(state: PanelState, stock: &PickStock) -> String {
    let place = place_of(stock.bin.as_ref(), lot(state, stock));
    let warnings = warnings(state, stock).into_iter().map(|(_, said)| said);
    let all = [Some(place), there(state, stock)].into_iter().flatten().chain(warnings);
    all.collect::<Vec<_>>().join(", ")
}

/// The same of a pick.
pub fn place_made(state: PanelState, made: &MadePick) -> String {
    place_of(made.bin.as_ref(), lot_made(state, made))
}

fn place_of(bin: Option<&PlaceRef>, lot: String) -> String {
    match bin {
        Some(bin) => format!("{}, {lot}", bin.name),
        None => lot,
    }
}

/// Where a pick stands.
pub fn stand(state: PanelState, made: &MadePick) -> String {
    let (i18n, format) = (state.i18n, state.format);
    match made.stand {
        PickStand::InService => say!(i18n, pick.in_service).to_owned(),
        PickStand::Sent => match made.sent {
            Some(at) => say!(i18n, pick.sent, time = format.moment(at)),
            None => say!(i18n, pick.sent_some_time).to_owned(),
        },
        PickStand::Waiting => say!(i18n, pick.waiting).to_owned(),
        PickStand::Attention if made.failure.is_some() => say!(i18n, pick.refused).to_owned(),
        PickStand::Attention => say!(i18n, pick.unknown).to_owned(),
    }
}

/// How much is left to pick, or is too much.
pub fn left(state: PanelState, left: i64) -> String {
    let (i18n, number) = (state.i18n, state.format.number(left.saturating_abs()));
    let count = u32::try_from(left.unsigned_abs()).unwrap_or(u32::MAX);
    match left {
        0 => say!(i18n, pick.in_full).to_owned(),
        1.. => say!(i18n, pick.left, count = count, number = number),
        _ => say!(i18n, pick.beyond, count = count, number = number),
    }
}

/// What is wrong with a quantity, under its row.
pub fn wrong_at(state: PanelState, of: Option<Of>) -> Option<impl IntoView + use<>> {
    let of = of?;
    let wrong = state.picks.wrong(state).into_iter().find_map(|wrong| match wrong {
        PickProblem::Quantity(_, other, why) if other == of => Some(why),
        _ => None,
    })?;
    let said = problem(state.i18n, state.format, &wrong);
    Some(view! {
        <span class="hint-error pick-hint" data-testid="pick-wrong">
            <Icon name="circle-alert" class="icon icon-sm" /><span>{said}</span>
        </span>
    })
}

/// What would be sent, as a sentence.
pub fn preview(state: PanelState) -> Option<String> {
    let (i18n, format) = (state.i18n, state.format);
    let all = state.picks.picks.get().ok()?;
    let picks = || all.iter().flat_map(|(_, picks)| picks);
    let new = picks().filter(|pick| pick.id.is_none());
    let pieces = new.fold(0_u32, |sum, pick| sum.saturating_add(pick.quantity));
    let mut said = Vec::new();
    if pieces > 0 {
        said.push(say!(i18n, pick.says_picks, count = pieces, number = format.number(pieces)));
    }
    said.extend(outbox_words::changed_picks(i18n, format, picks()));
    let what = said.join(", ");
    (!said.is_empty()).then(|| say!(i18n, pick.says, what = what))
}
