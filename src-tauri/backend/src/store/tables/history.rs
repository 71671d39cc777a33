//! Finds entries of the journal, for the screen and for export. Jobs for a reader of
//! [`crate::store::Store`]. Filters and windows are SQL's work; only the search for words looks at each
//! entry, one at a time, so that a long journal costs time and not memory.

use std::collections::{HashMap, HashSet};

use contract::{JournalFilter, JournalRow, MovementKey, Operation};
use rules::search::text::{Words, fold};
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde_json::Value;

use crate::{error::StoreFault, store::load::time};

/// A window of entries.
#[derive(Debug, Default)]
pub(crate) struct HistoryWindow {
    /// The entries.
    pub rows: Vec<JournalRow>,
    /// How many match.
    pub matching: usize,
    /// How many there are.
    pub known: usize,
}

/// Which window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    /// Index of the first entry wanted among those that match.
    pub start: usize,
    /// How many at most.
    pub count: usize,
    /// The first entry first; otherwise the newest.
    pub oldest_first: bool,
}

/// What people call what entries name, as known now.
pub(crate) trait Names {
    /// A movement.
    fn movement(&self, key: MovementKey) -> Option<String>;
    /// Who signs in by this name.
    fn person(&self, user_name: &str) -> Option<String>;
}

/// Reads a window.
pub(crate) fn page(
    connection: &Connection,
    filter: &JournalFilter,
    window: Window,
    names: &impl Names,
) -> Result<HistoryWindow, StoreFault> {
    // One transaction: counts and rows are of one moment.
    let tx = connection.unchecked_transaction()?;
    let all = JournalFilter { by_operation: filter.by_operation, ..JournalFilter::default() };
    let mut found = HistoryWindow { known: count(&tx, &all)?, ..HistoryWindow::default() };
    let Window { start, count: most, oldest_first } = window;
    if filter.text.trim().is_empty() {
        found.matching = count(&tx, filter)?;
        let cut = Cut { start, count: Some(most), oldest_first, last_only: true };
        read(&tx, filter, cut, names, |row| {
            found.rows.push(row);
            Ok(())
        })?;
    } else {
        let cut = Cut { oldest_first, ..Cut::LAST_ONLY };
        read(&tx, filter, cut, names, |row| {
            let index = found.matching;
            found.matching += 1;
            if index >= start && found.rows.len() < most {
                found.rows.push(row);
            }
            Ok(())
        })?;
    }
    Ok(found)
}

/// Hands every entry that matches to `take`, the first entry first; of operations that match, all of
/// their entries.
pub(crate) fn each(
    connection: &Connection,
    filter: &JournalFilter,
    names: &impl Names,
    mut take: impl FnMut(JournalRow) -> Result<(), StoreFault>,
) -> Result<(), StoreFault> {
    let all = Cut { last_only: false, ..Cut::LAST_ONLY };
    if !filter.by_operation || filter.text.trim().is_empty() {
        return read(connection, filter, all, names, take);
    }
    // Not every entry has the words that its operation was found by.
    let mut found = HashSet::new();
    read(connection, filter, Cut::LAST_ONLY, names, |row| {
        found.insert(row.key);
        Ok(())
    })?;
    let any_words = JournalFilter { text: String::new(), ..filter.clone() };
    read(connection, &any_words, all, names, |row| {
        if found.contains(&row.key) { take(row) } else { Ok(()) }
    })
}

/// The condition of a filter, words apart; ?1 is the movement, ?2 whether only problems count, ?3 the
/// operation.
fn which(filter: &JournalFilter, last_only: bool) -> String {
    let movement = filter.movement.map_or("?1 IS NULL", |_| "journal.movement = ?1");
    let operation = filter.operation.map_or("?3 IS NULL", |_| "journal.operation = ?3");
    let is_problem = "(one.failure IS NOT NULL
         OR one.event IN ('unanswered', 'busy', 'refused', 'conflict', 'unknown'))";
    let is_wanted = if filter.by_operation { OF_OPERATION } else { "one.entry = journal.entry" };
    let is_last = if filter.by_operation && last_only {
        "NOT EXISTS (SELECT 1 FROM journal AS later
             WHERE later.operation = journal.operation AND later.entry > journal.entry)"
    } else {
        "TRUE"
    };
    format!(
        "{movement} AND {operation} AND {is_last} AND (NOT ?2 OR EXISTS
             (SELECT 1 FROM journal AS one WHERE {is_wanted} AND {is_problem}))"
    )
}

