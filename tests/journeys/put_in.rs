//! What is put into the lines at once: a pasted table says what of it is not used and shows a bad
//! quantity where it belongs, and the lines of a stocklist are gone to.

use practice::sample::{MOVEMENT_QUARTERLY, MOVEMENT_QUARTERLY_LINES};

use crate::keys::{CONTROL, chord};
use crate::window::{Begin, Window, journey};
use crate::{act, check, find, lines};

#[test]
fn a_table_says_what_is_not_used_and_a_stocklist_is_gone_to() {
    journey("put_in", Begin::default(), put_in);
}

async fn put_in(window: Window) -> Window {
    let client = &window.client;
    act::sign_in(client).await;
    lines::open_the_long_one(&window).await;
    let movement = check::get(&window, &format!("/api/stockMovements/{MOVEMENT_QUARTERLY}")).await;
    let items = movement["data"]["lineItems"].as_array().unwrap();
    let open = items.iter().find(|item| item["statusCode"] == "PENDING").unwrap();
    let code = open["productCode"].as_str().unwrap();

    let table = format!("Code\tQty\tComment\n{code}\tabc\tfor Ana");
    lines::copy_elsewhere(&window, &table).await;
    chord(client, &[CONTROL, 'v']).await;
    let accounts = "[data-testid='accounts']";
    find::text(client, accounts, "1 needs attention, 1 skipped").await;
    find::text(client, accounts, "columns not used: Comment").await;
    let all = MOVEMENT_QUARTERLY_LINES.to_string();
    find::chip_says(client, "chip-all", &all).await;
    act::click(client, "accounts-show").await;
    find::content(client, "[data-testid='lines-grid']", "abc").await;
    act::click(client, "chip-all").await;
    act::click(client, "accounts-undo").await;
    find::chip_says(client, "chip-here", "0").await;

    find::click(client, &find::cell_css("lines-grid", 1, "code")).await;
    act::click(client, "insert-stocklist").await;
    find::click(client, "[role='option']").await;
    lines::until(client, |now| now.column == "requested").await;
    window
}
