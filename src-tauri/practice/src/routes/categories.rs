//! Categories (interface document, section 4.2).
//!
//! Behind the guard. Create only: listing, renaming and deleting are not shown and deliberately
//! absent; the generic family reads categories.

use axum::Extension;
use axum::extract::State;
use axum::response::Response;

use super::input::Object;
use crate::answer::{self, Refusal};
use crate::sessions::SignedIn;
use crate::shared::SharedState;
use crate::store::{Write, products};

/// `POST /api/categories`; without a name it answers the 500 of section 7.
pub(crate) async fn create(
    State(shared): SharedState,
    Extension(user): Extension<SignedIn>,
    body: Object,
) -> Result<Response, Refusal> {
    let name = body.fields().id("name")?.ok_or_else(|| {
        Refusal::failed(
            "Category could not be saved: Field error in object 'category' on field 'name': \
             rejected value [null]; Property [name] of class [Category] cannot be null",
        )
    })?;
    let create = move |write: &Write<'_>| products::create_category(write, &name);
    Ok(answer::bare(&shared.store.write(user.username, create).await?))
}
