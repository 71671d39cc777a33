//! The session ends while a movement is being made: it exists once, after signing in over the screen.

use practice::{Fault, Kind};

use crate::act::{self, click};
use crate::window::{Begin, Window, journey};
use crate::{check, find};

#[test]
fn a_movement_made_while_the_session_ends_exists_once_after_signing_in() {
    journey("ended_create", Begin::default(), create_without_a_session);
}

#[test]
fn a_movement_made_while_the_session_ends_exists_once_after_signing_in_strict() {
    journey("ended_create_strict", Begin::strict(), create_without_a_session);
}

async fn create_without_a_session(window: Window) -> Window {
    let client = &window.client;
    act::sign_in(client).await;
    find::cell(client, "movements-grid", 1, "name").await;
    click(client, "new-movement").await;
    act::header(client, "Made without a session", "Central store", "Paediatrics").await;
    let fault = Fault::new(Kind::Unauthorized).method("POST").path("/api/stockMovements");
    window.warehouse.faults().add(fault);
    click(client, "create-movement").await;
    find::by_id(client, "signin-sheet").await;
    assert!(check::effects(&window).is_empty());
    find::text(client, "[data-testid='outbox']", "1").await;
    act::sign_in_again(client).await;
    let title = "[data-testid='pane'] [data-testid='movement-title']";
    find::text(client, title, "Made without a session").await;
    find::by_css(client, "[data-testid='pane'] .code[data-testid='movement-code']").await;
    find::gone(client, "[data-testid='state-line']").await;
    assert_eq!(check::operations(&window), ["createMovement"]);
    window
}
