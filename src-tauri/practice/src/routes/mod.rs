//! The service's paths (interface document, section 4), all under the application path.
//!
//! Built when the service starts. Routes read requests with the rules, call the store and dress
//! answers with the variants; they hold no rules of the warehouse themselves.

mod categories;
pub(crate) mod door;
mod extensions;
mod faulty;
mod generic;
pub(crate) mod guard;
pub(crate) mod input;
mod lookups;
mod movements;
mod products;
mod record;
mod session;

use std::sync::Arc;

use axum::Router;
use axum::extract::Request;
use axum::http::{StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::{get, post};

use crate::answer::Refusal;
use crate::shared::Shared;
use crate::variants::answers;

/// Everything under the base address.
pub(crate) fn service(shared: Arc<Shared>) -> Router {
    let guarded = Router::new()
        .nest(crate::base::APPLICATION, paths(&shared))
        .fallback(unknown)
        .method_not_allowed_fallback(wrong_method)
        .layer(middleware::from_fn_with_state(shared.clone(), answers::redress))
        .layer(middleware::from_fn_with_state(shared.clone(), guard::guard))
        .with_state(shared.clone());
    // Layers of a router run after its routes are matched; a rewritten path therefore needs a
    // router around the one that matches. The last layer is the outermost.
    Router::new()
        .fallback_service(guarded)
        .layer(middleware::from_fn(trim_slash))
        .layer(middleware::from_fn_with_state(shared.clone(), faulty::meet))
        .layer(middleware::from_fn(door::json_alone))
        .layer(middleware::from_fn(door::admit))
        .layer(middleware::from_fn_with_state(shared, record::record))
}

fn paths(shared: &Shared) -> Router<Arc<Shared>> {
    let paths = Router::new()
        .route("/api/login", post(session::login))
        .route("/api/logout", post(session::logout))
        .route("/auth/login", get(session::page))
        .route(guard::DENIED, get(guard::denied))
        .route("/api/categories", post(categories::create))
        .route("/api/stockMovements", get(movements::list).post(movements::create))
        .route("/api/stockMovements/{id}", get(movements::show).post(movements::update))
        .route("/api/stockMovementItems/{id}", post(movements::pick))
        .route("/api/binLocations", get(lookups::bins))
        .route("/api/internalLocations", get(lookups::internal_locations))
        .route("/api/internalLocations/{id}", get(lookups::internal_location))
        .route("/api/stocklists", get(lookups::stocklists))
        .route("/api/products", products::methods(&shared.variants))
        .route("/api/generic/{object}", get(generic::list))
        .route("/api/generic/{object}/{id}", get(generic::show));
    if shared.strict { paths } else { paths.merge(extensions::paths()) }
}

async fn unknown(uri: Uri) -> Refusal {
    Refusal::missing(uri.path())
}

async fn wrong_method() -> Refusal {
    Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "Method not allowed")
}

/// Accepts every path with a slash at the end too.
async fn trim_slash(mut request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let trimmed = path.trim_end_matches('/');
    if trimmed.len() < path.len() && !trimmed.is_empty() {
        let query = request.uri().query().map(|query| format!("?{query}")).unwrap_or_default();
        if let Ok(uri) = format!("{trimmed}{query}").parse() {
            *request.uri_mut() = uri;
        }
    }
    next.run(request).await
}
