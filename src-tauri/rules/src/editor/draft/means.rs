//! Reads what was typed: products, quantities and recipients. Pure.

use std::{cell::LazyCell, collections::HashMap, sync::Arc};

use contract::gs1::trade_item;
use contract::{DecimalMark, OperationKey, PersonRef, ProductRef, Reason, RowKey, read_quantity};

use super::sheet::{Recipient, RowDraft, Sheet, TypedQuantity, WantedProduct};
use crate::{
    editor::drawn::rows::{Drawn, DrawnRow},
    editor::error::EditError,
};

/// What edits are read with.
pub struct CellParser<'a> {
    /// The product of this code or name.
    pub product: &'a dyn Fn(&str) -> Option<ProductRef>,
    /// The person of this name.
    pub person: &'a dyn Fn(&str) -> Option<PersonRef>,
    /// Makes a name for a line that is added.
    pub new_key: &'a dyn Fn() -> OperationKey,
    /// How the user writes decimals.
    pub decimal_mark: DecimalMark,
}

impl CellParser<'_> {
    /// The product a text names, or the text.
    pub fn product_of(&self, text: &str, drawn: &Drawn) -> WantedProduct {
        let text = text.trim();
        // A service that lists no products has told those of the lines all the same.
        let among_lines = || {
            let products = || drawn.rows.iter().filter_map(DrawnRow::product);
            let has = |product: &ProductRef, is: &dyn Fn(&str) -> bool| {
                product.code.as_deref().is_some_and(|code| is(code.trim()))
            };
            let exact = products().find(|it| has(it, &|code| code.eq_ignore_ascii_case(text)));
            let number = trade_item(text);
            let of_item = || {
                let is_it = |code: &str| number.is_some() && trade_item(code) == number;
                let mut found = products().filter(|it| has(it, &is_it));
                let one = found.next()?;
                found.all(|other| other.id == one.id).then_some(one)
            };
            exact.or_else(of_item).cloned()
        };
        let found = Some(text).filter(|text| !text.is_empty());
        match found.and_then(|text| (self.product)(text).or_else(among_lines)) {
            Some(product) => WantedProduct::Product(product),
            None => WantedProduct::Typed(text.to_owned()),
        }
    }

    /// A quantity, and what it means.
    pub fn quantity_of(&self, text: &str) -> TypedQuantity {
        let means = read_quantity(text, self.decimal_mark);
        TypedQuantity { text: text.trim().to_owned(), means }
    }

    /// Who is meant; nobody by an empty text.
    pub fn recipient_of(&self, text: &str) -> Result<Recipient, EditError> {
        let text = Some(text).filter(|text| !text.trim().is_empty());
        let unknown = |name: &str| {
            EditError::NotAllowed(Reason::UnknownPerson { name: name.trim().to_owned() })
        };
        let found = text.map(|text| (self.person)(text).ok_or_else(|| unknown(text)));
        Ok(Recipient(found.transpose()?))
    }
}

/// The products that codes in a sheet name by now. They are drawn as these, and stay in the sheet as
/// they were typed: so there is nothing to keep, and no step to take back.
pub fn named_by_now<'a>(
    sheet: &'a Sheet,
    rows: &[DrawnRow],
    product: &dyn Fn(&str) -> Option<ProductRef>,
) -> HashMap<&'a RowKey, ProductRef> {
    let among_lines = LazyCell::new(|| {
        let wanted = sheet.drafts().filter_map(|(_, draft)| draft.wants.product());
        let mut coded = HashMap::new();
        for product in rows.iter().filter_map(DrawnRow::product).chain(wanted) {
            if let Some(code) = &product.code {
                coded.entry(folded(code)).or_insert(product);
            }
        }
        coded
    });
    let of_line = |text: &str| among_lines.get(&folded(text)).map(|product| (*product).clone());
    let typed = sheet.drafts().filter_map(|(key, draft)| Some((key, draft.wants.typed_code()?)));
    let typed = typed.filter(|(_, text)| !text.is_empty());
    typed.filter_map(|(key, text)| Some((key, product(text).or_else(|| of_line(text))?))).collect()
}

impl RowDraft {
    /// The same, of this product where one is given.
    pub fn of_product(self: &Arc<Self>, product: Option<ProductRef>) -> Arc<Self> {
        let mut draft = Arc::clone(self);
        if let Some(product) = product {
            let wanted = WantedProduct::Product(product);
            Arc::make_mut(&mut draft).wants.product = Some(Box::new(wanted));
        }
        draft
    }
}

fn folded(code: &str) -> String {
    code.trim().to_ascii_lowercase()
}
