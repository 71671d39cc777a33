//! Lists of records. Read strictly first; if that fails, row by row: a row that cannot be read is left
//! out and counted, and the rest stays. Some services write a list of one as that one.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::budget;
use super::envelope::{self, Read, any_within};
use super::read::{Missing, Record, Wire};
use crate::{Listed, Paging};

/// An answer may have so many times the rows that were asked for: some services cap pages, some give
/// more.
const TIMES: usize = 20;

/// A whole list, wrapped or bare.
pub(crate) fn list<W: Wire>(body: &[u8]) -> Read<Listed<W::Record>> {
    within::<W>(body, budget::MOST, true)
}

/// A page of a list. Of the first page something must be readable, if there is anything on it: else it
/// is another list. A later page may end with one bad row alone.
pub(crate) fn page<W: Wire>(body: &[u8], asked: Paging) -> Read<Listed<W::Record>> {
    let most = (asked.max as usize).saturating_mul(TIMES);
    within::<W>(body, most, asked.offset == 0)
        .map(|page| Listed { total: envelope::total(body), ..page })
}

fn within<W: Wire>(body: &[u8], most: usize, is_first: bool) -> Read<Listed<W::Record>> {
    let at = match any_within::<ListRecords<W, false>>(body, most) {
        Read::NotUnderstood(at) => at,
        read => return read.map(|rows| rows.0),
    };
    if budget::overdrawn().is_some() {
        return Read::NotUnderstood(at);
    }
    match any_within::<ListRecords<W, true>>(body, most) {
        Read::Value(ListRecords(list)) if !(is_first && list.rows.is_empty()) => {
            tracing::warn!(unread = list.unread, received = list.received(), %at, "rows left out");
            Read::Value(list)
        }
        Read::NotUnderstood(more) if budget::overdrawn().is_some() => Read::NotUnderstood(more),
        _ => Read::NotUnderstood(at),
    }
}

/// Any list, unread: to see whether it is one.
pub(crate) fn any_list(body: &[u8]) -> Read<()> {
    any_within::<AnyList>(body, budget::MOST).map(drop)
}

/// Records, all of them or, `EACH` by itself, those that can be read.
struct ListRecords<W: Wire, const EACH: bool>(Listed<W::Record>);

impl<'de, W: Wire, const EACH: bool> Deserialize<'de> for ListRecords<W, EACH> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(ListRecordsVisitor::<W, EACH>(PhantomData))
    }
}

struct ListRecordsVisitor<W, const EACH: bool>(PhantomData<W>);

impl<'de, W: Wire, const EACH: bool> Visitor<'de> for ListRecordsVisitor<W, EACH> {
    type Value = ListRecords<W, EACH>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut read = Listed::from(Vec::new());
        if !EACH {
            while let Some(record) = list.next_element::<Record<W>>()? {
                budget::row()?;
                read.rows.push(record.0);
            }
            return Ok(ListRecords(read));
        }
        while let Some(raw) = list.next_element::<Box<RawValue>>()? {
            budget::row()?;
            match serde_json::from_str::<Record<W>>(raw.get()) {
                Ok(record) => read.rows.push(record.0),
                Err(_) if budget::overdrawn().is_some() => {
                    return Err(de::Error::custom("too many rows"));
                }
                Err(_) => read.unread += 1,
            }
        }
        Ok(ListRecords(read))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        let wire = W::deserialize(MapAccessDeserializer::new(map))?;
        let one = wire.record().map_err(|Missing(field)| de::Error::missing_field(field))?;
        Ok(ListRecords(vec![one].into()))
    }
}

/// A list whose rows are passed over, or one record that stands for a list of one.
struct AnyList;

impl<'de> Deserialize<'de> for AnyList {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(AnyListVisitor)
    }
}

struct AnyListVisitor;

impl<'de> Visitor<'de> for AnyListVisitor {
    type Value = AnyList;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<AnyList, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {
            budget::row()?;
        }
        Ok(AnyList)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<AnyList, A::Error> {
        let mut has_id = false;
        while let Some((key, _)) = map.next_entry::<String, IgnoredAny>()? {
            has_id |= key == "id";
        }
        has_id.then_some(AnyList).ok_or_else(|| de::Error::missing_field("id"))
    }
}

#[cfg(test)]
mod tests;
