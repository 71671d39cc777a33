//! Jobs in their order, and what happens to the waiting ones when one fails. Pure; `EditQueue` asks
//! the backend.

use std::collections::VecDeque;

use contract::{
    DropOperation, EditLines, Failure, ImportLines, InsertStocklist, KeepTyping, LineEdit,
    MergeLines, PasteLines, PickLine, Reason, ResolveConflict, RetryOperations, SendChanges,
    TakeBack, UndoStep,
};
use leptos::leptos_dom::helpers::TimeoutHandle;

use super::asking::{Asking, Then};

/// Something to be done with the lines of a movement.
#[derive(Debug)]
pub enum Job {
    /// Lines are edited, or decided upon.
    Edit(EditLines),
    /// A block is pasted.
    Paste(PasteLines),
    /// The rows of a file or a text are imported.
    Import(ImportLines),
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
    /// Changes are sent.
    Send(SendChanges),
    /// Picks of a line are sent.
    Pick(PickLine),
    /// What was refused is sent again.
    Retry(RetryOperations),
    /// What was refused is given up.
    GiveUp(DropOperation),
    /// It is said how a conflict ends.
    Resolve(ResolveConflict),
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
            Self::Paste(_) | Self::Import(_) => true,
            _ => false,
        }
    }

    /// It goes to the service: never without what was done before it.
    pub fn leaves(&self) -> bool {
        matches!(self, Self::Send(_) | Self::Pick(_) | Self::Retry(_))
    }

    fn is_typing(&self) -> bool {
        matches!(self, Self::Typing(_))
    }
}

/// What became of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It was done.
    Kept,
    /// It cannot be kept now.
    Later,
    /// Something is against it.
    Refused,
}

impl Answer {
    /// What a failure makes of it.
    pub fn of(failure: Option<&Failure>) -> Self {
        match failure.map(|failure| &failure.reason) {
            None => Self::Kept,
            Some(Reason::Storage | Reason::Internal) => Self::Later,
            Some(_) => Self::Refused,
        }
    }
}

/// A job, and who waits for it.
pub struct QueuedJob {
    /// The job.
    pub job: Job,
    /// Done with the answer.
    pub then: Option<Then>,
    /// Told how it stands; where nobody is, all of the page is.
    pub asking: Option<Asking>,
    /// Done once it is kept, also where whoever asked is gone.
    pub kept: Option<Box<dyn FnOnce() + Send>>,
}

/// How a job ended.
#[derive(Default)]
pub struct Ended {
    /// The job, unless it is held to be tried again.
    pub job: Option<QueuedJob>,
    /// Those that were to go to the service behind it, and do not go without it.
    pub stopped: Vec<QueuedJob>,
    /// Its failure is nothing to be told: it is kept again with the next letter.
    pub is_typing: bool,
}

/// Jobs in their order.
#[derive(Default)]
pub struct JobQueue {
    jobs: VecDeque<QueuedJob>,
    /// Jobs that something is against.
    aside: Vec<QueuedJob>,
    /// The one that all others wait for, with its number.
    under_way: Option<(u32, QueuedJob)>,
    /// Those that left the sheet, and of which the service has still to be heard.
    left: Vec<(u32, QueuedJob)>,
    /// The first waits to be tried again.
    is_stuck: bool,
    numbers: u32,
    /// When it is tried again.
    pub timer: Option<TimeoutHandle>,
}

impl JobQueue {
    /// Puts a job behind the others. Of what is being typed, only the newest counts. What goes to the
    /// service is given back where something before it could not be kept.
    pub fn push(&mut self, waiting: QueuedJob) -> Result<(), Box<QueuedJob>> {
        if waiting.job.leaves() && self.holds() {
            return Err(Box::new(waiting));
        }
        if waiting.job.is_typing() {
            self.jobs.retain(|earlier| !earlier.job.is_typing());
        }
        self.jobs.push_back(waiting);
        Ok(())
    }

    /// The job to be asked now, which is under way from then on, and its number.
    pub fn begin(&mut self) -> Option<(u32, &Job)> {
        if self.under_way.is_some() {
            return None;
        }
        let next = self.jobs.pop_front()?;
        self.is_stuck = false;
        self.numbers = self.numbers.wrapping_add(1);
        let (number, begun) = self.under_way.insert((self.numbers, next));
        Some((*number, &begun.job))
    }

