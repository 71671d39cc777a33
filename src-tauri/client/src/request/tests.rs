use chrono::NaiveDate;
use serde_json::{Value, json};

use super::*;

fn body(request: &Request) -> Value {
    serde_json::from_slice(request.body.as_deref().unwrap()).unwrap()
}

fn target(built: Built) -> String {
    let request = built.unwrap();
    assert_eq!((request.method, request.body), (Method::GET, None));
    request.target
}

fn header() -> MovementHeader {
    MovementHeader {
        name: "Theatre block A, weekly".into(),
        description: String::new(),
        origin: "l1".into(),
        destination: "l2".into(),
        requested_by: "u1".into(),
        date_requested: NaiveDate::from_ymd_opt(2026, 3, 5).unwrap(),
        stocklist: None,
    }
}

#[test]
fn a_login_carries_name_and_password_and_escapes_them() {
    let request = login("a\"okafor", "pass\\word\u{e9}\n").unwrap();
    assert_eq!((&request.method, request.target.as_str()), (&Method::POST, "/api/login"));
    assert_eq!(
        body(&request),
        json!({ "username": "a\"okafor", "password": "pass\\word\u{e9}\n" })
    );
}

#[test]
fn a_logout_has_no_body() {
    let request = logout().unwrap();
    assert_eq!((&request.method, request.target.as_str()), (&Method::POST, "/api/logout"));
    assert_eq!(request.body, None);
}

#[test]
fn a_location_is_chosen_by_its_id_without_a_body() {
    let request = choose_location(&"l/1".into()).unwrap();
    assert_eq!(
        (&request.method, request.target.as_str()),
        (&Method::PUT, "/api/chooseLocation/l%2F1")
    );
    assert_eq!((&request.body, request.is_write()), (&None, false));
    assert!(choose_location(&"..".into()).is_err());
}

#[test]
fn a_page_is_always_asked_for_with_both_numbers() {
    let page = Paging { max: 100, offset: 0 };
    assert_eq!(target(list_movements(page, false)), "/api/stockMovements?max=100&offset=0");
    assert_eq!(
        target(list_movements(page, true)),
        "/api/stockMovements?max=100&offset=0&exclude=lineItems"
    );
    assert_eq!(
        target(list_movements_one_way(page, Direction::Outbound, None)),
        "/api/stockMovements?max=100&offset=0&exclude=lineItems&direction=OUTBOUND"
    );
    assert_eq!(
        target(list_movements_one_way(page, Direction::Inbound, Some(&"l1".into()))),
        "/api/stockMovements?max=100&offset=0&exclude=lineItems&direction=INBOUND&destination=l1"
    );
    assert_eq!(target(list_products(page, ProductsBy::Get)), "/api/products?max=100&offset=0");
    assert_eq!(
        target(generic_list("requisitionItem", Paging { max: 5, offset: 10 })),
        "/api/generic/requisitionItem?max=5&offset=10"
    );
}

#[test]
fn products_by_post_send_an_empty_object_and_never_a_name() {
    let request = list_products(Paging { max: 2, offset: 4 }, ProductsBy::Post).unwrap();
    assert_eq!(
        (&request.method, request.target.as_str()),
        (&Method::POST, "/api/products?max=2&offset=4")
    );
    assert_eq!(request.body.as_deref(), Some(&b"{}"[..]));
    assert!(!request.is_write(), "it waits and is judged as a read");
}

