//! A picker walks along the bins by keyboard: what is entered outlives a kill, is taken back, and is sent
//! once; several movements are one walk; and a service that tells no lots is picked on paper.

use fantoccini::Client;
use practice::Fault;

use crate::keys::{ALT, CONTROL, DOWN, ENTER, ESCAPE, SHIFT, SPACE, TAB, chord, press, type_text};
use crate::scanner::{scan, scan_at_once};
use crate::window::{Begin, journey};
use crate::{act, check, find, without_a_mouse};

/// A cell of a task that has the focus.
fn focused(row: u32) -> String {
    format!("[data-testid='tasks-grid'] [data-index='{row}'] [data-col='quantity']:focus")
}

pub fn task(row: u32, column: &str) -> String {
    find::cell_css("tasks-grid", row, column)
}

/// Opens what is to be picked, and finds a movement there.
pub async fn find_movement(client: &Client, name: &str) {
    chord(client, &[ALT, '3']).await;
    find::by_id(client, "to-pick-grid").await;
    chord(client, &[CONTROL, 'f']).await;
    type_text(client, name).await;
    find::text(client, &find::cell_css("to-pick-grid", 0, "name"), name).await;
    press(client, &[ENTER]).await;
    find::by_css(client, "[data-testid='to-pick-grid'] [data-index='0'] :focus").await;
}

/// Begins a walk of the long movement, of which the service tells what lies where.
async fn begin(client: &Client) {
    find_movement(client, "Quarterly").await;
    press(client, &[ENTER]).await;
    find::text(client, &task(0, "bin"), "A-01").await;
    find::by_css(client, &focused(0)).await;
}

async fn shown(client: &Client, row: u32, column: &str) -> String {
    find::by_css(client, &task(row, column)).await.text().await.unwrap()
}

#[test]
fn a_walk_is_picked_by_keyboard_outlives_a_kill_and_is_sent_once() {
    journey("walk", Begin::extended(), |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        begin(client).await;
        let needed = shown(client, 0, "required").await;
        // In full, by one key; the next one is there.
        press(client, &[ENTER]).await;
        find::text(client, &task(0, "quantity"), &needed).await;
        find::by_css(client, &focused(1)).await;
        // Fewer: a reason is asked for, and given by its key.
        type_text(client, "1").await;
        press(client, &[ENTER]).await;
        find::content(client, &task(1, "result"), "left").await;
        find::focus(client, &task(1, "quantity")).await;
        press(client, &['-']).await;
        find::by_css(client, "[data-testid='short-reasons'] button:focus").await;
        press(client, &['1']).await;
        find::content(client, &task(1, "result"), "short").await;
        find::by_css(client, "[data-testid='tasks-grid'] :focus").await;
        // Taken back and done again.
        chord(client, &[CONTROL, 'z']).await;
        find::content(client, &task(1, "result"), "left").await;
        chord(client, &[CONTROL, SHIFT, 'z']).await;
        find::content(client, &task(1, "result"), "short").await;
        find::content(client, "[data-testid='walk-progress']", "2 of").await;
        assert!(check::operations(&window).is_empty());

        let window = window.kill().await;
        let client = &window.client;
        act::sign_in_again(client).await;
        find::text(client, &task(0, "quantity"), &needed).await;
        find::content(client, &task(1, "result"), "short").await;
        find::click(client, &task(2, "quantity")).await;
        chord(client, &[CONTROL, ENTER]).await;
        find::content(client, &task(0, "result"), "service").await;
        find::gone(client, "[data-testid='tasks-grid'] .is-local").await;
        let sent = check::operations(&window);
        assert_eq!(sent, ["pick", "pick"], "each line once");
        window
    });
}

