//! A manager decides over all movements by keyboard: what is proposed is approved and sent, rejected with a
//! note, taken back; what is in the service is marked as reviewed and reverted.

use std::time::Duration;

use fantoccini::Client;
use practice::{Fault, Kind};

use crate::keys::{ALT, CONTROL, DOWN, ENTER, ESCAPE, SHIFT, TAB, UP, chord, press, type_text};
use crate::window::{Begin, Window, journey};
use crate::{act, check, find, lines, without_a_mouse};

/// The cells with products.
const CELLS: &str = "[data-testid='review-grid'] [data-index] [data-col='product']";

/// A cell of the inbox.
pub fn cell(row: u32, column: &str) -> String {
    find::cell_css("review-grid", row, column)
}

/// Proposes a decision about a line, whose key is pressed and whose first field gets the focus.
pub async fn propose(client: &Client, line: u32, key: char, field: &str, typed: &str) {
    lines::go(client, line).await;
    press(client, &[key]).await;
    find::by_css(client, &format!("[data-testid='{field}']:focus")).await;
    if !typed.is_empty() {
        type_text(client, typed).await;
        press(client, &[TAB]).await;
        find::by_css(client, "[data-testid='reason']:focus").await;
    }
    press(client, &['1']).await;
    find::content(client, "[data-testid='pane'] [data-testid='line-preview']", "Stockout").await;
    chord(client, &[CONTROL, SHIFT, ENTER]).await;
    lines::at(client).await;
}

/// Waits until this stands in the note's field.
async fn note_says(client: &Client, text: &str) {
    let field = "document.querySelector(\"[data-testid='review-note']\")";
    find::until_true(client, &format!("return {field}?.value === {text:?};")).await;
}

/// Opens the inbox; its first row, under the head of its group, has the focus.
async fn open(window: &Window) {
    chord(&window.client, &[ALT, '4']).await;
    find::cell(&window.client, "review-grid", 1, "product").await;
    without_a_mouse::until_focused(window, "[data-testid='review-grid']").await;
}

#[test]
fn proposals_are_approved_and_rejected_by_keys_alone() {
    journey("review_proposals", Begin::extended(), |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        lines::open_the_long_one(&window).await;
        propose(client, 5, 'r', "revise-quantity", "2").await;
        for line in [6, 8, 10] {
            propose(client, line, 'c', "reason", "").await;
        }
        // What is proposed is not sent with what is changed.
        chord(client, &[CONTROL, 's']).await;
        find::content(client, "[data-testid='drawer']", "Waiting for approval").await;
        press(client, &[ESCAPE]).await;
        assert!(check::operations(&window).is_empty());

        let window = window.kill().await;
        let client = &window.client;
        act::sign_in_again(client).await;
        open(&window).await;
        act::click(client, "review-proposals").await;
        find::chip_says(client, "review-proposals", "4").await;
        find::content(client, &cell(1, "kind"), "Revise").await;
        find::content(client, "[data-testid='review-card'] h2", "→ 2").await;
        find::content(client, "[data-testid='review-card']", "Last requests").await;
        without_a_mouse::until_focused(&window, "[data-testid='review-grid']").await;
        press(client, &['a']).await;
        check::until_effects(&window, 1).await;
        find::chip_says(client, "review-proposals", "3").await;
        // The next one is rejected with a note, and proposed again.
        find::content(client, &cell(1, "kind"), "Cancel").await;
        act::fill(client, "review-note", "Stock comes on Monday").await;
        // A note belongs to the line it was typed for.
        find::focus(client, &cell(1, "product")).await;
        press(client, &['j']).await;
        note_says(client, "").await;
        press(client, &['k']).await;
        note_says(client, "Stock comes on Monday").await;
        press(client, &['x']).await;
        find::chip_says(client, "review-proposals", "2").await;
        chord(client, &[CONTROL, 'z']).await;
        find::chip_says(client, "review-proposals", "3").await;
        // All of the movement's group at once, with another reason, in one request.
        find::focus(client, &cell(1, "product")).await;
        press(client, &[UP]).await;
        find::gone(client, "[data-testid='review-open']").await;
        find::content(client, "[data-testid='review-approve']", "3").await;
        press(client, &['2']).await;
        find::by_css(client, "[data-testid='review-reason-chip'][aria-pressed='true']").await;
        press(client, &['a']).await;
        check::until_effects(&window, 4).await;
        find::chip_says(client, "review-proposals", "0").await;
        find::by_id(client, "no-match").await;
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
        // Its lines are read.
        lines::open_the_long_one(&window).await;
        open(&window).await;
        chord(client, &[CONTROL, 'f']).await;
        type_text(client, "Quarterly").await;
        press(client, &[ENTER]).await;
        find::by_css(client, &format!("{}:focus", cell(1, "product"))).await;
        let first = find::by_css(client, &cell(1, "product")).await.text().await.unwrap();
        press(client, &['m']).await;
        find::chip_says(client, "review-reviewed", "1").await;
        chord(client, &[CONTROL, 'z']).await;
        find::chip_says(client, "review-reviewed", "0").await;
        find::text(client, &cell(1, "product"), &first).await;
        find::focus(client, &cell(1, "product")).await;
        press(client, &['j']).await;
        find::by_css(client, &format!("{}:focus", cell(2, "product"))).await;
        press(client, &['k']).await;
        find::by_css(client, &format!("{}:focus", cell(1, "product"))).await;
        // All that were found, at once.
        chord(client, &[CONTROL, 'a']).await;
        find::content(client, "[data-testid='review-card']", "17 selected").await;
        press(client, &['m']).await;
        find::by_id(client, "no-match").await;
        act::click(client, "review-reviewed").await;
        find::text(client, &cell(1, "product"), &first).await;
        find::focus(client, &cell(1, "product")).await;
        press(client, &['r']).await;
        check::until_effects(&window, 1).await;
        assert_eq!(check::operations(&window), ["revertItem"]);
        find::chip_says(client, "review-reviewed", "16").await;
        find::focus(client, &cell(1, "product")).await;
        press(client, &['p']).await;
        find::by_id(client, "movement-title").await;
        lines::at(client).await;
        window
    });
}

