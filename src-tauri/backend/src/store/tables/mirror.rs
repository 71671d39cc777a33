//! Keeps what was read from the service in a profile's file, as the contract's JSON. Jobs for the
//! writer of [`crate::store::Store`]; `load` reads it back. Deliberately absent: when to keep what.

use contract::{
    DataSet, Location, LocationId, LocationKind, Movement, Person, PlaceRef, Product, Stocklist,
    StocklistQuery,
};
use rules::movements::known::KnownMovement;
use rusqlite::{ToSql, Transaction, params};
use serde::Serialize;

use crate::{error::StoreFault, service::cache::Age};

/// Keeps movements as they are known now.
pub(crate) fn save_movements<'a>(
    tx: &Transaction<'_>,
    movements: impl IntoIterator<Item = &'a KnownMovement>,
) -> Result<(), StoreFault> {
    let mut statement = tx.prepare_cached(
        "INSERT INTO movement (key, id, header, seen, lines, lines_seen, listed, gone)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
         ON CONFLICT (id) DO UPDATE SET key = excluded.key, header = excluded.header,
             seen = excluded.seen, lines = excluded.lines, lines_seen = excluded.lines_seen,
             listed = excluded.listed, gone = excluded.gone",
    )?;
    for known in movements {
        let header = Movement { lines: None, ..known.movement.clone() };
        let lines = known.movement.lines.as_ref().map(serde_json::to_string).transpose()?;
        statement.execute(params![
            known.key.to_string(),
            known.movement.id.as_str(),
            serde_json::to_string(&header)?,
            known.seen.timestamp_micros(),
            lines,
            known.lines_seen.map(|seen| seen.timestamp_micros()),
            known.listed,
            known.gone,
        ])?;
    }
    Ok(())
}

/// Keeps the stocklists the service gave for a query, in place of those it gave before.
pub(crate) fn save_stocklists<'a>(
    tx: &Transaction<'_>,
    asked: &StocklistQuery,
    stocklists: impl IntoIterator<Item = &'a Stocklist>,
) -> Result<(), StoreFault> {
    let asked = serde_json::to_string(asked)?;
    tx.execute("DELETE FROM stocklist WHERE asked = ?1", [&asked])?;
    let sql = "INSERT INTO stocklist (asked, position, body) VALUES (?1, ?2, ?3)";
    insert(tx, sql, &[&asked], stocklists)
}

/// Drops the stocklists of a query that is asked no more.
pub(crate) fn drop_stocklists(
    tx: &Transaction<'_>,
    asked: &StocklistQuery,
) -> Result<(), StoreFault> {
    save_stocklists(tx, asked, [])?;
    let data_set = serde_json::to_string(&DataSet::Stocklists(asked.clone()))?;
    tx.execute("DELETE FROM freshness WHERE data_set = ?1", [data_set])?;
    Ok(())
}

/// Keeps all products, in place of those before.
pub(crate) fn save_products<'a>(
    tx: &Transaction<'_>,
    products: impl IntoIterator<Item = &'a Product>,
) -> Result<(), StoreFault> {
    tx.execute("DELETE FROM product", [])?;
    insert(tx, "INSERT INTO product (position, body) VALUES (?1, ?2)", &[], products)
}

/// Keeps the bins or internal locations of a place, in place of those before.
pub(crate) fn save_locations<'a>(
    tx: &Transaction<'_>,
    kind: LocationKind,
    parent: &LocationId,
    locations: impl IntoIterator<Item = &'a Location>,
) -> Result<(), StoreFault> {
    let lookup = lookup_name(kind);
    let place = parent.as_str();
    tx.execute("DELETE FROM location WHERE lookup = ?1 AND parent = ?2", [lookup, place])?;
    let sql = "INSERT INTO location (lookup, parent, position, body) VALUES (?1, ?2, ?3, ?4)";
    insert(tx, sql, &[&lookup, &place], locations)
}

/// Keeps when a data set was read completely, and what that reading had to leave out.
pub(crate) fn save_age(
    tx: &Transaction<'_>,
    data_set: &DataSet,
    age: Age,
) -> Result<(), StoreFault> {
    tx.execute(
        "INSERT INTO freshness (data_set, as_of, left_out) VALUES (?1, ?2, ?3)
         ON CONFLICT (data_set) DO UPDATE SET as_of = excluded.as_of, left_out = excluded.left_out",
        params![serde_json::to_string(data_set)?, age.as_of.timestamp_micros(), age.left_out],
    )?;
    Ok(())
}

/// Keeps a category made here.
pub(crate) fn save_category(tx: &Transaction<'_>, id: &str, name: &str) -> Result<(), StoreFault> {
    tx.execute(
        "INSERT INTO category (id, name) VALUES (?1, ?2)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name",
        [id, name],
    )?;
    Ok(())
}

/// Keeps harvested people and places.
pub(crate) fn save_directory(
    tx: &Transaction<'_>,
    people: &[Person],
    places: &[PlaceRef],
) -> Result<(), StoreFault> {
    let mut statement = tx.prepare_cached(
        "INSERT INTO person (id, body) VALUES (?1, ?2)
         ON CONFLICT (id) DO UPDATE SET body = excluded.body",
    )?;
    for person in people {
        statement.execute(params![person.id.as_str(), serde_json::to_string(person)?])?;
    }
    let mut statement = tx.prepare_cached(
        "INSERT INTO place (id, body) VALUES (?1, ?2)
         ON CONFLICT (id) DO UPDATE SET body = excluded.body",
    )?;
    for place in places {
        statement.execute(params![place.id.as_str(), serde_json::to_string(place)?])?;
    }
    Ok(())
}

/// Inserts bodies with their positions after the columns in `before`.
fn insert<'a, T: Serialize + 'a>(
    tx: &Transaction<'_>,
    sql: &str,
    before: &[&dyn ToSql],
    records: impl IntoIterator<Item = &'a T>,
) -> Result<(), StoreFault> {
    let mut statement = tx.prepare_cached(sql)?;
    for (position, record) in (0_i64..).zip(records) {
        let body = serde_json::to_string(record)?;
        let mut row = before.to_vec();
        row.push(&position);
        row.push(&body);
        statement.execute(row.as_slice())?;
    }
    Ok(())
}

/// The name of a lookup in the file.
pub(crate) fn lookup_name(kind: LocationKind) -> &'static str {
    match kind {
        LocationKind::Bins => "bins",
        LocationKind::Internal => "internal",
    }
}
