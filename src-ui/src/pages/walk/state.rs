//! A walk on its page: its tasks, the one with the cursor, and what is entered.

use std::sync::Arc;
use std::time::Duration;

use contract::gs1::without_mark;
use contract::{
    Failure, ListScans, ListTasks, OnlyTasks, PickStep, PickTask, ReadTask, ReadWalk, ScanCommand,
    ScanFound, TaskState, TaskView, WalkKey, WalkScan, WalkState, is_line_code,
};
use leptos::prelude::*;

use super::answers::take_out;
use super::columns::draw;
use super::imported::accounts;
use super::jobs::{WalkJob, WalkJobs};
use super::words::{Outcome, outcome};
use crate::components::Toasts;
use crate::components::grid::GridHandle;
use crate::data::query::{Query, Quiet, use_query};
use crate::data::rows::{PagedRows, use_rows};
use crate::effect::{effect, memo};
use crate::i18n::{I18n, say, use_i18n};
use crate::keys::{Keys, use_keys};
use crate::look::{DisplaySettings, use_look};
use crate::navigation::{Route, Tabs, use_tab, use_tabs};
use crate::sound::{self, Sound};
use crate::wording::format::{Format, use_format};
use crate::wording::words::failure as failure_words;

/// So many tasks of a walk are read at once.
const MOST: u32 = 2_000;

/// So many of the last scans are shown.
const SCANS_SHOWN: u32 = 5;

/// A walk on its page.
#[derive(Clone, Copy)]
pub struct WalkPage {
    /// Which one.
    pub key: WalkKey,
    /// The walk and what can be done in it.
    pub query: Query<WalkState>,
    /// What was scanned last, the newest first, once it is read anew.
    scans: Query<Vec<WalkScan>>,
    /// What the last code did.
    newest: RwSignal<Option<WalkScan>>,
    /// Its tasks.
    pub rows: PagedRows<PickTask>,
    /// The task with the cursor, by its id.
    pub current: RwSignal<Option<String>>,
    /// The task whose quantity is to be typed next: the cursor goes there once all tasks are here.
    pub wanted: RwSignal<Option<String>>,
    /// The task a code of a line led to last.
    pub goal: StoredValue<Option<String>>,
    /// It is far away in the list: the cursor is not there yet.
    pub far: StoredValue<Option<String>>,
    /// What is typed is held for the task of a code.
    pub holds: StoredValue<bool>,
    /// So many codes of lines were scanned of which it is not known yet where they lead.
    pub expected: StoredValue<u32>,
    /// The keys: what is typed behind the code of a line waits for its task.
    pub keys: Keys,
    /// What is typed in the view of one task.
    pub typed: RwSignal<String>,
    /// What is looked for.
    pub text: RwSignal<String>,
    /// The text as it is looked for.
    pub quiet: Quiet,
    /// Which tasks are shown.
    pub only: RwSignal<OnlyTasks>,
    /// One task is shown at a time.
    pub focus: RwSignal<bool>,
    /// That one, and the next.
    pub focused: Query<Option<TaskView>>,
    /// Scans that want an answer: which task, or which product. The first one is asked about.
    pub asks: RwSignal<Vec<WalkScan>>,
    /// The task whose line is to be taken from elsewhere too.
    pub splits: RwSignal<Option<PickTask>>,
    /// The task of which it is reported that something else lies there.
    pub differs: RwSignal<Option<PickTask>>,
    /// Asks why less goes of the task with the cursor; counts how often.
    pub wants_reason: RwSignal<u32>,
    /// Labels of the tasks are to be printed; counts how often.
    pub labels: RwSignal<u32>,
    /// The panel is wanted.
    pub panel: RwSignal<bool>,
    /// The grid.
    pub grid: GridHandle,
    /// Why the last thing that was done could not be kept.
    pub failure: RwSignal<Option<Failure>>,
    /// Picks are being sent.
    pub sending: RwSignal<bool>,
    /// Where it is said what was done.
    pub toasts: Toasts,
    /// The words.
    pub i18n: I18n,
    /// Numbers and days.
    pub format: Format,
    /// The preferences.
    pub look: DisplaySettings,
    tabs: Tabs,
    tab: u32,
    jobs: StoredValue<WalkJobs>,
}

