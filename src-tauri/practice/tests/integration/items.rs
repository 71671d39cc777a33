//! Line item instructions (interface document, sections 2.3, 3 and 4.4).

use practice::sample;
use serde_json::{Value, json};

use crate::desk::{Desk, array, text};

fn line(movement: &Value) -> &Value {
    &movement["lineItems"][0]
}

#[tokio::test]
async fn a_created_item_is_pending_with_what_was_asked_for() {
    let desk = Desk::open().await;
    let movement = desk.movement().await;
    let entries = json!([{"product.id": sample::GLOVES_M, "quantityRequested": "12",
        "sortOrder": 200, "recipient.id": sample::PRIYA_NAIR}]);
    let answer = desk.instruct(&movement, entries).await.data();
    let line = line(&answer);
    assert_eq!(line["statusCode"], "PENDING");
    assert_eq!(line["quantityRequested"], 12);
    assert_eq!(line["productCode"], "GLV-2207");
    assert_eq!(line["sortOrder"], 200);
    assert_eq!(line["recipient"]["username"], "pnair");
    assert!(line["quantityCanceled"].is_null() && line["reasonCode"].is_null());
}

#[tokio::test]
async fn items_come_by_sort_order_and_those_without_one_last_as_created() {
    let desk = Desk::open().await;
    let movement = desk.movement().await;
    let entry = |quantity: i64, order: Value| {
        json!({"product.id": sample::GLOVES_M,
        "quantityRequested": quantity, "sortOrder": order})
    };
    let entries = json!([
        entry(1, Value::Null),
        entry(2, json!(300)),
        entry(3, json!(0)),
        entry(4, json!("0")),
        entry(5, json!(100))
    ]);
    let answer = desk.instruct(&movement, entries).await.data();
    let read: Vec<(i64, Option<i64>)> = array(&answer["lineItems"])
        .iter()
        .map(|line| (line["quantityRequested"].as_i64().unwrap(), line["sortOrder"].as_i64()))
        .collect();
    // The JSON number 0 is lost, the string "0" is kept.
    assert_eq!(read, [(4, Some(0)), (5, Some(100)), (2, Some(300)), (1, None), (3, None)]);
}

#[tokio::test]
async fn an_update_replaces_product_quantity_and_order_and_keeps_what_it_does_not_name() {
    let desk = Desk::open().await;
    let (movement, item) = desk.movement_with_gloves().await;
    let entry = json!([{"id": item, "product.id": sample::SYRINGE_5ML, "quantityRequested": 3,
        "sortOrder": 7}]);
    let answer = desk.instruct(&movement, entry).await.data();
    let updated = line(&answer);
    assert_eq!(updated["id"], *item);
    assert_eq!(updated["productCode"], "SYR-0505");
    assert_eq!((&updated["quantityRequested"], &updated["sortOrder"]), (&json!(3), &json!(7)));
    assert_eq!(
        (&updated["quantityCanceled"], &updated["statusCode"]),
        (&json!(0), &json!("PENDING"))
    );
    let answer =
        desk.instruct(&movement, json!([{"id": item, "quantityRequested": 4}])).await.data();
    assert_eq!(line(&answer)["productCode"], "SYR-0505");
    assert_eq!(line(&answer)["sortOrder"], 7);
    assert_eq!(line(&answer)["quantityRequested"], 4);
}

#[tokio::test]
async fn a_revised_item_is_changed_and_counts_the_requested_quantity_as_canceled() {
    let desk = Desk::open().await;
    let (movement, item) = desk.movement_with_gloves().await;
    let entry = json!([{"id": item, "quantityRevised": 6, "reasonCode": "STOCKOUT",
        "comments": "Six are left"}]);
    let answer = desk.instruct(&movement, entry).await.data();
    let revised = line(&answer);
    assert_eq!(revised["statusCode"], "CHANGED");
    assert_eq!(revised["quantityRevised"], 6);
    assert_eq!(revised["quantityRequested"], 10);
    assert_eq!(revised["quantityCanceled"], 10);
    assert_eq!(revised["reasonCode"], "STOCKOUT");
    assert_eq!(revised["comments"], "Six are left");
}

#[tokio::test]
async fn several_substitutes_become_approved_children() {
    let desk = Desk::open().await;
    let (movement, item) = desk.movement_with_gloves().await;
    let substitute = |product: &str, quantity: i64| {
        json!({"id": item, "substitute": "true",
        "newProduct.id": product, "newQuantity": quantity, "reasonCode": "STOCKOUT",
        "comments": "Other sizes"})
    };
    let entries = json!([substitute(sample::GLOVES_L, 4), substitute(sample::GLOVES_S, 6)]);
    let answer = desk.instruct(&movement, entries).await.data();
    assert_eq!(array(&answer["lineItems"]).len(), 1, "children are not items of the movement");
    let substituted = line(&answer);
    assert_eq!(substituted["statusCode"], "SUBSTITUTED");
    assert_eq!(substituted["quantityCanceled"], 10);
    assert_eq!(substituted["comments"], "Other sizes");
    let children = array(&substituted["substitutions"]);
    assert_eq!(children.len(), 2);
    for (child, (code, quantity)) in children.iter().zip([("GLV-2208", 4), ("GLV-2206", 6)]) {
        assert_eq!(child["statusCode"], "APPROVED");
        assert_eq!(child["productCode"], code);
        assert_eq!(child["quantityRequested"], quantity);
        assert!(child["reasonCode"].is_null());
        assert_eq!(child["substitutions"], json!([]));
    }
}

