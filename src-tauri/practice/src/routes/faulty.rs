//! Lets requests meet the faults that were set.

use std::time::Duration;

use axum::body::{Body, to_bytes};
use axum::extract::{ConnectInfo, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use super::{guard, input};
use crate::answer::{self, Refusal};
use crate::base::APPLICATION;
use crate::faults::Kind;
use crate::line::Line;
use crate::requests::Unanswered;
use crate::shared::SharedState;

/// The middleware that carries faults out.
pub(crate) async fn meet(
    State(shared): SharedState,
    ConnectInfo(line): ConnectInfo<Line>,
    request: Request,
    next: Next,
) -> Response {
    let path = request.uri().path();
    let path = path.strip_prefix(APPLICATION).unwrap_or(path).to_owned();
    match shared.faults.meet(request.method().as_str(), &path) {
        None => next.run(request).await,
        Some(Kind::Delay(wait)) => {
            tokio::time::sleep(wait).await;
            next.run(request).await
        }
        Some(Kind::DropBefore) => cut(&line),
        Some(Kind::DropAfter) => {
            next.run(request).await;
            cut(&line)
        }
        Some(Kind::Late(wait)) => {
            late(wait, request, next).await;
            cut(&line)
        }
        Some(Kind::Answer { status, content_type, body }) => {
            let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            answer::typed(status, &content_type, body)
        }
        Some(Kind::Unauthorized) => {
            guard::unauthorized(&shared.sessions, request.method().as_str(), &path)
        }
        Some(Kind::BadLine(at)) => without_id(next.run(request).await, at).await,
    }
}

/// The answer, its line item of this index without an id.
async fn without_id(response: Response, at: usize) -> Response {
    let (mut parts, body) = response.into_parts();
    let bytes = to_bytes(body, usize::MAX).await.unwrap_or_default();
    let Ok(mut answer) = serde_json::from_slice::<Value>(&bytes) else {
        return Response::from_parts(parts, Body::from(bytes));
    };
    let line = answer.pointer_mut(&format!("/data/lineItems/{at}"));
    if let Some(fields) = line.and_then(Value::as_object_mut) {
        fields.insert("id".to_owned(), Value::Null);
    }
    parts.headers.remove(header::CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(answer.to_string()))
}

/// Takes the connection away: the response returned here is never written.
fn cut(line: &Line) -> Response {
    line.cut();
    let mut response = StatusCode::NO_CONTENT.into_response();
    response.extensions_mut().insert(Unanswered);
    response
}

/// Takes in the whole request, which the connection must still deliver, and handles it later.
async fn late(wait: Duration, request: Request, next: Next) {
    let (parts, body) = request.into_parts();
    let taken: Result<_, Refusal> = input::take(body).await;
    let Ok(bytes) = taken else { return };
    tokio::spawn(async move {
        tokio::time::sleep(wait).await;
        next.run(Request::from_parts(parts, Body::from(bytes))).await;
    });
}
