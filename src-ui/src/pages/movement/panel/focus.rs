//! Moves the focus inside the panel: to the first field, to what needs correction, on to the next
//! line.

use leptos::prelude::*;
use web_sys::HtmlElement;

use super::action::LineAction;
use super::selectors::FIRST;
use super::state::PanelState;
use crate::dom;
use crate::effect::{effect, memo};
use crate::i18n::say;

/// Where it goes where nothing is known that could be taken.
const OTHER: &str = "[data-testid=pick-other]";

/// One thing to be picked for the line.
const PART: &str = "[data-testid=pick-part]";

/// Where it waits until it is known what there is to pick.
const PICK_TAB: &str = "[data-testid=act-pick]";

impl PanelState {
    /// Whatever the page asks to be done is shown, with the focus in its first field; what is only
    /// shown leaves the focus where it is.
    pub(super) fn focus_when_asked(self, asked: RwSignal<LineAction>) {
        let waits = self.waits;
        // Nothing was there to type in when it was done waiting: what can be taken may still be told.
        let hopes = StoredValue::new(false);
        let has_stock = memo(move || self.picks.has_stock());
        effect(move || {
            if has_stock.get() && hopes.get_value() {
                hopes.set_value(false);
                if dom::focused().is_some_and(|now| now.matches(OTHER).unwrap_or(false)) {
                    self.focus_on_first();
                }
            }
        });
        effect(move || {
            let act = asked.get();
            self.act.set(act);
            // Also of the line that was just left.
            self.left.set(None);
            waits.set(act != LineAction::Details);
        });
        effect(move || {
            let is_there =
                self.of.get().is_some_and(|of| self.rows.with(|rows| rows.contains(&of)));
            let (left, of) = (self.left.get(), self.of.get());
            let is_left = left.is_some() && left == of;
            if left.is_some() && of.is_some() && !is_left {
                self.left.set(None);
            }
            if !waits.get() || !is_there || is_left {
                return;
            }
            let is_pick = self.act.get() == LineAction::Pick;
            if !is_pick || self.picks.is_ready() {
                waits.set(false);
                hopes.set_value(is_pick && !untrack(|| self.picks.has_stock()));
                self.focus_on_first();
            } else {
                // What is typed meanwhile must not go into the cell it came from.
                self.focus_after_drawing(PICK_TAB);
            }
        });
    }

    /// Goes on to the next line of which something goes, with the focus in its first field; where
    /// there is none, it says so. Answers whether there is one.
    pub fn go_on(self) -> bool {
        let Some(done) = self.of.get_untracked() else { return false };
        self.left.set(Some(done.clone()));
        if self.on_done.run(done) {
            self.waits.set(true);
            true
        } else {
            self.left.set(None);
            self.toasts.say(say!(self.i18n, pick.last_line).to_owned());
            false
        }
    }

    /// Goes to the next line, or the one before, with the focus in its first field where something is
    /// being done.
    pub fn step(self, to: Callback<bool, bool>, onward: bool) {
        if untrack(|| !self.is_one()) {
            return;
        }
        self.left.set(self.of.get_untracked());
        if to.run(onward) {
            self.waits.set(self.act.get_untracked() != LineAction::Details);
        } else {
            self.left.set(None);
        }
    }

    /// Gives the focus to the first field, or to that of the product that was scanned, once it is drawn.
    fn focus_on_first(self) {
        request_animation_frame(move || {
            let Some(Some(node)) = self.node.try_get_untracked() else { return };
            let Some(code) = self.code.try_update(Option::take) else { return };
            let is_of = |part: &HtmlElement| part.get_attribute("data-code") == code;
            let part = dom::all(&node, PART).into_iter().find(|part| code.is_some() && is_of(part));
            if part.is_some_and(|part| dom::focus_first(&part, "[data-begin] input")) {
                dom::select_text();
                dom::focused().iter().for_each(dom::scroll_to);
            } else {
                self.focus_on(FIRST);
            }
            self.release();
        });
    }

    /// The panel has the focus: what was typed for it meanwhile is pressed in it.
    fn release(self) {
        if dom::focus_is_in("[data-testid=line-panel]") {
            self.keys.release();
        } else {
            self.keys.drop_held();
        }
    }

    /// The same, once what came by itself is drawn.
    pub(super) fn release_soon(self) {
        request_animation_frame(move || self.release());
    }

    /// Gives the focus to a part of the panel, once it is drawn; a text in it is chosen whole.
    pub fn focus_after_drawing(self, selector: impl AsRef<str> + 'static) {
        request_animation_frame(move || self.focus_on(selector.as_ref()));
    }

    /// The focus goes to what is there, before the next key.
    pub(super) fn focus_on(self, selector: &str) {
        let Some(Some(node)) = self.node.try_get_untracked() else { return };
        if dom::focus_first(&node, selector) {
            dom::select_text();
            dom::focused().iter().for_each(dom::scroll_to);
        }
    }

    /// The same, where the focus went with what it was in.
    pub(super) fn focus_after_drawing_if_lost(self, selector: &'static str) {
        request_animation_frame(move || {
            let Some(Some(node)) = self.node.try_get_untracked() else { return };
            if dom::focus_is_lost() {
                dom::focus_first(&node, selector);
            }
        });
    }

    /// Whether the focus is in the panel, or went with what it was in.
    pub(super) fn has_focus(self) -> bool {
        let Some(Some(node)) = self.node.try_get_untracked() else { return false };
        dom::focused().is_some_and(|now| node.contains(Some(&now))) || dom::focus_is_lost()
    }

    /// Another line is shown than the one whose field had the focus: it begins in its first.
    pub(super) fn begin_if_lost(self) {
        request_animation_frame(move || {
            if dom::focus_is_lost() {
                self.waits.try_set(true);
            }
        });
    }

    /// The focus goes back to the cell it came from.
    pub(super) fn back_to_lines(self) {
        let Some(Some(node)) = self.node.try_get_untracked() else { return };
        let inside = dom::focused().is_some_and(|now| node.contains(Some(&now)));
        if let Some(body) = node.closest(".body").ok().flatten().filter(|_| inside) {
            dom::focus_first(&body, dom::CURSOR);
        }
    }
}
