//! Categories (interface document, 2.7), alone and on products.

use contract::Category;
use serde::Deserialize;

use super::shape::read::{Id, Loose, Missing, Text, Wire};

/// A category as an object.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct CategoryWire {
    id: Id,
    name: Text,
}

impl Wire for CategoryWire {
    type Record = Category;

    fn record(self) -> Result<Category, Missing> {
        let id = self.id.0.ok_or(Missing("id"))?;
        Ok(Category { id: Some(id.into()), name: self.name.0 })
    }
}

/// The category of a product: an object, its name alone, or parts of it under dotted names.
pub(crate) fn of_product(
    category: Loose<CategoryWire>,
    dotted_id: Id,
    dotted_name: Text,
) -> Option<Category> {
    let (id, name) = match category {
        Loose::Object(wire) => (wire.id.0, wire.name.0),
        other => (None, other.text()),
    };
    let id = id.or(dotted_id.0).map(Into::into);
    let name = name.or(dotted_name.0);
    (id.is_some() || name.is_some()).then_some(Category { id, name })
}
