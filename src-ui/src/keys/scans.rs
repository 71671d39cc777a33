//! What is scanned in the window: a code is taken before its first letter can be a command, and handed
//! to the page in front. Where no page has a use for it, it is shown and nothing else.

use std::time::Duration;

use contract::ScannerSettings;
use leptos::prelude::*;
use leptos::web_sys::{Element, HtmlInputElement, KeyboardEvent};

use super::Keys;
use super::burst::{Burst, Frame, Heard, Target};
use super::places::character_at;
use super::scan_state::{HeldCommand, ScannerKey, Taker, Timer};
use super::scope::{InTab, KeyPress, Scope, element_of};
use crate::data::query::Query;
use crate::dom;
use crate::effect::effect;

/// A command waits so long for what may be the next letter of a scan.
const WAIT: Duration = Duration::from_millis(40);

/// A scanner that ends with no key has ended after so long.
const SILENCE: Duration = Duration::from_millis(150);

/// A timer that comes so much too late, in ms, was kept by other work; so may be the next key.
const LATE: f64 = 30.0;

/// So often a timer that came late waits again.
const TRIES: u32 = 5;

/// A key is taken to be heard at most so much later, in ms, than it was pressed.
const LAG: f64 = 500.0;

/// Separates elements of a GS1 code.
const SEPARATOR: &str = "\u{1d}";

/// So much later, in ms, it was pressed by a clock that tells another time.
const OTHER_CLOCK: f64 = 60_000.0;

impl Keys {
    /// Hands codes scanned in the tab this component is in to its page, until that is gone; it answers
    /// whether it has a use for a code. What is scanned into a text field is that field's.
    pub fn on_scan(self, take: impl Fn(String) -> bool + Send + Sync + 'static) {
        self.take_scans(false, Callback::new(take));
    }

    /// Hands every code to the page of this component while its tab is in front: whatever has the focus, and
    /// whatever lies over the page.
    pub fn on_every_scan(self, take: impl Fn(String) + Send + Sync + 'static) {
        let take = move |code| {
            take(code);
            true
        };
        self.take_scans(true, Callback::new(take));
    }

    fn take_scans(self, every: bool, take: Callback<String, bool>) {
        let tab = use_context::<InTab>().map_or(0, |tab| tab.0);
        let number = self.number();
        let taker = Taker { number, tab, every, take };
        self.scans.takers.update_value(|takers| takers.push(taker));
        on_cleanup(move || {
            let takers = self.scans.takers;
            takers.try_update_value(|takers| takers.retain(|taker| taker.number != number));
        });
    }

    /// Another scanner is used, or it is set up in another way.
    pub fn set_scanner(self, scanner: &ScannerSettings) {
        let ScannerSettings { prefix, suffix, by_place, .. } = scanner.clone();
        self.scans.burst.update_value(|burst| burst.set_frame(Frame { prefix, suffix }));
        self.scans.by_place.set_value(by_place);
    }

    /// Tells of every key before anything else hears it, until this component is gone; it answers whether the
    /// key is its own. For setting up a scanner.
    pub fn watch_keys(self, watch: impl Fn(ScannerKey) -> bool + Send + Sync + 'static) {
        let number = self.number();
        self.scans.watcher.set_value(Some((number, Callback::new(watch))));
        on_cleanup(move || {
            self.scans.watcher.try_update_value(|watcher| {
                watcher.take_if(|watcher| watcher.0 == number);
            });
        });
    }

    /// Whether a key is of whoever sets up a scanner.
    fn is_watched(self, event: &KeyboardEvent) -> bool {
        let Some((_, watch)) = self.scans.watcher.get_value() else { return false };
        let place = character_at(&event.code(), event.shift_key());
        watch.run(ScannerKey { key: event.key(), place, at: event.time_stamp() })
    }

    /// Whether the page in front takes every code.
    fn takes_every(self) -> bool {
        let tab = self.current_tab.get_untracked();
        self.scans.takers.with_value(|takers| takers.iter().any(|it| it.every && it.tab == tab))
    }

