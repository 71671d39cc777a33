//! A header being edited: a draft from the first letter, laid aside as it is when the form closes.
//! What somebody else changed meanwhile is said at its field before anything is sent. What will be
//! sent is decided in `changes`; drawn by `form`. It does not go through the queue of the lines: no
//! change of a line depends on it, and the outbox sends both in the order they were asked for. It is a
//! request of its own: one request is done whole or not at all, so one bad line would refuse the header
//! too, and after a lost answer the two are told apart by different signs.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use contract::{
    ConflictField, Draft, DraftForm, EditOperation, Failure, FormField, HeaderFields, MovementKey,
    MovementRef, Operation, OperationRow, OperationState, Reason, Rule, UpdateHeader, WriteState,
    Written,
};
use leptos::prelude::*;

use super::changes::{self, FIELDS};
use crate::components::{Hint, Toasts};
use crate::data::drafts::{Drafts, Keeper, Shelved, use_drafts};
use crate::data::outbox::{Outbox, use_outbox};
use crate::data::query::{Sending, use_command};
use crate::effect::{effect, memo};
use crate::i18n::{I18n, say, use_i18n};
use crate::navigation::{Tabs, use_tabs};
use crate::pages::conflict;
use crate::pages::header_fields::{FormFields, KnownNames, field_of};
use crate::wording::format::{Format, use_format};
use crate::wording::words;

/// A movement's header as the page knows it.
#[derive(Clone, Copy, PartialEq)]
pub struct Current {
    /// Our own name of the movement.
    pub key: MovementKey,
    /// The fields as they are now.
    pub fields: Memo<HeaderFields>,
    /// Operations on it that have not ended.
    pub operations: Memo<Vec<OperationRow>>,
}

/// A header being edited.
#[derive(Clone, Copy)]
pub struct HeaderEdit {
    /// The fields.
    pub fields: FormFields,
    /// Keeps them.
    pub keeper: Keeper,
    current: Current,
    known: KnownNames,
    /// The fields as they were when the change of each began.
    base: RwSignal<HeaderFields>,
    /// What was asked for before, and refused.
    asked: StoredValue<HeaderFields>,
    left: RwSignal<Vec<FormField>>,
    tried: RwSignal<bool>,
    stuck: RwSignal<Option<Failure>>,
    update: Sending<UpdateHeader>,
    correct: Sending<EditOperation>,
    draft: Memo<Option<Draft>>,
    on_close: Callback<()>,
    on_conflict: Callback<()>,
    around: Around,
}

/// What of the window the form needs.
#[derive(Clone, Copy)]
struct Around {
    drafts: Drafts,
    tabs: Tabs,
    toasts: Toasts,
    outbox: Outbox,
    i18n: I18n,
    format: Format,
}

impl HeaderEdit {
    /// Begins where the draft of this movement ended, else with what the service refused, else with
    /// the header as it is.
    pub fn start(current: Current, on_close: Callback<()>, on_conflict: Callback<()>) -> Self {
        let around = Around {
            drafts: use_drafts(),
            tabs: use_tabs(),
            toasts: expect_context(),
            outbox: use_outbox(),
            i18n: use_i18n(),
            format: use_format(),
        };
        let shelved = around.drafts.take(current.key);
        let kept = shelved.as_ref().and_then(|shelved| shelved.kept);
        let refused = refused(&current.operations.get_untracked());
        let seen = current.fields.get_untracked();
        let (base, shown, typed) = begin(seen, refused.as_ref(), shelved.map(|it| it.draft));
        let (asked, stuck) = match refused {
            Some((asked, _, failure)) => (asked, Some(failure)),
            None => (HeaderFields::default(), None),
        };
        let (base, asked) = (RwSignal::new(base), StoredValue::new(asked));
        let (fields, known) = (FormFields::filled(&shown), KnownNames::start());
        fields.typed.restore(&typed);
        let draft = memo(move || {
            let (base, asked) = (base.get(), asked.get_value());
            let now = fields.read(known, [&base, &asked, &shown]);
            changes::draft(current.key, &base, &asked, &now, fields.typed.texts())
        });
        let form = Self {
            fields,
            keeper: Keeper::start(current.key, draft.into(), kept),
            current,
            known,
            base,
            asked,
            left: RwSignal::new(Vec::new()),
            tried: RwSignal::new(false),
            stuck: RwSignal::new(stuck),
            update: use_command(),
            correct: use_command(),
            draft,
            on_close,
            on_conflict,
            around,
        };
        effect(move || form.follow(&current.fields.get()));
        on_cleanup(move || form.lay_aside());
        form
    }

    /// A field was left: from now on it says what is wrong with it.
    pub fn leave(self, field: FormField) {
        self.left.update(|left| left.push(field));
    }

    /// An answer is awaited.
    pub fn is_busy(self) -> bool {
        self.update.busy.get() || self.correct.busy.get()
    }

    /// Why the last sending came to nothing.
    pub fn failure(self) -> Option<Failure> {
        let failed = self.update.failure.get().or_else(|| self.correct.failure.get());
        failed.or_else(|| self.stuck.get())
    }

    /// What is said at a field: what the service, or a rule, has against it; what somebody else put
    /// there meanwhile.
    pub fn hint(self, field: FormField) -> Hint {
        let i18n = self.around.i18n;
        let (base, now) = (self.base.get(), self.now());
        if let Some(failure) = self.failure().filter(|failure| field_of(failure) == Some(field)) {
            return Hint::Error(match failure.reason {
                Reason::Required => words::rule(i18n, field, Rule::Required),
                _ => words::failure(i18n, &failure),
            });
        }
        let noticed = self.tried.get() || self.left.with(|left| left.contains(&field));
        if let Some(rule) = changes::problem(&base, &now, field).filter(|_| noticed) {
            return Hint::Error(words::rule(i18n, field, rule));
        }
        let clash = FIELDS.iter().find(|(form, _)| *form == field);
        clash.map_or(Hint::None, |(_, clash)| self.clash(*clash))
    }

