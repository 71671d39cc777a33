//! A service that was started again with nothing of what was made in it: the movement stays as it is on
//! this computer, and what is not sent with it.

use crate::act::{self, click};
use crate::keys::{ENTER, F5, press, type_text};
use crate::window::{Begin, Window, journey};
use crate::{find, without_a_mouse};

#[test]
fn a_movement_the_service_forgot_stays_with_what_is_not_sent() {
    journey("forgotten", Begin::default(), forgotten);
}

async fn forgotten(window: Window) -> Window {
    let client = window.client.clone();
    act::sign_in(&client).await;
    find::cell(&client, "movements-grid", 1, "name").await;
    click(&client, "new-movement").await;
    act::header(&client, "Made before the restart", "Central store", "Paediatrics").await;
    click(&client, "create-movement").await;
    find::by_css(&client, "[data-testid='lines-grid'] .row-entry").await;
    without_a_mouse::until_focused(&window, "[data-testid='lines-grid']").await;
    type_text(&client, "SYR-0502").await;
    press(&client, &[ENTER]).await;
    type_text(&client, "5").await;
    press(&client, &[ENTER]).await;
    find::chip_says(&client, "chip-here", "1").await;

    let window = window.with_a_new_warehouse().await;
    press(&client, &[F5]).await;
    act::sign_in_again(&client).await;
    let gone = "[data-testid='pane'] [data-testid='gone']";
    find::text(&client, gone, "This movement is no longer in the service.").await;
    find::text(&client, gone, "1 change is not sent. It is saved on this computer.").await;
    // Read once more, it is as gone as before, and nothing has failed.
    press(&client, &[F5]).await;
    find::by_css(&client, "[data-testid='pane'] [data-testid='refresh']:not([aria-busy='true'])")
        .await;
    assert!(!find::is_there(&client, "[data-testid='pane'] .banner-red").await);
    let title = "[data-testid='pane'] [data-testid='movement-title']";
    find::text(&client, title, "Made before the restart").await;
    find::content(&client, "[data-testid='lines-grid']", "SYR-0502").await;
    find::chip_says(&client, "chip-here", "1").await;
    window
}
