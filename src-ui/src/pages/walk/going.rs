//! Going from task to task: those that are here, and those that only the backend knows.

use contract::gs1::without_mark;
use contract::{
    Failure, FindTask, ListTasks, OnlyTasks, Page, PickTask, ReadTask, ScanFound, TaskView,
    is_line_code,
};
use leptos::prelude::*;

use super::columns::QUANTITY;
use super::focus::enter_typed;
use super::jobs::WalkJob;
use super::state::WalkPage;
use crate::i18n::say;
use crate::ipc;

impl WalkPage {
    /// Goes to a task, where it is among those that are shown.
    pub fn go_to(self, id: &str) {
        if self.focus.get_untracked() {
            return self.current.set(Some(id.to_owned()));
        }
        if let Some(row) = self.rows.position(|task| task.id == id) {
            return self.grid.go(row, QUANTITY);
        }
        let request = FindTask { itself: true, ..self.request_from(id, false) };
        self.go_where(request, |current| current.is_some());
    }

    /// A code was scanned. That of a line of a printed list is followed by its quantity: what is typed before it
    /// is of the task before, what comes now waits for its own.
    pub fn hear_code(self, code: String) {
        if is_line_code(without_mark(code.trim())) {
            let is_typed = self.typed.with_untracked(|text| !text.trim().is_empty());
            let task = untrack(|| self.task()).filter(|_| is_typed && self.focus.get_untracked());
            if let Some(task) = task {
                enter_typed(self, &task);
            }
            self.expected.update_value(|count| *count += 1);
            // What is typed in a sheet is the sheet's.
            if !untrack(|| self.keys.sheet_is_open()) {
                self.holds.set_value(true);
                self.keys.hold();
            }
        }
        self.push(WalkJob::Scan(code, None));
    }

    /// It is known what the code of a line did. What was typed for one that is gone is of no task.
    pub fn line_heard(self, found: Option<&ScanFound>) {
        self.expected.update_value(|count| *count = count.saturating_sub(1));
        let is_led = matches!(found, Some(ScanFound::Line { .. }));
        if !is_led && self.ends_holding() {
            self.keys.drop_held();
        }
    }

    /// A task has the focus: what was typed for it meanwhile is pressed, unless another code is on its way.
    pub fn press_typed(self) {
        if self.ends_holding() {
            self.keys.release();
        }
    }

    /// Whether what is typed was held until now, and no other code is on its way.
    fn ends_holding(self) -> bool {
        let ends = self.expected.get_value() == 0 && self.holds.get_value();
        if ends {
            self.holds.set_value(false);
        }
        ends
    }

    /// The number of a refused pick is that of this task now.
    pub fn entered_again(self, id: &str, split: bool) {
        if !split {
            self.toasts.say(untrack(|| say!(self.i18n, walk.again_done).to_owned()));
        }
        self.go_to_quantity(id);
        if !split {
            return;
        }
        let of = ListTasks {
            walk: self.key,
            start: 0,
            count: 0,
            text: String::new(),
            only: OnlyTasks::All,
        };
        let (request, splits) = (ReadTask { of, task: Some(id.to_owned()) }, self.splits);
        ipc::ask(&request, move |answer: Result<Option<TaskView>, Failure>| {
            if let Ok(Some(view)) = answer {
                // The page may be closed by now.
                splits.try_set(Some(view.task));
            }
        });
    }

    /// To a task whose quantity is typed next. One that is not shown is among all of them.
    pub fn go_to_quantity(self, id: &str) {
        let id = id.to_owned();
        self.goal.set_value(Some(id.clone()));
        self.current.set(Some(id.clone()));
        let is_here = self.rows.position(|task| task.id == id).is_some();
        if is_here && untrack(|| self.rows.is_answered()) {
            return self.wanted.set(Some(id));
        }
        let request = FindTask { itself: true, ..self.request_from(&id, false) };
        ipc::ask(&request, move |answer: Result<Option<u32>, Failure>| {
            // The page may be closed by now, or another code led elsewhere.
            if self.goal.try_get_value().flatten().as_ref() != Some(&id) {
                return;
            }
            if !matches!(answer, Ok(Some(_))) {
                self.text.set(String::new());
                self.quiet.end();
                self.only.set(OnlyTasks::All);
            }
            self.current.set(Some(id.clone()));
            self.wanted.set(Some(id));
        });
    }

    fn request_from(self, id: &str, back: bool) -> FindTask {
        let (text, only) = untrack(|| (self.quiet.get(), self.only.get()));
        let of = ListTasks { walk: self.key, start: 0, count: 0, text, only };
        FindTask { of, task: id.to_owned(), itself: false, back }
    }

    /// Goes to the next task that is not done, or to the one before.
    pub fn step(self, back: bool) {
        if let Some(id) = self.current.get_untracked() {
            self.go_on(&id, back);
        }
    }

    /// The same from a task: where it stands the backend knows, as rows far away are not here.
    pub fn go_on(self, id: &str, back: bool) {
        if self.focus.get_untracked() && !back && self.show_next(id) {
            return;
        }
        let here = |task: &PickTask| !task.state.is_done() && task.id != id;
        let at = self.rows.position(|task| task.id == id);
        let near = at.and_then(|at| match back {
            false => self.rows.position_from(at + 1, here),
            true => self.rows.position_before(at, here),
        });
        let near = near.filter(|_| !self.focus.get_untracked());
        if let Some(row) = near {
            return self.grid.go(row, QUANTITY);
        }
        let request = self.request_from(id, back);
        let begun = id.to_owned();
        // The user may have gone elsewhere meanwhile.
        self.go_where(request, move |current| current.flatten().as_deref() == Some(&*begun));
    }

    /// Shows the next task, which is there already; no where it is not.
    fn show_next(self, id: &str) -> bool {
        let view = self.focused.reply.get_untracked().flatten();
        let Some(TaskView { task, next: Some(next), place, of }) = view else { return false };
        if task.id != id {
            return false;
        }
        self.current.set(Some(next.id.clone()));
        let view = TaskView { task: next, next: None, place: place.saturating_add(1).min(of), of };
        self.focused.reply.set(Some(Some(view)));
        true
    }

    /// Goes to where the backend says a task stands, if the cursor is still as it is to be; there is none
    /// once the page is closed.
    fn go_where(
        self,
        request: FindTask,
        is_right: impl FnOnce(Option<Option<String>>) -> bool + 'static,
    ) {
        let (grid, current) = (self.grid, self.current);
        let of = request.of.clone();
        ipc::ask(&request, move |answer: Result<Option<u32>, Failure>| {
            let (Ok(Some(row)), true) = (answer, is_right(current.try_get_untracked())) else {
                return;
            };
            if self.focus.try_get_untracked() != Some(true) {
                return grid.go(row, QUANTITY);
            }
            let one = ListTasks { start: row, count: 1, ..of };
            ipc::ask(&one, move |answer: Result<Page<PickTask>, Failure>| {
                if let Some(task) = answer.ok().and_then(|page| page.rows.into_iter().next()) {
                    current.try_set(Some(task.id));
                }
            });
        });
    }
}