impl WalkPage {
    /// Opens a walk.
    pub fn start(key: WalkKey, is_roomy: bool) -> Self {
        let (i18n, format) = (use_i18n(), use_format());
        let query = use_query(move || Some(ReadWalk { walk: key }));
        let scans = use_query(move || Some(ListScans { walk: key, count: SCANS_SHOWN }));
        let text = RwSignal::new(String::new());
        let quiet = Quiet::after(text.into(), Duration::from_millis(120));
        let only = RwSignal::new(OnlyTasks::All);
        // A letter says for which movement a task is, where there are several.
        let several = memo(move || {
            query.reply.with(|state| state.as_ref().is_some_and(|it| it.walk.movements.len() > 1))
        });
        let rows = use_rows(
            move |start, count| {
                let (text, only) = (quiet.get(), only.get());
                Some(ListTasks { walk: key, start, count, text, only })
            },
            move |_, task| draw(i18n, format, several.get(), task),
        );
        let current = RwSignal::new(None::<String>);
        let look = use_look();
        let focus = RwSignal::new(look.now().walk_in_focus);
        let focused = use_query(move || {
            let (text, only) = (quiet.get(), only.get());
            let of = ListTasks { walk: key, start: 0, count: 0, text, only };
            focus.get().then(|| ReadTask { of, task: current.get() })
        });
        let heard = RwSignal::new(None::<Self>);
        let done = Callback::new(move |(job, answer)| {
            if let Some(Some(page)) = heard.try_get_untracked() {
                page.heard(&job, answer);
            }
        });
        let toasts = expect_context::<Toasts>();
        let imported = Arc::new(move |outcome| {
            toasts.say(untrack(|| accounts(i18n, format, outcome)));
        });
        let page = Self {
            key,
            query,
            scans,
            newest: RwSignal::new(None),
            rows,
            current,
            wanted: RwSignal::new(None),
            goal: StoredValue::new(None),
            far: StoredValue::new(None),
            holds: StoredValue::new(false),
            expected: StoredValue::new(0),
            keys: use_keys(),
            typed: RwSignal::new(String::new()),
            text,
            quiet,
            only,
            focus,
            focused,
            asks: RwSignal::new(Vec::new()),
            splits: RwSignal::new(None),
            differs: RwSignal::new(None),
            wants_reason: RwSignal::new(0),
            labels: RwSignal::new(0),
            look,
            panel: RwSignal::new(is_roomy),
            grid: GridHandle::default(),
            failure: RwSignal::new(None),
            sending: RwSignal::new(false),
            toasts,
            i18n,
            format,
            tabs: use_tabs(),
            tab: use_tab().number,
            jobs: StoredValue::new(WalkJobs::new(key, current, done, imported)),
        };
        heard.set(Some(page));
        // What is typed elsewhere is not held for it.
        on_cleanup(move || page.stop_holding());
        page.follow_focus();
        page
    }

    /// The task that is shown alone has the cursor: also the first one, and one in the place of one that is
    /// gone.
    fn follow_focus(self) {
        let shown = memo(move || {
            let view = self.focused.reply.get().flatten();
            view.filter(|_| self.focus.get()).map(|view| view.task.id)
        });
        effect(move || {
            if let Some(id) = shown.get()
                && self.current.with_untracked(|current| current.as_ref() != Some(&id))
            {
                self.current.set(Some(id));
            }
        });
    }

    /// One task is shown at a time, or all of them; kept for the next walk.
    pub fn show_focus(self, focus: bool) {
        self.focus.set(focus);
        self.look.change(|settings| settings.walk_in_focus = focus);
        if let Some(id) = self.current.get_untracked().filter(|_| !focus) {
            request_animation_frame(move || {
                self.go_to(&id);
                self.grid.focus();
            });
        }
    }

    /// The walk and what can be done in it.
    pub fn with_state<T>(self, of: impl FnOnce(&WalkState) -> T) -> Option<T> {
        self.query.reply.with(|state| state.as_ref().map(of))
    }

    /// The task with the cursor.
    pub fn task(self) -> Option<PickTask> {
        let id = self.current.get()?;
        if self.focus.get() {
            let shown = self.focused.reply.get().flatten().map(|view| view.task);
            return shown.filter(|task| task.id == id);
        }
        self.rows.find(|task| task.id == id)
    }

    /// Enters something.
    pub fn enter(self, step: PickStep) {
        self.push(WalkJob::Enter(step));
    }

    /// Does one job after the other.
    pub fn push(self, job: WalkJob) {
        if job == WalkJob::Send {
            if let Some(why) = untrack(|| self.cannot_send()) {
                return self.toasts.tell(why);
            }
            self.sending.set(true);
        }
        self.jobs.with_value(|jobs| jobs.push(job));
    }

    /// Why nothing can be sent now.
    pub fn cannot_send(self) -> Option<String> {
        let progress = self.with_state(|state| state.walk.progress).unwrap_or_default();
        let why = match (progress.ready, progress.stopped) {
            (0, 0) => say!(self.i18n, walk.nothing_to_send),
            (0, _) => say!(self.i18n, walk.none_can_go),
            _ => return None,
        };
        Some(why.to_owned())
    }

