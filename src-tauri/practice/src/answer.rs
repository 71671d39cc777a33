//! The service's answers: wrapped and bare JSON, plain text and the error body.
//!
//! Called by every route, by the guard and by the fault middleware. Which condition leads to
//! which error is decided by the rules and the routes, not here.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

/// The content type of every JSON answer.
pub(crate) const JSON: &str = "application/json;charset=UTF-8";
/// The content type of the session answers (interface document, section 4.1).
pub(crate) const HTML: &str = "text/html;charset=UTF-8";

/// A request that was refused: HTTP status and text of the error body
/// (interface document, section 7). The error code in the body equals the status.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// HTTP status, repeated as `errorCode`.
    pub(crate) status: StatusCode,
    /// `errorMessage`.
    pub(crate) message: String,
}

impl Refusal {
    /// Any status with a text.
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Refusal {
        Refusal { status, message: message.into() }
    }

    /// 400: the request itself is wrong.
    pub(crate) fn invalid(message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::BAD_REQUEST, message)
    }

    /// 400 naming one field.
    pub(crate) fn field(name: &str, problem: &str) -> Refusal {
        Refusal::invalid(format!("Validation errors: {name}: {problem}"))
    }

    /// 404: nothing is there.
    pub(crate) fn missing(what: impl std::fmt::Display) -> Refusal {
        Refusal::new(StatusCode::NOT_FOUND, format!("Resource not found: {what}"))
    }

    /// 500: one of the operations that section 7 answers with error code 500.
    pub(crate) fn failed(message: impl Into<String>) -> Refusal {
        Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, message)
    }
}

impl From<rusqlite::Error> for Refusal {
    /// A failing database is a defect of this crate, never an answer to what a client sent.
    fn from(error: rusqlite::Error) -> Refusal {
        tracing::error!(%error, "the practice database failed");
        Refusal::failed(format!("The practice database failed: {error}"))
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = json!({ "errorCode": self.status.as_u16(), "errorMessage": self.message });
        (self.status, bare(&body)).into_response()
    }
}

/// 200 with `{"data": value}` (interface document, section 2).
pub(crate) fn data(value: Value) -> Response {
    bare(&json!({ "data": value }))
}

/// 200 with the value itself (interface document, section 4: category create, product list).
pub(crate) fn bare(value: &Value) -> Response {
    typed(StatusCode::OK, JSON, value.to_string())
}

/// A text with the content type `text/html`.
pub(crate) fn html(status: StatusCode, text: &'static str) -> Response {
    typed(status, HTML, text.to_owned())
}

/// Any body with any content type; a content type no header can carry is left out.
pub(crate) fn typed(status: StatusCode, content_type: &str, body: String) -> Response {
    let mut response = Response::new(Body::from(body));
    *response.status_mut() = status;
    if let Ok(value) = HeaderValue::from_str(content_type) {
        response.headers_mut().insert(header::CONTENT_TYPE, value);
    }
    response
}

/// Adds a `Set-Cookie` header.
pub(crate) fn set_cookie(response: &mut Response, cookie: &str) {
    if let Ok(value) = HeaderValue::from_str(cookie) {
        response.headers_mut().append(header::SET_COOKIE, value);
    }
}
