//! What is done to lines, on its way to being kept: one request after the other, in the order it was
//! done, so that undo takes back what was done last. Nothing typed is lost: what could not be kept
//! is tried again, before anything after it where the disk is at fault, and when the user wants it
//! where a rule is against it. Deliberately absent: what is done.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use contract::{
    Command, EditLines, EditorState, Failure, InsertStocklist, KeepTyping, LineEdit, MergeLines,
    PasteLines, Pasted, Reason, TakeBack, UndoStep,
};
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;

use crate::ipc;

/// After a failure it is tried again.
const AGAIN: Duration = Duration::from_secs(5);

/// Something to be kept.
#[derive(Debug)]
pub enum Job {
    /// Lines are edited.
    Edit(EditLines),
    /// A block is pasted.
    Paste(PasteLines),
    /// A stocklist is put in.
    Insert(InsertStocklist),
    /// Lines of one product are merged.
    Merge(MergeLines),
    /// The last step is taken back, or done again.
    Undo(UndoStep),
    /// A refused change comes back into its line.
    TakeBack(TakeBack),
    /// A cell is being typed in, or was left.
    Typing(KeepTyping),
}

impl Job {
    /// It holds something that was typed or pasted: it stays until it is kept or given up.
    fn holds_work(&self) -> bool {
        match self {
            Self::Edit(request) => request.edits.iter().any(|edit| {
                matches!(
                    edit,
                    LineEdit::Cell { .. }
                        | LineEdit::Product { .. }
                        | LineEdit::Recipient { .. }
                        | LineEdit::Add { .. }
                )
            }),
            Self::Paste(_) => true,
            _ => false,
        }
    }
}

/// What became of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Kept,
    /// It cannot be kept now.
    Later,
    /// Something is against it.
    Refused,
}

impl Answer {
    fn of(failure: Option<&Failure>) -> Self {
        match failure.map(|failure| &failure.reason) {
            None => Self::Kept,
            Some(Reason::Storage | Reason::Internal) => Self::Later,
            Some(_) => Self::Refused,
        }
    }
}

/// What came of it.
pub enum Kept {
    /// How the editor stands now.
    State(Box<EditorState>),
    /// What became of the rows of a block.
    Pasted(Pasted),
    /// Nothing to be told.
    Done,
}

/// Done with the answer, while the page is there.
pub type Then = Box<dyn FnOnce(Kept) + Send>;

/// Jobs in their order; the first may be under way.
#[derive(Default)]
struct Work {
    jobs: VecDeque<(Job, Option<Then>)>,
    /// Jobs that something is against.
    aside: Vec<(Job, Option<Then>)>,
    under_way: bool,
    /// The first waits to be tried again.
    is_stuck: bool,
    timer: Option<TimeoutHandle>,
}

impl Work {
    /// Puts a job behind the others. Of what is being typed, only the newest counts.
    fn push(&mut self, job: Job, then: Option<Then>) {
        if matches!(job, Job::Typing(_)) {
            let first_free = usize::from(self.under_way);
            let stale = |(at, (job, _)): &(usize, &(Job, _))| {
                *at >= first_free && matches!(job, Job::Typing(_))
            };
            if let Some((at, _)) = self.jobs.iter().enumerate().find(stale) {
                self.jobs.remove(at);
            }
        }
        self.jobs.push_back((job, then));
    }

    /// The job to be asked now, which is under way from then on.
    fn begin(&mut self) -> Option<&Job> {
        if self.under_way {
            return None;
        }
        let (job, _) = self.jobs.front()?;
        (self.under_way, self.is_stuck) = (true, false);
        Some(job)
    }

    /// The first job is answered; what it was to do then, if it was kept.
    fn answered(&mut self, answer: Answer) -> Option<Then> {
        self.under_way = false;
        let holds =
            answer != Answer::Kept && self.jobs.front().is_some_and(|(job, _)| job.holds_work());
        self.is_stuck = holds && answer == Answer::Later;
        if self.is_stuck {
            return None;
        }
        let (job, then) = self.jobs.pop_front()?;
        if holds {
            self.aside.push((job, then));
            return None;
        }
        then.filter(|_| answer == Answer::Kept)
    }

    /// Whether something could not be kept, and is held.
    fn holds(&self) -> bool {
        self.is_stuck || !self.aside.is_empty()
    }

    /// What was laid aside is to be tried again, behind the others.
    fn take_up(&mut self) {
        let aside = std::mem::take(&mut self.aside);
        self.jobs.extend(aside);
    }

    /// Gives up what could not be kept.
    fn give_up(&mut self) -> Vec<Job> {
        let mut given_up = std::mem::take(&mut self.aside);
        if std::mem::take(&mut self.is_stuck) {
            given_up.extend(self.jobs.pop_front());
        }
        given_up.into_iter().map(|(job, _)| job).collect()
    }
}

/// Keeps what is done to the lines of one page.
#[derive(Clone, Copy)]
pub struct Keeping {
    /// Why the last that could not be kept was not.
    pub failure: RwSignal<Option<Failure>>,
    /// It is held, and can be tried again.
    pub holds: RwSignal<bool>,
    /// Something waits to be kept, or to be kept again.
    pub waits: RwSignal<bool>,
    /// The editor stands so now.
    state: RwSignal<Option<EditorState>>,
    work: StoredValue<Arc<Mutex<Work>>>,
}

impl Keeping {
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

