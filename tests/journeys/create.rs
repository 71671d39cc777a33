//! Making movements of every kind, and what is said when it goes wrong.

use practice::{Fault, Kind, Variant, sample};

use crate::act::{self, click, fill};
use crate::keys::{self, ENTER};
use crate::window::{Begin, Window, journey};
use crate::{check, find, r_d12, without_a_mouse};

#[test]
fn an_empty_and_an_inbound_movement_are_made() {
    journey("empty_and_inbound", Begin::default(), empty_and_inbound);
}

#[test]
fn an_empty_and_an_inbound_movement_are_made_strict() {
    journey("empty_and_inbound_strict", Begin::strict(), empty_and_inbound);
}

async fn empty_and_inbound(window: Window) -> Window {
    let client = &window.client;
    act::sign_in(client).await;
    find::cell(client, "movements-grid", 1, "name").await;
    click(client, "new-movement").await;
    act::header(client, "Ward round, loose items", "Central store", "Paediatrics").await;
    click(client, "create-movement").await;
    find::text(client, "[data-testid='movement-title']", "Ward round, loose items").await;
    // What an empty movement asks for can be done at once.
    find::by_css(client, "[data-testid='lines-grid'] .row-entry").await;
    without_a_mouse::until_focused(&window, "[data-testid='lines-grid']").await;
    keys::type_text(client, "CAN").await;
    let typed = find::by_css(client, "[data-testid='lines-grid'] [data-col='code'] input").await;
    assert_eq!(typed.prop("value").await.unwrap().as_deref(), Some("CAN"));
    keys::press(client, &[keys::ESCAPE, keys::ESCAPE]).await;
    find::gone(client, "[data-testid='lines-grid'] input").await;

    keys::chord(client, &[keys::CONTROL, 'n']).await;
    click(client, "start-inbound").await;
    act::header(client, "Order 7718", "Brightwell Medical", "Central store").await;
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
fn what_became_of_the_lines_of_a_new_movement_is_looked_for_and_nothing_is_sent_again() {
    journey("between", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        keys::chord(client, &[keys::CONTROL, keys::SHIFT, 'n']).await;
        fill(client, "stocklist-search", "STL-0101").await;
        find::click(client, "[data-testid='stocklist-option']").await;
        find::click(client, &find::cell_css("preview-grid", 0, "quantity")).await;
        keys::type_text(client, "3").await;
        keys::press(client, &[ENTER]).await;
        window
            .warehouse
            .faults()
            .add(Fault::new(Kind::DropBefore).method("POST").path("/api/stockMovements/").times(1));
        click(client, "create-movement").await;
        find::by_id(client, "movement-title").await;
        find::text(client, "[data-testid='state-line']", "No answer").await;
        assert_eq!(check::operations(&window), ["createMovement"]);
        window
    });
}

#[test]
fn a_lost_answer_is_looked_for_and_nothing_is_sent_again() {
    journey("lost_answer", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        find::cell(client, "movements-grid", 1, "name").await;
        click(client, "new-movement").await;
        act::header(client, "Sent into the dark", "Central store", "Paediatrics").await;
        window
            .warehouse
            .faults()
            .add(Fault::new(Kind::DropAfter).method("POST").path("/api/stockMovements").times(1));
        click(client, "create-movement").await;
        find::by_css(client, "[data-testid='pane'] .code[data-testid='movement-code']").await;
        find::gone(client, "[data-testid='state-line']").await;
        assert_eq!(check::operations(&window), ["createMovement"]);
        window
    });
}

#[test]
fn what_the_service_refuses_is_corrected_in_the_form_and_made_once() {
    journey("refused_create", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        find::cell(client, "movements-grid", 1, "name").await;
        click(client, "new-movement").await;
        act::header(client, "Refused at first", "Central store", "Paediatrics").await;
        let fault = Fault::status(500).method("POST").path("/api/stockMovements").times(1);
        window.warehouse.faults().add(fault);
        click(client, "create-movement").await;
        find::text(client, "[data-testid='create-result']", "A fault was set").await;
        fill(client, "movement-name", "Corrected").await;
        click(client, "create-movement").await;
        find::text(client, "[data-testid='movement-title']", "Corrected").await;
        find::gone(client, "[data-testid='state-parked']").await;
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
        r_d12::twice(&window, "[data-testid='category-create']", "").await;
        find::gone(client, "[data-testid='category-sheet']").await;
        assert_eq!(check::operations(&window), ["createCategory"]);
        window
    });
}

#[test]
fn a_service_that_names_movements_itself_is_told_of() {
    let begin = Begin { variants: vec![Variant::GeneratedNames], ..Begin::default() };
    journey("named_otherwise", begin, |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        find::cell(client, "movements-grid", 1, "name").await;
        click(client, "new-movement").await;
        act::header(client, "Mine", "Central store", "Paediatrics").await;
        click(client, "create-movement").await;
        let said = "The service named it Central store-Paediatrics-";
        find::content(client, "[data-testid='toasts']", said).await;
        window
    });
}
