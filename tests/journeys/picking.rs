//! A picker in the line panel, by keyboard: picks from two bins, one changed, one taken back, one that
//! is too much; and what a service that tells nothing of it leaves.

use std::time::Duration;

use fantoccini::Client;
use practice::sample::{self, MOVEMENT_QUARTERLY};
use practice::{Fault, Kind};
use serde_json::Value;

use crate::keys::{CONTROL, DOWN, ENTER, ESCAPE, F5, UP, chord, press, type_text};
use crate::scanner::{scan, scan_at_once};
use crate::window::{Begin, Window, journey};
use crate::{act, check, find, lines, without_a_mouse};

/// An open line of 43 sharps containers: 20 of a lot lie in A-02-04, 214 of another in C-01-04.
const LINE: u32 = 38;
const CODE: &str = "BOX-5111";
/// The lot in A-02-04.
const LOT: u32 = 3;

const SEND: &str = "[data-testid='picks-send']";

#[test]
fn a_picker_picks_from_two_bins_changes_one_and_takes_one_back() {
    journey("picking", Begin::extended(), pick);
}

async fn pick(window: Window) -> Window {
    let client = &window.client;
    begin(&window).await;
    find::content(client, "[data-testid='line-panel'] [data-testid='line-code']", CODE).await;
    find::content(client, "[data-testid='pick-source']", "from the service").await;

    // What expires first is listed first, and the focus is there.
    let first = "[data-testid='pick-lot']:nth-child(1)";
    find::content(client, first, "A-02-04").await;
    until_in(client, first).await;
    type_text(client, "12").await;
    press(client, &[ENTER]).await;
    until_in(client, "[data-testid='pick-lot']:nth-child(2)").await;
    type_text(client, "10").await;
    find::content(client, "[data-testid='pick-preview']", "Will pick 22 pieces.").await;
    find::content(client, "[data-testid='pick-rest']", "21 left to pick").await;
    // What is short stays so: the next line comes, as after one that is picked in full.
    send_and_come_back(client).await;
    made(client, 2).await;
    // The list shows it, and how much of the movement is picked.
    find::content(client, "[data-testid='lines-grid']", "22/43").await;
    find::content(client, "[data-testid='lines-picked']", "lines picked").await;

    // A third, from a bin that was picked from before.
    find::focus(client, "[data-testid='pick-lot']:nth-child(2) input").await;
    type_text(client, "5").await;
    send_and_come_back(client).await;
    made(client, 3).await;
    assert_eq!(check::operations(&window), ["pick", "pick", "pick"]);

    // One is changed and one taken back, in one request.
    find::focus(client, &quantity_of(1)).await;
    chord(client, &[CONTROL, 'a']).await;
    type_text(client, "15").await;
    find::click(client, "[data-testid='pick-made']:nth-child(3) [data-testid='pick-remove']").await;
    let said = "Will change 1 pick, remove 1 pick.";
    find::content(client, "[data-testid='pick-preview']", said).await;
    chord(client, &[CONTROL, ENTER]).await;
    made(client, 2).await;
    find::content(client, "[data-testid='pick-rest']", "18 left to pick").await;
    // What is typed or scanned next is of this line.
    find::by_css(client, "[data-testid='line-panel'] input:focus").await;
    assert_eq!(picked(&window).await, [("A-02-04".to_owned(), 15), ("C-01-04".to_owned(), 10)]);

    // More than lies there: that is said at the pick and under the line, with what the service said.
    find::focus(client, &quantity_of(1)).await;
    chord(client, &[CONTROL, 'a']).await;
    type_text(client, "21").await;
    chord(client, &[CONTROL, ENTER]).await;
    let said = "Not enough in A-02-04: 20 in stock, 21 to pick.";
    find::content(client, "[data-testid='pick-refused']", said).await;
    find::content(client, "[data-testid='lines-grid']", said).await;
    let raw = "Bin location A-02-04 does not have enough quantity available 20";
    find::content(client, "[data-testid='pick-refused'] .raw", raw).await;
    assert_eq!(picked(&window).await[0].1, 15, "nothing of it was done");

    // What lies there is taken, by one press and Send.
    find::content(client, "[data-testid='pick-lower']", "Pick 20 instead").await;
    find::click(client, "[data-testid='pick-lower']").await;
    find::gone(client, "[data-testid='pick-refused']").await;
    find::focus(client, &quantity_of(1)).await;
    chord(client, &[CONTROL, ENTER]).await;
    find::content(client, "[data-testid='pick-rest']", "13 left to pick").await;
    check::until_effects(&window, 6).await;
    find::outbox_says(client, "0").await;
    assert_eq!(picked(&window).await, [("A-02-04".to_owned(), 20), ("C-01-04".to_owned(), 10)]);
    assert_eq!(check::operations(&window).len(), 6, "{:?}", check::operations(&window));

    // Beside the lines there is room for the bin that the rest lies in.
    press(client, &[ESCAPE]).await;
    let bin = "[data-testid='lines-grid'] [role='row']:focus-within [data-col='bin']";
    find::text(client, bin, "C-01-04").await;
    window
}

