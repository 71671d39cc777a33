//! Instructions about line items, as they travel inside a movement's update (interface document,
//! 2.3 and 4.4). Deliberately absent: whether a line's status allows them; that is the contract's
//! rule and the service's judgement.

use contract::{Instruction, ItemId, PersonId, ProductId};
use serde::Serialize;

use super::{Pieces, Set};
use crate::Trouble;

/// An instruction as requests write it: only the keys of its own row in the document.
#[derive(Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct InstructionBody<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a str>,
    #[serde(rename = "product.id", skip_serializing_if = "Option::is_none")]
    product: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    quantity_requested: Option<Pieces>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sort_order: Option<Pieces>,
    #[serde(rename = "recipient.id", skip_serializing_if = "Option::is_none")]
    recipient: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    quantity_revised: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    substitute: Option<Set>,
    #[serde(rename = "newProduct.id", skip_serializing_if = "Option::is_none")]
    new_product: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    new_quantity: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cancel: Option<Set>,
    #[serde(skip_serializing_if = "Option::is_none")]
    revert: Option<Set>,
    #[serde(skip_serializing_if = "Option::is_none")]
    delete: Option<Set>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason_code: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comments: Option<&'a str>,
}

impl<'a> InstructionBody<'a> {
    pub fn new(instruction: &'a Instruction) -> Result<Self, Trouble> {
        let body = match instruction {
            Instruction::Create { product, quantity, sort_order, recipient } => Self {
                product: Some(product.as_str()),
                quantity_requested: Some(Pieces(*quantity)),
                sort_order: Some(Pieces(*sort_order)),
                recipient: recipient.as_ref().map(PersonId::as_str),
                ..Self::default()
            },
            Instruction::Update { id, product, quantity, sort_order } => Self {
                product: product.as_ref().map(ProductId::as_str),
                quantity_requested: quantity.map(Pieces),
                sort_order: sort_order.map(Pieces),
                ..Self::about(id)
            },
            Instruction::Revise { id, quantity, reason_code, comments } => Self {
                quantity_revised: Some(counted("quantityRevised", *quantity)?),
                ..Self::because(id, reason_code, comments)
            },
            Instruction::Substitute { id, new_product, new_quantity, reason_code, comments } => {
                Self {
                    substitute: Some(Set),
                    new_product: Some(new_product.as_str()),
                    new_quantity: Some(counted("newQuantity", *new_quantity)?),
                    ..Self::because(id, reason_code, comments)
                }
            }
            Instruction::Cancel { id, reason_code, comments } => {
                Self { cancel: Some(Set), ..Self::because(id, reason_code, comments) }
            }
            Instruction::Revert { id } => Self { revert: Some(Set), ..Self::about(id) },
            Instruction::Delete { id } => Self { delete: Some(Set), ..Self::about(id) },
        };
        Ok(body)
    }

    fn about(id: &'a ItemId) -> Self {
        Self { id: Some(id.as_str()), ..Self::default() }
    }

    fn because(id: &'a ItemId, reason: &'a str, comments: &'a Option<String>) -> Self {
        Self { reason_code: Some(reason), comments: comments.as_deref(), ..Self::about(id) }
    }
}

/// The document calls these integers, so they cannot be written as the text "0"; and the number 0
/// is "not given" to some installations, which would then do something else than was asked.
fn counted(what: &str, number: u32) -> Result<u32, Trouble> {
    match number {
        0 => Err(Trouble::Invalid(format!("{what} is 0"))),
        number => Ok(number),
    }
}
