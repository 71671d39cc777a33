//! The sample data as a client sees it: the constants keep what they promise.

use std::collections::HashSet;

use practice::sample;
use serde_json::Value;

use crate::desk::{Desk, array, text};

async fn movement(desk: &Desk, id: &str) -> Value {
    desk.get(&format!("/api/stockMovements/{id}")).await.data()
}

fn states(movement: &Value) -> HashSet<String> {
    array(&movement["lineItems"]).iter().map(|line| text(&line["statusCode"])).collect()
}

#[tokio::test]
async fn the_named_movements_are_in_their_states() {
    let desk = Desk::open().await;
    assert!(states(&movement(&desk, sample::MOVEMENT_EMPTY).await).is_empty());
    let pending = movement(&desk, sample::MOVEMENT_PENDING).await;
    assert_eq!(array(&pending["lineItems"]).len(), 8);
    assert_eq!(pending["lineItems"][0]["product"]["id"], sample::GLOVES_M);
    assert_eq!(states(&pending), HashSet::from(["PENDING".to_owned()]));
    let mixed = movement(&desk, sample::MOVEMENT_MIXED).await;
    assert_eq!(states(&mixed).len(), 4);
    let canceled = movement(&desk, sample::MOVEMENT_CANCELED).await;
    assert_eq!(states(&canceled), HashSet::from(["CANCELED".to_owned()]));
    let inbound = movement(&desk, sample::MOVEMENT_INBOUND).await;
    assert_eq!(inbound["origin"]["id"], sample::BRIGHTWELL_MEDICAL);
}

#[tokio::test]
async fn the_quarterly_movement_is_long_mostly_open_and_in_stock() {
    let desk = Desk::open().await;
    let quarterly = movement(&desk, sample::MOVEMENT_QUARTERLY).await;
    assert_eq!(quarterly["name"], "Quarterly top-up, whole hospital");
    assert_eq!(quarterly["origin"]["id"], sample::CENTRAL_STORE);
    let lines = array(&quarterly["lineItems"]);
    assert_eq!(lines.len(), sample::MOVEMENT_QUARTERLY_LINES);
    let with = |status: &str| lines.iter().filter(|line| line["statusCode"] == status).count();
    for status in ["CHANGED", "SUBSTITUTED", "CANCELED"] {
        assert!((3..10).contains(&with(status)), "{status}: {}", with(status));
    }
    assert!(with("PENDING") > 185);
    let products: HashSet<String> = lines.iter().map(|line| text(&line["product"]["id"])).collect();
    assert_eq!(products.len(), lines.len());
    assert!(lines.iter().all(|line| line["quantityAvailable"].as_i64().unwrap() > 0));
}

#[tokio::test]
async fn as_many_go_in_the_stead_of_a_line_as_were_asked_for() {
    let desk = Desk::open().await;
    let all = desk.get("/api/stockMovements").await.data();
    let lines = array(&all).iter().flat_map(|movement| array(&movement["lineItems"]));
    let substituted: Vec<_> = lines.filter(|line| line["statusCode"] == "SUBSTITUTED").collect();
    assert!(substituted.iter().any(|line| array(&line["substitutions"]).len() > 1));
    for line in substituted {
        let goes = array(&line["substitutions"]).iter();
        let goes: i64 = goes.map(|child| child["quantityRequested"].as_i64().unwrap()).sum();
        assert_eq!(line["quantityRequested"], goes, "{line}");
        assert_eq!(line["quantityCanceled"], goes, "{line}");
    }
}

#[tokio::test]
async fn movements_are_spread_over_three_weeks_and_several_requesters() {
    let desk = Desk::open().await;
    let all = desk.get("/api/stockMovements?exclude=lineItems").await.data();
    let set = |read: fn(&Value) -> &Value| -> HashSet<String> {
        array(&all).iter().map(|movement| text(read(movement))).collect()
    };
    let dates = set(|movement| &movement["dateRequested"]);
    assert!(dates.len() > 14);
    assert!(dates.contains("03/20/2026") && dates.contains("02/28/2026"));
    assert!(set(|movement| &movement["requestedBy"]["username"]).len() > 8);
    assert_eq!(set(|movement| &movement["identifier"]).len(), sample::MOVEMENTS);
}

#[tokio::test]
async fn the_named_stocklists_are_as_long_as_they_say() {
    let desk = Desk::open().await;
    let lists = desk.get("/api/stocklists").await.data();
    let codes = |id: &str| -> Vec<String> {
        let list = array(&lists).iter().find(|list| list["id"] == id).unwrap();
        let items = array(&list["requisitionItems"]).iter();
        items.map(|item| text(&item["product"]["productCode"])).collect()
    };
    assert_eq!(codes(sample::STOCKLIST_WEEKLY).len(), sample::STOCKLIST_WEEKLY_ITEMS);
    assert_eq!(codes(sample::STOCKLIST_SHORT).len(), 5);
    assert_eq!(codes(sample::STOCKLIST_LONG).len(), 120);
    let twice = codes(sample::STOCKLIST_TWICE);
    assert_eq!(twice.iter().collect::<HashSet<_>>().len(), twice.len() - 1);
    let long = codes(sample::STOCKLIST_LONG);
    assert_eq!(long.iter().collect::<HashSet<_>>().len(), long.len());
}

#[tokio::test]
async fn two_services_have_the_same_data() {
    let (one, other) = (Desk::open().await, Desk::open().await);
    for path in
        ["/api/stockMovements", "/api/stocklists", "/api/products", "/api/generic/inventoryItem"]
    {
        assert_eq!(one.get(path).await.json, other.get(path).await.json, "{path}");
    }
}
