//! The editor of a movement's lines: whatever the page types, selects, undoes or sends goes through
//! here to be saved. Changes of several lines at once are in `bulk`, blocks of the clipboard in
//! `blocks`, the focus in `lines::focus`.

use std::time::Duration;

use contract::{
    EditLines, EditorColumn, EditorLine, EditorState, InsertStocklist, LineEdit, LineStatus,
    MergeLines, MovementKey, Pasted, PersonRef, ProductRef, ReadEditor, RowKey, RowState, StepKind,
    StocklistId, TakeBack, UndoStep,
};
use leptos::prelude::*;

use super::queue::{EditOutcome, EditQueue, Job, Then};
use super::typing::Typing;
use crate::components::Toasts;
use crate::components::grid::{CellValue, Edit, GridHandle};
use crate::data::query::{Query, use_query};
use crate::dom;
use crate::i18n::{I18n, say, use_i18n};
use crate::pages::movement::lines::arrival::{OnArrival, PendingMove};
use crate::pages::movement::lines::columns::column_of;
use crate::pages::movement::lines::draw::{ENTRY, text_of};
use crate::pages::movement::lines::new_row::NewRow;
use crate::pages::movement::lines::people_search::PeopleSearch;
use crate::pages::movement::lines::product_search::ProductSearch;
use crate::pages::movement::lines::rows::Lines;
use crate::wording::format::{Format, use_format};

/// By then the rows of what was kept are here; what changed nothing is drawn as it is.
const SETTLED: Duration = Duration::from_millis(400);

/// The editor of a movement's lines.
#[derive(Clone, Copy)]
pub struct Editor {
    /// The lines.
    pub lines: Lines,
    /// Their grid.
    pub grid: GridHandle,
    /// The row for a new line.
    pub entry: NewRow,
    /// Finds products.
    pub search: ProductSearch,
    /// Who was found to get a line.
    pub people: PeopleSearch,
    /// All that is done to the lines, in its order.
    pub queue: EditQueue,
    /// What became of the block pasted last.
    pub accounts: RwSignal<Option<Pasted>>,
    /// The list of stocklists is open.
    pub inserting: RwSignal<bool>,
    /// Why nothing can be changed here; `None` where it can.
    pub why_not: Signal<Option<String>>,
    pub i18n: I18n,
    pub format: Format,
    pub toasts: Toasts,
    pub typing: Typing,
    pub wanted: RwSignal<Option<PendingMove>>,
    /// How often the user went elsewhere in the lines.
    pub moves: StoredValue<u32>,
    /// The line that was gone to last, whatever is looked for.
    pub last_goal: StoredValue<Option<String>>,
    /// It was said that the service tells no order of these lines.
    pub unplaced_said: StoredValue<bool>,
    /// The focus is on its way to a line named elsewhere.
    pub is_sent: StoredValue<bool>,
    state: Query<EditorState>,
}

impl Editor {
    /// The editor of these lines.
    pub fn start(lines: Lines, why_not: Signal<Option<String>>) -> Self {
        let state: Query<EditorState> =
            use_query(move || Some(ReadEditor { movement: lines.key.get()? }));
        let queue = EditQueue::start(state.reply);
        let editor = Self {
            lines,
            grid: GridHandle::default(),
            entry: NewRow::start(),
            search: ProductSearch::start(lines.key),
            people: PeopleSearch::start(),
            queue,
            accounts: RwSignal::new(None),
            inserting: RwSignal::new(false),
            why_not,
            i18n: use_i18n(),
            format: use_format(),
            toasts: expect_context(),
            typing: Typing::start(queue, lines.key),
            state,
            wanted: RwSignal::new(None),
            moves: StoredValue::new(0),
            last_goal: StoredValue::new(None),
            unplaced_said: StoredValue::new(false),
            is_sent: StoredValue::new(false),
        };
        editor.go_when_here();
        editor.stay_on_the_line();
        // A row begun for a new line becomes one, rather than be lost with the page.
        on_cleanup(move || editor.add_entry());
        editor
    }

    /// How the editor stands; nothing until it is known.
    pub fn state(self) -> EditorState {
        self.state.get().unwrap_or_default()
    }

    /// A number of it, once it is known.
    pub fn known(self, number: fn(&EditorState) -> u32) -> Option<u32> {
        self.state.reply.with(|state| state.as_ref().map(number))
    }

    /// Why it cannot be asked how the editor stands.
    pub fn failed(self) -> bool {
        self.state.failure.with(Option::is_some) && self.state.reply.with(Option::is_none)
    }

