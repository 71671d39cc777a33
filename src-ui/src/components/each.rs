//! A keyed list: an entry keeps its element, with its focus and what was typed into it, for as long
//! as it is in the list. It is Leptos' `<For>`, but compiled once for all lists; each `<For>` costs
//! the page four kilobytes.

use leptos::prelude::*;

/// An entry as the one `<For>` knows it.
struct KeyedEntry {
    key: String,
    draw: Box<dyn FnOnce() -> AnyView + Send>,
}

/// Draws a list: an entry is drawn when its key is new in it.
pub fn each<T: Send + 'static>(
    list: impl Fn() -> Vec<T> + Send + 'static,
    key: fn(&T) -> String,
    draw: impl Fn(T) -> AnyView + Clone + Send + 'static,
) -> AnyView {
    let entry = move |item| {
        let (key, draw) = (key(&item), draw.clone());
        KeyedEntry { key, draw: Box::new(move || draw(item)) }
    };
    drawn(Box::new(move || list().into_iter().map(&entry).collect()))
}

fn drawn(entries: Box<dyn Fn() -> Vec<KeyedEntry> + Send>) -> AnyView {
    view! {
        <For
            each=move || entries()
            key=|entry| entry.key.clone()
            children=|entry| (entry.draw)()
        />
    }
    .into_any()
}
