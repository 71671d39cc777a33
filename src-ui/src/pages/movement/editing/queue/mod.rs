//! What is done to the lines of a movement, wherever on its page: one request after the other, in the
//! order it was done, so that undo takes back what was done last and nothing is sent without what was
//! typed before. Nothing typed is lost: what could not be kept is tried again, before anything after
//! it where the disk is at fault, and when the user wants it where a rule is against it. Deliberately
//! absent: what is done.

mod asking;
mod work;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use contract::{Command, EditorState, Failure, Written};
use leptos::prelude::*;

use crate::ipc;
use work::{Answer, JobQueue, QueuedJob};

pub use asking::{Asking, EditOutcome, Then};
pub use work::Job;

/// After a failure it is tried again.
const AGAIN: Duration = Duration::from_secs(5);

/// By then what is sent has left the sheet for the outbox; the service may take longer to answer, and
/// what is typed meanwhile is not to wait for it.
const LEFT: Duration = Duration::from_millis(250);

/// All that is done to the lines of one page, in its order.
#[derive(Clone, Copy)]
pub struct EditQueue {
    /// Why the last that could not be kept was not.
    pub failure: RwSignal<Option<Failure>>,
    /// It is held, and can be tried again.
    pub holds: RwSignal<bool>,
    /// Something waits to be kept, or to be kept again.
    pub waits: RwSignal<bool>,
    /// The editor stands so now.
    state: RwSignal<Option<EditorState>>,
    work: StoredValue<Arc<Mutex<JobQueue>>>,
}

impl EditQueue {
    /// Nothing waits. How the editor stands is told to `state`.
    pub fn start(state: RwSignal<Option<EditorState>>) -> Self {
        Self {
            failure: RwSignal::new(None),
            holds: RwSignal::new(false),
            waits: RwSignal::new(false),
            state,
            work: StoredValue::new(Arc::default()),
        }
    }

    /// Does something, when all before it is kept.
    pub fn push(self, job: Job, then: Option<Then>) {
        self.put(QueuedJob { job, then, asking: None, kept: None });
    }

    /// Does something, when all before it is kept, and tells whoever asks how it stands. What is to go
    /// to the service fails at once where something before it could not be kept. Asked while an answer
    /// is awaited, nothing is done: it was pressed twice.
    pub fn ask(self, asking: Asking, job: Job, then: impl FnOnce(EditOutcome) + Send + 'static) {
        self.ask_and(asking, job, || (), then);
    }

    /// The same; `kept` is done once the job is kept, also where whoever asked is gone by then.
    pub fn ask_and(
        self,
        asking: Asking,
        job: Job,
        kept: impl FnOnce() + Send + 'static,
        then: impl FnOnce(EditOutcome) + Send + 'static,
    ) {
        if asking.busy.get_untracked() {
            return;
        }
        asking.busy.set(true);
        asking.failure.set(None);
        let (then, kept) = (Some(Box::new(then) as Then), Some(Box::new(kept) as _));
        self.put(QueuedJob { job, then, asking: Some(asking), kept });
    }

    /// Tries at once what could not be kept.
    pub fn try_again(self) {
        let work = self.work.get_value();
        lock(&work).take_up();
        self.failure.set(None);
        self.go(&work);
    }

    /// Gives up what could not be kept, and goes on with the rest.
    pub fn give_up(self) -> Vec<Job> {
        let work = self.work.get_value();
        let given_up = lock(&work).give_up();
        self.failure.set(None);
        self.holds.set(false);
        self.go(&work);
        given_up
    }

    fn put(self, waiting: QueuedJob) {
        let work = self.work.get_value();
        let put = lock(&work).push(waiting);
        if let Err(stopped) = put {
            return self.stop([*stopped], self.failure.get_untracked());
        }
        self.waits.set(true);
        self.go(&work);
    }

