//! Picklist rows as a request gives them (interface document, sections 2.4 and 4.5).
//!
//! Called by the picking route; applied by the store, which knows the quantities on hand.

use super::fields::Fields;
use crate::answer::Refusal;

/// One entry of `picklistItems`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pick {
    /// The picklist item to edit or remove; `None` (absent or empty) creates one.
    pub(crate) id: Option<String>,
    /// `inventoryItem.id`; needed to create, otherwise absent means unchanged.
    pub(crate) inventory_item: Option<String>,
    /// `binLocation.id`; as above.
    pub(crate) bin: Option<String>,
    /// `quantityPicked`; 0 removes.
    pub(crate) quantity: i64,
}

/// Reads `picklistItems`: at least one row.
pub(crate) fn read_picks(body: Fields<'_>) -> Result<Vec<Pick>, Refusal> {
    let rows = body.list("picklistItems")?.unwrap_or_default();
    if rows.is_empty() {
        return Err(Refusal::field("picklistItems", "cannot be empty"));
    }
    rows.into_iter().map(read_pick).collect()
}

fn read_pick(row: Fields<'_>) -> Result<Pick, Refusal> {
    let pick = Pick {
        id: row.id("id")?,
        inventory_item: row.id("inventoryItem.id")?,
        bin: row.id("binLocation.id")?,
        quantity: row.required_whole("quantityPicked")?,
    };
    if pick.id.is_none() {
        row.required("inventoryItem.id")?;
        row.required("binLocation.id")?;
    }
    Ok(pick)
}

/// The refusal of section 7: more is picked than is on hand in the bin.
pub(crate) fn too_much(bin: &str, on_hand: i64, wanted: i64) -> Refusal {
    Refusal::failed(format!(
        "Bin location {bin} does not have enough quantity available {on_hand} to fulfill requested \
         quantity {wanted}."
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn read(value: Value) -> Result<Vec<Pick>, Refusal> {
        read_picks(Fields(value.as_object().unwrap()))
    }

    #[test]
    fn an_empty_id_creates() {
        let rows = read(json!({"picklistItems": [{"id": "", "inventoryItem.id": "i",
            "binLocation.id": "b", "quantityPicked": "4"}]}));
        let pick =
            Pick { id: None, inventory_item: Some("i".into()), bin: Some("b".into()), quantity: 4 };
        assert_eq!(rows, Ok(vec![pick]));
    }

    #[test]
    fn rows_are_needed_and_must_be_whole() {
        for bad in [
            json!({}),
            json!({"picklistItems": []}),
            json!({"picklistItems": "x"}),
            json!({"picklistItems": [{"id": "1", "quantityPicked": 1.5}]}),
            json!({"picklistItems": [{"id": "1", "quantityPicked": -1}]}),
            json!({"picklistItems": [{"id": "1"}]}),
            json!({"picklistItems": [{"quantityPicked": 1}]}),
        ] {
            assert!(read(bad.clone()).is_err(), "{bad}");
        }
    }
}
