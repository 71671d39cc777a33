//! What was edited and is not sent is never out of sight: beside the outbox, in the list, when its tab
//! closes, and when the window does.

use crate::keys::{CONTROL, chord};
use crate::window::{Begin, journey};
use crate::{act, check, find, lines};

#[test]
fn what_is_not_sent_is_seen_from_everywhere() {
    journey("unsent", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        find::cell(client, "movements-grid", 1, "name").await;
        lines::open_the_long_one(&window).await;
        lines::column(client, "requested").await;
        for (line, quantity) in [(16, "71"), (17, "72")] {
            lines::go(client, line).await;
            lines::enter(client, quantity).await;
        }
        find::text(client, "[data-testid='unsent']", "2 not sent").await;
        chord(client, &[CONTROL, 'w']).await;
        find::content(client, "[data-testid='toasts']", "2 changes in").await;
        let mark = "[data-testid='movements-grid'] [title='2 changes not sent']";
        find::by_css(client, mark).await;
        // History leads back to it.
        act::click(client, "outbox").await;
        find::text(client, "[data-testid='unsent-work']", "2 changes in").await;
        act::click(client, "unsent-open").await;
        find::by_id(client, "movement-title").await;
        find::chip_says(client, "chip-here", "2").await;
        chord(client, &[CONTROL, 's']).await;
        find::by_id(client, "drawer-send").await;
        chord(client, &[CONTROL, 's']).await;
        check::until_effects(&window, 2).await;
        find::gone(client, "[data-testid='unsent']").await;
        window
    });
}
