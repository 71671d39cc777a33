//! Bins, internal locations, stocklists and products (interface document, sections 2.5, 2.6, 2.8
//! and 4.6).

use practice::sample;
use reqwest::Method;
use serde_json::{Value, json};

use crate::desk::{Desk, array, text};

#[track_caller]
fn has_location_shape(place: &Value) {
    for field in [
        "id",
        "name",
        "description",
        "locationNumber",
        "locationGroup",
        "parentLocation",
        "locationType",
        "locationTypeCode",
    ] {
        assert!(place.as_object().unwrap().contains_key(field), "{field}");
    }
    assert_eq!(place["locationType"]["locationTypeCode"], place["locationTypeCode"]);
}

#[tokio::test]
async fn bins_are_listed_with_their_parent_and_filtered_by_it() {
    let desk = Desk::open().await;
    let all = desk.get("/api/binLocations").await.data();
    assert_eq!(array(&all).len(), sample::BINS);
    for bin in array(&all) {
        has_location_shape(bin);
        has_location_shape(&bin["parentLocation"]);
        assert_eq!(bin["locationTypeCode"], "BIN_LOCATION");
        assert_eq!(bin["parentLocation"]["locationTypeCode"], "DEPOT");
    }
    let path = format!("/api/binLocations?parentLocation.id={}", sample::CENTRAL_STORE);
    let central = desk.get(&path).await.data();
    assert_eq!(array(&central).len(), 24);
    assert_eq!(central[2]["id"], sample::BIN_A_01_03);
    assert_eq!(desk.get("/api/binLocations?parentLocation.id=x").await.data(), json!([]));
}

#[tokio::test]
async fn internal_locations_are_listed_filtered_and_read() {
    let desk = Desk::open().await;
    assert_eq!(array(&desk.get("/api/internalLocations").await.data()).len(), 11);
    let path = format!("/api/internalLocations?location.id={}", sample::CENTRAL_STORE);
    let central = desk.get(&path).await.data();
    assert_eq!(array(&central).len(), 4);
    has_location_shape(&central[0]);
    let one = desk.get(&format!("/api/internalLocations/{}", sample::CENTRAL_RECEIVING)).await;
    assert_eq!(one.data(), central[0]);
    let bin = desk.get(&format!("/api/internalLocations/{}", sample::BIN_A_01_03)).await.data();
    assert_eq!(bin["name"], "A-01-03");
    desk.get("/api/internalLocations/nowhere").await.refused(404);
    desk.get(&format!("/api/internalLocations/{}", sample::CENTRAL_STORE)).await.refused(404);
}

/// Fields of a stocklist that may be null.
const NULLABLE: &[&str] = &[
    "description",
    "status",
    "commodityClass",
    "dateReviewed",
    "dateVerified",
    "dateChecked",
    "dateDelivered",
    "dateIssued",
    "dateReceived",
    "reviewedBy",
    "verifiedBy",
    "checkedBy",
    "deliveredBy",
    "issuedBy",
    "receivedBy",
    "recipient",
];

#[tokio::test]
async fn a_stocklist_has_every_field_of_the_document() {
    let desk = Desk::open().await;
    let lists = desk.get("/api/stocklists").await.data();
    assert_eq!(array(&lists).len(), sample::STOCKLISTS);
    for list in array(&lists) {
        let fields = list.as_object().unwrap();
        for field in NULLABLE {
            assert!(fields.contains_key(*field), "{field}");
        }
        assert_eq!((&list["isTemplate"], &list["type"]), (&json!(true), &json!("STOCK")));
        assert!(text(&list["dateRequested"]).ends_with('Z'));
        has_location_shape(&list["origin"]);
        has_location_shape(&list["destination"]);
        assert!(list["requestedBy"]["displayName"].is_string());
        let items = array(&list["requisitionItems"]);
        assert!((5..=120).contains(&items.len()));
        for (at, item) in items.iter().enumerate() {
            assert_eq!(item["requisition.id"], list["id"]);
            assert_eq!((&item["status"], &item["orderIndex"]), (&json!("PENDING"), &json!(at)));
            assert!(item["product"]["category"]["name"].is_string());
            assert_eq!((&item["changes"], &item["picklistItems"]), (&json!([]), &json!([])));
        }
    }
}

