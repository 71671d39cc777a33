//! Sending the form: one movement for one page, however often it is asked for; what came of it, and
//! what is left of it. Used by the foot and the outcome.

use contract::{
    CreateMovement, Entry, Failure, FinishMovement, FormField, ListMovements, MovementFilter,
    MovementKey, MovementRef, Reason, Rows, Rule, WriteState, Written,
};
use leptos::prelude::*;

use super::form::{Form, Kind};
use crate::components::Toasts;
use crate::format::{Format, use_format};
use crate::frame::{Tabs, use_tab, use_tabs};
use crate::i18n::{I18n, say, use_i18n};
use crate::pages::Route;
use crate::query::{Query, Sending, use_command, use_query};
use crate::session::use_session;
use crate::{ipc, words};

/// How many movements are looked through for the one being made.
const LOOKED_THROUGH: u32 = 50;

/// Which of the two requests is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// The movement is being made.
    Making,
    /// It is there; its lines are being changed.
    Adjusting,
}

/// Sending the form.
#[derive(Clone, Copy)]
pub struct Create {
    form: Form,
    create: Sending<CreateMovement>,
    finish: Sending<FinishMovement>,
    /// The movement exists, but what was to be changed in it was not sent.
    pub partly: RwSignal<Option<Failure>>,
    /// No answer came once: from then on nobody knows whether the movement exists, until it is seen.
    pub in_doubt: RwSignal<bool>,
    /// Which request is under way.
    pub step: Memo<Option<Step>>,
    key: MovementKey,
    tab: u32,
    tabs: Tabs,
    toasts: Toasts,
    i18n: I18n,
    format: Format,
}

impl Create {
    /// Takes the key of the movement to be. Called once by the page.
    pub fn start(form: Form) -> Self {
        let key = ipc::new_movement_key();
        let (create, finish) = (use_command(), use_command());
        let sending = Self {
            form,
            create,
            finish,
            partly: RwSignal::new(None),
            in_doubt: RwSignal::new(false),
            step: step_of(form, key, create, finish),
            key,
            tab: use_tab().number,
            tabs: use_tabs(),
            toasts: expect_context::<Toasts>(),
            i18n: use_i18n(),
            format: use_format(),
        };
        sending.forget_missing_session();
        Effect::new(move || {
            let reason = create.failure.get().map(|failure: Failure| failure.reason);
            if matches!(reason, Some(Reason::NoAnswer { .. })) {
                sending.in_doubt.set(true);
            }
        });
        sending
    }

    /// Makes the movement. Once it exists, only its lines can still be sent.
    pub fn send(self) {
        if self.exists_now() {
            return self.send_lines();
        }
        let request = CreateMovement { key: Some(self.key), form: self.form.new.get_untracked() };
        self.create.send(request, move |written| self.written(&written));
    }

    /// Sends what is left of a creation.
    pub fn send_lines(self) {
        let movement = MovementRef::Key(self.key);
        self.finish.send(FinishMovement { movement }, move |written| self.written(&written));
    }

    /// Puts the movement into this page's place.
    pub fn open(self) {
        let (number, current) = (self.tab, self.tabs.current_now());
        self.tabs.replace(number, Route::Movement(MovementRef::Key(self.key)));
        if current != number {
            // Somebody went on with something else meanwhile, and stays there.
            self.tabs.go(current);
        }
    }

    /// The movement exists in the service.
    pub fn exists(self) -> bool {
        self.partly.with(Option::is_some)
    }

    /// The form cannot be changed: it is being sent, or the movement exists.
    pub fn is_locked(self) -> bool {
        self.exists() || self.step.with(Option::is_some)
    }

    /// The movement exists in the service, for event handlers.
    pub fn exists_now(self) -> bool {
        self.partly.with_untracked(Option::is_some)
    }

    /// Why the last request failed, as long as nothing else is to be said.
    pub fn failure(self) -> Option<Failure> {
        self.create.failure.get().or_else(|| self.finish.failure.get())
    }

    /// What the service, or the backend, has against a field.
    pub fn refused_at(self, field: FormField) -> Option<String> {
        let failure = self.create.failure.get()?;
        let i18n = self.i18n;
        (field_of(&failure) == Some(field)).then(|| match failure.reason {
            Reason::Required => words::rule(i18n, field, Rule::Required),
            _ => words::failure(i18n, &failure),
        })
    }

    fn written(self, written: &Written) {
        match &written.state {
            WriteState::Sent { .. } => {
                let i18n = self.i18n;
                let lines = self.form.facts.get_untracked().kept;
                self.toasts.say(match self.form.kind.get_untracked() {
                    Kind::Stocklist => {
                        let number = self.format.number(lines);
                        say!(i18n, new_movement.created_lines, count = lines, number = number)
                    }
                    Kind::Empty | Kind::Inbound => say!(i18n, new_movement.created).into(),
                });
                self.open();
            }
            WriteState::Partly { failure, .. } => self.partly.set(Some(failure.clone())),
        }
    }

    /// That nobody was signed in is said until somebody is.
    fn forget_missing_session(self) {
        let session = use_session();
        Effect::new(move || {
            let signed_in = session.state().is_some_and(|state| state.signed_in);
            for failure in [self.create.failure, self.finish.failure] {
                let is_it = |failure: &Option<Failure>| {
                    let reason = failure.as_ref().map(|failure| &failure.reason);
                    matches!(reason, Some(Reason::SignedOut | Reason::NeedsSession))
                };
                if signed_in && failure.with_untracked(is_it) {
                    failure.set(None);
                }
            }
        });
    }
}

/// The field of the form a failure points at.
pub fn field_of(failure: &Failure) -> Option<FormField> {
    match failure.field.as_deref()? {
        "start" => Some(FormField::Start),
        "name" => Some(FormField::Name),
        "origin" => Some(FormField::Origin),
        "destination" => Some(FormField::Destination),
        "date_requested" => Some(FormField::DateRequested),
        "requested_by" => Some(FormField::RequestedBy),
        _ => None,
    }
}

/// The step under way: the second one has begun as soon as the movement is known here.
fn step_of(
    form: Form,
    key: MovementKey,
    create: Sending<CreateMovement>,
    finish: Sending<FinishMovement>,
) -> Memo<Option<Step>> {
    let known: Query<_> = use_query(move || {
        let has_steps = create.busy.get() && form.new.with_untracked(|new| new.changes() > 0);
        has_steps.then(|| {
            let new = form.new.get_untracked();
            let destinations = new.destination.into_iter().collect();
            let filter =
                MovementFilter { text: new.name, destinations, ..MovementFilter::default() };
            let rows = Rows::first(LOOKED_THROUGH);
            ListMovements { rows, filter, group: None, folded: Vec::new(), today: None }
        })
    });
    Memo::new(move |_| {
        let is_there = known.reply.with(|page| {
            let rows = page.iter().flat_map(|page| &page.rows);
            rows.into_iter().any(|entry| matches!(entry, Entry::Row { row } if row.key == key))
        });
        match (create.busy.get(), finish.busy.get()) {
            (true, _) if !is_there => Some(Step::Making),
            (true, _) | (_, true) => Some(Step::Adjusting),
            (false, false) => None,
        }
    })
}
