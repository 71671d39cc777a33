//! Stock movements as a whole (interface document, sections 2.1, 2.2 and 4.3).

use practice::sample;
use serde_json::json;

use crate::desk::{Desk, array, header_fields, text};

#[tokio::test]
async fn an_empty_movement_is_created_and_gets_its_identifier_later() {
    let desk = Desk::open().await;
    let created = desk.post("/api/stockMovements", header_fields()).await.data();
    assert_eq!(created["name"], "Top-up");
    assert_eq!(created["description"], "For tonight");
    assert!(created["identifier"].is_null());
    assert_eq!(created["origin"], json!({"id": sample::CENTRAL_STORE, "name": "Central store"}));
    assert_eq!(created["dateRequested"], "03/20/2026");
    assert_eq!(created["lineItems"], json!([]));
    let amara = json!({"id": sample::AMARA_OKAFOR, "name": "Amara Okafor", "firstName": "Amara",
        "lastName": "Okafor", "email": "aokafor@st-aldhelm.example", "username": "aokafor"});
    assert_eq!(created["requestedBy"], amara);
    let read = desk.get(&format!("/api/stockMovements/{}", text(&created["id"]))).await.data();
    let identifier = text(&read["identifier"]);
    assert_eq!(identifier.len(), 6);
    assert!(identifier[..3].bytes().all(|byte| byte.is_ascii_digit()));
    assert!(identifier[3..].bytes().all(|byte| byte.is_ascii_uppercase()));
}

#[tokio::test]
async fn an_inbound_movement_comes_from_a_supplier() {
    let desk = Desk::open().await;
    let mut fields = header_fields();
    fields["origin.id"] = json!(sample::BRIGHTWELL_MEDICAL);
    fields["destination.id"] = json!(sample::CENTRAL_STORE);
    let created = desk.post("/api/stockMovements", fields).await.data();
    assert_eq!(created["origin"]["name"], "Brightwell Medical");
}

#[tokio::test]
async fn a_movement_from_a_stocklist_has_one_open_item_for_each_of_its_items() {
    let desk = Desk::open().await;
    let list = desk.get("/api/stocklists?requisitionNumber=STL-0107").await.data();
    let mut fields = header_fields();
    fields["stocklist.id"] = json!(sample::STOCKLIST_WEEKLY);
    let created = desk.post("/api/stockMovements", fields).await.data();
    let (lines, items) = (array(&created["lineItems"]), array(&list[0]["requisitionItems"]));
    assert_eq!(lines.len(), sample::STOCKLIST_WEEKLY_ITEMS);
    assert_eq!(items.len(), lines.len());
    for (line, item) in lines.iter().zip(items) {
        assert_eq!(line["statusCode"], "PENDING");
        assert_eq!(line["product"], item["product"]);
        assert_eq!(line["productCode"], item["product"]["productCode"]);
        assert_eq!(line["quantityRequested"], item["quantity"]);
        assert_eq!(line["sortOrder"], item["orderIndex"]);
    }
}

#[tokio::test]
async fn a_line_item_has_every_field_of_the_document() {
    let desk = Desk::open().await;
    let movement = desk.get(&format!("/api/stockMovements/{}", sample::MOVEMENT_PENDING)).await;
    let line = &movement.data()["lineItems"][0];
    for field in [
        "id",
        "productCode",
        "product",
        "palletName",
        "boxName",
        "statusCode",
        "quantityRequested",
        "quantityAllowed",
        "quantityAvailable",
        "quantityCanceled",
        "quantityRevised",
        "reasonCode",
        "comments",
        "recipient",
        "sortOrder",
    ] {
        assert!(line.as_object().unwrap().contains_key(field), "{field}");
    }
    assert_eq!(line["product"]["id"], sample::GLOVES_M);
    assert_eq!(line["product"]["category"]["name"], "Gloves and protective wear");
    assert!(line["quantityAvailable"].as_i64().unwrap() >= sample::GLOVES_M_ON_HAND);
}

#[tokio::test]
async fn what_is_missing_for_a_new_movement_is_named() {
    let desk = Desk::open().await;
    for field in ["name", "origin.id", "destination.id", "requestedBy.id", "dateRequested"] {
        let mut fields = header_fields();
        fields.as_object_mut().unwrap().remove(field);
        let message = desk.post("/api/stockMovements", fields).await.refused(400);
        assert_eq!(message, format!("Validation errors: {field}: cannot be null"));
    }
    let message = desk.post("/api/stockMovements", json!({})).await.refused(400);
    assert!(message.contains("name") && message.contains("dateRequested"), "{message}");
}

