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
    /// `quantityPicked`.
    pub(crate) quantity: i64,
    /// Whether the row removes a picklist item: by the quantity 0, or in installations that store
    /// that, by none.
    pub(crate) removes: bool,
}

/// Reads `picklistItems`: at least one row. `zero_stays`: 0 is a quantity like any other.
pub(crate) fn read_picks(body: Fields<'_>, zero_stays: bool) -> Result<Vec<Pick>, Refusal> {
    let rows = body.list("picklistItems")?.unwrap_or_default();
    if rows.is_empty() {
        return Err(Refusal::field("picklistItems", "cannot be empty"));
    }
    rows.into_iter().map(|row| read_pick(row, zero_stays)).collect()
}

fn read_pick(row: Fields<'_>, zero_stays: bool) -> Result<Pick, Refusal> {
    let quantity = match zero_stays && row.is_empty("quantityPicked") {
        true => None,
        false => Some(row.required_whole("quantityPicked")?),
    };
    let pick = Pick {
        id: row.id("id")?,
        inventory_item: row.id("inventoryItem.id")?,
        bin: row.id("binLocation.id")?,
        quantity: quantity.unwrap_or_default(),
        removes: quantity.is_none_or(|quantity| quantity == 0 && !zero_stays),
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
        read_picks(Fields(value.as_object().unwrap()), false)
    }

    #[test]
    fn an_empty_id_creates() {
        let rows = read(json!({"picklistItems": [{"id": "", "inventoryItem.id": "i",
            "binLocation.id": "b", "quantityPicked": "4"}]}));
        let pick = Pick {
            id: None,
            inventory_item: Some("i".into()),
            bin: Some("b".into()),
            quantity: 4,
            removes: false,
        };
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
