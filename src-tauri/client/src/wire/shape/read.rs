//! Tolerant readers, the building blocks of every wire struct. A field may be absent, null, or of
//! another type than the document's without the record being lost; a record of a list that lacks
//! its id is an error that names its place. Deliberately absent: any text of a body in an error.

use std::fmt;
use std::marker::PhantomData;

use chrono::{DateTime, NaiveDate, Utc};
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::Value;

use super::budget;
use super::date;

/// How many elements of a list are kept where no list of records was expected.
const KEPT: usize = 100;

/// Characters of a text that are kept.
pub(crate) const TEXT: usize = 4_096;

/// Characters of a free text that are kept: more than can be sent from here, so that what was sent is
/// read again as it was sent.
pub(crate) const FREE: usize = 10_240;

/// An id of more characters is none.
const ID: usize = 512;

/// What stands behind a text that was cut.
pub(crate) const CUT: char = '…';

/// What stands in the place of what is no text.
pub(crate) const NO_TEXT: char = '\u{fffd}';

/// What the wire says, before it becomes a record.
pub(crate) trait Wire: Sized + for<'de> Deserialize<'de> {
    /// What it means.
    type Record;

    /// The record, or the name of the field without which it is none.
    fn record(self) -> Result<Self::Record, Missing>;
}

/// The field without which a record is none.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Missing(pub &'static str);

/// A record that must be one.
pub(crate) struct Record<W: Wire>(pub W::Record);

impl<'de, W: Wire> Deserialize<'de> for Record<W> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        match Loose::<W>::deserialize(from)? {
            Loose::Object(wire) => {
                wire.record().map(Self).map_err(|Missing(field)| de::Error::missing_field(field))
            }
            _ => Err(de::Error::custom("not an object")),
        }
    }
}

/// A list of records inside a record, of one maybe as that record; `None` if it is absent or null.
pub(crate) struct Records<W: Wire>(pub Option<Vec<W::Record>>);

impl<W: Wire> Default for Records<W> {
    fn default() -> Self {
        Self(None)
    }
}

impl<'de, W: Wire> Deserialize<'de> for Records<W> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Self(Option::<Counted<W>>::deserialize(from)?.map(|list| list.0)))
    }
}

/// A list of records inside a record, counted as it is read.
struct Counted<W: Wire>(Vec<W::Record>);

impl<'de, W: Wire> Deserialize<'de> for Counted<W> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(CountedVisitor::<W>(PhantomData))
    }
}

struct CountedVisitor<W>(PhantomData<W>);

impl<'de, W: Wire> Visitor<'de> for CountedVisitor<W> {
    type Value = Counted<W>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut records = Vec::new();
        while let Some(record) = list.next_element::<Record<W>>()? {
            budget::record()?;
            records.push(record.0);
        }
        Ok(Counted(records))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        let record = Record::<W>::deserialize(MapAccessDeserializer::new(map))?;
        Ok(Counted(vec![record.0]))
    }
}

/// Any JSON, with its objects read as `T`.
#[derive(Debug, Default)]
pub(crate) enum Loose<T> {
    #[default]
    Null,
    Flag(bool),
    Whole(i128),
    Number(f64),
    Text(String),
    Object(T),
    List(Vec<Loose<T>>),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Loose<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(LooseVisitor::<T, true>(PhantomData))
    }
}

/// An element of a list. Lists inside lists mean nothing here; they are passed over, so that no
/// answer decides how deep the reader's own calls go.
struct Element<T>(Loose<T>);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Element<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(LooseVisitor::<T, false>(PhantomData)).map(Self)
    }
}

struct LooseVisitor<T, const LISTS: bool>(PhantomData<T>);