    /// A cell is being typed in.
    pub fn type_in(self, edit: Edit) {
        let (Some(column), CellValue::Text(text)) = (column_of(edit.column), edit.value) else {
            return;
        };
        if edit.key == ENTRY {
            return self.typing.type_in(self.entry.typed(column, &text));
        }
        self.add_entry();
        if let Ok(row) = edit.key.parse::<RowKey>() {
            self.typing.type_in(contract::TypedCell { row: Some(row), column, text });
        }
    }

    /// A cell was left with a text.
    pub fn enter(self, edit: Edit) {
        let (Some(column), CellValue::Text(text)) = (column_of(edit.column), edit.value) else {
            return;
        };
        if edit.key == ENTRY {
            self.entry.enter(column, text);
            return self.add_whole_entry(column);
        }
        let Ok(row) = edit.key.parse::<RowKey>() else { return };
        // What stands there already is no change, unless something before it is still on its way.
        let line = untrack(|| self.lines.line(&row));
        let same = line.is_some_and(|line| text_of(&line, column) == text);
        if same && !self.queue.waits.get_untracked() {
            return self.grid.settle(&edit.key);
        }
        self.edit(StepKind::Cell, vec![LineEdit::Cell { row, column, text }]);
    }

    /// A line was to be edited that cannot be as it stands: it is said why.
    pub fn say_closed(self, row: &str) {
        let Ok(row) = row.parse::<RowKey>() else { return };
        let line = untrack(|| self.lines.line(&row));
        line.iter().for_each(|line| self.say_why_closed(line));
    }

    /// Why a line cannot be edited as it stands.
    pub fn say_why_closed(self, line: &EditorLine) {
        let (i18n, number) = (self.i18n, line.number);
        let said = untrack(|| match line.state {
            _ if line.deleted => say!(i18n, editor.closed_deleted, line = number),
            RowState::Sending => say!(i18n, editor.closed_sending, line = number),
            RowState::ChangedElsewhere => say!(i18n, editor.closed_elsewhere, line = number),
            _ if line.status == Some(LineStatus::Pending) => {
                say!(i18n, editor.closed_unmade, line = number)
            }
            _ => say!(i18n, editor.closed_decided, line = number),
        });
        self.toasts.tell(said);
    }

    /// A cell's editor was left, whatever became of the text.
    pub fn left(self) {
        if self.entry.is_empty() {
            self.typing.end();
        } else {
            self.typing.hold(self.entry.kept());
        }
    }

    /// A product was chosen for a line.
    pub fn choose(self, row: &str, product: ProductRef) {
        if row == ENTRY {
            self.entry.choose(product);
            return self.add_whole_entry(EditorColumn::Code);
        }
        if let Ok(row) = row.parse::<RowKey>() {
            self.edit(StepKind::Cell, vec![LineEdit::Product { row, product }]);
        }
    }

    /// Somebody was chosen to get a line.
    pub fn choose_recipient(self, row: &str, person: PersonRef) {
        if row == ENTRY {
            self.entry.give(person);
            if self.entry.is_whole(EditorColumn::Recipient) {
                return self.add_entry();
            }
            return self.want(
                self.listed(),
                ENTRY.to_owned(),
                "requested",
                OnArrival::Edit(String::new()),
            );
        }
        if let Ok(row) = row.parse::<RowKey>() {
            let recipient = LineEdit::Recipient { row, recipient: Some(person) };
            self.edit(StepKind::Cell, vec![recipient]);
        }
    }

    /// Edits lines, in one step of undo.
    pub fn edit(self, step: StepKind, edits: Vec<LineEdit>) {
        self.edit_then(step, edits, |_| ());
    }

    /// Edits lines, and does something more when that is kept.
    pub fn edit_then(
        self,
        step: StepKind,
        edits: Vec<LineEdit>,
        then: impl FnOnce(Self) + Send + 'static,
    ) {
        let Some(movement) = self.movement().filter(|_| !edits.is_empty()) else { return };
        let rows: Vec<String> = edits.iter().map(|edit| row_of(edit).to_string()).collect();
        let decimal_mark = untrack(|| self.format.decimal_mark());
        let job = Job::Edit(EditLines { movement, step, edits, decimal_mark });
        let kept: Then = Box::new(move |_| {
            self.settle_soon(rows);
            then(self);
        });
        self.queue.push(job, Some(kept));
    }

