//! A list whose entries stay the elements they are for as long as they are in it, with their focus
//! and what was typed into them: Leptos' `<For>`, but one for lists of everything. Each of its own
//! costs the page four kilobytes.

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