    fn heard(self, job: &WalkJob, answer: Result<Option<WalkState>, Failure>) {
        if let WalkJob::Scan(code, _) = job
            && is_line_code(without_mark(code.trim()))
        {
            match &answer {
                Err(failure) if job.is_tried_again(failure) => self.stop_holding(),
                answer => {
                    let state = answer.as_ref().ok().and_then(Option::as_ref);
                    let scan = state.and_then(|state| state.scan.as_ref());
                    self.line_heard(scan.map(|scan| &scan.found));
                }
            }
        }
        if *job == WalkJob::Send {
            self.sending.set(false);
        }
        match answer {
            Ok(Some(state)) => {
                // What one key could not do is told until the next one did something.
                self.failure.set(state.not_kept.clone());
                if *job == WalkJob::Send {
                    self.say_kept(&state);
                }
                match (&state.scan, job) {
                    (None, WalkJob::TakeBack(Some(_))) => {}
                    (scan, WalkJob::TakeBack(_)) => self.say_taken_back(scan.as_ref()),
                    (Some(scan), _) => self.heard_scan(scan),
                    (None, _) => {}
                }
                if let (WalkJob::EnterAgain { split, .. }, Some(again)) = (job, &state.again) {
                    self.entered_again(again, *split);
                }
                self.query.reply.set(Some(state));
            }
            Ok(None) => {
                self.tabs.open(Route::Pick);
                self.tabs.close(self.tab);
            }
            Err(failure) => {
                self.toasts.tell(untrack(|| failure_words(self.i18n, &failure)));
                self.failure.set(Some(failure));
            }
        }
    }

    /// What a scan did is heard and seen; what it asks is asked.
    fn heard_scan(self, scan: &WalkScan) {
        self.newest.set(Some(scan.clone()));
        let volume = self.look.now().scanner.volume;
        sound::play(sound_of(scan), volume);
        if let ScanFound::Line { task, .. } = &scan.found {
            return self.go_to_quantity(task);
        }
        self.goal.set_value(None);
        self.wanted.set(None);
        if let Some(task) = task_of(&scan.found) {
            // At once: the next code may be of it.
            self.current.set(Some(task.to_owned()));
            self.go_to(task);
        }
        match &scan.found {
            ScanFound::Several { among, .. } if !among.is_empty() => {
                self.asks.update(|asks| asks.push(scan.clone()));
            }
            ScanFound::Command { command: ScanCommand::Confirm, short: true, .. } => {
                self.ask_reason();
            }
            ScanFound::Command { command: ScanCommand::Confirm, done: false, .. } => {}
            ScanFound::Command { command, task, .. } => self.command(*command, task.as_deref()),
            _ => {}
        }
    }

    /// Which scan was taken back is said where another one stands in the strip.
    fn say_taken_back(self, scan: Option<&WalkScan>) {
        let Some(scan) = scan else {
            return self.toasts.tell(untrack(|| say!(self.i18n, walk.none_to_undo).to_owned()));
        };
        if self.last_scan().is_none_or(|last| last.at != scan.at) {
            let code = scan.code.clone();
            self.toasts.say(untrack(|| say!(self.i18n, walk.scan_undone, code = code)));
        }
    }

    /// The scan that is asked about was answered, with those of the same code behind it: how many these are.
    pub fn answered(self, scan: &WalkScan) -> usize {
        let mut count = 0;
        self.asks.update(|asks| count = take_out(asks, scan));
        count
    }

    /// Asks why less goes of the task with the cursor.
    pub fn ask_reason(self) {
        self.wants_reason.update(|times| *times += 1);
    }

    fn command(self, command: ScanCommand, task: Option<&str>) {
        match (command, task) {
            (ScanCommand::Confirm, Some(task)) => self.go_on(task, false),
            (ScanCommand::Next, _) => self.step(false),
            (ScanCommand::Short, _) => self.ask_reason(),
            (ScanCommand::Send, _) => self.push(WalkJob::Send),
            _ => {}
        }
    }

    /// What was scanned last, the newest first. What the last code did is seen at once, before all is read anew.
    pub fn last_scans(self) -> Vec<WalkScan> {
        let mut all = self.scans.reply.get().unwrap_or_default();
        let newest = self.newest.get();
        let is_new = |scan: &WalkScan| all.first().is_none_or(|first| scan.at > first.at);
        if let Some(scan) = newest.filter(is_new) {
            all.insert(0, scan);
            all.truncate(SCANS_SHOWN as usize);
        }
        all
    }

