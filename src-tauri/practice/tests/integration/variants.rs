//! Each variant once: what the document does not show, done the other way.

use practice::{Options, Variant, sample};
use serde_json::{Value, json};

use crate::desk::{Desk, array, header_fields, options, text};

fn mixed() -> String {
    format!("/api/stockMovements/{}", sample::MOVEMENT_MIXED)
}

#[tokio::test]
async fn created_201_answers_201_to_a_new_movement_only() {
    let desk = Desk::variant(Variant::Created201).await;
    assert_eq!(desk.post("/api/stockMovements", header_fields()).await.status, 201);
    assert_eq!(desk.post("/api/categories", json!({"name": "x"})).await.status, 200);
}

#[tokio::test]
async fn unsorted_lines_come_in_a_stable_order_of_their_own() {
    let desk = Desk::variant(Variant::UnsortedLines).await;
    let orders = |movement: Value| -> Vec<i64> {
        array(&movement["lineItems"]).iter().map(|l| l["sortOrder"].as_i64().unwrap()).collect()
    };
    let first = orders(desk.get(&mixed()).await.data());
    assert!(!first.is_sorted(), "{first:?}");
    assert_eq!(first, orders(desk.get(&mixed()).await.data()), "the order is stable");
    assert!(orders(Desk::open().await.get(&mixed()).await.data()).is_sorted());
}

#[tokio::test]
async fn approved_lines_answers_open_items_as_approved() {
    let desk = Desk::variant(Variant::ApprovedLines).await;
    let movement = desk.get(&mixed()).await.data();
    let codes: Vec<String> =
        array(&movement["lineItems"]).iter().map(|line| text(&line["statusCode"])).collect();
    assert!(codes.iter().any(|code| code == "APPROVED"));
    assert!(codes.iter().any(|code| code == "CHANGED"));
    assert!(codes.iter().all(|code| code != "PENDING"));
}

#[tokio::test]
async fn substitution_items_renames_the_children() {
    let desk = Desk::variant(Variant::SubstitutionItems).await;
    let movement = desk.get(&mixed()).await.data();
    let line = array(&movement["lineItems"])
        .iter()
        .find(|line| line["statusCode"] == "SUBSTITUTED")
        .unwrap();
    assert!(line.get("substitutions").is_none());
    assert_eq!(line["substitutionItems"][0]["statusCode"], "APPROVED");
    assert_eq!(line["substitutionItems"][0]["substitutionItems"], json!([]));
}

#[tokio::test]
async fn login_200_failure_answers_a_wrong_password_with_200_and_no_session() {
    let options = Options { variants: vec![Variant::Login200Failure], ..options() };
    let desk = Desk::closed(options).await;
    let answer = desk.login("aokafor", "wrong").await;
    assert_eq!((answer.status, answer.text.as_str()), (200, "Authentication failed"));
    assert_eq!(answer.set_cookie, None);
    desk.get("/api/products").await.refused(401);
}

#[tokio::test]
async fn login_redirect_sends_calls_without_a_session_to_a_page() {
    let options = Options { variants: vec![Variant::LoginRedirect], ..options() };
    let desk = Desk::closed(options).await;
    let answer = desk.get("/api/products").await;
    assert_eq!(answer.status, 302);
    assert_eq!(answer.location, Some(format!("{}/auth/login", desk.running.base())));
    let page = desk.get("/auth/login").await;
    assert_eq!(page.status, 200);
    assert!(page.content_type.starts_with("text/html") && page.text.contains("<form"));
}

#[tokio::test]
async fn login_page_answers_calls_without_a_session_with_a_page() {
    let options = Options { variants: vec![Variant::LoginPage], ..options() };
    let desk = Desk::closed(options).await;
    let page = desk.get("/api/products").await;
    assert_eq!(page.status, 200);
    assert!(page.content_type.starts_with("text/html") && page.text.contains("<form"));
}

#[tokio::test]
async fn forbidden_writes_refuses_every_write() {
    let desk = Desk::variant(Variant::ForbiddenWrites).await;
    for path in [
        "/api/stockMovements",
        "/api/stockMovements/x",
        "/api/stockMovementItems/x",
        "/api/categories",
    ] {
        assert_eq!(desk.post(path, json!({})).await.refused(403), "Access denied");
    }
    assert_eq!(desk.post("/api/products", json!({})).await.status, 200);
    assert_eq!(desk.get("/api/stockMovements").await.status, 200);
    assert_eq!(desk.post("/api/logout", json!({})).await.status, 200);
}

