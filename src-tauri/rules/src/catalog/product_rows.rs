//! Products as rows: what a search and a filter find, what a column holds. Pure; called by
//! `products`.

use std::{collections::HashMap, sync::Arc};

use contract::{Product, ProductColumn, ProductFilter, ProductId, ProductRow, Sort};

use crate::search::{
    Record,
    order::{Value, sort},
    text::{Words, fold},
};

const BY_CODE: Sort<ProductColumn> = Sort { by: ProductColumn::Code, descending: false };

/// A product, and in how many stocklists it stands.
#[derive(Clone)]
pub struct Counted {
    product: Arc<Record<Product>>,
    lists: u32,
}

impl Counted {
    /// As a row.
    pub fn row(&self) -> ProductRow {
        ProductRow { product: self.product.of.clone(), lists: self.lists }
    }
}

/// The products that match a filter, in the order asked for; `None` leaves them in theirs. Each is
/// told in how many stocklists it stands.
pub fn in_order(
    products: &[Arc<Record<Product>>],
    lists: &HashMap<ProductId, u32>,
    filter: &ProductFilter,
    by: Option<&[Sort<ProductColumn>]>,
) -> Vec<Counted> {
    let words = Words::of(&filter.text);
    let categories: Vec<_> = filter.categories.iter().map(|name| fold(name.trim())).collect();
    let matches = |product: &&Arc<Record<Product>>| {
        (words.are_none() || words.are_in(product.folded(searched)))
            && has_category(&product.of, &categories)
    };
    let counted = |product: &Arc<Record<Product>>| Counted {
        product: Arc::clone(product),
        lists: lists.get(&product.of.id).copied().unwrap_or_default(),
    };
    let mut matching = products.iter().filter(matches).map(counted).collect();
    if let Some(by) = by {
        let tie = |a: &Counted, b: &Counted| a.product.of.id.cmp(&b.product.of.id);
        sort(&mut matching, by, value, tie);
    }
    matching
}

/// Whether this is the order where nobody asks for another one.
pub fn is_by_code(by: &[Sort<ProductColumn>]) -> bool {
    by.is_empty() || by == [BY_CODE]
}

/// All products by their code.
pub fn by_code(products: &[Arc<Record<Product>>]) -> Vec<Arc<Record<Product>>> {
    let all = in_order(products, &HashMap::new(), &ProductFilter::default(), Some(&[BY_CODE]));
    all.into_iter().map(|counted| counted.product).collect()
}

fn has_category(product: &Product, wanted: &[String]) -> bool {
    wanted.is_empty() || category(product).is_some_and(|name| wanted.contains(&fold(name.trim())))
}

fn searched(product: &Product) -> Vec<Option<&str>> {
    vec![
        product.product_code.as_deref(),
        product.name.as_deref(),
        category(product),
        product.description.as_deref(),
    ]
}

fn value(counted: &Counted, column: ProductColumn) -> Value {
    let product = &counted.product.of;
    match column {
        ProductColumn::Code => Value::text(product.product_code.as_deref()),
        ProductColumn::Name => Value::text(product.name.as_deref()),
        ProductColumn::Category => Value::text(category(product)),
        ProductColumn::Description => Value::text(product.description.as_deref()),
        ProductColumn::Lists => Value::number(Some(counted.lists)),
        ProductColumn::Created => Value::number(product.date_created.map(|at| at.timestamp())),
        ProductColumn::Updated => Value::number(product.last_updated.map(|at| at.timestamp())),
    }
}

fn category(product: &Product) -> Option<&str> {
    product.category.as_ref().and_then(|category| category.name.as_deref())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(filter: &ProductFilter, by: &[Sort<ProductColumn>]) -> Vec<(String, u32)> {
        let product = |id: &str, code: Option<&str>, name: &str, category: Option<&str>| {
            let category = category.map(|name| serde_json::json!({ "name": name }));
            let value = serde_json::json!({
                "id": id, "product_code": code, "name": name, "category": category,
            });
            Arc::new(Record::new(serde_json::from_value(value).unwrap()))
        };
        let products = [
            product("1", Some("GLV-10"), "Gants nitrile", Some("Gloves")),
            product("2", Some("GLV-9"), "Gants latex", Some("Gloves")),
            product("3", None, "Masque", Some("Protection")),
            product("4", Some("MSK-1"), "Masque", None),
        ];
        let lists = HashMap::from([("1".into(), 3), ("4".into(), 1)]);
        let by_code = by_code(&products);
        let rows = match by {
            [] => in_order(&by_code, &lists, filter, None),
            by => in_order(&products, &lists, filter, Some(by)),
        };
        rows.iter().map(Counted::row).map(|row| (row.product.id.to_string(), row.lists)).collect()
    }

    fn ids(filter: &ProductFilter, by: &[Sort<ProductColumn>]) -> Vec<String> {
        rows(filter, by).into_iter().map(|(id, _)| id).collect()
    }

    #[test]
    fn products_stand_by_code_as_people_count() {
        assert_eq!(ids(&ProductFilter::default(), &[]), ["2", "1", "4", "3"]);
    }

    #[test]
    fn categories_and_words_both_must_hold() {
        let categories = vec!["gloves".to_owned(), "Protection".to_owned()];
        let filter = ProductFilter { text: String::new(), categories: categories.clone() };
        assert_eq!(ids(&filter, &[]), ["2", "1", "3"]);
        let filter = ProductFilter { text: "GANTS glv-9".into(), categories };
        assert_eq!(ids(&filter, &[]), ["2"]);
    }

    #[test]
    fn lists_are_counted_and_sorted_by() {
        let by = [Sort { by: ProductColumn::Lists, descending: true }];
        let rows = rows(&ProductFilter::default(), &by);
        assert_eq!(rows[0], ("1".to_owned(), 3));
        assert_eq!(rows[1], ("4".to_owned(), 1));
        assert_eq!(rows[2].1, 0);
    }
}
