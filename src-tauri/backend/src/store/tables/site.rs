//! What a site keeps for picking, in the file: barcodes, what lies where, and differences. Jobs for
//! [`crate::store::Store`], sent by `crate::picking::site`.

use contract::{Alias, CountDifference, SiteTable};
use rules::picking::site::SiteItem;
use rusqlite::{Connection, OptionalExtension as _, Transaction, params};

use crate::error::StoreFault;

/// All that is kept, as it is read at the start.
#[derive(Debug, Default)]
pub(crate) struct SavedSite {
    /// Barcodes by what each is the same as another by.
    pub aliases: Vec<(String, Alias)>,
    /// The table of what lies where, and its rows.
    pub table: Option<(SiteTable, Vec<SiteItem>)>,
}

/// Keeps barcodes, each in the place of what was kept of it before.
pub(crate) fn save_aliases(
    tx: &Transaction<'_>,
    aliases: &[(String, Alias)],
) -> Result<(), StoreFault> {
    let mut save = tx.prepare_cached(
        "INSERT INTO alias (code, body) VALUES (?1, ?2)
         ON CONFLICT (code) DO UPDATE SET body = excluded.body",
    )?;
    for (key, alias) in aliases {
        save.execute(params![key, serde_json::to_string(alias)?])?;
    }
    Ok(())
}

/// Forgets a barcode.
pub(crate) fn remove_alias(tx: &Transaction<'_>, key: &str) -> Result<(), StoreFault> {
    tx.prepare_cached("DELETE FROM alias WHERE code = ?1")?.execute([key])?;
    Ok(())
}

/// Keeps a table of what lies where in the place of the one before.
pub(crate) fn save_table(
    tx: &Transaction<'_>,
    table: &SiteTable,
    items: &[SiteItem],
) -> Result<(), StoreFault> {
    tx.prepare_cached(
        "INSERT INTO site_table (id, body, items) VALUES (1, ?1, ?2)
         ON CONFLICT (id) DO UPDATE SET body = excluded.body, items = excluded.items",
    )?
    .execute([serde_json::to_string(table)?, serde_json::to_string(items)?])?;
    Ok(())
}

/// Forgets the table of what lies where.
pub(crate) fn remove_table(tx: &Transaction<'_>) -> Result<(), StoreFault> {
    tx.execute("DELETE FROM site_table", [])?;
    Ok(())
}

/// Keeps what was found to differ; its number is given here.
pub(crate) fn save_difference(
    tx: &Transaction<'_>,
    difference: &CountDifference,
) -> Result<(), StoreFault> {
    let body = serde_json::to_string(difference)?;
    tx.prepare_cached("INSERT INTO difference (body) VALUES (?1)")?.execute([body])?;
    Ok(())
}

/// Forgets what was found to differ, by its numbers.
pub(crate) fn forget_differences(tx: &Transaction<'_>, numbers: &[u32]) -> Result<(), StoreFault> {
    let mut forget = tx.prepare_cached("DELETE FROM difference WHERE n = ?1")?;
    for number in numbers {
        forget.execute([number])?;
    }
    Ok(())
}

/// Reads what was found to differ, the newest first; what cannot be read is left out.
pub(crate) fn differences(connection: &Connection) -> Result<Vec<CountDifference>, StoreFault> {
    let mut statement =
        connection.prepare_cached("SELECT n, body FROM difference ORDER BY n DESC")?;
    let rows =
        statement.query_map([], |row| Ok((row.get::<_, u32>(0)?, row.get::<_, String>(1)?)))?;
    let mut differences = Vec::new();
    for row in rows {
        let (number, body) = row?;
        if let Some(found) = readable::<CountDifference>(&body) {
            differences.push(CountDifference { number, ..found });
        }
    }
    Ok(differences)
}

/// Reads barcodes and the table of what lies where; what cannot be read is left out.
pub(crate) fn load(connection: &Connection) -> Result<SavedSite, StoreFault> {
    let mut statement = connection.prepare("SELECT code, body FROM alias")?;
    let rows =
        statement.query_map([], |row| Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?)))?;
    let mut aliases = Vec::new();
    for row in rows {
        let (key, body) = row?;
        aliases.extend(readable(&body).map(|alias| (key, alias)));
    }
    let table = connection
        .query_row("SELECT body, items FROM site_table", [], |row| {
            Ok((row.get::<_, String>(0)?, row.get::<_, String>(1)?))
        })
        .optional()?;
    let table = table.and_then(|(body, items)| Some((readable(&body)?, readable(&items)?)));
    Ok(SavedSite { aliases, table })
}

fn readable<T: serde::de::DeserializeOwned>(body: &str) -> Option<T> {
    let read = serde_json::from_str(body);
    read.inspect_err(|error| tracing::warn!(%error, "what the site keeps cannot be read")).ok()
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use contract::ProductRef;

    use super::*;
    use crate::store::migrations::STEPS;

    fn product() -> ProductRef {
        ProductRef {
            id: "p1".into(),
            code: Some("A".into()),
            name: None,
            description: None,
            category: None,
        }
    }

    fn write(file: &mut Connection, job: impl FnOnce(&Transaction<'_>) -> Result<(), StoreFault>) {
        let tx = file.transaction().unwrap();
        job(&tx).unwrap();
        tx.commit().unwrap();
    }

    #[test]
    fn what_a_site_keeps_comes_back_and_what_cannot_be_read_does_not() {
        let mut file = Connection::open_in_memory().unwrap();
        STEPS.iter().for_each(|step| file.execute_batch(step).unwrap());
        let alias = |code: &str| {
            let (code, learned) = (code.to_owned(), DateTime::UNIX_EPOCH);
            (code.clone(), Alias { code, product: product(), learned, told_by: None })
        };
        write(&mut file, |tx| save_aliases(tx, &[alias("1"), alias("2"), alias("1")]));
        write(&mut file, |tx| remove_alias(tx, "2"));
        let table = |rows| {
            let as_of = DateTime::UNIX_EPOCH;
            SiteTable { file_name: "stock.csv".into(), as_of, rows }
        };
        for rows in [1, 2] {
            write(&mut file, |tx| save_table(tx, &table(rows), &[]));
        }
        let saved = load(&file).unwrap();
        assert_eq!(saved.aliases, [alias("1")]);
        assert_eq!(saved.table, Some((table(2), Vec::new())));
        file.execute_batch("UPDATE alias SET body = '{'; UPDATE site_table SET items = '['")
            .unwrap();
        let saved = load(&file).unwrap();
        assert!(saved.aliases.is_empty() && saved.table.is_none());
        write(&mut file, remove_table);
        let difference = |counted| CountDifference {
            number: 0,
            at: DateTime::UNIX_EPOCH,
            movement: "483ZSA".into(),
            product: product(),
            inventory_item: None,
            lot: None,
            expiry: None,
            bin: None,
            expected: Some(3),
            counted: Some(counted),
            reason: None,
        };
        for counted in [1, 2, 3] {
            write(&mut file, |tx| save_difference(tx, &difference(counted)));
        }
        write(&mut file, |tx| forget_differences(tx, &[1]));
        let told: Vec<_> = differences(&file).unwrap();
        assert_eq!(
            told.iter().map(|it| (it.number, it.counted)).collect::<Vec<_>>(),
            [(3, Some(3)), (2, Some(2))]
        );
    }
}