#[test]
fn filters_are_sent_where_given_and_escaped() {
    let page = Paging { max: 10, offset: 0 };
    let none = StocklistQuery { name: Some(String::new()), ..StocklistQuery::default() };
    assert_eq!(target(list_stocklists(&none, page)), "/api/stocklists?max=10&offset=0");
    let all = StocklistQuery {
        name: Some("bloc opératoire & co".into()),
        number: Some("R/7#1".into()),
        origin: Some("l=1".into()),
        destination: Some("l+2".into()),
    };
    assert_eq!(
        target(list_stocklists(&all, page)),
        "/api/stocklists?max=10&offset=0&name=bloc+op%C3%A9ratoire+%26+co\
         &requisitionNumber=R%2F7%231&origin.id=l%3D1&destination.id=l%2B2"
    );
    assert_eq!(target(list_bin_locations(None)), "/api/binLocations");
    assert_eq!(
        target(list_bin_locations(Some(&"l1".into()))),
        "/api/binLocations?parentLocation.id=l1"
    );
    assert_eq!(
        target(list_internal_locations(Some(&"l1".into()))),
        "/api/internalLocations?location.id=l1"
    );
}

#[test]
fn an_id_stays_inside_its_path_segment() {
    for (id, written) in [
        ("ff80c1", "ff80c1"),
        ("a b", "a%20b"),
        ("a/b", "a%2Fb"),
        ("../../auth/logout", "..%2F..%2Fauth%2Flogout"),
        ("x?max=1", "x%3Fmax%3D1"),
        ("x#y", "x%23y"),
        ("%2e%2e", "%252e%252e"),
        ("..;/admin", "..%3B%2Fadmin"),
        ("a+b\\c", "a%2Bb%5Cc"),
        ("é\n\0", "%C3%A9%0A%00"),
        ("...", "..."),
    ] {
        let path = target(read_movement(&id.into()));
        assert_eq!(path, format!("/api/stockMovements/{written}"));
        let base = crate::Base::parse("https://stock.example/stockroom").unwrap();
        let url = base.join(&path).unwrap();
        let whole = format!("/stockroom/api/stockMovements/{written}");
        assert_eq!((url.path(), url.query(), url.fragment()), (whole.as_str(), None, None));
    }
    for id in ["", ".", ".."] {
        assert!(matches!(read_movement(&id.into()), Err(Trouble::Invalid(_))), "{id:?}");
        assert!(matches!(generic_read("product", id), Err(Trouble::Invalid(_))));
        assert!(matches!(generic_list(id, Paging { max: 1, offset: 0 }), Err(Trouble::Invalid(_))));
        assert!(matches!(read_internal_location(&id.into()), Err(Trouble::Invalid(_))));
        assert!(matches!(pick(&id.into(), &[]), Err(Trouble::Invalid(_))));
    }
    assert_eq!(target(generic_read("a/b", "c/d")), "/api/generic/a%2Fb/c%2Fd");
}

#[test]
fn a_new_movement_is_written_flat_with_the_month_first_and_no_null() {
    let request = create_movement(&header()).unwrap();
    assert_eq!((&request.method, request.target.as_str()), (&Method::POST, "/api/stockMovements"));
    let plain = json!({
        "name": "Theatre block A, weekly", "description": "", "origin.id": "l1",
        "destination.id": "l2", "requestedBy.id": "u1", "dateRequested": "03/05/2026"
    });
    assert_eq!(body(&request), plain);
    let from_list = MovementHeader { stocklist: Some("s1".into()), ..header() };
    assert_eq!(body(&create_movement(&from_list).unwrap())["stocklist.id"], "s1");
    let far = MovementHeader { date_requested: NaiveDate::MAX, ..header() };
    assert!(matches!(create_movement(&far), Err(Trouble::Invalid(_))));
}

#[test]
fn an_update_leaves_out_what_is_not_given() {
    let nothing = update_movement(&"m1".into(), &HeaderUpdate::default(), &[]).unwrap();
    assert_eq!(nothing.target, "/api/stockMovements/m1");
    assert_eq!(nothing.body.as_deref(), Some(&b"{}"[..]));
    let all = HeaderUpdate {
        id: Some("m1".into()),
        name: Some("n".into()),
        description: Some("d".into()),
        identifier: Some("417TQB".into()),
        origin: Some("l1".into()),
        destination: Some("l2".into()),
        date_requested: NaiveDate::from_ymd_opt(2026, 12, 31),
        requested_by: Some("u1".into()),
    };
    let written = json!({
        "id": "m1", "name": "n", "description": "d", "identifier": "417TQB", "origin.id": "l1",
        "destination.id": "l2", "dateRequested": "12/31/2026", "requestedBy.id": "u1"
    });
    assert_eq!(body(&update_movement(&"m1".into(), &all, &[]).unwrap()), written);
}

