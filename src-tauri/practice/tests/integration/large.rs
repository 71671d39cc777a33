//! A large warehouse, and requests with very many instructions.

use practice::{Options, Scale, sample};
use serde_json::{Value, json};

use crate::desk::{Desk, array, options, text};

/// How many records a list has, found by its last page.
async fn is_so_long(desk: &Desk, path: &str, length: usize) {
    let rows = async |offset: usize| {
        let answer = desk.get(&format!("{path}max=2&offset={offset}")).await.json;
        answer.get("data").unwrap_or(&answer).as_array().unwrap().len()
    };
    assert_eq!((rows(length - 1).await, rows(length).await), (1, 0), "{path}");
}

#[tokio::test]
async fn the_large_warehouse_holds_what_its_constants_say_around_the_sample_data() {
    let desk = Desk::with(Options { scale: Scale::Large, ..options() }).await;
    is_so_long(&desk, "/api/products?", sample::LARGE_PRODUCTS).await;
    is_so_long(&desk, "/api/stockMovements?exclude=lineItems&", sample::LARGE_MOVEMENTS).await;
    let places = desk.get("/api/generic/location").await.data();
    assert_eq!(array(&places).len(), sample::LARGE_LOCATIONS);
    let newest = desk.get("/api/stockMovements?max=60").await.data();
    assert_eq!(newest[0]["id"], sample::MOVEMENT_EMPTY, "the sample data is on top");
    let sizes: Vec<usize> = array(&newest)[sample::MOVEMENTS + 1..]
        .iter()
        .map(|movement| array(&movement["lineItems"]).len())
        .collect();
    let usual = sizes.iter().filter(|size| (5..=40).contains(*size)).count();
    assert!(usual * 10 > sizes.len() * 9, "{sizes:?}");
    let path = format!("/api/stockMovements/{}", sample::MOVEMENT_LARGEST);
    let largest = desk.get(&path).await.data();
    let lines = array(&largest["lineItems"]);
    assert_eq!(lines.len(), sample::MOVEMENT_LARGEST_LINES);
    let with = |status: &str| lines.iter().filter(|line| line["statusCode"] == status).count();
    for status in ["CHANGED", "SUBSTITUTED", "CANCELED"] {
        assert!((5..100).contains(&with(status)), "{status}: {}", with(status));
    }
    let stocked = lines.iter().filter(|line| !line["quantityAvailable"].is_null()).count();
    assert!(stocked * 10 > lines.len() * 9);
    let rows = desk.get(&format!("{path}?stepNumber=4")).await.data();
    let rows = array(&rows["pickPage"]["pickPageItems"]).len();
    assert_eq!(rows, lines.len() - with("CANCELED"), "every substituted item has one child");
    assert!(desk.running.effects().is_empty());
}

#[tokio::test]
async fn two_thousand_instructions_in_one_request_are_carried_out() {
    const MANY: usize = sample::MOVEMENT_LARGEST_LINES;
    let desk = Desk::open().await;
    let movement = desk.movement().await;
    let create: Vec<Value> = (0..MANY)
        .map(|at| {
            json!({"product.id": sample::GLOVES_M, "quantityRequested": at + 1,
                "sortOrder": (at + 1) * 100})
        })
        .collect();
    let answer = desk.instruct(&movement, json!(create)).await.data();
    let lines = array(&answer["lineItems"]);
    assert_eq!(lines.len(), MANY);
    let ids: Vec<String> = lines.iter().map(|line| text(&line["id"])).collect();
    let change: Vec<Value> = ids
        .iter()
        .enumerate()
        .map(|(at, id)| match at % 4 {
            0 => json!({"id": id, "quantityRequested": 7}),
            1 => json!({"id": id, "quantityRevised": 3, "reasonCode": "STOCKOUT"}),
            2 => json!({"id": id, "substitute": "true", "newProduct.id": sample::GLOVES_L,
                "newQuantity": 2, "reasonCode": "STOCKOUT"}),
            _ => json!({"id": id, "cancel": "true", "reasonCode": "STOCKOUT"}),
        })
        .collect();
    let answer = desk.instruct(&movement, json!(change)).await.data();
    let states: Vec<&str> = array(&answer["lineItems"])
        .iter()
        .map(|line| line["statusCode"].as_str().unwrap())
        .collect();
    let expected = ["PENDING", "CHANGED", "SUBSTITUTED", "CANCELED"];
    assert!(states.iter().enumerate().all(|(at, state)| *state == expected[at % 4]));
    assert_eq!(states.len(), MANY);
    assert_eq!(desk.running.effects().len(), 1 + 2 * MANY);
}
