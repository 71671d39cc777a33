//! Products as they are found while a code or a name is typed: an index of codes and of words, made
//! once for each version of the products. Pure. Called by `find`, and by whoever reads a product out
//! of a text that was pasted. Deliberately absent: any look at a product while something is searched;
//! what is searched are words, and there are far fewer of them.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

use contract::gs1::ways_to_write;
use contract::{Product, ProductRef};

use crate::search::{
    Record,
    text::{fold, natural},
    vocabulary::{PositionSet, Vocabulary},
};

/// The index. Products are named by their place in the order of their codes.
pub struct ProductIndex {
    /// The version of the products it was made of.
    pub version: u64,
    products: Vec<Arc<Record<Product>>>,
    codes: Vocabulary,
    /// The words of codes and names.
    words: Vocabulary,
    /// The products with what their folded names come to, in the order of that.
    by_name: Vec<(u64, u32)>,
}

/// A product that was found.
pub struct Hit {
    /// The product.
    pub product: ProductRef,
    /// Its code is what was typed.
    pub exact: bool,
}

impl ProductIndex {
    /// Makes it of all products.
    pub fn new(version: u64, products: &[Arc<Record<Product>>]) -> Self {
        let mut products = products.to_vec();
        products.sort_by_cached_key(|product| ByCode(folded(product.of.product_code.as_deref())));
        let codes: Vec<_> =
            products.iter().map(|product| folded(product.of.product_code.as_deref())).collect();
        let names: Vec<_> =
            products.iter().map(|product| folded(product.of.name.as_deref())).collect();
        let mut by_name: Vec<_> = names.iter().map(|name| hash(name)).zip(0..).collect();
        by_name.sort_unstable();
        let words = (0..).zip(codes.iter().zip(&names)).flat_map(|(product, (code, name))| {
            words(code).chain(words(name)).map(move |word| (word, product))
        });
        let words = Vocabulary::new(words.collect());
        let codes = (0..).zip(&codes).filter(|(_, code)| !code.is_empty());
        let codes =
            Vocabulary::new(codes.map(|(product, code)| (code.as_str(), product)).collect());
        Self { version, products, codes, words, by_name }
    }

    /// Whether no products are known.
    pub fn is_empty(&self) -> bool {
        self.products.is_empty()
    }

    /// The one product with this code or, if none has it, with this number of a trade item or this name.
    pub fn named(&self, text: &str) -> Option<ProductRef> {
        let typed = folded(Some(text));
        let one = match self.codes.of(&typed) {
            [] => self.of_item(&typed).or_else(|| self.with_name(&typed)),
            [one] => Some(*one),
            _ => None,
        };
        one.map(|one| self.product(one))
    }

    /// The products that fit best what was typed, the best first: those with this code, then those
    /// whose codes begin like it, then those of whose words some begin like each word typed, then
    /// those that hold each word anywhere, then those that would but for one mistake.
    pub fn find(&self, typed: &str, most: usize) -> Vec<Hit> {
        let typed = folded(Some(typed));
        if typed.is_empty() {
            return Vec::new();
        }
        let mut best =
            Best { most, found: Vec::new(), seen: PositionSet::none_of(self.products.len()) };
        best.take(&self.places(|places| places.add(self.codes.of(&typed))));
        let exact = best.found.len();
        best.take(&self.places(|places| self.codes.beginning(&typed, places)));
        self.find_words(&typed, &mut best);
        let hit = |(at, product): (usize, &u32)| Hit {
            product: self.product(*product),
            exact: at < exact,
        };
        best.found.iter().enumerate().map(hit).collect()
    }

    fn find_words(&self, typed: &str, best: &mut Best) {
        let typed_words: Vec<_> = words(typed).collect();
        let each = |search: fn(&Vocabulary, &str, &mut PositionSet)| -> Vec<_> {
            let of = |word: &&str| self.places(|places| search(&self.words, word, places));
            typed_words.iter().map(of).collect()
        };
        if !best.is_open() {
            return;
        }
        let beginning = each(Vocabulary::beginning);
        best.take_common(beginning.iter());
        if !best.is_open() {
            return;
        }
        let holding = each(Vocabulary::holding);
        best.take_common(holding.iter());
        if !best.is_open() {
            return;
        }
        best.take(&self.places(|places| self.codes.mistaken(typed, places)));
        let mistaken = each(Vocabulary::mistaken);
        for right in [beginning, holding] {
            // One word has the mistake, the others are right.
            for (at, mistaken) in mistaken.iter().enumerate() {
                let others = (0..).zip(&right).filter(|(other, _)| *other != at);
                best.take_common(std::iter::once(mistaken).chain(others.map(|(_, it)| it)));
            }
        }
    }

    /// The one product whose code is this number of a trade item, with other zeros before it.
    fn of_item(&self, typed: &str) -> Option<u32> {
        let ways = ways_to_write(typed);
        let mut found = ways.iter().flat_map(|way| self.codes.of(way));
        let one = found.next()?;
        found.next().is_none().then_some(*one)
    }

    fn with_name(&self, typed: &str) -> Option<u32> {
        let wanted = hash(typed);
        let begin = self.by_name.partition_point(|(name, _)| *name < wanted);
        let alike = self.by_name[begin..].iter().take_while(|(name, _)| *name == wanted);
        let name = |product: u32| folded(self.products[product as usize].of.name.as_deref());
        let mut found = alike.filter(|(_, product)| !typed.is_empty() && name(*product) == typed);
        let (_, one) = found.next()?;
        found.next().is_none().then_some(*one)
    }

    fn places(&self, set: impl FnOnce(&mut PositionSet)) -> PositionSet {
        let mut places = PositionSet::none_of(self.products.len());
        set(&mut places);
        places
    }

    fn product(&self, at: u32) -> ProductRef {
        let product = &self.products[at as usize].of;
        ProductRef {
            id: product.id.clone(),
            code: product.product_code.clone(),
            name: product.name.clone(),
            description: product.description.clone(),
            category: product.category.clone(),
        }
    }
}

/// The best so far.
struct Best {
    most: usize,
    found: Vec<u32>,
    seen: PositionSet,
}

impl Best {
    fn is_open(&self) -> bool {
        self.found.len() < self.most
    }

    fn take(&mut self, places: &PositionSet) {
        let (begin, left) = (self.found.len(), self.most - self.found.len());
        let new = places.iter().filter(|place| !self.seen.holds(*place));
        self.found.extend(new.take(left));
        self.seen.add(&self.found[begin..]);
    }

    /// Takes what is in all of them; of none of them, nothing.
    fn take_common<'a>(&mut self, mut all: impl Iterator<Item = &'a PositionSet>) {
        let Some(mut common) = all.next().cloned() else { return };
        all.for_each(|places| common.keep(places));
        self.take(&common);
    }
}

fn folded(text: Option<&str>) -> String {
    fold(text.unwrap_or_default().trim())
}

fn hash(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

fn words(folded: &str) -> impl Iterator<Item = &str> {
    folded.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// A code in the order of people; products without one stand at the end.
#[derive(PartialEq, Eq)]
struct ByCode(String);

impl Ord for ByCode {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.is_empty().cmp(&other.0.is_empty()).then_with(|| natural(&self.0, &other.0))
    }
}

impl PartialOrd for ByCode {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests;