/// Uses a folder as the channel.
pub async fn share(client: &Client, folder: &std::path::Path) {
    act::click(client, "rail-settings").await;
    act::fill(client, "channel-folder", folder.to_str().unwrap()).await;
    act::click(client, "channel-use").await;
    find::content(client, "[data-testid='channel-state']", "Other computers").await;
    press(client, &[ESCAPE]).await;
    find::gone(client, "[data-testid='settings-sheet']").await;
}

/// Waits until so many decisions are shown: none goes away under the hand from then on.
pub async fn shows(client: &Client, count: u32) {
    let cells = format!("document.querySelectorAll(\"{CELLS}\")");
    find::until_true(client, &format!("return {cells}.length === {count};")).await;
}

/// Goes to the proposal about a line in the inbox, which is found by its product.
pub async fn go_to(client: &Client, line: u32, product: &str) {
    let row = format!(
        "return [...document.querySelectorAll(\"{CELLS}\")] \
         .find(cell => cell.textContent.includes({product:?})).closest('[data-index]').dataset.index"
    );
    let row = client.execute(&row, Vec::new()).await.unwrap();
    find::click(client, &cell(row.as_str().unwrap().parse().unwrap(), "product")).await;
    let said = "[data-testid='review-card'] [data-testid='review-open']";
    find::text(client, said, &format!("line {line}")).await;
}

/// Those of lines 5, 6, 8 and 10.
const PRODUCTS: [&str; 4] = [
    "exam, vinyl, size S",
    "exam, vinyl, size M",
    "sterile, size 7",
    "isolation, non-woven, size M",
];

