//! The product list (interface document, sections 2.8 and 4.6), by GET and by POST.
//!
//! Behind the guard. Searching is deliberately absent: the document shows no filter.

use std::sync::Arc;

use axum::extract::State;
use axum::response::Response;
use axum::routing::{MethodRouter, get, post};
use serde_json::Value;

use super::input::Params;
use crate::answer::{self, Refusal};
use crate::shared::{Shared, SharedState};
use crate::store::products;
use crate::variants::{Variant, Variants};

/// The methods the list answers: the document demonstrates POST and says lookups support GET.
pub(crate) fn methods(variants: &Variants) -> MethodRouter<Arc<Shared>> {
    if variants.on(Variant::ProductsPostOnly) {
        post(list)
    } else if variants.on(Variant::ProductsGetOnly) {
        get(list)
    } else {
        get(list).post(list)
    }
}

async fn list(State(shared): SharedState, params: Params) -> Result<Response, Refusal> {
    let page = params.page(&shared.variants)?;
    let mut list = shared.store.read(move |conn| products::list(conn, page)).await?;
    params.leave_out(&mut list);
    Ok(match shared.variants.on(Variant::WrappedProducts) {
        true => answer::data(Value::Array(list)),
        false => answer::bare(&Value::Array(list)),
    })
}
