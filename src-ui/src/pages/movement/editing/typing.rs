//! Saves the text being typed in a cell at most half a second after the last letter, until the cell
//! is left. The timing is here; the saving is done by `queue`.

use std::time::Duration;

use contract::{KeepTyping, MovementKey, TypedCell};
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;

use super::queue::{EditQueue, Job};

/// Counted from the first letter: steady typing does not put it off.
const SOON: Duration = Duration::from_millis(350);

/// The cell being typed in.
#[derive(Clone, Copy)]
pub struct Typing {
    queue: EditQueue,
    key: Memo<Option<MovementKey>>,
    now: StoredValue<Now>,
}

#[derive(Default)]
struct Now {
    cell: Option<TypedCell>,
    timer: Option<TimeoutHandle>,
    /// Something of it was handed on to be kept.
    is_known: bool,
}

impl Typing {
    /// Nothing is being typed.
    pub fn start(queue: EditQueue, key: Memo<Option<MovementKey>>) -> Self {
        let typing = Self { queue, key, now: StoredValue::new(Now::default()) };
        // Whoever goes to another window, or to this one's border to close it, has stopped typing.
        let blur = window_event_listener(leptos::ev::blur, move |_| typing.keep());
        on_cleanup(move || blur.remove());
        typing
    }

    /// Something is typed.
    pub fn type_in(self, cell: TypedCell) {
        let waits = self.now.try_update_value(|now| {
            now.cell = Some(cell);
            now.timer.is_some()
        });
        if waits == Some(false) {
            let timer = set_timeout_with_handle(move || self.keep(), SOON);
            self.now.update_value(|now| now.timer = timer.ok());
        }
    }

    /// Something typed is kept at once, and stays known: a cell was left whose row is not whole.
    pub fn hold(self, cell: TypedCell) {
        self.now.update_value(|now| now.cell = Some(cell));
        self.keep();
    }

    /// The cell was left: what was typed in it is kept otherwise by now, or was taken back.
    pub fn end(self) {
        let was_known = self.now.try_update_value(|now| {
            if let Some(timer) = now.timer.take() {
                timer.clear();
            }
            now.cell = None;
            std::mem::take(&mut now.is_known)
        });
        if was_known == Some(true) {
            self.tell(None);
        }
    }

    /// It was being typed when the window went away: there is something to be taken back.
    pub fn was_kept(self) {
        self.now.update_value(|now| now.is_known = true);
    }

    fn keep(self) {
        let cell = self.now.try_update_value(|now| {
            if let Some(timer) = now.timer.take() {
                timer.clear();
            }
            let cell = now.cell.take()?;
            now.is_known = true;
            Some(cell)
        });
        if let Some(Some(cell)) = cell {
            self.tell(Some(cell));
        }
    }

    fn tell(self, typing: Option<TypedCell>) {
        if let Some(movement) = self.key.get_untracked() {
            self.queue.push(Job::Typing(KeepTyping { movement, typing }), None);
        }
    }
}