fn line(instruction: Instruction) -> Value {
    let instructions = [instruction];
    let built = update_movement(&"m1".into(), &HeaderUpdate::default(), &instructions).unwrap();
    let body = body(&built);
    assert_eq!(body["lineItems"].as_array().unwrap().len(), 1);
    body["lineItems"][0].clone()
}

#[test]
fn every_instruction_writes_the_keys_of_its_row_and_no_other() {
    let (id, reason_code) = (ItemId::from("i1"), String::from("STOCKOUT"));
    let comments = Some("until Friday".to_owned());
    let create = Instruction::Create {
        product: "p1".into(),
        quantity: 30,
        sort_order: 100,
        recipient: None,
    };
    assert_eq!(
        line(create),
        json!({ "product.id": "p1", "quantityRequested": 30, "sortOrder": 100 })
    );
    let to_somebody = Instruction::Create {
        product: "p1".into(),
        quantity: 30,
        sort_order: 100,
        recipient: Some("u1".into()),
    };
    assert_eq!(line(to_somebody)["recipient.id"], "u1");
    let update = Instruction::Update {
        id: id.clone(),
        product: Some("p2".into()),
        quantity: Some(0),
        sort_order: None,
    };
    assert_eq!(line(update), json!({ "id": "i1", "product.id": "p2", "quantityRequested": "0" }));
    let revise = Instruction::Revise {
        id: id.clone(),
        quantity: 12,
        reason_code: reason_code.clone(),
        comments: None,
    };
    assert_eq!(
        line(revise),
        json!({ "id": "i1", "quantityRevised": 12, "reasonCode": "STOCKOUT" })
    );
    let substitute = Instruction::Substitute {
        id: id.clone(),
        new_product: "p2".into(),
        new_quantity: 7,
        reason_code: reason_code.clone(),
        comments: comments.clone(),
    };
    assert_eq!(
        line(substitute),
        json!({
            "id": "i1", "substitute": "true", "newProduct.id": "p2", "newQuantity": 7,
            "reasonCode": "STOCKOUT", "comments": "until Friday"
        })
    );
    let cancel = Instruction::Cancel { id: id.clone(), reason_code, comments };
    assert_eq!(
        line(cancel),
        json!({ "id": "i1", "cancel": "true", "reasonCode": "STOCKOUT", "comments": "until Friday" })
    );
    assert_eq!(
        line(Instruction::Revert { id: id.clone() }),
        json!({ "id": "i1", "revert": "true" })
    );
    assert_eq!(line(Instruction::Delete { id }), json!({ "id": "i1", "delete": "true" }));
}

#[test]
fn a_number_that_installations_take_for_none_is_never_sent() {
    let id = ItemId::from("i1");
    let reason_code = String::from("STOCKOUT");
    let refused = [
        Instruction::Revise {
            id: id.clone(),
            quantity: 0,
            reason_code: reason_code.clone(),
            comments: None,
        },
        Instruction::Substitute {
            id: id.clone(),
            new_product: "p".into(),
            new_quantity: 0,
            reason_code,
            comments: None,
        },
    ];
    for instruction in refused {
        let fine = Instruction::Revert { id: id.clone() };
        let built = update_movement(&"m".into(), &HeaderUpdate::default(), &[fine, instruction]);
        assert!(matches!(built, Err(Trouble::Invalid(_))), "{built:?}");
    }
}

#[test]
fn the_first_place_is_written_as_the_text_0() {
    let id = ItemId::from("i1");
    let update = Instruction::Update { id, product: None, quantity: None, sort_order: Some(0) };
    assert_eq!(line(update), json!({ "id": "i1", "sortOrder": "0" }));
}

