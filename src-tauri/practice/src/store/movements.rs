//! Stock movements: list, read, create, update (interface document, sections 2.1, 4.3 and 4.4).
//!
//! Called by the movement routes and the sample data. Line items are in [`super::lines`]; a state
//! of the movement as a whole is deliberately absent, for the document shows none.

use chrono::NaiveDate;
use rusqlite::{Connection, Row};
use serde_json::{Map, Value, json};

use super::{Page, Write, instructions, known, lines, people, row, rows, stocklists};
use crate::answer::Refusal;
use crate::rules::header::Header;
use crate::rules::instruction::Instruction;

fn select(rest: &str) -> String {
    format!(
        "SELECT m.id, m.name, m.description, m.identifier, m.date_requested,
                o.id, o.name, d.id, d.name, {}
         FROM movement m JOIN location o ON o.id = m.origin_id
         JOIN location d ON d.id = m.destination_id JOIN user u ON u.id = m.requested_by {rest}",
        people::COLUMNS
    )
}

fn shape(row: &Row<'_>) -> rusqlite::Result<Value> {
    let text = |at: usize| row.get::<_, String>(at);
    Ok(json!({
        "id": text(0)?, "name": text(1)?, "description": text(2)?, "identifier": text(3)?,
        "dateRequested": shown(&text(4)?), "origin": { "id": text(5)?, "name": text(6)? },
        "destination": { "id": text(7)?, "name": text(8)? }, "requestedBy": people::shape(row, 9)?,
    }))
}

/// How dates are answered (section 2.1); they are stored as ISO dates.
const SHOWN: &str = "%m/%d/%Y";

/// An ISO date as answers show it; empty when it is none.
pub(crate) fn shown(date: &str) -> String {
    date.parse::<NaiveDate>().map(|date| date.format(SHOWN).to_string()).unwrap_or_default()
}

/// The ids of the places that listed movements go between; `None` is any.
#[derive(Default)]
pub(crate) struct Between {
    pub(crate) origin: Option<String>,
    pub(crate) destination: Option<String>,
}

/// Movements, newest first, with or without their line items.
pub(crate) fn list(
    conn: &Connection,
    page: Page,
    between: &Between,
    full: bool,
) -> Result<Vec<Value>, Refusal> {
    let sql = select(
        "WHERE (?3 IS NULL OR m.origin_id = ?3) AND (?4 IS NULL OR m.destination_id = ?4)
         ORDER BY m.seq DESC LIMIT ?1 OFFSET ?2",
    );
    let values = (page.max, page.offset, &between.origin, &between.destination);
    let mut movements = rows(conn, &sql, values, shape)?;
    for movement in movements.iter_mut().filter(|_| full) {
        add_lines(conn, movement)?;
    }
    Ok(movements)
}

fn add_lines(conn: &Connection, movement: &mut Value) -> Result<(), Refusal> {
    let id = movement["id"].as_str().unwrap_or_default().to_owned();
    movement["lineItems"] = json!(lines::of_movement(conn, &id)?);
    Ok(())
}

/// One movement without its line items.
pub(crate) fn head(conn: &Connection, id: &str) -> Result<Value, Refusal> {
    let found = row(conn, &select("WHERE m.id = ?1"), [id], shape)?;
    found.ok_or_else(|| Refusal::missing(format!("stock movement with ID {id}")))
}

/// One movement with its line items.
pub(crate) fn find(conn: &Connection, id: &str) -> Result<Value, Refusal> {
    let mut movement = head(conn, id)?;
    add_lines(conn, &mut movement)?;
    Ok(movement)
}

/// Creates a movement, from a stocklist when one is named. Its identifier is null in this answer
/// and given in every later one (section 2.1).
pub(crate) fn create(
    write: &Write<'_>,
    header: &Header,
    stocklist: Option<&str>,
) -> Result<Value, Refusal> {
    let mut created = create_as(write, &write.new_id(), header, stocklist)?;
    created["identifier"] = Value::Null;
    Ok(created)
}

