//! Closing the window: at once when nothing waits, after a sentence when something does. What the
//! sentence says is the page's.

use std::sync::mpsc::{Receiver, channel};

use contract::OutboxState;
use practice::sample;
use serde_json::json;
use tauri::{Listener as _, RunEvent};

use crate::commands::Shell;

/// Asks the window to close and runs the program until it ends; answers what the page was told.
fn close(shell: Shell) -> Receiver<OutboxState> {
    let (told, heard) = channel();
    shell.app.listen_any("closing", move |event| {
        told.send(serde_json::from_str(event.payload()).unwrap()).unwrap();
    });
    let Shell { window, app, data } = shell;
    app.run(move |app, event| {
        if matches!(event, RunEvent::Ready) {
            window.close().unwrap();
        }
        stockhand_app::hear(app, &event);
    });
    drop(data);
    heard
}

#[test]
fn where_nothing_waits_the_window_closes_without_a_word() {
    let shell = Shell::open();
    shell.call("open_practice", json!({})).unwrap();
    assert!(close(shell).try_recv().is_err());
}

#[test]
fn where_something_waits_the_page_is_told_before_the_window_closes() {
    let shell = Shell::open();
    shell.call("open_practice", json!({})).unwrap();
    shell.call("pause_sending", json!({ "paused": true })).unwrap();
    shell.call("create_category", json!({ "name": "Dressings" })).unwrap();
    let told = close(shell).try_recv().expect("the page hears what waits");
    assert_eq!((told.waiting, told.attention), (1, 0));
}

#[test]
fn where_something_was_edited_and_not_sent_the_page_is_told_though_nothing_waits() {
    let shell = Shell::open();
    shell.call("open_practice", json!({})).unwrap();
    let pending = json!({ "movement": { "id": sample::MOVEMENT_PENDING } });
    let opened = shell.call("open_movement", pending).unwrap();
    let row = format!("l:{}", opened["movement"]["lines"][0]["id"].as_str().unwrap());
    let typed = json!({ "cell": { "row": row, "column": "requested", "text": "1200" } });
    let edit = json!({ "movement": opened["key"], "step": "cell", "edits": [typed] });
    shell.call("edit_lines", edit).unwrap();
    let told = close(shell).try_recv().expect("the page hears what was not sent");
    assert_eq!((told.waiting, told.attention), (0, 0));
    let unsent: Vec<_> = told.unsent.iter().map(|of| (json!(of.movement), of.changes)).collect();
    assert_eq!(unsent, [(opened["key"].clone(), 1)]);
}
