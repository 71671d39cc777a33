//! What the actions in a note's row do. What a note says and offers is `notes`.

use contract::{
    ConflictField, DropOperation, EditorRow, FieldConflict, LineChange, LineEdit, Note, NoteRow,
    Operation, OperationKey, OperationRow, ResolveConflict, RetryOperations, RowKey, SendChanges,
    StepKind,
};
use leptos::prelude::*;

use super::beside::SidePanel;
use super::editing::editor::Editor;
use super::editing::queue::{Asking, Job};
use super::header::parked::Ways;
use super::lines::new_row::new_key;
use super::lines::notes::NoteAction;
use super::panel::LineAction;
use crate::components::FailureNote;
use crate::navigation::{LineConflict, Sheets};

/// What helps a line of which there is something to say.
#[derive(Clone, Copy)]
pub struct NoteActs {
    editor: Editor,
    beside: SidePanel,
    operations: Memo<Vec<OperationRow>>,
    ways: Ways,
    resolve: Asking,
    send: Asking,
    sheets: Sheets,
}

impl NoteActs {
    /// For the notes of these lines.
    pub fn start(editor: Editor, beside: SidePanel, operations: Memo<Vec<OperationRow>>) -> Self {
        let (resolve, send) = (Asking::start(), Asking::start());
        let (ways, sheets) = (Ways::start(), expect_context());
        Self { editor, beside, operations, ways, resolve, send, sheets }
    }

    /// An action of a note's row was pressed.
    pub fn press(self, row: &str, way: &str) {
        let note = untrack(|| self.editor.lines.find(row));
        if let (Some(EditorRow::Note(note)), Some(way)) = (note, NoteAction::named(way)) {
            self.go(way, &note);
        }
    }

    fn go(self, way: NoteAction, row: &NoteRow) {
        // The note goes, and what comes to its place is another line.
        self.editor.lead_to(&row.of);
        match &row.note {
            Note::Refused { operation, .. } | Note::Unknown { operation, .. } => {
                self.help(way, *operation, &row.of);
            }
            Note::Conflict { operation, typed_since: true, .. } => {
                self.resolve_typed(way, *operation, &row.of);
            }
            Note::Conflict { operation, fields, .. } => self.resolve(way, *operation, fields),
            Note::Elsewhere { fields } => self.settle(way, &row.of, fields),
        }
    }

    fn help(self, way: NoteAction, operation: OperationKey, line: &RowKey) {
        match way {
            NoteAction::TakeBack => self.take_back(operation, line),
            NoteAction::Another => self.decide(line, LineAction::Substitute),
            NoteAction::Revise => self.decide(line, LineAction::Revise),
            NoteAction::Pick => self.decide(line, LineAction::Pick),
            NoteAction::RevertAndDelete => self.revert_and_delete(operation, line),
            _ => {
                let row = self.operation(operation);
                let Some(row) = row else { return };
                match way {
                    NoteAction::Retry => self.retry(&row),
                    NoteAction::Discard => self.discard(&row),
                    NoteAction::Copy => self.ways.copy(&row),
                    NoteAction::Answer => self.ways.answer(&row),
                    NoteAction::AddAgain => self.add_again(&row),
                    _ => {}
                }
            }
        }
    }

    /// Tries it as it is, after what was typed before.
    fn retry(self, row: &OperationRow) {
        let job = Job::Retry(RetryOperations { operations: vec![row.key] });
        self.editor.queue.ask(self.send, job, |_| ());
    }

    /// Gives it up; that can be taken back.
    fn discard(self, row: &OperationRow) {
        let offer = self.ways.offer_back(row);
        let job = Job::GiveUp(DropOperation { operation: row.key });
        self.editor.queue.ask(self.send, job, move |_| offer());
    }

    /// The change stands in its line again, to be corrected there.
    fn take_back(self, operation: OperationKey, line: &RowKey) {
        let line = line.clone();
        self.editor.take_back(operation, move || self.editor.go_to(&line));
    }

    /// Something else is decided; until that is kept, what was refused stays so.
    fn decide(self, line: &RowKey, act: LineAction) {
        self.editor.go_to(line);
        self.beside.show(act);
    }

    /// The service wants a revised line reverted before it is deleted; both are sent, one after the
    /// other.
    fn revert_and_delete(self, operation: OperationKey, line: &RowKey) {
        let (movement, only) = (self.editor.lines.key.get_untracked(), vec![line.clone()]);
        self.editor.take_back(operation, || ());
        if let Some(movement) = movement {
            let request = SendChanges { movement, only: Some(only), without: Vec::new() };
            self.editor.queue.ask(self.send, Job::Send(request), |_| ());
        }
    }

