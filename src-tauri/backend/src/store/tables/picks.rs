//! Picks that were sent from here, out of all operations. Jobs for a reader of [`crate::store::Store`]; an
//! index of its own finds them among everything else.

use std::str::FromStr;

use contract::{ItemId, LineItem, MovementKey, Operation, OperationKey, OperationState, ProductId};
use rules::picking::view::SentPicks;
use rusqlite::{Connection, Row, params};

use crate::{error::StoreFault, outbox::op::Base, store::load::read_key};

/// No more picks than this are looked through, the newest first.
const MOST: u32 = 5_000;

/// Picks that were sent of a movement, the oldest first.
pub(crate) fn sent_of(
    connection: &Connection,
    movement: MovementKey,
) -> Result<Vec<SentPicks>, StoreFault> {
    let mut statement = connection.prepare_cached(
        r#"SELECT key, movement, body, base, detail FROM operation
           WHERE substr(body, 1, 8) = '{"pick":' AND state = 'sent' AND movement = ?1
           ORDER BY row"#,
    )?;
    let rows = statement.query_map([movement.to_string()], |row| Ok(read(row)))?;
    let mut found = Vec::new();
    for row in rows {
        found.extend(row??);
    }
    Ok(found)
}

/// Picks that were sent of a movement or of these products, the oldest first.
pub(crate) fn sent(
    connection: &Connection,
    movement: MovementKey,
    products: &[ProductId],
) -> Result<Vec<SentPicks>, StoreFault> {
    let mut statement = connection.prepare_cached(
        r#"SELECT key, movement, body, base, detail FROM operation
           WHERE substr(body, 1, 8) = '{"pick":' AND state = 'sent' AND movement IS NOT NULL
           ORDER BY row DESC LIMIT ?1"#,
    )?;
    let rows = statement.query_map(params![MOST], |row| Ok(read(row)))?;
    let mut found = Vec::new();
    for row in rows {
        let is_wanted = |picks: &SentPicks| {
            let is_product = picks.product.as_ref().is_some_and(|of| products.contains(of));
            picks.movement == movement || is_product
        };
        found.extend(row??.filter(is_wanted));
    }
    found.reverse();
    Ok(found)
}

/// `None` for one in a form of another version.
fn read(row: &Row<'_>) -> Result<Option<SentPicks>, StoreFault> {
    let text = |name| row.get::<_, String>(name);
    let base: Option<String> = row.get("base")?;
    let body = serde_json::from_str(&text("body")?).ok();
    let state = serde_json::from_str(&text("detail")?).ok();
    let (Some(Operation::Pick { item, picks }), Some(OperationState::Sent { at, id, .. })) =
        (body, state)
    else {
        return Ok(None);
    };
    let Ok(key) = OperationKey::from_str(&text("key")?) else { return Ok(None) };
    let movement = read_key(&text("movement")?)?;
    let base: Option<Base> = base.and_then(|base| serde_json::from_str(&base).ok());
    let product = base.and_then(|base| match base {
        Base::Line(line) => product_of(&line, &item),
        _ => None,
    });
    Ok(Some(SentPicks { key, movement, item, product, picks, at, id }))
}

/// The product of what was picked: of the line, or of the child of it that was picked.
pub(crate) fn product_of(line: &LineItem, item: &ItemId) -> Option<ProductId> {
    let child = line.substitutions.iter().find(|child| child.id == *item);
    Some(child.unwrap_or(line).product.id.clone())
}
