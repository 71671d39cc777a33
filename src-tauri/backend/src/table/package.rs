//! A zip archive in which a workbook is packed. No more of it is unpacked than is read, and no more than
//! is allowed, whatever its head says. Pure.

use std::collections::HashMap;
use std::io::{BufReader, Cursor, ErrorKind, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use crate::table::limits::{ENTRIES, EVENTS, TableFault, UNPACKED_BYTES};
use crate::table::xml::XmlPart;

/// An archive with what may still be unpacked of it.
pub(super) struct Package<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    /// Where things lie by their names, in small letters and with `/` between folders: some programs
    /// write them otherwise than they refer to them.
    places: HashMap<String, usize>,
    left: u64,
    events_left: usize,
}

impl<'a> Package<'a> {
    /// Opens one.
    pub(super) fn open(bytes: &'a [u8]) -> Result<Self, TableFault> {
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(fault)?;
        if archive.len() > ENTRIES {
            return Err(TableFault::TooLarge);
        }
        let mut places = HashMap::new();
        for at in 0..archive.len() {
            if let Some(Ok(name)) = archive.name_for_index(at) {
                places.insert(place(&name), at);
            }
        }
        Ok(Self { archive, places, left: UNPACKED_BYTES, events_left: EVENTS })
    }

    /// Whether something of this name is in it.
    pub(super) fn holds(&self, name: &str) -> bool {
        self.places.contains_key(&place(name))
    }

    /// What is packed under this name, as XML.
    pub(super) fn xml(&mut self, name: &str) -> Result<XmlPart<'_, impl Read>, TableFault> {
        let at = *self.places.get(&place(name)).ok_or(TableFault::NotRead)?;
        let inside = self.archive.by_index(at).map_err(fault)?;
        let source = Metered { inside: BufReader::new(inside), left: &mut self.left };
        Ok(XmlPart::of(source, &mut self.events_left))
    }
}

fn place(name: &str) -> String {
    name.trim_start_matches('/').replace('\\', "/").to_lowercase()
}

fn fault(error: ZipError) -> TableFault {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => TableFault::Encrypted,
        _ => TableFault::NotRead,
    }
}

/// Counts what is unpacked.
struct Metered<'a, R> {
    inside: R,
    left: &'a mut u64,
}

impl<R: Read> Read for Metered<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.inside.read(buffer)?;
        let left = self.left.checked_sub(read as u64);
        *self.left = left.ok_or(ErrorKind::FileTooLarge)?;
        Ok(read)
    }
}
