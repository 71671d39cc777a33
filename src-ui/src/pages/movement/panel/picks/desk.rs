//! Picking while the panel is open: the stock and picks of the line, the typed picks with their
//! problems, and sending them.

use contract::{
    Failure, ItemId, OperationKey, Pick, PickPart, PickView, ReadPickView, RowKey, WhyNot,
};
use leptos::prelude::*;

use super::super::action::LineAction;
use super::super::form::DecisionForm;
use super::typed::{PickProblem, Picks};
use crate::components::TickTries;
use crate::data::query::{Query, use_query};
use crate::effect::memo;
use crate::keys::{Keys, use_keys};
use crate::pages::movement::editing::queue::Asking;
use crate::wording::format::Format;

/// Picks by the part they are of, or what stands in their way.
pub type TypedPicks = Result<Vec<(ItemId, Vec<Pick>)>, Vec<PickProblem>>;

/// Picking, while the panel is open.
#[derive(Clone, Copy)]
pub struct PickDesk {
    pub(super) view: Query<PickView>,
    /// The line, as the service names it.
    pub(super) item: Memo<Option<ItemId>>,
    /// The picks that are typed, part by part; else everything that stands in their way.
    pub picks: Memo<TypedPicks>,
    pub(super) send: Asking,
    /// What is being sent and what it is called by: asked for again before it is answered, it is the
    /// same operation.
    pub(super) called: StoredValue<Option<(ItemId, Vec<Pick>, OperationKey)>>,
    pub(super) give_up: Asking,
    /// Picks that may yet be refused, by which a line is picked whole.
    pub(super) awaited: RwSignal<Option<Awaited>>,
    /// Holds what is typed for the next line while picks are on their way.
    pub(super) keys: Keys,
    /// The line whose picks are being sent.
    pub(super) sent: StoredValue<Option<RowKey>>,
    /// How often sending was tried with something in the way.
    pub(super) tries: TickTries,
}

/// Picks of which the service has not said anything yet.
#[derive(Clone, PartialEq)]
pub(super) struct Awaited {
    pub(super) row: Option<RowKey>,
    pub(super) picks: Vec<OperationKey>,
}

impl PickDesk {
    /// Asks for what there is to pick for the line of `item`, while picking is what is being done.
    pub fn start(
        movement: contract::MovementKey,
        act: RwSignal<LineAction>,
        item: Memo<Option<ItemId>>,
        form: RwSignal<DecisionForm>,
        format: Format,
    ) -> Self {
        let view = use_keys().steady(use_query(move || {
            let item = item.get().filter(|_| act.get() == LineAction::Pick)?;
            Some(ReadPickView { movement, item, anew: false })
        }));
        let picks = memo(move || {
            let of = |view: &PickView| form.with(|form| typed(&form.picks, &view.parts, format));
            known(view, item, |view| Some(of(view))).unwrap_or(Ok(Vec::new()))
        });
        Self {
            view,
            item,
            picks,
            send: Asking::start(),
            called: StoredValue::new(None),
            give_up: Asking::start(),
            awaited: RwSignal::new(None),
            keys: use_keys(),
            sent: StoredValue::new(None),
            tries: TickTries::default(),
        }
    }

    /// Whether there is something to type in, or nothing more is awaited.
    pub fn is_ready(self) -> bool {
        self.has_stock()
            || self.of_view(|view| Some(view.freshness.reading.is_none())) == Some(true)
    }

    /// Whether something is known that can be taken.
    pub fn has_stock(self) -> bool {
        let has_stock = |view: &PickView| view.parts.iter().any(|part| !part.stock.is_empty());
        self.of_view(|view| Some(has_stock(view))) == Some(true)
    }

    /// Something of what is known; `None` until it is.
    pub fn of_view<T>(self, of: impl FnOnce(&PickView) -> Option<T>) -> Option<T> {
        known(self.view, self.item, of)
    }

    /// Whether it is known what there is to pick.
    pub fn is_known(self) -> bool {
        self.of_view(|_| Some(())).is_some()
    }

    /// Why it is not known.
    pub fn unread(self) -> Option<Failure> {
        self.view.failure.get().filter(|_| !self.is_known())
    }

    /// What stands against picking.
    pub fn why_not(self) -> Option<WhyNot> {
        self.of_view(|view| view.why_not.clone())
    }

    /// One of the things to be picked.
    pub fn part(self, item: &ItemId) -> Option<PickPart> {
        self.of_view(|view| view.parts.iter().find(|part| part.item == *item).cloned())
    }

    /// Why the last press came to nothing.
    pub fn failure(self) -> Option<Failure> {
        self.send.failure.get().or_else(|| self.give_up.failure.get())
    }

    /// An answer is awaited.
    pub fn is_busy(self) -> bool {
        self.send.busy.get() || self.give_up.busy.get()
    }
}

/// Something of what is known. What is known of the line before is no answer for this one.
fn known<T>(
    view: Query<PickView>,
    item: Memo<Option<ItemId>>,
    of: impl FnOnce(&PickView) -> Option<T>,
) -> Option<T> {
    let item = item.get()?;
    view.reply.with(|view| of(view.as_ref().filter(|view| view.item == item)?))
}

/// Whether the line is done with once these are picked: nothing is left of any part, or something new is
/// taken of it. What is short stays so until somebody comes back to it.
pub(super) fn is_done(parts: &[PickPart], typed: &[(ItemId, Vec<Pick>)]) -> bool {
    parts.iter().all(|part| {
        let before = |id: &str| {
            let made = part.picks.iter().find(|made| made.id.as_deref() == Some(id));
            made.map_or(0, |made| made.quantity)
        };
        let more = |pick: &Pick| {
            let now = i64::from(pick.quantity);
            now - pick.id.as_deref().map_or(0, before)
        };
        let of_part = typed.iter().filter(|(item, _)| *item == part.item);
        let picks: Vec<&Pick> = of_part.flat_map(|(_, picks)| picks).collect();
        let picked: i64 = picks.iter().copied().map(more).sum();
        let is_new = picks.iter().any(|pick| pick.id.is_none());
        is_new || part.remaining.is_some_and(|remaining| remaining <= picked)
    })
}

fn typed(picks: &Picks, parts: &[PickPart], format: Format) -> TypedPicks {
    let (mut all, mut wrong) = (Vec::new(), Vec::new());
    for part in parts {
        match picks.picks(part, &|text| format.read_quantity(text)) {
            Ok(picks) if picks.is_empty() => {}
            Ok(picks) => all.push((part.item.clone(), picks)),
            Err(more) => wrong.extend(more),
        }
    }
    if wrong.is_empty() { Ok(all) } else { Err(wrong) }
}
