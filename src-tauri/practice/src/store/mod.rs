//! The warehouse in SQLite: opening, reading, writing in one transaction, starting over.
//!
//! Called by the routes, the control port and [`crate::Running`]. Requests are already read into
//! typed values by the rules; HTTP is unknown here.

pub(crate) mod effects;
pub(crate) mod generic;
pub(crate) mod instructions;
pub(crate) mod lines;
pub(crate) mod lots;
pub(crate) mod movements;
pub(crate) mod pages;
pub(crate) mod people;
pub(crate) mod picks;
pub(crate) mod places;
pub(crate) mod products;
pub(crate) mod schema;
pub(crate) mod stocklists;
pub(crate) mod substitutes;

use std::cell::Cell;
use std::path::PathBuf;
use std::sync::Arc;

use parking_lot::{Mutex, MutexGuard};

use rusqlite::{Connection, OptionalExtension, Params, Row};
use serde_json::Value;

use crate::answer::Refusal;
use crate::{clock, record_id};

/// The one connection to the warehouse; clones share it. It is used on blocking threads only, so
/// no lock is held over an await.
#[derive(Clone)]
pub(crate) struct Store {
    connection: Arc<Mutex<Connection>>,
    seed: Seed,
}

/// Fills empty tables.
pub(crate) type Seed = Arc<dyn Fn(&Connection) -> Result<(), Refusal> + Send + Sync>;

/// Where the data is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Database {
    /// In memory: gone when the service stops.
    Memory,
    /// In a file: filled with the sample data when new, kept as it is otherwise.
    File(PathBuf),
}

impl Store {
    /// Opens the database; a new one is filled by `seed`.
    pub(crate) fn open(database: &Database, seed: Seed) -> Result<Store, String> {
        let text = |error: rusqlite::Error| error.to_string();
        let mut connection = match database {
            Database::Memory => Connection::open_in_memory(),
            Database::File(path) => Connection::open(path),
        }
        .map_err(text)?;
        connection.pragma_update(None, "foreign_keys", true).map_err(text)?;
        connection.set_prepared_statement_cache_capacity(64);
        match schema::version(&connection).map_err(text)? {
            schema::VERSION => {}
            0 => fill(&mut connection, &seed).map_err(|refusal| refusal.message)?,
            other => return Err(format!("the database has the unknown version {other}")),
        }
        Ok(Store { connection: Arc::new(Mutex::new(connection)), seed })
    }

    /// The connection itself, for callers that may block.
    pub(crate) fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock()
    }

    async fn run<T, F>(&self, work: F) -> Result<T, Refusal>
    where
        T: Send + 'static,
        F: FnOnce(&mut Connection) -> Result<T, Refusal> + Send + 'static,
    {
        let store = self.clone();
        tokio::task::spawn_blocking(move || work(&mut store.lock()))
            .await
            .map_err(|error| Refusal::failed(format!("The work was broken off: {error}")))?
    }

    /// Reads on a blocking thread.
    pub(crate) async fn read<T, F>(&self, work: F) -> Result<T, Refusal>
    where
        T: Send + 'static,
        F: FnOnce(&Connection) -> Result<T, Refusal> + Send + 'static,
    {
        self.run(|connection| work(connection)).await
    }

    /// Writes on a blocking thread in one transaction, together with the effect log: everything
    /// `work` did is kept when it succeeds and nothing of it when it fails.
    pub(crate) async fn write<T, F>(&self, user: String, work: F) -> Result<T, Refusal>
    where
        T: Send + 'static,
        F: FnOnce(&Write<'_>) -> Result<T, Refusal> + Send + 'static,
    {
        self.run(move |connection| {
            let transaction = connection.transaction()?;
            let done = work(&Write::new(&transaction, &user, Ids::Random))?;
            transaction.commit()?;
            Ok(done)
        })
        .await
    }

    /// Throws everything away and fills in the seed anew.
    pub(crate) async fn reset(&self) -> Result<(), Refusal> {
        let seed = Arc::clone(&self.seed);
        self.run(move |connection| fill(connection, &seed)).await
    }
}

fn fill(connection: &mut Connection, seed: &Seed) -> Result<(), Refusal> {
    let transaction = connection.transaction()?;
    schema::create(&transaction)?;
    seed(&transaction)?;
    transaction.commit()?;
    Ok(())
}

/// Where the ids of new records come from.
pub(crate) enum Ids {
    /// Random ones, for clients.
    Random,
    /// The same in every run, for the sample data: derived from the count of ids so far.
    Derived(Cell<u32>),
}

/// A write in progress: the transaction, who writes, when.
pub(crate) struct Write<'a> {
    /// The transaction.
    pub(crate) conn: &'a Connection,
    user: &'a str,
    at: String,
    ids: Ids,
}

impl<'a> Write<'a> {
    /// A write by the user of that name.
    pub(crate) fn new(conn: &'a Connection, user: &'a str, ids: Ids) -> Write<'a> {
        Write { conn, user, at: clock::now(), ids }
    }

    /// An id no record has yet: 32 hex digits.
    pub(crate) fn new_id(&self) -> String {
        match &self.ids {
            Ids::Random => uuid::Uuid::new_v4().simple().to_string(),
            Ids::Derived(count) => {
                count.set(count.get() + 1);
                record_id::id("record", &count.get().to_string())
            }
        }
    }

    /// Runs one statement.
    pub(crate) fn run(&self, sql: &str, params: impl Params) -> Result<usize, Refusal> {
        Ok(self.conn.prepare_cached(sql)?.execute(params)?)
    }

    /// Adds an entry to the effect log.
    pub(crate) fn log(
        &self,
        operation: &str,
        movement: Option<&str>,
        item: Option<&str>,
        detail: Value,
    ) -> Result<(), Refusal> {
        self.run(
            "INSERT INTO effect (at, user, operation, movement, item, detail)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            (&self.at, self.user, operation, movement, item, detail.to_string()),
        )?;
        Ok(())
    }
}

/// All rows of a query.
pub(crate) fn rows<T>(
    conn: &Connection,
    sql: &str,
    params: impl Params,
    read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Vec<T>, Refusal> {
    let mut statement = conn.prepare_cached(sql)?;
    let found = statement.query_map(params, read)?.collect::<Result<Vec<T>, _>>()?;
    Ok(found)
}

/// The first row of a query, if there is one.
pub(crate) fn row<T>(
    conn: &Connection,
    sql: &str,
    params: impl Params,
    read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
) -> Result<Option<T>, Refusal> {
    Ok(conn.prepare_cached(sql)?.query_row(params, read).optional()?)
}

/// Refuses a reference to a record that is not there, naming the request's field.
/// `table` is one of this crate's own words, never a client's.
pub(crate) fn known(conn: &Connection, table: &str, field: &str, id: &str) -> Result<(), Refusal> {
    let sql = format!("SELECT 1 FROM {table} WHERE id = ?1");
    match row(conn, &sql, [id], |_| Ok(()))? {
        Some(()) => Ok(()),
        None => Err(Refusal::field(field, &format!("there is no {table} with ID {id}"))),
    }
}

/// A part of a list (interface document, section 8, rule 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Page {
    /// Number of rows; -1 is all, as in SQL.
    pub(crate) max: i64,
    /// Index of the first row.
    pub(crate) offset: i64,
}