#[test]
fn what_can_be_taken_gets_the_focus_also_where_it_is_told_late() {
    journey("picking_late", Begin::extended(), |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        let late = Fault::new(Kind::Delay(Duration::from_secs(3))).method("GET").times(12);
        window.warehouse.faults().add(late.path("/api/stockMovements/"));
        lines::open_the_long_one(&window).await;
        lines::go(client, LINE).await;
        type_text(client, "p").await;
        until_in(client, "[data-testid='pick-lot']:nth-child(1)").await;
        type_text(client, "12").await;
        find::content(client, "[data-testid='pick-rest']", "31 left to pick").await;
        window
    });
}

#[test]
fn more_than_is_to_go_is_picked_only_when_it_is_meant() {
    journey("picking_beyond", Begin::extended(), pick_beyond);
}

async fn pick_beyond(window: Window) -> Window {
    let client = &window.client;
    begin(&window).await;
    find::focus(client, "[data-testid='pick-lot']:nth-child(2) input").await;
    type_text(client, "50").await;
    find::content(client, "[data-testid='pick-rest']", "7 more than needed").await;
    chord(client, &[CONTROL, ENTER]).await;
    find::by_css(client, ".is-missing [data-testid='pick-beyond']").await;
    assert!(check::effects(&window).is_empty());
    // What is typed stays while another line is looked at.
    find::click(client, "[data-testid='line-next']").await;
    find::content(client, "[data-testid='line-code']", "SUT-1010").await;
    // What goes in its stead is picked.
    find::content(client, "[data-testid='pick-part']", "SUT-1020").await;
    find::gone(client, ".is-missing").await;
    find::click(client, "[data-testid='line-before']").await;
    find::content(client, "[data-testid='line-code']", CODE).await;
    find::content(client, "[data-testid='pick-rest']", "7 more than needed").await;
    find::click(client, "[data-testid='pick-beyond']").await;
    chord(client, &[CONTROL, ENTER]).await;
    // Nothing is left of it: the next line is there, ready to be picked.
    find::content(client, "[data-testid='line-code']", "SUT-1010").await;
    find::by_css(client, "[data-testid='pick-part'] input:focus").await;
    let whole = "[data-testid='lines-grid'] [data-col='picked'] [title='50 of 43 picked']";
    find::by_css(client, whole).await;
    find::click(client, "[data-testid='line-before']").await;
    made(client, 1).await;
    assert_eq!(picked(&window).await, [("C-01-04".to_owned(), 50)]);
    window
}