#[test]
fn instructions_keep_their_order() {
    let id = ItemId::from("i1");
    let revert = Instruction::Revert { id: id.clone() };
    let delete = Instruction::Delete { id };
    let built = update_movement(&"m".into(), &HeaderUpdate::default(), &[revert, delete]).unwrap();
    let written = json!([{ "id": "i1", "revert": "true" }, { "id": "i1", "delete": "true" }]);
    assert_eq!(body(&built)["lineItems"], written);
}

#[test]
fn the_body_shown_is_the_body_sent_with_indents() {
    let header = HeaderUpdate { id: Some("m1".into()), ..HeaderUpdate::default() };
    let instructions = [Instruction::Revert { id: "i1".into() }];
    let shown = crate::update_body(&header, &instructions).unwrap();
    let written = serde_json::to_string_pretty(&json!({
        "id": "m1", "lineItems": [{ "id": "i1", "revert": "true" }],
    }));
    assert_eq!(shown, written.unwrap());
    let built = update_movement(&"m1".into(), &header, &instructions).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&shown).unwrap(), body(&built));
    let nothing = Instruction::Revise {
        id: "i1".into(),
        quantity: 0,
        reason_code: "STOCKOUT".into(),
        comments: None,
    };
    assert!(crate::update_body(&header, &[nothing]).is_err(), "what cannot be sent is not shown");
}

#[test]
fn a_pick_writes_nothing_as_the_text_0_and_leaves_out_what_is_not_given() {
    let picks = [
        PicklistItem {
            id: None,
            inventory_item: "v1".into(),
            bin_location: Some("b1".into()),
            quantity_picked: 10,
        },
        PicklistItem {
            id: Some("k1".into()),
            inventory_item: "v1".into(),
            bin_location: None,
            quantity_picked: 0,
        },
    ];
    let request = pick(&"i1".into(), &picks).unwrap();
    assert_eq!(request.target, "/api/stockMovementItems/i1");
    let written = json!({ "picklistItems": [
        { "inventoryItem.id": "v1", "binLocation.id": "b1", "quantityPicked": 10 },
        { "id": "k1", "inventoryItem.id": "v1", "quantityPicked": "0" }
    ]});
    assert_eq!(body(&request), written);
}

#[test]
fn only_lists_are_probed() {
    assert_eq!(
        target(probe(Endpoint::ListMovements)),
        "/api/stockMovements?max=1&offset=0&exclude=lineItems"
    );
    assert_eq!(target(probe(Endpoint::ListStocklists)), "/api/stocklists?max=1&offset=0");
    assert_eq!(target(probe(Endpoint::ListProducts)), "/api/products?max=1&offset=0");
    assert!(matches!(probe(Endpoint::Logout), Err(Trouble::Invalid(_))));
}

#[test]
fn what_may_hold_lines_may_be_long_and_the_rest_may_not() {
    let (long_time, short_time) = (Duration::from_secs(64), Duration::from_secs(4));
    let limits = Limits {
        list_bytes: 64,
        other_bytes: 4,
        list_whole: long_time,
        other_whole: short_time,
        ..Limits::default()
    };
    let long = [
        list_movements(Paging { max: 1, offset: 0 }, true),
        read_movement(&"m".into()),
        create_movement(&header()),
        update_movement(&"m".into(), &HeaderUpdate::default(), &[]),
        list_bin_locations(None),
        generic_read("product", "p"),
    ];
    let short = [
        login("u", "p"),
        logout(),
        create_category("c"),
        pick(&"i".into(), &[]),
        read_internal_location(&"l".into()),
    ];
    let of = |request: Built| request.unwrap().limits(&limits);
    assert!(long.into_iter().all(|request| of(request) == (64, long_time)));
    assert!(short.into_iter().all(|request| of(request) == (4, short_time)));
}
