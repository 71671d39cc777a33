//! The sample data keeps what its constants promise.

use std::collections::HashSet;

use super::catalogue::categories;
use super::*;

#[test]
fn the_catalogue_has_400_products_with_distinct_names_and_codes() {
    let all: Vec<products::Product> = products::all().collect();
    assert_eq!(all.len(), PRODUCTS);
    assert_eq!(all.iter().map(|p| &p.name).collect::<HashSet<_>>().len(), PRODUCTS);
    let mut codes = HashSet::new();
    for product in &all {
        assert!(codes.insert(&product.code), "{} comes twice", product.code);
    }
    assert!(categories().count() >= 15);
    let names: HashSet<_> = categories().map(|category| category.name).collect();
    assert_eq!(names.len(), categories().count(), "the lines of a category stand together");
    let replaceable = all.iter().filter(|p| !p.substitutes.is_empty()).count();
    assert!(replaceable >= 60, "{replaceable}");
}

#[test]
fn names_with_accents_great_length_and_right_to_left_text_are_among_them() {
    let names: Vec<String> = products::all().map(|product| product.name).collect();
    assert!(names.iter().any(|name| name.contains("Crème")));
    assert!(names.iter().any(|name| name.chars().count() > 200));
    assert!(names.iter().any(|name| name.contains('م')));
}

#[test]
fn there_are_60_bins_and_no_id_comes_twice() {
    let bins: Vec<String> = places::DEPOTS.iter().flat_map(places::bins).collect();
    assert_eq!(bins.len(), BINS);
    let ids: HashSet<String> = bins
        .iter()
        .map(|bin| id("bin", bin))
        .chain(products::all().map(|product| id("product", &product.code)))
        .chain(USERS.iter().map(|user| id("user", user.username)))
        .collect();
    assert_eq!(ids.len(), BINS + PRODUCTS + USERS.len());
}

#[test]
fn constants_are_the_derived_ids() {
    assert_eq!(id("user", "aokafor"), AMARA_OKAFOR);
    assert_eq!(id("product", "GLV-2207"), GLOVES_M);
    assert_eq!(GLOVES_M.len(), 32);
}

#[test]
fn topics_name_categories_that_exist() {
    for category in topics::ALL.iter().copied().flatten() {
        assert!(categories().any(|known| known.name == *category), "{category}");
    }
}
