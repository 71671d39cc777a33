//! What must be so in the service: read from the practice warehouse's effect log, and by a plain
//! GET as any other client would.

use practice::Effect;
use serde_json::Value;

use crate::window::Window;
use crate::{history, watch};

/// Every write the warehouse applied, as `operation` and what it was about.
pub fn effects(window: &Window) -> Vec<Effect> {
    window.warehouse.effects()
}

/// The operations applied, in order.
pub fn operations(window: &Window) -> Vec<String> {
    effects(window).into_iter().map(|effect| effect.operation.to_string()).collect()
}

/// Waits until so many writes were applied.
pub async fn until_effects(window: &Window, wanted: usize) {
    for _ in 0..600 {
        if effects(window).len() >= wanted {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("{} writes were applied, not {wanted}", effects(window).len());
}

/// Waits until the drafts, as the backend has them, hold this.
pub async fn until_kept(window: &Window, wanted: &str) {
    for _ in 0..200 {
        let drafts = history::invoke(&window.client, "list_drafts", serde_json::json!({})).await;
        if drafts.to_string().contains(wanted) {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("no draft holds {wanted}");
}

/// Reads a record from the warehouse as another client would, signed in anew.
pub async fn get(window: &Window, path: &str) -> Value {
    ask(window, reqwest::Method::GET, path, None).await
}

/// Writes to the warehouse as another client would, signed in anew.
pub async fn post(window: &Window, path: &str, body: &Value) -> Value {
    ask(window, reqwest::Method::POST, path, Some(body)).await
}

async fn ask(window: &Window, method: reqwest::Method, path: &str, body: Option<&Value>) -> Value {
    let _ = rustls::crypto::ring::default_provider().install_default();
    let http = reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .no_proxy()
        .build()
        .unwrap();
    let base = window.warehouse.base();
    let user = practice::sample::USERS[0].username;
    let signed_in = http
        .post(format!("{base}/api/login"))
        .header("Content-Type", "application/json")
        .body(serde_json::json!({ "username": user, "password": watch::PASSWORD }).to_string())
        .send()
        .await
        .unwrap();
    let cookie = signed_in.headers()["set-cookie"].to_str().unwrap().to_owned();
    let cookie = cookie.split(';').next().unwrap().to_owned();
    let mut request = http.request(method, format!("{base}{path}")).header("Cookie", cookie);
    if let Some(body) = body {
        request = request.header("Content-Type", "application/json").body(body.to_string());
    }
    let answer = request.send().await.unwrap();
    assert!(answer.status().is_success(), "{path}: {}", answer.status());
    serde_json::from_str(&answer.text().await.unwrap()).unwrap()
}
