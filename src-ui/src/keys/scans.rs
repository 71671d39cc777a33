//! What is scanned in the window: a code is taken before its first letter can be a command, and handed
//! to the page in front. Where no page has a use for it, it is shown and nothing else.

use std::time::Duration;

use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;
use leptos::web_sys::{Element, HtmlInputElement, KeyboardEvent};

use super::burst::{Burst, Heard};
use super::{InTab, Keys, Press, Scope, element_of};
use crate::dom;

/// A command waits so long for what may be the next letter of a scan.
const WAIT: Duration = Duration::from_millis(40);

/// A scanner that ends with no key has ended after so long.
const SILENCE: Duration = Duration::from_millis(150);

/// A command that waits: the key, and the scopes it is still to be looked for in.
struct Waiting {
    press: Press,
    scopes: Vec<Scope>,
    timer: Option<TimeoutHandle>,
}

/// What a page does with a code; it answers whether it has a use for it.
type Taker = (u32, u32, Callback<String, bool>);

/// A field that takes numbers alone, and what it held before the first letter of what may be a scan.
type Held = (HtmlInputElement, String);

/// What is scanned.
#[derive(Clone, Copy)]
pub(super) struct Scans {
    burst: StoredValue<Burst>,
    held: StoredValue<Option<Held>, LocalStorage>,
    waiting: StoredValue<Option<Waiting>>,
    silence: StoredValue<Option<TimeoutHandle>>,
    takers: StoredValue<Vec<Taker>>,
    unused: StoredValue<Option<Callback<String>>>,
    /// How many codes there were.
    count: StoredValue<u32>,
}

impl Default for Scans {
    fn default() -> Self {
        Self {
            burst: StoredValue::default(),
            held: StoredValue::new_local(None),
            waiting: StoredValue::new(None),
            silence: StoredValue::new(None),
            takers: StoredValue::new(Vec::new()),
            unused: StoredValue::new(None),
            count: StoredValue::new(0),
        }
    }
}

impl Keys {
    /// Hands codes scanned in the tab this component is in to its page, until that is gone; it answers
    /// whether it has a use for a code.
    pub fn on_scan(self, take: impl Fn(String) -> bool + Send + Sync + 'static) {
        let tab = use_context::<InTab>().map_or(0, |tab| tab.0);
        let number = self.number();
        let taker = (number, tab, Callback::new(take));
        self.scans.takers.update_value(|takers| takers.push(taker));
        on_cleanup(move || {
            self.scans.takers.try_update_value(|takers| takers.retain(|taker| taker.0 != number));
        });
    }

    /// Is told of codes that no page has a use for. Called once, by the app.
    pub fn on_unused_scan(self, tell: impl Fn(String) + Send + Sync + 'static) {
        self.scans.unused.set_value(Some(Callback::new(tell)));
    }

    /// Does something about a key that was pressed, unless it turns out to be the first of a code.
    pub fn unless_scanned(self, run: impl FnOnce() + 'static) {
        let before = self.scans.count.get_value();
        let decide = move || {
            let scans = self.scans.burst.try_with_value(Burst::is_scan) == Some(true);
            if !scans && self.scans.count.try_get_value() == Some(before) {
                run();
            }
        };
        set_timeout(decide, SILENCE);
    }

    /// Hears every key before fields and pages do.
    pub(super) fn hear_scans(self) {
        dom::on_keydown_first(move |event| {
            // What the window presses itself is no key of a scanner.
            let is_typed = event.is_trusted() && !event.is_composing();
            if is_typed && self.hear_scan(event) {
                event.prevent_default();
                event.stop_immediate_propagation();
            }
        });
    }

