//! The keys of a page with a list and, on most, a side panel: F5 reads anew, Ctrl+F finds, Enter
//! goes on to what was found, Space shows and hides the panel, Esc closes it and then clears the
//! filters.

use leptos::html;
use leptos::prelude::*;
use leptos::web_sys::{Element, HtmlElement};

use crate::components::grid::GridHandle;
use crate::data::query::Quiet;
use crate::dom;
use crate::effect::effect;
use crate::i18n::{I18n, text};
use crate::keys::{InTab, Keys, Scope};

/// What the keys of a page with a list do.
#[derive(Clone, Copy)]
pub struct ListKeys {
    /// The find field.
    pub find: NodeRef<html::Input>,
    /// Its text, as it is looked for.
    pub text: Quiet,
    /// Whether the rows are those that are looked for.
    pub answered: Signal<bool>,
    /// The grid they are drawn in.
    pub grid: GridHandle,
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

/// The text the find field is being left with, until the focus is in the rows.
type Leaving = RwSignal<Option<String>>;

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
        let leaving = Leaving::new(None);
        self.arrive(leaving);
        for chord in ["Enter", "Down"] {
            keys.bind_if(tab.clone(), chord, None, move |_| self.leave_find(leaving));
        }
        let Some(wanted) = self.panel else {
            let label = Some(text!(i18n, list.clear));
            keys.bind_if(tab.clone(), "Esc", label, move |_| self.escape());
            // The engine would scroll a page on, and leave the cursor behind.
            return keys.bind_if(tab, "Space", None, |_| {
                dom::focused().is_some_and(|now| is_within(&now, ".grid"))
            });
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

    /// Closes the panel; the focus goes back to the grid if it was in there, or in what is gone.
    pub fn close_panel(self) {
        let Some(wanted) = self.panel else { return };
        let inside =
            dom::focused().is_some_and(|now| is_within(&now, ".panel")) || dom::focus_is_lost();
        let body = self.body.get_untracked().filter(|_| inside);
        give_back(body.map(Into::into), || wanted.set(false));
    }

    /// From the find field to what was found, once it is: what is typed next would go into a row of
    /// before.
    fn leave_find(self, leaving: Leaving) -> bool {
        let is_there = self.is_in_find();
        if is_there {
            self.text.end();
            let text = untrack(|| self.text.get());
            // The rows are asked for by then.
            request_animation_frame(move || {
                leaving.try_set(Some(text));
            });
        }
        is_there
    }

    /// Goes to the rows once the one with the cursor is here: the first answer may bring others.
    fn arrive(self, leaving: Leaving) {
        effect(move || {
            let Some(text) = leaving.get() else { return };
            let is_wanted = self.text.get() == text && self.is_in_find();
            if !is_wanted {
                // Other words are looked for, or the focus was taken elsewhere.
                return leaving.set(None);
            }
            if self.answered.get() {
                let is_sought = !text.trim().is_empty();
                if is_sought {
                    self.grid.go_first();
                }
                request_animation_frame(move || {
                    let body = self.body.try_get_untracked().flatten();
                    let body = body.filter(|_| self.is_in_find());
                    if body.is_some_and(|body| dom::focus_first(&body, dom::CURSOR)) {
                        leaving.try_set(None);
                    }
                });
            }
        });
    }

    fn is_in_find(self) -> bool {
        let find = self.find.try_get_untracked().flatten();
        find.zip(dom::focused()).is_some_and(|(find, now)| now.is_same_node(Some(&find)))
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

/// Closes something that may have the focus: the cell with the cursor in the body around it gets it
/// before, as the next key may come before the next frame.
pub fn give_back(body: Option<Element>, close: impl FnOnce()) {
    if let Some(body) = &body {
        dom::focus_first(body, dom::CURSOR);
    }
    close();
    let Some(body) = body else { return };
    // No such cell was drawn, or what had one went away itself.
    request_animation_frame(move || {
        if dom::focus_is_lost() {
            dom::focus_first(&body, dom::CURSOR);
        }
    });
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
