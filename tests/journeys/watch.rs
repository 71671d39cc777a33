//! R-S1 and R-S2 in every journey: all that the page is told, asks and holds, and all that the program
//! leaves on the disk, is looked through for the session and the password. Called by `window` from the
//! first page to the last, so that no journey can forget it.

use std::path::Path;

use fantoccini::Client;
use practice::Running;
use proof::session::page;
use proof::session::secrets::{Searched, Secret, find_in_folder};
use serde_json::{Value, json};

use crate::{find, history};

/// The password of every warehouse here: found on no screen, and different in each form of writing.
pub const PASSWORD: &str = "Kanarie/\"7&%";

/// Waits until the program's page is there, which is watched from its first moment.
pub async fn begin(client: &Client) {
    let there = "return location.protocol === 'tauri:' && Array.isArray(window.__messages);";
    find::until_true(client, there).await;
}

/// What the page knows now. It has just been told who is signed in, and that was seen.
pub async fn collect(client: &Client) -> Value {
    history::invoke(client, "session", json!({})).await;
    let collected = client.execute(page::COLLECT, Vec::new()).await.unwrap();
    // Loaded anew, the page says so here, and since when.
    let loads = &collected["loads"];
    let messages = collected["messages"].as_array();
    let messages = messages.unwrap_or_else(|| panic!("the page is not watched: {loads}"));
    let seen = messages.iter().any(|message| {
        let address = message["address"].as_str().unwrap_or_default();
        address.ends_with("/session")
            && !message["answered"].as_str().unwrap_or_default().is_empty()
    });
    assert!(seen, "the watch does not see: {messages:?}");
    collected
}

/// What the page must not know: the password, and every session that was ever given.
pub fn secrets(warehouse: &Running) -> Vec<Secret> {
    let sessions = warehouse.sessions();
    let sessions = sessions.iter().map(|session| Secret::new("a session", session));
    sessions.chain([Secret::new("the password", PASSWORD)]).collect()
}

/// Fails where the page knows one of the secrets.
pub async fn look(client: &Client, secrets: &[Secret]) {
    let collected = collect(client).await;
    let found = page::found(secrets, &collected);
    assert!(found.is_empty(), "R-S1 is broken: {}", found.join("; "));
    let messages = collected["messages"].as_array().map_or(0, Vec::len);
    let events = collected["events"].as_array().map_or(0, Vec::len);
    eprintln!("R-S1: {} secrets, {messages} messages, {events} events, 0 hits", secrets.len());
}

/// Which of the secrets stand in files of the program's folder or in their names, and how much was
/// looked through: data, write-ahead logs, log, and the page's storage and cache.
///
/// # Panics
/// If a file cannot be read, or nothing was kept for a user: a search that could find nothing.
pub fn on_disk(folder: &Path, secrets: &[Secret]) -> (Vec<String>, Searched) {
    assert!(folder.join("profiles").is_dir(), "no data in {}", folder.display());
    let mut searched = Searched::default();
    let found = find_in_folder(secrets, folder, &mut searched).unwrap();
    (found, searched)
}