/// Creates a movement with a given id: for the sample data.
pub(crate) fn create_as(
    write: &Write<'_>,
    id: &str,
    header: &Header,
    stocklist: Option<&str>,
) -> Result<Value, Refusal> {
    header.complete()?;
    check_references(write.conn, header)?;
    write.run(
        "INSERT INTO movement (id, name, description, identifier, origin_id, destination_id,
                               requested_by, date_requested)
         VALUES (?1, ?2, ?3, '', ?4, ?5, ?6, ?7)",
        (
            id,
            &header.name,
            header.description.as_deref().unwrap_or_default(),
            &header.origin,
            &header.destination,
            &header.requested_by,
            header.date_requested.map(|date| date.to_string()),
        ),
    )?;
    let identifier = identifier(write.conn.last_insert_rowid());
    write.run("UPDATE movement SET identifier = ?2 WHERE id = ?1", (id, &identifier))?;
    let copied = match stocklist {
        Some(stocklist) => copy_stocklist(write, id, stocklist)?,
        None => 0,
    };
    let detail = json!({ "name": header.name, "stocklist": stocklist, "lineItems": copied });
    write.log("createMovement", Some(id), None, detail)?;
    find(write.conn, id)
}

fn copy_stocklist(write: &Write<'_>, movement: &str, stocklist: &str) -> Result<usize, Refusal> {
    let there = row(write.conn, "SELECT 1 FROM stocklist WHERE id = ?1", [stocklist], |_| Ok(()))?;
    there.ok_or_else(|| Refusal::missing(format!("stocklist with ID {stocklist}")))?;
    let items = stocklists::contents(write.conn, stocklist)?;
    for (product, quantity, position) in &items {
        lines::insert(write, movement, product, *quantity, Some(*position), None)?;
    }
    Ok(items.len())
}

/// Three digits and three letters, different for every movement: the factor has no divisor in
/// common with the number of codes.
fn identifier(seq: i64) -> String {
    let code = (seq * 7919 + 104_729).rem_euclid(1000 * 26 * 26 * 26);
    let (number, word) = (code % 1000, code / 1000);
    let letter = |place: i64| char::from(b'A' + (word / place % 26) as u8);
    format!("{number:03}{}{}{}", letter(676), letter(26), letter(1))
}

fn check_references(conn: &Connection, header: &Header) -> Result<(), Refusal> {
    for (table, field, id) in [
        ("location", "origin.id", &header.origin),
        ("location", "destination.id", &header.destination),
        ("user", "requestedBy.id", &header.requested_by),
    ] {
        if let Some(id) = id {
            known(conn, table, field, id)?;
        }
    }
    Ok(())
}

/// Changes header fields and carries out the instructions in order.
pub(crate) fn update(
    write: &Write<'_>,
    id: &str,
    header: &Header,
    instructions: &[Instruction],
) -> Result<Value, Refusal> {
    let before = head(write.conn, id)?;
    check_references(write.conn, header)?;
    update_header(write, id, &before, header)?;
    for instruction in instructions {
        instructions::apply(write, id, instruction)?;
    }
    find(write.conn, id)
}

fn update_header(
    write: &Write<'_>,
    id: &str,
    before: &Value,
    header: &Header,
) -> Result<(), Refusal> {
    let changed = changes(before, header);
    if changed.is_empty() {
        return Ok(());
    }
    write.run(
        "UPDATE movement SET name = coalesce(?2, name), description = coalesce(?3, description),
             origin_id = coalesce(?4, origin_id), destination_id = coalesce(?5, destination_id),
             requested_by = coalesce(?6, requested_by),
             date_requested = coalesce(?7, date_requested) WHERE id = ?1",
        (
            id,
            &header.name,
            &header.description,
            &header.origin,
            &header.destination,
            &header.requested_by,
            header.date_requested.map(|date| date.to_string()),
        ),
    )?;
    write.log("updateHeader", Some(id), None, Value::Object(changed))
}

/// The fields a header really changes, as a request names them.
fn changes(before: &Value, header: &Header) -> Map<String, Value> {
    let date = header.date_requested.map(|date| date.format(SHOWN).to_string());
    [
        ("name", &before["name"], &header.name),
        ("description", &before["description"], &header.description),
        ("origin.id", &before["origin"]["id"], &header.origin),
        ("destination.id", &before["destination"]["id"], &header.destination),
        ("requestedBy.id", &before["requestedBy"]["id"], &header.requested_by),
        ("dateRequested", &before["dateRequested"], &date),
    ]
    .into_iter()
    .filter_map(|(field, old, new)| {
        let new = new.as_ref().filter(|new| old != new.as_str())?;
        Some((field.to_owned(), json!(new)))
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_short_codes_and_differ() {
        let codes: std::collections::HashSet<String> = (1..5000).map(identifier).collect();
        assert_eq!(codes.len(), 4999);
        for code in codes {
            let (digits, letters) = code.split_at(3);
            assert!(digits.bytes().all(|byte| byte.is_ascii_digit()), "{code}");
            assert!(letters.len() == 3 && letters.bytes().all(|b| b.is_ascii_uppercase()));
        }
    }
}