#[tokio::test]
async fn stocklists_are_filtered_by_name_number_origin_and_destination() {
    let desk = Desk::open().await;
    let count = async |query: &str| {
        array(&desk.get(&format!("/api/stocklists?{query}")).await.data()).len()
    };
    assert_eq!(count("name=theatre%20BLOCK").await, 3);
    assert_eq!(count("requisitionNumber=stl-0107").await, 1);
    assert_eq!(count("requisitionNumber=STL-01").await, 14);
    assert_eq!(count("name=nothing").await, 0);
    assert_eq!(count(&format!("origin.id={}", sample::HOSPITAL_PHARMACY)).await, 4);
    assert_eq!(count(&format!("destination.id={}", sample::THEATRE_BLOCK_A)).await, 3);
    let both =
        format!("origin.id={}&destination.id={}", sample::CENTRAL_STORE, sample::THEATRE_BLOCK_A);
    assert_eq!(count(&both).await, 2);
    assert_eq!(count("max=4&offset=12").await, 2);
    assert_eq!(count("name=").await, 14);
}

#[tokio::test]
async fn products_are_a_bare_list_in_pages_by_get_and_by_post() {
    let desk = Desk::open().await;
    let all = desk.get("/api/products").await.json;
    assert_eq!(array(&all).len(), sample::PRODUCTS);
    for field in
        ["id", "productCode", "name", "category", "description", "dateCreated", "lastUpdated"]
    {
        assert!(all[0].as_object().unwrap().contains_key(field), "{field}");
    }
    assert!(text(&all[0]["dateCreated"]).ends_with('Z'));
    for method in [Method::GET, Method::POST] {
        let page = desk.send(method.clone(), "/api/products?max=7&offset=390", None).await;
        assert_eq!(page.status, 200);
        assert_eq!(array(&page.json)[..], array(&all)[390..397]);
    }
    assert_eq!(array(&desk.post("/api/products", json!({})).await.json).len(), 400);
}

#[tokio::test]
async fn a_page_needs_whole_numbers() {
    let desk = Desk::open().await;
    for path in ["/api/stockMovements", "/api/stocklists", "/api/products"] {
        for query in ["max=x", "max=-1", "offset=-1", "offset=1.5", "max=", "max=99999999999999"] {
            let message = desk.get(&format!("{path}?{query}")).await.refused(400);
            assert!(message.contains("max") || message.contains("offset"), "{message}");
        }
    }
}

#[tokio::test]
async fn fields_can_be_left_out_of_every_list() {
    let desk = Desk::open().await;
    let lists = desk.get("/api/stocklists?exclude=requisitionItems,origin").await.data();
    assert!(lists[0].get("requisitionItems").is_none() && lists[0].get("origin").is_none());
    let bins = desk.get("/api/binLocations?exclude=parentLocation").await.data();
    assert!(bins[0].get("parentLocation").is_none());
    let products = desk.get("/api/products?exclude=category").await.json;
    assert!(products[0].get("category").is_none());
}

#[tokio::test]
async fn a_slash_at_the_end_of_a_path_is_accepted() {
    let desk = Desk::open().await;
    assert_eq!(array(&desk.get("/api/stockMovements/?max=2").await.data()).len(), 2);
    let path = format!("/api/stockMovements/{}/", sample::MOVEMENT_EMPTY);
    assert_eq!(desk.get(&path).await.data()["id"], sample::MOVEMENT_EMPTY);
    assert_eq!(desk.get("/api/products/").await.status, 200);
}

#[tokio::test]
async fn a_head_request_answers_without_a_body() {
    let desk = Desk::open().await;
    let answer = desk.send(Method::HEAD, "/api/products", None).await;
    assert_eq!((answer.status, answer.text.as_str()), (200, ""));
}
