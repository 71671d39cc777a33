//! Products and their categories.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::{CategoryId, ProductId};

/// A product as listed (interface document, 2.8).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Product {
    /// The service's id.
    pub id: ProductId,
    /// The code people know it by.
    pub product_code: Option<String>,
    /// Name; the part before the first comma is the article.
    pub name: Option<String>,
    /// Its category.
    pub category: Option<Category>,
    /// Free text.
    pub description: Option<String>,
    /// When it was made in the service.
    pub date_created: Option<DateTime<Utc>>,
    /// When it was last changed in the service.
    pub last_updated: Option<DateTime<Utc>>,
}

impl From<&Product> for ProductRef {
    fn from(product: &Product) -> Self {
        Self {
            id: product.id.clone(),
            code: product.product_code.clone(),
            name: product.name.clone(),
            description: product.description.clone(),
            category: product.category.clone(),
        }
    }
}

/// A category (interface document, 2.7). Some installations give its name alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Category {
    /// The service's id, where given.
    pub id: Option<CategoryId>,
    /// Name.
    pub name: Option<String>,
}

/// A product as a row of the products screen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "FlatRow")]
pub struct ProductRow {
    /// The record itself.
    #[serde(flatten)]
    pub product: Product,
    /// In how many stocklists of the mirror it stands.
    pub lists: u32,
}

/// A row as it is written: reading it field by field costs the window less code than `flatten`.
#[derive(Deserialize)]
struct FlatRow {
    id: ProductId,
    product_code: Option<String>,
    name: Option<String>,
    category: Option<Category>,
    description: Option<String>,
    date_created: Option<DateTime<Utc>>,
    last_updated: Option<DateTime<Utc>>,
    lists: u32,
}

impl From<FlatRow> for ProductRow {
    fn from(row: FlatRow) -> Self {
        let FlatRow { id, product_code, name, category, description, .. } = row;
        let (date_created, last_updated) = (row.date_created, row.last_updated);
        let product =
            Product { id, product_code, name, category, description, date_created, last_updated };
        Self { product, lists: row.lists }
    }
}

/// Columns of the products screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ProductColumn {
    /// `productCode`
    Code,
    /// `name`
    Name,
    /// Name of the category.
    Category,
    /// `description`
    Description,
    /// Stocklists it stands in.
    Lists,
    /// `dateCreated`
    Created,
    /// `lastUpdated`
    Updated,
}

/// What the products screen shows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct ProductFilter {
    /// Words to be found in code, name, category or description; all of them must be there.
    pub text: String,
    /// Names of categories, one of which it must have; empty means any.
    pub categories: Vec<String>,
}

/// A product as lines and stocklist items carry it (interface document, 2.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProductRef {
    /// The service's id.
    pub id: ProductId,
    /// The code people know it by.
    pub code: Option<String>,
    /// Name.
    pub name: Option<String>,
    /// Free text.
    pub description: Option<String>,
    /// Its category.
    pub category: Option<Category>,
}