    /// What somebody else put into a field that was changed here too.
    pub fn clash(self, field: ConflictField) -> Hint {
        let (i18n, format) = (self.around.i18n, self.around.format);
        let (base, now, theirs) = (self.base.get(), self.now(), self.current.fields.get());
        if !changes::clashes(&base, &now, &theirs).contains(&field) {
            return Hint::None;
        }
        let value = theirs.text_of(field);
        let value = conflict::shown(i18n, format, field, value.as_deref());
        Hint::Warn(say!(i18n, conflict.now, value = value))
    }

    /// Whether there is anything to send, or was and was refused.
    pub fn has_changes(self) -> bool {
        self.draft.with(Option::is_some) || self.stuck.with(Option::is_some)
    }

    /// Sends what was changed; nothing changed is nothing to send.
    pub fn send(self) {
        if untrack(|| self.is_busy()) {
            return;
        }
        let (base, now) = untrack(|| (self.base.get(), self.now()));
        let wrong = |(field, _): &(FormField, ConflictField)| {
            changes::problem(&base, &now, *field).is_some()
        };
        // A text that is no value yet says at its field what is wrong with it.
        let half =
            untrack(|| self.fields.typed.texts()).into_values().any(|t| !t.trim().is_empty());
        if half || FIELDS.iter().any(wrong) {
            return self.tried.set(true);
        }
        let change = changes::change(&base, &self.asked.get_value(), &now);
        if change.is_empty() {
            return self.done();
        }
        self.stuck.set(None);
        match refused(&self.current.operations.get_untracked()) {
            Some((_, operation, _)) => {
                let with = Operation::UpdateHeader(change);
                self.correct.send(EditOperation { operation, with }, move |w| self.written(&w));
            }
            None => {
                let movement = MovementRef::Key(self.current.key);
                let request = UpdateHeader { movement, base: Some(base), change };
                self.update.send(request, move |written| self.written(&written));
            }
        }
    }

    /// Throws the draft away; it can be taken back.
    pub fn discard(self) {
        let Around { drafts, tabs, toasts, i18n, .. } = self.around;
        if let Some(draft) = self.draft.get_untracked() {
            toasts.offer_undo(untrack(|| say!(i18n, draft.discarded).into()), move || {
                drafts.open(tabs, draft.clone());
            });
        }
        self.done();
    }

    fn written(self, written: &Written) {
        let Around { toasts, outbox, i18n, format, .. } = self.around;
        let time = |at: DateTime<Utc>| untrack(|| format.moment(at));
        match &written.state {
            WriteState::Stuck(failure) => return self.stuck.set(Some(failure.clone())),
            WriteState::Asks => self.on_conflict.run(()),
            WriteState::Sent { at, .. } => {
                toasts.say(untrack(|| say!(i18n, movement.header_sent, time = time(*at))));
            }
            WriteState::Kept { at } => {
                toasts.say(untrack(|| outbox.say_kept(i18n, format, *at)));
            }
        }
        self.done();
    }

    /// Nothing of it is to be kept as a draft.
    fn done(self) {
        self.keeper.end();
        self.on_close.run(());
    }

    /// What was not changed here is as it is in the service.
    fn follow(self, theirs: &HeaderFields) {
        let (base, now) = untrack(|| (self.base.get(), self.now()));
        let next = changes::rebased(&base, &now, theirs);
        if next != base {
            self.fields.follow(&base, &next);
            self.base.set(next);
        }
    }

    /// It comes back as it is when the form opens again.
    fn lay_aside(self) {
        let draft = self.draft.try_get_untracked().flatten();
        if let Some(draft) = draft.filter(|_| !self.keeper.has_ended()) {
            let kept = self.keeper.kept.try_get_untracked().flatten();
            self.around.drafts.shelve(Shelved { draft, kept, refused: None });
        }
    }

    fn now(self) -> HeaderFields {
        let (base, asked) = (self.base.get(), self.asked.get_value());
        self.fields.read(self.known, [&base, &asked, &self.current.fields.get()])
    }
}

/// A change of the header that was refused: what was asked for, under which name, and why not.
fn refused(operations: &[OperationRow]) -> Option<(HeaderFields, contract::OperationKey, Failure)> {
    operations.iter().find_map(|row| match (&row.operation, &row.state) {
        (Operation::UpdateHeader(asked), OperationState::Stuck(failure)) => {
            Some((asked.clone(), row.key, failure.clone()))
        }
        _ => None,
    })
}

/// What the form begins with: what the change was begun from, what is shown, what was half typed.
fn begin(
    seen: HeaderFields,
    refused: Option<&(HeaderFields, contract::OperationKey, Failure)>,
    draft: Option<Draft>,
) -> (HeaderFields, HeaderFields, BTreeMap<String, String>) {
    match (draft, refused) {
        (Some(Draft { form: DraftForm::Header { base, change }, typed, .. }), _) => {
            let mut shown = base.with(&change);
            changes::empty(&mut shown, &typed);
            (base, shown, typed)
        }
        (_, Some((asked, ..))) => {
            let shown = seen.with(asked);
            (seen, shown, BTreeMap::new())
        }
        _ => (seen.clone(), seen, BTreeMap::new()),
    }
}
