//! The products of the catalogue with their allowed substitutes.

use chrono::{Days, NaiveDate};

use super::catalogue::{Category, Family, categories};
use super::topics::Topic;
use crate::answer::Refusal;
use crate::record_id::{id, pick};
use crate::store::Write;

/// A product before it is stored.
pub(super) struct Product {
    /// Product code.
    pub(super) code: String,
    /// Name.
    pub(super) name: String,
    /// Codes of the products that may replace it, the next bigger one first.
    pub(super) substitutes: Vec<String>,
}

/// The products of a category, in the order of the catalogue.
pub(super) fn of(category: &Category) -> impl Iterator<Item = Product> {
    category.families.iter().flat_map(|family| {
        (0..family.members.len()).map(move |at| Product {
            code: code(family, at),
            name: family.name.replace("{}", family.members[at].1),
            substitutes: substitutes(family, at),
        })
    })
}

fn code(family: &Family, at: usize) -> String {
    format!("{}-{}", family.prefix, family.members[at].0)
}

fn substitutes(family: &Family, at: usize) -> Vec<String> {
    if !family.exchangeable {
        return Vec::new();
    }
    let after = (at + 1 < family.members.len()).then(|| code(family, at + 1));
    let before = at.checked_sub(1).map(|before| code(family, before));
    after.into_iter().chain(before).collect()
}

/// All products.
pub(super) fn all() -> impl Iterator<Item = Product> {
    categories().flat_map(of)
}

/// The products of a topic, in an order of their own for every key.
pub(super) fn shuffled(topic: Topic, key: &str) -> Vec<Product> {
    let wanted = categories().filter(|category| topic.contains(&category.name));
    let mut products: Vec<Product> = wanted.flat_map(of).collect();
    products.sort_by_cached_key(|product| pick(key, &product.code, usize::MAX));
    products
}

pub(super) fn fill(write: &Write<'_>, today: NaiveDate) -> Result<(), Refusal> {
    for category in categories() {
        let category_id = id("category", category.name);
        let sql = "INSERT INTO category (id, name) VALUES (?1, ?2)";
        write.run(sql, (&category_id, category.name))?;
        for product in of(category) {
            add(write, today, &category_id, &product)?;
        }
    }
    for product in all() {
        allow(write, &product)?;
    }
    Ok(())
}

/// Adds a product to a category.
pub(super) fn add(
    write: &Write<'_>,
    today: NaiveDate,
    category_id: &str,
    product: &Product,
) -> Result<(), Refusal> {
    let age = 40 + pick("age", &product.code, 900) as u64;
    let created = today.checked_sub_days(Days::new(age)).unwrap_or(today);
    let updated = today.checked_sub_days(Days::new(age / 9)).unwrap_or(today);
    write.run(
        "INSERT INTO product (id, code, name, description, category_id, created, updated)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        (
            id("product", &product.code),
            &product.code,
            &product.name,
            (!product.substitutes.is_empty()).then_some("Other sizes may replace it."),
            category_id,
            format!("{created}T08:15:00Z"),
            format!("{updated}T14:40:00Z"),
        ),
    )?;
    Ok(())
}

/// Allows the substitutes of a product; all of them must be there.
pub(super) fn allow(write: &Write<'_>, product: &Product) -> Result<(), Refusal> {
    for other in &product.substitutes {
        let sql = "INSERT INTO substitute (product_id, substitute_id) VALUES (?1, ?2)";
        write.run(sql, (id("product", &product.code), id("product", other)))?;
    }
    Ok(())
}