    /// What a scanner wrote by a key; nothing by one that writes no character.
    fn written(self, event: &KeyboardEvent) -> Option<String> {
        let key = event.key();
        // Scanners pass on what separates elements of GS1 codes as this.
        let is_separator = event.ctrl_key() && (key == "]" || event.code() == "BracketRight");
        if is_separator && self.scans.burst.try_with_value(Burst::is_scan) == Some(true) {
            return Some(SEPARATOR.to_owned());
        }
        if is_held(event) {
            return None;
        }
        // Also a key that writes nothing by itself on this keyboard, as accents do.
        let by_place = self.scans.by_place.get_value();
        if let Some(place) =
            by_place.then(|| character_at(&event.code(), event.shift_key())).flatten()
        {
            return Some(place.to_owned());
        }
        (key.chars().count() == 1).then_some(key)
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
        self.after_silence(None, SILENCE, decide);
    }

    /// Hears every key before fields and pages do.
    pub(super) fn hear_scans(self) {
        dom::on_keydown_first(move |event| {
            if event.is_trusted() {
                self.typing.note_input();
            }
            // What the window presses itself is no key of a scanner.
            let is_typed = event.is_trusted() && !event.is_composing();
            if is_typed && (self.is_watched(event) || self.hear_scan(event) || self.takes(event)) {
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
        self.scans.lag.set_value(lag_of(at));
        let Some(written) = self.written(event) else {
            let ends = matches!(key.as_str(), "Enter" | "Tab") && !is_held(event);
            let heard = self.with_burst(|burst| burst.other(at, ends));
            return match heard {
                Heard::Ends(code) => {
                    stop(self.scans.silence);
                    self.begin_scan();
                    self.scanned(code);
                    // The next code follows as letters follow each other.
                    self.typing.note_letter();
                    true
                }
                Heard::Part => true,
                _ => {
                    self.let_fields_go();
                    self.run_waiting();
                    false
                }
            };
        };
        let field = element_of(event).filter(dom::takes_text);
        let target = match &field {
            Some(field) if !is_number(field) => {
                if self.takes_every() {
                    Target::Text
                } else {
                    Target::Field
                }
            }
            _ if self.takes_every() => Target::Taken,
            _ => Target::Free,
        };
        if self.scans.burst.try_with_value(|burst| burst.begins_at(at)) == Some(true) {
            self.scans.held.set_value(Vec::new());
            self.scans.in_cell.set_value(field.as_ref().is_some_and(is_in_grid));
        } else if self.scans.in_cell.get_value()
            && self.scans.burst.try_with_value(|burst| burst.pauses_at(at)) == Some(true)
        {
            // What was typed in the cell until here was typed by hand.
            self.scans.held.set_value(Vec::new());
        }
        // No digit is a command where quantities are typed.
        let may_command = field.as_ref().is_none_or(dom::leaves_letters);
        let command = may_command && !key.bytes().all(|byte| byte.is_ascii_digit());
        let heard = self.with_burst(|burst| burst.character(&written, at, target, command));
        if let Some(field) = field {
            self.remember(&field);
        }
        match heard {
            Heard::Begins => {
                self.begin_scan();
                self.await_silence();
                self.typing.note_letter();
                true
            }
            Heard::Part => {
                self.await_silence();
                self.typing.note_letter();
                true
            }
            // It came too fast after a command for fingers: both wait for what comes next.
            _ => {
                let waits = self.wait_on();
                if waits {
                    self.hold_behind(&key);
                }
                waits
            }
        }
    }

    /// What a field holds before a letter that may be of a scan; the focus may move while one is coming.
    fn remember(self, field: &Element) {
        let may_be = self.scans.burst.try_with_value(Burst::may_be_scan) == Some(true);
        // A cell that the letter began to edit has its own way back.
        let is_begun = is_in_grid(field) && !self.scans.in_cell.get_value();
        if !may_be || is_begun {
            return;
        }
        self.scans.held.try_update_value(|held| {
            if let Some(now) = dom::held_by(field)
                && held.iter().all(|(known, _)| *known != now.0)
            {
                held.push(now);
            }
        });
        let silent = move || self.scans.in_field.set(false);
        self.after_silence(Some(self.scans.field_silence), SILENCE, silent);
        self.scans.in_field.set(true);
    }

    /// Nothing in a field is the beginning of a scan any more.
    fn let_fields_go(self) {
        stop(self.scans.field_silence);
        if self.scans.in_field.get_untracked() {
            self.scans.in_field.set(false);
        }
    }

    /// A query whose reply is not taken while what is being typed into a field may be a scan: the field is
    /// still to be there, and to be about the same, when the letters are taken out of it.
    pub fn steady<T>(self, query: Query<T>) -> Query<T>
    where
        T: Clone + PartialEq + Send + Sync + 'static,
    {
        let reply = RwSignal::new(None);
        effect(move || {
            if self.scans.in_field.get() {
                return;
            }
            // The same is not shown again after each quantity that is typed.
            let now = query.reply.get();
            if reply.with_untracked(|shown| *shown != now) {
                reply.set(now);
            }
        });
        query.replied_by(reply)
    }

    fn with_burst(self, hear: impl FnOnce(&mut Burst) -> Heard) -> Heard {
        self.scans.burst.try_update_value(hear).unwrap_or(Heard::Key)
    }

    /// Whether a key is a command that could as well be the first letter of a scan.
    pub(super) fn may_be_scan(self, press: &KeyPress, scope: &Scope) -> bool {
        press.chord.is_single()
            && self.bindings.with_untracked(|all| {
                all.iter()
                    .any(|one| one.scope == *scope && one.chord.as_ref() == Some(&press.chord))
            })
    }

    /// Runs a command once it is clear that it is one.
    pub(super) fn run_later(self, press: KeyPress, scopes: Vec<Scope>) {
        self.scans.waiting.set_value(Some(HeldCommand { press, scopes }));
        self.await_command();
    }

    fn await_command(self) {
        self.after_silence(Some(self.scans.waiting_ends), WAIT, move || self.run_waiting());
    }

    /// Whether a command waits, which then waits on.
    fn wait_on(self) -> bool {
        let waits = self.scans.waiting.try_with_value(Option::is_some) == Some(true);
        if waits {
            self.await_command();
        }
        waits
    }

    /// It was a command.
    fn run_waiting(self) {
        stop(self.scans.waiting_ends);
        let Some(Some(waiting)) = self.scans.waiting.try_update_value(Option::take) else { return };
        for scope in &waiting.scopes {
            if self.run_in(scope, &waiting.press) {
                break;
            }
        }
        self.press_behind();
    }

    /// What the first letters of a scan did is undone: a command that waits is none, a cell that they
    /// began to edit is as it was, and so is a quantity they were typed into; one that was being typed in a
    /// cell is entered as it was.
    fn begin_scan(self) {
        stop(self.scans.waiting_ends);
        self.scans.waiting.try_update_value(Option::take);
        self.scans.dropped.try_set_value(self.drop_held());
        let held = self.scans.held.try_update_value(std::mem::take).unwrap_or_default();
        let (cells, fields): (Vec<_>, Vec<_>) =
            held.into_iter().partition(|(field, _)| is_in_grid(field));
        let is_quantity = |(field, text): &&(HtmlInputElement, String)| {
            is_number(field) && !text.trim().is_empty()
        };
        // A quantity that somebody typed before the code came is entered.
        if let Some((field, text)) = cells.iter().find(is_quantity) {
            dom::put_back(field, text);
            // One that has no focus to lose is left already.
            let _ = field.blur();
        }
        // The first closes the list under the cell, if there is one.
        for _ in 0..2 {
            dom::press_escape_in(".grid .is-edit input");
        }
        for (field, text) in fields {
            if field.value() != text {
                dom::put_back(&field, &text);
            }
        }
        self.let_fields_go();
    }

    fn await_silence(self) {
        let silent = move || {
            let code = self.scans.burst.try_update_value(Burst::silence).flatten();
            code.into_iter().for_each(|code| self.scanned(code));
        };
        self.after_silence(Some(self.scans.silence), SILENCE, silent);
    }

    /// Runs when no key was heard for a while, unless its timer is stopped before. A computer that is busy
    /// hears a key late that was pressed at once: it is given the time it took for the last one, and again
    /// where it had no time to hear.
    fn after_silence(self, timer: Option<Timer>, pause: Duration, run: impl FnOnce() + 'static) {
        self.try_after_silence(timer, pause, TRIES, run);
    }

    fn try_after_silence(
        self,
        timer: Option<Timer>,
        pause: Duration,
        tries: u32,
        run: impl FnOnce() + 'static,
    ) {
        let lag = self.scans.lag.try_get_value().unwrap_or_default();
        let pause_now = pause + Duration::from_secs_f64(lag * 3.0 / 1_000.0);
        let due = dom::now() + pause_now.as_secs_f64() * 1_000.0;
        let silent = move || {
            if tries > 0 && dom::now() - due > LATE {
                self.try_after_silence(timer, pause, tries - 1, run);
            } else {
                run();
            }
        };
        let handle = set_timeout_with_handle(silent, pause_now).ok();
        if let Some(timer) = timer {
            stop(timer);
            timer.try_set_value(handle);
        }
    }

    /// What was held when this code came, and is lost with it: without the code's own first letters.
    pub fn typed_before(self, code: &str) -> String {
        without_beginning(&self.scans.dropped.get_value(), code).to_owned()
    }

    /// Whether a code was scanned since the window was opened.
    pub fn has_scanned(self) -> bool {
        self.scans.count.get_value() > 0
    }

    fn scanned(self, code: String) {
        self.scans.count.update_value(|count| *count = count.wrapping_add(1));
        let tab = self.current_tab.get_untracked();
        let is_free = self.sheets.with_untracked(Vec::is_empty);
        let takers = self.scans.takers.get_value();
        let hears = |taker: &&Taker| taker.tab == tab && (is_free || taker.every);
        if takers.iter().rev().filter(hears).any(|taker| taker.take.run(code.clone())) {
            return;
        }
        if let Some(tell) = self.scans.unused.get_value() {
            tell.run(code);
        }
    }
}

/// What was typed before a code, of a text that ends with as much of the code as was heard by then.
fn without_beginning<'a>(typed: &'a str, code: &str) -> &'a str {
    let beginnings = code.char_indices().map(|(at, _)| at).chain([code.len()]).rev();
    beginnings.filter_map(|at| typed.strip_suffix(code.get(..at)?)).next().unwrap_or(typed)
}

/// So much later, in ms, a key is heard than it was pressed.
fn lag_of(pressed: f64) -> f64 {
    let lag = dom::now() - pressed;
    if (0.0..OTHER_CLOCK).contains(&lag) { lag.min(LAG) } else { 0.0 }
}

/// Whether a key is held down, or others with it that make it a command.
fn is_held(event: &KeyboardEvent) -> bool {
    event.ctrl_key() || event.alt_key() || event.meta_key() || event.repeat()
}

/// Stops a timer, if it runs.
fn stop(timer: Timer) {
    let timer = timer.try_update_value(Option::take).flatten();
    timer.into_iter().for_each(|timer| timer.clear());
}

/// Whether it is a part of a grid: a cell that is being edited.
fn is_in_grid(field: &Element) -> bool {
    matches!(field.closest(".grid"), Ok(Some(_)))
}

/// Whether a text field takes numbers alone: a code is no number.
fn is_number(field: &Element) -> bool {
    field.get_attribute("inputmode").as_deref() == Some("numeric")
}

#[cfg(test)]
mod tests {
    use super::without_beginning;

    #[test]
    fn what_was_typed_before_a_code_is_told_from_its_first_letters() {
        let before = ["12SH0", "12", "SH01", "", "12SH012", "S"];
        let told = before.map(|typed| without_beginning(typed, "SH0123"));
        assert_eq!(told, ["12", "12", "", "", "12", ""]);
    }
}