#[test]
fn proposals_reach_another_station_and_each_answer_comes_back() {
    journey("review_shared", Begin::extended(), |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        let folder = tempfile::tempdir().unwrap();
        share(client, folder.path()).await;
        // It stands there the next time.
        act::click(client, "rail-settings").await;
        let field = "document.querySelector(\"[data-testid='channel-folder']\")?.value";
        let used = folder.path().to_str().unwrap();
        find::until_true(client, &format!("return {field} === {used:?};")).await;
        press(client, &[ESCAPE]).await;
        find::gone(client, "[data-testid='settings-sheet']").await;
        lines::open_the_long_one(&window).await;
        propose(client, 5, 'r', "revise-quantity", "2").await;
        propose(client, 6, 'c', "reason", "").await;
        propose(client, 8, 'r', "revise-quantity", "3").await;
        propose(client, 10, 'r', "revise-quantity", "4").await;

        let colleague = window.colleague().await;
        let manager = &colleague.client;
        act::fill(manager, "signin-user", practice::sample::USERS[1].username).await;
        act::fill(manager, "signin-password", crate::watch::PASSWORD).await;
        act::click(manager, "signin-submit").await;
        find::cell(manager, "movements-grid", 1, "name").await;
        share(manager, folder.path()).await;
        chord(manager, &[ALT, '4']).await;
        find::chip_says(manager, "review-proposals", "4").await;
        act::click(manager, "review-proposals").await;
        shows(manager, 4).await;
        go_to(manager, 5, PRODUCTS[0]).await;
        press(manager, &['a']).await;
        check::until_effects(&window, 1).await;
        shows(manager, 3).await;
        go_to(manager, 6, PRODUCTS[1]).await;
        act::fill(manager, "review-note", "Stock comes on Monday").await;
        go_to(manager, 6, PRODUCTS[1]).await;
        press(manager, &['x']).await;
        find::chip_says(manager, "review-proposals", "2").await;
        shows(manager, 2).await;
        go_to(manager, 8, PRODUCTS[2]).await;
        press(manager, &['c']).await;
        check::until_effects(&window, 2).await;
        // Something else is decided instead of the last one, at its line.
        shows(manager, 1).await;
        go_to(manager, 10, PRODUCTS[3]).await;
        press(manager, &['p']).await;
        find::by_id(manager, "movement-title").await;
        lines::at(manager).await;
        press(manager, &['r']).await;
        find::by_css(manager, "[data-testid='revise-quantity']:focus").await;
        type_text(manager, "1").await;
        press(manager, &[TAB]).await;
        find::by_css(manager, "[data-testid='reason']:focus").await;
        press(manager, &['1']).await;
        find::content(manager, "[data-testid='pane'] [data-testid='line-preview']", "Stockout")
            .await;
        act::click(manager, "line-send").await;
        check::until_effects(&window, 3).await;

        // Whoever proposed them sees what became of each.
        chord(client, &[ALT, '4']).await;
        find::cell(client, "review-grid", 1, "product").await;
        act::click(client, "review-proposals").await;
        let byline = "[data-testid='review-card'] .byline";
        shows(client, 4).await;
        for (line, product, answer) in [
            (5, PRODUCTS[0], "Approved by"),
            (6, PRODUCTS[1], "Stock comes on Monday"),
            (8, PRODUCTS[2], "canceled by"),
            (10, PRODUCTS[3], "Decided differently by"),
        ] {
            go_to(client, line, product).await;
            find::content(client, byline, answer).await;
        }
        for _ in 0..4 {
            find::click(client, &cell(1, "product")).await;
            act::click(client, "review-dismiss").await;
        }
        find::by_id(client, "no-match").await;
        assert_eq!(check::operations(&window), ["reviseItem", "cancelItem", "reviseItem"]);
        colleague.leave(&window).await;
        window
    });
}

/// So many lines are proposed to be canceled, from the first to the last of each of these.
const MANY: u32 = 60;
const OPEN: [(u32, u32); 2] = [(16, 30), (149, 193)];

#[test]
fn an_inbox_of_sixty_lines_is_emptied_by_keys_alone() {
    journey("review_sixty", Begin::extended(), |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        lines::open_the_long_one(&window).await;
        for (first, last) in OPEN {
            lines::go(client, first).await;
            for _ in first..last {
                chord(client, &[SHIFT, DOWN]).await;
            }
            press(client, &['c']).await;
            find::by_css(client, "[data-testid='reason']:focus").await;
            press(client, &['1']).await;
            find::content(client, "[data-testid='line-preview']", "Stockout").await;
            chord(client, &[CONTROL, SHIFT, ENTER]).await;
            lines::at(client).await;
        }
        open(&window).await;
        find::chip_says(client, "review-proposals", &MANY.to_string()).await;
        act::click(client, "review-proposals").await;
        find::content(client, &cell(1, "kind"), "Cancel").await;
        find::focus(client, &cell(1, "product")).await;
        for left in (MANY - 20..MANY).rev() {
            one_less(client, 'a', left).await;
        }
        check::until_effects(&window, 20).await;
        for left in (MANY - 30..MANY - 20).rev() {
            one_less(client, 'x', left).await;
        }
        chord(client, &[CONTROL, 'a']).await;
        find::content(client, "[data-testid='review-card']", "30 selected").await;
        press(client, &['a']).await;
        find::by_id(client, "no-match").await;
        check::until_effects(&window, 50).await;
        assert_eq!(check::operations(&window), ["cancelItem"; 50]);
        window
    });
}