/// Whether an entry and the one that is read are of one operation.
const OF_OPERATION: &str = "one.operation = journal.operation";

/// What the other entries of its operation tell: who, before, after, and the service's words.
fn steps(filter: &JournalFilter) -> String {
    if !filter.by_operation || filter.text.trim().is_empty() {
        return "NULL".to_owned();
    }
    format!(
        "(SELECT group_concat(one.who || char(10) || coalesce(one.before, '') || char(10)
             || coalesce(one.after, '') || char(10) || coalesce(
             CASE WHEN json_valid(one.failure) THEN json_extract(one.failure, '$.service_text') END,
             ''), char(10)) FROM journal AS one WHERE {OF_OPERATION})"
    )
}

/// What was asked for. Of what makes a movement not every entry repeats it.
fn asked(filter: &JournalFilter) -> String {
    if !filter.by_operation {
        return "asked".to_owned();
    }
    format!(
        "coalesce(asked, (SELECT one.asked FROM journal AS one
             WHERE {OF_OPERATION} AND one.asked IS NOT NULL ORDER BY one.entry DESC LIMIT 1))"
    )
}

/// The name a movement was made with here, for one the service does not know yet. What makes a
/// movement has its key.
const NAME: &str = "SELECT json_extract(body, '$.create_movement.name') FROM operation
     WHERE key = ?1 AND json_valid(body)";

/// Code or name of the product an operation is about: of the line it was decided upon, or to be added.
/// What makes a movement, which may hold a thousand lines, is about none and is not looked into.
fn product(fact: &str) -> String {
    format!(
        "(SELECT coalesce(json_extract(base, '$.line.product.{fact}'),
             json_extract(body, '$.change_line.create.product.{fact}')) FROM operation
         WHERE operation.key = journal.operation AND operation.key IS NOT operation.movement
             AND json_valid(body)
             AND (base IS NULL OR json_valid(base)))"
    )
}

struct Cut {
    start: usize,
    count: Option<usize>,
    oldest_first: bool,
    /// Of each operation the last entry alone, where entries of one belong together.
    last_only: bool,
}

impl Cut {
    const LAST_ONLY: Self = Self { start: 0, count: None, oldest_first: true, last_only: true };
}

fn count(connection: &Connection, filter: &JournalFilter) -> Result<usize, StoreFault> {
    let sql = format!("SELECT count(*) FROM journal WHERE {}", which(filter, true));
    let (movement, operation) = keys(filter);
    let count: i64 = connection
        .prepare_cached(&sql)?
        .query_row(params![movement, filter.problems, operation], |row| row.get(0))?;
    Ok(usize::try_from(count).unwrap_or_default())
}

fn read(
    connection: &Connection,
    filter: &JournalFilter,
    cut: Cut,
    names: &impl Names,
    mut take: impl FnMut(JournalRow) -> Result<(), StoreFault>,
) -> Result<(), StoreFault> {
    let order = if cut.oldest_first { "ASC" } else { "DESC" };
    let mut statement = connection.prepare_cached(&format!(
        "SELECT journal.*, {asked} AS body, {steps} AS steps, {code} AS code, {name} AS product
         FROM journal WHERE {which} ORDER BY entry {order} LIMIT ?4 OFFSET ?5",
        asked = asked(filter),
        steps = steps(filter),
        which = which(filter, cut.last_only),
        code = product("code"),
        name = product("name"),
    ))?;
    let mut titles = TitleLookup { connection, names, found: HashMap::new() };
    let words = Words::of(&filter.text);
    let (movement, operation) = keys(filter);
    let (limit, start) = (cut.count.map_or(-1, to_sql), to_sql(cut.start));
    let asked = params![movement, filter.problems, operation, limit, start];
    let mut rows = statement.query(asked)?;
    while let Some(row) = rows.next()? {
        let steps: Option<String> = row.get("steps")?;
        let row = match read_row(row, names, &mut titles) {
            Ok(row) => row,
            Err(fault) => {
                tracing::warn!(%fault, "an entry of the journal cannot be read");
                continue;
            }
        };
        if filter.text.trim().is_empty() || words.are_in(&searched(&row, steps)) {
            take(row)?;
        }
    }
    Ok(())
}

