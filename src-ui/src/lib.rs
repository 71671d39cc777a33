//! The window: Leptos, rendered on the client's side.
//!
//! A page (`pages`) asks queries and sends commands (`data`), which go through `ipc`, the
//! only border to JavaScript and to the native process. Components (`components`) know props and
//! callbacks alone. Text stands in `locales/*.json`, never in code. Deliberately absent: decisions
//! about data, which the backend takes, and anything kept beyond the window's life, which goes into
//! the settings.

mod app;
#[cfg(feature = "bench")]
pub mod bench;
mod clipboard;
pub mod components;
mod data;
mod dom;
mod effect;
mod frame;
mod i18n;
mod ipc;
mod json;
mod keys;
mod letters;
mod look;
mod navigation;
mod pages;
mod sound;
mod wording;

/// Mounts the window and takes the painted frame away.
pub fn start() {
    dom::report_panics();
    leptos::mount::mount_to_body(app::App);
    dom::remove_shell();
}
