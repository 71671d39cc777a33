//! Stock movements (interface document, 2.1): read, created, updated.

use std::fmt;

use chrono::NaiveDate;
use contract::{Instruction, LineItem, LocationId, Movement, MovementId, PersonId, StocklistId};
use serde::de::{self, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::instruction::InstructionBody;
use super::item::{self, LineWire};
use super::location::{self, PlaceWire};
use super::person::{self, PersonWire};
use super::shape::budget;
use super::shape::date;
use super::shape::envelope::{self, Read};
use super::shape::read::{Free, Id, Missing, Object, Record, Records, Text, Wire};
use crate::Trouble;

/// So much is kept of a date in a form of its own, to be shown.
const DATE_SHOWN: usize = 40;

/// What a movement is created with (interface document, 4.3).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovementHeader {
    /// Name.
    pub name: String,
    /// Free text; may be empty.
    pub description: String,
    /// Where goods come from; a supplier for an inbound movement.
    pub origin: LocationId,
    /// Where goods go to.
    pub destination: LocationId,
    /// Who asks for it.
    pub requested_by: PersonId,
    /// The day it is asked for.
    pub date_requested: NaiveDate,
    /// The stocklist whose items become its lines.
    pub stocklist: Option<StocklistId>,
}

/// A movement's own fields in an update (interface document, 4.3 and 4.4). What is `None` is left
/// out of the request, and left alone by the service.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HeaderUpdate {
    /// The movement's id once more, as the interface shows it in the body.
    pub id: Option<MovementId>,
    /// Name.
    pub name: Option<String>,
    /// Free text.
    pub description: Option<String>,
    /// The short code.
    pub identifier: Option<String>,
    /// Where goods come from.
    pub origin: Option<LocationId>,
    /// Where goods go to.
    pub destination: Option<LocationId>,
    /// The day it is asked for.
    pub date_requested: Option<NaiveDate>,
    /// Who asks for it.
    pub requested_by: Option<PersonId>,
}

/// A movement as an object.
pub(crate) type MovementWire = MovementOf<Records<LineWire>>;

/// A movement as the answer to a write. That it came says that the write was done, whatever stands
/// in it: lines that cannot be read are left out, to be read anew.
pub(crate) type AnsweredWire = MovementOf<AnsweredLines>;

/// A movement as an object, with its lines in one of the forms they are read in.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "camelCase", bound = "L: Lines")]
pub(crate) struct MovementOf<L> {
    id: Id,
    name: Text,
    description: Free,
    identifier: Text,
    origin: Object<PlaceWire>,
    #[serde(rename = "origin.id")]
    origin_id: Id,
    #[serde(rename = "origin.name")]
    origin_name: Text,
    destination: Object<PlaceWire>,
    #[serde(rename = "destination.id")]
    destination_id: Id,
    #[serde(rename = "destination.name")]
    destination_name: Text,
    date_requested: Text,
    requested_by: Object<PersonWire>,
    #[serde(rename = "requestedBy.id")]
    requested_by_id: Id,
    line_items: L,
}

/// A movement with its lines. One line that cannot be read costs that line and no other: the rest is
/// read one by one then, and those left out are counted. Something must be readable, else it is another
/// list.
pub(crate) fn read(body: &[u8]) -> Read<Movement> {
    let at = match envelope::record::<MovementWire>(body) {
        Read::NotUnderstood(at) => at,
        read => return read,
    };
    if budget::overdrawn().is_some() {
        return Read::NotUnderstood(at);
    }
    match envelope::record::<MovementOf<EachLine>>(body) {
        Read::Value(movement) if movement.lines.as_ref().is_some_and(|lines| !lines.is_empty()) => {
            tracing::warn!(left_out = movement.lines_left_out, %at, "lines left out");
            Read::Value(movement)
        }
        Read::NotUnderstood(more) if budget::overdrawn().is_some() => Read::NotUnderstood(more),
        _ => Read::NotUnderstood(at),
    }
}

/// What stands under a movement.
pub(crate) trait Lines: Default + for<'de> Deserialize<'de> {
    fn lines(self) -> Option<Vec<LineItem>>;

    /// How many could not be read.
    fn left_out(&self) -> u32 {
        0
    }
}

impl Lines for Records<LineWire> {
    fn lines(self) -> Option<Vec<LineItem>> {
        self.0
    }
}

