//! What can be done about an operation: try again, correct, give up and take up again, take back;
//! and about all of them: hold, let go, export. Each press is one command of the backend.

use contract::{
    DataSet, DropOperation, ExportFormat, Failure, JournalFilter, MovementRef, Operation,
    OperationRow, PauseSending, Refresh, RestoreOperation, RetryOperations, SaveJournal,
    UndoOperation,
};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::actions::{OperationAction, acts_of, can_be_undone, first_act, label};
use super::state::History;
use crate::components::grid::Row;
use crate::components::{Button, ButtonKind, Sheet, SheetFoot, Show, Size, Toasts};
use crate::data::drafts::{Drafts, use_drafts};
use crate::data::outbox;
use crate::data::query::{Sending, use_command};
use crate::dom;
use crate::i18n::{I18n, say, text, use_i18n};
use crate::ipc;
use crate::keys::{Keys, Scope};
use crate::navigation::{Route, Sheets, Tabs, use_tabs};
use crate::wording::format::{Format, use_format};
use crate::wording::outbox_words as said;

/// What can be done.
#[derive(Clone, Copy)]
pub struct Acts {
    /// Trying again.
    pub retry: Sending<RetryOperations>,
    /// Holding back, and letting go.
    pub pause: Sending<PauseSending>,
    /// Taking back.
    pub undo: Sending<UndoOperation>,
    /// The operation whose way back is being shown, before it is gone.
    pub undoing: RwSignal<Option<OperationRow>>,
    /// The category being corrected.
    pub correcting: RwSignal<Option<OperationRow>>,
    i18n: I18n,
    format: Format,
    history: History,
    tabs: Tabs,
    sheets: Sheets,
    drafts: Drafts,
    toasts: Toasts,
    export: Sending<SaveJournal>,
    give_up: Sending<DropOperation>,
    take_up: Sending<RestoreOperation>,
    look: Sending<Refresh>,
}

impl Acts {
    /// Nothing is being done.
    pub fn start(history: History) -> Self {
        Self {
            retry: use_command(),
            pause: use_command(),
            undo: use_command(),
            undoing: RwSignal::new(None),
            correcting: RwSignal::new(None),
            i18n: use_i18n(),
            format: use_format(),
            history,
            tabs: use_tabs(),
            sheets: expect_context(),
            drafts: use_drafts(),
            toasts: expect_context(),
            export: use_command(),
            give_up: use_command(),
            take_up: use_command(),
            look: use_command(),
        }
    }

    /// Binds the keys: those of the page, and the letters that command in its lists.
    pub fn bind(self, keys: Keys, lists: &Scope) {
        let i18n = self.i18n;
        keys.on_page("Ctrl+E", text!(i18n, history.export), || {
            if let Some(root) = dom::root() {
                dom::all(&root, "[data-testid=export]").into_iter().for_each(|b| b.click());
            }
        });
        keys.on_page("Ctrl+Z", text!(i18n, history.undo), move || {
            self.undoing.set(self.history.operation.get_untracked());
        });
        for (chord, act) in [
            ("R", OperationAction::Retry),
            ("E", OperationAction::Edit),
            ("Delete", OperationAction::Discard),
        ] {
            keys.bind_if(lists.clone(), chord, Some(self.label(act)), move |_| {
                let row = self.history.operation.get_untracked();
                let row = row.filter(|row| acts_of(row).contains(&act));
                row.map(|row| self.run(act, &row)).is_some()
            });
        }
    }

    /// Why the last thing could not be done.
    pub fn failure(self) -> Option<Failure> {
        let all = [
            self.retry.failure,
            self.pause.failure,
            self.undo.failure,
            self.export.failure,
            self.give_up.failure,
            self.take_up.failure,
        ];
        all.into_iter().find_map(|failure| failure.get())
    }

    /// What an act is called.
    pub fn label(self, act: OperationAction) -> Signal<String> {
        let i18n = self.i18n;
        Signal::derive(move || label(i18n, act).to_owned())
    }

    /// The button in a row that waits.
    pub fn first_of(self, row: &Row) {
        let row = untrack(|| self.history.outbox.find(|known| known.key.to_string() == row.key));
        if let Some(row) = row
            && let Some(act) = first_act(&row)
        {
            self.run(act, &row);
        }
    }

    /// Does it.
    pub fn run(self, act: OperationAction, row: &OperationRow) {
        let (key, i18n) = (row.key, self.i18n);
        match act {
            OperationAction::Retry => self.retry(vec![key]),
            OperationAction::Edit => self.edit(row),
            OperationAction::Compare => self.sheets.conflict.set(Some(row.clone())),
            OperationAction::Answer => self.sheets.question.set(Some(row.clone())),
            OperationAction::Discard => self.discard(row),
            OperationAction::Restore => {
                self.take_up.send(RestoreOperation { operation: key }, |_| ())
            }
            OperationAction::Undo => self.undo.send(UndoOperation { operation: key }, move |_| {
                self.undoing.set(None);
                self.toasts.say(untrack(|| say!(i18n, history.undo_kept)).to_owned());
            }),
            OperationAction::Open => {
                if let Some(movement) = row.movement {
                    self.tabs.open(Route::Movement(MovementRef::Key(movement)));
                }
            }
        }
    }

