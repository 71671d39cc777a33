//! What is kept of pairs of products, in the file. Jobs for [`crate::store::Store`], sent by
//! `crate::editor::learned`.

use rules::review::pairs::{KeptPair, PairKey};
use rusqlite::{Connection, Transaction, params};

use crate::error::StoreFault;

/// Keeps pairs, each in the place of what was kept of it before.
pub(crate) fn save(tx: &Transaction<'_>, pairs: &[(PairKey, KeptPair)]) -> Result<(), StoreFault> {
    let mut save = tx.prepare_cached(
        "INSERT INTO learned_pair (product, instead, body) VALUES (?1, ?2, ?3)
         ON CONFLICT (product, instead) DO UPDATE SET body = excluded.body",
    )?;
    for ((product, instead), kept) in pairs {
        let body = serde_json::to_string(kept)?;
        save.execute(params![product.as_str(), instead.as_str(), body])?;
    }
    Ok(())
}

/// Reads all pairs; what cannot be read is left out.
pub(crate) fn load(connection: &Connection) -> Result<Vec<(PairKey, KeptPair)>, StoreFault> {
    let mut statement = connection.prepare("SELECT product, instead, body FROM learned_pair")?;
    let rows = statement.query_map([], |row| {
        let text = |name| row.get::<_, String>(name);
        Ok((text("product")?, text("instead")?, text("body")?))
    })?;
    let mut pairs = Vec::new();
    for row in rows {
        let (product, instead, body) = row?;
        let read = serde_json::from_str(&body);
        let read = read.inspect_err(|error| tracing::warn!(%error, "a pair cannot be read"));
        let key = (product.as_str().into(), instead.as_str().into());
        pairs.extend(read.map(|kept| (key, kept)));
    }
    Ok(pairs)
}
