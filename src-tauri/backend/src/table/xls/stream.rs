//! Records one after the other: their number, their length, and so many bytes. Pure.

use crate::table::limits::TableFault;

/// The record that goes on with the one before it.
pub(super) const CONTINUE: u16 = 0x003C;

/// Where a record stands in the stream: its number, and its data from there.
pub(super) struct RecordPlace {
    pub kind: u16,
    pub from: usize,
    pub length: usize,
}

/// The record that begins here; `None` at the end.
pub(super) fn record(stream: &[u8], at: usize) -> Result<Option<RecordPlace>, TableFault> {
    // Behind the last record, files may be filled up.
    let (Some(kind), Some(length)) = (number(stream, at, 2), number(stream, at + 2, 2)) else {
        return Ok(None);
    };
    let from = at + 4;
    if from + length > stream.len() {
        return Err(TableFault::NotRead);
    }
    Ok(Some(RecordPlace { kind: u16::try_from(kind).unwrap_or(0), from, length }))
}

/// A number of so many bytes, the smallest first.
pub(super) fn number(stream: &[u8], at: usize, bytes: usize) -> Option<usize> {
    let bytes = stream.get(at..at.checked_add(bytes)?)?;
    Some(bytes.iter().rev().fold(0, |number, byte| number << 8 | usize::from(*byte)))
}
