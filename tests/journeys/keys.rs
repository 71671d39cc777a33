//! Keys as a keyboard sends them, chords included.

use std::time::Duration;

use fantoccini::Client;
use fantoccini::actions::{InputSource, KeyAction, KeyActions};

pub const ENTER: char = '\u{e007}';
pub const TAB: char = '\u{e004}';
pub const ESCAPE: char = '\u{e00c}';
pub const SHIFT: char = '\u{e008}';
pub const CONTROL: char = '\u{e009}';
pub const ALT: char = '\u{e00a}';
pub const END: char = '\u{e010}';
pub const F1: char = '\u{e031}';
pub const F2: char = '\u{e032}';
pub const F5: char = '\u{e035}';
pub const F6: char = '\u{e036}';
pub const F10: char = '\u{e03a}';
pub const SPACE: char = ' ';
pub const BACKSPACE: char = '\u{e003}';
pub const DELETE: char = '\u{e017}';
pub const DOWN: char = '\u{e015}';
pub const UP: char = '\u{e013}';
pub const RIGHT: char = '\u{e014}';
pub const HOME: char = '\u{e011}';

/// Presses keys one after the other, each released before the next.
pub async fn press(client: &Client, keys: &[char]) {
    for &key in keys {
        chord(client, &[key]).await;
    }
}

/// Presses keys together: the last one while the others are held.
pub async fn chord(client: &Client, keys: &[char]) {
    let down = keys.iter().map(|&value| KeyAction::Down { value });
    let up = keys.iter().rev().map(|&value| KeyAction::Up { value });
    let mut actions = KeyActions::new("keyboard".into());
    for action in down.chain(up) {
        actions = actions.then(action);
    }
    client.perform_actions(actions).await.unwrap();
    client.release_actions().await.unwrap();
}

/// Types a text where the focus is, no faster than fingers do: what is faster is a scanner.
pub async fn type_text(client: &Client, text: &str) {
    for key in text.chars() {
        press(client, &[key]).await;
        tokio::time::sleep(Duration::from_millis(40)).await;
    }
}

/// Presses keys as fast as the driver does: all of them at once.
pub async fn press_at_once(client: &Client, text: &str) {
    let mut actions = KeyActions::new("keyboard".into());
    for value in text.chars() {
        actions = actions.then(KeyAction::Down { value }).then(KeyAction::Up { value });
    }
    client.perform_actions(actions).await.unwrap();
    client.release_actions().await.unwrap();
}