#[test]
fn a_line_whose_stock_is_known_is_picked_in_full_by_two_keys() {
    journey("picking_keys", Begin::extended(), |window| async move {
        let client = &window.client;
        begin(&window).await;
        until_in(client, "[data-testid='pick-lot']:nth-child(1)").await;
        // A code that is scanned here is no quantity.
        scan("5012345678900");
        find::content(client, "[data-testid='toasts']", "5012345678900").await;
        let typed = "[data-testid='pick-lot']:nth-child(1) input";
        let typed = find::by_css(client, typed).await.prop("value").await.unwrap();
        assert_eq!(typed.as_deref(), Some(""), "the first letters of the code");
        // That of another line is what is picked next, that of this one is here.
        for code in ["SUT-1010", CODE] {
            scan(code);
            until_ready(client, code).await;
        }
        let typed = "[data-testid='pick-lot']:nth-child(1) input";
        until_in(client, "[data-testid='pick-lot']:nth-child(1)").await;
        let typed = find::by_css(client, typed).await.prop("value").await.unwrap();
        assert_eq!(typed.as_deref(), Some(""), "the first letters of the code");
        // Also where the panel was opened for something else, and picking was chosen in it.
        press(client, &[ESCAPE]).await;
        find::gone(client, "[data-testid='line-panel']").await;
        type_text(client, "r").await;
        find::by_css(client, "[data-testid='line-panel'] input:focus").await;
        find::click(client, "[data-testid='act-pick']").await;
        find::focus(client, "[data-testid='pick-lot']:nth-child(1) input").await;
        scan("SUT-1010");
        until_ready(client, "SUT-1010").await;
        scan(CODE);
        find::content(client, "[data-testid='line-panel'] [data-testid='line-code']", CODE).await;
        until_in(client, "[data-testid='pick-lot']:nth-child(1)").await;
        // To the next line and back, by a key, as ready to be picked.
        for (key, code) in [(DOWN, "SUT-1010"), (UP, CODE)] {
            chord(client, &[CONTROL, key]).await;
            until_ready(client, code).await;
        }
        // And by hand: a line that was left is as ready when one comes back to it.
        chord(client, &[CONTROL, DOWN]).await;
        until_ready(client, "SUT-1010").await;
        let cursor = "[data-testid='lines-grid'] [aria-rowindex] [role='gridcell'][tabindex='0']";
        find::focus(client, cursor).await;
        press(client, &[UP]).await;
        find::content(client, "[data-testid='line-panel'] [data-testid='line-code']", CODE).await;
        type_text(client, "p").await;
        until_in(client, "[data-testid='pick-lot']:nth-child(1)").await;
        type_text(client, "=").await;
        find::content(client, "[data-testid='pick-preview']", "Will pick 43 pieces.").await;
        chord(client, &[CONTROL, ENTER]).await;
        find::content(client, "[data-testid='line-code']", "SUT-1010").await;
        check::until_effects(&window, 2).await;
        assert_eq!(picked(&window).await, [("A-02-04".to_owned(), 20), ("C-01-04".to_owned(), 23)]);
        window
    });
}

#[test]
fn what_is_typed_while_picks_are_on_their_way_is_of_the_next_line() {
    journey("picking_ahead", Begin::extended(), |window| async move {
        let client = &window.client;
        begin(&window).await;
        until_in(client, "[data-testid='pick-lot']:nth-child(1)").await;
        type_text(client, "=").await;
        find::content(client, "[data-testid='pick-preview']", "Will pick 43 pieces.").await;
        let late = Fault::new(Kind::Delay(Duration::from_millis(800))).method("POST");
        window.warehouse.faults().add(late.path("/api/stockMovementItems"));
        chord(client, &[CONTROL, ENTER]).await;
        type_text(client, "7").await;
        until_ready(client, "SUT-1010").await;
        let is_there = "return document.activeElement.value === '7';";
        find::until_true(client, is_there).await;
        check::until_effects(&window, 1).await;
        assert_eq!(picked(&window).await, [("A-02-04".to_owned(), 20), ("C-01-04".to_owned(), 23)]);
        window
    });
}

#[test]
fn codes_that_follow_each_other_at_once_are_taken_in_their_order() {
    journey("picking_scans", Begin::extended(), |window| async move {
        let client = &window.client;
        begin(&window).await;
        until_in(client, "[data-testid='pick-lot']:nth-child(1)").await;
        // The second comes before the line of the first is shown.
        for (first, second) in [("SUT-1030", "SUT-1010"), ("SUT-1010", CODE)] {
            scan_at_once(&[first, second]);
            until_ready(client, second).await;
        }
        // No letter of a code was taken for a quantity, here or in a line that was gone over.
        until_in(client, "[data-testid='pick-lot']:nth-child(1)").await;
        type_text(client, "=").await;
        find::content(client, "[data-testid='pick-preview']", "Will pick 43 pieces.").await;
        for code in ["SUT-1010", "SUT-1030"] {
            scan(code);
            until_ready(client, code).await;
            assert_eq!(typed(client).await, "", "{code}");
        }
        window
    });
}

