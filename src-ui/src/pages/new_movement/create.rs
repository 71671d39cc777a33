//! Sending the form: one movement for one page, however often it is asked for, and what came of it.
//! Used by the foot and the outcome.

use contract::{
    CreateMovement, Failure, FormField, MovementKey, MovementRef, OpenMovement, Reason, Rule,
    WriteState, Written,
};
use leptos::prelude::*;

use super::form::{MovementForm, StartsFrom};
use crate::components::Toasts;
use crate::data::drafts::Keeper;
use crate::data::outbox::{Outbox, use_outbox};
use crate::data::query::{Sending, use_command};
use crate::i18n::{I18n, say, use_i18n};
use crate::ipc;
use crate::navigation::{Route, Tabs, use_tab, use_tabs};
use crate::pages::header_fields::field_of;
use crate::wording::format::{Format, use_format};
use crate::wording::words;

/// Sending the form.
#[derive(Clone, Copy)]
pub struct Create {
    form: MovementForm,
    create: Sending<CreateMovement>,
    /// The service said no: it is corrected here and asked for again, under the same key.
    stuck: RwSignal<Option<Failure>>,
    key: MovementKey,
    keeper: Keeper,
    tab: u32,
    tabs: Tabs,
    toasts: Toasts,
    outbox: Outbox,
    i18n: I18n,
    format: Format,
}

impl Create {
    /// Sends under this key; `refused` as it is, it was asked for before. Called once by the page.
    pub fn start(
        form: MovementForm,
        key: MovementKey,
        keeper: Keeper,
        refused: Option<Failure>,
    ) -> Self {
        Self {
            form,
            create: use_command(),
            stuck: RwSignal::new(refused),
            key,
            keeper,
            tab: use_tab().number,
            tabs: use_tabs(),
            toasts: expect_context::<Toasts>(),
            outbox: use_outbox(),
            i18n: use_i18n(),
            format: use_format(),
        }
    }

    /// Makes the movement, or corrects what the service refused.
    pub fn send(self) {
        let request = CreateMovement { key: Some(self.key), form: self.form.new.get_untracked() };
        self.create.send(request, move |written| self.written(&written));
    }

    /// It is being sent: the form cannot be changed.
    pub fn is_busy(self) -> bool {
        self.create.busy.get()
    }

    /// Why it is not made: the service refused it, or it could not even be kept here.
    pub fn failure(self) -> Option<Failure> {
        self.create.failure.get().or_else(|| self.stuck.get())
    }

    /// The service refused it; it waits in the outbox for a correction.
    pub fn is_stuck(self) -> bool {
        self.stuck.with(Option::is_some)
    }

    /// What the service, or the backend, has against a field.
    pub fn refused_at(self, field: FormField) -> Option<String> {
        let failure = self.failure()?;
        let i18n = self.i18n;
        (field_of(&failure) == Some(field)).then(|| match failure.reason {
            Reason::Required => words::rule(i18n, field, Rule::Required),
            _ => words::failure(i18n, &failure),
        })
    }

    fn written(self, written: &Written) {
        self.stuck.set(None);
        match &written.state {
            WriteState::Sent { .. } => {
                let (typed, done) = untrack(|| (self.form.fields().name.get(), self.done()));
                self.open();
                self.say_done(typed, done);
            }
            WriteState::Kept { at } => {
                let (i18n, format) = (self.i18n, self.format);
                self.open();
                self.toasts.say(untrack(|| self.outbox.say_kept(i18n, format, *at)));
            }
            WriteState::Asks => self.open(),
            WriteState::Stuck(failure) => {
                // Corrected and sent again, it is the same movement with the same lines.
                self.form.hand_over();
                self.stuck.set(Some(failure.clone()));
            }
        }
    }

    /// Some services name movements themselves: then the name is said under which it is found.
    fn say_done(self, typed: String, done: String) {
        let (i18n, toasts) = (self.i18n, self.toasts);
        let request = OpenMovement { movement: MovementRef::Key(self.key), without_lines: true };
        ipc::ask(&request, move |answer| {
            let name = answer.ok().and_then(|opened| opened.movement.name);
            // A mark behind it is ours.
            match name.filter(|name| !name.starts_with(typed.trim())) {
                Some(name) => {
                    let named = untrack(|| say!(i18n, new_movement.named_otherwise, name = name));
                    toasts.tell(format!("{done}. {named}"));
                }
                None => toasts.say(done),
            }
        });
    }

    /// Puts the movement into this page's place.
    fn open(self) {
        self.keeper.end();
        let (number, current) = (self.tab, self.tabs.current_now());
        self.tabs.replace(number, Route::Movement(MovementRef::Key(self.key)));
        if current != number {
            // Somebody went on with something else meanwhile, and stays there.
            self.tabs.go(current);
        }
    }

    fn done(self) -> String {
        let i18n = self.i18n;
        let lines = self.form.facts.get_untracked().kept;
        match self.form.kind.get_untracked() {
            StartsFrom::Stocklist => {
                let number = self.format.number(lines);
                say!(i18n, new_movement.created_lines, count = lines, number = number)
            }
            StartsFrom::Empty
            | StartsFrom::Inbound
            | StartsFrom::Template(_)
            | StartsFrom::Import => say!(i18n, new_movement.created).into(),
        }
    }
}
