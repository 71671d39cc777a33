//! Lines are put elsewhere in a movement whose places leave no room: what only makes room for them is
//! no change of its own.

use practice::sample;

use crate::act::{self, click, fill};
use crate::keys::{ALT, CONTROL, UP, chord};
use crate::window::{Begin, Window, journey};
use crate::{check, find, lines};

#[test]
fn a_line_put_first_is_one_change_and_its_neighbour_follows() {
    journey("moved", Begin::default(), put_first);
}

#[test]
fn a_line_put_first_is_one_change_and_its_neighbour_follows_strict() {
    journey("moved_strict", Begin::strict(), put_first);
}

async fn put_first(window: Window) -> Window {
    let client = &window.client;
    act::sign_in(client).await;
    click(client, "from-stocklist").await;
    fill(client, "stocklist-search", sample::STOCKLIST_WEEKLY_NUMBER).await;
    let option =
        format!("[data-testid='stocklist-option'][data-id='{}']", sample::STOCKLIST_WEEKLY);
    find::click(client, &option).await;
    find::cell(client, "preview-grid", 1, "quantity").await;
    find::by_css(client, "[data-testid='movement-name']:focus").await;
    click(client, "create-movement").await;
    find::by_id(client, "movement-title").await;
    let second = find::cell(client, "lines-grid", 1, "code").await.text().await.unwrap();
    lines::go(client, 2).await;
    chord(client, &[ALT, UP]).await;
    find::text(client, &find::cell_css("lines-grid", 0, "code"), &second).await;
    find::chip_says(client, "chip-here", "1").await;
    chord(client, &[CONTROL, 's']).await;
    find::content(
        client,
        "[data-testid='changes-grid']",
        "The position of 1 other line changes too",
    )
    .await;
    find::by_id(client, "drawer-send").await;
    chord(client, &[CONTROL, 's']).await;
    check::until_effects(&window, 3).await;
    assert_eq!(check::operations(&window), ["createMovement", "updateItem", "updateItem"]);
    find::chip_says(client, "chip-here", "0").await;
    let id = check::effects(&window)[0].movement.clone().unwrap();
    find::outbox_says(client, "0").await;
    // All of it was sent; the top bar asks a moment later than the lines.
    find::gone(client, "[data-testid='unsent']").await;
    let movement = check::get(&window, &format!("/api/stockMovements/{id}")).await;
    assert_eq!(movement["data"]["lineItems"][0]["productCode"], second.as_str());
    window
}