    /// What a job is to send has left the sheet: the others need not wait until the service answers.
    pub fn let_go(&mut self, number: u32) {
        let left = self.under_way.take_if(|(begun, _)| *begun == number);
        self.left.extend(left);
    }

    /// A job is answered.
    pub fn answered(&mut self, number: u32, answer: Answer) -> Ended {
        self.let_go(number);
        let at = self.left.iter().position(|(left, _)| *left == number);
        let Some(at) = at else { return Ended::default() };
        let (_, ended) = self.left.remove(at);
        let is_typing = ended.job.is_typing();
        let failed = answer != Answer::Kept && !is_typing;
        let stopped = if failed { self.stop() } else { Vec::new() };
        let job = match answer {
            Answer::Later if ended.job.holds_work() => {
                self.jobs.push_front(ended);
                self.is_stuck = true;
                None
            }
            Answer::Refused if ended.job.holds_work() => {
                self.aside.push(ended);
                None
            }
            _ => Some(ended),
        };
        Ended { job, stopped, is_typing }
    }

    /// Takes away all that is to go to the service.
    fn stop(&mut self) -> Vec<QueuedJob> {
        let (stopped, jobs) =
            std::mem::take(&mut self.jobs).into_iter().partition(|waiting| waiting.job.leaves());
        self.jobs = jobs;
        Vec::from_iter::<VecDeque<_>>(stopped)
    }

    /// Whether something could not be kept, and is held.
    pub fn holds(&self) -> bool {
        self.is_stuck || !self.aside.is_empty()
    }

    /// Whether the first is to be tried again later.
    pub fn is_stuck(&self) -> bool {
        self.is_stuck
    }

    /// Whether something is to be kept before anything that is done now.
    pub fn waits(&self) -> bool {
        self.under_way.is_some() || !self.jobs.is_empty()
    }

    /// What was laid aside is to be tried again, behind the others.
    pub fn take_up(&mut self) {
        self.jobs.extend(std::mem::take(&mut self.aside));
    }

    /// Gives up what could not be kept.
    pub fn give_up(&mut self) -> Vec<Job> {
        let mut given_up = std::mem::take(&mut self.aside);
        if std::mem::take(&mut self.is_stuck) {
            given_up.extend(self.jobs.pop_front());
        }
        given_up.into_iter().map(|waiting| waiting.job).collect()
    }
}

#[cfg(test)]
mod tests {
    use contract::{MovementKey, StepKind};

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

    fn decide() -> Job {
        let row = contract::RowKey::Line("i1".into());
        let edits = vec![LineEdit::Decide { row, decision: None, proposed: false }];
        let (step, decimal_mark) = (StepKind::Decide, Default::default());
        Job::Edit(EditLines { movement: movement(), step, edits, decimal_mark })
    }

    fn send() -> Job {
        Job::Send(SendChanges { movement: movement(), only: None, without: Vec::new() })
    }

    fn put(work: &mut JobQueue, job: Job) -> bool {
        work.push(QueuedJob { job, then: None, asking: None, kept: None }).is_ok()
    }

    fn of(jobs: impl IntoIterator<Item = Job>) -> JobQueue {
        let mut work = JobQueue::default();
        jobs.into_iter().for_each(|job| assert!(put(&mut work, job)));
        work
    }

    /// Begins the next job and ends it like this; answers what it was.
    fn end(work: &mut JobQueue, answer: Answer) -> (String, Ended) {
        let (number, job) = work.begin().expect("a job waits");
        let name = format!("{job:?}").split('(').next().unwrap_or_default().to_owned();
        (name, work.answered(number, answer))
    }

    #[test]
    fn one_is_under_way_at_a_time_and_the_next_follows_it() {
        let mut work = of([undo()]);
        let then: Then = Box::new(|_| ());
        assert!(
            work.push(QueuedJob { job: paste(), then: Some(then), asking: None, kept: None })
                .is_ok()
        );
        assert_eq!(end(&mut work, Answer::Kept).0, "Undo");
        let (number, _) = work.begin().unwrap();
        assert!(work.begin().is_none() && work.waits(), "it is not answered");
        let ended = work.answered(number, Answer::Kept);
        assert!(ended.job.unwrap().then.is_some(), "something was to be done then");
        assert!(!work.waits());
    }

