//! Picks that are typed and not sent are seen in the lines, counted, and still there after a restart.

use crate::keys::{CONTROL, ENTER, ESCAPE, chord, press, type_text};
use crate::window::{Begin, journey};
use crate::{act, check, find, lines, without_a_mouse};

/// An open line of 43 sharps containers.
const LINE: u32 = 38;

/// Its quantity picked, while what is picked of it is not sent.
const PICKED: &str = "[data-testid='lines-grid'] [data-col='picked'].is-local";

#[test]
fn picks_that_are_typed_are_marked_in_their_line_until_they_are_sent() {
    journey("picks_typed", Begin::extended(), |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        lines::open_the_long_one(&window).await;
        lines::go(client, LINE).await;
        type_text(client, "p").await;
        find::focus(client, "[data-testid='pick-lot']:nth-child(1) input").await;
        type_text(client, "12").await;
        find::content(client, PICKED, "12/43").await;
        find::chip_says(client, "chip-here", "1").await;
        find::text(client, "[data-testid='unsent']", "1 not sent").await;
        press(client, &[ESCAPE]).await;
        find::gone(client, "[data-testid='line-panel']").await;
        find::content(client, PICKED, "12/43").await;
        // They are no change of the lines: what sends these says where picks are sent.
        chord(client, &[CONTROL, 's']).await;
        let empty = "[data-testid='drawer-empty']";
        find::content(client, empty, "open that panel or walk").await;
        assert!(check::effects(&window).is_empty());

        let window = window.kill().await;
        let client = &window.client;
        act::sign_in_again(client).await;
        find::click(client, "[data-testid='pane'] [data-testid='restored-show']").await;
        find::click(client, &find::cell_css("lines-grid", 6, "requested")).await;
        lines::go(client, LINE).await;
        find::content(client, PICKED, "12/43").await;
        type_text(client, "p").await;
        find::content(client, "[data-testid='pick-preview']", "Will pick 12 pieces.").await;
        chord(client, &[CONTROL, ENTER]).await;
        check::until_effects(&window, 1).await;
        find::gone(client, PICKED).await;
        find::gone(client, "[data-testid='unsent']").await;
        window
    });
}