#[test]
fn several_movements_are_one_walk_and_what_is_left_is_confirmed_at_once() {
    journey("walk_several", Begin::extended(), |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        find_movement(client, "Quarterly").await;
        press(client, &[SPACE]).await;
        press(client, &[ESCAPE]).await;
        find::by_css(client, "[data-testid='to-pick-grid'] [data-index='1']").await;
        press(client, &[DOWN, SPACE]).await;
        find::content(client, "[data-testid='begin-walk']", "2").await;
        chord(client, &[CONTROL, ENTER]).await;
        find::content(client, "[data-testid='pane'] [data-testid='title']", "2").await;
        find::text(client, &task(0, "bin"), "A-01").await;
        find::by_css(client, "[data-testid='tasks-grid'] [data-col='movement'] .tag").await;
        // What is left, in one step that is taken back in one.
        act::click(client, "walk-more").await;
        act::click(client, "walk-rest").await;
        act::click(client, "rest-confirm").await;
        find::by_css(client, "[data-testid='tasks-grid'] [data-index='0'] .is-local").await;
        find::content(client, &task(0, "result"), "Picked").await;
        find::focus(client, &task(0, "quantity")).await;
        chord(client, &[CONTROL, 'z']).await;
        find::gone(client, "[data-testid='tasks-grid'] .is-local").await;
        // On hold, with a note, and taken up again.
        act::click(client, "walk-more").await;
        act::click(client, "walk-hold").await;
        act::fill(client, "hold-note", "Waiting for the cold room").await;
        press(client, &[ENTER]).await;
        find::content(client, "[data-testid='walk-on-hold']", "Waiting for the cold room").await;
        act::section(client, "pick").await;
        find::content(client, "[data-testid='walks-grid']", "Waiting for the cold room").await;
        find::click(client, "[data-testid='walks-grid'] [data-index='0'] button").await;
        act::click(client, "walk-take-up").await;
        find::gone(client, "[data-testid='walk-on-hold']").await;
        assert!(check::operations(&window).is_empty());
        window
    });
}

#[test]
fn a_scanner_says_the_bin_and_counts_each_piece() {
    journey("walk_scanned", Begin::extended(), |window| async move {
        let client = &window.client;
        let now = "[data-testid='scan-now']";
        without_a_mouse::sign_in(&window).await;
        begin(client).await;
        let (bin, code) = (shown(client, 0, "bin").await, shown(client, 0, "code").await);
        scan(&bin);
        find::content(client, now, &format!("Bin {bin}")).await;
        scan(&code);
        find::text(client, &task(0, "quantity"), "1").await;
        // Each of them counts, however fast they follow each other.
        scan_at_once(&[&code, &code, &code]);
        find::text(client, &task(0, "quantity"), "4").await;
        find::content(client, &task(0, "result"), "4 of").await;
        // A code of nothing changes nothing.
        scan("5012345678900");
        find::content(client, now, "5012345678900").await;
        find::text(client, &task(0, "quantity"), "4").await;
        chord(client, &[CONTROL, 'z']).await;
        find::text(client, &task(0, "quantity"), "3").await;
        let window = window.kill().await;
        let client = &window.client;
        act::sign_in_again(client).await;
        find::text(client, &task(0, "quantity"), "3").await;
        find::content(client, now, "5012345678900").await;
        assert!(check::operations(&window).is_empty());
        window
    });
}

#[test]
fn what_no_service_tells_is_checked_off_on_paper_and_not_sent_strict() {
    journey("walk_strict", Begin::strict(), |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        find_movement(client, "Quarterly").await;
        press(client, &[ENTER]).await;
        find::by_css(client, &focused(0)).await;
        find::content(client, &task(0, "result"), "Lot not known").await;
        press(client, &[SPACE]).await;
        find::content(client, &task(0, "result"), "Done on paper").await;
        find::by_css(client, &focused(1)).await;
        find::content(client, "[data-testid='pane'] .foot", "1 done on paper").await;
        chord(client, &[CONTROL, 'z']).await;
        find::content(client, &task(0, "result"), "Lot not known").await;
        assert!(check::operations(&window).is_empty());
        window
    });
}

#[test]
fn a_walk_goes_on_without_the_service_and_is_sent_when_it_is_back() {
    journey("walk_offline", Begin::extended(), |window| async move {
        let client = window.client.clone();
        without_a_mouse::sign_in(&window).await;
        begin(&client).await;
        let window = window
            .without_the_warehouse(|client| async move {
                for row in 0..3 {
                    find::by_css(&client, &focused(row)).await;
                    press(&client, &[ENTER]).await;
                }
                find::by_css(&client, "[data-testid='tasks-grid'] [data-index='2'] .is-local")
                    .await;
                chord(&client, &[CONTROL, ENTER]).await;
                find::content(&client, &task(0, "result"), "Waiting").await;
            })
            .await;
        // The sessions of the warehouse did not outlive it.
        act::sign_in_again(&client).await;
        find::outbox_says(&client, "0").await;
        let sent = check::operations(&window);
        assert!(!sent.is_empty() && sent.iter().all(|operation| operation == "pick"), "{sent:?}");
        window
    });
}

