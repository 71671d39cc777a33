//! Line item instructions: what one entry of `lineItems` asks for
//! (interface document, sections 2.3 and 4.4).
//!
//! Called by the movement update route; applied by the store. Whether ids exist is not asked here.

use super::fields::Fields;
use crate::answer::Refusal;

/// Why an item is revised, substituted or canceled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Reason {
    /// `reasonCode`; any text that is not blank, for the complete list is not shown.
    pub(crate) code: String,
    /// `comments`.
    pub(crate) comments: Option<String>,
}

/// One entry of `lineItems`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Instruction {
    /// `delete="true"`.
    Delete { id: String },
    /// `revert="true"`.
    Revert { id: String },
    /// `cancel="true"`.
    Cancel { id: String, reason: Reason },
    /// `substitute="true"`.
    Substitute { id: String, product: String, quantity: i64, reason: Reason },
    /// `quantityRevised` is given.
    Revise { id: String, quantity: i64, reason: Reason },
    /// An id and none of the above; absent fields stay.
    Update {
        id: String,
        product: Option<String>,
        quantity: Option<i64>,
        sort_order: Option<Option<i64>>,
    },
    /// No id.
    Create { product: String, quantity: i64, sort_order: Option<i64>, recipient: Option<String> },
}

impl Instruction {
    /// Reads one entry. It does one thing; when it names several, the order is delete, revert,
    /// cancel, substitute, revise, update, create.
    pub(crate) fn read(entry: Fields<'_>) -> Result<Instruction, Refusal> {
        // Read all flags first, so that a wrongly typed one never goes unnoticed.
        let (delete, revert) = (entry.flag("delete")?, entry.flag("revert")?);
        let (cancel, substitute) = (entry.flag("cancel")?, entry.flag("substitute")?);
        let revised = entry.whole("quantityRevised")?;
        let id = || entry.required("id");
        if delete {
            return Ok(Instruction::Delete { id: id()? });
        }
        if revert {
            return Ok(Instruction::Revert { id: id()? });
        }
        if cancel {
            return Ok(Instruction::Cancel { id: id()?, reason: reason(entry)? });
        }
        if substitute {
            return read_substitute(entry);
        }
        if let Some(quantity) = revised {
            return Ok(Instruction::Revise { id: id()?, quantity, reason: reason(entry)? });
        }
        match entry.id("id")? {
            Some(id) => Ok(Instruction::Update {
                id,
                product: entry.id("product.id")?,
                quantity: entry.whole("quantityRequested")?,
                sort_order: entry.sort_order()?,
            }),
            None => Ok(Instruction::Create {
                product: entry.required("product.id")?,
                quantity: entry.required_whole("quantityRequested")?,
                sort_order: entry.sort_order()?.flatten(),
                recipient: entry.id("recipient.id")?,
            }),
        }
    }
}

fn read_substitute(entry: Fields<'_>) -> Result<Instruction, Refusal> {
    let quantity = entry.required_whole("newQuantity")?;
    if quantity == 0 {
        return Err(Refusal::field("newQuantity", "must be greater than 0"));
    }
    Ok(Instruction::Substitute {
        id: entry.required("id")?,
        product: entry.required("newProduct.id")?,
        quantity,
        reason: reason(entry)?,
    })
}

fn reason(entry: Fields<'_>) -> Result<Reason, Refusal> {
    Ok(Reason { code: entry.required("reasonCode")?, comments: entry.text("comments")? })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn read(value: Value) -> Result<Instruction, Refusal> {
        Instruction::read(Fields(value.as_object().unwrap()))
    }

    #[test]
    fn an_entry_that_names_everything_deletes() {
        let all = json!({"id": "1", "delete": "true", "revert": "true", "cancel": "true",
            "substitute": "true", "quantityRevised": 3});
        assert_eq!(read(all), Ok(Instruction::Delete { id: "1".into() }));
    }

    #[test]
    fn without_a_flag_the_id_decides_between_update_and_create() {
        let fields = json!({"product.id": "p", "quantityRequested": "7", "sortOrder": 0});
        let created = Instruction::Create {
            product: "p".into(),
            quantity: 7,
            sort_order: None,
            recipient: None,
        };
        assert_eq!(read(fields), Ok(created));
        let updated = Instruction::Update {
            id: "1".into(),
            product: None,
            quantity: None,
            sort_order: Some(Some(0)),
        };
        assert_eq!(read(json!({"id": "1", "sortOrder": "0"})), Ok(updated));
    }

    #[test]
    fn a_reason_is_needed_to_revise_cancel_and_substitute() {
        for entry in [
            json!({"id": "1", "cancel": "true"}),
            json!({"id": "1", "quantityRevised": 2, "reasonCode": " "}),
            json!({"id": "1", "substitute": "true", "newProduct.id": "p", "newQuantity": 1}),
        ] {
            let refused = read(entry).unwrap_err();
            assert!(refused.message.contains("reasonCode"), "{}", refused.message);
        }
    }

    #[test]
    fn a_substitute_has_a_quantity_above_zero() {
        let entry = json!({"id": "1", "substitute": "true", "newProduct.id": "p",
            "newQuantity": 0, "reasonCode": "STOCKOUT"});
        assert!(read(entry).unwrap_err().message.contains("newQuantity"));
    }
}