#[tokio::test]
async fn a_canceled_item_keeps_reason_and_quantity() {
    let desk = Desk::open().await;
    let (movement, item) = desk.movement_with_gloves().await;
    let entry = json!([{"id": item, "cancel": "true", "reasonCode": "CLINICAL"}]);
    let answer = desk.instruct(&movement, entry).await.data();
    let canceled = line(&answer);
    assert_eq!(canceled["statusCode"], "CANCELED");
    assert_eq!(
        (&canceled["quantityCanceled"], &canceled["reasonCode"]),
        (&json!(10), &json!("CLINICAL"))
    );
    assert!(canceled["comments"].is_null());
}

/// The ways out of PENDING that can be reverted.
fn changes(item: &str) -> [Value; 3] {
    [
        json!({"id": item, "quantityRevised": 2, "reasonCode": "BECAUSE", "comments": "x"}),
        json!({"id": item, "substitute": "true", "newProduct.id": sample::GLOVES_L,
            "newQuantity": 1, "reasonCode": "BECAUSE", "comments": "x"}),
        json!({"id": item, "cancel": "true", "reasonCode": "BECAUSE", "comments": "x"}),
    ]
}

#[tokio::test]
async fn every_change_can_be_reverted() {
    let desk = Desk::open().await;
    let (movement, item) = desk.movement_with_gloves().await;
    for change in changes(&item) {
        desk.instruct(&movement, json!([change])).await.data();
        let answer = desk.instruct(&movement, json!([{"id": item, "revert": "true"}])).await.data();
        let reverted = line(&answer);
        assert_eq!(reverted["statusCode"], "PENDING");
        assert_eq!(reverted["quantityCanceled"], 0);
        assert_eq!(reverted["quantityRequested"], 10);
        for gone in ["reasonCode", "comments", "quantityRevised", "substitutions"] {
            assert!(reverted[gone].is_null(), "{gone}");
        }
    }
}

#[tokio::test]
async fn reverting_an_open_item_changes_nothing() {
    let desk = Desk::open().await;
    let (movement, item) = desk.movement_with_gloves().await;
    let before = desk.get(&format!("/api/stockMovements/{movement}")).await.data();
    let after = desk.instruct(&movement, json!([{"id": item, "revert": "true"}])).await.data();
    assert_eq!(after, before);
    assert_eq!(desk.running.effects().len(), 2);
}

#[tokio::test]
async fn a_substitution_is_changed_by_reverting_and_substituting_in_one_request() {
    let desk = Desk::open().await;
    let (movement, item) = desk.movement_with_gloves().await;
    let [_, substitute, _] = changes(&item);
    desk.instruct(&movement, json!([substitute])).await.data();
    let mut other = substitute.clone();
    other["newProduct.id"] = json!(sample::GLOVES_S);
    let entries = json!([{"id": item, "revert": "true"}, other]);
    let answer = desk.instruct(&movement, entries).await.data();
    let children = array(&line(&answer)["substitutions"]);
    assert_eq!(children.len(), 1);
    assert_eq!(children[0]["productCode"], "GLV-2206");
}

#[tokio::test]
async fn changed_items_take_no_other_change_before_a_revert() {
    let desk = Desk::open().await;
    let (movement, item) = desk.movement_with_gloves().await;
    let [revise, substitute, cancel] = changes(&item);
    let update = json!({"id": item, "quantityRequested": 1});
    for first in [&revise, &substitute, &cancel] {
        desk.instruct(&movement, json!([first])).await.data();
        for second in [&revise, &cancel, &update] {
            let message = desk.instruct(&movement, json!([second])).await.refused(400);
            assert!(message.contains("revert it first"), "{message}");
        }
        desk.instruct(&movement, json!([{"id": item, "revert": "true"}])).await.data();
    }
    desk.instruct(&movement, json!([cancel])).await.data();
    desk.instruct(&movement, json!([substitute])).await.refused(400);
}

#[tokio::test]
async fn open_and_canceled_items_can_be_deleted_and_revised_ones_after_a_revert() {
    let desk = Desk::open().await;
    let (movement, item) = desk.movement_with_gloves().await;
    let delete = json!({"id": item, "delete": "true"});
    let [revise, substitute, _] = changes(&item);
    for change in [revise, substitute] {
        desk.instruct(&movement, json!([change])).await.data();
        let message = desk.instruct(&movement, json!([delete])).await.refused(500);
        assert!(message.starts_with("Cannot delete or update a parent row: a foreign key"));
        desk.instruct(&movement, json!([{"id": item, "revert": "true"}])).await.data();
    }
    let answer = desk.instruct(&movement, json!([delete])).await.data();
    assert_eq!(answer["lineItems"], json!([]));
    let (movement, item) = desk.movement_with_gloves().await;
    let [_, _, cancel] = changes(&item);
    let entries = json!([cancel, {"id": item, "delete": "true"}]);
    assert_eq!(desk.instruct(&movement, entries).await.data()["lineItems"], json!([]));
}

#[tokio::test]
async fn header_and_items_change_together() {
    let desk = Desk::open().await;
    let (movement, item) = desk.movement_with_gloves().await;
    let body = json!({"name": "Renamed", "lineItems": [{"id": item, "delete": "true"}]});
    let after = desk.post(&format!("/api/stockMovements/{movement}"), body).await.data();
    assert_eq!(after["name"], "Renamed");
    assert_eq!(after["lineItems"], json!([]));
    assert_eq!(text(&after["id"]), movement);
}
