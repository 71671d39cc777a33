//! Limits how often typed text is sent to the service: the newest text goes, those in between are
//! skipped.

use std::time::Duration;

use parking_lot::{Mutex, MutexGuard};

use tokio::time::{Instant, sleep_until};

/// Between two questions about what is typed lies at least this.
const BETWEEN: Duration = Duration::from_millis(300);

/// What somebody types in one kind of field.
#[derive(Debug, Default)]
pub(crate) struct Typed(Mutex<Throttled>);

#[derive(Debug, Default)]
struct Throttled {
    newest: Option<String>,
    last: Option<Instant>,
    /// Somebody takes the texts.
    taken: bool,
}

impl Typed {
    /// Wants a text to be asked for. Answers whether somebody must begin to take the texts.
    pub(crate) fn want(&self, text: String) -> bool {
        let mut state = self.state();
        state.newest = Some(text);
        !std::mem::replace(&mut state.taken, true)
    }

    /// The next text to ask for, when its time has come; `None` where none is left, and then whoever
    /// takes them has ended.
    pub(crate) async fn next(&self) -> Option<String> {
        loop {
            let due = {
                let mut state = self.state();
                if state.newest.is_none() {
                    state.taken = false;
                    return None;
                }
                match state.last.map(|last| last + BETWEEN).filter(|due| *due > Instant::now()) {
                    Some(due) => due,
                    None => {
                        state.last = Some(Instant::now());
                        return state.newest.take();
                    }
                }
            };
            // What is typed meanwhile is newer.
            sleep_until(due).await;
        }
    }

    fn state(&self) -> MutexGuard<'_, Throttled> {
        self.0.lock()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_first_text_goes_at_once_and_of_those_after_it_the_newest_when_its_time_has_come() {
        let typed = Typed::default();
        let began = Instant::now();
        assert!(typed.want("o".into()));
        assert_eq!(typed.next().await.as_deref(), Some("o"));
        assert_eq!(began.elapsed(), Duration::ZERO);
        for text in ["ok", "oka", "okaf"] {
            assert!(!typed.want(text.into()), "somebody takes them already");
        }
        assert_eq!(typed.next().await.as_deref(), Some("okaf"));
        assert!(began.elapsed() >= BETWEEN);
        assert_eq!(typed.next().await, None);
        assert!(typed.want("okafo".into()), "whoever took them has ended");
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_typed_while_one_waits_takes_its_place() {
        let typed = Typed::default();
        typed.want("a".into());
        typed.next().await;
        typed.want("ab".into());
        let (next, ()) = tokio::join!(typed.next(), async {
            tokio::time::sleep(BETWEEN / 2).await;
            typed.want("abc".into());
        });
        assert_eq!(next.as_deref(), Some("abc"));
        assert_eq!(typed.next().await, None);
    }

    #[tokio::test(start_paused = true)]
    async fn however_fast_somebody_types_no_more_is_asked_than_time_allows() {
        let typed = Typed::default();
        let began = Instant::now();
        let mut asked = 0;
        for n in 0..100 {
            typed.want(n.to_string());
            asked += u32::from(typed.next().await.is_some());
        }
        assert!(began.elapsed() >= BETWEEN * (asked - 1), "{asked}");
    }
}
