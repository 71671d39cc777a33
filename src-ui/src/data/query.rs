//! Queries and commands, for pages. A query asks a command, keeps its last reply while it asks
//! again, and asks again whenever a topic changes that the command reads. Deliberately absent:
//! windows of rows for grids, which are in `rows`.

use std::time::Duration;

use contract::{Command, Failure, Topic};
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::effect::{effect, effect_after};
use crate::{dom, ipc};

/// So often a window looks again for what others did.
const LOOK_AGAIN: Duration = Duration::from_secs(30);

/// What changed how often; one for the window.
#[derive(Clone, Copy)]
pub struct Changes {
    counts: [RwSignal<u32>; Topic::ALL.len()],
}

/// Whether the page around is on screen; pages in the background wait with asking again.
#[derive(Clone, Copy)]
pub struct PageVisible(pub Signal<bool>);

impl Changes {
    /// Starts hearing of changes. Called once, by the app.
    pub fn start() -> Self {
        let changes = Self { counts: Topic::ALL.map(|_| RwSignal::new(0)) };
        provide_context(changes);
        spawn_local(ipc::on_changed(move |topics| {
            for topic in topics {
                changes.bump(topic);
            }
        }));
        changes.follow_others();
        changes
    }

    /// Looks again for what others did, when the window comes to the front and every so often while it
    /// is in sight. Whether the service is asked is the backend's to say.
    fn follow_others(self) {
        let look = move || {
            if dom::is_in_sight() {
                self.bump(Topic::Movements);
            }
        };
        // Both last as long as the window.
        drop(window_event_listener(leptos::ev::focus, move |_| look()));
        set_interval(look, LOOK_AGAIN);
    }

    /// Makes the caller run again when one of the topics changes.
    pub fn track(self, topics: &[Topic]) {
        for (topic, count) in Topic::ALL.iter().zip(self.counts) {
            if topics.contains(topic) {
                count.track();
            }
        }
    }

    fn bump(self, topic: Topic) {
        for (known, count) in Topic::ALL.iter().zip(self.counts) {
            if *known == topic {
                count.update(|count| *count = count.wrapping_add(1));
            }
        }
    }
}

/// A query: its last reply, its last failure, and whether it is asking.
pub struct Query<T: Send + Sync + 'static> {
    /// The last reply; kept while asking again, and after a failure.
    pub reply: RwSignal<Option<T>>,
    /// Why the last asking failed; gone after the next that succeeds.
    pub failure: RwSignal<Option<Failure>>,
    /// A reply is awaited.
    pub asking: RwSignal<bool>,
    again: RwSignal<u32>,
}

impl<T: Send + Sync + 'static> Clone for Query<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Send + Sync + 'static> Copy for Query<T> {}

impl<T: Send + Sync + Clone + 'static> Query<T> {
    /// The last reply.
    pub fn get(self) -> Option<T> {
        self.reply.get()
    }

    /// The same query with another place for what it shows of its replies.
    pub fn replied_by(self, reply: RwSignal<Option<T>>) -> Self {
        Self { reply, ..self }
    }

    /// Asks again.
    pub fn ask_again(self) {
        self.again.update(|again| *again = again.wrapping_add(1));
    }
}

