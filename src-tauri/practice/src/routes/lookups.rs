//! Bin locations, internal locations and stocklists (interface document, section 4.6).
//!
//! Behind the guard. GET only, and only the filters whose names the document shows.

use axum::extract::State;
use axum::response::Response;
use serde_json::Value;

use super::input::{Params, Segments};
use crate::answer::{self, Refusal};
use crate::shared::SharedState;
use crate::store::{places, stocklists};

/// `GET /api/binLocations`.
pub(crate) async fn bins(State(shared): SharedState, params: Params) -> Result<Response, Refusal> {
    let parent = params.filter("parentLocation.id");
    let read = move |conn: &_| places::inside(conn, places::BIN, parent.as_deref());
    list(params, shared.store.read(read).await?)
}

/// `GET /api/internalLocations`.
pub(crate) async fn internal_locations(
    State(shared): SharedState,
    params: Params,
) -> Result<Response, Refusal> {
    let parent = params.filter("location.id");
    let read = move |conn: &_| places::inside(conn, places::INTERNAL, parent.as_deref());
    list(params, shared.store.read(read).await?)
}

/// `GET /api/internalLocations/<id>`, for bins too: they lie inside a depot as well.
pub(crate) async fn internal_location(
    State(shared): SharedState,
    segments: Segments,
) -> Result<Response, Refusal> {
    let id = segments.get("id");
    let wanted = id.clone();
    let found = shared.store.read(move |conn| places::find(conn, &wanted)).await?;
    found
        .filter(|place| {
            place["locationTypeCode"] == places::INTERNAL
                || place["locationTypeCode"] == places::BIN
        })
        .map(answer::data)
        .ok_or_else(|| Refusal::missing(format!("internal location with ID {id}")))
}

/// `GET /api/stocklists`.
pub(crate) async fn stocklists(
    State(shared): SharedState,
    params: Params,
) -> Result<Response, Refusal> {
    let page = params.page(&shared.variants)?;
    let filter = stocklists::Filter {
        name: params.filter("name"),
        number: params.filter("requisitionNumber"),
        origin: params.filter("origin.id"),
        destination: params.filter("destination.id"),
    };
    list(params, shared.store.read(move |conn| stocklists::list(conn, &filter, page)).await?)
}

fn list(params: Params, mut list: Vec<Value>) -> Result<Response, Refusal> {
    params.leave_out(&mut list);
    Ok(answer::data(Value::Array(list)))
}