/// Lines that are all there or none.
#[derive(Default)]
pub(crate) struct AnsweredLines(Option<Vec<LineItem>>);

impl<'de> Deserialize<'de> for AnsweredLines {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let lines = Value::deserialize(from)?;
        Ok(Self(Records::<LineWire>::deserialize(lines).ok().and_then(Lines::lines)))
    }
}

impl Lines for AnsweredLines {
    fn lines(self) -> Option<Vec<LineItem>> {
        self.0
    }
}

/// Those lines that can be read.
#[derive(Default)]
pub(crate) struct EachLine {
    read: Option<Vec<LineItem>>,
    left_out: u32,
}

impl<'de> Deserialize<'de> for EachLine {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(EachLineVisitor)
    }
}

struct EachLineVisitor;

impl<'de> Visitor<'de> for EachLineVisitor {
    type Value = EachLine;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list")
    }

    fn visit_unit<E>(self) -> Result<EachLine, E> {
        Ok(EachLine::default())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<EachLine, A::Error> {
        let (mut read, mut left_out) = (Vec::new(), 0_u32);
        while let Some(raw) = list.next_element::<Box<RawValue>>()? {
            budget::record()?;
            match serde_json::from_str::<Record<LineWire>>(raw.get()) {
                Ok(line) => read.push(line.0),
                Err(_) if budget::overdrawn().is_some() => {
                    return Err(de::Error::custom("too many records"));
                }
                Err(_) => left_out = left_out.saturating_add(1),
            }
        }
        Ok(EachLine { read: Some(read), left_out })
    }
}

impl Lines for EachLine {
    fn lines(self) -> Option<Vec<LineItem>> {
        self.read
    }

    fn left_out(&self) -> u32 {
        self.left_out
    }
}

impl<L: Lines> Wire for MovementOf<L> {
    type Record = Movement;

    fn record(self) -> Result<Movement, Missing> {
        let lines_left_out = self.line_items.left_out();
        let mut lines = self.line_items.lines();
        if let Some(lines) = &mut lines {
            item::sort(lines);
        }
        let date = self.date_requested.0;
        Ok(Movement {
            id: self.id.0.ok_or(Missing("id"))?.into(),
            name: self.name.0,
            description: self.description.0,
            identifier: self.identifier.0,
            origin: location::place(self.origin, self.origin_id, self.origin_name),
            destination: location::place(
                self.destination,
                self.destination_id,
                self.destination_name,
            ),
            date_requested: date.as_deref().and_then(date::day),
            date_text: date
                .filter(|text| !date::is_plain(text))
                .map(|text| text.chars().take(DATE_SHOWN).collect()),
            requested_by: person::referred(self.requested_by, self.requested_by_id),
            lines,
            lines_left_out,
        })
    }
}

/// A movement's own fields as requests write them: flattened references, no key without a value.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HeaderBody<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    identifier: Option<&'a str>,
    #[serde(rename = "origin.id", skip_serializing_if = "Option::is_none")]
    origin: Option<&'a str>,
    #[serde(rename = "destination.id", skip_serializing_if = "Option::is_none")]
    destination: Option<&'a str>,
    #[serde(rename = "requestedBy.id", skip_serializing_if = "Option::is_none")]
    requested_by: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date_requested: Option<String>,
    #[serde(rename = "stocklist.id", skip_serializing_if = "Option::is_none")]
    stocklist: Option<&'a str>,
}

/// The body of an update.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct UpdateBody<'a> {
    #[serde(flatten)]
    header: HeaderBody<'a>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    line_items: Vec<InstructionBody<'a>>,
}

impl MovementHeader {
    pub(crate) fn body(&self) -> Result<HeaderBody<'_>, Trouble> {
        Ok(HeaderBody {
            id: None,
            name: Some(&self.name),
            description: Some(&self.description),
            identifier: None,
            origin: Some(self.origin.as_str()),
            destination: Some(self.destination.as_str()),
            requested_by: Some(self.requested_by.as_str()),
            date_requested: Some(date::write(self.date_requested)?),
            stocklist: self.stocklist.as_ref().map(StocklistId::as_str),
        })
    }
}

/// The body of an update as it is sent, with indents: for people who want to see it before it is.
///
/// # Errors
/// If it cannot be sent like this.
pub fn update_body(header: &HeaderUpdate, instructions: &[Instruction]) -> Result<String, Trouble> {
    let body = UpdateBody::new(header, instructions)?;
    serde_json::to_string_pretty(&body).map_err(|why| Trouble::Invalid(why.to_string()))
}

