//! What the routes take from a request: JSON bodies, query parameters, ids in paths.
//!
//! Used by the routes and the control port. Every failure is a JSON error body; the content type
//! of a body was looked at by [`super::door`].

use std::future::poll_fn;
use std::pin::Pin;
use std::time::Duration;

use axum::body::{Bytes, HttpBody};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde_json::{Map, Value};

use crate::answer::Refusal;
use crate::rules::fields::Fields;
use crate::store::Page;
use crate::variants::{Variant, Variants};

/// The largest request body that is understood: 1 MiB (section 8, rule 3 shows none).
const LARGEST: usize = 1024 * 1024;
/// A body up to this size is read to its end, so that the client can read that it is too large;
/// what is beyond [`LARGEST`] is not kept.
const READ: usize = 32 * 1024 * 1024;
/// How long a body may take to come.
const PATIENCE: Duration = Duration::from_secs(30);

/// Takes in a whole body, or refuses one that is too large with 413, or too slow with 408.
pub(crate) async fn take(body: axum::body::Body) -> Result<Bytes, Refusal> {
    let slow = |_| Refusal::new(StatusCode::REQUEST_TIMEOUT, "The request body did not come");
    tokio::time::timeout(PATIENCE, take_in(body)).await.map_err(slow)?
}

async fn take_in(mut body: axum::body::Body) -> Result<Bytes, Refusal> {
    let (mut kept, mut read) = (Vec::new(), 0);
    while let Some(frame) = poll_fn(|cx| Pin::new(&mut body).poll_frame(cx)).await {
        let frame = frame.map_err(|error| Refusal::invalid(error.to_string()))?;
        let Ok(data) = frame.into_data() else { continue };
        read += data.len();
        if read > READ {
            break;
        }
        match read > LARGEST {
            true => kept = Vec::new(),
            false => kept.extend_from_slice(&data),
        }
    }
    if read > LARGEST {
        return Err(Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "Request body is too large"));
    }
    Ok(kept.into())
}

/// A JSON body of any kind.
pub(crate) struct Body(pub(crate) Value);

impl<S: Send + Sync> FromRequest<S> for Body {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &S) -> Result<Body, Refusal> {
        let bytes = take(request.into_body()).await?;
        let malformed = |error| Refusal::invalid(format!("Malformed JSON: {error}"));
        serde_json::from_slice(&bytes).map(Body).map_err(malformed)
    }
}

/// A JSON body that is an object.
pub(crate) struct Object(Map<String, Value>);

impl Object {
    /// Its fields.
    pub(crate) fn fields(&self) -> Fields<'_> {
        Fields(&self.0)
    }

    /// Without its own fields that are empty texts.
    pub(crate) fn without_empty(self) -> Object {
        Object(self.0.into_iter().filter(|(_, value)| value != "").collect())
    }
}

impl<S: Send + Sync> FromRequest<S> for Object {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Object, Refusal> {
        match Body::from_request(request, state).await?.0 {
            Value::Object(fields) => Ok(Object(fields)),
            _ => Err(Refusal::invalid("Malformed JSON: the body must be an object")),
        }
    }
}

/// The query parameters, in order; names may come several times.
pub(crate) struct Params(Vec<(String, String)>);

impl<S: Send + Sync> FromRequestParts<S> for Params {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Params, Refusal> {
        Query::try_from_uri(&parts.uri)
            .map(|Query(pairs)| Params(pairs))
            .map_err(|error| Refusal::invalid(error.to_string()))
    }
}

impl Params {
    /// The first value of a name.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// The first value of a name, as an owned filter; an empty one lets everything through.
    pub(crate) fn filter(&self, name: &str) -> Option<String> {
        self.get(name).filter(|value| !value.is_empty()).map(str::to_owned)
    }

    /// Every value of a name that may come several times; empty ones count as absent.
    pub(crate) fn all(&self, name: &str) -> Vec<String> {
        let values = self.0.iter().filter(|(key, value)| key == name && !value.is_empty());
        values.map(|(_, value)| value.clone()).collect()
    }

    /// A whole number of at least 0.
    pub(crate) fn whole(&self, name: &str) -> Result<Option<i64>, Refusal> {
        let Some(text) = self.get(name) else { return Ok(None) };
        let number = text.parse::<u32>().map_err(|_| {
            Refusal::invalid(format!("{name} must be a whole number of at least 0, not {text:?}"))
        })?;
        Ok(Some(i64::from(number)))
    }

    /// `max` and `offset` (section 8, rule 1).
    pub(crate) fn page(&self, variants: &Variants) -> Result<Page, Refusal> {
        let offset = self.whole("offset")?.unwrap_or(0);
        let offset = if variants.on(Variant::ListIgnoresOffset) { 0 } else { offset };
        let max = self.whole("max")?;
        let max = match variants.on(Variant::DefaultMax10) {
            true => max.unwrap_or(10).min(1000),
            false => max.unwrap_or(-1),
        };
        let is_over = variants.on(Variant::ListCapped) && !(0..=10).contains(&max);
        let max = if is_over { 10 } else { max };
        Ok(Page { max, offset })
    }

    /// The field names to leave out: `exclude`, repeated or with commas (section 4.3).
    pub(crate) fn excluded(&self) -> Vec<&str> {
        let values = self.0.iter().filter(|(key, _)| key == "exclude");
        values.flat_map(|(_, value)| value.split(',')).map(str::trim).collect()
    }

    /// Takes the excluded fields out of every entry of a list.
    pub(crate) fn leave_out(&self, list: &mut [Value]) {
        let excluded = self.excluded();
        for fields in list.iter_mut().filter_map(Value::as_object_mut) {
            fields.retain(|name, _| !excluded.contains(&name.as_str()));
        }
    }
}

/// The ids (or words) in the path, in order.
pub(crate) struct Segments(Vec<(String, String)>);

impl Segments {
    /// The segment of that name in the route; routes name their own.
    pub(crate) fn get(&self, name: &str) -> String {
        let found = self.0.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.clone()).unwrap_or_default()
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Segments {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Segments, Refusal> {
        // Fails only when a segment is not UTF-8; no id is such.
        Path::from_request_parts(parts, state)
            .await
            .map(|Path(pairs)| Segments(pairs))
            .map_err(|_| Refusal::missing(parts.uri.path()))
    }
}
