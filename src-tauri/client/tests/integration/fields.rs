//! Every field of the interface document's section 2 is in a fixture, and every field of a fixture
//! arrives in the contract's type.

use client::Paging;
use contract::StocklistQuery;
use serde_json::{Value, json};

use crate::fixture;
use crate::responder::{accepted, ok, signed_in};

const DOCUMENT: &str = include_str!("../../interface.md");
const PAGE: Paging = Paging { max: 1, offset: 0 };

/// The names in the first column of a section's table; a cell may hold several.
fn fields(section: &str) -> Vec<&'static str> {
    let start = DOCUMENT.find(&format!("### {section} ")).unwrap();
    let text = &DOCUMENT[start..];
    let text = &text[..text[3..].find("\n##").map_or(text.len(), |end| end + 3)];
    let rows = text.lines().filter_map(|line| line.strip_prefix("| ")?.split(" | ").next());
    let names = rows.skip(1).flat_map(|cell| cell.split(", "));
    names.filter(|name| !name.starts_with('-')).collect()
}

#[test]
fn every_field_of_the_document_is_in_its_fixture() {
    for (section, name, count) in [
        ("2.1", "2.1-stock-movement.json", 9),
        ("2.2", "2.2-line-item.json", 16),
        ("2.3", "2.3-instructions.request.json", 14),
        ("2.4", "2.4-picklist-items.request.json", 4),
        ("2.5", "2.5-location.json", 8),
        ("2.6", "2.6-stocklist.json", 26),
    ] {
        let fields = fields(section);
        assert_eq!(fields.len(), count, "{section}: {fields:?}");
        let text = fixture::text(name);
        for field in fields {
            assert!(text.contains(&format!("\"{field}\":")), "{field} is not in {name}");
        }
    }
    for (text, name) in [
        ("Fields `id` (string, generated) and `name`", "2.7-category.json"),
        ("id, productCode, name, category {id, name}, description", "2.8-product.json"),
    ] {
        assert!(DOCUMENT.contains(text), "the document's fields of {name} are others now");
    }
}

/// The fixture as the data of an answer: alone, or as the one record of a list.
fn data(value: &Value) -> crate::responder::Reply {
    ok(json!({ "data": value }).to_string())
}

#[tokio::test]
async fn every_field_of_a_line_arrives() {
    let mut movement = fixture::json("2.1-stock-movement.json");
    movement["lineItems"] = json!([fixture::json("2.2-line-item.json")]);
    let desk = signed_in([data(&movement)]).await;
    let movement = accepted(desk.client.read_movement(&desk.session, &"mov-1001".into()).await);
    let gloves = json!({ "id": "cat-gloves", "name": "Gloves" });
    let child = json!({
        "id": "line-1-a",
        "product": {
            "id": "prod-glove-l", "code": "GLV-2208", "name": "Glove, nitrile, large",
            "description": "Powder-free", "category": gloves
        },
        "pallet_name": null, "box_name": null, "status": "APPROVED", "quantity_requested": 25,
        "quantity_allowed": null, "quantity_available": null, "quantity_canceled": null,
        "quantity_revised": null, "substitutions": [], "reason_code": null, "comments": null,
        "recipient": null, "sort_order": null
    });
    let line = json!({
        "id": "line-1",
        "product": {
            "id": "prod-glove-m", "code": "GLV-2207", "name": "Glove, nitrile, medium",
            "description": null, "category": gloves
        },
        "pallet_name": "Pallet 4", "box_name": "Box 2", "status": "SUBSTITUTED",
        "quantity_requested": 30, "quantity_allowed": 40, "quantity_available": 12,
        "quantity_canceled": 30, "quantity_revised": null, "substitutions": [child],
        "reason_code": "STOCKOUT", "comments": "until Friday",
        "recipient": {
            "id": "user-lind", "name": "Maja Lind", "first_name": "Maja", "last_name": "Lind",
            "username": "mlind", "email": "m.lind@hospital.example"
        },
        "sort_order": 100
    });
    assert_eq!(serde_json::to_value(movement.lines).unwrap(), json!([line]));
}

fn depot() -> Value {
    json!({
        "id": "loc-depot", "name": "Central Depot", "description": "Main store",
        "location_number": "D1",
        "location_group": { "id": "group-north", "name": "North campus" },
        "location_type": {
            "id": "type-depot", "name": "Depot", "description": null, "code": "DEPOT"
        },
        "parent": null
    })
}