impl<'a> UpdateBody<'a> {
    pub fn new(header: &'a HeaderUpdate, instructions: &'a [Instruction]) -> Result<Self, Trouble> {
        let header = HeaderBody {
            id: header.id.as_ref().map(MovementId::as_str),
            name: header.name.as_deref(),
            description: header.description.as_deref(),
            identifier: header.identifier.as_deref(),
            origin: header.origin.as_ref().map(LocationId::as_str),
            destination: header.destination.as_ref().map(LocationId::as_str),
            requested_by: header.requested_by.as_ref().map(PersonId::as_str),
            date_requested: header.date_requested.map(date::write).transpose()?,
            stocklist: None,
        };
        let line_items = instructions.iter().map(InstructionBody::new).collect::<Result<_, _>>()?;
        Ok(Self { header, line_items })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::shape::envelope::record;

    #[test]
    fn an_answer_to_a_write_is_one_whatever_its_lines_are() {
        for lines in [r#"[{"id":"l1"}]"#, r#"[{"id":"l1","product":{"id":"p"}},7]"#, "7", "{}"] {
            let body = format!(r#"{{"data":{{"id":"m1","name":"Weekly","lineItems":{lines}}}}}"#);
            let Read::Value(read) = record::<AnsweredWire>(body.as_bytes()) else {
                panic!("{body}")
            };
            assert_eq!((read.id.as_str(), read.name.as_deref()), ("m1", Some("Weekly")));
            assert_eq!(read.lines, None, "{lines}: to be read anew");
            let strict = record::<MovementWire>(body.as_bytes());
            assert!(matches!(strict, Read::NotUnderstood(_)), "{lines}: no reading");
        }
        let body = br#"{"data":{"id":"m1","lineItems":[{"id":"l1","product":{"id":"p"}}]}}"#;
        let Read::Value(read) = record::<AnsweredWire>(body) else { panic!() };
        assert_eq!(read.lines.map(|lines| lines.len()), Some(1));
    }

    #[test]
    fn of_a_movement_alone_the_lines_that_can_be_read_are_there_and_the_others_are_counted() {
        let good = r#"{"id":"l1","product":{"id":"p"}}"#;
        let lines = |lines: &str| {
            let body = format!(r#"{{"data":{{"id":"m1","name":"Weekly","lineItems":{lines}}}}}"#);
            match super::read(body.as_bytes()) {
                Read::Value(read) => Ok((read.lines.map(|lines| lines.len()), read.lines_left_out)),
                Read::NotUnderstood(at) => Err(at),
                Read::Error(_) => panic!("{body}"),
            }
        };
        assert_eq!(lines(&format!("[{good}]")), Ok((Some(1), 0)));
        assert_eq!(lines("[]"), Ok((Some(0), 0)));
        assert_eq!(lines("null"), Ok((None, 0)));
        for bad in [r#"{"id":"l2"}"#, r#"{"product":{"id":"p"}}"#, "7", "null", r#"["l2"]"#] {
            assert_eq!(lines(&format!("[{bad},{good},{bad}]")), Ok((Some(1), 2)), "{bad}");
            // Where none can be read, they are something else.
            assert!(lines(&format!("[{bad}]")).unwrap_err().starts_with("data.lineItems"), "{bad}");
        }
        assert_eq!(lines("7"), Err("data.lineItems".to_owned()));
        let no_id = br#"{"data":{"lineItems":[{"id":"l1","product":{"id":"p"}},7]}}"#;
        assert!(matches!(super::read(no_id), Read::NotUnderstood(_)));
    }

    #[test]
    fn one_line_or_child_may_come_as_an_object_instead_of_a_list() {
        let body = br#"{"data":{"id":"m1","lineItems":{"id":"l1","product":{"id":"p"},
            "substitutions":{"id":"l2","product":{"id":"q"}}}}}"#;
        let lines = match record::<MovementWire>(body) {
            Read::Value(read) => read.lines.unwrap(),
            _ => panic!("not read"),
        };
        let children = lines.iter().flat_map(|line| &line.substitutions);
        let ids: Vec<_> = lines.iter().chain(children).map(|line| line.id.as_str()).collect();
        assert_eq!(ids, ["l1", "l2"]);
    }
}
