//! Observed extensions: reads that services of this kind offer beside the interface document.
//!
//! Served unless the service is strict. Writes are deliberately absent.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use axum::routing::get;
use axum::{Extension, Router};
use serde_json::{Value, json};

use super::input::Params;
use super::{Shared, SharedState};
use crate::answer::{self, Refusal};
use crate::sessions::SignedIn;
use crate::store::{people, places};

/// The reason codes; the document shows the first three (section 2.3).
const REASON_CODES: &[(&str, &str)] = &[
    ("STOCKOUT", "Stock out"),
    ("BECAUSE", "Because"),
    ("CLINICAL", "Clinical judgment"),
    ("LOW_STOCK", "Low stock"),
    ("EXPIRED", "Expired"),
    ("DAMAGED", "Damaged"),
    ("PACK_SIZE", "Pack size"),
];

/// The extensions' paths.
pub(crate) fn paths() -> Router<Arc<Shared>> {
    Router::new()
        .route("/api/status", get(status))
        .route("/api/getSession", get(session))
        .route("/api/persons", get(persons))
        .route("/api/locations", get(locations))
        .route("/api/reasonCodes", get(reason_codes))
}

/// Anonymous: whether the service works.
async fn status() -> Response {
    let database = json!({ "status": true, "message": "Database is available" });
    answer::bare(&json!({ "status": "OK", "database": database }))
}

/// Who is signed in.
async fn session(
    State(shared): SharedState,
    Extension(user): Extension<SignedIn>,
) -> Result<Response, Refusal> {
    let read =
        move |conn: &_| Ok((people::find(conn, &user.id)?, people::is_superuser(conn, &user.id)?));
    let (user, superuser) = shared.store.read(read).await?;
    Ok(answer::data(json!({ "user": user, "location": null, "isSuperuser": superuser })))
}

/// Users, by part of their name.
async fn persons(State(shared): SharedState, params: Params) -> Result<Response, Refusal> {
    let name = params.filter("name").unwrap_or_default();
    let list = shared.store.read(move |conn| people::list(conn, &name)).await?;
    Ok(answer::data(Value::Array(list)))
}

/// Depots, suppliers and wards: the places movements go between.
async fn locations(State(shared): SharedState) -> Result<Response, Refusal> {
    Ok(answer::data(Value::Array(shared.store.read(places::top).await?)))
}

async fn reason_codes() -> Response {
    let codes = REASON_CODES
        .iter()
        .enumerate()
        .map(|(index, (id, name))| json!({ "id": id, "name": name, "sortOrder": index }));
    answer::data(codes.collect())
}
