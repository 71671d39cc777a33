//! Refused substitutions and earlier comments, read from the journal.

use contract::{Failure, LineChange, Operation, ProductId, Reason, RefusedBefore, Substitute};
use rusqlite::{Connection, Row, params};

use crate::{editor::suggest::RefusedPair, error::StoreFault, store::load::time};

/// No more refusals than this are read of a product, and no more entries than this for comments.
const MOST: u32 = 200;

/// Products that were refused in the stead of this one, the newest refusal first.
pub(crate) fn of_product(
    connection: &Connection,
    product: &ProductId,
) -> Result<Vec<RefusedPair>, StoreFault> {
    let mut statement = connection.prepare_cached(
        "SELECT journal.at, journal.asked, journal.failure
         FROM journal JOIN operation ON operation.key = journal.operation
         WHERE journal.event = 'refused'
             AND CASE WHEN json_valid(operation.base)
                 THEN json_extract(operation.base, '$.line.product.id') = ?1 END
         ORDER BY journal.entry DESC LIMIT ?2",
    )?;
    let rows = statement.query_map(params![product.as_str(), MOST], |row| Ok(read(row)))?;
    let mut pairs = Vec::new();
    for row in rows {
        pairs.extend(row??);
    }
    Ok(pairs)
}

/// Comments of the decisions kept last, the newest first, each once.
pub(crate) fn comments(connection: &Connection) -> Result<Vec<String>, StoreFault> {
    let mut statement = connection.prepare_cached(
        "SELECT asked FROM journal WHERE event = 'kept' AND asked IS NOT NULL
         ORDER BY entry DESC LIMIT ?1",
    )?;
    let mut comments: Vec<String> = Vec::new();
    for asked in statement.query_map([MOST], |row| row.get::<_, String>(0))? {
        let comment = serde_json::from_str(&asked?).ok().and_then(comment_of);
        comments.extend(comment.filter(|comment| !comments.contains(comment)));
    }
    Ok(comments)
}

/// The pairs an entry tells of; none where it is about something else, or in another version's form.
fn read(row: &Row<'_>) -> Result<Vec<RefusedPair>, StoreFault> {
    let at = time(row.get("at")?)?;
    let (asked, failure): (Option<String>, Option<String>) =
        (row.get("asked")?, row.get("failure")?);
    let asked = asked.and_then(|asked| serde_json::from_str(&asked).ok());
    let failure: Option<Failure> = failure.and_then(|failure| serde_json::from_str(&failure).ok());
    let (Some(Operation::ChangeLine(LineChange::Substitute { with, .. })), Some(failure)) =
        (asked, failure)
    else {
        return Ok(Vec::new());
    };
    let (Reason::Refused { .. }, Some(text)) = (failure.reason, failure.service_text) else {
        return Ok(Vec::new());
    };
    // Of several products only those are meant that the service names.
    let meant = with.into_iter().filter(|one| names(&text, one));
    let pair = |one: Substitute| RefusedPair {
        instead: one.product,
        refused: RefusedBefore { at, text: text.clone() },
    };
    Ok(meant.map(pair).collect())
}

/// Whether a text names a product by its code, as a word of its own.
fn names(text: &str, substitute: &Substitute) -> bool {
    let Some(code) = substitute.product.code.as_deref().filter(|code| !code.is_empty()) else {
        return false;
    };
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '-' | '_' | '/');
    text.match_indices(code).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + code.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

fn comment_of(operation: Operation) -> Option<String> {
    let comments = match operation {
        Operation::ChangeLine(
            LineChange::Revise { comments, .. }
            | LineChange::Substitute { comments, .. }
            | LineChange::Cancel { comments, .. },
        ) => comments,
        _ => None,
    };
    comments.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use contract::ProductRef;

    use super::*;

    fn substitute(code: &str) -> Substitute {
        let product = ProductRef {
            id: "p".into(),
            code: Some(code.into()),
            name: None,
            description: None,
            category: None,
        };
        Substitute { product, quantity: 1 }
    }

    #[test]
    fn a_product_is_named_by_its_whole_code_only() {
        let text = "Product CEF-0250 Cefazolin is not a valid substitution of CEF-1000 Ceftriaxone";
        assert!(names(text, &substitute("CEF-0250")));
        for other in ["CEF-025", "EF-0250", "CEF", "GLV-2207", ""] {
            assert!(!names(text, &substitute(other)), "{other}");
        }
        assert!(names("(CEF-0250)", &substitute("CEF-0250")));
    }
}
