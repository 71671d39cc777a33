//! Going from task to task: those that are here, and those that only the backend knows.

use std::time::Duration;

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
use crate::sound::{self, Sound};

/// What is held is held again after so long: by itself it is given up a moment later.
const HOLD_ON: Duration = Duration::from_secs(4);

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
        let (goal, id) = (self.goal, id.to_owned());
        // A code that came meanwhile leads elsewhere.
        self.go_where(request, move |current| {
            let goal = goal.try_get_value().flatten();
            current.is_some() && goal.is_none_or(|goal| goal == id)
        });
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
            let lost = self.keys.typed_before(&code);
            if self.expected.get_value() > 0 && !lost.trim().is_empty() {
                self.tell_lost(lost);
            }
        }
        self.scan_for(code, None);
    }

    /// A code that is meant for this task, or for the one with the cursor when its turn comes.
    pub fn scan_for(self, code: String, task: Option<String>) {
        if is_line_code(without_mark(code.trim())) {
            self.expected.update_value(|count| *count += 1);
            // What is typed in a sheet is the sheet's.
            if !untrack(|| self.keys.sheet_is_open()) {
                self.keys.hold();
                if !self.holds.get_value() {
                    self.holds.set_value(true);
                    self.hold_on();
                }
            }
        }
        self.push(WalkJob::Scan(code, task));
    }

    /// Holds what is typed for as long as the answer takes.
    fn hold_on(self) {
        let again = move || {
            let waits = self.expected.try_get_value().is_some_and(|count| count > 0);
            if waits && self.holds.try_get_value() == Some(true) {
                self.keys.hold();
                self.hold_on();
            }
        };
        set_timeout(again, HOLD_ON);
    }

    /// What is held is of no task: it cannot be known now where the code leads.
    pub fn stop_holding(self) {
        if self.holds.try_get_value() == Some(true) {
            self.holds.set_value(false);
            let lost = self.keys.drop_held();
            if !lost.trim().is_empty() {
                self.tell_lost(lost);
            }
        }
    }

    fn tell_lost(self, text: String) {
        sound::play(Sound::Wrong, self.look.now().scanner.volume);
        self.toasts.tell(untrack(|| say!(self.i18n, walk.typed_ahead, text = text)));
    }

    /// It is known what the code of a line did. What was typed for one that is gone is of no task.
    pub fn line_heard(self, found: Option<&ScanFound>) {
        self.expected.update_value(|count| *count = count.saturating_sub(1));
        let is_led = matches!(found, Some(ScanFound::Line { .. }));
        if !is_led && self.expected.get_value() == 0 {
            self.stop_holding();
        }
    }

    /// This task has the focus: what was typed for it meanwhile is pressed, unless another code is on its way.
    pub fn press_typed(self, id: &str) {
        let is_goal = |goal: Option<String>| goal.as_deref() == Some(id);
        let is_last = self.expected.try_get_value() == Some(0);
        if is_last && self.holds.try_get_value() == Some(true) && is_goal(self.goal.get_value()) {
            self.holds.set_value(false);
            self.keys.release();
        }
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