#[test]
fn what_is_pressed_while_a_decision_is_sent_is_done_after_it_and_the_last_key_for_a_row_holds() {
    journey("review_meanwhile", Begin::extended(), |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        lines::open_the_long_one(&window).await;
        for line in [6, 8, 10] {
            propose(client, line, 'c', "reason", "").await;
        }
        open(&window).await;
        act::click(client, "review-proposals").await;
        find::chip_says(client, "review-proposals", "3").await;
        find::focus(client, &cell(1, "product")).await;
        let slow = Fault::new(Kind::Delay(Duration::from_secs(6)));
        window.warehouse.faults().add(slow.method("POST").path("/api/stockMovements/"));
        press(client, &['a']).await;
        // The second is approved, and then rejected after all; the third is approved.
        press(client, &['j']).await;
        find::by_css(client, &format!("{}:focus", cell(2, "product"))).await;
        press(client, &['a', 'x', 'j']).await;
        find::by_css(client, &format!("{}:focus", cell(3, "product"))).await;
        press(client, &['a']).await;
        assert!(check::operations(&window).is_empty(), "all of it was pressed meanwhile");
        find::chip_says(client, "review-proposals", "0").await;
        check::until_effects(&window, 2).await;
        assert_eq!(check::operations(&window), ["cancelItem"; 2]);
        window
    });
}

/// Decides about the proposal that is shown, and waits until another one is.
async fn one_less(client: &Client, key: char, left: u32) {
    let card = "[data-testid='review-card'] [data-testid='review-open']";
    let before = find::by_css(client, card).await.text().await.unwrap();
    press(client, &[key]).await;
    find::chip_says(client, "review-proposals", &left.to_string()).await;
    let shown = format!("document.querySelector(\"{card}\")?.textContent.trim()");
    let before = serde_json::to_string(before.trim()).unwrap();
    find::until_true(client, &format!("return ({shown} ?? {before}) !== {before};")).await;
}

#[test]
fn what_is_only_proposed_can_be_neither_applied_nor_sent_at_its_line() {
    journey("review_only_proposed", Begin::extended(), |window| async move {
        let client = &window.client;
        let pane = |id: &str| format!("[data-testid='pane'] [data-testid='{id}']");
        without_a_mouse::sign_in(&window).await;
        act::click(client, "rail-settings").await;
        find::content(client, "[data-testid='settings-cancel']", "Apply").await;
        act::click(client, "settings-cancel").await;
        find::click(client, "[role='listbox'] [role='option']:last-child").await;
        find::content(client, "[data-testid='settings-cancel']", "Propose only").await;
        press(client, &[ESCAPE]).await;
        find::gone(client, "[data-testid='settings-sheet']").await;
        lines::open_the_long_one(&window).await;
        // Of other kinds all is as it was.
        lines::go(client, 6).await;
        press(client, &['r']).await;
        find::by_css(client, "[data-testid='revise-quantity']:focus").await;
        find::by_css(client, &pane("line-send")).await;
        find::content(client, &pane("line-keep"), "Apply").await;
        press(client, &[ESCAPE]).await;
        lines::at(client).await;
        press(client, &['c']).await;
        find::by_css(client, "[data-testid='reason']:focus").await;
        find::gone(client, &pane("line-send")).await;
        find::gone(client, &pane("line-propose")).await;
        find::content(client, &pane("line-keep"), "Propose").await;
        press(client, &['1', ENTER]).await;
        lines::at(client).await;
        find::content(client, "[data-testid='lines-grid']", "Proposed").await;
        chord(client, &[CONTROL, 's']).await;
        find::content(client, "[data-testid='drawer']", "Waiting for approval").await;
        assert!(check::operations(&window).is_empty());
        window
    });
}
