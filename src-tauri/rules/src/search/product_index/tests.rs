//! What is found for what is typed, and in which order.

use super::*;

fn index(products: &[(&str, Option<&str>, &str)]) -> ProductIndex {
    let product = |(id, code, name): &(&str, Option<&str>, &str)| {
        let value = serde_json::json!({ "id": id, "product_code": code, "name": name });
        Arc::new(Record::new(serde_json::from_value(value).unwrap()))
    };
    ProductIndex::new(1, &products.iter().map(product).collect::<Vec<_>>())
}

fn shelf() -> ProductIndex {
    index(&[
        ("1", Some("GLV-2207"), "Gloves, exam, nitrile, size M"),
        ("2", Some("GLV-22"), "Gloves, exam, vinyl, size S"),
        ("3", Some("MSK-10"), "Masque chirurgical à élastiques"),
        ("4", Some("MSK-9"), "Masque FFP2"),
        ("5", Some("PRC-1"), "Перчатки смотровые"),
        ("6", None, "Gauze swab, sterile, GLV-22 set"),
        ("7", Some("DRS-1"), "Dressing, foam"),
        ("8", Some("DRS-2"), "Dressing, foam"),
    ])
}

fn ids(typed: &str) -> Vec<String> {
    let hits = shelf().find(typed, 8);
    hits.into_iter().map(|hit| hit.product.id.to_string()).collect()
}

#[test]
fn the_code_typed_comes_first_then_codes_that_begin_so_then_words() {
    assert_eq!(ids("glv-22"), ["2", "1", "6"]);
    let hits = shelf().find("GLV-22", 2);
    assert_eq!(hits.iter().map(|hit| hit.exact).collect::<Vec<_>>(), [true, false]);
    assert_eq!(ids("MSK"), ["4", "3"], "as people count, not as texts");
}

#[test]
fn each_word_typed_begins_some_word_of_code_or_name_in_any_order() {
    assert_eq!(ids("nit glo"), ["1"]);
    assert_eq!(ids("exam 2207"), ["1"]);
    assert_eq!(ids("gloves nothing"), [] as [&str; 0]);
}

#[test]
fn what_stands_within_words_comes_after_what_begins_them() {
    let shelf = index(&[("1", Some("A-1"), "Unswabbed"), ("2", Some("B-1"), "Swab")]);
    let found = shelf.find("swab", 8);
    assert_eq!(found.iter().map(|hit| hit.product.id.as_str()).collect::<Vec<_>>(), ["2", "1"]);
    assert_eq!(ids("trile"), ["1"]);
}

#[test]
fn case_accents_and_marks_do_not_count() {
    assert_eq!(ids("ÉLASTIQUES"), ["3"]);
    assert_eq!(ids("elastiq"), ["3"]);
    assert_eq!(ids("ПЕРЧ"), ["5"]);
}

#[test]
fn one_mistake_in_a_word_or_in_the_code_is_forgiven() {
    for typed in ["nitrle", "nitrille", "nitirle", "nitrale", "exam nitrle", "nitrle exam"] {
        assert_eq!(ids(typed), ["1"], "{typed}");
    }
    for typed in ["GLV2207", "GLV-2270", "GLV-22107", "GLW-2207"] {
        assert_eq!(ids(typed), ["1"], "{typed}");
    }
    for typed in ["перчтки", "пречатки", "перчаттки", "перчотки"] {
        assert_eq!(ids(typed), ["5"], "{typed}");
    }
    assert_eq!(ids("nitrle exma"), [] as [&str; 0], "two mistakes");
    assert_eq!(ids("gloevs m"), ["1", "2"], "first the one of which a word begins with it");
}

#[test]
fn what_was_typed_without_a_mistake_comes_before_what_is_like_it() {
    let shelf = index(&[("1", Some("A-1"), "Tapes"), ("2", Some("B-1"), "Tubes")]);
    let found = shelf.find("tube", 8);
    assert_eq!(found.iter().map(|hit| hit.product.id.as_str()).collect::<Vec<_>>(), ["2"]);
    let found = shelf.find("tabe", 8);
    assert_eq!(found.iter().map(|hit| hit.product.id.as_str()).collect::<Vec<_>>(), ["1", "2"]);
}

#[test]
fn nothing_typed_finds_nothing_and_no_more_is_found_than_asked_for() {
    assert_eq!(ids("  "), [] as [&str; 0]);
    assert_eq!(ids("-"), [] as [&str; 0]);
    assert_eq!(shelf().find("m", 1).len(), 1);
    assert!(shelf().find("m", 0).is_empty());
}

#[test]
fn a_text_names_a_product_by_its_code_or_by_a_name_no_other_has() {
    let named = |text| shelf().named(text).map(|product| product.id.to_string());
    assert_eq!(named(" glv-22 ").as_deref(), Some("2"));
    assert_eq!(named("masque ffp2").as_deref(), Some("4"));
    assert_eq!(named("Dressing, foam"), None, "it is the name of two");
    assert_eq!(named("GLV"), None);
    assert_eq!(named("  "), None);
}

#[test]
fn a_code_that_several_products_have_names_none_of_them() {
    let shelf = index(&[("1", Some("X-1"), "One"), ("2", Some("x-1"), "Two")]);
    assert!(shelf.named("X-1").is_none());
    assert!(shelf.find("X-1", 8).iter().all(|hit| hit.exact));
}

#[test]
fn a_trade_item_names_its_product_with_and_without_zeros() {
    let short = ("1", Some("9506000134352"), "One");
    let long = ("2", Some("09506000134352"), "Two");
    let named = |shelf: &ProductIndex, text| shelf.named(text).map(|it| it.id.to_string());
    let one = index(&[short]);
    assert_eq!(named(&one, "09506000134352").as_deref(), Some("1"));
    assert_eq!(named(&one, "9506000134352").as_deref(), Some("1"));
    assert_eq!(named(&one, "09506000134369"), None);
    let two = index(&[short, long]);
    assert_eq!(named(&two, "09506000134352").as_deref(), Some("2"), "it is its code");
    assert_eq!(named(&two, "009506000134352"), None);
}
