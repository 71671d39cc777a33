//! Another language than the window's for what is being worded: rows that are printed are made by the code that
//! makes those on screen, and say the same words.

use std::cell::Cell;

use contract::Language;
use leptos::prelude::untrack;
use leptos::reactive::graph::Observer;

thread_local! {
    static INSTEAD: Cell<Option<Language>> = const { Cell::new(None) };
}

/// What `make` makes, worded in this language, or with `None` in the window's. Nothing it reads is followed.
pub fn worded_in<T>(language: Option<Language>, make: impl FnOnce() -> T) -> T {
    let before = INSTEAD.replace(language);
    let made = untrack(make);
    INSTEAD.set(before);
    made
}

/// The language of what is being worded, where it is not the window's. A memo that is made meanwhile is the
/// window's, which shows it too: whatever follows signals is in no other language.
pub fn instead() -> Option<Language> {
    INSTEAD.get().filter(|_| Observer::get().is_none())
}
