//! The pick page: what can be picked, picks read back, and the state of the movement.

use practice::sample;
use serde_json::{Value, json};

use crate::desk::{Desk, array, text};

async fn pick_items(desk: &Desk, movement: &str) -> Vec<Value> {
    let page = desk.get(&format!("/api/stockMovements/{movement}?stepNumber=4")).await.data();
    array(&page["pickPage"]["pickPageItems"]).clone()
}

async fn pick(desk: &Desk, item: &str, row: Value) {
    let body = json!({"picklistItems": [row]});
    desk.post(&format!("/api/stockMovementItems/{item}"), body).await.data();
}

/// A row that picks from one of the available items of a page.
fn from(available: &Value, quantity: i64) -> Value {
    json!({"inventoryItem.id": available["inventoryItem.id"],
        "binLocation.id": available["binLocation.id"], "quantityPicked": quantity})
}

#[tokio::test]
async fn the_pick_page_tells_lots_with_bin_expiry_and_quantity_in_the_order_they_expire() {
    let desk = Desk::open().await;
    let (movement, item) = desk.movement_with(&sample::id("product", "GLV-2308"), 20).await;
    let rows = pick_items(&desk, &movement).await;
    let row = &rows[0];
    assert_eq!(row["requisitionItem.id"], *item);
    assert_eq!(
        (&row["pickStatusCode"], &row["requestStatusCode"]),
        (&json!("NOT_PICKED"), &json!("PENDING"))
    );
    assert_eq!((&row["productCode"], &row["quantityRequired"]), (&json!("GLV-2308"), &json!(20)));
    assert_eq!((&row["quantityPicked"], &row["quantityRemaining"]), (&json!(0), &json!(20)));
    let seen: Vec<Value> = array(&row["availableItems"])
        .iter()
        .map(|one| {
            json!([one["expirationDate"], one["binLocation.name"], one["quantityAvailable"]])
        })
        .collect();
    assert_eq!(
        seen,
        [
            json!(["04/21/2026", "A-01-03", 5]),
            json!(["02/25/2027", "A-02-02", 10]),
            json!(["04/06/2027", "A-01-02", 162]),
        ]
    );
    assert_eq!(row["quantityAvailable"], 177);
    let suggested: Vec<&Value> =
        array(&row["suggestedItems"]).iter().map(|one| &one["quantityPicked"]).collect();
    assert_eq!(suggested, [5, 10, 5]);
    assert!(row["availableItems"][0]["lotNumber"].is_string());
    let (movement, _) = desk.movement_with(&sample::id("product", "GLV-2308"), 178).await;
    assert_eq!(pick_items(&desk, &movement).await[0]["suggestedItems"], json!([]));
}

#[tokio::test]
async fn a_product_that_is_nowhere_has_nothing_to_pick() {
    let desk = Desk::open().await;
    let (movement, _) = desk.movement_with(sample::EXTENSION_LONG, 3).await;
    let row = &pick_items(&desk, &movement).await[0];
    assert!(row["quantityAvailable"].is_null());
    assert_eq!((&row["availableItems"], &row["suggestedItems"]), (&json!([]), &json!([])));
    assert_eq!(row["quantityRemaining"], 3);
}

