//! Instructions that are refused, and that a refused request changes nothing (interface
//! document, sections 3 and 7).

use practice::sample;
use serde_json::{Value, json};

use crate::desk::Desk;

#[tokio::test]
async fn only_allowed_products_substitute() {
    let desk = Desk::open().await;
    let (movement, item) = desk.movement_with_gloves().await;
    let substitute = |product: &str| {
        json!([{"id": item, "substitute": "true",
        "newProduct.id": product, "newQuantity": 1, "reasonCode": "STOCKOUT"}])
    };
    let message = desk.instruct(&movement, substitute(sample::SYRINGE_5ML)).await.refused(500);
    assert_eq!(
        message,
        "Product SYR-0505 Syringe, Luer slip, 5 mL, box/100 is not a valid substitution of \
         GLV-2207 Gloves, exam, nitrile, size M, box/100"
    );
    let message = desk.instruct(&movement, substitute(sample::GLOVES_M)).await.refused(500);
    assert!(message.starts_with("Product GLV-2207") && message.contains("of GLV-2207"));
    assert!(
        desk.instruct(&movement, substitute("nothing"))
            .await
            .refused(400)
            .contains("newProduct.id")
    );
}

/// Entries and the field each of them is wrong in.
fn wrong_entries(item: &str) -> Vec<(&'static str, Value)> {
    let with = |field: &str, value: Value| {
        let mut entry = json!({"id": item, "substitute": "true", "newQuantity": 1,
            "newProduct.id": sample::GLOVES_L, "reasonCode": "BECAUSE"});
        entry[field] = value;
        entry
    };
    vec![
        ("quantityRequested", json!({"product.id": sample::GLOVES_M})),
        ("quantityRequested", json!({"product.id": sample::GLOVES_M, "quantityRequested": -1})),
        ("quantityRequested", json!({"product.id": sample::GLOVES_M, "quantityRequested": "2.5"})),
        ("quantityRequested", json!({"id": item, "quantityRequested": "many"})),
        ("product.id", json!({"quantityRequested": 1})),
        ("product.id", json!({"product.id": "nothing", "quantityRequested": 1})),
        ("product.id", json!({"id": item, "product.id": "nothing"})),
        (
            "recipient.id",
            json!({"product.id": sample::GLOVES_M, "quantityRequested": 1,
            "recipient.id": "nobody"}),
        ),
        ("sortOrder", json!({"id": item, "sortOrder": "first"})),
        ("quantityRevised", json!({"id": item, "quantityRevised": 1.5, "reasonCode": "BECAUSE"})),
        ("reasonCode", json!({"id": item, "quantityRevised": 1})),
        ("reasonCode", json!({"id": item, "cancel": "true"})),
        ("reasonCode", with("reasonCode", Value::Null)),
        ("newQuantity", with("newQuantity", json!(0))),
        ("newQuantity", with("newQuantity", json!(-2))),
        ("newQuantity", with("newQuantity", Value::Null)),
        ("newProduct.id", with("newProduct.id", Value::Null)),
        ("delete", json!({"id": item, "delete": true})),
        ("cancel", json!({"id": item, "cancel": true, "reasonCode": "BECAUSE"})),
        ("revert", json!({"id": item, "revert": true})),
        ("substitute", with("substitute", json!(true))),
        ("id", json!({"delete": "true"})),
    ]
}

#[tokio::test]
async fn wrong_entries_are_refused_with_the_field_they_are_about() {
    let desk = Desk::open().await;
    let (movement, item) = desk.movement_with_gloves().await;
    for (field, entry) in wrong_entries(&item) {
        let message = desk.instruct(&movement, json!([entry])).await.refused(400);
        assert!(message.contains(field), "{field}: {message}");
    }
    assert_eq!(desk.running.effects().len(), 2);
}

#[tokio::test]
async fn flags_with_other_texts_do_nothing() {
    let desk = Desk::open().await;
    let (movement, item) = desk.movement_with_gloves().await;
    let entry = json!([{"id": item, "delete": "false", "cancel": "yes", "quantityRequested": 2}]);
    let answer = desk.instruct(&movement, entry).await.data();
    assert_eq!(answer["lineItems"][0]["statusCode"], "PENDING");
    assert_eq!(answer["lineItems"][0]["quantityRequested"], 2);
}

#[tokio::test]
async fn an_item_of_another_movement_is_not_found() {
    let desk = Desk::open().await;
    let (_, foreign) = desk.movement_with_gloves().await;
    let movement = desk.movement().await;
    for entry in [
        json!({"id": foreign, "delete": "true"}),
        json!({"id": foreign, "revert": "true"}),
        json!({"id": foreign, "cancel": "true", "reasonCode": "BECAUSE"}),
        json!({"id": foreign, "quantityRequested": 1}),
        json!({"id": foreign, "quantityRevised": 1, "reasonCode": "BECAUSE"}),
    ] {
        let message = desk.instruct(&movement, json!([entry])).await.refused(404);
        assert_eq!(message, format!("Could not find stock movement item with ID {foreign}"));
    }
}

#[tokio::test]
async fn a_failing_entry_undoes_the_whole_request() {
    let desk = Desk::open().await;
    let (movement, item) = desk.movement_with_gloves().await;
    let path = format!("/api/stockMovements/{movement}");
    let before = desk.get(&path).await.data();
    let body = json!({"name": "Renamed", "lineItems": [
        {"product.id": sample::SYRINGE_5ML, "quantityRequested": 1},
        {"id": item, "quantityRevised": 1, "reasonCode": "BECAUSE"},
        {"id": item, "delete": "true"},
    ]});
    desk.post(&path, body).await.refused(500);
    assert_eq!(desk.get(&path).await.data(), before);
    assert_eq!(desk.running.effects().len(), 2);
}

#[tokio::test]
async fn a_child_is_not_addressed_by_instructions() {
    let desk = Desk::open().await;
    let (movement, item) = desk.movement_with_gloves().await;
    let entry = json!([{"id": item, "substitute": "true", "newProduct.id": sample::GLOVES_L,
        "newQuantity": 2, "reasonCode": "STOCKOUT"}]);
    let answer = desk.instruct(&movement, entry).await.data();
    let child = &answer["lineItems"][0]["substitutions"][0]["id"];
    desk.instruct(&movement, json!([{"id": child, "delete": "true"}])).await.refused(404);
}
