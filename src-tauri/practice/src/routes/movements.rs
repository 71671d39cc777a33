//! Stock movements, their line items and picking (interface document, sections 4.3 to 4.5).
//!
//! Behind the guard. Deleting a movement and filtering the list are deliberately absent: the
//! document shows neither. Two extensions share their path or subject with the document and are
//! here: the pages of a movement and its status.

use std::time::Duration;

use axum::Extension;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::input::{Object, Params, Segments};
use crate::answer::{self, Refusal};
use crate::rules::fields::Fields;
use crate::rules::header::Header;
use crate::rules::instruction::Instruction;
use crate::rules::pick::read_picks;
use crate::sessions::SignedIn;
use crate::shared::SharedState;
use crate::store::movements::Between;
use crate::store::pages::{self, Step};
use crate::store::{Write, movements, picks};
use crate::variants::Variant;

/// How late the answer to a pick comes, if it does.
const LATE: Duration = Duration::from_millis(300);

/// `GET /api/stockMovements`.
pub(crate) async fn list(State(shared): SharedState, params: Params) -> Result<Response, Refusal> {
    let mut between = Between::default();
    if shared.variants.on(Variant::ListNeedsDirection) {
        between =
            Between { origin: params.filter("origin"), destination: params.filter("destination") };
        if params.get("direction").is_none() || between.origin == between.destination {
            let text =
                "Direction parameter is required. Origin and destination cannot be the same.";
            let body = json!({ "errorMessages": [text] });
            return Ok((StatusCode::BAD_REQUEST, answer::bare(&body)).into_response());
        }
    }
    let page = params.page(&shared.variants)?;
    let full = !params.excluded().contains(&"lineItems");
    let mut list =
        shared.store.read(move |conn| movements::list(conn, page, &between, full)).await?;
    list.iter_mut().for_each(|movement| shared.variants.dress(movement));
    params.leave_out(&mut list);
    Ok(answer::data(Value::Array(list)))
}

/// `GET /api/stockMovements/<id>`; with `stepNumber`, seen in installations, a page in the place
/// of the line items.
pub(crate) async fn show(
    State(shared): SharedState,
    segments: Segments,
    params: Params,
) -> Result<Response, Refusal> {
    let id = segments.get("id");
    let step = params.get("stepNumber").filter(|_| !shared.strict).and_then(Step::of);
    let read = move |conn: &_| match step {
        Some(step) => pages::find(conn, &id, step),
        None => movements::find(conn, &id),
    };
    let mut movement = shared.store.read(read).await?;
    shared.variants.dress(&mut movement);
    Ok(answer::data(movement))
}

/// `GET /api/stockMovements/<id>/status`, seen in installations: a word alone.
pub(crate) async fn status(
    State(shared): SharedState,
    segments: Segments,
) -> Result<Response, Refusal> {
    let id = segments.get("id");
    let status = shared.store.read(move |conn| pages::status(conn, &id)).await?;
    Ok(answer::data(json!(status)))
}

/// `POST /api/stockMovements`: an empty movement, an inbound one, or one from a stocklist.
pub(crate) async fn create(
    State(shared): SharedState,
    Extension(user): Extension<SignedIn>,
    body: Object,
) -> Result<Response, Refusal> {
    let mut header = Header::read(body.fields())?;
    if shared.variants.on(Variant::NameAndDescriptionOwn) {
        header.description = None;
    }
    let stocklist = body.fields().id("stocklist.id")?;
    let create = move |write: &Write<'_>| movements::create(write, &header, stocklist.as_deref());
    let mut movement = shared.store.write(user.username, create).await?;
    shared.variants.dress(&mut movement);
    let mut response = answer::data(movement);
    if shared.variants.on(Variant::Created201) {
        *response.status_mut() = StatusCode::CREATED;
    }
    Ok(response)
}

/// `POST /api/stockMovements/<id>`: header fields and line item instructions, all or nothing.
pub(crate) async fn update(
    State(shared): SharedState,
    Extension(user): Extension<SignedIn>,
    segments: Segments,
    body: Object,
) -> Result<Response, Refusal> {
    let id = segments.get("id");
    if shared.variants.on(Variant::Updates404) || shared.variants.strays() {
        return Err(Refusal::missing(format!("stock movement with ID {id}")));
    }
    let leaves = shared.variants.on(Variant::EmptyFieldsLeft);
    let body = if leaves { body.without_empty() } else { body };
    let mut header = Header::read(body.fields())?;
    if shared.variants.names_are_own() {
        header.name = None;
    }
    let instructions = read_instructions(body.fields(), &id)?;
    let answers_before = shared.variants.on(Variant::AnswerBefore) && !instructions.is_empty();
    let update = move |write: &Write<'_>| {
        let before = if answers_before { Some(movements::find(write.conn, &id)?) } else { None };
        let after = movements::update(write, &id, &header, &instructions)?;
        Ok(before.unwrap_or(after))
    };
    let mut movement = shared.store.write(user.username, update).await?;
    shared.variants.dress(&mut movement);
    Ok(answer::data(movement))
}

fn read_instructions(body: Fields<'_>, id: &str) -> Result<Vec<Instruction>, Refusal> {
    if body.id("id")?.is_some_and(|named| named != id) {
        return Err(Refusal::field("id", "is not the ID in the path"));
    }
    body.list("lineItems")?.unwrap_or_default().into_iter().map(Instruction::read).collect()
}

/// `POST /api/stockMovementItems/<id>`: answers the line item as it was before, for the answer is
/// not shown and real services are seen to do that.
pub(crate) async fn pick(
    State(shared): SharedState,
    Extension(user): Extension<SignedIn>,
    segments: Segments,
    body: Object,
) -> Result<Response, Refusal> {
    let id = segments.get("id");
    if shared.variants.on(Variant::Picks404) {
        return Err(Refusal::missing(format!("stock movement item with ID {id}")));
    }
    let rows = read_picks(body.fields(), shared.variants.on(Variant::ZeroPickStored))?;
    let pick = move |write: &Write<'_>| picks::apply(write, &id, &rows);
    let mut line = shared.store.write(user.username, pick).await?;
    if shared.variants.on(Variant::PickAnswerLate) {
        tokio::time::sleep(LATE).await;
    }
    shared.variants.dress_line(&mut line);
    Ok(answer::data(line))
}
