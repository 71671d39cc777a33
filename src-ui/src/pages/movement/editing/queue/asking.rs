//! The result of a job in the queue (`EditOutcome`), and what its sender sees of it: whether it is
//! under way, and why the last one failed (`Asking`).

use contract::{EditorState, Failure, Pasted, Written};
use leptos::prelude::*;

/// What came of it.
pub enum EditOutcome {
    /// How the editor stands now.
    State(Box<EditorState>),
    /// What became of the rows of a block.
    Pasted(Pasted),
    /// Where what was sent stands.
    Written(Box<Written>),
    /// Nothing to be told.
    Done,
}

/// Done with the answer, while whoever asked is there.
pub type Then = Box<dyn FnOnce(EditOutcome) + Send>;

/// Who asks for something: whether it is under way or waits for what was done before, and why the last
/// came to nothing.
#[derive(Clone, Copy)]
pub struct Asking {
    /// An answer is awaited.
    pub busy: RwSignal<bool>,
    /// Why the last one failed; gone when the next is asked.
    pub failure: RwSignal<Option<Failure>>,
}

impl Asking {
    /// Nothing was asked yet.
    pub fn start() -> Self {
        Self { busy: RwSignal::new(false), failure: RwSignal::new(None) }
    }

    /// It is answered; `false` where whoever asked is gone.
    pub(super) fn answered(self, failure: Option<Failure>) -> bool {
        let is_there = self.busy.try_set(false).is_none();
        if is_there {
            self.failure.set(failure);
        }
        is_there
    }
}
