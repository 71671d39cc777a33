//! What changed, told to whoever listens. Everybody who writes a cache, the store or the session
//! announces its topic here; window and console receive topics gathered over a short while, so that
//! rows can appear as they come without a hundred questions a second. Deliberately absent: what the
//! change was; a listener asks again.

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use parking_lot::{Mutex, MutexGuard};

use contract::Topic;
use tokio::{sync::broadcast, time::Instant};

/// Announcements closer together than this travel as one.
const GATHER: Duration = Duration::from_millis(100);

/// How many announcements a slow listener may fall behind before it is told that it missed some.
const BACKLOG: usize = 64;

/// The announcer. Clones share it.
#[derive(Clone)]
pub(crate) struct Changes(Arc<ChangeState>);

struct ChangeState {
    /// How often anything was announced.
    count: AtomicU64,
    listeners: broadcast::Sender<Vec<Topic>>,
    waiting: Mutex<PendingTopics>,
}

#[derive(Default)]
struct PendingTopics {
    topics: BTreeSet<Topic>,
    scheduled: bool,
    last: Option<Instant>,
}

impl Changes {
    pub(crate) fn new() -> Self {
        let (listeners, _) = broadcast::channel(BACKLOG);
        Self(Arc::new(ChangeState {
            count: AtomicU64::new(0),
            listeners,
            waiting: Mutex::default(),
        }))
    }

    /// Listens from now on.
    pub(crate) fn listen(&self) -> broadcast::Receiver<Vec<Topic>> {
        self.0.listeners.subscribe()
    }

    /// How often anything was announced: what was put together since the last time is as it was.
    pub(crate) fn count(&self) -> u64 {
        self.0.count.load(Ordering::Acquire)
    }

    /// Announces at once if nothing was announced lately, else together with what else comes until
    /// the while is over.
    pub(crate) fn announce(&self, topics: &[Topic]) {
        self.0.count.fetch_add(1, Ordering::Release);
        let mut waiting = self.waiting();
        waiting.topics.extend(topics);
        if waiting.scheduled || waiting.topics.is_empty() {
            return;
        }
        let due = waiting.last.map(|last| last + GATHER).filter(|due| *due > Instant::now());
        match (due, tokio::runtime::Handle::try_current()) {
            (Some(due), Ok(runtime)) => {
                waiting.scheduled = true;
                let later = self.clone();
                runtime.spawn(async move {
                    tokio::time::sleep_until(due).await;
                    let gathered = later.waiting();
                    // Flushed in the meantime: nothing is left to say.
                    if gathered.scheduled {
                        later.send(gathered);
                    }
                });
            }
            _ => self.send(waiting),
        }
    }

    /// Announces at once what is still gathered.
    pub(crate) fn flush(&self) {
        let waiting = self.waiting();
        if !waiting.topics.is_empty() {
            self.send(waiting);
        }
    }

    fn send(&self, mut waiting: MutexGuard<'_, PendingTopics>) {
        waiting.scheduled = false;
        waiting.last = Some(Instant::now());
        let topics = std::mem::take(&mut waiting.topics).into_iter().collect();
        // Nobody listening is no fault: the console's start, a test.
        let _ = self.0.listeners.send(topics);
    }

    fn waiting(&self) -> MutexGuard<'_, PendingTopics> {
        self.0.waiting.lock()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_first_change_is_told_at_once_and_those_after_it_as_one() {
        let changes = Changes::new();
        let mut heard = changes.listen();
        changes.announce(&[Topic::Movements]);
        assert_eq!(heard.try_recv().unwrap(), [Topic::Movements]);
        changes.announce(&[Topic::Movements]);
        changes.announce(&[Topic::People, Topic::Movements]);
        assert!(heard.try_recv().is_err(), "gathered, not sent one by one");
        assert_eq!(heard.recv().await.unwrap(), [Topic::Movements, Topic::People]);
        assert!(heard.try_recv().is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_gathered_is_told_once_when_flushed() {
        let changes = Changes::new();
        let mut heard = changes.listen();
        changes.announce(&[Topic::Movements]);
        changes.announce(&[Topic::People]);
        changes.flush();
        assert_eq!(heard.try_recv().unwrap(), [Topic::Movements]);
        assert_eq!(heard.try_recv().unwrap(), [Topic::People]);
        tokio::time::sleep(2 * GATHER).await;
        assert!(heard.try_recv().is_err(), "told again");
    }

    #[test]
    fn without_a_runtime_a_change_is_told_at_once() {
        let changes = Changes::new();
        let mut heard = changes.listen();
        changes.announce(&[Topic::Session]);
        changes.announce(&[Topic::Settings]);
        assert_eq!(heard.try_recv().unwrap(), [Topic::Session]);
        assert_eq!(heard.try_recv().unwrap(), [Topic::Settings]);
    }
}