    /// A line like the one that is gone, with what was asked for of it.
    fn add_again(self, row: &OperationRow) {
        let Some((product, quantity)) = wanted(row) else { return };
        let code = product.code.clone().unwrap_or_default();
        let (product, after) = (Some(product), None);
        let line = LineEdit::Add { row: new_key(), after, product, code, quantity };
        let operation = row.key;
        self.editor.edit_then(StepKind::Add, vec![line], move |_| {
            self.editor.queue.push(Job::GiveUp(DropOperation { operation }), None);
        });
    }

    /// Of a line that was typed in since: what was typed goes in the place of the change in conflict, or
    /// both are given up.
    fn resolve_typed(self, way: NoteAction, operation: OperationKey, line: &RowKey) {
        if way == NoteAction::Mine {
            let Some(movement) = self.editor.lines.key.get_untracked() else { return };
            let only = Some(vec![line.clone()]);
            let request = SendChanges { movement, only, without: Vec::new() };
            return self.editor.queue.ask(self.send, Job::Send(request), |_| ());
        }
        let forget = LineEdit::Forget { row: line.clone() };
        self.editor.edit_then(StepKind::Discard, vec![forget], move |_| {
            let request = ResolveConflict { operation, keep: Vec::new() };
            self.editor.queue.ask(self.resolve, Job::Resolve(request), |_| ());
        });
    }

    fn resolve(self, way: NoteAction, operation: OperationKey, fields: &[FieldConflict]) {
        match way {
            NoteAction::Compare => {
                if let Some(row) = self.operation(operation) {
                    self.ways.compare(&row);
                }
            }
            _ => {
                let keep = if way == NoteAction::Mine { all(fields) } else { Vec::new() };
                let request = ResolveConflict { operation, keep };
                self.editor.queue.ask(self.resolve, Job::Resolve(request), |_| ());
            }
        }
    }

    fn settle(self, way: NoteAction, line: &RowKey, fields: &[FieldConflict]) {
        let row = line.clone();
        let settle = move |keep| {
            let edit = LineEdit::Resolve { row: row.clone(), keep };
            self.editor.edit(StepKind::Resolve, vec![edit]);
        };
        match way {
            NoteAction::Mine => settle(all(fields)),
            NoteAction::Theirs => settle(Vec::new()),
            _ => {
                let (title, fields) = (self.title(line), fields.to_vec());
                let decide = Callback::new(settle);
                self.sheets.line_conflict.set(Some(LineConflict { title, fields, decide }));
            }
        }
    }

    /// What a line is called.
    fn title(self, line: &RowKey) -> String {
        let product = untrack(|| self.editor.lines.line(line)).and_then(|line| line.product);
        product.and_then(|product| product.code.or(product.name)).unwrap_or_default()
    }

    fn operation(self, key: OperationKey) -> Option<OperationRow> {
        self.operations.with_untracked(|all| all.iter().find(|row| row.key == key).cloned())
    }
}

/// Why the last action came to nothing.
#[component]
pub fn NoteFailure(acts: NoteActs) -> impl IntoView {
    let failure = move || {
        let failed = acts.ways.failure().or_else(|| acts.resolve.failure.get());
        failed.or_else(|| acts.send.failure.get())
    };
    move || {
        failure().map(|failure| {
            view! { <div class="banner banner-red" data-testid="note-failure"><FailureNote failure /></div> }
        })
    }
}

fn all(fields: &[FieldConflict]) -> Vec<ConflictField> {
    fields.iter().map(|field| field.field).collect()
}

/// The product and the quantity that were asked for of a line.
fn wanted(row: &OperationRow) -> Option<(contract::ProductRef, String)> {
    let line = row.line.as_deref();
    let (product, quantity) = match &row.operation {
        Operation::ChangeLine(LineChange::Create { product, quantity, .. }) => {
            (Some(product.clone()), Some(i64::from(*quantity)))
        }
        Operation::ChangeLine(LineChange::Update { product, quantity, .. }) => {
            (product.clone(), quantity.map(i64::from))
        }
        _ => (None, None),
    };
    let product = product.or_else(|| line.map(|line| line.product.clone()))?;
    let quantity = quantity.or_else(|| line.and_then(|line| line.quantity_requested));
    Some((product, quantity.map(|pieces| pieces.to_string()).unwrap_or_default()))
}
