//! Lists whose rows are read one by one: a row that is no record is left out, and the rest stays.

use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::wire::shape::budget;
use crate::wire::shape::envelope::{self, Read};
use crate::wire::shape::read::{Loose, Wire};

/// The records of a list. `MUST` is whether anything but a list is an error; else it is no rows.
pub(crate) struct ObservedRows<W: Wire, const MUST: bool> {
    pub records: Vec<W::Record>,
    /// How many elements the list has, records or not.
    elements: usize,
}

/// Rows inside a record: one of them may stand there as it is; absent, null or anything else, they are
/// none.
pub(crate) type RowsInside<W> = ObservedRows<W, false>;

/// The rows of an answer that is a list, wrapped or bare. A list that holds something and not one
/// record is another list.
pub(crate) fn list<W: Wire>(body: &[u8]) -> Read<Vec<W::Record>> {
    match envelope::any::<ObservedRows<W, true>>(body) {
        Read::Value(ObservedRows { records, elements }) if records.is_empty() && elements > 0 => {
            Read::NotUnderstood("data[0]".into())
        }
        read => read.map(|rows| rows.records),
    }
}

impl<W: Wire, const MUST: bool> Default for ObservedRows<W, MUST> {
    fn default() -> Self {
        Self { records: Vec::new(), elements: 0 }
    }
}

impl<'de, W: Wire, const MUST: bool> Deserialize<'de> for ObservedRows<W, MUST> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        if MUST {
            from.deserialize_seq(ObservedRowsVisitor::<W, MUST>(PhantomData))
        } else {
            from.deserialize_any(ObservedRowsVisitor::<W, MUST>(PhantomData))
        }
    }
}

/// The visits of anything but a list are reached only where that is no error.
struct ObservedRowsVisitor<W, const MUST: bool>(PhantomData<W>);

impl<'de, W: Wire, const MUST: bool> Visitor<'de> for ObservedRowsVisitor<W, MUST> {
    type Value = ObservedRows<W, MUST>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self::Value, A::Error> {
        let mut rows = ObservedRows::default();
        while let Some(element) = list.next_element::<Loose<W>>()? {
            budget::row()?;
            rows.elements += 1;
            if let Loose::Object(wire) = element {
                rows.records.extend(wire.record().ok());
            }
        }
        Ok(rows)
    }

    /// Some services write a list of one as that one.
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Self::Value, A::Error> {
        budget::row()?;
        let wire = W::deserialize(MapAccessDeserializer::new(map))?;
        Ok(ObservedRows { records: wire.record().into_iter().collect(), elements: 1 })
    }

    fn visit_unit<E>(self) -> Result<Self::Value, E> {
        Ok(ObservedRows::default())
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self::Value, E> {
        Ok(ObservedRows::default())
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self::Value, E> {
        Ok(ObservedRows::default())
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self::Value, E> {
        Ok(ObservedRows::default())
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self::Value, E> {
        Ok(ObservedRows::default())
    }

    fn visit_str<E>(self, _: &str) -> Result<Self::Value, E> {
        Ok(ObservedRows::default())
    }
}

/// Whether a key is there, whatever it holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct IsThere(pub bool);

impl<'de> Deserialize<'de> for IsThere {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        IgnoredAny::deserialize(from).map(|_| Self(true))
    }
}

/// A record that may be there; `None` if it is absent, null, no object, or no record.
pub(crate) struct Maybe<W: Wire>(pub Option<W::Record>);

impl<W: Wire> Default for Maybe<W> {
    fn default() -> Self {
        Self(None)
    }
}

impl<'de, W: Wire> Deserialize<'de> for Maybe<W> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Ok(Self(match Loose::<W>::deserialize(from)? {
            Loose::Object(wire) => wire.record().ok(),
            _ => None,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::category::CategoryWire;

    fn rows(body: &str) -> Option<usize> {
        match list::<CategoryWire>(body.as_bytes()) {
            Read::Value(rows) => Some(rows.len()),
            _ => None,
        }
    }

    #[test]
    fn a_row_that_is_no_record_is_left_out_and_the_rest_stays() {
        let odd = r#"{"data":[{"id":1},null,7,"x",[],[{"id":2}],{"name":"no id"},{"id":"b"}]}"#;
        assert_eq!(rows(odd), Some(2));
        assert_eq!(rows(r#"[{"id":"bare"}]"#), Some(1));
        assert_eq!(rows(r#"{"data":[]}"#), Some(0));
    }

    #[test]
    fn what_is_no_list_is_not_taken_for_an_empty_one() {
        for body in [
            r#"{"data":null}"#,
            r#"{"data":{}}"#,
            "{}",
            r#"{"data":7}"#,
            "null",
            "[",
            "[[]]",
            r#"{"data":["error", {"name":"no id"}]}"#,
        ] {
            assert_eq!(rows(body), None, "{body}");
        }
    }

    #[test]
    fn one_row_inside_a_record_may_stand_there_without_its_list() {
        let read = |json| serde_json::from_str::<RowsInside<CategoryWire>>(json).unwrap().records;
        let one = read(r#"{"id":"c1","name":"Gloves"}"#);
        assert_eq!(one.len(), 1);
        assert_eq!(one, read(r#"[{"id":"c1","name":"Gloves"}]"#));
    }

    #[test]
    fn rows_inside_a_record_may_be_anything() {
        for odd in ["null", "7", "-7", "1.5", "true", "\"x\"", "{\"a\":[1]}", "[[[]]]"] {
            let rows = serde_json::from_str::<RowsInside<CategoryWire>>(odd).unwrap();
            assert_eq!(rows.records, [], "{odd}");
        }
    }
}
