//! Forms being filled in, kept by the backend as they are typed, and brought back after a start. A
//! form hands what it holds to a [`Keeper`]; it is thrown away by an explicit act alone.
//!
//! Deliberately absent: what a draft is made of, which each form knows.

mod turns;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use chrono::{DateTime, Utc};
use contract::{
    Draft, DraftForm, DropDraft, Failure, KeptDraft, ListDrafts, MovementKey, MovementRef,
    Operation, OperationRow, OperationState, Reason, SaveDraft, TypedLine,
};
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;

use crate::effect::effect_after;
use crate::ipc;
use crate::navigation::{Route, StartKind, Tabs, use_tab};
use turns::{DraftRequest, Pace, Turns, pace};

/// What is typed is kept so soon after the first letter.
const SOON: Duration = Duration::from_millis(350);

/// After a failure it is tried again.
const AGAIN: Duration = Duration::from_secs(5);

/// The drafts of a profile; found by `use_drafts`.
#[derive(Clone, Copy)]
pub struct Drafts {
    /// Drafts no form has taken yet.
    shelf: StoredValue<Vec<Shelved>>,
    /// Movements whose header is to be edited.
    headers: RwSignal<Vec<MovementKey>>,
    keepers: StoredValue<Vec<Keeper>>,
    /// How many drafts were laid aside so far.
    laid: RwSignal<u32>,
}

/// A draft on its way to its form.
#[derive(Clone)]
pub struct Shelved {
    /// The draft.
    pub draft: Draft,
    /// When it was kept; `None` where that is still to be done.
    pub kept: Option<DateTime<Utc>>,
    /// Why the service refused it, where it comes from a refused operation.
    pub refused: Option<Failure>,
}

/// The drafts of this profile.
pub fn use_drafts() -> Drafts {
    expect_context::<Drafts>()
}

impl Drafts {
    /// Brings back what was being filled in, each in a tab of its own. Called once by the frame.
    pub fn start(tabs: Tabs) {
        let drafts = Self {
            shelf: StoredValue::new(Vec::new()),
            headers: RwSignal::new(Vec::new()),
            keepers: StoredValue::new(Vec::new()),
            laid: RwSignal::new(0),
        };
        provide_context(drafts);
        // Whoever goes to another window, or to this one's border to close it, has stopped typing.
        let blur = window_event_listener(leptos::ev::blur, move |_| drafts.flush());
        on_cleanup(move || blur.remove());
        ipc::ask(&ListDrafts {}, move |answer| {
            // The list begins with the newest; tabs stand in the order they were opened.
            for KeptDraft { draft, kept } in answer.unwrap_or_default().into_iter().rev() {
                let route = drafts.way_to(&draft);
                if drafts.shelve(Shelved { draft, kept: Some(kept), refused: None }) {
                    tabs.open_behind(route);
                }
            }
        });
    }

    /// Opens the form of a draft, filled with it.
    pub fn open(self, tabs: Tabs, draft: Draft) {
        let route = self.way_to(&draft);
        self.shelve(Shelved { draft, kept: None, refused: None });
        tabs.open(route);
    }

    /// Whether there is a form in which an operation is corrected.
    pub fn can_correct(self, row: &OperationRow) -> bool {
        let has_form =
            matches!(row.operation, Operation::CreateMovement(_) | Operation::UpdateHeader(_));
        has_form && row.movement.is_some()
    }

    /// Opens the form in which an operation is corrected; `false` if there is none for its kind.
    pub fn correct(self, tabs: Tabs, row: &OperationRow) -> bool {
        let Some(key) = row.movement else { return false };
        match &row.operation {
            Operation::CreateMovement(new) => {
                // The form it was refused in may still be open.
                let open =
                    self.keepers.with_value(|all| all.iter().find(|k| k.is_of(key)).copied());
                if let Some(open) = open {
                    tabs.go(open.tab);
                    return true;
                }
                let refused = match &row.state {
                    OperationState::Stuck(failure) => Some(failure.clone()),
                    _ => None,
                };
                let form = DraftForm::NewMovement(new.clone());
                let (typed, aside) = (BTreeMap::new(), Vec::new());
                let draft = Draft { key, form, typed, aside, table: None };
                self.shelve(Shelved { draft, kept: None, refused });
                tabs.open(Route::NewMovement(StartKind::Draft(key)));
            }
            Operation::UpdateHeader(_) => {
                self.edit_header(key);
                tabs.open(Route::Movement(MovementRef::Key(key)));
            }
            _ => return false,
        }
        true
    }

