//! Whether deleting a profile's data would lose unsent changes or drafts.

use rusqlite::Connection;

use super::tables::walks;
use crate::error::StoreFault;

/// What is about a movement that can be seen: one whose creation was discarded cannot, and what is there of it is
/// for the case that it is asked for again.
const IS_SEEN: &str = "movement NOT IN (
    SELECT movement FROM operation
    WHERE movement IS NOT NULL AND json_valid(body)
        AND json_type(body, '$.create_movement') IS NOT NULL
    GROUP BY movement HAVING min(state = 'dropped'))";

/// How many edited lines are not sent.
pub(crate) fn edited(connection: &Connection) -> Result<u32, StoreFault> {
    let sql = format!("SELECT count(*) FROM sheet_row WHERE body IS NOT NULL AND {IS_SEEN}");
    Ok(connection.query_row(&sql, [], |row| row.get(0))?)
}

/// Whether there is any.
pub(crate) fn is_left(connection: &Connection) -> Result<bool, StoreFault> {
    let sql = format!(
        "SELECT EXISTS (SELECT 1 FROM operation WHERE ended IS NULL)
             OR EXISTS (SELECT 1 FROM draft)
             OR EXISTS (SELECT 1 FROM typing WHERE {IS_SEEN})"
    );
    let is_left: bool = connection.query_row(&sql, [], |row| row.get(0))?;
    Ok(is_left || edited(connection)? > 0 || walks::is_left(connection)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::migrations;

    #[test]
    fn each_kind_of_work_counts_also_where_it_cannot_be_read() {
        let left = |sql: &str| {
            let mut connection = Connection::open_in_memory().unwrap();
            let steps = migrations::STEPS;
            migrations::migrate(&mut connection, "memory".as_ref(), steps).unwrap();
            connection.execute_batch(sql).unwrap();
            is_left(&connection).unwrap()
        };
        assert!(!left(""));
        let operation = |state: &str, ended: &str| {
            format!(
                "INSERT INTO operation (key, body, state, kept, ended)
                 VALUES ('k', 'torn', '{state}', 1, {ended})"
            )
        };
        assert!(left(&operation("queued", "NULL")));
        assert!(!left(&operation("sent", "2")));
        assert!(left("INSERT INTO sheet_row (movement, row, body) VALUES ('m', 'r', 'torn')"));
        assert!(!left("INSERT INTO sheet_row (movement, row, body) VALUES ('m', 'r', NULL)"));
        let rows = "INSERT INTO sheet_row (movement, row, body) VALUES ('m', 'r', '{}');
                    INSERT INTO typing (movement, body) VALUES ('m', '{}');";
        let creation = |key: &str, state: &str| {
            format!(
                "INSERT INTO operation (key, movement, body, state, kept, ended)
                 VALUES ('{key}', 'm', '{{\"create_movement\":{{}}}}', '{state}', 1, 2);"
            )
        };
        assert!(!left(&(creation("k", "dropped") + rows)), "discarded, and its lines with it");
        assert!(left(&(creation("k", "sent") + rows)));
        assert!(left(&(creation("k", "dropped") + &creation("l", "sent") + rows)));
        let change = "INSERT INTO operation (key, movement, body, state, kept, ended)
                      VALUES ('k', 'm', '{\"change_line\":{}}', 'dropped', 1, 2);";
        assert!(left(&(change.to_owned() + rows)), "a change of a movement that is there");
        let walk = |ended: &str| {
            format!("INSERT INTO walk (key, body, ended) VALUES ('k', 'torn', {ended})")
        };
        assert!(left(&walk("NULL")) && !left(&walk("2")));
    }
}
