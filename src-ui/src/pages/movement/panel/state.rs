//! The panel while it is open: the line it shows, and what is typed about it.

use contract::{
    ChangeKind, Decision, Failure, LineView, MovementKey, Offer, OpenLine, OperationRow,
    ProductRef, Quantity, ReadSending, RowKey, Sending, WhyNot,
};
use leptos::html;
use leptos::prelude::*;

use super::action::LineAction;
use super::drafts::PanelDrafts;
use super::form::DecisionForm;
use super::picks::PickDesk;
use super::refused::refused;
use super::selectors::FIRST;
use super::words;
use crate::components::Toasts;
use crate::data::outbox::{Outbox, use_outbox};
use crate::data::query::{Query, use_query};
use crate::effect::{effect, memo};
use crate::i18n::{I18n, say, use_i18n};
use crate::keys::{Keys, use_keys};
use crate::pages::movement::editing::queue::{Asking, EditQueue};
use crate::wording::format::{Format, use_format};

/// The panel.
#[derive(Clone, Copy)]
pub struct PanelState {
    /// The movement.
    pub movement: MovementKey,
    /// The lines chosen.
    pub rows: Signal<Vec<RowKey>>,
    /// What is being done.
    pub act: RwSignal<LineAction>,
    /// What is known of the line.
    pub view: RwSignal<Option<LineView>>,
    /// Why it is not known.
    pub unread: RwSignal<Option<Failure>>,
    /// What is typed.
    pub form: RwSignal<DecisionForm>,
    /// It was tried: from then on fields say what is wrong with them.
    pub tried: RwSignal<bool>,
    /// Picking it.
    pub picks: PickDesk,
    /// The panel's content.
    pub node: NodeRef<html::Div>,
    /// The words.
    pub i18n: I18n,
    /// Numbers and days.
    pub format: Format,
    /// The form as it began.
    pub(super) begun: StoredValue<DecisionForm>,
    /// The line the form is about.
    pub(super) of: RwSignal<Option<RowKey>>,
    /// The line that was done with and is being left.
    pub(super) left: RwSignal<Option<RowKey>>,
    /// The first field of the line is to have the focus, once it is known.
    pub(super) waits: RwSignal<bool>,
    /// The first field of the product of this code, where it is one that goes instead.
    pub(super) code: RwSignal<Option<String>>,
    /// A line was done with: goes to the next one; answers whether there is one.
    pub(super) on_done: Callback<RowKey, bool>,
    /// All that is done to the lines, in its order.
    pub(super) queue: EditQueue,
    /// Keeps what was decided.
    pub(super) edit: Asking,
    /// Sends it.
    pub(super) send: Asking,
    /// What was typed before.
    pub(super) drafts: PanelDrafts,
    /// What waits for the user.
    pub(super) operations: Memo<Vec<OperationRow>>,
    /// How the user wants to send.
    pub(super) sending: Query<Sending>,
    /// Holds what is typed until the panel has the focus.
    pub(super) keys: Keys,
    /// Where it is said what was done.
    pub(super) toasts: Toasts,
    /// What waits here.
    pub(super) outbox: Outbox,
}

impl PanelState {
    /// Shows the lines chosen; what is asked to be done with them, and what is.
    pub fn start(
        movement: MovementKey,
        rows: Signal<Vec<RowKey>>,
        (act, shown, code): (RwSignal<LineAction>, RwSignal<LineAction>, RwSignal<Option<String>>),
        queue: EditQueue,
        drafts: PanelDrafts,
        operations: Memo<Vec<OperationRow>>,
        on_done: Callback<RowKey, bool>,
    ) -> Self {
        let query = use_keys().steady(use_query(move || {
            let rows = rows.get();
            (!rows.is_empty()).then_some(OpenLine { movement, rows })
        }));
        let item = memo(move || {
            let of = |view: &LineView| view.as_in_service.as_ref().map(|line| line.id.clone());
            query.reply.with(|view| view.as_ref().and_then(of))
        });
        shown.set(act.get_untracked());
        let (form, tried, format) = (RwSignal::default(), RwSignal::new(false), use_format());
        let state = Self {
            movement,
            rows,
            act: shown,
            view: query.reply,
            unread: query.failure,
            form,
            tried,
            picks: PickDesk::start(movement, shown, item, form, format),
            node: NodeRef::new(),
            i18n: use_i18n(),
            format,
            begun: StoredValue::default(),
            of: RwSignal::new(None),
            left: RwSignal::new(None),
            waits: RwSignal::new(false),
            code,
            on_done,
            queue,
            edit: Asking::start(),
            send: Asking::start(),
            drafts,
            operations,
            sending: use_query(|| Some(ReadSending {})),
            keys: use_keys(),
            toasts: expect_context(),
            outbox: use_outbox(),
        };
        effect(move || state.follow());
        effect(move || state.lay_aside());
        state.focus_when_asked(act);
        state.picks.go_on_when_done(state);
        // What is told of the picks is drawn anew: a field in it goes, and the focus with it.
        effect(move || {
            state.picks.of_view(|_| Some(()));
            if state.act.get_untracked() == LineAction::Pick {
                state.focus_after_drawing_if_lost(FIRST);
            }
        });
        state
    }