    /// The page of a movement is to open the form of its header.
    pub fn edit_header(self, key: MovementKey) {
        self.headers.update(|all| all.push(key));
    }

    /// Whether the form of a movement's header is to open; asked once.
    pub fn wants_header(self, key: MovementKey) -> bool {
        let wanted = self.headers.with(|all| all.contains(&key));
        if wanted {
            self.headers.update_untracked(|all| all.retain(|other| *other != key));
        }
        wanted
    }

    /// Lays a draft aside until its form opens again.
    pub fn shelve(self, draft: Shelved) -> bool {
        let is_laid = self.shelf.try_update_value(|shelf| shelf.push(draft)).is_some();
        if is_laid {
            self.laid.update(|laid| *laid = laid.wrapping_add(1));
        }
        is_laid
    }

    /// The draft of a movement, for the form that opens on it; nobody else gets it then.
    pub fn take(self, key: MovementKey) -> Option<Shelved> {
        self.take_of(key, false)
    }

    /// What was typed about lines of a movement and laid aside, for the page that shows them; asked
    /// again when more is laid aside.
    pub fn take_lines(self, key: MovementKey) -> Option<Vec<TypedLine>> {
        self.laid.track();
        match self.take_of(key, true)?.draft.form {
            DraftForm::Lines(lines) => Some(lines),
            _ => None,
        }
    }

    fn take_of(self, key: MovementKey, lines: bool) -> Option<Shelved> {
        let is_it = |shelved: &Shelved| {
            shelved.draft.key == key && shelved.draft.form.is_of_lines() == lines
        };
        self.shelf.try_update_value(|shelf| {
            let at = shelf.iter().rposition(is_it)?;
            Some(shelf.remove(at))
        })?
    }

    /// Keeps at once what is being typed anywhere.
    pub fn flush(self) {
        for keeper in self.keepers.try_get_value().unwrap_or_default() {
            keeper.save_now();
        }
    }

    /// Where a draft's form is.
    fn way_to(self, draft: &Draft) -> Route {
        match draft.form {
            DraftForm::NewMovement(_) => Route::NewMovement(StartKind::Draft(draft.key)),
            DraftForm::Header { .. } => {
                self.edit_header(draft.key);
                Route::Movement(MovementRef::Key(draft.key))
            }
            DraftForm::Lines(_) => Route::Movement(MovementRef::Key(draft.key)),
        }
    }
}

/// Keeps one form as it is filled in: one saving at a time, and the newest wins.
#[derive(Clone, Copy)]
pub struct Keeper {
    /// When the form was last kept.
    pub kept: RwSignal<Option<DateTime<Utc>>>,
    /// Why it is not kept.
    pub failure: RwSignal<Option<Failure>>,
    key: MovementKey,
    of_lines: bool,
    tab: u32,
    work: StoredValue<Arc<Mutex<SavingState>>>,
}

/// What outlives the page: a saving may be under way when it closes.
struct SavingState {
    key: MovementKey,
    draft: Option<Draft>,
    turns: Turns,
    timer: Option<TimeoutHandle>,
}

impl Keeper {
    /// Keeps what `draft` holds, at every change of it; nothing is kept while it is `None`. `kept`
    /// is when it was kept before the program was started.
    pub fn start(
        key: MovementKey,
        draft: Signal<Option<Draft>>,
        kept: Option<DateTime<Utc>>,
    ) -> Self {
        Self::begin(key, false, draft, kept)
    }

    /// Keeps what is typed about lines of a movement, at every change of it; nothing is kept while
    /// it is `None`.
    pub fn of_lines(key: MovementKey, draft: Signal<Option<Draft>>) -> Self {
        Self::begin(key, true, draft, None)
    }

