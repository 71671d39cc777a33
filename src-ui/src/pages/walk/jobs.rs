//! What is asked of the backend about a walk, one job after the other in the order of the keys. The queue
//! lives on until it is empty, also where its page is closed before the answer to what came first. What could
//! not be kept, on a full disk say, is tried again with all behind it waiting, for as long as the window is open.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use contract::{
    Done, EndWalk, EnterAgain, EnterPicks, Failure, ImportPicks, PickStep, PicksImported, ReadWalk,
    Reason, ScanCode, SendPicks, TakeBackScan, UndoPicks, WalkKey, WalkState,
};
use leptos::prelude::*;

use crate::ipc;

/// So long after it could not be kept something is tried again.
const AGAIN: Duration = Duration::from_secs(5);

/// A job.
#[derive(Clone, Debug, PartialEq)]
pub enum WalkJob {
    /// Something is entered.
    Enter(PickStep),
    /// A code was scanned; it is meant for this task, or for the one with the cursor when its turn comes.
    Scan(String, Option<String>),
    /// A refused pick is entered again, to be changed or, with `split`, to be taken from elsewhere.
    EnterAgain {
        /// Its task.
        task: String,
        /// It is to be taken from elsewhere.
        split: bool,
    },
    /// What this scan counted is taken back, or the last one.
    TakeBack(Option<u32>),
    /// A step is taken back, or done again.
    Undo(bool),
    /// Quantities of a table are entered.
    Import(ImportPicks),
    /// What was entered is sent.
    Send,
    /// The walk is ended.
    End,
}

impl WalkJob {
    /// Whether it is tried again after this. What goes out, or ends the walk, waits for another press.
    pub fn is_tried_again(&self, failure: &Failure) -> bool {
        let is_entered = !matches!(self, Self::Import(_) | Self::Send | Self::End);
        is_entered && failure.reason == Reason::Storage
    }
}

/// What came of a job: how the walk stands then; `None` where it was ended.
pub type JobDone = Callback<(WalkJob, Result<Option<WalkState>, Failure>)>;

/// The jobs of a walk.
#[derive(Clone)]
pub struct WalkJobs {
    walk: WalkKey,
    waiting: Arc<Mutex<Waiting>>,
    /// The task with the cursor.
    cursor: RwSignal<Option<String>>,
    done: JobDone,
    /// Tells what came of the rows of a table, also where the page was closed meanwhile.
    imported: Arc<dyn Fn(PicksImported) + Send + Sync>,
}

#[derive(Default)]
struct Waiting {
    jobs: VecDeque<WalkJob>,
    /// One is being asked for, or waits to be tried again.
    is_asking: bool,
    /// It was told that the first could not be kept.
    is_told: bool,
}

impl WalkJobs {
    /// No jobs yet; `done` is told of each while the page is there, and `imported` what came of a table.
    pub fn new(
        walk: WalkKey,
        cursor: RwSignal<Option<String>>,
        done: JobDone,
        imported: Arc<dyn Fn(PicksImported) + Send + Sync>,
    ) -> Self {
        Self { walk, waiting: Arc::default(), cursor, done, imported }
    }

    /// Does a job after those before it.
    pub fn push(&self, job: WalkJob) {
        let goes_out = matches!(job, WalkJob::Send | WalkJob::End);
        if goes_out && self.with(|waiting| waiting.is_told) {
            // It would go without what waits to be kept, or behind it at a moment that nobody expects.
            self.done.try_run((job, Err(Reason::Storage.into())));
            return;
        }
        self.with(|waiting| waiting.jobs.push_back(job));
        self.ask_next();
    }

    fn with<T>(&self, of: impl FnOnce(&mut Waiting) -> T) -> T {
        of(&mut self.waiting.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn ask_next(&self) {
        let next = self.with(|waiting| {
            let next = if waiting.is_asking { None } else { waiting.jobs.pop_front() };
            waiting.is_asking |= next.is_some();
            next
        });
        // The scan before it may have led elsewhere.
        let at_cursor =
            |task: Option<String>| task.or_else(|| self.cursor.try_get_untracked().flatten());
        let job = match next {
            None => return,
            Some(WalkJob::Scan(code, task)) => WalkJob::Scan(code, at_cursor(task)),
            Some(job) => job,
        };
        let (queue, walk, of) = (self.clone(), self.walk, job.clone());
        let heard = move |answer: Result<Option<WalkState>, Failure>| match answer {
            Err(failure) if of.is_tried_again(&failure) => queue.try_later(of, failure),
            answer => {
                queue.with(|waiting| {
                    waiting.is_asking = false;
                    waiting.is_told = false;
                });
                // The page may have been closed meanwhile.
                queue.done.try_run((of, answer));
                queue.ask_next();
            }
        };
        let told = move |answer: Result<WalkState, Failure>| answer.map(Some);
        match job {
            WalkJob::Enter(step) => {
                ipc::ask(&EnterPicks { walk, step }, move |answer| heard(told(answer)));
            }
            WalkJob::Scan(code, task) => {
                ipc::ask(&ScanCode { walk, code, task }, move |answer| heard(told(answer)));
            }
            WalkJob::EnterAgain { task, .. } => {
                ipc::ask(&EnterAgain { walk, task }, move |answer| heard(told(answer)));
            }
            WalkJob::TakeBack(scan) => {
                ipc::ask(&TakeBackScan { walk, scan }, move |answer| heard(told(answer)));
            }
            WalkJob::Undo(redo) => {
                ipc::ask(&UndoPicks { walk, redo }, move |answer| heard(told(answer)));
            }
            WalkJob::Import(request) => {
                let imported = Arc::clone(&self.imported);
                ipc::ask(&request, move |answer| match answer {
                    Ok(outcome) => {
                        imported(outcome);
                        ipc::ask(&ReadWalk { walk }, move |answer| heard(told(answer)));
                    }
                    Err(failure) => heard(Err(failure)),
                });
            }
            WalkJob::Send => ipc::ask(&SendPicks { walk }, move |answer| heard(told(answer))),
            WalkJob::End => {
                let ended = move |answer: Result<Done, Failure>| heard(answer.map(|_| None));
                ipc::ask(&EndWalk { walk }, ended);
            }
        }
    }

    /// Holds a job that could not be kept, and all behind it. It is told once.
    fn try_later(&self, job: WalkJob, failure: Failure) {
        let is_told = self.with(|waiting| {
            waiting.jobs.push_front(job.clone());
            std::mem::replace(&mut waiting.is_told, true)
        });
        if !is_told {
            self.done.try_run((job, Err(failure)));
        }
        let queue = self.clone();
        let again = move || {
            queue.with(|waiting| waiting.is_asking = false);
            queue.ask_next();
        };
        set_timeout(again, AGAIN);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_entered_is_tried_again_until_it_is_kept_and_nothing_is_sent_by_itself() {
        let full = Failure::from(Reason::Storage);
        let entered = [
            WalkJob::Scan("SH123604821430".into(), None),
            WalkJob::Enter(PickStep::Confirm { task: "t1".into() }),
            WalkJob::TakeBack(None),
            WalkJob::Undo(false),
        ];
        assert!(entered.iter().all(|job| job.is_tried_again(&full)));
        assert!(![WalkJob::Send, WalkJob::End].iter().any(|job| job.is_tried_again(&full)));
        let gone = Failure::from(Reason::Gone);
        assert!(!entered.iter().any(|job| job.is_tried_again(&gone)), "it is told and over");
    }
}
