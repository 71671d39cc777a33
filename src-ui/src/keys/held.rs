//! Keys that are meant for what is about to be shown: a panel that opens, the next line to be picked.
//! They are held until that has the focus, and are pressed there then, one after the other; else they
//! would change what had the focus before. Deliberately absent: what is shown, which is the page's.

use std::collections::VecDeque;
use std::time::Duration;

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

use super::Keys;
use super::held_state::HeldKey;
use crate::dom;

/// Nothing is held longer than this.
const LONGEST: Duration = Duration::from_secs(5);

impl Keys {
    /// Holds what is typed from now on: something is about to be shown that it is meant for.
    pub fn hold(self) {
        self.held.round.update_value(|round| *round = round.wrapping_add(1));
        let round = self.held.round.get_value();
        self.held.waits_for.set_value(Some(round));
        let ends = move || {
            if self.held.waits_for.try_get_value() == Some(Some(round)) {
                self.drop_held();
            }
        };
        set_timeout(ends, LONGEST);
    }

    /// What was waited for has the focus: what is held is pressed there.
    pub fn release(self) {
        if self.held.waits_for.get_value().is_some() {
            self.press_next();
        }
    }

    /// What was waited for does not come; answers the characters that were typed for it.
    pub fn drop_held(self) -> String {
        self.held.waits_for.set_value(None);
        let queue = self.held.queue.try_update_value(std::mem::take).unwrap_or_default();
        let typed = queue.iter().filter(|held| is_character(&held.key));
        typed.map(|held| held.key.as_str()).collect()
    }

    /// A key came while a command waits for its turn: it is pressed after that.
    pub(super) fn hold_behind(self, key: &str) {
        let held = HeldKey { key: key.to_owned(), ctrl: false };
        self.held.queue.update_value(|queue| queue.push_back(held));
    }

    /// The command was carried out. Where it shows nothing that is waited for, what came after it is
    /// pressed now.
    pub(super) fn press_behind(self) {
        if self.held.waits_for.get_value().is_none() {
            while let Some(held) = self.next_held() {
                dom::press(&held.key, held.ctrl);
            }
        }
    }

    /// Whether a key is held. Esc gives up what is waited for.
    pub(super) fn takes(self, event: &KeyboardEvent) -> bool {
        if self.held.waits_for.get_value().is_none() || event.alt_key() || event.meta_key() {
            return false;
        }
        let (key, ctrl) = (event.key(), event.ctrl_key());
        if key == "Escape" {
            self.drop_held();
            return false;
        }
        let is_named = matches!(key.as_str(), "Backspace" | "ArrowUp" | "ArrowDown");
        let is_meant = key == "Enter" || !ctrl && (is_named || is_character(&key));
        if is_meant {
            self.held.queue.update_value(|queue| queue.push_back(HeldKey { key, ctrl }));
        }
        is_meant
    }

    /// Presses one key, and the next when what comes of it is drawn. Keys that come meanwhile are held
    /// behind them.
    fn press_next(self) {
        let Some(held) = self.next_held() else { return self.held.waits_for.set_value(None) };
        dom::press(&held.key, held.ctrl);
        let waits_for = self.held.waits_for.get_value();
        request_animation_frame(move || {
            request_animation_frame(move || {
                if waits_for.is_some() && self.held.waits_for.try_get_value() == Some(waits_for) {
                    self.press_next();
                }
            });
        });
    }

    fn next_held(self) -> Option<HeldKey> {
        self.held.queue.try_update_value(VecDeque::pop_front).flatten()
    }
}

fn is_character(key: &str) -> bool {
    key.chars().count() == 1
}
