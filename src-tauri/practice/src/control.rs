//! The control port: faults, sessions, effects and requests over HTTP, for tests in other
//! processes.
//!
//! Served on a loopback port of its own without authentication, but to no page of a browser; what it does is in `faults` and
//! `store`. The warehouse itself is deliberately not reachable here.

use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::middleware;
use axum::response::Response;
use axum::routing::{get, post};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answer::{self, Refusal};
use crate::faults::{Fault, Faults, Kind};
use crate::routes::door;
use crate::routes::input::{Body, Params};
use crate::store::{Store, effects};

#[derive(Clone)]
struct Control {
    store: Store,
    faults: Faults,
}

/// The control port's router.
pub(crate) fn router(store: Store, faults: Faults) -> Router {
    Router::new()
        .route("/effects", get(list_effects))
        .route("/requests", get(list_requests))
        .route("/faults", post(add_fault))
        .route("/faults/clear", post(clear_faults))
        .route("/sessions/expire", post(expire_sessions))
        .route("/reset", post(reset))
        .layer(middleware::from_fn(door::admit))
        .with_state(Control { store, faults })
}

async fn list_effects(State(control): State<Control>, params: Params) -> Result<Response, Refusal> {
    let after = params.whole("after")?.unwrap_or(0);
    let effects = control.store.read(move |conn| effects::list(conn, after)).await?;
    Ok(answer::bare(&json!({ "effects": effects })))
}

async fn list_requests(State(control): State<Control>) -> Response {
    answer::bare(&json!({ "requests": control.faults.requests() }))
}

async fn add_fault(State(control): State<Control>, body: Body) -> Result<Response, Refusal> {
    control.faults.add(read_fault(body.0)?);
    Ok(done())
}

async fn clear_faults(State(control): State<Control>) -> Response {
    control.faults.clear();
    done()
}

async fn expire_sessions(State(control): State<Control>) -> Response {
    control.faults.expire_sessions();
    done()
}

async fn reset(State(control): State<Control>) -> Result<Response, Refusal> {
    control.faults.reset().await.map_err(Refusal::failed)?;
    Ok(done())
}

fn done() -> Response {
    answer::bare(&json!({ "done": true }))
}

/// The JSON form of a fault.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct FaultJson {
    #[serde(rename = "match", default)]
    matching: Matching,
    kind: String,
    #[serde(default)]
    ms: u64,
    status: Option<u16>,
    body: Option<String>,
    content_type: Option<String>,
    times: Option<u32>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Matching {
    method: Option<String>,
    path: Option<String>,
}

fn read_fault(body: Value) -> Result<Fault, Refusal> {
    let wanted: FaultJson =
        serde_json::from_value(body).map_err(|error| Refusal::invalid(error.to_string()))?;
    let wait = Duration::from_millis(wanted.ms);
    let mut fault = match wanted.kind.as_str() {
        "delay" => Fault::new(Kind::Delay(wait)),
        "drop-before" => Fault::new(Kind::DropBefore),
        "drop-after" => Fault::new(Kind::DropAfter),
        "late" => Fault::new(Kind::Late(wait)),
        "unauthorized" => Fault::new(Kind::Unauthorized),
        "status" if wanted.body.is_none() => Fault::status(wanted.status.unwrap_or(500)),
        "status" | "body" => Fault::new(Kind::Answer {
            status: wanted.status.unwrap_or(200),
            content_type: wanted.content_type.unwrap_or_else(|| answer::JSON.to_owned()),
            body: wanted.body.unwrap_or_default(),
        }),
        other => return Err(Refusal::field("kind", &format!("there is no fault {other:?}"))),
    };
    if let Some(method) = wanted.matching.method {
        fault = fault.method(method);
    }
    if let Some(path) = wanted.matching.path {
        fault = fault.path(path);
    }
    Ok(fault.times(wanted.times.unwrap_or(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_read_from_json() {
        let wanted = json!({"match": {"method": "post", "path": "/api/login"}, "kind": "late",
            "ms": 5, "times": 2});
        let late = Fault::new(Kind::Late(Duration::from_millis(5)));
        assert_eq!(read_fault(wanted), Ok(late.method("POST").path("/api/login").times(2)));
    }

    #[test]
    fn unknown_kinds_and_fields_are_refused() {
        assert!(read_fault(json!({"kind": "earthquake"})).is_err());
        assert!(read_fault(json!({"kind": "delay", "seconds": 3})).is_err());
        assert!(read_fault(json!([])).is_err());
    }
}
