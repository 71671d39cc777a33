//! Picking (interface document, sections 2.4 and 4.5).

use practice::sample;
use serde_json::{Value, json};

use crate::desk::{Desk, array, text};

fn row(quantity: Value) -> Value {
    json!({"id": "", "inventoryItem.id": sample::GLOVES_M_LOT,
        "binLocation.id": sample::BIN_A_01_03, "quantityPicked": quantity})
}

async fn pick(desk: &Desk, item: &str, rows: Value) -> crate::desk::Answer {
    desk.post(&format!("/api/stockMovementItems/{item}"), json!({"picklistItems": rows})).await
}

async fn picked(desk: &Desk) -> Vec<Value> {
    array(&desk.get("/api/generic/picklistItem").await.data()).clone()
}

#[tokio::test]
async fn a_pick_is_created_edited_and_removed_and_answers_the_item_as_before() {
    let desk = Desk::open().await;
    let (movement, item) = desk.movement_with_gloves().await;
    let line =
        desk.get(&format!("/api/stockMovements/{movement}")).await.data()["lineItems"][0].clone();
    assert_eq!(pick(&desk, &item, json!([row(json!("8"))])).await.data(), line);
    let rows = picked(&desk).await;
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0]["quantityPicked"], 8);
    assert_eq!(rows[0]["binLocation"]["name"], "A-01-03");
    assert_eq!(rows[0]["requisitionItem"]["id"], *item);
    let id = text(&rows[0]["id"]);
    let edit = json!([{"id": id, "quantityPicked": 5}]);
    assert_eq!(pick(&desk, &item, edit).await.data(), line);
    assert_eq!(picked(&desk).await[0]["quantityPicked"], 5);
    for zero in [json!(0), json!("0")] {
        let before = picked(&desk).await.len();
        pick(&desk, &item, json!([row(zero.clone())])).await.data();
        assert_eq!(picked(&desk).await.len(), before, "nothing to remove without an id");
    }
    pick(&desk, &item, json!([{"id": id, "quantityPicked": "0"}])).await.data();
    assert_eq!(picked(&desk).await, Vec::<Value>::new());
}

#[tokio::test]
async fn no_more_is_picked_than_is_on_hand_in_the_bin() {
    let desk = Desk::open().await;
    let (_, item) = desk.movement_with_gloves().await;
    let over = sample::GLOVES_M_ON_HAND + 1;
    let message = pick(&desk, &item, json!([row(json!(over))])).await.refused(500);
    assert_eq!(
        message,
        "Bin location A-01-03 does not have enough quantity available 180 to fulfill requested \
         quantity 181."
    );
    pick(&desk, &item, json!([row(json!(sample::GLOVES_M_ON_HAND))])).await.data();
    // Picks take nothing from the stock.
    pick(&desk, &item, json!([row(json!(sample::GLOVES_M_ON_HAND))])).await.data();
    let mut elsewhere = row(json!(1));
    elsewhere["binLocation.id"] = json!(sample::BIN_A_01_04);
    let message = pick(&desk, &item, json!([elsewhere])).await.refused(500);
    assert!(message.starts_with("Bin location A-01-04"), "{message}");
}

#[tokio::test]
async fn a_failing_row_undoes_the_whole_pick() {
    let desk = Desk::open().await;
    let (_, item) = desk.movement_with_gloves().await;
    pick(&desk, &item, json!([row(json!(3)), row(json!(5000))])).await.refused(500);
    assert!(picked(&desk).await.is_empty());
    assert_eq!(desk.running.effects().len(), 2);
}

#[tokio::test]
async fn wrong_rows_are_refused() {
    let desk = Desk::open().await;
    let (_, item) = desk.movement_with_gloves().await;
    let without = |field: &str| {
        let mut row = row(json!(1));
        row.as_object_mut().unwrap().remove(field);
        row
    };
    let with = |field: &str, value: Value| {
        let mut row = row(json!(1));
        row[field] = value;
        row
    };
    for (field, row) in [
        ("quantityPicked", row(json!(1.5))),
        ("quantityPicked", row(json!(-1))),
        ("quantityPicked", row(json!("x"))),
        ("quantityPicked", without("quantityPicked")),
        ("inventoryItem.id", without("inventoryItem.id")),
        ("binLocation.id", without("binLocation.id")),
        ("inventoryItem.id", with("inventoryItem.id", json!("nothing"))),
        ("binLocation.id", with("binLocation.id", json!("nowhere"))),
    ] {
        let message = pick(&desk, &item, json!([row])).await.refused(400);
        assert!(message.contains(field), "{field}: {message}");
    }
    let path = format!("/api/stockMovementItems/{item}");
    for body in [json!({}), json!({"picklistItems": []}), json!({"picklistItems": 3})] {
        assert!(desk.post(&path, body).await.refused(400).contains("picklistItems"));
    }
}

#[tokio::test]
async fn unknown_items_and_picks_are_not_found() {
    let desk = Desk::open().await;
    let (_, item) = desk.movement_with_gloves().await;
    let message = pick(&desk, "nothing", json!([row(json!(1))])).await.refused(404);
    assert_eq!(message, "Could not find stock movement item with ID nothing");
    let message = pick(&desk, &item, json!([{"id": "nopick", "quantityPicked": 1}])).await;
    assert!(message.refused(404).contains("nopick"));
    pick(&desk, &item, json!([row(json!(2))])).await.data();
    let id = text(&picked(&desk).await[0]["id"]);
    let (_, other) = desk.movement_with_gloves().await;
    pick(&desk, &other, json!([{"id": id, "quantityPicked": 1}])).await.refused(404);
}

#[tokio::test]
async fn a_substitute_is_picked_under_its_own_id() {
    let desk = Desk::open().await;
    let (movement, item) = desk.movement_with_gloves().await;
    let entry = json!([{"id": item, "substitute": "true", "newProduct.id": sample::GLOVES_L,
        "newQuantity": 2, "reasonCode": "STOCKOUT"}]);
    let answer = desk.instruct(&movement, entry).await.data();
    let child = text(&answer["lineItems"][0]["substitutions"][0]["id"]);
    assert_eq!(pick(&desk, &child, json!([row(json!(1))])).await.data()["id"], *child);
    desk.instruct(&movement, json!([{"id": item, "revert": "true"}])).await.data();
    assert!(picked(&desk).await.is_empty(), "the picks of a removed child go with it");
}
