use contract::ProductRef;

use super::*;

fn product(id: &str) -> ProductRef {
    ProductRef { id: id.into(), code: None, name: None, description: None, category: None }
}

fn line() -> LineItem {
    let status = LineStatus::Approved;
    LineItem { id: "i1".into(), status, ..new_line(product("p1"), 30, Some(100)) }
}

#[test]
fn every_change_leaves_what_section_3_says() {
    let because = || ("i1".into(), "STOCKOUT".to_owned(), None);
    let (item, reason_code, comments) = because();
    let revised =
        predict(line(), &LineChange::Revise { item, quantity: 12, reason_code, comments }).unwrap();
    assert_eq!(revised.status, LineStatus::Changed);
    assert_eq!((revised.quantity_revised, revised.quantity_canceled), (Some(12), Some(30)));
    assert_eq!(revised.reason_code.as_deref(), Some("STOCKOUT"));

    let (item, reason_code, comments) = because();
    let nothing =
        predict(line(), &LineChange::Revise { item, quantity: 0, reason_code, comments }).unwrap();
    assert_eq!((nothing.status, nothing.quantity_revised), (LineStatus::Canceled, None));

    let (item, reason_code, comments) = because();
    let with = vec![Substitute { product: product("p2"), quantity: 9 }];
    let replaced =
        predict(line(), &LineChange::Substitute { item, with, reason_code, comments }).unwrap();
    assert_eq!(replaced.quantity_to_ship(), Some(9));
    assert_eq!(replaced.substitutions[0].status, LineStatus::Approved);

    let back = predict(replaced, &LineChange::Revert { item: "i1".into() }).unwrap();
    assert!(back.is_open() && back.reason_code.is_none());
    assert_eq!(back.quantity_canceled, Some(0));
    assert_eq!(predict(back, &LineChange::Delete { item: "i1".into() }), None);
}

#[test]
fn an_update_replaces_only_what_it_names() {
    let change = LineChange::Update {
        item: "i1".into(),
        product: None,
        quantity: Some(5),
        sort_order: None,
    };
    let updated = predict(line(), &change).unwrap();
    let expected = LineItem { quantity_requested: Some(5), ..line() };
    assert_eq!(updated, expected);
}

#[test]
fn what_is_told_of_a_product_is_not_said_of_another_in_its_stead() {
    let told = LineItem {
        quantity_available: Some(290),
        quantity_allowed: Some(60),
        pallet_name: Some("Pallet 1".into()),
        ..line()
    };
    let change = LineChange::Substitute {
        item: "i1".into(),
        with: vec![Substitute { product: product("p2"), quantity: 9 }],
        reason_code: "STOCKOUT".into(),
        comments: None,
    };
    let replaced = predict(told.clone(), &change).unwrap();
    assert_eq!(replaced.quantity_available, Some(290), "the line's own stays");
    let nothing_known = LineItem {
        id: "".into(),
        product: product("p2"),
        quantity_requested: Some(9),
        sort_order: None,
        ..line()
    };
    assert_eq!(replaced.substitutions, [nothing_known]);

    let named = |id| LineChange::Update {
        item: "i1".into(),
        product: Some(product(id)),
        quantity: None,
        sort_order: None,
    };
    let same = predict(told.clone(), &named("p1")).unwrap();
    assert_eq!((same.quantity_available, same.quantity_allowed), (Some(290), Some(60)));
    let other = predict(told, &named("p2")).unwrap();
    assert_eq!((other.quantity_available, other.quantity_allowed), (None, None));
}