    /// Whether a key is a part of a scan, or waits with a command that may be.
    fn hear_scan(self, event: &KeyboardEvent) -> bool {
        let (key, at) = (event.key(), event.time_stamp());
        if matches!(key.as_str(), "Shift" | "Control" | "Alt" | "AltGraph" | "Meta" | "CapsLock") {
            return false;
        }
        let is_held = event.ctrl_key() || event.alt_key() || event.meta_key() || event.repeat();
        if key.chars().count() != 1 || is_held {
            let ends = matches!(key.as_str(), "Enter" | "Tab") && !is_held;
            let heard = self.with_burst(|burst| burst.other(at, ends));
            return match heard {
                Heard::Ends(code) => {
                    self.stop_awaiting_silence();
                    self.begin_scan();
                    self.scanned(code);
                    true
                }
                _ => {
                    self.run_waiting();
                    false
                }
            };
        }
        let target = element_of(event);
        let in_text = target.as_ref().is_some_and(dom::takes_text);
        let number = target.as_ref().filter(|target| in_text && is_number(target));
        let free = !in_text || number.is_some();
        if self.scans.burst.try_with_value(|burst| burst.begins_at(at)) == Some(true) {
            // A cell that is being edited has its own way back.
            let field = number.filter(|field| !matches!(field.closest(".grid"), Ok(Some(_))));
            self.scans.held.set_value(field.and_then(dom::held_by));
        }
        // No digit is a command where quantities are typed.
        let command = !in_text && !key.bytes().all(|byte| byte.is_ascii_digit());
        match self.with_burst(|burst| burst.character(&key, at, free, command)) {
            Heard::Begins => {
                self.begin_scan();
                self.await_silence();
                true
            }
            Heard::Part => {
                self.await_silence();
                true
            }
            // It came too fast after a command for fingers: both wait for what comes next.
            _ => self.wait_on(),
        }
    }

    fn with_burst(self, hear: impl FnOnce(&mut Burst) -> Heard) -> Heard {
        self.scans.burst.try_update_value(hear).unwrap_or(Heard::Key)
    }

    /// Whether a key is a command that could as well be the first letter of a scan.
    pub(super) fn may_be_scan(self, press: &Press, scope: &Scope) -> bool {
        press.chord.is_single()
            && self.bindings.with_untracked(|all| {
                all.iter()
                    .any(|one| one.scope == *scope && one.chord.as_ref() == Some(&press.chord))
            })
    }

    /// Runs a command once it is clear that it is one.
    pub(super) fn run_later(self, press: Press, scopes: Vec<Scope>) {
        let timer = set_timeout_with_handle(move || self.run_waiting(), WAIT).ok();
        self.scans.waiting.set_value(Some(Waiting { press, scopes, timer }));
    }

    /// Whether a command waits, which then waits on.
    fn wait_on(self) -> bool {
        let waits = self.scans.waiting.try_update_value(|waiting| {
            let Some(waiting) = waiting else { return false };
            if let Some(before) = waiting.timer.take() {
                before.clear();
            }
            waiting.timer = set_timeout_with_handle(move || self.run_waiting(), WAIT).ok();
            true
        });
        waits.unwrap_or(false)
    }

    /// It was a command.
    fn run_waiting(self) {
        let Some(Some(waiting)) = self.scans.waiting.try_update_value(Option::take) else { return };
        if let Some(timer) = waiting.timer {
            timer.clear();
        }
        for scope in &waiting.scopes {
            if self.run_in(scope, &waiting.press) {
                break;
            }
        }
    }

    /// What the first letters of a scan did is undone: a command that waits is none, a cell that they
    /// began to edit is as it was, and so is a quantity they were typed into.
    fn begin_scan(self) {
        if let Some(Some(waiting)) = self.scans.waiting.try_update_value(Option::take)
            && let Some(timer) = waiting.timer
        {
            timer.clear();
        }
        // The first closes the list under the cell, if there is one.
        for _ in 0..2 {
            dom::press_escape_in(".grid .is-edit input");
        }
        if let Some(Some((field, text))) = self.scans.held.try_update_value(Option::take) {
            dom::put_back(&field, &text);
        }
    }

    fn await_silence(self) {
        let timer = set_timeout_with_handle(
            move || {
                let code = self.scans.burst.try_update_value(Burst::silence).flatten();
                code.into_iter().for_each(|code| self.scanned(code));
            },
            SILENCE,
        );
        self.stop_awaiting_silence();
        self.scans.silence.try_update_value(|silence| *silence = timer.ok());
    }

    fn stop_awaiting_silence(self) {
        let timer = self.scans.silence.try_update_value(Option::take).flatten();
        timer.into_iter().for_each(|timer| timer.clear());
    }

    fn scanned(self, code: String) {
        self.scans.count.update_value(|count| *count = count.wrapping_add(1));
        let tab = self.current_tab.get_untracked();
        let is_free = self.sheets.with_untracked(Vec::is_empty);
        let takers = self.scans.takers.get_value();
        let mut of_tab = takers.iter().rev().filter(|taker| taker.1 == tab && is_free);
        if of_tab.any(|taker| taker.2.run(code.clone())) {
            return;
        }
        if let Some(tell) = self.scans.unused.get_value() {
            tell.run(code);
        }
    }
}

/// Whether a text field takes numbers alone: a code is no number.
fn is_number(field: &Element) -> bool {
    field.get_attribute("inputmode").as_deref() == Some("numeric")
}
