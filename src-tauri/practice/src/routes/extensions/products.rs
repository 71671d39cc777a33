//! What may replace a product, with what there is of it, in the two forms seen in installations.
//!
//! Behind the guard. Associations of other types than substitutes are deliberately absent.

use axum::extract::State;
use axum::response::Response;

use crate::answer::{self, Refusal};
use crate::routes::input::{Params, Segments};
use crate::shared::{Shared, SharedState};
use crate::store::substitutes::{self, Question};

/// `GET /api/products/<id>/substitutions`: in the location `location.id`, or everywhere.
pub(super) async fn substitutions(
    State(shared): SharedState,
    segments: Segments,
    params: Params,
) -> Result<Response, Refusal> {
    ask(&shared, &segments, &params, Vec::new(), "substitutions").await
}

/// `GET /api/products/<id>/associatedProducts`: of the types `type`, or of all.
pub(super) async fn associated(
    State(shared): SharedState,
    segments: Segments,
    params: Params,
) -> Result<Response, Refusal> {
    ask(&shared, &segments, &params, params.all("type"), "productAssociations").await
}

async fn ask(
    shared: &Shared,
    segments: &Segments,
    params: &Params,
    types: Vec<String>,
    name: &'static str,
) -> Result<Response, Refusal> {
    let (product, location) = (segments.get("id"), params.filter("location.id"));
    let missing = Refusal::missing(format!("product with ID {product}"));
    let question = Question { product, location, types };
    let read = move |conn: &_| substitutes::associations(conn, &question, name);
    shared.store.read(read).await?.map(answer::data).ok_or(missing)
}
