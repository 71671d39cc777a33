//! What was typed, read: products, quantities and people. Pure. A part of `apply`.

use contract::{DecimalMark, OperationKey, PersonRef, ProductRef, read_quantity};

use super::{
    rows::{Drawn, DrawnRow},
    sheet::{Recipient, TypedQuantity, WantedProduct},
};
use crate::error::Error;

/// What edits are read with.
pub(crate) struct Means<'a> {
    /// The product of this code or name.
    pub product: &'a dyn Fn(&str) -> Option<ProductRef>,
    /// The person of this name.
    pub person: &'a dyn Fn(&str) -> Option<PersonRef>,
    pub new_key: &'a dyn Fn() -> OperationKey,
    pub decimal_mark: DecimalMark,
}

impl Means<'_> {
    /// The product a text names, or the text.
    pub(super) fn product_of(&self, text: &str, drawn: &Drawn) -> WantedProduct {
        let text = text.trim();
        // A service that lists no products has told those of the lines all the same.
        let among_lines = || {
            let is_it = |product: &&ProductRef| {
                product.code.as_deref().is_some_and(|code| code.trim().eq_ignore_ascii_case(text))
            };
            drawn.rows.iter().filter_map(DrawnRow::product).find(is_it).cloned()
        };
        let found = Some(text).filter(|text| !text.is_empty());
        match found.and_then(|text| (self.product)(text).or_else(among_lines)) {
            Some(product) => WantedProduct::Product(product),
            None => WantedProduct::Typed(text.to_owned()),
        }
    }

    /// A quantity, and what it means.
    pub(super) fn quantity_of(&self, text: &str) -> TypedQuantity {
        let means = read_quantity(text, self.decimal_mark);
        TypedQuantity { text: text.trim().to_owned(), means }
    }

    /// Who is meant; nobody by an empty text.
    pub(super) fn recipient_of(&self, text: &str) -> Result<Recipient, Error> {
        let text = Some(text).filter(|text| !text.trim().is_empty());
        let found = text.map(|text| (self.person)(text).ok_or(Error::Unknown));
        Ok(Recipient(found.transpose()?))
    }
}