    fn go(self, work: &Arc<Mutex<JobQueue>>) {
        let mut held = lock(work);
        if let Some(timer) = held.timer.take() {
            timer.clear();
        }
        let Some((number, job)) = held.begin() else {
            let waits = held.waits();
            self.waits.try_set(waits);
            return;
        };
        let leaves = job.leaves();
        match job {
            Job::Edit(request) => self.send(work, number, request, state),
            Job::Paste(request) => self.send(work, number, request, EditOutcome::Pasted),
            Job::Import(request) => self.send(work, number, request, EditOutcome::Pasted),
            Job::Insert(request) => self.send(work, number, request, EditOutcome::Pasted),
            Job::Merge(request) => self.send(work, number, request, state),
            Job::Undo(request) => self.send(work, number, request, state),
            Job::TakeBack(request) => self.send(work, number, request, state),
            Job::Typing(request) => self.send(work, number, request, |_| EditOutcome::Done),
            Job::Send(request) => self.send(work, number, request, written),
            Job::Pick(request) => self.send(work, number, request, written),
            Job::Retry(request) => self.send(work, number, request, |_| EditOutcome::Done),
            Job::GiveUp(request) => self.send(work, number, request, |_| EditOutcome::Done),
            Job::Resolve(request) => self.send(work, number, request, written),
        }
        drop(held);
        if leaves {
            let work = work.clone();
            let let_go = move || {
                lock(&work).let_go(number);
                self.go(&work);
            };
            set_timeout(let_go, LEFT);
        }
    }

    fn send<C: Command>(
        self,
        work: &Arc<Mutex<JobQueue>>,
        number: u32,
        request: &C,
        kept: fn(C::Reply) -> EditOutcome,
    ) where
        C::Reply: 'static,
    {
        let work = work.clone();
        ipc::ask(request, move |answer| self.answered(&work, number, answer.map(kept)));
    }

    /// A page that was closed meanwhile is told nothing; what it left is kept all the same.
    fn answered(
        self,
        work: &Arc<Mutex<JobQueue>>,
        number: u32,
        answer: Result<EditOutcome, Failure>,
    ) {
        let (ended, holds, is_stuck) = {
            let mut work = lock(work);
            let ended = work.answered(number, Answer::of(answer.as_ref().err()));
            (ended, work.holds(), work.is_stuck())
        };
        let is_gone = self.holds.try_set(holds).is_some();
        match answer {
            _ if is_gone && !is_stuck => {}
            // Nobody is left to wait for the disk.
            _ if is_gone => return,
            Ok(kept) => {
                if !holds {
                    self.failure.set(None);
                }
                self.told(kept, ended.job);
            }
            Err(_) if ended.is_typing => {}
            Err(failure) => {
                let asking = ended.job.and_then(|job| job.asking);
                match asking {
                    Some(asking) => drop(asking.answered(Some(failure.clone()))),
                    None => self.failure.set(Some(failure.clone())),
                }
                self.stop(ended.stopped, Some(failure));
                if is_stuck {
                    return self.later(work);
                }
            }
        }
        self.go(work);
    }

    fn told(self, kept: EditOutcome, of: Option<QueuedJob>) {
        if let EditOutcome::State(state) = &kept {
            self.state.set(Some((**state).clone()));
        }
        let Some(QueuedJob { then, asking, kept: is_kept, .. }) = of else { return };
        is_kept.into_iter().for_each(|done| done());
        let is_there = asking.is_none_or(|asking| asking.answered(None));
        if let Some(then) = then.filter(|_| is_there) {
            then(kept);
        }
    }

    /// Says why these do not go.
    fn stop(self, stopped: impl IntoIterator<Item = QueuedJob>, failure: Option<Failure>) {
        for asking in stopped.into_iter().filter_map(|stopped| stopped.asking) {
            asking.answered(failure.clone());
        }
    }

    fn later(self, work: &Arc<Mutex<JobQueue>>) {
        let again = work.clone();
        let timer = set_timeout_with_handle(move || self.go(&again), AGAIN);
        lock(work).timer = timer.ok();
    }
}

fn state(state: EditorState) -> EditOutcome {
    EditOutcome::State(Box::new(state))
}

fn written(written: Written) -> EditOutcome {
    EditOutcome::Written(Box::new(written))
}

fn lock(work: &Arc<Mutex<JobQueue>>) -> MutexGuard<'_, JobQueue> {
    work.lock().unwrap_or_else(PoisonError::into_inner)
}
