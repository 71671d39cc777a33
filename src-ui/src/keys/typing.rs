//! Whether somebody is typing: what opens by itself waits until they have stopped, so that no letter goes
//! where it was not meant to. The focus in a text field of a page counts as typing until the field is
//! left, however long they look at their paper in between; and letters command nothing there.
//! Deliberately absent: which sheets wait, which is the app's.

use std::time::Duration;

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use leptos::web_sys::Element;

use super::scope::element_of;
use crate::dom;

/// So long after a letter somebody still counts as typing: quantities are read from a list, and one
/// comes after the other.
const PAUSE: Duration = Duration::from_secs(4);

/// So long it takes to hear the letters that waited while the computer was busy.
const LATE: Duration = Duration::from_millis(100);

/// What is known of somebody who types.
#[derive(Clone, Copy)]
pub(super) struct TypingState {
    typing: RwSignal<bool>,
    /// A text field has the focus.
    in_text: RwSignal<bool>,
    /// Runs until they may have stopped; nothing while the focus stays in a field.
    pause: StoredValue<Option<TimeoutHandle>>,
    /// A key or the pointer was used since the page was loaded: what has the focus before that was put
    /// there by nobody.
    used: StoredValue<bool>,
}

impl Default for TypingState {
    fn default() -> Self {
        Self {
            typing: RwSignal::new(false),
            in_text: RwSignal::new(false),
            pause: StoredValue::new(None),
            used: StoredValue::new(false),
        }
    }
}

impl TypingState {
    /// Whether somebody is typing, and would type on into whatever took the focus now.
    pub(super) fn is_typing(self) -> bool {
        self.typing.get()
    }

    /// Whether a text field has the focus.
    pub(super) fn is_in_text(self) -> bool {
        self.in_text.get()
    }

    /// Begins to watch. Called once, by the app.
    pub(super) fn watch(self) {
        // A field that keeps its keys to itself tells of its text all the same.
        let input = window_event_listener(leptos::ev::input, move |_| self.note_letter());
        let into = window_event_listener(leptos::ev::focusin, move |event| {
            let target = element_of(&event);
            self.see_text(target.as_ref().is_some_and(dom::takes_text));
            let is_field = target.is_some_and(|field| is_field_of_a_page(&field));
            if is_field && self.used.get_value() {
                self.note_letter();
            } else {
                self.look_again();
            }
        });
        let out = window_event_listener(leptos::ev::focusout, move |event| {
            if event.related_target().is_none() {
                self.see_text(false);
            }
            self.look_again();
        });
        let pointer = window_event_listener(leptos::ev::pointerdown, move |_| {
            self.note_input();
            self.look_again();
        });
        on_cleanup(move || {
            input.remove();
            into.remove();
            out.remove();
            pointer.remove();
        });
    }

    fn see_text(self, is_text: bool) {
        if self.in_text.get_untracked() != is_text {
            self.in_text.set(is_text);
        }
    }

    /// Somebody uses the window.
    pub(super) fn note_input(self) {
        self.used.set_value(true);
    }

    /// A letter came, or a field was gone into.
    pub(super) fn note_letter(self) {
        if !self.typing.get_untracked() {
            self.typing.set(true);
        }
        self.await_rest();
    }

    /// TypingState that stay in a field may have left it.
    fn look_again(self) {
        let waits = self.pause.with_value(Option::is_some);
        if self.typing.get_untracked() && !waits {
            self.await_rest();
        }
    }

    fn await_rest(self) {
        self.pause_after(PAUSE, move || {
            // On a computer that was busy meanwhile, letters of before may only now come.
            self.pause_after(LATE, move || self.rest());
        });
    }

    fn rest(self) {
        self.pause.set_value(None);
        // The window may have lost the keys to another program; the field has not lost the focus.
        let stays =
            dom::focused().is_some_and(|now| is_field_of_a_page(&now) && dom::is_shown(&now));
        if !stays {
            self.typing.set(false);
        }
    }

    fn pause_after(self, time: Duration, run: impl FnOnce() + 'static) {
        let timer = set_timeout_with_handle(run, time).ok();
        let before = self.pause.try_update_value(|pause| std::mem::replace(pause, timer));
        before.flatten().into_iter().for_each(|before| before.clear());
    }
}

/// A text field that is no sheet's: those ask for what is typed into them.
fn is_field_of_a_page(field: &Element) -> bool {
    dom::takes_text(field) && matches!(field.closest(".sheet-layer"), Ok(None))
}
