//! Which products may go instead of a line's, the likeliest first: those the service lists, where it
//! tells that; those that did before; those of its category with a similar name; and last those the
//! service refused once. Which it allows, the interface document does not tell. Pure.

use std::cmp::Reverse;

use client::observed::SubstituteStock;
use contract::{Product, ProductRef, RefusedBefore, Source, Stock, Suggestion};
use rules::{review::pairs::Pair, search::text::fold};

use crate::observed::pages::Told;

/// No more than this many are suggested of those that may fit, and of those that were refused.
const MOST: usize = 4;

/// Of those the service lists no more are suggested; any product can be found by its name.
const MOST_LISTED: usize = 24;

/// That the service refused to let a product go instead.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct RefusedPair {
    /// The product.
    pub instead: ProductRef,
    /// When, and in what words.
    pub refused: RefusedBefore,
}

/// What may go instead of `product`; `refused` begins with the newest. `told` is what the service says
/// may, where it says it.
pub(crate) fn suggestions<'a>(
    product: &ProductRef,
    mut used: Vec<Pair>,
    products: impl Iterator<Item = &'a Product>,
    refused: Vec<RefusedPair>,
    told: Option<&Told>,
) -> Vec<Suggestion> {
    used.sort_by(|a, b| key(b).cmp(&key(a)).then_with(|| a.instead.code.cmp(&b.instead.code)));
    let mut all: Vec<Suggestion> = told.map(listed).unwrap_or_default();
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
    if told.is_some() {
        all.iter_mut().for_each(|one| one.allowed = Some(one.source == Source::Service));
    }
    let (refused, fit): (Vec<_>, Vec<_>) = all.into_iter().partition(|one| one.refused.is_some());
    let (mut listed, fit): (Vec<_>, Vec<_>) =
        fit.into_iter().partition(|one| one.source == Source::Service);
    // What is there goes before what is not, and what went before goes first.
    listed.sort_by_key(|one| {
        let is_there = one.stock.is_some_and(|stock| stock.quantity.is_some_and(|n| n > 0));
        Reverse((is_there, one.used.as_ref().map(|used| (used.times, used.last))))
    });
    listed.truncate(MOST_LISTED);
    listed.extend(fit.into_iter().take(MOST));
    listed.extend(refused.into_iter().take(MOST));
    listed
}

/// What the service lists, in its order.
fn listed(told: &Told) -> Vec<Suggestion> {
    let one = |instead: &SubstituteStock| Suggestion {
        product: instead.product.clone(),
        used: None,
        refused: None,
        allowed: None,
        stock: Some(Stock {
            quantity: instead.quantity,
            expiry: instead.expiry,
            as_of: told.as_of,
        }),
        source: Source::Service,
    };
    told.of.substitutes.iter().map(one).collect()
}

fn key(pair: &Pair) -> (u32, Option<chrono::NaiveDate>) {
    (pair.used.times, pair.used.last)
}

/// Adds a product that is not there yet, and says more of it.
fn add(all: &mut Vec<Suggestion>, product: ProductRef, say: impl FnOnce(&mut Suggestion)) {
    let at = all.iter().position(|known| known.product.id == product.id).unwrap_or_else(|| {
        let (allowed, stock, source) = (None, None, Source::Seen);
        all.push(Suggestion { product, used: None, refused: None, allowed, stock, source });
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
pub(crate) fn parts(name: &str) -> (String, Vec<String>) {
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
mod tests;
