//! Errors on every path (interface document, section 7): always JSON, never a fault of the server.

use practice::sample;
use reqwest::Method;
use serde_json::json;

use crate::desk::Desk;

/// Every path of the document and the methods it answers.
const PATHS: &[(&str, &[&str])] = &[
    ("/api/login", &["POST"]),
    ("/api/logout", &["POST"]),
    ("/api/categories", &["POST"]),
    ("/api/stockMovements", &["GET", "POST"]),
    ("/api/stockMovements/x", &["GET", "POST"]),
    ("/api/stockMovementItems/x", &["POST"]),
    ("/api/binLocations", &["GET"]),
    ("/api/internalLocations", &["GET"]),
    ("/api/internalLocations/x", &["GET"]),
    ("/api/stocklists", &["GET"]),
    ("/api/products", &["GET", "POST"]),
    ("/api/generic/product", &["GET"]),
    ("/api/generic/product/x", &["GET"]),
    ("/api/status", &["GET"]),
    ("/api/getSession", &["GET"]),
    ("/api/getAppContext", &["GET"]),
    ("/api/persons", &["GET"]),
    ("/api/locations", &["GET"]),
    ("/api/reasonCodes", &["GET"]),
    ("/api/products/x/substitutions", &["GET"]),
    ("/api/products/x/associatedProducts", &["GET"]),
    ("/api/stockMovements/x/status", &["GET"]),
];

#[tokio::test]
async fn a_wrong_method_is_refused_on_every_path() {
    let desk = Desk::open().await;
    for (path, methods) in PATHS {
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
            if !methods.contains(&method) {
                let answer = desk.send(method.parse().unwrap(), path, None).await;
                assert_eq!(answer.refused(405), "Method not allowed", "{method} {path}");
            }
        }
    }
}

#[tokio::test]
async fn nothing_is_answered_without_a_session_on_any_path() {
    let mut desk = Desk::open().await;
    desk.cookie = None;
    for (path, methods) in
        PATHS.iter().filter(|(path, _)| !matches!(*path, "/api/login" | "/api/status"))
    {
        for method in *methods {
            let answer = desk.send(method.parse().unwrap(), path, None).await;
            let message = answer.refused(401);
            assert!(message.starts_with("Unauthorized user: Request requires authentication ["));
        }
    }
}

#[tokio::test]
async fn malformed_json_is_refused_on_every_path_that_reads_some() {
    let desk = Desk::open().await;
    let bodies = ["", "{", "[]", "\"x\"", "null", "{\"name\":\"\\ud800\"}", "{\"a\":1}}", "\u{0}"];
    for path in [
        "/api/login",
        "/api/categories",
        "/api/stockMovements",
        "/api/stockMovements/x",
        "/api/stockMovementItems/x",
    ] {
        for body in bodies {
            let answer = desk.send(Method::POST, path, Some(body.to_owned())).await;
            let message = answer.refused(400);
            assert!(message.starts_with("Malformed JSON"), "{path} {body:?}: {message}");
        }
    }
}

#[tokio::test]
async fn unknown_paths_are_not_found() {
    let desk = Desk::open().await;
    for path in ["/api/nonsense", "/api", "/api/stockMovements/1/2", "/nonsense", ""] {
        desk.get(path).await.refused(404);
        desk.post(path, json!({})).await.refused(404);
    }
}

#[tokio::test]
async fn strange_ids_and_queries_never_break_the_service() {
    let desk = Desk::open().await;
    let ids = ["%00", "%FF", "'%20OR%201=1", "..%2F..", "%F0%9F%92%89", &"x".repeat(5000)];
    for id in ids {
        for path in [
            format!("/api/stockMovements/{id}"),
            format!("/api/internalLocations/{id}"),
            format!("/api/generic/product/{id}"),
            format!("/api/generic/{id}"),
        ] {
            desk.get(&path).await.refused(404);
        }
        let answer = desk.get(&format!("/api/stocklists?name={id}&origin.id={id}")).await;
        assert_eq!(answer.status, 200, "{id}");
    }
}

#[tokio::test]
async fn a_body_that_is_too_large_is_refused() {
    let desk = Desk::open().await;
    let body = json!({"name": "x".repeat(3 * 1024 * 1024)}).to_string();
    desk.send(Method::POST, "/api/categories", Some(body)).await.refused(413);
    let fits = json!({"name": "x".repeat(1000 * 1024)});
    assert_eq!(desk.post("/api/categories", fits).await.status, 200);
}

#[tokio::test]
async fn deeply_nested_json_is_refused() {
    let desk = Desk::open().await;
    let body = format!("{{\"name\":{}{}}}", "[".repeat(5000), "]".repeat(5000));
    desk.send(Method::POST, "/api/stockMovements", Some(body)).await.refused(400);
}

#[tokio::test]
async fn values_of_wrong_types_are_refused_everywhere() {
    let desk = Desk::open().await;
    for wrong in [json!(1), json!(true), json!([1]), json!({"id": 1})] {
        desk.post("/api/login", json!({"username": wrong, "password": "x"})).await.refused(400);
        desk.post("/api/categories", json!({"name": wrong})).await.refused(400);
        desk.post("/api/stockMovements", json!({"stocklist.id": wrong})).await.refused(400);
        let path = format!("/api/stockMovementItems/{}", sample::MOVEMENT_EMPTY);
        desk.post(&path, json!({"picklistItems": [{"id": wrong, "quantityPicked": 1}]}))
            .await
            .refused(400);
    }
}