#[tokio::test]
async fn wrapped_products_are_under_data() {
    let desk = Desk::variant(Variant::WrappedProducts).await;
    assert_eq!(array(&desk.get("/api/products").await.data()).len(), sample::PRODUCTS);
}

#[tokio::test]
async fn products_post_only_and_get_only_refuse_the_other_method() {
    let desk = Desk::variant(Variant::ProductsPostOnly).await;
    desk.get("/api/products").await.refused(405);
    assert_eq!(desk.post("/api/products", json!({})).await.status, 200);
    let desk = Desk::variant(Variant::ProductsGetOnly).await;
    desk.post("/api/products", json!({})).await.refused(405);
    assert_eq!(desk.get("/api/products").await.status, 200);
}

#[tokio::test]
async fn default_max_10_cuts_lists_that_ask_for_no_number() {
    let desk = Desk::variant(Variant::DefaultMax10).await;
    assert_eq!(array(&desk.get("/api/stockMovements").await.data()).len(), 10);
    assert_eq!(array(&desk.get("/api/stocklists").await.data()).len(), 10);
    assert_eq!(array(&desk.get("/api/products").await.json).len(), 10);
    assert_eq!(array(&desk.get("/api/products?max=50").await.json).len(), 50);
}

#[tokio::test]
async fn no_sort_order_answers_null() {
    let desk = Desk::variant(Variant::NoSortOrder).await;
    let movement = desk.get(&mixed()).await.data();
    assert!(array(&movement["lineItems"]).iter().all(|line| line["sortOrder"].is_null()));
}

#[tokio::test]
async fn generated_names_replace_the_name() {
    let desk = Desk::variant(Variant::GeneratedNames).await;
    let created = desk.post("/api/stockMovements", header_fields()).await.data();
    assert_eq!(created["name"], "Central store-Theatre block A-20Mar2026");
}

#[tokio::test]
async fn errors_as_200_keeps_the_body_and_hides_the_status() {
    let desk = Desk::variant(Variant::ErrorsAs200).await;
    let answer = desk.post("/api/categories", json!({})).await;
    assert_eq!((answer.status, &answer.json["errorCode"]), (200, &json!(500)));
    desk.get("/api/stockMovements/x").await.refused(404);
}

#[tokio::test]
async fn updates_404_refuses_updates_alone() {
    let desk = Desk::variant(Variant::Updates404).await;
    let movement = desk.movement().await;
    desk.post(&format!("/api/stockMovements/{movement}"), json!({"name": "x"})).await.refused(404);
    assert_eq!(desk.running.effects().len(), 1);
}

#[tokio::test]
async fn list_needs_direction_refuses_a_list_without_one() {
    let desk = Desk::variant(Variant::ListNeedsDirection).await;
    let answer = desk.get("/api/stockMovements").await;
    assert_eq!(answer.status, 400);
    let text = "Direction parameter is required. Origin and destination cannot be the same.";
    assert_eq!(answer.json, json!({"errorMessages": [text]}));
    assert_eq!(desk.get("/api/stockMovements?direction=OUTBOUND").await.status, 400);
    for (direction, end) in [("OUTBOUND", "origin"), ("INBOUND", "destination")] {
        let place = sample::CENTRAL_STORE;
        let path = format!("/api/stockMovements?direction={direction}&{end}={place}");
        let list = desk.get(&path).await.data();
        assert!(!array(&list).is_empty());
        assert!(array(&list).iter().all(|row| row[end]["id"] == place));
    }
}

#[tokio::test]
async fn variants_are_combined() {
    let variants = vec![Variant::NoSortOrder, Variant::SubstitutionItems, Variant::Created201];
    let desk = Desk::with(Options { variants, ..options() }).await;
    let movement = desk.get(&mixed()).await.data();
    let substituted =
        array(&movement["lineItems"]).iter().find(|line| line["statusCode"] == "SUBSTITUTED");
    assert!(substituted.unwrap()["substitutionItems"].is_array());
    assert_eq!(desk.post("/api/stockMovements", header_fields()).await.status, 201);
}