fn keys(filter: &JournalFilter) -> (Option<String>, Option<String>) {
    let (movement, operation) = (filter.movement, filter.operation);
    (movement.map(|key| key.to_string()), operation.map(|key| key.to_string()))
}

fn to_sql(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// What movements are called, each looked up once however many rows are about it.
struct TitleLookup<'a, N> {
    connection: &'a Connection,
    names: &'a N,
    found: HashMap<MovementKey, String>,
}

impl<N: Names> TitleLookup<'_, N> {
    pub(crate) fn of(&mut self, key: MovementKey) -> Result<String, StoreFault> {
        if let Some(found) = self.found.get(&key) {
            return Ok(found.clone());
        }
        let title = match self.names.movement(key) {
            Some(known) => known,
            None => self.made_as(key)?.unwrap_or_default(),
        };
        self.found.insert(key, title.clone());
        Ok(title)
    }

    fn made_as(&self, key: MovementKey) -> Result<Option<String>, StoreFault> {
        let mut statement = self.connection.prepare_cached(NAME)?;
        Ok(statement.query_row([key.to_string()], |row| row.get(0)).optional()?.flatten())
    }
}

fn read_row<N: Names>(
    row: &Row<'_>,
    names: &N,
    titles: &mut TitleLookup<'_, N>,
) -> Result<JournalRow, StoreFault> {
    let key: String = row.get("operation")?;
    let key = key.parse().map_err(|_| StoreFault::Broken(format!("{key:?} is no key")))?;
    let movement: Option<String> = row.get("movement")?;
    let movement: Option<MovementKey> = movement.and_then(|key| key.parse().ok());
    let entry: i64 = row.get("entry")?;
    let asked: Option<String> = row.get("body")?;
    let failure: Option<String> = row.get("failure")?;
    let who: String = row.get("who")?;
    Ok(JournalRow {
        entry: entry.unsigned_abs(),
        at: time(row.get("at")?)?,
        person: names.person(&who),
        who,
        key,
        movement,
        title: movement.map(|key| titles.of(key)).transpose()?.unwrap_or_default(),
        code: row.get("code")?,
        product: row.get("product")?,
        event: serde_json::from_value(Value::String(row.get("event")?))?,
        // What an earlier version wrote may be in another form; that it happened is still known.
        operation: asked.and_then(|asked| serde_json::from_str(&asked).ok()),
        before: row.get("before")?,
        after: row.get("after")?,
        failure: failure.and_then(|failure| serde_json::from_str(&failure).ok()),
        milliseconds: row.get("milliseconds")?,
    })
}

/// What a search looks through, folded: an entry, and what the others of its operation tell.
fn searched(row: &JournalRow, steps: Option<String>) -> String {
    let mut texts = vec![row.who.clone(), row.title.clone()];
    texts.extend(steps);
    let known = [&row.person, &row.code, &row.product, &row.before, &row.after];
    texts.extend(known.into_iter().flatten().cloned());
    texts.extend(row.failure.iter().filter_map(|failure| failure.service_text.clone()));
    if let Some(asked) = row.operation.as_ref().and_then(to_value) {
        add_values(&asked, &mut texts);
    }
    fold(&texts.join("\n"))
}

fn to_value(operation: &Operation) -> Option<Value> {
    serde_json::to_value(operation).ok()
}

/// The values of what was asked for, without the names of its fields.
fn add_values(asked: &Value, texts: &mut Vec<String>) {
    match asked {
        Value::String(text) => texts.push(text.clone()),
        Value::Number(number) => texts.push(number.to_string()),
        Value::Array(values) => values.iter().for_each(|value| add_values(value, texts)),
        Value::Object(fields) => fields.values().for_each(|value| add_values(value, texts)),
        Value::Null | Value::Bool(_) => {}
    }
}

#[cfg(test)]
mod tests;
