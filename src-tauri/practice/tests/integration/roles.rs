//! The variants of sessions, roles and whole generations: who is let in, and to what.

use practice::{Options, Variant, sample};
use reqwest::Method;
use serde_json::json;

use crate::desk::{Desk, array, header_fields, options, text};

#[tokio::test]
async fn busy_503_comes_once_in_four_writes_and_does_nothing() {
    let desk = Desk::variant(Variant::Busy503).await;
    let mut statuses = Vec::new();
    for _ in 0..8 {
        statuses.push(desk.post("/api/categories", json!({"name": "x"})).await.status);
        desk.get("/api/products?max=1").await;
    }
    assert_eq!(statuses, [200, 200, 200, 503, 200, 200, 200, 503]);
    assert_eq!(desk.running.effects().len(), 6);
    let url = format!("{}/api/categories", desk.running.base());
    for expected in [None, None, None, Some("1")] {
        let request = crate::desk::client()
            .post(&url)
            .header("cookie", desk.cookie.as_ref().unwrap())
            .header("content-type", "application/json")
            .body(r#"{"name":"x"}"#);
        let answer = request.send().await.unwrap();
        let after = answer.headers().get("retry-after").map(|value| value.to_str().unwrap());
        assert_eq!(after, expected);
    }
}

#[tokio::test]
async fn a_read_only_role_is_sent_to_a_page_by_every_write() {
    let desk = Desk::variant(Variant::ReadOnlyRole).await;
    for path in ["/api/stockMovements", "/api/stockMovementItems/x", "/api/categories"] {
        let answer = desk.post(path, json!({})).await;
        assert_eq!(answer.status, 302, "{path}");
        let place = answer.location.unwrap();
        let page = desk.get(place.strip_prefix(desk.running.base()).unwrap()).await;
        assert_eq!(page.status, 200);
        assert!(page.content_type.starts_with("text/html") && page.text.contains("Access denied"));
    }
    assert_eq!(desk.get("/api/stockMovements").await.status, 200);
    assert_eq!(desk.send(Method::POST, "/api/logout", None).await.status, 200);
}

#[tokio::test]
async fn picks_404_refuses_picks_alone() {
    let desk = Desk::variant(Variant::Picks404).await;
    let (_, item) = desk.movement_with_gloves().await;
    let body = json!({"picklistItems": [{"inventoryItem.id": sample::GLOVES_M_LOT,
        "binLocation.id": sample::BIN_A_01_03, "quantityPicked": 4}]});
    desk.post(&format!("/api/stockMovementItems/{item}"), body).await.refused(404);
}

#[tokio::test]
async fn a_location_is_chosen_and_told_by_every_method() {
    for method in [Method::GET, Method::PUT, Method::POST] {
        let desk = Desk::open().await;
        assert!(desk.get("/api/getAppContext").await.data()["location"].is_null());
        let path = format!("/api/chooseLocation/{}", sample::CENTRAL_STORE);
        let answer = desk.send(method.clone(), &path, None).await;
        assert_eq!(answer.status, 200, "{method}");
        assert_eq!(answer.text, "User aokafor is now logged into Central store");
        let told = desk.get("/api/getAppContext").await.data();
        assert_eq!(told["location"]["id"], sample::CENTRAL_STORE);
        desk.send(method, "/api/chooseLocation/nowhere", None).await.refused(404);
    }
    let desk = Desk::with(Options { strict: true, ..options() }).await;
    let path = format!("/api/chooseLocation/{}", sample::CENTRAL_STORE);
    desk.send(Method::PUT, &path, None).await.refused(404);
}

#[tokio::test]
async fn a_location_that_is_needed_stops_everything_but_choosing_one() {
    let desk = Desk::variant(Variant::NeedsLocation).await;
    for path in ["/api/stockMovements", "/api/getAppContext", "/api/products"] {
        let refused = desk.get(path).await.refused(500);
        assert_eq!(refused, "Cannot get property 'id' on null object");
    }
    desk.post("/api/stockMovements", header_fields()).await.refused(500);
    let place = desk.get("/api/locations").await.data()[0]["id"].clone();
    let path = format!("/api/chooseLocation/{}", text(&place));
    assert_eq!(desk.send(Method::PUT, &path, None).await.status, 200);
    assert_eq!(desk.get("/api/getAppContext").await.data()["location"]["id"], place);
    desk.movement().await;
    // A later login in the same session keeps it; a session of its own has none.
    desk.login("jweir", sample::PASSWORD).await;
    assert_eq!(desk.get("/api/products").await.status, 200);
    let mut other = desk;
    other.cookie = None;
    other.sign_in("jweir").await;
    other.get("/api/products").await.refused(500);
}

#[tokio::test]
async fn a_login_may_name_its_location_and_an_unknown_one_is_ignored() {
    for (place, expected) in [(sample::CENTRAL_STORE, 200), ("nowhere", 500)] {
        let options = Options { variants: vec![Variant::NeedsLocation], ..options() };
        let mut desk = Desk::closed(options).await;
        let login = json!({"username": "aokafor", "password": sample::PASSWORD, "location": place});
        let answer = desk.post("/api/login", login).await;
        assert_eq!(answer.status, 200);
        desk.keep(&answer.set_cookie.unwrap());
        assert_eq!(desk.get("/api/products").await.status, expected);
    }
}

#[tokio::test]
async fn many_cookies_come_with_every_answer_the_sessions_last() {
    let options = Options { variants: vec![Variant::SessionCookiesMany], ..options() };
    let desk = Desk::closed(options).await;
    let client = crate::desk::client();
    let login = client
        .post(format!("{}/api/login", desk.running.base()))
        .header("content-type", "application/json")
        .body(json!({"username": "jweir", "password": sample::PASSWORD}).to_string());
    let answer = login.send().await.unwrap();
    let cookies: Vec<&str> = answer
        .headers()
        .get_all("set-cookie")
        .iter()
        .map(|value| value.to_str().unwrap().split('=').next().unwrap())
        .collect();
    assert_eq!(cookies, ["ROUTE", "JSESSIONID"]);
    let other = desk.get("/api/status").await;
    assert!(other.set_cookie.unwrap().starts_with("ROUTE="));
}

#[tokio::test]
async fn a_newer_generation_is_read_and_not_written_to_by_updates() {
    let options = Options { variants: vec![Variant::Newer], ..options() };
    let mut desk = Desk::closed(options).await;
    assert_eq!(desk.get("/api/stockMovements").await.status, 302);
    desk.sign_in("aokafor").await;
    assert_eq!(desk.get("/api/stockMovements").await.status, 400);
    assert_eq!(desk.get("/api/stockMovements?direction=OUTBOUND").await.status, 400);
    let out = format!("/api/stockMovements?direction=OUTBOUND&origin={}", sample::CENTRAL_STORE);
    let list = desk.get(&out).await.json;
    assert_eq!(list["totalCount"], array(&list["data"]).len());
    let row = &list["data"][0];
    assert!(row.get("lineItems").is_none());
    assert_eq!(text(&row["dateRequested"]).len(), "2026-03-20".len());
    let id = text(&row["id"]);
    desk.post(&format!("/api/stockMovements/{id}"), json!({})).await.refused(404);
    desk.post("/api/stockMovementItems/x", json!({})).await.refused(404);
    assert_eq!(desk.post("/api/stockMovements", header_fields()).await.status, 201);
    assert_eq!(desk.get("/api/getAppContext").await.data()["appVersion"], "0.9.8");
    assert!(desk.get("/api/status").await.json.get("data").is_none(), "it stands by itself");
    desk.get("/api/getSession").await.refused(404);
}

#[tokio::test]
async fn all_variants_together_still_answer() {
    let desk = Desk::closed(Options { variants: Variant::ALL.to_vec(), ..options() }).await;
    assert_eq!(desk.login("aokafor", sample::PASSWORD).await.status, 200);
    assert_eq!(desk.get("/api/status").await.status, 200);
}
