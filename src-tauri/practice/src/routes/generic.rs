//! The generic family (interface document, section 4): GET only, for its shapes are not shown.
//!
//! Behind the guard; the kinds of records are in the store.

use axum::extract::State;
use axum::response::Response;
use serde_json::Value;

use super::input::{Params, Segments};
use crate::answer::{self, Refusal};
use crate::shared::SharedState;
use crate::store::generic;

/// `GET /api/generic/<object>`.
pub(crate) async fn list(
    State(shared): SharedState,
    segments: Segments,
    params: Params,
) -> Result<Response, Refusal> {
    let object = segments.get("object");
    let kind = object.clone();
    let found = shared.store.read(move |conn| generic::list(conn, &kind, None)).await?;
    let mut list = found.ok_or_else(|| Refusal::missing(object))?;
    params.leave_out(&mut list);
    Ok(answer::data(Value::Array(list)))
}

/// `GET /api/generic/<object>/<id>`.
pub(crate) async fn show(
    State(shared): SharedState,
    segments: Segments,
) -> Result<Response, Refusal> {
    let (object, id) = (segments.get("object"), segments.get("id"));
    let missing = Refusal::missing(format!("{object} with ID {id}"));
    let found = shared.store.read(move |conn| generic::list(conn, &object, Some(&id))).await?;
    found.and_then(|mut list| list.pop()).map(answer::data).ok_or(missing)
}
