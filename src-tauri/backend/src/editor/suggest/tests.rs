use client::observed::Substitutions;
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
        product: ProductRef::from(&product("18", "18", "iv")),
        instead: ProductRef::from(&product(id, id, "iv")),
        used: UsedBefore { times, last: last.parse().ok(), place: None },
        reasons: Vec::new(),
        asked_by: None,
    }
}

fn refused(id: &str, text: &str) -> RefusedPair {
    let refused = RefusedBefore { at: chrono::DateTime::UNIX_EPOCH, text: text.into() };
    RefusedPair { instead: ProductRef::from(&product(id, id, "iv")), refused }
}

fn of_18(used: Vec<Pair>, refused: Vec<RefusedPair>) -> Vec<(String, bool)> {
    let (all, line) = (cannulas(), ProductRef::from(&cannulas()[0]));
    suggestions(&line, used, all.iter(), refused, None)
        .into_iter()
        .map(|one| (one.product.id.as_str().to_owned(), one.refused.is_some()))
        .collect()
}

fn ids(all: &[(String, bool)]) -> Vec<&str> {
    all.iter().map(|(id, _)| id.as_str()).collect()
}

#[test]
fn what_went_most_comes_first_and_then_what_is_called_alike_in_its_category() {
    let used =
        vec![pair("x", 1, "2026-01-01"), pair("y", 6, "2025-01-01"), pair("22", 1, "2026-02-02")];
    assert_eq!(ids(&of_18(used, Vec::new())), ["y", "22", "x", "20"], "four of them");
}

#[test]
fn what_the_service_refused_once_is_last_even_if_it_went_before() {
    let used = vec![pair("20", 9, "2026-01-01")];
    let all = of_18(used, vec![refused("20", "no"), refused("z", "no"), refused("20", "older")]);
    assert_eq!(ids(&all), ["22", "set", "20", "z"]);
    assert!(all[2].1 && all[3].1);
}

#[test]
fn the_newest_refusal_is_told() {
    let line = ProductRef::from(&cannulas()[0]);
    let refused = vec![refused("20", "newer"), refused("20", "older")];
    let found = suggestions(&line, Vec::new(), std::iter::empty(), refused, None);
    assert_eq!(found[0].refused.as_ref().map(|refused| refused.text.as_str()), Some("newer"));
}

#[test]
fn a_product_is_not_suggested_for_itself_and_without_a_category_nothing_is_alike() {
    let all = cannulas();
    let bare = ProductRef { category: None, ..ProductRef::from(&all[0]) };
    let itself = vec![pair("18", 3, "2026-01-01")];
    assert_eq!(suggestions(&bare, itself, all.iter(), Vec::new(), None), []);
}

fn told(of: &[(&str, Option<i64>)]) -> Told {
    let one = |(id, quantity): &(&str, Option<i64>)| SubstituteStock {
        product: ProductRef::from(&product(id, id, "iv")),
        quantity: *quantity,
        expiry: None,
    };
    let substitutes = of.iter().map(one).collect();
    let of = Substitutions { quantity: Some(7), expiry: None, substitutes };
    Told { of, as_of: chrono::DateTime::UNIX_EPOCH }
}

#[test]
fn what_the_service_lists_comes_first_what_is_there_before_what_is_not() {
    let (all, line) = (cannulas(), ProductRef::from(&cannulas()[0]));
    let list = told(&[
        ("none", None),
        ("zero", Some(0)),
        ("some", Some(3)),
        ("20", Some(9)),
        ("18", None),
    ]);
    let used = vec![pair("x", 9, "2026-01-01"), pair("20", 1, "2026-01-01")];
    let found = suggestions(&line, used, all.iter(), vec![refused("zero", "no")], Some(&list));
    let shown: Vec<_> = found
        .iter()
        .map(|one| {
            let quantity = one.stock.and_then(|stock| stock.quantity);
            (one.product.id.as_str(), one.allowed, quantity, one.source)
        })
        .collect();
    let (yes, no) = (Some(true), Some(false));
    let expected = [
        ("20", yes, Some(9), Source::Service),
        ("some", yes, Some(3), Source::Service),
        ("none", yes, None, Source::Service),
        ("x", no, None, Source::Seen),
        ("22", no, None, Source::Seen),
        ("set", no, None, Source::Seen),
        ("zero", yes, Some(0), Source::Service),
    ];
    assert_eq!(shown, expected, "never for itself, and what it refused once is last");
    assert_eq!(found[0].used.as_ref().map(|used| used.times), Some(1));
}

#[test]
fn where_the_service_lists_nothing_nothing_is_called_allowed_and_where_it_tells_nothing_neither() {
    let (all, line) = (cannulas(), ProductRef::from(&cannulas()[0]));
    let allowed = |told: Option<&Told>| -> Vec<_> {
        let found = suggestions(&line, Vec::new(), all.iter(), Vec::new(), told);
        found.into_iter().map(|one| one.allowed).collect()
    };
    assert_eq!(allowed(Some(&told(&[]))), [Some(false); 3]);
    assert_eq!(allowed(None), [None; 3]);
}

#[test]
fn even_of_what_is_listed_there_is_an_end() {
    let line = ProductRef::from(&cannulas()[0]);
    let ids: Vec<_> = (0..90).map(|n| n.to_string()).collect();
    let list: Vec<_> = ids.iter().map(|id| (id.as_str(), Some(1))).collect();
    let list = told(&list);
    let found = suggestions(&line, Vec::new(), std::iter::empty(), Vec::new(), Some(&list));
    assert_eq!(found.len(), MOST_LISTED);
}