#[test]
fn where_codes_are_scanned_the_sign_in_sheet_waits_until_it_is_asked_for() {
    journey("picking_ended", Begin::extended(), |window| async move {
        let client = &window.client;
        begin(&window).await;
        until_in(client, "[data-testid='pick-lot']:nth-child(1)").await;
        scan("SUT-1010");
        until_ready(client, "SUT-1010").await;
        window.warehouse.faults().expire_sessions();
        press(client, &[F5]).await;
        find::by_id(client, "session-ended").await;
        press(client, &[ESCAPE]).await;
        find::gone(client, "[data-testid='line-panel']").await;
        // Longer than hands rest between two letters.
        tokio::time::sleep(Duration::from_secs(5)).await;
        scan(CODE);
        let code = "[data-testid='lines-grid'] [role='row']:focus-within [data-col='code']";
        find::text(client, code, CODE).await;
        assert!(!find::is_there(client, "[data-testid='signin-sheet']").await);
        act::click(client, "sign-in-again").await;
        act::sign_in_again(client).await;
        find::gone(client, "[data-testid='session-ended']").await;
        window
    });
}

#[test]
fn a_line_whose_pick_is_refused_is_not_left() {
    journey("picking_refused", Begin::extended(), |window| async move {
        let client = &window.client;
        begin(&window).await;
        until_in(client, "[data-testid='pick-lot']:nth-child(1)").await;
        // All that is to go, of a bin that holds fewer.
        type_text(client, "43").await;
        chord(client, &[CONTROL, ENTER]).await;
        let said = "Not enough in A-02-04: 20 in stock, 43 to pick.";
        find::content(client, "[data-testid='pick-refused']", said).await;
        find::content(client, "[data-testid='line-code']", CODE).await;
        assert!(check::effects(&window).is_empty());
        // Given up, another quantity is typed at once; and it can be taken back.
        find::click(client, "[data-testid='pick-discard']").await;
        until_in(client, "[data-testid='pick-lot']:nth-child(1)").await;
        find::gone(client, "[data-testid='pick-refused']").await;
        until_in(client, "[data-testid='pick-lot']:nth-child(1)").await;
        find::click(client, "[data-testid='toast-undo']").await;
        find::content(client, "[data-testid='pick-refused']", said).await;
        assert!(check::effects(&window).is_empty());
        window
    });
}

#[test]
fn a_pick_that_is_refused_late_keeps_its_line_and_is_corrected_by_typing() {
    journey("picking_refused_late", Begin::extended(), |window| async move {
        let client = &window.client;
        begin(&window).await;
        until_in(client, "[data-testid='pick-lot']:nth-child(1)").await;
        // The answer comes after it was said that the pick is saved here.
        let late = Fault::new(Kind::Delay(Duration::from_millis(1_500))).method("POST");
        window.warehouse.faults().add(late.path("/api/stockMovementItems"));
        type_text(client, "43").await;
        chord(client, &[CONTROL, ENTER]).await;
        let said = "Not enough in A-02-04: 20 in stock, 43 to pick.";
        find::content(client, "[data-testid='pick-refused']", said).await;
        find::content(client, "[data-testid='line-code']", CODE).await;
        // What is typed takes its place, without a button being looked for first.
        find::focus(client, "[data-testid='pick-lot']:nth-child(1) input").await;
        chord(client, &[CONTROL, 'a']).await;
        type_text(client, "20").await;
        send_and_come_back(client).await;
        find::gone(client, "[data-testid='pick-refused']").await;
        find::content(client, "[data-testid='pick-rest']", "23 left to pick").await;
        made(client, 1).await;
        assert_eq!(picked(&window).await, [("A-02-04".to_owned(), 20)]);
        assert!(!find::is_there(client, "[data-testid='line-panel'] .failure").await);
        window
    });
}

#[test]
fn where_nothing_is_told_of_picking_lot_and_bin_are_typed() {
    journey("picking_strict", Begin::strict(), pick_blindly);
}

