//! Observed extensions: reads that services of this kind offer beside the interface document.
//!
//! Served unless the service is strict; each is as seen in installations. Writes are deliberately
//! absent. A location can be chosen for a session; nothing depends on it but what is told of the
//! session, and one variant.

mod products;
mod reasons;

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use axum::routing::get;
use axum::{Extension, Router};
use serde_json::{Value, json};

use super::input::Params;
use super::{movements, session};
use crate::answer::{self, Refusal};
use crate::sessions::SignedIn;
use crate::shared::{Shared, SharedState};
use crate::store::{people, places};
use crate::variants::Variant;

/// The release a newer generation says it is.
const NEWER_VERSION: &str = "0.9.8";

/// The release any other says it is: of a generation that takes updates.
const OLDER_VERSION: &str = "0.8.3";

/// The extensions' paths.
pub(crate) fn paths() -> Router<Arc<Shared>> {
    Router::new()
        .route("/api/status", get(status))
        .route("/api/getSession", get(current_session))
        .route("/api/getAppContext", get(context))
        .route("/api/persons", get(persons))
        .route("/api/locations", get(locations))
        .route(
            "/api/chooseLocation/{id}",
            get(session::choose_location)
                .put(session::choose_location)
                .post(session::choose_location),
        )
        .route("/api/reasonCodes", get(reasons::list))
        .route("/api/products/{id}/substitutions", get(products::substitutions))
        .route("/api/products/{id}/associatedProducts", get(products::associated))
        .route("/api/stockMovements/{id}/status", get(movements::status))
}

/// Anonymous: whether the service works.
async fn status() -> Response {
    let database = json!({ "status": true, "message": "Database is available" });
    answer::bare(&json!({ "status": "OK", "database": database }))
}

/// Who is signed in, as older installations tell it.
async fn current_session(
    State(shared): SharedState,
    Extension(user): Extension<SignedIn>,
) -> Result<Response, Refusal> {
    if shared.variants.on(Variant::Newer) {
        return Err(Refusal::missing("getSession"));
    }
    Ok(answer::data(signed_in(&shared, user).await?))
}

/// Who is signed in, as newer installations tell it; of their many settings only those that say
/// something here.
async fn context(
    State(shared): SharedState,
    Extension(user): Extension<SignedIn>,
) -> Result<Response, Refusal> {
    let mut context = signed_in(&shared, user).await?;
    let version = match shared.variants.on(Variant::Newer) {
        true => NEWER_VERSION,
        false => OLDER_VERSION,
    };
    let settings = json!({
        "currentLocationRoles": [], "isImpersonated": false, "environment": "practice",
        "appVersion": version, "activeLanguageTag": "en", "pageSize": 10,
        "supportedLocales": [{ "code": "en", "name": "English" }],
    });
    if let (Value::Object(context), Value::Object(settings)) = (&mut context, settings) {
        context.extend(settings);
    }
    Ok(answer::data(context))
}

async fn signed_in(shared: &Shared, user: SignedIn) -> Result<Value, Refusal> {
    let read = move |conn: &_| {
        let place = match &user.place {
            Some(place) => places::find(conn, place)?,
            None => None,
        };
        let superuser = people::is_superuser(conn, &user.id)?;
        Ok((people::find(conn, &user.id)?, superuser, place))
    };
    let (user, superuser, place) = shared.store.read(read).await?;
    Ok(json!({
        "user": user, "location": place, "isSuperuser": superuser, "isUserAdmin": superuser,
        "supportedActivities": [], "activeLanguage": "en",
    }))
}

/// Users, by part of their name.
async fn persons(State(shared): SharedState, params: Params) -> Result<Response, Refusal> {
    let name = params.filter("name").unwrap_or_default();
    let list = shared.store.read(move |conn| people::list(conn, &name)).await?;
    Ok(answer::data(Value::Array(list)))
}

/// Depots, suppliers and wards: the places movements go between, by part of their name and by
/// type codes.
async fn locations(State(shared): SharedState, params: Params) -> Result<Response, Refusal> {
    let (name, codes) = (params.filter("name"), params.all("locationTypeCode"));
    let read = move |conn: &_| places::top(conn, name.as_deref(), &codes);
    Ok(answer::data(Value::Array(shared.store.read(read).await?)))
}
