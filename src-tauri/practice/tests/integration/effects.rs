//! The effect log: what was applied, in order, and nothing else.

use practice::sample;
use serde_json::{Value, json};

use crate::desk::{Desk, text};

/// One of everything, in this order.
const OPERATIONS: &[&str] = &[
    "createMovement",
    "createItem",
    "updateHeader",
    "updateItem",
    "reviseItem",
    "revertItem",
    "substituteItem",
    "revertItem",
    "cancelItem",
    "deleteItem",
    "createItem",
    "pick",
    "createCategory",
];

fn everything(item: &str) -> Value {
    let substitute = json!({"id": item, "substitute": "true", "newProduct.id": sample::GLOVES_L,
        "newQuantity": 2, "reasonCode": "STOCKOUT"});
    json!({"name": "Renamed", "lineItems": [
        {"id": item, "quantityRequested": 5},
        {"id": item, "quantityRevised": 3, "reasonCode": "BECAUSE"},
        {"id": item, "revert": "true"},
        substitute,
        {"id": item, "revert": "true"},
        {"id": item, "cancel": "true", "reasonCode": "CLINICAL"},
        {"id": item, "delete": "true"},
        {"product.id": sample::GLOVES_S, "quantityRequested": 1},
    ]})
}

#[tokio::test]
async fn every_applied_instruction_is_logged_in_order() {
    let mut desk = Desk::open().await;
    let (movement, item) = desk.movement_with_gloves().await;
    desk.sign_in("jweir").await;
    let path = format!("/api/stockMovements/{movement}");
    let after = desk.post(&path, everything(&item)).await.data();
    let left = text(&after["lineItems"][0]["id"]);
    let pick = json!({"picklistItems": [{"inventoryItem.id": sample::GLOVES_M_LOT,
        "binLocation.id": sample::BIN_A_01_03, "quantityPicked": 1}]});
    desk.post(&format!("/api/stockMovementItems/{left}"), pick).await.data();
    desk.post("/api/categories", json!({"name": "New"})).await;
    let effects = desk.running.effects();
    let operations: Vec<&str> = effects.iter().map(|effect| effect.operation.as_str()).collect();
    assert_eq!(operations, OPERATIONS);
    let numbers: Vec<i64> = effects.iter().map(|effect| effect.seq).collect();
    assert_eq!(numbers, (1..=13).collect::<Vec<_>>());
    assert!(effects[..12].iter().all(|effect| effect.movement.as_ref() == Some(&movement)));
    assert!(effects[3..10].iter().all(|effect| effect.item.as_ref() == Some(&item)));
    assert_eq!(effects[11].item.as_ref(), Some(&left));
    // Signing in anew within a live session hands that session over.
    assert_eq!((effects[1].user.as_str(), effects[2].user.as_str()), ("aokafor", "jweir"));
    assert_eq!(effects[2].detail, json!({"name": "Renamed"}));
    assert_eq!(effects[6].detail["newProduct"], sample::GLOVES_L);
    assert_eq!(effects[6].detail["reasonCode"], "STOCKOUT");
}

#[tokio::test]
async fn a_header_update_is_logged_only_when_something_changed() {
    let desk = Desk::open().await;
    let movement = desk.movement().await;
    let path = format!("/api/stockMovements/{movement}");
    desk.post(&path, json!({"name": "Top-up", "dateRequested": "03/20/2026"})).await.data();
    assert_eq!(desk.running.effects().len(), 1);
    desk.post(&path, json!({"name": "Top-up", "dateRequested": "03/21/2026"})).await.data();
    let effects = desk.running.effects();
    assert_eq!(effects.len(), 2);
    assert_eq!(effects[1].detail, json!({"dateRequested": "03/21/2026"}));
}

#[tokio::test]
async fn a_new_service_has_no_effects() {
    assert!(Desk::open().await.running.effects().is_empty());
}