    fn begin(
        key: MovementKey,
        of_lines: bool,
        draft: Signal<Option<Draft>>,
        kept: Option<DateTime<Utc>>,
    ) -> Self {
        let turns = Turns::start(kept.is_some());
        let work = SavingState { key, draft: None, turns, timer: None };
        let keeper = Self {
            kept: RwSignal::new(kept),
            failure: RwSignal::new(None),
            key,
            of_lines,
            tab: use_tab().number,
            work: StoredValue::new(Arc::new(Mutex::new(work))),
        };
        effect_after(move |before: Option<Option<Draft>>| {
            let now = draft.get();
            // As it was brought back it is kept already.
            let first = before.is_none() && kept.is_some();
            if !first && let Some(pace) = pace(before.flatten().as_ref(), now.as_ref()) {
                keeper.changed(now.clone(), pace);
            }
            now
        });
        let drafts = use_drafts();
        drafts.keepers.update_value(|all| all.push(keeper));
        on_cleanup(move || {
            keeper.save_now();
            drafts.keepers.try_update_value(|all| all.retain(|other| other.kept != keeper.kept));
        });
        keeper
    }

    /// Whether it keeps the form of this movement.
    fn is_of(&self, key: MovementKey) -> bool {
        self.key == key && !self.of_lines
    }

    /// Keeps what is being typed at once.
    pub fn save_now(self) {
        if let Some(work) = self.work.try_get_value() {
            self.go(&work);
        }
    }

    /// The form was asked for, or thrown away: nothing of it is kept any more.
    pub fn end(self) {
        self.end_by(Turns::end);
    }

    /// The form was thrown away, and with it what the service refused of it.
    pub fn discard(self) {
        self.end_by(Turns::discard);
    }

    fn end_by(self, end: fn(&mut Turns)) {
        if let Some(work) = self.work.try_get_value() {
            end(&mut lock(&work).turns);
            self.go(&work);
        }
    }

    /// Whether the form was asked for, or thrown away.
    pub fn has_ended(self) -> bool {
        self.work.try_get_value().is_none_or(|work| lock(&work).turns.has_ended())
    }

    fn changed(self, draft: Option<Draft>, pace: Pace) {
        let Some(work) = self.work.try_get_value() else { return };
        let waits = {
            let mut work = lock(&work);
            work.draft = draft;
            work.turns.changed();
            work.timer.is_some()
        };
        match pace {
            Pace::AtOnce => self.go(&work),
            // Counted from the first letter: steady typing does not put it off.
            Pace::Soon if !waits => self.later(&work, SOON),
            Pace::Soon => {}
        }
    }

    fn later(self, work: &Arc<Mutex<SavingState>>, pause: Duration) {
        let again = work.clone();
        let timer = set_timeout_with_handle(move || self.go(&again), pause);
        lock(work).timer = timer.ok();
    }

    fn go(self, work: &Arc<Mutex<SavingState>>) {
        let (step, key, draft, refused) = {
            let mut work = lock(work);
            if let Some(timer) = work.timer.take() {
                timer.clear();
            }
            let is_there = work.draft.is_some();
            let step = work.turns.next(is_there);
            (step, work.key, work.draft.clone(), work.turns.is_discarded())
        };
        let work = work.clone();
        match (step, draft) {
            (DraftRequest::Save, Some(draft)) => ipc::ask(&SaveDraft { draft }, move |answer| {
                self.answered(&work, answer.map(|kept| Some(kept.kept)));
            }),
            (DraftRequest::Drop, _) => ipc::ask(&DropDraft { key, refused }, move |answer| {
                self.answered(&work, answer.map(|_| None));
            }),
            _ => {}
        }
    }

    fn answered(
        self,
        work: &Arc<Mutex<SavingState>>,
        answer: Result<Option<DateTime<Utc>>, Failure>,
    ) {
        let answer = match answer {
            // Its movement waits to be made: there is nothing to keep any more.
            Err(failure) if failure.reason == Reason::TooLate => Ok(None),
            answer => answer,
        };
        lock(work).turns.answered(answer.is_ok());
        match answer {
            Ok(kept) => {
                self.kept.try_set(kept);
                self.failure.try_set(None);
                self.go(work);
            }
            // A page that is gone has nobody left to be told, nor to wait.
            Err(failure) => {
                if self.failure.try_set(Some(failure)).is_none() {
                    self.later(work, AGAIN);
                }
            }
        }
    }
}

fn lock(work: &Arc<Mutex<SavingState>>) -> MutexGuard<'_, SavingState> {
    work.lock().unwrap_or_else(PoisonError::into_inner)
}
