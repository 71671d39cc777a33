//! The control port.

use practice::Options;
use serde_json::{Value, json};

use crate::desk::{Desk, array, client, options};

async fn desk() -> Desk {
    Desk::with(Options { control_port: Some(0), ..options() }).await
}

async fn get(desk: &Desk, path: &str) -> Value {
    let url = format!("{}{path}", desk.running.control().unwrap());
    let answer = client().get(url).send().await.unwrap();
    assert_eq!(answer.status(), 200);
    serde_json::from_str(&answer.text().await.unwrap()).unwrap()
}

async fn post(desk: &Desk, path: &str, body: Value) -> u16 {
    let url = format!("{}{path}", desk.running.control().unwrap());
    client().post(url).body(body.to_string()).send().await.unwrap().status().as_u16()
}

#[tokio::test]
async fn there_is_no_control_port_unless_asked_for() {
    assert_eq!(Desk::open().await.running.control(), None);
}

#[tokio::test]
async fn effects_are_told_after_a_position() {
    let desk = desk().await;
    desk.movement_with_gloves().await;
    let all = get(&desk, "/effects").await;
    assert_eq!(array(&all["effects"]).len(), 2);
    let later = get(&desk, "/effects?after=1").await;
    assert_eq!(array(&later["effects"])[..], array(&all["effects"])[1..]);
    assert_eq!(later["effects"][0]["operation"], "createItem");
}

#[tokio::test]
async fn every_kind_of_fault_is_set_over_the_control_port() {
    let desk = desk().await;
    for (fault, expected) in [
        (json!({"kind": "status", "status": 429}), Some(429)),
        (json!({"kind": "body", "body": "x", "contentType": "text/plain"}), Some(200)),
        (json!({"kind": "delay", "ms": 1, "match": {"path": "/api/products"}}), Some(200)),
        (json!({"kind": "unauthorized", "match": {"method": "GET"}, "times": 1}), Some(401)),
        (json!({"kind": "drop-before"}), None),
        (json!({"kind": "drop-after"}), None),
        (json!({"kind": "late", "ms": 1}), None),
    ] {
        assert_eq!(post(&desk, "/faults", fault.clone()).await, 200, "{fault}");
        let answer = desk.try_send(reqwest::Method::GET, "/api/products", None).await;
        assert_eq!(answer.ok().map(|answer| answer.status), expected, "{fault}");
    }
    assert_eq!(post(&desk, "/faults", json!({"kind": "earthquake"})).await, 400);
    post(&desk, "/faults", json!({"kind": "status", "status": 500})).await;
    assert_eq!(post(&desk, "/faults/clear", json!({})).await, 200);
    assert_eq!(desk.get("/api/products").await.status, 200);
}

#[tokio::test]
async fn sessions_are_expired_and_everything_is_reset_over_the_control_port() {
    let mut desk = desk().await;
    assert_eq!(post(&desk, "/sessions/expire", json!({})).await, 200);
    desk.get("/api/products").await.refused(401);
    desk.sign_in("aokafor").await;
    desk.movement().await;
    assert_eq!(post(&desk, "/reset", json!({})).await, 200);
    assert_eq!(get(&desk, "/effects").await["effects"], json!([]));
    desk.get("/api/products").await.refused(401);
}

#[tokio::test]
async fn received_requests_are_told() {
    let mut desk = desk().await;
    desk.get("/api/products/?max=1").await;
    desk.cookie = None;
    desk.get("/api/stocklists").await;
    let told = get(&desk, "/requests").await;
    let told = array(&told["requests"]);
    assert_eq!(told.len(), 3);
    assert_eq!(told[0]["path"], "/stockroom/api/login");
    assert_eq!((&told[0]["hasCookie"], &told[0]["user"]), (&json!(false), &Value::Null));
    assert_eq!(told[0]["headers"]["content-type"], "application/json");
    assert_eq!(told[1]["path"], "/stockroom/api/products/");
    assert_eq!(told[1]["query"], "max=1");
    assert_eq!((&told[1]["user"], &told[1]["status"]), (&json!("aokafor"), &json!(200)));
    assert_eq!((&told[2]["user"], &told[2]["status"]), (&Value::Null, &json!(401)));
    assert!(!told[0].to_string().contains("practice\""), "no password is kept");
}

#[tokio::test]
async fn the_last_thousand_requests_are_kept() {
    let desk = desk().await;
    for number in 0..1010 {
        desk.get(&format!("/api/nothing/{number}")).await;
    }
    let told = get(&desk, "/requests").await;
    let told = array(&told["requests"]);
    assert_eq!(told.len(), 1000);
    assert_eq!(told[999]["path"], "/stockroom/api/nothing/1009");
    assert_eq!(told[999]["status"], 404);
}
