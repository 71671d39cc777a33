//! What was edited and is not sent is never out of sight: beside the outbox, in the list, when its tab
//! closes, and when the window does.

use crate::keys::{CONTROL, ENTER, ESCAPE, chord, press};
use crate::window::{Begin, journey};
use crate::{act, check, find, lines, watch};

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
        // Who signs out is told, and may stay.
        act::click(client, "person").await;
        act::click(client, "sign-out").await;
        find::content(client, "[data-testid='sign-out-sheet']", "2 changes in").await;
        press(client, &[ESCAPE]).await;
        find::gone(client, "[data-testid='sign-out-sheet']").await;
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

#[test]
fn signing_out_with_something_unsent_says_so_and_others_hear_how_much() {
    journey("unsent_signed_out", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        lines::open_the_long_one(&window).await;
        lines::column(client, "requested").await;
        lines::go(client, 16).await;
        lines::enter(client, "71").await;
        find::text(client, "[data-testid='unsent']", "1 not sent").await;
        act::click(client, "person").await;
        act::click(client, "sign-out").await;
        find::content(client, "[data-testid='sign-out-sheet']", "1 change in").await;
        press(client, &[ENTER]).await;
        act::fill(client, "signin-user", practice::sample::USERS[1].username).await;
        act::fill(client, "signin-password", watch::PASSWORD).await;
        act::click(client, "signin-submit").await;
        find::by_id(client, "movements-grid").await;
        act::section(client, "history").await;
        let others = "[data-testid='others-work']";
        find::content(client, others, "1 unsent line on this computer").await;
        window
    });
}
