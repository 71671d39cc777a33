//! What is typed beside a line outlives the program: it is killed with the panel open, after each kind
//! of field.

use std::time::Duration;

use fantoccini::Client;

use crate::act::{self, click};
use crate::keys::{CONTROL, ENTER, ESCAPE, chord, press, type_text};
use crate::window::{Begin, Window, is_long, journey};
use crate::{check, find, lines};

/// What is typed is kept at most so old.
const TYPED: Duration = Duration::from_millis(500);

/// Something typed in the panel.
#[derive(Clone, Copy)]
struct Entry {
    line: u32,
    /// The key that opens the panel.
    act: char,
    field: &'static str,
    text: &'static str,
}

const fn entry(line: u32, act: char, field: &'static str, text: &'static str) -> Entry {
    Entry { line, act, field, text }
}

/// Of every kind of field one; the lines are open, and the first of those picked lies in known bins.
/// The program is killed after each.
const ENTRIES: [Entry; 10] = [
    entry(60, 'r', "revise-quantity", "7"),
    entry(61, 'c', "reason-other", "STOCK"),
    entry(61, 'c', "comment", "half a sentence abo"),
    entry(62, 's', "swap-product", "CAN-18"),
    entry(63, 's', "swap-quantity", "11"),
    entry(38, 'p', "pick-quantity", "3"),
    entry(38, 'p', "pick-other-item", "LOT-44"),
    entry(38, 'p', "pick-other-bin", "C-0"),
    entry(38, 'p', "pick-other-quantity", "5"),
    entry(64, 'r', "comment", "and another one"),
];

#[test]
fn what_is_typed_in_the_panel_is_there_after_each_of_many_kills() {
    journey("panel_killed", Begin::extended(), killed_again_and_again);
}

async fn killed_again_and_again(window: Window) -> Window {
    act::sign_in(&window.client).await;
    lines::open_the_long_one(&window).await;
    lines::column(&window.client, "requested").await;
    let mut window = window;
    for (kill, entry) in ENTRIES.iter().enumerate() {
        let client = &window.client;
        open(client, entry).await;
        take(client, entry).await;
        chord(client, &[CONTROL, 'a']).await;
        type_text(client, entry.text).await;
        // At another moment each time.
        let moment = u64::try_from(kill).unwrap() * 53 % 200;
        tokio::time::sleep(TYPED + Duration::from_millis(moment)).await;
        window = window.kill().await;
        let client = &window.client;
        act::sign_in_again(client).await;
        find::text(client, "[data-testid='pane'] [data-testid='restored']", "1 movement").await;
        click(client, "restored-show").await;
        find::click(client, &find::cell_css("lines-grid", 6, "requested")).await;
        // All of it at length, else what was typed last.
        let earliest = if is_long() { 0 } else { kill };
        for entry in &ENTRIES[earliest..=kill] {
            is_there(client, entry).await;
        }
    }
    for entry in &ENTRIES {
        is_there(&window.client, entry).await;
    }
    // What is decided is typed no more.
    open(&window.client, &ENTRIES[2]).await;
    find::focus(&window.client, "[data-testid='comment']").await;
    press(&window.client, &[ENTER]).await;
    // Beside it the lines of which something is typed in their panel are not sent.
    find::chip_says(&window.client, "chip-here", "6").await;
    until_typed(&window, "half a sentence", false).await;
    until_typed(&window, "and another one", true).await;
    assert!(check::effects(&window).is_empty());
    window
}

/// Opens the panel of its line.
async fn open(client: &Client, entry: &Entry) {
    lines::go(client, entry.line).await;
    press(client, &[entry.act]).await;
    let title = format!("Line {}", entry.line);
    find::content(client, "[data-testid='line-panel'] h2", &title).await;
}

/// Goes into its field, which may come only when it is asked for.
async fn take(client: &Client, entry: &Entry) {
    let field = format!("[data-testid='line-panel'] [data-testid='{}']", entry.field);
    if entry.field == "pick-other-item" {
        click(client, "pick-other").await;
    }
    find::focus(client, &field).await;
}

/// What was typed stands in its field when its panel is opened.
async fn is_there(client: &Client, entry: &Entry) {
    open(client, entry).await;
    let field = format!("[data-testid='line-panel'] [data-testid='{}']", entry.field);
    let field = find::by_css(client, &field).await;
    let mut shown = String::new();
    for _ in 0..100 {
        shown = field.prop("value").await.unwrap().unwrap_or_default();
        if shown == entry.text {
            // The keys are the lines' again.
            press(client, &[ESCAPE]).await;
            find::gone(client, "[data-testid='line-panel']").await;
            lines::at(client).await;
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("{} of line {} holds {shown:?}", entry.field, entry.line);
}

/// Waits until what is kept holds a text, or does not any more.
async fn until_typed(window: &Window, text: &str, wanted: bool) {
    for _ in 0..200 {
        let drafts = crate::history::invoke(&window.client, "list_drafts", serde_json::json!({}));
        if drafts.await.to_string().contains(text) == wanted {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{text} is kept: {}", !wanted);
}
