//! Lines of one product that are merged: in the drawer they are one choice, and one thing to discard.

use fantoccini::Client;

use crate::keys::{CONTROL, chord, type_text};
use crate::window::{Begin, Window, journey};
use crate::{act, check, find, lines};

/// An open line, and another one that gets its product.
const INTO: u32 = 16;
const MERGED: u32 = 18;

#[test]
fn the_lines_of_a_merge_are_selected_and_discarded_together() {
    journey("merged", Begin::default(), merged);
}

async fn merged(window: Window) -> Window {
    let client = &window.client;
    act::sign_in(client).await;
    lines::open_the_long_one(&window).await;
    lines::go(client, INTO).await;
    lines::column(client, "code").await;
    let code = focused_text(client).await;
    lines::go(client, MERGED).await;
    lines::enter(client, code.trim()).await;
    find::chip_says(client, "chip-here", "1").await;
    let twin = format!("Same product as line {INTO}");
    find::content(client, "[data-testid='lines-grid']", &twin).await;
    lines::go(client, MERGED).await;
    // Where codes are typed, a letter is text.
    lines::column(client, "requested").await;
    type_text(client, "m").await;
    find::chip_says(client, "chip-here", "2").await;

    chord(client, &[CONTROL, 's']).await;
    find::content(client, "[data-testid='drawer-count']", "2 changes").await;
    let says = "The 2 merged lines are selected, sent and discarded together";
    for row in 0..2 {
        find::content(client, &find::cell_css("changes-grid", row, "sentence"), says).await;
    }
    // One tick is turned, and both are.
    find::click(client, &find::cell_css("changes-grid", 1, "tick")).await;
    find::content(client, "[data-testid='toasts']", says).await;
    find::by_css(client, "[data-testid='drawer-send'][aria-disabled='true']").await;
    find::click(client, &find::cell_css("changes-grid", 0, "tick")).await;
    find::content(client, "[data-testid='drawer-send']", "Send 2").await;

    find::click(client, "[data-testid='drawer-discard']:not([aria-disabled])").await;
    find::gone(client, "[data-testid='drawer']").await;
    find::chip_says(client, "chip-here", "0").await;

    // Undone and sent, both go.
    chord(client, &[CONTROL, 'z']).await;
    find::chip_says(client, "chip-here", "2").await;
    chord(client, &[CONTROL, 's']).await;
    find::content(client, "[data-testid='drawer-send']", "Send 2").await;
    chord(client, &[CONTROL, 's']).await;
    check::until_effects(&window, 2).await;
    find::chip_says(client, "chip-here", "0").await;
    assert_eq!(check::operations(&window), ["updateItem", "deleteItem"]);
    window
}

async fn focused_text(client: &Client) -> String {
    let text = client.execute("return document.activeElement.textContent;", Vec::new()).await;
    text.unwrap().as_str().unwrap().to_owned()
}