#[tokio::test]
async fn a_pick_is_read_back_changed_and_removed_by_its_id_and_every_step_is_in_the_log() {
    let desk = Desk::open().await;
    let (movement, item) = desk.movement_with(sample::EXTENSION, 12).await;
    let before = desk.running.effects().len();
    let available = pick_items(&desk, &movement).await[0]["availableItems"].clone();
    let (first, second) = (&available[0], &available[1]);
    assert_ne!(first["binLocation.id"], second["binLocation.id"]);
    pick(&desk, &item, from(first, 8)).await;
    let row = pick_items(&desk, &movement).await[0].clone();
    assert_eq!(
        (&row["pickStatusCode"], &row["quantityRemaining"]),
        (&json!("PARTIALLY_PICKED"), &json!(4))
    );
    assert_eq!(row["availableItems"], available, "a pick takes nothing from the stock");
    let made = row["picklistItems"][0].clone();
    for same in [
        "inventoryItem.id",
        "binLocation.id",
        "binLocation.name",
        "lotNumber",
        "expirationDate",
        "product.name",
        "productCode",
    ] {
        assert_eq!(made[same], first[same], "{same}");
    }
    assert_eq!((&made["quantityPicked"], &made["requisitionItem.id"]), (&json!(8), &json!(item)));
    let mut moved = from(second, 12);
    moved["id"] = made["id"].clone();
    pick(&desk, &item, moved).await;
    let row = pick_items(&desk, &movement).await[0].clone();
    assert_eq!((&row["pickStatusCode"], &row["quantityPicked"]), (&json!("PICKED"), &json!(12)));
    assert_eq!(array(&row["picklistItems"]).len(), 1);
    assert_eq!(row["picklistItems"][0]["id"], made["id"]);
    assert_eq!(row["picklistItems"][0]["binLocation.id"], second["binLocation.id"]);
    pick(&desk, &item, json!({"id": made["id"], "quantityPicked": "0"})).await;
    let row = pick_items(&desk, &movement).await[0].clone();
    assert_eq!((&row["pickStatusCode"], &row["picklistItems"]), (&json!("NOT_PICKED"), &json!([])));
    let effects = desk.running.effects();
    let picks = &effects[before..];
    assert!(
        picks.iter().all(|effect| effect.operation == "pick" && effect.item == Some(item.clone()))
    );
    let quantities: Vec<&Value> =
        picks.iter().map(|effect| &effect.detail["quantityPicked"]).collect();
    assert_eq!(quantities, [8, 12, 0]);
    assert!(picks.iter().all(|effect| effect.detail["picklistItem"] == made["id"]));
}

#[tokio::test]
async fn revised_items_are_picked_as_revised_children_by_their_own_ids_and_canceled_ones_not() {
    let desk = Desk::open().await;
    let path = format!("/api/stockMovements/{}", sample::MOVEMENT_MIXED);
    let lines = desk.get(&path).await.data()["lineItems"].clone();
    let mut expected = Vec::new();
    for line in array(&lines) {
        match line["statusCode"].as_str().unwrap() {
            "CANCELED" => {}
            "SUBSTITUTED" => expected.extend(
                array(&line["substitutions"])
                    .iter()
                    .map(|child| (text(&child["id"]), child["quantityRequested"].clone())),
            ),
            "CHANGED" => expected.push((text(&line["id"]), line["quantityRevised"].clone())),
            _ => expected.push((text(&line["id"]), line["quantityRequested"].clone())),
        }
    }
    let rows = pick_items(&desk, sample::MOVEMENT_MIXED).await;
    let seen: Vec<(String, Value)> = rows
        .iter()
        .map(|row| (text(&row["requisitionItem.id"]), row["quantityRequired"].clone()))
        .collect();
    assert_eq!(seen, expected);
    let child = rows.iter().find(|row| row["requestStatusCode"] == "APPROVED").unwrap();
    assert!(child["sortOrder"].is_i64(), "a child stands where its item does");
}

#[tokio::test]
async fn the_status_of_a_movement_follows_what_is_done_to_it() {
    let desk = Desk::open().await;
    let movement = desk.movement().await;
    let status = async || {
        let path = format!("/api/stockMovements/{movement}/status");
        text(&desk.get(&path).await.data())
    };
    assert_eq!(status().await, "CREATED");
    let entries = json!([{"product.id": sample::EXTENSION, "quantityRequested": 10},
        {"product.id": sample::GLOVES_M, "quantityRequested": 10}]);
    let lines = desk.instruct(&movement, entries).await.data()["lineItems"].clone();
    assert_eq!(status().await, "EDITING");
    let revise = json!([{"id": lines[0]["id"], "quantityRevised": 4, "reasonCode": "STOCKOUT"}]);
    desk.instruct(&movement, revise).await.data();
    assert_eq!(status().await, "VERIFYING");
    let rows = pick_items(&desk, &movement).await;
    pick(&desk, &text(&lines[0]["id"]), from(&rows[0]["availableItems"][0], 4)).await;
    assert_eq!(status().await, "PICKING");
    pick(&desk, &text(&lines[1]["id"]), from(&rows[1]["availableItems"][0], 10)).await;
    assert_eq!(status().await, "PICKED");
    desk.get("/api/stockMovements/x/status").await.refused(404);
}
