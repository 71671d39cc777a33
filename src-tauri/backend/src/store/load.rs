//! Reads a profile's mirror from its file, all in one go when the profile opens. A job for a reader
//! of [`crate::store::Store`]. A body in a form this version cannot read is left out and read from the
//! service anew.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use contract::{
    Category, DataSet, Location, LocationId, LocationKind, Movement, MovementId, MovementKey,
    Person, PlaceRef, Product, Stocklist, StocklistQuery,
};
use rules::movements::known::KnownMovement;
use rusqlite::{Connection, Row, ToSql};
use serde::de::DeserializeOwned;

use super::tables::mirror::lookup_name;
use crate::{error::StoreFault, service::cache::Age};

/// Everything the file holds of the service.
#[derive(Default)]
pub(crate) struct Saved {
    pub movements: Vec<KnownMovement>,
    pub stocklists: HashMap<StocklistQuery, Vec<Stocklist>>,
    pub products: Vec<Product>,
    pub locations: HashMap<(LocationKind, LocationId), Vec<Location>>,
    pub categories: Vec<Category>,
    pub people: Vec<Person>,
    pub places: Vec<PlaceRef>,
    pub ages: HashMap<DataSet, Age>,
}

/// Reads everything.
pub(crate) fn all(connection: &Connection) -> Result<Saved, StoreFault> {
    let mut saved = Saved {
        movements: load_movements(connection)?,
        ages: load_ages(connection)?,
        people: bodies(connection, "SELECT body FROM person ORDER BY id")?,
        places: bodies(connection, "SELECT body FROM place ORDER BY id")?,
        categories: bodies(connection, CATEGORIES)?,
        ..Saved::default()
    };
    // A complete data set is one whose every row can be read; a torn one counts as never asked.
    for (data_set, _) in saved.ages.clone() {
        let complete = match &data_set {
            DataSet::Products => {
                let rows = whole(connection, "SELECT body FROM product ORDER BY position", &[])?;
                rows.map(|rows| saved.products = rows).is_some()
            }
            DataSet::Stocklists(asked) => {
                let rows = whole(connection, STOCKLISTS, &[&serde_json::to_string(asked)?])?;
                rows.map(|rows| saved.stocklists.insert(asked.clone(), rows)).is_some()
            }
            DataSet::BinLocations(parent) => {
                load_locations(connection, LocationKind::Bins, parent, &mut saved.locations)?
            }
            DataSet::InternalLocations(parent) => {
                load_locations(connection, LocationKind::Internal, parent, &mut saved.locations)?
            }
            DataSet::Movements | DataSet::Movement(_) => true,
        };
        if !complete {
            saved.ages.remove(&data_set);
        }
    }
    Ok(saved)
}

const STOCKLISTS: &str = "SELECT body FROM stocklist WHERE asked = ?1 ORDER BY position";
const LOCATIONS: &str =
    "SELECT body FROM location WHERE lookup = ?1 AND parent = ?2 ORDER BY position";
const CATEGORIES: &str = "SELECT json_object('id', id, 'name', name) FROM category ORDER BY row";

fn load_movements(connection: &Connection) -> Result<Vec<KnownMovement>, StoreFault> {
    let mut statement = connection.prepare(
        "SELECT key, id, header, seen, lines, lines_seen, listed, gone FROM movement ORDER BY row",
    )?;
    let rows = statement.query_map([], |row| Ok(read_movement(row)))?;
    rows.map(|row| row?).collect()
}

fn read_movement(row: &Row<'_>) -> Result<KnownMovement, StoreFault> {
    let key: String = row.get("key")?;
    let id: String = row.get("id")?;
    let header: String = row.get("header")?;
    let lines: Option<String> = row.get("lines")?;
    let lines_seen: Option<i64> = row.get("lines_seen")?;
    // The key must survive even if the rest is in a form of another version: routes and drafts
    // name the movement by it.
    let mut movement = serde_json::from_str(&header).unwrap_or_else(|_| bare(id.into()));
    movement.lines = lines.and_then(|lines| serde_json::from_str(&lines).ok());
    Ok(KnownMovement {
        key: read_key(&key)?,
        lines_seen: lines_seen.filter(|_| movement.lines.is_some()).map(time).transpose()?,
        movement,
        seen: time(row.get("seen")?)?,
        listed: row.get("listed")?,
        gone: row.get("gone")?,
        news: Default::default(),
        folded: Default::default(),
    })
}

fn bare(id: MovementId) -> Movement {
    Movement {
        id,
        name: None,
        description: None,
        identifier: None,
        origin: None,
        destination: None,
        date_requested: None,
        date_text: None,
        requested_by: None,
        lines: None,
        lines_left_out: 0,
    }
}

fn load_ages(connection: &Connection) -> Result<HashMap<DataSet, Age>, StoreFault> {
    let mut statement = connection.prepare("SELECT data_set, as_of, left_out FROM freshness")?;
    let rows = statement.query_map([], |row| {
        Ok((row.get::<_, String>(0)?, row.get::<_, i64>(1)?, row.get::<_, u32>(2)?))
    })?;
    let mut ages = HashMap::new();
    for row in rows {
        let (data_set, as_of, left_out) = row?;
        if let Ok(data_set) = serde_json::from_str(&data_set) {
            ages.insert(data_set, Age { as_of: time(as_of)?, left_out });
        }
    }
    Ok(ages)
}

fn load_locations(
    connection: &Connection,
    kind: LocationKind,
    parent: &LocationId,
    into: &mut HashMap<(LocationKind, LocationId), Vec<Location>>,
) -> Result<bool, StoreFault> {
    let rows = whole(connection, LOCATIONS, &[&lookup_name(kind), &parent.as_str()])?;
    Ok(rows.map(|rows| into.insert((kind, parent.clone()), rows)).is_some())
}

/// All bodies that can be read.
fn bodies<T: DeserializeOwned>(connection: &Connection, sql: &str) -> Result<Vec<T>, StoreFault> {
    Ok(texts(connection, sql, &[])?
        .iter()
        .filter_map(|body| serde_json::from_str(body).ok())
        .collect())
}

/// All bodies, or `None` if one cannot be read.
fn whole<T: DeserializeOwned>(
    connection: &Connection,
    sql: &str,
    of: &[&dyn ToSql],
) -> Result<Option<Vec<T>>, StoreFault> {
    let texts = texts(connection, sql, of)?;
    Ok(texts.iter().map(|body| serde_json::from_str(body).ok()).collect())
}

fn texts(connection: &Connection, sql: &str, of: &[&dyn ToSql]) -> Result<Vec<String>, StoreFault> {
    let mut statement = connection.prepare_cached(sql)?;
    let rows = statement.query_map(of, |row| row.get(0))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

pub(super) fn read_key(text: &str) -> Result<MovementKey, StoreFault> {
    text.parse().map_err(|_| StoreFault::Broken(format!("{text:?} is not a movement's key")))
}

pub(super) fn time(micros: i64) -> Result<DateTime<Utc>, StoreFault> {
    DateTime::from_timestamp_micros(micros)
        .ok_or_else(|| StoreFault::Broken(format!("{micros} is not a time")))
}
