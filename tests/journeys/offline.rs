//! The service is stopped: a movement is made all the same, and is there once when it is back.

use crate::act::{self, click, fill};
use crate::keys::{self, ENTER};
use crate::window::{Begin, Window, journey};
use crate::{check, find, watch};

#[test]
fn a_movement_made_offline_is_there_once_when_the_service_is_back() {
    journey("offline_create", Begin::default(), create_offline);
}

#[test]
fn a_movement_made_offline_is_there_once_when_the_service_is_back_strict() {
    journey("offline_create_strict", Begin::strict(), create_offline);
}

async fn create_offline(window: Window) -> Window {
    let client = window.client.clone();
    act::sign_in(&client).await;
    find::cell(&client, "movements-grid", 1, "name").await;
    click(&client, "new-movement").await;
    act::header(&client, "Made without the service", "Central store", "Paediatrics").await;
    let window = window
        .without_the_warehouse(|client| async move {
            click(&client, "create-movement").await;
            let title = "[data-testid='pane'] [data-testid='movement-title']";
            find::text(&client, title, "Made without the service").await;
            let line = "[data-testid='pane'] [data-testid='state-line']";
            find::text(&client, line, "Saved on this computer only").await;
            find::outbox_says(&client, "1").await;
            act::section(&client, "movements").await;
            let banner = "[data-testid='pane'] [data-testid='offline']";
            find::text(&client, banner, "1 change is saved on this computer").await;
            let mark = "[data-testid='movements-grid'] .sym-new";
            find::by_css(&client, mark).await;
        })
        .await;
    // The sessions of the warehouse did not outlive it.
    find::by_id(&client, "signin-sheet").await;
    fill(&client, "signin-password", watch::PASSWORD).await;
    keys::press(&client, &[ENTER]).await;
    find::gone(&client, "[data-testid='signin-sheet']").await;
    find::gone(&client, "[data-testid='movements-grid'] .sym-new").await;
    find::gone(&client, "[data-testid='pane'] [data-testid='offline']").await;
    assert_eq!(check::operations(&window), ["createMovement"]);
    let id = check::effects(&window)[0].movement.clone().unwrap();
    let movement = check::get(&window, &format!("/api/stockMovements/{id}")).await;
    assert_eq!(movement["data"]["name"], "Made without the service");
    window
}