    /// The last scan, as it is shown.
    pub fn last_scan(self) -> Option<WalkScan> {
        untrack(|| self.last_scans()).into_iter().next()
    }

    /// Asks which product the last code is of, where nobody knows it.
    pub fn link_last_scan(self) {
        let is_unknown = |scan: &WalkScan| scan.found == ScanFound::Nothing;
        if let Some(scan) = self.last_scan().filter(is_unknown) {
            self.asks.update(|asks| asks.push(scan));
        }
    }

    /// Takes the rest of a task's line from elsewhere; of a refused pick all of it.
    pub fn split_up(self, task: &PickTask) {
        if task.refused.is_some() {
            self.enter_again(task, true);
        } else if !task.state.is_made() && task.state != TaskState::Gone {
            self.splits.set(Some(task.clone()));
        }
    }

    /// Enters a refused pick again, to change its number, or to `split` it up.
    pub fn enter_again(self, task: &PickTask, split: bool) {
        self.push(WalkJob::EnterAgain { task: task.id.clone(), split });
    }

    /// The tasks of the walk, all of them.
    pub fn use_tasks(self) -> Signal<Vec<PickTask>> {
        let tasks = use_query(move || {
            let (text, only) = (String::new(), OnlyTasks::All);
            Some(ListTasks { walk: self.key, start: 0, count: MOST, text, only })
        });
        Signal::derive(move || tasks.get().map(|page| page.rows).unwrap_or_default())
    }

    fn say_kept(self, state: &WalkState) {
        let (i18n, format) = (self.i18n, self.format);
        let stopped = state.walk.progress.stopped;
        untrack(|| {
            if state.kept > 0 {
                let number = format.number(state.kept);
                self.toasts.say(say!(i18n, walk.kept, count = state.kept, number = number));
            }
            if stopped > 0 {
                let number = format.number(stopped);
                self.toasts.tell(say!(i18n, walk.stopped, count = stopped, number = number));
            }
        });
    }

    /// Enter on a task: takes it as it stands, and goes to the next one that is not done. Answers whether
    /// that was all there was to do.
    pub fn confirm(self, task: &PickTask) -> bool {
        match task.state {
            // What another key did meanwhile the backend knows.
            TaskState::Open | TaskState::Changed => {
                self.enter(PickStep::Confirm { task: task.id.clone() });
            }
            // No more of it come: then it wants a reason.
            TaskState::Counting => {
                self.enter(PickStep::Confirm { task: task.id.clone() });
                return false;
            }
            TaskState::Refused if task.refused.is_some() => {
                self.enter_again(task, false);
                return true;
            }
            // These want a number, a reason, or a tick.
            TaskState::Less | TaskState::Over | TaskState::Unknown | TaskState::Gone => {
                return false;
            }
            _ => {}
        }
        self.go_on(&task.id, false);
        true
    }

    /// So many of a task.
    pub fn enter_quantity(self, task: &str, quantity: Option<u32>) {
        self.enter(PickStep::Quantity { task: task.to_owned(), quantity });
    }

    /// Ticks a task off as done on paper, or not.
    pub fn check_off(self, task: &PickTask) {
        let done = task.state != TaskState::CheckedOff;
        self.enter(PickStep::CheckOff { task: task.id.clone(), done });
        if done {
            self.go_on(&task.id, false);
        }
    }

    /// Less goes, for this reason.
    pub fn give_reason(self, task: &PickTask, reason: &str) {
        let taken = task.reason.as_deref() == Some(reason);
        let reason = (!taken).then(|| reason.to_owned());
        self.enter(PickStep::Reason { task: task.id.clone(), reason });
    }
}

/// Whether what a scan counted can be taken back.
pub fn counts(scan: &WalkScan) -> bool {
    matches!(scan.found, ScanFound::Counted { .. }) && !scan.taken_back && !scan.settled
}

fn sound_of(scan: &WalkScan) -> Sound {
    match outcome(scan) {
        Outcome::Good | Outcome::Undone => Sound::Right,
        Outcome::Bad => Sound::Wrong,
        Outcome::Asks => Sound::Asks,
    }
}

/// The task a scan brought the cursor to, where it did.
fn task_of(found: &ScanFound) -> Option<&str> {
    match found {
        ScanFound::Counted { task, .. }
        | ScanFound::Enough { task, .. }
        | ScanFound::TooMany { task, .. }
        | ScanFound::UnknownLot { task, .. }
        | ScanFound::NoLot { task, .. } => Some(task),
        ScanFound::Bin { first, .. } => first.as_deref(),
        _ => None,
    }
}
