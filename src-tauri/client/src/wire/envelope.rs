//! The wrapping of answers (interface document, 2): an object with `data`, or the bare value. Calls
//! name the reader of their answer from here. A list is read whole or not at all.

use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, IgnoredAny};
use serde_json::Value;

use super::error::ErrorShape;
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

/// A list of records, wrapped or bare.
pub(crate) fn list<W: Wire>(body: &[u8]) -> Read<Vec<W::Record>> {
    any::<Vec<Record<W>>>(body).map(|list| list.into_iter().map(|record| record.0).collect())
}

/// A list of records, wrapped or bare, with how many there are in all where the service tells it.
pub(crate) fn page<W: Wire>(body: &[u8]) -> Read<(Vec<W::Record>, Option<u64>)> {
    list::<W>(body).map(|list| {
        let told = serde_json::from_slice::<Total>(without_mark(body)).ok();
        (list, told.and_then(|told| u64::try_from(told.total_count.0?).ok()))
    })
}

/// Any list, unread: to see whether it is one.
pub(crate) fn any_list(body: &[u8]) -> Read<()> {
    any::<Vec<IgnoredAny>>(body).map(drop)
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
    match wrapped::<Record<W>>(body) {
        Read::Value(Data::Value(record)) => Read::Value(Some(record.0)),
        Read::Value(Data::Null) => Read::Value(None),
        Read::Value(Data::Absent) => match serde_json::from_slice::<Record<W>>(body) {
            Ok(record) => Read::Value(Some(record.0)),
            Err(_) => Read::NotUnderstood("data".into()),
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
        None => parse(body),
    }
}

/// The body without a byte order mark, which some servers put before their JSON.
pub(crate) fn without_mark(body: &[u8]) -> &[u8] {
    body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body)
}

/// A value of any shape, wrapped or bare where it is a list.
pub(crate) fn any<T: DeserializeOwned>(body: &[u8]) -> Read<T> {
    let body = without_mark(body);
    if body.trim_ascii_start().starts_with(b"[") {
        return parse(body);
    }
    match wrapped(body) {
        Read::Value(Data::Value(value)) => Read::Value(value),
        Read::Value(_) => Read::NotUnderstood("data".into()),
        Read::Error(shape) => Read::Error(shape),
        Read::NotUnderstood(at) => Read::NotUnderstood(at),
    }
}

fn wrapped<T: DeserializeOwned>(body: &[u8]) -> Read<Data<T>> {
    match parse::<Envelope<T>>(body) {
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

/// Reads, and only if that fails reads again to find out where: following the path costs time that
/// a good answer need not spend.
fn parse<T: DeserializeOwned>(body: &[u8]) -> Read<T> {
    match serde_json::from_slice(body) {
        Ok(value) => Read::Value(value),
        Err(_) => Read::NotUnderstood(place_of_error::<T>(body)),
    }
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