impl<'de, T: Deserialize<'de>, const LISTS: bool> Visitor<'de> for LooseVisitor<T, LISTS> {
    type Value = Loose<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON")
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(Loose::Null)
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Self::Value, E> {
        Ok(Loose::Flag(flag))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Self::Value, E> {
        Ok(Loose::Whole(number.into()))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Self::Value, E> {
        Ok(Loose::Whole(number.into()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Self::Value, E> {
        Ok(Loose::Number(number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Self::Value, E> {
        Ok(Loose::Text(cut(text, FREE)))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map)).map(Loose::Object)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut kept = Vec::new();
        while LISTS && kept.len() < KEPT {
            match list.next_element::<Element<T>>()? {
                Some(element) => kept.push(element.0),
                None => return Ok(Loose::List(kept)),
            }
        }
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Loose::List(kept))
    }
}

/// A type that is read from any JSON, the unreadable giving its default.
macro_rules! from_loose {
    ($($(#[$doc:meta])* $name:ident($inner:ty) = |$loose:ident| $read:expr;)*) => {$(
        $(#[$doc])*
        #[derive(Debug, Default, PartialEq)]
        pub(crate) struct $name(pub $inner);

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let $loose = Loose::<IgnoredAny>::deserialize(from)?;
                Ok(Self($read))
            }
        }
    )*};
}

from_loose! {
    /// A text; a number or a flag stands for its own. The empty text is none.
    Text(Option<String>) = |loose| loose.text().map(|text| cut(&text, TEXT));
    /// A text that people write as long as they like.
    Free(Option<String>) = |loose| loose.text();
    /// A whole number, or a text that holds one.
    Whole(Option<i64>) = |loose| loose.whole();
    /// A flag, or a text that holds one.
    Flag(Option<bool>) = |loose| match loose {
        Loose::Flag(flag) => Some(flag),
        Loose::Text(text) => text.trim().to_ascii_lowercase().parse().ok(),
        _ => None,
    };
    /// A day, in any form installations write.
    Day(Option<NaiveDate>) = |loose| loose.text().and_then(|text| date::day(&text));
    /// A point in time, in any form installations write.
    Instant(Option<DateTime<Utc>>) = |loose| loose.text().and_then(|text| date::instant(&text));
    /// Texts, or a single one.
    Texts(Vec<String>) = |loose| match loose {
        Loose::List(list) => list.into_iter().filter_map(Loose::text).collect(),
        single => single.text().into_iter().collect(),
    };
}

/// An id, written as a text or a number. One that is too long, or was damaged on its way, would name
/// another record: it is an error, wherever it stands.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Id(pub Option<String>);

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let id = Loose::<IgnoredAny>::deserialize(from)?.text();
        let is_bad = |id: &String| id.chars().nth(ID).is_some() || id.contains(NO_TEXT);
        if id.as_ref().is_some_and(is_bad) {
            return Err(de::Error::custom("not an id"));
        }
        Ok(Self(id))
    }
}

/// A text of so many characters at most; a longer one ends with a mark behind them.
fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}{CUT}", &text[..end]),
        None => text.to_owned(),
    }
}

/// Whether a text that was read is the one the service holds: neither cut nor mended. Another one
/// must not be sent back to it.
#[must_use]
pub fn is_as_written(text: &str) -> bool {
    let is_cut = || {
        let kept = text.chars().count().saturating_sub(1);
        text.ends_with(CUT) && (kept == TEXT || kept == FREE)
    };
    !text.contains(NO_TEXT) && !is_cut()
}

impl<T> Loose<T> {
    pub fn text(self) -> Option<String> {
        let text = match self {
            Self::Text(text) => text,
            Self::Whole(number) => number.to_string(),
            Self::Number(number) => number.to_string(),
            Self::Flag(flag) => flag.to_string(),
            _ => return None,
        };
        (!text.is_empty()).then_some(text)
    }

    fn whole(self) -> Option<i64> {
        match self {
            Self::Whole(number) => i64::try_from(number).ok(),
            Self::Number(number) => whole_of(number),
            Self::Text(text) => {
                let text = text.trim();
                text.parse().ok().or_else(|| whole_of(text.parse().ok()?))
            }
            _ => None,
        }
    }
}

/// Half a piece is no count; 30.0 is one. Beyond 2^53 a float does not hold whole numbers.
fn whole_of(number: f64) -> Option<i64> {
    let exact = number.fract() == 0.0 && number.abs() <= 9_007_199_254_740_992.0;
    #[allow(clippy::cast_possible_truncation, reason = "checked to be whole and in range")]
    exact.then_some(number as i64)
}

/// An object; `None` if it is absent, null or anything else.
#[derive(Debug)]
pub(crate) struct Object<T>(pub Option<T>);

impl<T> Default for Object<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(match Loose::deserialize(from)? {
            Loose::Object(object) => Self(Some(object)),
            _ => Self(None),
        })
    }
}

/// What stands where the document nests the same kind of record once more than is read: passed over.
/// The levels are types, so that no answer decides how deep the reader's own calls go.
#[derive(Debug, Default)]
pub(crate) struct Deeper;

impl<'de> Deserialize<'de> for Deeper {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        IgnoredAny::deserialize(from).map(|_| Self)
    }
}

/// JSON of a shape the document does not show; null is none.
#[derive(Debug, Default, Deserialize)]
#[serde(transparent)]
pub(crate) struct Shapeless(pub Value);

impl Shapeless {
    pub fn value(self) -> Option<Value> {
        (!self.0.is_null()).then_some(self.0)
    }

    pub fn list(self) -> Vec<Value> {
        match self.0 {
            Value::Array(list) => list,
            _ => Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests;
