//! A new movement from a table (S-12): a file that is selected or dropped, or rows and texts that are pasted. Rows
//! that can be sent are its lines at once; the others become lines that are put right in the movement.

use contract::{ImportStart, TakeImport};
use leptos::prelude::*;
use leptos::web_sys::DragEvent;

use super::create::Create;
use super::form::MovementForm;
use super::preview::Find;
use crate::components::{Button, Icon, Show, Size, Toasts};
use crate::data::query::{Sending, use_command};
use crate::data::session::{Session, use_session};
use crate::effect::effect;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::pages::import::{LinesLook, LinesSheet, LinesSheetWords, LookedAt, use_import_key};
use crate::wording::format::use_format;
use crate::wording::words;

/// A table that a new movement starts from.
#[derive(Clone, Copy)]
pub struct FormImport {
    /// The table.
    pub look: LinesLook,
    form: MovementForm,
    find: Find,
    create: Create,
    take: Sending<TakeImport>,
    session: Session,
    toasts: Toasts,
    i18n: I18n,
}

impl FormImport {
    /// Nothing is read.
    pub fn start(form: MovementForm, find: Find, create: Create) -> Self {
        let (i18n, toasts) = (use_i18n(), expect_context::<Toasts>());
        let look = LinesLook::start(use_format(), || Some(None));
        let take = use_command::<TakeImport>();
        effect(move || {
            if let Some(failure) = take.failure.get() {
                toasts.tell(untrack(|| words::failure(i18n, &failure)));
            }
        });
        Self { look, form, find, create, take, session: use_session(), toasts, i18n }
    }

    /// Asks what it is to start from; not where it could get no lines later, nor once it was asked for with the
    /// rows of a table.
    pub fn open(self) {
        if untrack(|| self.session.lacks_updates()) {
            let never = untrack(|| say!(self.i18n, new_movement.lines_never));
            self.toasts.tell(never.to_owned());
        } else if untrack(|| !self.create.is_busy() && !self.form.is_fixed(self.create.is_stuck()))
        {
            self.look.reading.open();
        }
    }

    /// A file was dropped on the page.
    pub fn dropped(self, event: &DragEvent) {
        self.look.reading.dropped(event, || self.open());
    }

    /// Takes the rows into the form.
    fn run(self) {
        let Some(looked_at) = self.look.now() else { return };
        let LookedAt { import, sheet, without_hidden, columns, mended, decimal_mark } = looked_at;
        let source = self.look.reading.source;
        let file_name = source.with_untracked(|it| it.as_ref().map(|it| it.file_name.clone()));
        let request = TakeImport { import, sheet, without_hidden, columns, mended, decimal_mark };
        self.take.send(request, move |imported| {
            // Who went back meanwhile wants nothing of it.
            let now = source.try_with_untracked(|it| it.as_ref().map(|it| it.key)).flatten();
            if now != Some(import) {
                return;
            }
            let file_name = file_name.clone().unwrap_or_default();
            let (rows, open) = (imported.rows, imported.open.clone());
            let start = ImportStart { file_name, rows, open, decimal_mark };
            self.form.take_import(start, &imported.lines);
            self.look.reading.hand_over();
            self.find.go_to(0);
        });
    }
}

/// What is known of the table, and the way to another one.
#[component]
pub fn ImportStartView(import: FormImport) -> impl IntoView {
    let (i18n, format, form) = (use_i18n(), use_format(), import.form);
    let chosen = move || {
        let start = form.import.get();
        (start.rows > 0).then(|| {
            let name = match start.file_name.as_str() {
                "" => say!(i18n, import.pasted_text).to_owned(),
                name => name.to_owned(),
            };
            let number = format.number(start.rows);
            let rows = say!(i18n, import.rows, count = start.rows, number = number);
            view! {
                <span class="new-chosen" data-testid="import-chosen">
                    <bdi class="trunc">{name}</bdi>
                    <span class="code">{rows}</span>
                </span>
            }
        })
    };
    let attention = move || {
        let open = form.import.with(|start| u32::try_from(start.open.len()).unwrap_or(u32::MAX));
        (open > 0).then(|| {
            let number = format.number(open);
            let said = say!(i18n, new_movement.rows_open, count = open, number = number);
            view! {
                <span class="st st-warn" data-testid="import-open">
                    <Icon name="triangle-alert" />
                    {said}
                </span>
            }
        })
    };
    let act = Signal::derive(move || match form.import.with(|start| start.rows > 0) {
        true => say!(i18n, import.other).to_owned(),
        false => say!(i18n, new_movement.read_rows).to_owned(),
    });
    view! {
        {chosen}
        <Show when=move || !form.is_handed_over()>
            <Button
                label=act
                size=Size::Small
                chord="Ctrl+Shift+V"
                on_press=move |()| import.open()
                testid="import-rows"
            />
        </Show>
        {attention}
    }
}

/// The key, and the window while it is open.
#[component]
pub fn FormImportSheet(import: FormImport) -> impl IntoView {
    let i18n = use_i18n();
    use_import_key(text!(i18n, import.act), move || import.open());
    let words = LinesSheetWords {
        title: text!(i18n, new_movement.import_title),
        lead: text!(i18n, new_movement.import_lead),
        attention: text!(i18n, new_movement.import_attention),
    };
    view! {
        <LinesSheet
            look=import.look
            words
            busy=import.take.busy
            on_close=move |()| import.look.reading.close()
            on_run=move |()| import.run()
        />
    }
}
