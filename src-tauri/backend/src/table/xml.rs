//! XML of a file that may come from anybody, event by event. It defines no entities, is not deep, and
//! nothing in it is long: else it is refused before it is in memory. Pure.

use std::borrow::Cow;
use std::io::{BufReader, Error, ErrorKind, Read};

use quick_xml::Reader;
use quick_xml::events::{BytesRef, BytesStart, Event};

use crate::table::limits::TableFault;

/// Elements in elements.
const DEPTH: usize = 100;

/// Bytes between two angle brackets.
const EVENT_BYTES: usize = 4 << 20;

/// Bytes of what one element says that are kept: more than a cell shows, also where every character is
/// escaped.
const KEPT_BYTES: usize = 64 << 10;

/// XML that is being read.
pub(super) struct XmlPart<'a, R: Read> {
    /// What may still come of the whole file.
    events_left: &'a mut usize,
    reader: Reader<BufReader<Paced<R>>>,
    buffer: Vec<u8>,
    depth: usize,
}

impl<'a, R: Read> XmlPart<'a, R> {
    /// Begins.
    pub(super) fn of(source: R, events_left: &'a mut usize) -> Self {
        let mut reader = Reader::from_reader(BufReader::new(Paced { source, since: 0 }));
        reader.config_mut().expand_empty_elements = true;
        Self { events_left, reader, buffer: Vec::new(), depth: 0 }
    }

    /// What comes next. An empty element begins and ends.
    pub(super) fn next(&mut self) -> Result<Event<'_>, TableFault> {
        *self.events_left = self.events_left.checked_sub(1).ok_or(TableFault::TooLarge)?;
        self.buffer.clear();
        self.reader.get_mut().get_mut().since = 0;
        let event = self.reader.read_event_into(&mut self.buffer).map_err(|error| match error {
            quick_xml::Error::Io(error) if error.kind() == ErrorKind::FileTooLarge => {
                TableFault::TooLarge
            }
            _ => TableFault::NotRead,
        })?;
        match &event {
            Event::Start(_) => self.depth += 1,
            Event::End(_) => self.depth = self.depth.saturating_sub(1),
            // No workbook has one; whoever defines entities means them to grow.
            Event::DocType(_) => return Err(TableFault::NotRead),
            // What ends in the middle is no whole table.
            Event::Eof if self.depth > 0 => return Err(TableFault::NotRead),
            _ => (),
        }
        if self.depth > DEPTH {
            return Err(TableFault::NotRead);
        }
        Ok(event)
    }
}

/// Counts what was read since the last event.
struct Paced<R> {
    source: R,
    since: usize,
}

impl<R: Read> Read for Paced<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.source.read(buffer)?;
        self.since += read;
        if self.since > EVENT_BYTES {
            return Err(Error::from(ErrorKind::FileTooLarge));
        }
        Ok(read)
    }
}

/// An attribute by its name without a prefix, or with it if `name` has one.
pub(super) fn attribute<'a>(element: &'a BytesStart<'_>, name: &str) -> Option<Cow<'a, str>> {
    let is_whole = name.contains(':');
    let mut attributes = element.attributes();
    let mut all = attributes.with_checks(false).flatten();
    let found = all.find(|attribute| {
        if is_whole {
            attribute.key.as_ref() == name
        } else {
            attribute.key.local_name().as_ref() == name
        }
    })?;
    let value = quick_xml::escape::unescape(&found.value).ok().map(|value| value.into_owned());
    Some(value.map_or(found.value, Cow::Owned))
}

/// Adds to a text, up to what is kept.
pub(super) fn push_kept(text: &mut String, said: &str) {
    if text.len() <= KEPT_BYTES {
        push_start(text, said);
    }
}

/// Adds what an event says to a text, up to what is kept.
pub(super) fn push_said(event: &Event<'_>, text: &mut String) {
    if text.len() > KEPT_BYTES {
        return;
    }
    match event {
        Event::Text(said) => push_start(text, &said.xml10_content()),
        Event::CData(said) => push_start(text, &said.xml10_content()),
        Event::GeneralRef(said) => text.extend(referred(said)),
        _ => (),
    }
}

fn push_start(text: &mut String, said: &str) {
    let end = said.char_indices().map(|(at, _)| at).find(|at| *at > KEPT_BYTES);
    text.push_str(end.and_then(|end| said.get(..end)).unwrap_or(said));
}

/// The character that a reference stands for. No other entities are known.
fn referred(reference: &BytesRef<'_>) -> Option<char> {
    let name: &str = reference;
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => reference.resolve_char_ref().ok().flatten(),
    }
}
