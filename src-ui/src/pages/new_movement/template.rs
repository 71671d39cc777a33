//! Another movement as a template: its header and its lines begin a new one, in a form of its own.

use std::collections::BTreeMap;

use contract::{
    Draft, DraftForm, Movement, MovementKey, MovementRef, NewMovement, OpenMovement, StartFrom,
};
use leptos::prelude::*;

use crate::components::{Button, Toasts};
use crate::data::drafts::{Drafts, use_drafts};
use crate::data::query::{Sending, use_command};
use crate::data::session::{Session, use_session};
use crate::effect::effect;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::ipc;
use crate::navigation::{Tabs, use_tabs};
use crate::wording::words;

/// Begins new movements from others.
#[derive(Clone, Copy)]
pub struct TemplateStarter {
    open: Sending<OpenMovement>,
    drafts: Drafts,
    tabs: Tabs,
    session: Session,
    toasts: Toasts,
    i18n: I18n,
}

impl TemplateStarter {
    /// Nothing is begun.
    pub fn start() -> Self {
        let (i18n, toasts) = (use_i18n(), expect_context::<Toasts>());
        let open = use_command::<OpenMovement>();
        effect(move || {
            if let Some(failure) = open.failure.get() {
                toasts.tell(untrack(|| words::failure(i18n, &failure)));
            }
        });
        let (drafts, tabs, session) = (use_drafts(), use_tabs(), use_session());
        Self { open, drafts, tabs, session, toasts, i18n }
    }

    /// Reads a movement with its lines, and opens the form of a new one like it.
    pub fn begin(self, of: MovementKey) {
        if untrack(|| self.session.lacks_updates()) {
            return self
                .toasts
                .tell(untrack(|| say!(self.i18n, new_movement.lines_never)).to_owned());
        }
        let request = OpenMovement { movement: MovementRef::Key(of), without_lines: true };
        self.open.send(request, move |opened| {
            self.drafts.open(self.tabs, draft_of(of, &opened.movement));
        });
    }
}

/// The button that begins one.
#[component]
pub fn TemplateButton(
    /// The movement.
    key: Signal<Option<MovementKey>>,
    /// What begins it.
    templates: TemplateStarter,
) -> impl IntoView {
    let i18n = use_i18n();
    let begin = move |()| key.get_untracked().into_iter().for_each(|of| templates.begin(of));
    view! {
        <Button
            label=text!(i18n, new_movement.use_template)
            icon="copy"
            chord="Ctrl+Shift+D"
            busy=templates.open.busy
            on_press=begin
            testid="use-template"
        />
    }
}

/// The form of a new movement like this one, of today.
fn draft_of(of: MovementKey, like: &Movement) -> Draft {
    let new = NewMovement {
        start: StartFrom::Template(of),
        name: like.name.clone().unwrap_or_default(),
        description: like.description.clone().unwrap_or_default(),
        origin: like.origin.as_ref().map(|place| place.id.clone()),
        destination: like.destination.as_ref().map(|place| place.id.clone()),
        date_requested: Some(ipc::today()),
        requested_by: like.requested_by.as_ref().map(|person| person.id.clone()),
        lines: Vec::new(),
    };
    let (typed, aside) = (BTreeMap::new(), Vec::new());
    Draft {
        key: ipc::new_movement_key(),
        form: DraftForm::NewMovement(new),
        typed,
        aside,
        table: None,
    }
}