async fn pick_blindly(window: Window) -> Window {
    let client = &window.client;
    begin(&window).await;
    find::content(client, "[data-testid='pick-source']", "from this computer").await;
    let said = "shows no earlier picks and no stock per bin";
    find::content(client, "[data-testid='pick-strict']", said).await;
    find::click(client, "[data-testid='pick-other']").await;
    until_in(client, "[data-testid='pick-other-row']").await;
    // As it comes from a scanner.
    let lot = sample::id("inventory", &format!("{CODE}/{LOT}"));
    type_text(client, &lot).await;
    press(client, &[ENTER]).await;
    // Enter comes before anything can be found.
    until_in(client, "[data-testid='pick-other-row'] > :nth-child(2)").await;
    scan("A-02-04");
    let quantity = "[data-testid='pick-other-quantity']:focus";
    find::by_css(client, quantity).await;
    type_text(client, "12").await;
    chord(client, &[CONTROL, ENTER]).await;
    // The next line comes; what was sent is told of the one before.
    let code = "[data-testid='line-panel'] [data-testid='line-code']";
    find::content(client, code, "SUT-1010").await;
    chord(client, &[CONTROL, UP]).await;
    find::content(client, code, CODE).await;
    made(client, 1).await;
    let row = "[data-testid='pick-made']:nth-child(1)";
    find::content(client, row, "A-02-04").await;
    find::content(client, &format!("{row} [data-testid='pick-stand']"), "sent").await;
    assert!(!find::is_there(client, &format!("{row} input")).await, "it cannot be changed");
    assert_eq!(check::operations(&window), ["pick"]);
    // From now on it is known here, and too much of it is refused in place.
    find::focus(client, "[data-testid='pick-lot']:nth-child(1) input").await;
    type_text(client, "25").await;
    chord(client, &[CONTROL, ENTER]).await;
    let said = "does not have enough quantity available 20";
    find::content(client, "[data-testid='pick-refused']", said).await;
    assert_eq!(check::operations(&window), ["pick"]);
    window
}

/// Signs in, opens the long movement, and begins to pick its line.
async fn begin(window: &Window) {
    without_a_mouse::sign_in(window).await;
    lines::open_the_long_one(window).await;
    lines::go(&window.client, LINE).await;
    type_text(&window.client, "p").await;
}

/// Sends what is typed, is led to the next line, and goes back to the one before.
async fn send_and_come_back(client: &Client) {
    chord(client, &[CONTROL, ENTER]).await;
    until_ready(client, "SUT-1010").await;
    chord(client, &[CONTROL, UP]).await;
    until_ready(client, CODE).await;
}

/// Waits until so many picks are listed, and none is on its way.
async fn made(client: &Client, count: usize) {
    let wanted = format!(
        "[data-testid='picks-made']:has(> :nth-child({count})):not(:has(> :nth-child({})))",
        count + 1
    );
    find::by_css(client, &wanted).await;
    find::by_css(client, &format!("{SEND}:not(.is-busy)")).await;
    find::outbox_says(client, "0").await;
}

fn quantity_of(made: u32) -> String {
    format!("[data-testid='pick-made']:nth-child({made}) input")
}

/// Waits until the panel shows the line of this code, ready to be picked.
async fn until_ready(client: &Client, code: &str) {
    find::content(client, "[data-testid='line-panel'] [data-testid='line-code']", code).await;
    find::by_css(client, "[data-testid='pick-part'] input:focus").await;
}

/// All that is typed of the line, read in one go.
async fn typed(client: &Client) -> String {
    let all = "const all = document.querySelectorAll('[data-testid=pick-part] input'); \
               return Array.from(all, (one) => one.value).join('');";
    client.execute(all, Vec::new()).await.unwrap().as_str().unwrap().to_owned()
}

async fn until_in(client: &Client, css: &str) {
    find::by_css(client, &format!("{css}:focus-within")).await;
}

/// What is picked of the line, by bin, as the service tells it.
async fn picked(window: &Window) -> Vec<(String, i64)> {
    let path = format!("/api/stockMovements/{MOVEMENT_QUARTERLY}?stepNumber=4");
    let page = check::get(window, &path).await;
    let rows = page["data"]["pickPage"]["pickPageItems"].as_array().unwrap();
    let row = rows.iter().find(|row| row["productCode"] == CODE).unwrap();
    let picks = row["picklistItems"].as_array().unwrap();
    let mut picked: Vec<_> = picks.iter().map(of_pick).collect();
    picked.sort();
    picked
}

fn of_pick(pick: &Value) -> (String, i64) {
    let bin = pick["binLocation.name"].as_str().unwrap().to_owned();
    (bin, pick["quantityPicked"].as_i64().unwrap())
}
