//! Effects and memos as Leptos has them, but of one kind whatever they run: Leptos compiles the whole
//! machinery of one anew for every closure it is given, half a kilobyte each time. Used by everything
//! that reacts. Deliberately absent: effects of drawing, which are `view!`'s.

use leptos::prelude::*;

/// Does something now, and again whenever a signal it reads changes.
pub fn effect(run: impl FnMut() + 'static) {
    run_again(Box::new(run));
}

/// Does something now, and again whenever a signal it reads changes; it is given what it answered
/// the last time.
pub fn effect_after<T: 'static>(mut run: impl FnMut(Option<T>) -> T + 'static) {
    let mut last = None;
    effect(move || last = Some(run(last.take())));
}

/// A value that follows the signals it is made of, and tells of itself when it is another one.
pub fn memo<T: PartialEq + Send + Sync + 'static>(
    make: impl Fn() -> T + Send + Sync + 'static,
) -> Memo<T> {
    made_again(Box::new(make))
}

fn run_again(run: Box<dyn FnMut()>) {
    Effect::new(run);
}

fn made_again<T: PartialEq + Send + Sync + 'static>(
    make: Box<dyn Fn() -> T + Send + Sync>,
) -> Memo<T> {
    Memo::new(move |_| make())
}
