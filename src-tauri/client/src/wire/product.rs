//! Products (interface document, 2.8), and as lines and stocklist items carry them (2.2).

use contract::{Product, ProductRef};
use serde::Deserialize;

use super::category::{self, CategoryWire};
use super::shape::read::{Id, Instant, Loose, Missing, Object, Text, Wire};

/// A product as an object.
#[derive(Debug, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub(crate) struct ProductWire {
    id: Id,
    product_code: Text,
    name: Text,
    description: Text,
    category: Loose<CategoryWire>,
    #[serde(rename = "category.id")]
    category_id: Id,
    #[serde(rename = "category.name")]
    category_name: Text,
    date_created: Instant,
    last_updated: Instant,
}

impl Wire for ProductWire {
    type Record = Product;

    fn record(self) -> Result<Product, Missing> {
        Ok(Product {
            id: self.id.0.ok_or(Missing("id"))?.into(),
            product_code: self.product_code.0,
            name: self.name.0,
            category: category::of_product(self.category, self.category_id, self.category_name),
            description: self.description.0,
            date_created: self.date_created.0,
            last_updated: self.last_updated.0,
        })
    }
}

/// Parts of a product beside the place where it is nested.
#[derive(Debug, Default)]
pub(crate) struct Beside {
    pub id: Id,
    pub code: Text,
    pub name: Text,
}

/// The product another record refers to, nested or in parts beside; without an id it is none.
pub(crate) fn referred(nested: Object<ProductWire>, beside: Beside) -> Result<ProductRef, Missing> {
    let wire = nested.0.unwrap_or_default();
    Ok(ProductRef {
        id: wire.id.0.or(beside.id.0).ok_or(Missing("product.id"))?.into(),
        code: wire.product_code.0.or(beside.code.0),
        name: wire.name.0.or(beside.name.0),
        description: wire.description.0,
        category: category::of_product(wire.category, wire.category_id, wire.category_name),
    })
}