    /// Keeps something, when all before it is kept.
    pub fn push(self, job: Job, then: Option<Then>) {
        let work = self.work.get_value();
        lock(&work).push(job, then);
        self.waits.set(true);
        self.go(&work);
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

    fn go(self, work: &Arc<Mutex<Work>>) {
        let mut held = lock(work);
        if let Some(timer) = held.timer.take() {
            timer.clear();
        }
        match held.begin() {
            Some(Job::Edit(request)) => self.ask(work, request, state),
            Some(Job::Paste(request)) => self.ask(work, request, Kept::Pasted),
            Some(Job::Insert(request)) => self.ask(work, request, Kept::Pasted),
            Some(Job::Merge(request)) => self.ask(work, request, state),
            Some(Job::Undo(request)) => self.ask(work, request, state),
            Some(Job::TakeBack(request)) => self.ask(work, request, state),
            Some(Job::Typing(request)) => self.ask(work, request, |_| Kept::Done),
            None => {
                let waits = !held.jobs.is_empty();
                self.waits.try_set(waits);
            }
        }
    }

    fn ask<C: Command>(self, work: &Arc<Mutex<Work>>, request: &C, kept: fn(C::Reply) -> Kept)
    where
        C::Reply: 'static,
    {
        let work = work.clone();
        ipc::ask(request, move |answer| self.answered(&work, answer.map(kept)));
    }

    /// A page that was closed meanwhile is told nothing; what it left is kept all the same.
    fn answered(self, work: &Arc<Mutex<Work>>, answer: Result<Kept, Failure>) {
        let how = Answer::of(answer.as_ref().err());
        let (then, holds, is_stuck, is_typing) = {
            let mut work = lock(work);
            let is_typing = matches!(work.jobs.front(), Some((Job::Typing(_), _)));
            let then = work.answered(how);
            (then, work.holds(), work.is_stuck, is_typing)
        };
        let is_gone = self.holds.try_set(holds).is_some();
        match answer {
            Ok(kept) if !is_gone => {
                if !holds {
                    self.failure.set(None);
                }
                self.told(kept, then);
            }
            // What is being typed is kept again with the next letter, and with the cell.
            Err(failure) if !is_gone && !is_typing => {
                self.failure.set(Some(failure));
                if is_stuck {
                    return self.later(work);
                }
            }
            // Nobody is left to wait for the disk.
            Err(_) if is_gone && is_stuck => return,
            _ => {}
        }
        self.go(work);
    }

    fn told(self, kept: Kept, then: Option<Then>) {
        if let Kept::State(state) = &kept {
            self.state.set(Some((**state).clone()));
        }
        if let Some(then) = then {
            then(kept);
        }
    }

    fn later(self, work: &Arc<Mutex<Work>>) {
        let again = work.clone();
        let timer = set_timeout_with_handle(move || self.go(&again), AGAIN);
        lock(work).timer = timer.ok();
    }
}

fn state(state: EditorState) -> Kept {
    Kept::State(Box::new(state))
}

fn lock(work: &Arc<Mutex<Work>>) -> MutexGuard<'_, Work> {
    work.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use contract::MovementKey;

    use super::*;

    fn movement() -> MovementKey {
        MovementKey("01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f".parse().unwrap())
    }

    fn undo() -> Job {
        Job::Undo(UndoStep { movement: movement(), redo: false })
    }

    fn typing() -> Job {
        Job::Typing(KeepTyping { movement: movement(), typing: None })
    }

    fn paste() -> Job {
        let cells = vec![vec!["GLV-2207".to_owned()]];
        let column = contract::EditorColumn::Code;
        let (targets, decimal_mark) = (Vec::new(), Default::default());
        Job::Paste(PasteLines { movement: movement(), column, targets, cells, decimal_mark })
    }

    #[test]
    fn one_is_under_way_at_a_time_and_the_next_follows_it() {
        let mut work = Work::default();
        work.push(paste(), Some(Box::new(|_| ())));
        work.push(undo(), None);
        assert!(matches!(work.begin(), Some(Job::Paste(_))));
        assert!(work.begin().is_none(), "the first is not answered");
        assert!(work.answered(Answer::Kept).is_some(), "something was to be done then");
        assert!(matches!(work.begin(), Some(Job::Undo(_))));
    }

    #[test]
    fn what_the_disk_did_not_take_is_tried_again_before_anything_after_it() {
        let mut work = Work::default();
        work.push(paste(), None);
        work.push(undo(), None);
        work.begin();
        work.answered(Answer::Later);
        assert!(work.holds());
        assert!(matches!(work.begin(), Some(Job::Paste(_))));
        assert!(work.give_up().is_empty(), "it is under way");
        work.answered(Answer::Later);
        assert!(matches!(&work.give_up()[..], [Job::Paste(_)]));
        assert!(matches!(work.begin(), Some(Job::Undo(_))));
    }

    #[test]
    fn work_that_a_rule_is_against_is_laid_aside_and_the_rest_goes_on() {
        let mut work = Work::default();
        work.push(paste(), None);
        work.push(undo(), None);
        work.begin();
        work.answered(Answer::Refused);
        assert!(work.holds());
        assert!(matches!(work.begin(), Some(Job::Undo(_))));
        work.answered(Answer::Refused);
        assert!(work.begin().is_none(), "an undo that was refused is not repeated");
        work.take_up();
        assert!(matches!(work.begin(), Some(Job::Paste(_))));
        assert!(work.answered(Answer::Kept).is_none() && !work.holds());
    }

    #[test]
    fn of_what_is_being_typed_the_newest_counts_and_keeps_its_place_behind_the_edits() {
        let mut work = Work::default();
        work.push(typing(), None);
        work.begin();
        work.push(typing(), None);
        work.push(paste(), None);
        work.push(typing(), None);
        let left: Vec<_> = work.jobs.iter().map(|(job, _)| job.holds_work()).collect();
        assert_eq!(left, [false, true, false], "the one under way is left alone");
    }
}
