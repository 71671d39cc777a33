//! Writes the log of received requests.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::middleware::Next;
use axum::response::Response;

use crate::requests::{Request, Unanswered};
use crate::sessions;
use crate::shared::SharedState;

/// The middleware that writes the log.
pub(crate) async fn record(
    State(shared): SharedState,
    request: axum::extract::Request,
    next: Next,
) -> Response {
    let number = shared.requests.add(describe(&shared.sessions, &request));
    let response = next.run(request).await;
    if response.extensions().get::<Unanswered>().is_none() {
        shared.requests.answered(number, response.status().as_u16());
    }
    response
}

fn describe(sessions: &sessions::Sessions, request: &axum::extract::Request) -> Request {
    let mut headers = BTreeMap::<String, String>::new();
    for (name, value) in request.headers() {
        let value = String::from_utf8_lossy(value.as_bytes());
        headers
            .entry(name.to_string())
            .and_modify(|values| *values = format!("{values}, {value}"))
            .or_insert_with(|| value.to_string());
    }
    Request {
        method: request.method().to_string(),
        path: request.uri().path().to_owned(),
        query: request.uri().query().unwrap_or_default().to_owned(),
        headers,
        has_cookie: sessions::cookie(request.headers()).is_some(),
        user: sessions.user(request.headers()).map(|user| user.username),
        status: None,
    }
}
