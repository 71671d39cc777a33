//! What is reckoned for the large warehouse comes out as it should.

use std::collections::HashSet;

use super::groups::GROUPS;
use super::places::STORES;
use super::products::{COUNT, EACH, code, lying_in, product};
use crate::sample;

#[test]
fn every_group_has_the_same_number_of_products_and_room_for_them() {
    assert_eq!(EACH * GROUPS.len(), COUNT);
    for group in GROUPS {
        let room = group.packs.len() * group.first.count * group.second.count;
        let room = room * group.materials.len() * group.articles.len();
        assert!(room >= EACH, "{}: {room}", group.category);
    }
}

#[test]
fn no_two_of_all_products_share_a_code_or_a_name() {
    let mut codes = HashSet::new();
    let mut names = HashSet::new();
    for product in sample::products::all().chain((0..COUNT).map(product)) {
        assert!(codes.insert(product.code.clone()), "{}", product.code);
        assert!(names.insert(product.name.clone()), "{}", product.name);
    }
    assert_eq!(codes.len(), sample::LARGE_PRODUCTS);
    assert!(names.iter().any(|name| name.contains('ä')));
}

#[test]
fn products_may_replace_each_other_and_lie_in_one_depot() {
    for depot in 0..STORES {
        let turns = COUNT / STORES;
        let lying: HashSet<usize> = (0..turns).map(|turn| lying_in(depot, turn)).collect();
        assert_eq!(lying.len(), turns);
        assert_eq!(lying_in(depot, turns), lying_in(depot, 0));
        let replaceable = lying.iter().filter(|number| !product(**number).substitutes.is_empty());
        assert!(replaceable.count() > turns / 5);
    }
    assert_eq!(product(0).substitutes, [code(1)]);
    assert_eq!(product(1).substitutes, [code(0)]);
}
