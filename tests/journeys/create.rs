//! Making movements of every kind, and what is said when it goes wrong.

use practice::{Fault, Kind, sample};

use crate::act::{self, click, fill};
use crate::keys::{self, ENTER};
use crate::window::{Begin, Window, journey};
use crate::{check, find};

#[test]
fn an_empty_and_an_inbound_movement_are_made() {
    journey("empty_and_inbound", Begin::default(), empty_and_inbound);
}

#[test]
fn an_empty_and_an_inbound_movement_are_made_strict() {
    let begin = Begin { strict: true, ..Begin::default() };
    journey("empty_and_inbound_strict", begin, empty_and_inbound);
}

async fn empty_and_inbound(window: Window) -> Window {
    let client = &window.client;
    act::sign_in(client).await;
    find::cell(client, "movements-grid", 1, "name").await;
    click(client, "new-movement").await;
    header(&window, "Ward round, loose items", "Central store", "Paediatrics").await;
    click(client, "create-movement").await;
    find::text(client, "[data-testid='movement-title']", "Ward round, loose items").await;

    keys::chord(client, &[keys::CONTROL, 'n']).await;
    click(client, "start-inbound").await;
    header(&window, "Order 7718", "Brightwell Medical", "Central store").await;
    click(client, "create-movement").await;
    find::text(client, "[data-testid='pane'] [data-testid='movement-title']", "Order 7718").await;

    let made = check::effects(&window);
    assert_eq!(check::operations(&window), ["createMovement", "createMovement"]);
    for (effect, (name, origin)) in made.iter().zip([
        ("Ward round, loose items", sample::CENTRAL_STORE),
        ("Order 7718", sample::BRIGHTWELL_MEDICAL),
    ]) {
        let id = effect.movement.clone().unwrap();
        let movement = check::get(&window, &format!("/api/stockMovements/{id}")).await;
        assert_eq!(movement["data"]["name"], name);
        assert_eq!(movement["data"]["origin"]["id"], origin);
        assert_eq!(movement["data"]["lineItems"].as_array().unwrap().len(), 0);
    }
    window
}

/// Fills the form's header; requester and date are as proposed.
async fn header(window: &Window, name: &str, origin: &str, destination: &str) {
    let client = &window.client;
    fill(client, "movement-name", name).await;
    for (id, place) in [("movement-origin", origin), ("movement-destination", destination)] {
        fill(client, id, place).await;
        find::by_css(client, "[role='listbox'] [role='option']").await;
        keys::press(client, &[ENTER]).await;
    }
}

#[test]
fn what_is_missing_is_said_and_nothing_is_sent() {
    journey("missing", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        click(client, "new-movement").await;
        find::by_id(client, "movement-name").await;
        click(client, "create-movement").await;
        find::by_css(client, "[data-testid='movement-name'][aria-invalid='true']").await;
        assert!(check::effects(&window).is_empty());
        window
    });
}

#[test]
fn a_failure_between_creation_and_its_lines_says_exactly_that_and_can_be_finished() {
    journey("between", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        keys::chord(client, &[keys::CONTROL, keys::SHIFT, 'n']).await;
        fill(client, "stocklist-search", "STL-0101").await;
        find::by_css(client, "[data-testid='stocklist-option']").await.click().await.unwrap();
        find::cell(client, "preview-grid", 0, "quantity").await.click().await.unwrap();
        keys::type_text(client, "3").await;
        keys::press(client, &[ENTER]).await;
        window
            .warehouse
            .faults()
            .add(Fault::new(Kind::DropBefore).method("POST").path("/api/stockMovements/").times(1));
        click(client, "create-movement").await;
        find::by_id(client, "create-result").await;
        assert_eq!(check::operations(&window), ["createMovement"]);
        click(client, "finish-movement").await;
        find::by_id(client, "movement-title").await;
        assert_eq!(check::operations(&window), ["createMovement", "updateItem"]);
        window
    });
}

#[test]
fn a_lost_answer_is_called_unknown_and_nothing_is_sent_again() {
    journey("lost_answer", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        find::cell(client, "movements-grid", 1, "name").await;
        click(client, "new-movement").await;
        header(&window, "Sent into the dark", "Central store", "Paediatrics").await;
        window
            .warehouse
            .faults()
            .add(Fault::new(Kind::DropAfter).method("POST").path("/api/stockMovements").times(1));
        click(client, "create-movement").await;
        find::by_id(client, "create-result").await;
        assert_eq!(check::operations(&window), ["createMovement"]);
        window
    });
}

#[test]
fn a_category_needs_a_name_and_is_made_once() {
    journey("category", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        act::section(client, "products").await;
        click(client, "new-category").await;
        find::by_id(client, "category-name").await;
        click(client, "category-create").await;
        find::by_css(client, "[data-testid='category-name'][aria-invalid='true']").await;
        fill(client, "category-name", "Wound care").await;
        let button = find::by_id(client, "category-create").await;
        button.click().await.unwrap();
        // The second press may find the sheet gone: that is what is wanted.
        let _ = button.click().await;
        find::gone(client, "[data-testid='category-sheet']").await;
        assert_eq!(check::operations(&window), ["createCategory"]);
        window
    });
}
