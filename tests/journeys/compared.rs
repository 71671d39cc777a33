//! A movement is held beside another one or a stocklist: what one of them has alone, more or less of.

use crate::keys::{CONTROL, ENTER, ESCAPE, SHIFT, chord, press, type_text};
use crate::window::{Begin, Window, journey};
use crate::{act, find, lines};

const TOLD: &str = "[data-testid='compare-told']";

#[test]
fn a_movement_is_compared_with_a_copy_of_itself_that_was_changed_and_with_a_stocklist() {
    journey("compared", Begin::default(), compared);
}

async fn compared(window: Window) -> Window {
    let client = &window.client;
    act::sign_in(client).await;
    lines::open(&window, "Quarterly").await;
    chord(client, &[CONTROL, SHIFT, 'd']).await;
    find::by_id(client, "template-chosen").await;
    act::fill(client, "movement-name", "Quarterly, once more").await;
    act::click(client, "create-movement").await;
    find::text(client, "[data-testid='pane'] [data-testid='movement-title']", "once more").await;
    lines::at(client).await;
    lines::column(client, "requested").await;
    lines::enter(client, "7777").await;
    chord(client, &[CONTROL, SHIFT, 'c']).await;
    with(client, "Quarterly top-up").await;
    find::text(client, TOLD, "1 different quantity").await;
    // Differences alone are shown, and all products on request.
    let rows = "return document.querySelectorAll(
        '[data-testid=compare-grid] [data-index] [data-col=code]').length;";
    find::until_true(client, &rows.replace("length;", "length === 1;")).await;
    act::click(client, "compare-all").await;
    find::until_true(client, &rows.replace("length;", "length > 5;")).await;
    // They are exported over the sheet, and Esc leads back to it.
    chord(client, &[CONTROL, 'e']).await;
    find::text(client, "[data-testid='export-sheet']", "Export: Comparison Quarterly").await;
    press(client, &[ESCAPE]).await;
    find::gone(client, "[data-testid='export-sheet']").await;
    find::by_css(client, "[data-testid='compare-sheet']:not([inert] *)").await;
    press(client, &[ESCAPE]).await;
    find::gone(client, "[data-testid='compare-sheet']").await;
    lines::at(client).await;

    act::section(client, "stocklists").await;
    find::click(client, &find::cell_css("stocklists-grid", 0, "name")).await;
    find::by_id(client, "stocklist-create").await;
    act::click(client, "compare").await;
    with(client, "Quarterly, once more").await;
    find::text(client, TOLD, "only in the other").await;
    window
}

/// Chooses what it is compared with.
async fn with(client: &fantoccini::Client, name: &str) {
    find::by_css(client, "[data-testid='compare-with']:focus").await;
    type_text(client, name).await;
    find::content(client, "[role='listbox'] [role='option']", name).await;
    press(client, &[ENTER]).await;
    find::by_css(client, TOLD).await;
}