    #[test]
    fn changes_decisions_undo_and_sends_go_in_the_order_they_were_made() {
        let mut work = of([paste(), decide(), undo(), decide(), send(), paste(), send()]);
        let wanted = ["Paste", "Edit", "Undo", "Edit", "Send", "Paste", "Send"];
        for name in wanted {
            assert_eq!(end(&mut work, Answer::Kept).0, name);
        }
        assert!(work.begin().is_none());
    }

    #[test]
    fn a_failure_stops_what_was_to_be_sent_behind_it_and_nothing_else() {
        for (first, answer) in [
            (paste(), Answer::Later),
            (paste(), Answer::Refused),
            (decide(), Answer::Later),
            (decide(), Answer::Refused),
        ] {
            let mut work = of([first, send(), undo(), send(), typing()]);
            let (_, ended) = end(&mut work, answer);
            assert_eq!(ended.stopped.len(), 2, "{answer:?}");
            assert!(ended.stopped.iter().all(|stopped| stopped.job.leaves()));
            let left: Vec<_> = work.jobs.iter().map(|waiting| waiting.job.leaves()).collect();
            assert!(left.len() >= 2 && !left.contains(&true));
        }
        let mut work = of([typing(), send()]);
        assert!(end(&mut work, Answer::Later).1.stopped.is_empty(), "no letter holds up a send");
    }

    #[test]
    fn nothing_is_sent_while_something_could_not_be_kept() {
        for answer in [Answer::Later, Answer::Refused] {
            let mut work = of([paste()]);
            end(&mut work, answer);
            assert!(!put(&mut work, send()), "{answer:?}");
            assert!(put(&mut work, decide()));
            work.give_up();
            assert!(put(&mut work, send()), "it was given up");
        }
    }

    #[test]
    fn what_has_left_holds_up_nothing_and_its_answer_is_heard() {
        let mut work = of([send(), undo()]);
        let (sent, _) = work.begin().unwrap();
        work.let_go(sent);
        assert_eq!(end(&mut work, Answer::Kept).0, "Undo");
        assert!(put(&mut work, send()));
        let ended = work.answered(sent, Answer::Refused);
        assert!(matches!(ended.job.unwrap().job, Job::Send(_)));
        assert_eq!(ended.stopped.len(), 1);
        assert!(work.answered(sent, Answer::Kept).job.is_none(), "once");
    }

    #[test]
    fn what_the_disk_did_not_take_is_tried_again_before_anything_after_it() {
        let mut work = of([paste(), undo()]);
        end(&mut work, Answer::Later);
        assert!(work.holds());
        let (number, job) = work.begin().unwrap();
        assert!(matches!(job, Job::Paste(_)));
        assert!(work.give_up().is_empty(), "it is under way");
        work.answered(number, Answer::Later);
        assert!(matches!(&work.give_up()[..], [Job::Paste(_)]));
        assert_eq!(end(&mut work, Answer::Kept).0, "Undo");
    }

    #[test]
    fn work_that_a_rule_is_against_is_laid_aside_and_the_rest_goes_on() {
        let mut work = of([paste(), undo()]);
        end(&mut work, Answer::Refused);
        assert!(work.holds());
        assert_eq!(end(&mut work, Answer::Refused).0, "Undo");
        assert!(work.begin().is_none(), "an undo that was refused is not repeated");
        work.take_up();
        assert_eq!(end(&mut work, Answer::Kept).0, "Paste");
        assert!(!work.holds());
    }

    #[test]
    fn of_what_is_being_typed_the_newest_counts_and_keeps_its_place_behind_the_edits() {
        let mut work = of([typing()]);
        let (number, _) = work.begin().unwrap();
        [typing(), paste(), typing()].into_iter().for_each(|job| assert!(put(&mut work, job)));
        work.answered(number, Answer::Kept);
        let left: Vec<_> = work.jobs.iter().map(|waiting| waiting.job.is_typing()).collect();
        assert_eq!(left, [false, true]);
    }
}
