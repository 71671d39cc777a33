//! R-W13: the page's process is killed while something is being typed. The driver goes with the page
//! it drove, so what comes back is seen on the screen itself: it is what the same page shows when it
//! is loaded again in good health.

use std::time::{Duration, Instant};

use fantoccini::Client;

use crate::act::{self, click, fill};
use crate::window::{Begin, Window, journey, tabs_on_screen};
use crate::{check, find, watch};

/// Behind the tab that opens first.
const DRAFT_TAB: &str = "[data-testid='tab'] + [data-testid='tab']";

#[test]
fn r_w13_a_page_that_dies_comes_back_with_what_was_typed() {
    journey("r_w13", Begin::default(), killed_page);
}

async fn killed_page(window: Window) -> Window {
    let client = &window.client;
    act::sign_in(client).await;
    click(client, "new-movement").await;
    fill(client, "movement-name", "Half typed na").await;
    check::until_kept(&window, "Half typed na").await;

    let script = "window.__old = true; location.reload();";
    client.execute(script, Vec::new()).await.unwrap();
    until(client, "return !window.__old;").await;
    watch::begin(client).await;
    find::by_id(client, "movements-grid").await;
    find::by_css(client, DRAFT_TAB).await;
    let loaded_again = settled().await;

    find::click(client, DRAFT_TAB).await;
    let name = find::by_id(client, "movement-name").await;
    assert_eq!(name.prop("value").await.unwrap().as_deref(), Some("Half typed na"));
    let typing = settled().await;
    assert_ne!(typing, loaded_again, "the form stands in front");

    window.kill_page();
    let begun = Instant::now();
    while tabs_on_screen() != loaded_again {
        assert!(begun.elapsed() < find::PATIENCE, "the page does not come back");
        pause().await;
    }

    // Nor did the program itself lose anything.
    let window = window.kill_without_a_look().await;
    let client = &window.client;
    act::sign_in_again(client).await;
    find::click(client, DRAFT_TAB).await;
    let name = find::by_id(client, "movement-name").await;
    assert_eq!(name.prop("value").await.unwrap().as_deref(), Some("Half typed na"));
    assert!(check::effects(&window).is_empty());
    window
}

/// What stands on the screen once it stays the same.
async fn settled() -> Vec<u8> {
    let begun = Instant::now();
    let mut before = Vec::new();
    loop {
        let now = tabs_on_screen();
        if now == before {
            return now;
        }
        assert!(begun.elapsed() < find::PATIENCE, "the screen does not come to rest");
        before = now;
        pause().await;
    }
}

async fn until(client: &Client, script: &str) {
    let begun = Instant::now();
    while client.execute(script, Vec::new()).await.unwrap_or_default() != true {
        assert!(begun.elapsed() < find::PATIENCE, "it does not come true: {script}");
        pause().await;
    }
}

async fn pause() {
    tokio::time::sleep(Duration::from_millis(250)).await;
}