    /// Whether one line is chosen.
    pub fn is_one(self) -> bool {
        self.rows.with(|rows| rows.len() == 1)
    }

    /// Something of the line; `None` until it is known.
    pub fn of_view<T>(self, of: impl FnOnce(&LineView) -> Option<T>) -> Option<T> {
        self.view.with(|view| of(view.as_ref()?))
    }

    /// Whether something can be done, and with which lines.
    pub fn offer(self, kind: ChangeKind) -> Option<Offer> {
        self.of_view(|view| view.offers.iter().find(|offer| offer.kind == kind).cloned())
    }

    /// Why something cannot be done with any of the lines chosen.
    pub fn off(self, act: LineAction) -> Option<String> {
        let i18n = self.i18n;
        if !self.is_one()
            && matches!(
                act,
                LineAction::Revise
                    | LineAction::Substitute
                    | LineAction::Pick
                    | LineAction::Details
            )
        {
            return Some(say!(i18n, panel.one_line).to_owned());
        }
        if act == LineAction::Pick {
            let is_new = self.of_view(|view| Some(view.as_in_service.is_none())) == Some(true);
            return is_new.then(|| say!(i18n, pick.not_in_service).to_owned());
        }
        let kind = act.kind()?;
        let offer = self.offer(kind)?;
        let why = offer.left_out.first().filter(|_| offer.rows.is_empty())?;
        let is_reverted = self.of_view(|view| Some(view.decision == Some(Decision::Revert)));
        if is_reverted == Some(true) && matches!(why.why, WhyNot::Status(_)) {
            return Some(say!(i18n, panel.revert_unsent).to_owned());
        }
        Some(words::why_not(i18n, kind, &why.why))
    }

    /// How many pieces were asked for.
    pub fn requested(self) -> Option<i64> {
        self.of_view(|view| view.line.requested)
    }

    /// The line's product.
    pub fn product(self) -> Option<ProductRef> {
        self.of_view(|view| view.line.product.clone())
    }

    /// Reads a quantity as typed.
    pub fn read(self, text: &str) -> Quantity {
        self.format.read_quantity(text)
    }

    /// Changes what is typed.
    pub fn change(
        self,
        change: impl FnOnce(&mut DecisionForm, Option<i64>, &dyn Fn(&str) -> Quantity),
    ) {
        let requested = untrack(|| self.requested());
        let read = move |text: &str| untrack(|| self.read(text));
        self.form.update(|form| change(form, requested, &read));
    }

    /// A part of what is typed as a signal of its own, for a field that takes one.
    pub fn field<T: Clone + PartialEq + Send + Sync + 'static>(
        self,
        get: impl Fn(&DecisionForm) -> T + Copy + Send + Sync + 'static,
        set: impl Fn(&mut DecisionForm, T) + Copy + Send + Sync + 'static,
    ) -> RwSignal<T> {
        let value = RwSignal::new(self.form.with_untracked(get));
        effect(move || {
            let known = self.form.with(get);
            if value.with_untracked(|value| *value != known) {
                value.set(known);
            }
        });
        effect(move || {
            let typed = value.get();
            if self.form.with_untracked(|form| get(form) != typed) {
                self.form.update(|form| set(form, typed));
            }
        });
        value
    }

    /// An answer is awaited.
    pub fn is_busy(self) -> bool {
        self.edit.busy.get() || self.send.busy.get()
    }

    /// Why the last press came to nothing.
    pub fn failure(self) -> Option<Failure> {
        let failure = self.edit.failure.get().or_else(|| self.send.failure.get());
        failure.or_else(|| self.drafts.failure())
    }

    /// The form of another line takes what was typed for it before; one in which nothing was typed
    /// follows its line.
    fn follow(self) {
        let read = move |text: &str| untrack(|| self.read(text));
        let begun = self.of_view(|view| {
            let of = |all: &Vec<_>| refused(all, &view.line.key).pop().map(|(_, refused)| refused);
            let mut form = DecisionForm::begin(view, self.operations.with(of));
            form.make_room(view.line.requested, &read);
            Some((view.line.key.clone(), form))
        });
        let Some((row, begun)) = begun else { return };
        let is_same = self.of.with_untracked(|of| of.as_ref() == Some(&row));
        let untouched =
            self.begun.with_value(|begun| self.form.with_untracked(|form| form == begun));
        if !is_same {
            let form = self.drafts.get(&row).unwrap_or_else(|| begun.clone());
            self.tried.set(false);
            self.of.set(Some(row));
            self.begun.set_value(begun);
            self.form.set(form);
        } else {
            self.begun.set_value(begun.clone());
            if untouched {
                self.form.set(begun);
            }
        }
    }

    fn lay_aside(self) {
        let typed = self.form.get();
        if let Some(row) = self.of.get_untracked() {
            self.begun.with_value(|begun| self.drafts.lay_aside(&row, typed, begun));
        }
    }
}