/// Asks a command, and again whenever a signal that `request` reads or a topic the command reads
/// changes. While `request` answers `None`, nothing is asked and the reply is taken away.
pub fn use_query<C>(request: impl Fn() -> Option<C> + Send + Sync + 'static) -> Query<C::Reply>
where
    C: Command + 'static,
    C::Reply: Send + Sync + 'static,
{
    let query = Query {
        reply: RwSignal::new(None),
        failure: RwSignal::new(None),
        asking: RwSignal::new(false),
        again: RwSignal::new(0),
    };
    let turn = Turn {
        changes: expect_context::<Changes>(),
        shown: use_context::<PageVisible>(),
        again: query.again,
        question: StoredValue::new(0),
    };
    effect(move || {
        let Some(number) = turn.begin(C::READS) else { return };
        let Some(request) = request() else {
            query.reply.set(None);
            query.failure.set(None);
            query.asking.set(false);
            return;
        };
        query.asking.set(true);
        ipc::ask(&request, move |answer| {
            if !turn.is_last(number) {
                return;
            }
            query.asking.set(false);
            match answer {
                Ok(reply) => {
                    query.failure.set(None);
                    query.reply.set(Some(reply));
                }
                Err(failure) => query.failure.set(Some(failure)),
            }
        });
    });
    query
}

/// When a query asks: the part that is the same for all of them.
#[derive(Clone, Copy)]
struct Turn {
    changes: Changes,
    shown: Option<PageVisible>,
    again: RwSignal<u32>,
    /// Only the answer to the last question counts.
    question: StoredValue<u32>,
}

impl Turn {
    /// The number of the next question, if one is to be asked now.
    fn begin(self, reads: &[Topic]) -> Option<u32> {
        if self.shown.is_some_and(|shown| !shown.0.get()) {
            return None;
        }
        self.again.track();
        self.changes.track(reads);
        self.question.update_value(|number| *number = number.wrapping_add(1));
        Some(self.question.get_value())
    }

    fn is_last(self, number: u32) -> bool {
        self.question.try_get_value() == Some(number)
    }
}

/// A command to be sent on a press: whether it is under way, and why the last one failed.
pub struct Sending<C> {
    /// An answer is awaited.
    pub busy: RwSignal<bool>,
    /// Why the last one failed; gone when the next is sent.
    pub failure: RwSignal<Option<Failure>>,
    command: std::marker::PhantomData<fn(C)>,
}

impl<C> Clone for Sending<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C> Copy for Sending<C> {}

/// A command to be sent on a press.
pub fn use_command<C: Command + 'static>() -> Sending<C> {
    Sending {
        busy: RwSignal::new(false),
        failure: RwSignal::new(None),
        command: std::marker::PhantomData,
    }
}

impl<C: Command + 'static> Sending<C> {
    /// Sends it, unless one is under way. `done` gets the reply; failures are kept in `failure`.
    pub fn send(self, request: C, done: impl FnOnce(C::Reply) + 'static) {
        // The page may have been closed meanwhile; the command was done nevertheless.
        let is_here = move || self.failure.try_get_untracked().is_some();
        self.send_to_its_end(request, move |reply| {
            if is_here() {
                done(reply);
            }
        });
    }

    /// The same where what follows belongs to the window: it is done also if the page was closed.
    pub fn send_to_its_end(self, request: C, done: impl FnOnce(C::Reply) + 'static) {
        if self.busy.get_untracked() {
            return;
        }
        self.busy.set(true);
        self.failure.set(None);
        ipc::ask(&request, move |answer| {
            self.busy.try_set(false);
            match answer {
                Ok(reply) => done(reply),
                Err(failure) => drop(self.failure.try_set(Some(failure))),
            }
        });
    }
}

/// A text that follows another once typing has paused, so that not every key asks the backend.
#[derive(Clone, Copy)]
pub struct Quiet {
    source: Signal<String>,
    text: RwSignal<String>,
}

impl Quiet {
    /// Follows `source` after a pause.
    pub fn after(source: Signal<String>, pause: Duration) -> Self {
        let text = RwSignal::new(source.get_untracked());
        let pending = StoredValue::new(None::<TimeoutHandle>);
        effect(move || {
            let now = source.get();
            if let Some(Some(before)) = pending.try_update_value(Option::take) {
                before.clear();
            }
            if text.with_untracked(|text| *text != now) {
                let later = set_timeout_with_handle(move || drop(text.try_set(now)), pause);
                pending.set_value(later.ok());
            }
        });
        Self { source, text }
    }

    /// Typing has ended: the text is as it was typed.
    pub fn end(self) {
        self.text.set(self.source.get_untracked());
    }

    /// The text as of the last pause.
    pub fn get(self) -> String {
        self.text.get()
    }
}

/// Does something once, when a condition first holds.
pub fn once(condition: impl Fn() -> bool + 'static, run: impl Fn() + 'static) {
    effect_after(move |done: Option<bool>| {
        let done = done.unwrap_or(false);
        if !done && condition() {
            run();
            return true;
        }
        done
    });
}
