//! A manager decides over all movements by keyboard: what is proposed is approved and sent, rejected with a
//! note, taken back; what is in the service is marked as reviewed and reverted.

use fantoccini::Client;

use crate::keys::{ALT, CONTROL, DOWN, ENTER, ESCAPE, SHIFT, TAB, chord, press, type_text};
use crate::window::{Begin, Window, journey};
use crate::{act, check, find, lines, without_a_mouse};

/// A cell of the inbox.
fn cell(row: u32, column: &str) -> String {
    find::cell_css("review-grid", row, column)
}

/// Proposes a decision about a line, whose key is pressed and whose first field gets the focus.
async fn propose(client: &Client, line: u32, key: char, field: &str, typed: &str) {
    lines::go(client, line).await;
    press(client, &[key]).await;
    find::by_css(client, &format!("[data-testid='{field}']:focus")).await;
    if !typed.is_empty() {
        type_text(client, typed).await;
        press(client, &[TAB]).await;
        find::by_css(client, "[data-testid='reason']:focus").await;
    }
    press(client, &['1']).await;
    // Applied at once it would be Enter; the way to propose it is behind that.
    find::focus(client, "[data-testid='line-propose']").await;
    press(client, &[ENTER]).await;
    lines::at(client).await;
}

/// Opens the inbox; its first row has the focus.
async fn open(window: &Window) {
    chord(&window.client, &[ALT, '3']).await;
    find::cell(&window.client, "review-grid", 0, "product").await;
    without_a_mouse::until_focused(window, "[data-testid='review-grid']").await;
}

#[test]
fn proposals_are_approved_and_rejected_by_keys_alone() {
    journey("review_proposals", Begin::extended(), |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        lines::open_the_long_one(&window).await;
        propose(client, 3, 'r', "revise-quantity", "2").await;
        propose(client, 4, 'c', "reason", "").await;
        propose(client, 5, 'c', "reason", "").await;
        propose(client, 6, 'c', "reason", "").await;
        // What is proposed is not sent with what is changed.
        chord(client, &[CONTROL, 's']).await;
        find::content(client, "[data-testid='drawer']", "Proposed").await;
        press(client, &[ESCAPE]).await;
        assert!(check::operations(&window).is_empty());

        let window = window.kill().await;
        let client = &window.client;
        act::sign_in_again(client).await;
        open(&window).await;
        act::click(client, "review-proposals").await;
        find::chip_says(client, "review-proposals", "4").await;
        find::content(client, &cell(0, "kind"), "Revise").await;
        find::content(client, "[data-testid='review-card'] h2", "→ 2").await;
        find::content(client, "[data-testid='review-card']", "Last requests").await;
        without_a_mouse::until_focused(&window, "[data-testid='review-grid']").await;
        press(client, &['a']).await;
        check::until_effects(&window, 1).await;
        find::chip_says(client, "review-proposals", "3").await;
        // The next one is rejected with a note, and proposed again.
        find::content(client, &cell(0, "kind"), "Cancel").await;
        act::fill(client, "review-note", "Stock comes on Monday").await;
        press(client, &[ESCAPE]).await;
        find::focus(client, &cell(0, "product")).await;
        press(client, &['x']).await;
        find::chip_says(client, "review-proposals", "2").await;
        chord(client, &[CONTROL, 'z']).await;
        find::chip_says(client, "review-proposals", "3").await;
        // All that are left at once, with another reason, in one request.
        find::focus(client, &cell(0, "product")).await;
        chord(client, &[SHIFT, DOWN]).await;
        chord(client, &[SHIFT, DOWN]).await;
        find::content(client, "[data-testid='review-approve']", "3").await;
        press(client, &['2']).await;
        find::by_css(client, "[data-testid='review-reason-chip'][aria-pressed='true']").await;
        press(client, &['a']).await;
        check::until_effects(&window, 4).await;
        find::by_css(client, "[data-testid='no-match']").await;
        let mut sent = check::operations(&window);
        sent.sort();
        assert_eq!(sent, ["cancelItem", "cancelItem", "cancelItem", "reviseItem"]);
        window
    });
}

#[test]
fn what_is_in_the_service_is_reviewed_reverted_and_opened_by_keys_strict() {
    journey("review_decided", Begin::strict(), |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        open(&window).await;
        let count = find::by_css(client, "[data-testid='review-decided'] .num").await;
        let count: u32 = count.text().await.unwrap().trim().parse().unwrap();
        assert!(count > 3, "{count}");
        press(client, &['m']).await;
        find::chip_says(client, "review-decided", &(count - 1).to_string()).await;
        find::chip_says(client, "review-reviewed", "1").await;
        chord(client, &[CONTROL, 'z']).await;
        find::chip_says(client, "review-decided", &count.to_string()).await;
        find::focus(client, &cell(0, "product")).await;
        press(client, &['j']).await;
        find::by_css(client, &format!("{}:focus", cell(1, "product"))).await;
        press(client, &['k']).await;
        find::by_css(client, &format!("{}:focus", cell(0, "product"))).await;
        // All of them at once.
        chord(client, &[CONTROL, 'a']).await;
        press(client, &['m']).await;
        find::chip_says(client, "review-decided", "0").await;
        act::click(client, "review-reviewed").await;
        find::cell(client, "review-grid", 0, "product").await;
        find::focus(client, &cell(0, "product")).await;
        press(client, &['r']).await;
        check::until_effects(&window, 1).await;
        assert_eq!(check::operations(&window), ["revertItem"]);
        find::chip_says(client, "review-reviewed", &(count - 1).to_string()).await;
        find::focus(client, &cell(0, "product")).await;
        press(client, &['p']).await;
        find::by_id(client, "movement-title").await;
        lines::at(client).await;
        window
    });
}
