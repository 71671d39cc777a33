//! Which products may go instead of a line's, the likeliest first: those that did before, then those
//! of its category with a similar name, and last those the service refused once. Which it allows, the
//! interface does not tell. Pure.

use std::cmp::Reverse;

use contract::{Product, ProductRef, RefusedBefore, Suggestion};

use super::past::Pair;
use crate::lists::text::fold;

/// No more than this many are suggested of those that may fit, and of those that were refused.
const MOST: usize = 4;

/// That the service refused to let a product go instead.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RefusedPair {
    /// The product.
    pub instead: ProductRef,
    /// When, and in what words.
    pub refused: RefusedBefore,
}

/// What may go instead of `product`; `refused` begins with the newest.
pub(super) fn suggestions<'a>(
    product: &ProductRef,
    mut used: Vec<Pair>,
    products: impl Iterator<Item = &'a Product>,
    refused: Vec<RefusedPair>,
) -> Vec<Suggestion> {
    used.sort_by(|a, b| key(b).cmp(&key(a)).then_with(|| a.instead.code.cmp(&b.instead.code)));
    let mut all: Vec<Suggestion> = Vec::new();
    for pair in used {
        add(&mut all, pair.instead, |suggestion| suggestion.used = Some(pair.used));
    }
    for similar in similar(product, products) {
        add(&mut all, similar, |_| ());
    }
    for RefusedPair { instead, refused } in refused {
        add(&mut all, instead, |suggestion| {
            suggestion.refused.get_or_insert(refused);
        });
    }
    all.retain(|suggestion| suggestion.product.id != product.id);
    let (refused, mut fit): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|one| one.refused.is_some());
    fit.truncate(MOST);
    fit.extend(refused.into_iter().take(MOST));
    fit
}

fn key(pair: &Pair) -> (u32, Option<chrono::NaiveDate>) {
    (pair.used.times, pair.used.last)
}

/// Adds a product that is not there yet, and says more of it.
fn add(all: &mut Vec<Suggestion>, product: ProductRef, say: impl FnOnce(&mut Suggestion)) {
    let at = all.iter().position(|known| known.product.id == product.id).unwrap_or_else(|| {
        all.push(Suggestion { product, used: None, refused: None });
        all.len() - 1
    });
    say(&mut all[at]);
}

/// Products of the same category that share words of the name, those that share most first.
fn similar<'a>(
    product: &ProductRef,
    products: impl Iterator<Item = &'a Product>,
) -> Vec<ProductRef> {
    let (Some(category), Some(name)) = (&product.category, &product.name) else {
        return Vec::new();
    };
    let (article, words) = parts(name);
    let mut found: Vec<_> = products
        .filter(|other| other.id != product.id)
        .filter(|other| {
            other.category.as_ref().is_some_and(|other| match (&category.id, &other.id) {
                (Some(a), Some(b)) => a == b,
                _ => category.name.is_some() && category.name == other.name,
            })
        })
        .filter_map(|other| {
            let (its_article, its_words) = parts(other.name.as_deref()?);
            let shared = its_words.iter().filter(|word| words.contains(word)).count();
            (shared > 0).then_some((its_article == article, shared, other))
        })
        .collect();
    found.sort_by_key(|(article, shared, other)| {
        (Reverse((*article, *shared)), other.name.as_deref(), other.product_code.as_deref())
    });
    found.truncate(MOST);
    found.into_iter().map(|(_, _, other)| ProductRef::from(other)).collect()
}

/// A name's part before the first comma, and all its words, folded.
fn parts(name: &str) -> (String, Vec<String>) {
    let article = fold(name.split(',').next().unwrap_or_default().trim());
    let mut words: Vec<_> = fold(name)
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    words.sort_unstable();
    words.dedup();
    (article, words)
}

#[cfg(test)]
mod tests {
    use contract::UsedBefore;
    use serde_json::json;

    use super::*;

    fn product(id: &str, name: &str, category: &str) -> Product {
        let value = json!({
            "id": id, "product_code": id, "name": name, "category": { "id": category },
        });
        serde_json::from_value(value).unwrap()
    }

    fn cannulas() -> Vec<Product> {
        vec![
            product("18", "IV cannula, 18G × 32 mm, green", "iv"),
            product("20", "IV cannula, 20G × 32 mm, pink", "iv"),
            product("22", "IV cannula, 22G × 25 mm, blue", "iv"),
            product("set", "Infusion set, 20 drops/ml, 32 mm", "iv"),
            product("cap", "Cap", "iv"),
            product("vet", "IV cannula, 18G × 32 mm, green", "vet"),
        ]
    }

    fn pair(id: &str, times: u32, last: &str) -> Pair {
        Pair {
            product: "18".into(),
            instead: ProductRef::from(&product(id, id, "iv")),
            used: UsedBefore { times, last: last.parse().ok(), place: None },
        }
    }

    fn refused(id: &str, text: &str) -> RefusedPair {
        let refused = RefusedBefore { at: chrono::DateTime::UNIX_EPOCH, text: text.into() };
        RefusedPair { instead: ProductRef::from(&product(id, id, "iv")), refused }
    }

    fn of_18(used: Vec<Pair>, refused: Vec<RefusedPair>) -> Vec<(String, bool)> {
        let (all, line) = (cannulas(), ProductRef::from(&cannulas()[0]));
        suggestions(&line, used, all.iter(), refused)
            .into_iter()
            .map(|one| (one.product.id.as_str().to_owned(), one.refused.is_some()))
            .collect()
    }

    fn ids(all: &[(String, bool)]) -> Vec<&str> {
        all.iter().map(|(id, _)| id.as_str()).collect()
    }

    #[test]
    fn what_went_most_comes_first_and_then_what_is_called_alike_in_its_category() {
        let used = vec![
            pair("x", 1, "2026-01-01"),
            pair("y", 6, "2025-01-01"),
            pair("22", 1, "2026-02-02"),
        ];
        assert_eq!(ids(&of_18(used, Vec::new())), ["y", "22", "x", "20"], "four of them");
    }

    #[test]
    fn what_the_service_refused_once_is_last_even_if_it_went_before() {
        let used = vec![pair("20", 9, "2026-01-01")];
        let all =
            of_18(used, vec![refused("20", "no"), refused("z", "no"), refused("20", "older")]);
        assert_eq!(ids(&all), ["22", "set", "20", "z"]);
        assert!(all[2].1 && all[3].1);
    }

    #[test]
    fn the_newest_refusal_is_told() {
        let line = ProductRef::from(&cannulas()[0]);
        let refused = vec![refused("20", "newer"), refused("20", "older")];
        let found = suggestions(&line, Vec::new(), std::iter::empty(), refused);
        assert_eq!(found[0].refused.as_ref().map(|refused| refused.text.as_str()), Some("newer"));
    }

    #[test]
    fn a_product_is_not_suggested_for_itself_and_without_a_category_nothing_is_alike() {
        let all = cannulas();
        let bare = ProductRef { category: None, ..ProductRef::from(&all[0]) };
        let itself = vec![pair("18", 3, "2026-01-01")];
        assert_eq!(suggestions(&bare, itself, all.iter(), Vec::new()), []);
    }
}