#[tokio::test]
async fn unknown_references_are_named() {
    let desk = Desk::open().await;
    for field in ["origin.id", "destination.id", "requestedBy.id"] {
        let mut fields = header_fields();
        fields[field] = json!("nowhere");
        let message = desk.post("/api/stockMovements", fields).await.refused(400);
        assert!(message.contains(field) && message.contains("nowhere"), "{message}");
    }
    let mut fields = header_fields();
    fields["stocklist.id"] = json!("nolist");
    let message = desk.post("/api/stockMovements", fields).await.refused(404);
    assert!(message.contains("nolist"), "{message}");
    let all = desk.get("/api/stockMovements?exclude=lineItems").await.data();
    assert_eq!(array(&all).len(), sample::MOVEMENTS, "nothing was created");
}

#[tokio::test]
async fn dates_are_taken_as_month_day_year_only() {
    let desk = Desk::open().await;
    for date in ["2026-03-20", "3/20/2026", "20/03/2026", "03-20-2026", "", "03/20/26"] {
        let mut fields = header_fields();
        fields["dateRequested"] = json!(date);
        let message = desk.post("/api/stockMovements", fields).await.refused(400);
        assert!(message.contains("dateRequested"), "{message}");
    }
}

#[tokio::test]
async fn a_header_update_changes_what_it_names_and_nothing_else() {
    let desk = Desk::open().await;
    let id = desk.movement().await;
    let path = format!("/api/stockMovements/{id}");
    let before = desk.get(&path).await.data();
    let changes = json!({"description": "", "dateRequested": "04/01/2026",
        "destination.id": sample::INTENSIVE_CARE});
    let after = desk.post(&path, changes).await.data();
    assert_eq!(after["description"], "");
    assert_eq!(after["dateRequested"], "04/01/2026");
    assert_eq!(after["destination"]["name"], "Intensive care");
    for same in ["id", "name", "identifier", "origin", "requestedBy", "lineItems"] {
        assert_eq!(after[same], before[same], "{same}");
    }
    assert_eq!(desk.get(&path).await.data(), after);
}

#[tokio::test]
async fn the_document_fields_sent_back_change_nothing() {
    let desk = Desk::open().await;
    let id = desk.movement().await;
    let path = format!("/api/stockMovements/{id}");
    let before = desk.get(&path).await.data();
    let mut fields = header_fields();
    fields["id"] = before["id"].clone();
    fields["identifier"] = before["identifier"].clone();
    assert_eq!(desk.post(&path, fields).await.data(), before);
    assert_eq!(desk.running.effects().len(), 1, "only the creation was applied");
}

#[tokio::test]
async fn a_wrong_header_field_is_refused() {
    let desk = Desk::open().await;
    let path = format!("/api/stockMovements/{}", desk.movement().await);
    for (field, value) in [
        ("name", json!("")),
        ("name", json!(5)),
        ("origin.id", json!("nowhere")),
        ("requestedBy.id", json!("nobody")),
        ("dateRequested", json!("soon")),
        ("description", json!([])),
        ("lineItems", json!({})),
        ("lineItems", json!(["x"])),
        ("id", json!("another")),
    ] {
        let message = desk.post(&path, json!({ field: value })).await.refused(400);
        assert!(message.contains(field), "{message}");
    }
}

#[tokio::test]
async fn an_unknown_movement_is_not_found() {
    let desk = Desk::open().await;
    for answer in [
        desk.get("/api/stockMovements/nothing").await,
        desk.post("/api/stockMovements/nothing", json!({"name": "x"})).await,
    ] {
        assert_eq!(answer.refused(404), "Resource not found: stock movement with ID nothing");
    }
}

#[tokio::test]
async fn movements_are_listed_newest_first_and_in_pages() {
    let desk = Desk::open().await;
    let newest = desk.movement().await;
    let all = desk.get("/api/stockMovements").await.data();
    assert_eq!(array(&all).len(), sample::MOVEMENTS + 1);
    assert_eq!(all[0]["id"], *newest);
    assert_eq!(all[1]["id"], sample::MOVEMENT_EMPTY);
    let page = desk.get("/api/stockMovements?max=5&offset=3").await.data();
    assert_eq!(array(&page)[..], array(&all)[3..8]);
    let end = desk.get("/api/stockMovements?max=10&offset=28").await.data();
    assert_eq!(array(&end)[..], array(&all)[28..]);
    assert_eq!(desk.get("/api/stockMovements?offset=500").await.data(), json!([]));
    assert_eq!(desk.get("/api/stockMovements?max=0").await.data(), json!([]));
}

#[tokio::test]
async fn fields_can_be_excluded_from_a_list_repeatedly_and_with_commas() {
    let desk = Desk::open().await;
    let path = "/api/stockMovements?max=3&exclude=lineItems&exclude=requestedBy,name";
    for movement in array(&desk.get(path).await.data()) {
        let fields = movement.as_object().unwrap();
        for gone in ["lineItems", "requestedBy", "name"] {
            assert!(!fields.contains_key(gone), "{gone}");
        }
        assert!(fields.contains_key("identifier"));
    }
}
