//! How long the texts are that a binary workbook stores once. They run on over as many records as they
//! need. Pure.

use crate::table::limits::TableFault;
use crate::table::xls::stream::{CONTINUE, number, record};

/// A walk over the data of a record and of those that continue it.
struct Walk<'a> {
    stream: &'a [u8],
    at: usize,
    end: usize,
}

/// Bytes that each text takes at most, as it is written here.
pub(super) fn lengths(stream: &[u8], at: usize) -> Result<Vec<u32>, TableFault> {
    let first = record(stream, at)?.ok_or(TableFault::NotRead)?;
    let mut walk = Walk { stream, at: first.from, end: first.from + first.length };
    walk.skip(8)?;
    let mut lengths = Vec::new();
    while walk.at < walk.end || walk.go_on()? {
        lengths.push(walk.text()?);
    }
    Ok(lengths)
}

impl Walk<'_> {
    /// Goes on in the next record that continues; answers whether there is one.
    fn go_on(&mut self) -> Result<bool, TableFault> {
        while let Some(next) = record(self.stream, self.end)? {
            if next.kind != CONTINUE {
                return Ok(false);
            }
            (self.at, self.end) = (next.from, next.from + next.length);
            if next.length > 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn take(&mut self, bytes: usize) -> Result<usize, TableFault> {
        let taken = number(self.stream, self.at, bytes).ok_or(TableFault::NotRead)?;
        self.at += bytes;
        if self.at > self.end { Err(TableFault::NotRead) } else { Ok(taken) }
    }

    fn skip(&mut self, mut bytes: usize) -> Result<(), TableFault> {
        loop {
            let here = bytes.min(self.end - self.at);
            (self.at, bytes) = (self.at + here, bytes - here);
            if bytes == 0 {
                return Ok(());
            }
            if !self.go_on()? {
                return Err(TableFault::NotRead);
            }
        }
    }

    /// Passes a text.
    fn text(&mut self) -> Result<u32, TableFault> {
        let letters = self.take(2)?;
        let mut flags = self.take(1)?;
        let runs = if flags & 8 == 0 { 0 } else { self.take(2)? };
        let more = if flags & 4 == 0 { 0 } else { self.take(4)? };
        let (mut left, mut bytes) = (letters, 0);
        while left > 0 {
            if self.at == self.end {
                // In the middle of a text each record says anew how wide its letters are.
                if !self.go_on()? {
                    return Err(TableFault::NotRead);
                }
                flags = self.take(1)?;
            }
            let wide = flags & 1 != 0;
            let fit = if wide { (self.end - self.at) / 2 } else { self.end - self.at };
            let here = left.min(fit);
            if here == 0 && self.at < self.end {
                return Err(TableFault::NotRead);
            }
            self.at += if wide { 2 * here } else { here };
            bytes += if wide { 3 * here } else { 2 * here };
            left -= here;
        }
        self.skip(4 * runs)?;
        self.skip(more)?;
        u32::try_from(bytes).map_err(|_| TableFault::NotRead)
    }
}
