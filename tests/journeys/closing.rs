//! The window is asked to close while work waits: it says so, Esc keeps it open, and asked again it closes
//! at once.

use std::time::Duration;

use crate::keys::{ESCAPE, press};
use crate::window::{Begin, journey};
use crate::{act, check, desk, find, lines};

const SAID: &str = "[data-testid='closing-sentence']";

#[test]
fn a_window_that_closes_says_what_waits_and_escape_keeps_it_open() {
    journey("closing", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        lines::open_the_long_one(&window).await;
        lines::column(client, "requested").await;
        lines::enter(client, "71").await;
        find::chip_says(client, "chip-here", "1").await;
        desk::close();
        find::content(client, SAID, "1 change").await;
        press(client, &[ESCAPE]).await;
        find::gone(client, SAID).await;
        // Longer than the sentence stands.
        tokio::time::sleep(Duration::from_secs(4)).await;
        find::chip_says(client, "chip-here", "1").await;

        // Asked once more while it says so, it closes at once.
        desk::close();
        find::content(client, SAID, "1 change").await;
        desk::close();
        let window = window.closed().await;
        act::sign_in_again(&window.client).await;
        find::text(&window.client, "[data-testid='unsent']", "1 not sent").await;
        assert!(check::effects(&window).is_empty());
        window
    });
}

#[test]
fn a_page_that_closes_itself_leaves_no_empty_window_behind() {
    journey("page_closes", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        find::cell(client, "movements-grid", 1, "name").await;
        // The driver may lose the page before it has answered.
        let _ = client.execute("setTimeout(() => window.close(), 0)", vec![]).await;
        let window = window.closed().await;
        act::sign_in_again(&window.client).await;
        find::cell(&window.client, "movements-grid", 1, "name").await;
        window
    });
}
