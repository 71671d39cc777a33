//! Categories and the generic family (interface document, sections 2.7, 4 and 4.2).

use practice::sample;
use reqwest::Method;
use serde_json::json;

use crate::desk::{Desk, array, text};

#[tokio::test]
async fn a_category_is_created_and_answered_bare() {
    let desk = Desk::open().await;
    let answer = desk.post("/api/categories", json!({"name": "Orthopaedics"})).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.json["name"], "Orthopaedics");
    assert!(answer.json.get("data").is_none());
    let id = text(&answer.json["id"]);
    let read = desk.get(&format!("/api/generic/category/{id}")).await.data();
    assert_eq!(read["name"], "Orthopaedics");
}

#[tokio::test]
async fn a_category_without_a_name_cannot_be_saved() {
    let desk = Desk::open().await;
    for body in [json!({}), json!({"name": null}), json!({"name": ""})] {
        let message = desk.post("/api/categories", body).await.refused(500);
        for part in ["could not be saved", "'name'", "null", "cannot be null"] {
            assert!(message.contains(part), "{message}");
        }
    }
    assert!(desk.running.effects().is_empty());
}

#[tokio::test]
async fn the_generic_family_lists_and_reads_every_kind_of_record() {
    let desk = Desk::open().await;
    let (_, item) = desk.movement_with_gloves().await;
    let pick = json!({"picklistItems": [{"inventoryItem.id": sample::GLOVES_M_LOT,
        "binLocation.id": sample::BIN_A_01_03, "quantityPicked": 1}]});
    desk.post(&format!("/api/stockMovementItems/{item}"), pick).await.data();
    for object in [
        "product",
        "category",
        "location",
        "requisition",
        "requisitionItem",
        "picklistItem",
        "inventoryItem",
        "person",
        "user",
    ] {
        let path = format!("/api/generic/{object}");
        let list = desk.get(&path).await.data();
        let first = &array(&list)[0];
        let one = desk.get(&format!("{path}/{}", text(&first["id"]))).await.data();
        assert_eq!(&one, first, "{object}");
        desk.get(&format!("{path}/nothing")).await.refused(404);
        for method in [Method::POST, Method::PUT, Method::DELETE] {
            desk.send(method, &path, None).await.refused(405);
        }
    }
    desk.get("/api/generic/spaceship").await.refused(404);
    desk.get("/api/generic/spaceship/1").await.refused(404);
}

#[tokio::test]
async fn inventory_items_tell_what_lies_in_which_bin() {
    let desk = Desk::open().await;
    let path = format!("/api/generic/inventoryItem/{}", sample::GLOVES_M_LOT);
    let lot = desk.get(&path).await.data();
    assert_eq!(lot["product"]["id"], sample::GLOVES_M);
    let bin = array(&lot["bins"])
        .iter()
        .find(|bin| bin["binLocation"]["id"] == sample::BIN_A_01_03)
        .unwrap();
    assert_eq!(bin["quantityOnHand"], sample::GLOVES_M_ON_HAND);
}