#[tokio::test]
async fn every_field_of_a_location_arrives() {
    let desk = signed_in([data(&fixture::json("2.5-location.json"))]).await;
    let location = desk.client.read_internal_location(&desk.session, &"bin-7".into()).await;
    let expected = json!({
        "id": "bin-7", "name": "A-07-1", "description": null, "location_number": "A071",
        "location_group": null,
        "location_type": {
            "id": "type-bin", "name": "Bin Location", "description": "A shelf or pallet place",
            "code": "BIN_LOCATION"
        },
        "parent": depot()
    });
    assert_eq!(serde_json::to_value(accepted(location)).unwrap(), expected);
}

#[tokio::test]
async fn every_field_of_a_stocklist_arrives() {
    let desk = signed_in([data(&json!([fixture::json("2.6-stocklist.json")]))]).await;
    let none = StocklistQuery::default();
    let lists = accepted(desk.client.list_stocklists(&desk.session, &none, PAGE).await);
    let person = |id: &str, username: &str| {
        json!({
            "id": id, "name": null, "first_name": null, "last_name": null, "username": username,
            "email": null
        })
    };
    let item = json!({
        "id": "item-0", "status": "PENDING", "requisition": "list-theatre-a",
        "product": {
            "id": "prod-glove-m", "code": "GLV-2207", "name": "Glove, nitrile, medium",
            "description": null, "category": { "id": "cat-gloves", "name": "Gloves" }
        },
        "quantity": 30, "quantity_approved": 25, "quantity_canceled": 5,
        "cancel_reason_code": "STOCKOUT", "cancel_comments": "five short", "order_index": 0,
        "inventory_item": { "id": "lot-2231" }, "changes": [{ "id": "change-1" }],
        "modification": { "id": "change-1" }, "substitution": { "id": "change-2" },
        "picklist_items": [{ "id": "pick-9" }]
    });
    let expected = json!([{
        "id": "list-theatre-a", "name": "Theatre block A, weekly", "number": "SL-0042",
        "description": "Every Friday", "is_template": true, "kind": "STOCK", "status": "CREATED",
        "commodity_class": "CONSUMABLES",
        "dates": {
            "requested": "2026-01-05T00:00:00Z", "reviewed": "2026-01-06T08:00:00Z",
            "verified": "2026-01-07T08:00:00Z", "checked": "2026-01-08T08:00:00Z",
            "delivered": "2026-01-09T08:00:00Z", "issued": "2026-01-10T08:00:00Z",
            "received": "2026-01-11T08:00:00Z"
        },
        "origin": depot(),
        "destination": {
            "id": "loc-theatre-a", "name": "Theatre block A", "description": null,
            "location_number": null, "location_group": null,
            "location_type": {
                "id": "type-ward", "name": "Ward", "description": null, "code": "WARD"
            },
            "parent": null
        },
        "people": {
            "requested_by": {
                "id": "user-okafor", "name": "Adaeze Okafor", "first_name": "Adaeze",
                "last_name": "Okafor", "username": "aokafor", "email": null
            },
            "reviewed_by": person("user-1", "one"), "verified_by": person("user-2", "two"),
            "checked_by": person("user-3", "three"), "delivered_by": person("user-4", "four"),
            "issued_by": person("user-5", "five"), "received_by": person("user-6", "six"),
            "recipient": person("user-7", "seven")
        },
        "items": [item]
    }]);
    assert_eq!(serde_json::to_value(lists.rows).unwrap(), expected);
}

#[tokio::test]
async fn every_field_of_a_category_and_of_a_product_arrives() {
    let category = fixture::text("2.7-category.json");
    let product = json!([fixture::json("2.8-product.json")]);
    let desk = signed_in([ok(category), ok(product.to_string())]).await;
    let made = accepted(desk.client.create_category(&desk.session, "Dressings").await);
    assert_eq!(serde_json::to_value(made).unwrap(), fixture::json("2.7-category.json"));
    let by = client::ProductsBy::Get;
    let listed = accepted(desk.client.list_products(&desk.session, PAGE, by).await);
    let expected = json!([{
        "id": "prod-glove-m", "product_code": "GLV-2207", "name": "Glove, nitrile, medium",
        "category": { "id": "cat-gloves", "name": "Gloves" }, "description": "Powder-free",
        "date_created": "2025-02-03T10:15:00Z", "last_updated": "2026-06-07T08:09:10Z"
    }]);
    assert_eq!(serde_json::to_value(listed.rows).unwrap(), expected);
}
