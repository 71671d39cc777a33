//! Codes that are scanned in the list of what is to be picked: a movement's own code selects it, once.

use crate::keys::{ALT, CONTROL, ENTER, chord};
use crate::scanner::scan;
use crate::window::{Begin, journey};
use crate::{check, find, without_a_mouse};

#[test]
fn movements_are_selected_for_a_walk_by_the_codes_of_their_printed_lists() {
    journey("pick_scans", Begin::extended(), |window| async move {
        let client = &window.client;
        without_a_mouse::sign_in(&window).await;
        chord(client, &[ALT, '3']).await;
        let mut codes = Vec::new();
        for row in 0..2 {
            let cell = find::cell(client, "to-pick-grid", row, "code").await;
            codes.push(cell.text().await.unwrap());
        }
        let told = "[data-testid='toasts']";
        scan(&codes[1]);
        find::content(client, told, &format!("{} ", codes[1])).await;
        scan(&codes[0].to_lowercase());
        find::content(client, "[data-testid='begin-walk']", "2").await;
        // Twice is once.
        scan(&codes[1]);
        find::content(client, told, "already").await;
        scan("NO-SUCH-1");
        find::content(client, told, "NO-SUCH-1").await;
        find::content(client, "[data-testid='begin-walk']", "2").await;
        chord(client, &[CONTROL, ENTER]).await;
        find::content(client, "[data-testid='pane'] [data-testid='title']", "2").await;
        // A movement that is in a walk leads there.
        chord(client, &[ALT, '3']).await;
        find::by_css(client, "[data-testid='pane'] [data-testid='to-pick-grid']").await;
        scan(&codes[0]);
        find::by_css(client, "[data-testid='pane'] [data-testid='tasks-grid']").await;
        assert!(check::operations(&window).is_empty());
        window
    });
}