#[test]
fn a_refused_pick_is_changed_in_its_row_and_differences_are_counted() {
    journey("walk_refused", Begin::extended(), |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        begin(client).await;
        let refusal = Fault::status(500).method("POST").path("/api/stockMovementItems/");
        window.warehouse.faults().add(refusal);
        let needed = shown(client, 0, "required").await;
        press(client, &[ENTER]).await;
        find::text(client, &task(0, "quantity"), &needed).await;
        chord(client, &[CONTROL, ENTER]).await;
        find::content(client, "[data-testid='tasks-grid']", "Refused").await;
        // Of what needs a look it is the one.
        press(client, &['!']).await;
        find::content(client, &task(0, "result"), "Refused").await;
        find::click(client, &task(0, "quantity")).await;
        find::by_id(client, "again-lot").await;
        // What lies there is counted, and kept apart from the pick.
        act::click(client, "report-difference").await;
        act::fill(client, "difference-count", "3").await;
        press(client, &[ENTER]).await;
        find::gone(client, "[data-testid='difference-sheet']").await;
        // Enter opens the pick again, with its number.
        find::focus(client, &task(0, "quantity")).await;
        press(client, &[ENTER]).await;
        find::content(client, &task(0, "result"), "Picked").await;
        find::by_css(client, &focused(0)).await;
        window.warehouse.faults().clear();
        type_text(client, "1").await;
        press(client, &[ENTER]).await;
        find::content(client, &task(0, "result"), "left").await;
        find::focus(client, &task(0, "quantity")).await;
        press(client, &['-']).await;
        find::by_css(client, "[data-testid='short-reasons'] button:focus").await;
        press(client, &['1']).await;
        find::content(client, &task(0, "result"), "short").await;
        chord(client, &[CONTROL, ENTER]).await;
        check::until_effects(&window, 1).await;
        assert_eq!(check::operations(&window), ["pick"]);
        chord(client, &[ALT, '3']).await;
        act::click(client, "site-menu").await;
        act::click(client, "site-differences").await;
        find::content(client, "[data-testid='difference']", "counted 3").await;
        act::click(client, "difference-forget").await;
        find::gone(client, "[data-testid='difference']").await;
        window
    });
}

#[test]
fn a_lot_that_nothing_lists_is_typed_from_its_label_and_sent_strict() {
    journey("walk_typed_lot", Begin::strict(), |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        find_movement(client, "Quarterly").await;
        press(client, &[ENTER]).await;
        find::by_css(client, &focused(0)).await;
        find::content(client, &task(0, "result"), "Lot not known").await;
        let (code, needed) = (shown(client, 0, "code").await, shown(client, 0, "required").await);
        let wanted: i64 = needed.parse().unwrap();
        let table = window.warehouse.site_table();
        let rows = table.lines().skip(1).map(|row| row.split(',').collect::<Vec<_>>());
        let holds = |row: &Vec<&str>| row[1] == code && row[5].parse::<i64>().unwrap() >= wanted;
        let label = rows.into_iter().find(holds).unwrap();
        press(client, &['/']).await;
        find::by_css(client, "[data-testid='split-item']:focus").await;
        type_text(client, label[0]).await;
        press(client, &[TAB]).await;
        type_text(client, label[4]).await;
        find::by_css(client, "[role='listbox'] [role='option']").await;
        // Enter takes the bin, and with another one all of it is taken.
        press(client, &[ENTER]).await;
        press(client, &[ENTER]).await;
        find::gone(client, "[data-testid='split-sheet']").await;
        find::content(client, "[data-testid='walk-progress']", "1 of").await;
        find::content(client, "[data-testid='tasks-grid']", label[4]).await;
        assert!(check::operations(&window).is_empty());
        chord(client, &[CONTROL, ENTER]).await;
        check::until_effects(&window, 1).await;
        let effects = check::effects(&window);
        assert!(format!("{effects:?}").contains(label[0]), "{effects:?}");
        window
    });
}