    /// Everything the service refused is tried again.
    pub fn retry_all(self) {
        self.retry(Vec::new());
    }

    fn retry(self, operations: Vec<contract::OperationKey>) {
        self.retry.send(RetryOperations { operations }, |_| ());
    }

    /// Holds sending back, or lets it go on.
    pub fn hold(self, paused: bool) {
        self.pause.send(PauseSending { paused }, |_| ());
    }

    /// Writes the entries shown into a file of the user's choice.
    pub fn export(self, format: ExportFormat, filter: JournalFilter) {
        let i18n = self.i18n;
        self.export.send(SaveJournal { format, filter }, move |saved| {
            if let Some(saved) = saved {
                let file = saved.file_name;
                self.toasts.say(untrack(|| say!(i18n, history.exported, file = file)));
            }
        });
    }

    /// Asks the service for something: when it answers, what waits goes on.
    pub fn look_again(self) {
        self.look.send(Refresh { what: DataSet::Movements }, |_| ());
    }

    /// Puts all that is known of an operation on the clipboard.
    pub fn copy(self, row: &OperationRow) {
        let details = untrack(|| said::details(self.i18n, self.format, row));
        let (i18n, toasts) = (self.i18n, self.toasts);
        spawn_local(async move {
            let copied = ipc::copy(&details).await;
            toasts.say(untrack(|| {
                let said = if copied {
                    say!(i18n, history.copied)
                } else {
                    say!(i18n, history.copy_failed)
                };
                said.to_owned()
            }));
        });
    }

    fn edit(self, row: &OperationRow) {
        if matches!(row.operation, Operation::CreateCategory { .. }) {
            self.correcting.set(Some(row.clone()));
        } else {
            self.drafts.correct(self.tabs, row);
        }
    }

    fn discard(self, row: &OperationRow) {
        let (key, i18n) = (row.key, self.i18n);
        let what = untrack(|| said::title(i18n, row));
        self.give_up.send(DropOperation { operation: key }, move |_| {
            let said = untrack(|| say!(i18n, history.discarded, what = what));
            outbox::offer_back(self.toasts, said, key);
        });
    }
}

/// What taking back would do, before it is done.
#[component]
pub fn UndoSheet(acts: Acts) -> impl IntoView {
    let (i18n, undoing) = (use_i18n(), acts.undoing);
    let close = Callback::new(move |()| undoing.set(None));
    let title = Signal::derive(move || {
        let what = undoing.get().map(|row| said::title(i18n, &row)).unwrap_or_default();
        say!(i18n, history.undo_title, what = what)
    });
    view! {
        <Show when=move || undoing.with(Option::is_some)>
            <Sheet title lead=text!(i18n, history.undo_lead) on_close=close testid="undo-sheet">
                <div class="sheet-body">
                    {move || undoing.get().map(|row| view! { <WayBack row /> })}
                </div>
                <SheetFoot>
                    <span class="push"></span>
                    <Button label=text!(i18n, app.close) size=Size::Large on_press=close testid="undo-close" />
                    {move || {
                        undoing.get().filter(can_be_undone).map(|row| {
                            view! {
                                <Button
                                    label=acts.label(OperationAction::Undo)
                                    icon="undo-2"
                                    kind=ButtonKind::Primary
                                    size=Size::Large
                                    busy=acts.undo.busy
                                    on_press=move |()| acts.run(OperationAction::Undo, &row)
                                    testid="undo-do"
                                />
                            }
                        })
                    }}
                </SheetFoot>
            </Sheet>
        </Show>
    }
}

/// What taking it back would be, what would not be as before, or that there is no way back.
#[component]
pub fn WayBack(row: OperationRow) -> impl IntoView {
    let (i18n, format) = (use_i18n(), use_format());
    let lines = move || {
        let mut lines = said::undo(i18n, format, &row);
        match &row.undo {
            Some(undo) if undo.asked => lines = vec![say!(i18n, history.undone).to_owned()],
            Some(undo) if !undo.faithful => lines.push(say!(i18n, history.unfaithful).to_owned()),
            Some(_) => {}
            None if matches!(row.operation, Operation::CreateMovement(_)) => {
                lines.push(say!(i18n, history.no_undo_create).to_owned());
            }
            None => lines.push(say!(i18n, history.no_undo).to_owned()),
        }
        lines.into_iter().map(|line| view! { <p dir="auto">{line}</p> }).collect_view()
    };
    view! { <div data-testid="undo-preview">{lines}</div> }
}
