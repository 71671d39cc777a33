//! The wrapping of answers (interface document, 2): an object with `data`, or the bare value. Calls
//! name the reader of their answer from here, or from `list`.

use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer};
use serde_json::Value;

use super::budget;
use super::error::ErrorShape;
use super::mend;
use super::mend::without_mark;
use super::read::{Record, Text, Texts, Whole, Wire};

/// A path as told is not longer than this.
const PATH: usize = 120;

/// What reading a body gave.
pub(crate) enum Read<T> {
    Value(T),
    /// The body has the error shape.
    Error(ErrorShape),
    /// Where it stopped making sense.
    NotUnderstood(String),
}

impl<T> Read<T> {
    /// The same with what was read turned into something else.
    pub fn map<U>(self, f: impl FnOnce(T) -> U) -> Read<U> {
        match self {
            Self::Value(value) => Read::Value(f(value)),
            Self::Error(shape) => Read::Error(shape),
            Self::NotUnderstood(at) => Read::NotUnderstood(at),
        }
    }
}

/// How many records there are in all, where the service tells it (observed; the interface document
/// shows no such field).
pub(crate) fn total(body: &[u8]) -> Option<u64> {
    let told = serde_json::from_slice::<Total>(without_mark(body)).ok()?;
    u64::try_from(told.total_count.0?).ok()
}

/// A record, wrapped or bare.
pub(crate) fn record<W: Wire>(body: &[u8]) -> Read<W::Record> {
    match maybe_record::<W>(body) {
        Read::Value(Some(record)) => Read::Value(record),
        Read::Value(None) => Read::NotUnderstood("data".into()),
        Read::Error(shape) => Read::Error(shape),
        Read::NotUnderstood(at) => Read::NotUnderstood(at),
    }
}

/// A record, wrapped or bare; `None` where the service answers null.
pub(crate) fn maybe_record<W: Wire>(body: &[u8]) -> Read<Option<W::Record>> {
    let body = without_mark(body);
    match wrapped::<Record<W>>(body, budget::MOST) {
        Read::Value(Data::Value(record)) => Read::Value(Some(record.0)),
        Read::Value(Data::Null) => Read::Value(None),
        Read::Value(Data::Absent) => match parse::<Record<W>>(body, budget::MOST) {
            Read::Value(record) => Read::Value(Some(record.0)),
            _ => Read::NotUnderstood("data".into()),
        },
        Read::Error(shape) => Read::Error(shape),
        Read::NotUnderstood(at) => Read::NotUnderstood(at),
    }
}

/// Any JSON, as it came.
pub(crate) fn raw(body: &[u8]) -> Read<Value> {
    let body = without_mark(body);
    match ErrorShape::find(body) {
        Some(shape) => Read::Error(shape),
        None => parse(body, budget::MOST),
    }
}

/// A value of any shape, wrapped or bare where it is a list.
pub(crate) fn any<T: DeserializeOwned>(body: &[u8]) -> Read<T> {
    any_within(body, budget::MOST)
}

/// The same with so many rows at most.
pub fn any_within<T: DeserializeOwned>(body: &[u8], most: usize) -> Read<T> {
    let body = without_mark(body);
    if body.trim_ascii_start().starts_with(b"[") {
        return parse(body, most);
    }
    match wrapped(body, most) {
        Read::Value(Data::Value(value)) => Read::Value(value),
        Read::Value(_) => Read::NotUnderstood("data".into()),
        Read::Error(shape) => Read::Error(shape),
        Read::NotUnderstood(at) => Read::NotUnderstood(at),
    }
}

fn wrapped<T: DeserializeOwned>(body: &[u8], most: usize) -> Read<Data<T>> {
    match parse::<Envelope<T>>(body, most) {
        Read::Value(envelope) if !envelope.is_error() => Read::Value(envelope.data),
        Read::Value(_) => match ErrorShape::find(body) {
            Some(shape) => Read::Error(shape),
            None => Read::NotUnderstood("errorCode".into()),
        },
        // The data of an error has another shape than the data that was expected.
        Read::NotUnderstood(at) => match ErrorShape::find(body) {
            Some(shape) => Read::Error(shape),
            None => Read::NotUnderstood(at),
        },
        Read::Error(shape) => Read::Error(shape),
    }
}

/// Reads with so many rows at most. Only if that fails it is mended where it holds what is no text, and
/// read again; and only if that fails too, once more to find out where: both cost time that a good
/// answer need not spend.
fn parse<T: DeserializeOwned>(body: &[u8], most: usize) -> Read<T> {
    let attempt = |body: &[u8]| {
        budget::begin(most);
        serde_json::from_slice(body).ok()
    };
    if let Some(value) = attempt(body) {
        return Read::Value(value);
    }
    if let Some(at) = budget::overdrawn() {
        return Read::NotUnderstood(at);
    }
    let mended = mend::mended(body);
    let body = match &mended {
        None => body,
        Some(mended) => match attempt(mended.as_bytes()) {
            Some(value) => {
                tracing::warn!("an answer holds what is no text");
                return Read::Value(value);
            }
            None => mended.as_bytes(),
        },
    };
    if let Some(at) = budget::overdrawn() {
        return Read::NotUnderstood(at);
    }
    budget::begin(most);
    Read::NotUnderstood(place_of_error::<T>(body))
}

fn place_of_error<T: DeserializeOwned>(body: &[u8]) -> String {
    let mut json = serde_json::Deserializer::from_slice(body);
    let Err(error) = serde_path_to_error::deserialize::<_, T>(&mut json) else {
        return "after the end".into();
    };
    let mut path = error.path().to_string();
    // A record without its id is an error of the record; the path is to name the id.
    let words = error.inner().to_string();
    if let Some(field) =
        words.strip_prefix("missing field `").and_then(|rest| rest.split('`').next())
    {
        path = if path == "." { field.to_owned() } else { format!("{path}.{field}") };
    }
    // Names of fields come from the body as well.
    let known = |c: char| c.is_ascii_alphanumeric() || "._[]".contains(c);
    let path: String = path.chars().filter(|c| known(*c)).take(PATH).collect();
    if matches!(path.as_str(), "" | ".") { "body".into() } else { path }
}

#[derive(Deserialize)]
#[serde(default, rename_all = "camelCase", bound = "T: DeserializeOwned")]
struct Envelope<T> {
    data: Data<T>,
    error_code: Whole,
    error_message: Text,
    error_messages: Texts,
}

/// What some installations put beside the rows of a list.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
struct Total {
    total_count: Whole,
}

impl<T> Envelope<T> {
    fn is_error(&self) -> bool {
        self.error_code.0.is_some()
            || self.error_message.0.is_some()
            || !self.error_messages.0.is_empty()
    }
}

impl<T> Default for Envelope<T> {
    fn default() -> Self {
        Self {
            data: Data::Absent,
            error_code: Whole::default(),
            error_message: Text::default(),
            error_messages: Texts::default(),
        }
    }
}

/// `data` of an answer.
enum Data<T> {
    Absent,
    Null,
    Value(T),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Data<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(from)?.map_or(Self::Null, Self::Value))
    }
}

#[cfg(test)]
mod tests;
