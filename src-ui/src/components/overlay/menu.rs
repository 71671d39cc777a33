//! A button that opens a menu. Arrows, first letters, Home, End; Esc closes and gives the focus
//! back.

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;

use crate::components::{Icon, KeyCaps, Popup};
use crate::dom;
use crate::effect::effect;
use crate::letters;

/// An entry of a menu.
#[derive(Clone)]
pub struct MenuItem {
    /// Its words.
    pub label: Signal<String>,
    /// Its icon.
    pub icon: &'static str,
    /// The key that does the same; bound elsewhere.
    pub chord: Option<&'static str>,
    /// Why it cannot be done now; `None` when it can.
    pub off: Option<&'static str>,
    /// Whether it is ticked, where it is something to tick.
    pub ticked: Option<bool>,
    /// What it does.
    pub run: Callback<()>,
    /// For tests.
    pub testid: &'static str,
}

/// A menu and the button that opens it; the button's face is the children.
#[component]
pub fn Menu(
    /// The button's name, read out and shown as a tooltip.
    #[prop(into)]
    label: Signal<String>,
    /// The button's class.
    class: &'static str,
    /// The entries, asked for when it opens.
    items: Callback<(), Vec<MenuItem>>,
    /// For tests.
    testid: &'static str,
    /// The button's face.
    children: Children,
) -> impl IntoView {
    let open = RwSignal::new(false);
    let anchor = NodeRef::<html::Div>::new();
    let close = Callback::new(move |()| {
        open.set(false);
        if let Some(anchor) = anchor.get_untracked() {
            dom::focus_first(&anchor, "button");
        }
    });
    view! {
        <div node_ref=anchor>
            <button
                type="button"
                class=class
                aria-haspopup="menu"
                aria-expanded=move || open.get().to_string()
                aria-label=label
                title=label
                data-testid=testid
                on:click=move |_| open.update(|open| *open = !*open)
            >
                {children()}
            </button>
            <Popup anchor open>
                <MenuEntries label items=items.run(()) close />
            </Popup>
        </div>
    }
}

/// The entries of a menu in the document.
const ENTRIES: &str = "[role^=menuitem]";

/// The entries of a menu, for whoever opens it otherwise than by a button.
#[component]
pub fn MenuEntries(
    /// The menu's name, read out.
    label: Signal<String>,
    /// The entries.
    items: Vec<MenuItem>,
    /// It is to close, and to give the focus back.
    close: Callback<()>,
) -> impl IntoView {
    let menu = NodeRef::<html::Div>::new();
    effect(move || {
        if let Some(menu) = menu.get() {
            dom::focus_first(&menu, ENTRIES);
        }
    });
    let on_key = move |event: KeyboardEvent| {
        let Some(menu) = menu.get_untracked() else { return };
        let entries = dom::all(&menu, ENTRIES);
        let now = dom::focused().and_then(|now| entries.iter().position(|entry| *entry == now));
        let last = entries.len().saturating_sub(1);
        let to = match event.key().as_str() {
            "ArrowDown" => now.map_or(0, |at| if at == last { 0 } else { at + 1 }),
            "ArrowUp" => now.map_or(last, |at| at.checked_sub(1).unwrap_or(last)),
            "Home" => 0,
            "End" => last,
            "Escape" | "Tab" => {
                event.prevent_default();
                event.stop_propagation();
                return close.run(());
            }
            key => match begins_with(&entries, now, key) {
                Some(at) => at,
                None => return,
            },
        };
        event.prevent_default();
        event.stop_propagation();
        if let Some(entry) = entries.get(to) {
            dom::focus(entry);
        }
    };
    view! {
        <div class="menu" role="menu" aria-label=label node_ref=menu on:keydown=on_key>
            {items
                .into_iter()
                .map(|item| {
                    let (off, ticked) = (item.off, item.ticked);
                    let role = if ticked.is_some() { "menuitemcheckbox" } else { "menuitem" };
                    let run = move |_| {
                        if off.is_none() {
                            close.run(());
                            item.run.run(());
                        }
                    };
                    view! {
                        <button type="button" class="option" role=role tabindex="-1" aria-checked=ticked.map(|on| on.to_string()) aria-disabled=off.map(|_| "true") title=off data-testid=item.testid on:click=run>
                            <Icon name=item.icon />
                            <bdi>{item.label}</bdi>
                            {item.chord.map(|chord| view! { <KeyCaps chord /> })}
                        </button>
                    }
                })
                .collect_view()}
        </div>
    }
}

/// The next entry whose words begin with a letter.
fn begins_with(
    entries: &[leptos::web_sys::HtmlElement],
    now: Option<usize>,
    letter: &str,
) -> Option<usize> {
    if letter.chars().count() != 1 {
        return None;
    }
    let letter = letters::lower(letter);
    let start = now.map_or(0, |at| at + 1);
    let order = (start..entries.len()).chain(0..start.min(entries.len()));
    let begins = |at: &usize| {
        let text = entries.get(*at).and_then(|entry| entry.text_content()).unwrap_or_default();
        letters::lower(text.trim()).starts_with(&letter)
    };
    order.into_iter().find(begins)
}