    /// Takes the last step back, or does it again.
    pub fn undo(self, redo: bool) {
        let i18n = self.i18n;
        self.add_entry();
        let ended = self.state.reply.with_untracked(|state| {
            state.as_ref().is_some_and(|state| state.undo_in_history && !redo)
        });
        if !redo && untrack(|| self.is_block_last()) {
            self.accounts.set(None);
        }
        if ended {
            return self.toasts.tell(untrack(|| say!(i18n, editor.undo_in_history).to_owned()));
        }
        if let Some(movement) = self.movement() {
            self.queue.push(Job::Undo(UndoStep { movement, redo }), None);
        }
    }

    /// Whether the last step is a block that was put down: undo takes that back.
    pub fn is_block_last(self) -> bool {
        let is_block = |kind| matches!(kind, StepKind::Paste | StepKind::Insert | StepKind::Import);
        self.state.reply.with(|state| {
            state.as_ref().and_then(|state| state.undo).is_some_and(|step| is_block(step.kind))
        })
    }

    /// Merges the lines of a line's product.
    pub fn merge(self, row: RowKey) {
        if let Some(movement) = self.movement() {
            self.queue.push(Job::Merge(MergeLines { movement, row }), None);
        }
    }

    /// Puts the items of a stocklist in.
    pub fn insert_stocklist(self, stocklist: StocklistId) {
        if let Some(movement) = self.movement() {
            let job = Job::Insert(InsertStocklist { movement, stocklist });
            // Its lines stand at the end, out of sight.
            let account = self.account();
            let then = move |kept: EditOutcome| {
                // Whoever does something else by now is left alone.
                if let EditOutcome::Pasted(Pasted { rows, .. }) = &kept
                    && let Some(first) = rows.first()
                    && dom::focus_is_in("[data-testid=insert-stocklist]")
                {
                    self.go_to(first);
                }
                account(kept);
            };
            self.queue.push(job, Some(Box::new(then)));
        }
    }

    /// Takes a refused change back into its line, and does something more then.
    pub fn take_back(
        self,
        operation: contract::OperationKey,
        then: impl FnOnce() + Send + 'static,
    ) {
        if self.movement().is_some() {
            let then: Then = Box::new(move |_| then());
            self.queue.push(Job::TakeBack(TakeBack { operation }), Some(then));
        }
    }

    /// Accounts for the rows of a block.
    pub fn account(self) -> Then {
        Box::new(move |kept| {
            if let EditOutcome::Pasted(pasted) = kept {
                self.accounts.set(Some(pasted));
            }
        })
    }

    /// What could not be kept is given up; its cells are as they were.
    pub fn give_up(self) {
        for job in self.queue.give_up() {
            let edits = if let Job::Edit(given_up) = job { given_up.edits } else { Vec::new() };
            edits.iter().for_each(|edit| self.grid.settle(&row_of(edit).to_string()));
        }
    }

    /// Adds the line that was begun, as far as it goes.
    pub fn add_entry(self) {
        let Some((line, recipient)) = self.entry.take() else { return };
        match recipient {
            // What was chosen is of one step with the line, what was typed may be refused alone.
            Some(chosen @ LineEdit::Recipient { .. }) => {
                self.edit(StepKind::Add, vec![line, chosen]);
            }
            typed => {
                self.edit(StepKind::Add, vec![line]);
                self.edit(StepKind::Cell, typed.into_iter().collect());
            }
        }
    }

    /// How many rows are of the list: the next one is for new lines.
    pub fn listed(self) -> u32 {
        self.lines.rows.grid.total.get_untracked()
    }

    /// The movement, where it can be changed; else it is said why not.
    pub fn movement(self) -> Option<MovementKey> {
        match self.why_not.get_untracked() {
            Some(why) => self.toasts.tell(why),
            None => return self.lines.key.get_untracked(),
        }
        None
    }

    fn add_whole_entry(self, left: EditorColumn) {
        if self.entry.is_whole(left) {
            self.add_entry();
        }
    }

    fn settle_soon(self, rows: Vec<String>) {
        let settle = move || {
            if self.queue.waits.try_get_untracked() == Some(false) {
                rows.iter().for_each(|row| self.grid.settle(row));
            }
        };
        set_timeout(settle, SETTLED);
    }
}

/// The line an edit is about.
pub fn row_of(edit: &LineEdit) -> &RowKey {
    match edit {
        LineEdit::Cell { row, .. }
        | LineEdit::Product { row, .. }
        | LineEdit::Recipient { row, .. }
        | LineEdit::Add { row, .. }
        | LineEdit::Decide { row, .. }
        | LineEdit::Delete { row, .. }
        | LineEdit::Merge { row, .. }
        | LineEdit::Move { row, .. }
        | LineEdit::Forget { row }
        | LineEdit::Resolve { row, .. } => row,
    }
}
