//! Work that waits in other profiles on this computer, counted for the outbox of the open one.
//! Files are only looked at: nothing is locked, made or brought to a newer schema, and one that
//! cannot be read just now is left out.

use std::{collections::HashSet, fs, path::Path, time::Duration};

use contract::{OtherWork, Profile};
use rules::{picking::tape::lines_entered, search::count_of};
use rusqlite::{Connection, OpenFlags};

use super::{file_in, tables::walks, unsent};
use crate::error::StoreFault;

/// How many operations wait in each other profile of the data folder, and how many edited lines are not
/// sent; profiles without any are left out. Blocks; for a thread that may.
pub(crate) fn others(data: &Path, except: Option<&Profile>) -> Vec<OtherWork> {
    let Ok(folders) = fs::read_dir(data.join("profiles")) else { return Vec::new() };
    let files = folders.flatten().map(|folder| file_in(&folder.path()));
    let mut others: Vec<_> = files
        .filter(|file| file.is_file())
        .filter_map(|file| match waiting_in(&file) {
            Ok(work) => Some(work),
            Err(fault) => {
                tracing::debug!(%fault, "another profile's work could not be counted");
                None
            }
        })
        .filter(|work| work.waiting + work.unsent > 0 && Some(&work.profile) != except)
        .collect();
    others.sort_by(|a, b| by_name(&a.profile).cmp(&by_name(&b.profile)));
    others
}

/// Whether any profile of the data folder is one of this service. Blocks; for a thread that may.
pub(crate) fn has_server(data: &Path, server: &str) -> bool {
    let Ok(folders) = fs::read_dir(data.join("profiles")) else { return false };
    let server_of = |file: &Path| -> Result<String, StoreFault> {
        let query = "SELECT server FROM profile";
        Ok(look_into(file)?.query_row(query, [], |row| row.get(0))?)
    };
    folders
        .flatten()
        .map(|folder| file_in(&folder.path()))
        .filter(|file| file.is_file())
        .any(|file| server_of(&file).is_ok_and(|known| known == server))
}

fn by_name(profile: &Profile) -> (&str, &str) {
    (&profile.server, &profile.user_name)
}

fn waiting_in(file: &Path) -> Result<OtherWork, StoreFault> {
    let connection = look_into(file)?;
    // One transaction: an answer of one moment, even while its owner writes.
    let tx = connection.unchecked_transaction()?;
    let profile = tx.query_row("SELECT server, user_name FROM profile", [], |row| {
        Ok(Profile { server: row.get(0)?, user_name: row.get(1)? })
    })?;
    let schema: i64 = tx.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let waiting =
        tx.query_row(if schema == 1 { IN_SCHEMA_1 } else { WAITING }, [], |row| row.get(0))?;
    // Of files from before there were any, nothing is edited.
    let edited: u32 = unsent::edited(&tx).unwrap_or_default();
    let walks = walks::load(&tx).unwrap_or_default();
    let entered = lines_entered(walks.iter().map(|(.., tape)| tape));
    let entered = count_of(entered.values().map(HashSet::len).sum());
    Ok(OtherWork { profile, waiting, unsent: edited + entered })
}

const WAITING: &str = "SELECT count(*) FROM operation WHERE ended IS NULL";
const IN_SCHEMA_1: &str = "SELECT count(*) FROM creation WHERE id IS NULL OR changes > 0";

/// Opens without making anything. A file that was closed in order has no log beside it, and SQLite
/// would make one even to read; it is read as it lies there.
fn look_into(file: &Path) -> Result<Connection, StoreFault> {
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = if file.with_extension("sqlite-wal").exists() {
        Connection::open_with_flags(file, flags)?
    } else {
        let address = url_of(file)?;
        Connection::open_with_flags(address, flags | OpenFlags::SQLITE_OPEN_URI)?
    };
    connection.busy_timeout(Duration::from_millis(200))?;
    Ok(connection)
}

/// The file as SQLite's address of a file nobody writes. Whatever could mean something in an address
/// is written as its number.
fn url_of(file: &Path) -> Result<String, StoreFault> {
    let path = file.to_str().ok_or_else(|| StoreFault::Broken("a path that is no text".into()))?;
    let mut address = String::from("file:");
    for byte in path.replace('\\', "/").bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'/' | b'.' | b'-' | b'_' | b':' => {
                address.push(char::from(byte));
            }
            _ => address.push_str(&format!("%{byte:02x}")),
        }
    }
    Ok(address + "?immutable=1")
}

#[cfg(test)]
mod tests;
