//! The first day: signing in, a movement from a stocklist, signing out, coming back.

use practice::sample;

use crate::act::{self, click, fill};
use crate::keys::{self, ENTER};
use crate::window::{Begin, Window, journey};
use crate::{check, find};

#[test]
fn a_movement_from_a_stocklist_is_exactly_what_was_previewed() {
    journey("from_stocklist", Begin::default(), from_a_stocklist);
}

#[test]
fn a_movement_from_a_stocklist_is_exactly_what_was_previewed_strict() {
    journey("from_stocklist_strict", Begin::strict(), from_a_stocklist);
}

/// Two quantities changed, one line not included; the service has that and nothing else.
async fn from_a_stocklist(window: Window) -> Window {
    let client = &window.client;
    act::sign_in(client).await;
    click(client, "from-stocklist").await;
    fill(client, "stocklist-search", sample::STOCKLIST_WEEKLY_NUMBER).await;
    let option =
        format!("[data-testid='stocklist-option'][data-id='{}']", sample::STOCKLIST_WEEKLY);
    find::click(client, &option).await;
    change_quantity(&window, 1, "77").await;
    change_quantity(&window, 3, "5").await;
    find::click(client, &find::cell_css("preview-grid", 5, "include")).await;
    find::text(client, &find::cell_css("preview-grid", 5, "quantity"), "not included").await;
    let list = check::get(
        &window,
        &format!("/api/stocklists?requisitionNumber={}", sample::STOCKLIST_WEEKLY_NUMBER),
    )
    .await;
    let items = list["data"][0]["requisitionItems"].as_array().unwrap().clone();
    click(client, "create-movement").await;
    find::by_id(client, "movement-title").await;

    let operations = check::operations(&window);
    assert_eq!(operations, ["createMovement", "updateItem", "updateItem", "deleteItem"]);
    let id = check::effects(&window)[0].movement.clone().unwrap();
    let movement = check::get(&window, &format!("/api/stockMovements/{id}")).await;
    let lines: Vec<_> = movement["data"]["lineItems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| (line["productCode"].clone(), line["quantityRequested"].as_i64().unwrap()))
        .collect();
    let mut wanted: Vec<_> = items
        .iter()
        .map(|item| (item["product"]["productCode"].clone(), item["quantity"].as_i64().unwrap()))
        .collect();
    wanted[1].1 = 77;
    wanted[3].1 = 5;
    wanted.remove(5);
    assert_eq!(lines, wanted);
    find::text(client, "[data-testid='pane'] .pane-foot, [data-testid='pane'] footer", "23").await;
    window
}

async fn change_quantity(window: &Window, row: u32, quantity: &str) {
    let client = &window.client;
    find::click(client, &find::cell_css("preview-grid", row, "quantity")).await;
    keys::type_text(client, quantity).await;
    keys::press(client, &[ENTER]).await;
    find::text(client, &find::cell_css("preview-grid", row, "quantity"), quantity).await;
}

#[test]
fn a_wrong_password_is_said_beside_the_password_and_nothing_is_lost() {
    journey("wrong_password", Begin::default(), |window| async move {
        let client = &window.client;
        // What is empty says so, and the first of it has the focus.
        click(client, "signin-submit").await;
        find::text(client, "main", "Enter your user name.").await;
        find::text(client, "main", "Enter your password.").await;
        find::by_css(client, "[data-testid='signin-user']:focus").await;
        fill(client, "signin-user", act::user()).await;
        fill(client, "signin-password", "wrong").await;
        click(client, "signin-submit").await;
        find::text(client, "main", "not accept").await;
        // It was about what was typed then.
        let said = "[data-testid='signin-password'][aria-invalid='true']";
        find::by_css(client, said).await;
        // What is typed next takes its place.
        find::by_css(client, "[data-testid='signin-password']:focus").await;
        keys::type_text(client, "w").await;
        find::gone(client, said).await;
        let password = find::by_id(client, "signin-password").await;
        assert_eq!(password.prop("value").await.unwrap().as_deref(), Some("w"));
        let user = find::by_id(client, "signin-user").await;
        assert_eq!(user.prop("value").await.unwrap().as_deref(), Some(act::user()));
        act::sign_in(client).await;
        window
    });
}

#[test]
fn what_was_seen_is_painted_at_the_next_start_before_anybody_signs_in() {
    journey("next_start", Begin::default(), |window| async move {
        act::sign_in(&window.client).await;
        find::cell(&window.client, "movements-grid", 1, "name").await;
        let window = window.reopen().await;
        let client = &window.client;
        find::by_id(client, "signin-sheet").await;
        find::cell(client, "movements-grid", 1, "name").await;
        click(client, "keep-offline").await;
        find::gone(client, "[data-testid='signin-sheet']").await;
        find::cell(client, "movements-grid", 1, "name").await;
        window
    });
}

#[test]
fn where_the_password_is_asked_at_the_start_nothing_is_shown_before() {
    journey("ask_at_start", Begin::default(), |window| async move {
        act::sign_in(&window.client).await;
        find::cell(&window.client, "movements-grid", 1, "name").await;
        keys::chord(&window.client, &[keys::CONTROL, ',']).await;
        click(&window.client, "settings-ask-at-start").await;
        find::by_css(&window.client, "[data-testid='settings-ask-at-start']:checked").await;
        keys::press(&window.client, &[keys::ESCAPE]).await;
        let window = window.reopen().await;
        let client = &window.client;
        let user = find::by_id(client, "signin-user").await;
        assert!(!find::is_there(client, "[data-testid='movements-grid']").await);
        assert!(!find::is_there(client, "[data-testid='signin-sheet']").await);
        assert_eq!(user.prop("value").await.unwrap().as_deref(), Some(act::user()));
        act::sign_in(client).await;
        find::cell(client, "movements-grid", 1, "name").await;
        window
    });
}

#[test]
fn an_ended_session_lays_one_sheet_over_the_screen_and_everything_goes_on() {
    journey("session_ends", Begin::default(), |window| async move {
        let client = &window.client;
        act::sign_in(client).await;
        click(client, "new-movement").await;
        fill(client, "movement-name", "Typed before the session ended").await;
        window.warehouse.faults().expire_sessions();
        act::section(client, "products").await;
        act::sign_in_again(client).await;
        find::cell(client, "products-grid", 0, "code").await;
        keys::chord(client, &[keys::CONTROL, 'w']).await;
        let name = find::by_id(client, "movement-name").await;
        let kept = name.prop("value").await.unwrap();
        assert_eq!(kept.as_deref(), Some("Typed before the session ended"));
        window
    });
}

#[test]
fn signing_out_hides_what_was_seen() {
    journey("signing_out", Begin::default(), |window| async move {
        act::sign_in(&window.client).await;
        find::cell(&window.client, "movements-grid", 1, "name").await;
        click(&window.client, "person").await;
        click(&window.client, "sign-out").await;
        find::by_id(&window.client, "signin-submit").await;
        let window = window.reopen().await;
        find::by_id(&window.client, "signin-submit").await;
        assert!(!find::is_there(&window.client, "[data-testid='movements-grid']").await);
        window
    });
}
