//! What must be so in the service: read from the practice warehouse's effect log, and by a plain
//! GET as any other client would.

use practice::Effect;
use serde_json::Value;

use crate::window::Window;

/// Every write the warehouse applied, as `operation` and what it was about.
pub fn effects(window: &Window) -> Vec<Effect> {
    window.warehouse.effects()
}

/// The operations applied, in order.
pub fn operations(window: &Window) -> Vec<String> {
    effects(window).into_iter().map(|effect| effect.operation.to_string()).collect()
}

/// Reads a record from the warehouse as another client would, signed in anew.
pub async fn get(window: &Window, path: &str) -> Value {
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
        .body(
            serde_json::json!({ "username": user, "password": practice::sample::PASSWORD })
                .to_string(),
        )
        .send()
        .await
        .unwrap();
    let cookie = signed_in.headers()["set-cookie"].to_str().unwrap().to_owned();
    let cookie = cookie.split(';').next().unwrap().to_owned();
    let answer = http.get(format!("{base}{path}")).header("Cookie", cookie).send().await.unwrap();
    serde_json::from_str(&answer.text().await.unwrap()).unwrap()
}
