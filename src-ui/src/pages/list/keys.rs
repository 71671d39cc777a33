//! The keys of a page with a list and, on most, a side panel: F5 reads anew, Ctrl+F finds, Enter goes on to what
//! was found, Space
//! shows and hides the panel, Esc closes it and then clears the filters.

use leptos::html;
use leptos::prelude::*;
use leptos::web_sys::HtmlElement;

use crate::dom;
use crate::i18n::{I18n, text};
use crate::keys::{InTab, Keys, Scope};

/// The cell with the cursor.
const CELL: &str = ".grid [tabindex=\"0\"]";

/// What the keys of a page with a list do.
#[derive(Clone, Copy)]
pub struct ListKeys {
    /// The find field.
    pub find: NodeRef<html::Input>,
    /// Reads anew.
    pub refresh: Callback<()>,
    /// Whether anything is filtered.
    pub filtered: Signal<bool>,
    /// Filters nothing.
    pub clear: Callback<()>,
    /// Whether the side panel is wanted, on pages that have one.
    pub panel: Option<RwSignal<bool>>,
    /// Whether the side panel is drawn.
    pub panel_shown: Signal<bool>,
    /// The part of the page that holds the grid and the panel.
    pub body: NodeRef<html::Div>,
}

impl ListKeys {
    /// Binds them to the tab this component is in.
    pub fn bind(self, keys: Keys, i18n: I18n) {
        keys.on_page("F5", text!(i18n, list.refresh), move || self.refresh.run(()));
        keys.on_page("Ctrl+F", text!(i18n, list.find), move || {
            if let Some(find) = self.find.get_untracked() {
                dom::focus(&find);
                find.select();
            }
        });
        let tab = Scope::Tab(use_context::<InTab>().map_or(0, |tab| tab.0));
        for chord in ["Enter", "Down"] {
            keys.bind_if(tab.clone(), chord, None, move |_| self.leave_find());
        }
        let Some(wanted) = self.panel else {
            let label = Some(text!(i18n, list.clear));
            return keys.bind_if(tab, "Esc", label, move |_| self.escape());
        };
        let label = Some(text!(i18n, list.escape));
        keys.bind_if(tab.clone(), "Esc", label, move |_| self.escape());
        keys.bind_if(tab, "Space", Some(text!(i18n, list.details)), move |_| {
            // A button or an entry of a list has its own use for Space.
            let controls = "button, a, summary, input, [role=option]";
            if dom::focused().is_some_and(|now| is_within(&now, controls)) {
                return false;
            }
            if wanted.get_untracked() {
                self.close_panel();
            } else {
                wanted.set(true);
            }
            true
        });
    }

    /// Closes the panel; the focus goes back to the grid if it was in there.
    pub fn close_panel(self) {
        let Some(wanted) = self.panel else { return };
        let inside = dom::focused().is_some_and(|now| is_within(&now, ".panel"));
        // Before the panel goes: the next key may come before the next frame.
        let body = self.body.get_untracked().filter(|_| inside);
        let given = body.is_some_and(|body| dom::focus_first(&body, CELL));
        wanted.set(false);
        if inside && !given {
            focus_in(self.body, CELL);
        }
    }

    /// From the find field to what was found.
    fn leave_find(self) -> bool {
        let find = self.find.get_untracked();
        let is_there =
            find.zip(dom::focused()).is_some_and(|(find, now)| now.is_same_node(Some(&find)));
        if is_there {
            focus_in(self.body, CELL);
        }
        is_there
    }

    fn escape(self) -> bool {
        if self.panel_shown.get_untracked() {
            self.close_panel();
        } else if self.filtered.get_untracked() {
            self.clear.run(());
        } else {
            return false;
        }
        true
    }
}

/// Gives the focus to the first element of a part of the page that matches, once it is drawn.
pub fn focus_in(part: NodeRef<html::Div>, selector: &'static str) {
    request_animation_frame(move || {
        if let Some(Some(part)) = part.try_get_untracked() {
            dom::focus_first(&part, selector);
        }
    });
}

fn is_within(element: &HtmlElement, selector: &str) -> bool {
    element.closest(selector).ok().flatten().is_some()
}
