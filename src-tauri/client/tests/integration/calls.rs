//! Every call of the interface document's section 4: the request as it goes over the wire, and the
//! reading of the answer the document shows.

use chrono::NaiveDate;
use client::{HeaderUpdate, MovementHeader, Outcome, Paging, PicklistItem, ProductsBy};
use contract::{Endpoint, Instruction, LineStatus, LocationTypeCode, Movement, StocklistQuery};
use serde_json::json;

use crate::fixture;
use crate::responder::{self, Reply, Responder, accepted, answer, ok, signed_in};

const PAGE: Paging = Paging { max: 100, offset: 200 };

fn day() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 20).unwrap()
}

fn new_movement() -> MovementHeader {
    MovementHeader {
        name: "Theatre block A, weekly".into(),
        description: "Weekly order".into(),
        origin: "loc-depot".into(),
        destination: "loc-theatre-a".into(),
        requested_by: "user-okafor".into(),
        date_requested: day(),
        stocklist: None,
    }
}

fn whole_header() -> HeaderUpdate {
    HeaderUpdate {
        id: Some("mov-1001".into()),
        name: Some("Theatre block A, weekly".into()),
        description: Some("Weekly order".into()),
        identifier: Some("417TQB".into()),
        origin: Some("loc-depot".into()),
        destination: Some("loc-theatre-a".into()),
        date_requested: Some(day()),
        requested_by: Some("user-okafor".into()),
    }
}

#[tokio::test]
async fn login_is_sent_without_any_cookie_and_keeps_those_of_its_answer() {
    let desk = signed_in([ok(r#"{"data":[]}"#)]).await;
    let request = desk.responder.received().remove(0);
    assert_eq!(request.line, "POST /stockroom/api/login");
    assert_eq!(request.header("cookie"), None);
    assert_eq!(request.header("content-type"), Some("application/json"));
    assert_eq!(request.header("accept"), Some("application/json"));
    assert_eq!(request.header("x-requested-with"), Some("XMLHttpRequest"));
    assert_eq!(request.json(), fixture::json("4.1-login.request.json"));
    accepted(desk.client.list_movements(&desk.session, PAGE, true).await);
    desk.request();
}

#[tokio::test]
async fn login_again_on_the_same_client_carries_no_cookie_either() {
    let login = || Reply::Bytes(responder::LOGIN.as_bytes().to_vec());
    let responder = Responder::start([login(), login()]).await;
    let client = responder.client(client::Limits::default());
    for _ in 0..2 {
        accepted(client.login("aokafor", &"correct horse".into()).await);
    }
    assert!(responder.received().iter().all(|request| request.header("cookie").is_none()));
}

#[tokio::test]
async fn login_fails_as_installations_say_it() {
    for status in ["401 Unauthorized", "200 OK"] {
        let responder =
            Responder::start([answer(status, "text/html", "Authentication failed")]).await;
        let client = responder.client(client::Limits::default());
        let outcome = client.login("aokafor", &"wrong".into()).await;
        assert!(matches!(outcome, Outcome::SignedOut), "{outcome:?}");
    }
}

#[tokio::test]
async fn logout_has_no_body_and_reads_none() {
    let said = answer("200 OK", "text/html", fixture::text("4.1-logout.response.txt"));
    let desk = signed_in([said]).await;
    accepted(desk.client.logout(&desk.session).await);
    let request = desk.request();
    assert_eq!(request.line, "POST /stockroom/api/logout");
    assert_eq!((request.header("content-length"), request.body.len()), (Some("0"), 0));
}

#[tokio::test]
async fn a_probe_reads_one_record_with_a_session_or_without() {
    let lists = [Endpoint::ListMovements, Endpoint::ListStocklists, Endpoint::ListProducts];
    let desk = signed_in(lists.map(|_| ok(r#"{"data":[{"not":"read"}]}"#))).await;
    for list in lists {
        accepted(desk.client.probe(Some(&desk.session), list).await);
    }
    let lines: Vec<_> = desk.received().into_iter().map(|request| request.line).collect();
    assert_eq!(
        lines,
        [
            "GET /stockroom/api/stockMovements?max=1&offset=0&exclude=lineItems",
            "GET /stockroom/api/stocklists?max=1&offset=0",
            "GET /stockroom/api/products?max=1&offset=0"
        ]
    );
    let unauthorized = fixture::text("7-unauthorized.json");
    let responder = Responder::start([responder::json("401 Unauthorized", unauthorized)]).await;
    let client = responder.client(client::Limits::default());
    let outcome = client.probe(None, Endpoint::ListMovements).await;
    assert!(matches!(outcome, Outcome::SignedOut), "{outcome:?}");
    assert_eq!(responder.received()[0].header("cookie"), None);
}

#[tokio::test]
async fn create_category_answers_it_unwrapped() {
    let desk = signed_in([responder::fixture("4.2-create-category.response.json")]).await;
    let category = accepted(desk.client.create_category(&desk.session, "Dressings").await);
    assert_eq!(category.id.unwrap().as_str(), "cat-dressings");
    assert_eq!(category.name.unwrap(), "Dressings");
    let request = desk.request();
    assert_eq!(request.line, "POST /stockroom/api/categories");
    assert_eq!(request.json(), fixture::json("4.2-create-category.request.json"));
}

#[tokio::test]
async fn list_movements_reads_every_field_of_a_movement() {
    let desk = signed_in([responder::fixture("4.3-list-movements.response.json")]).await;
    let list = accepted(desk.client.list_movements(&desk.session, PAGE, false).await);
    assert_eq!(desk.request().line, "GET /stockroom/api/stockMovements?max=100&offset=200");
    let expected = json!({
        "id": "mov-1001", "name": "Theatre block A, weekly", "description": "Weekly order",
        "identifier": "417TQB",
        "origin": { "id": "loc-depot", "name": "Central Depot", "type_code": null },
        "destination": { "id": "loc-theatre-a", "name": "Theatre block A", "type_code": null },
        "date_requested": "2026-11-20",
        "requested_by": {
            "id": "user-okafor", "name": "Adaeze Okafor", "first_name": "Adaeze",
            "last_name": "Okafor", "username": "aokafor", "email": "a.okafor@hospital.example"
        },
        "lines": list[0].lines
    });
    assert_eq!(serde_json::to_value(&list[0]).unwrap(), expected);
    assert_eq!(list[0].lines.as_ref().unwrap().len(), 1);
    assert_eq!((list[1].identifier.as_ref(), list[1].lines.as_deref()), (None, Some(&[][..])));
}

#[tokio::test]
async fn read_movement_answers_it_with_its_lines() {
    let desk = signed_in([responder::fixture("4.3-read-movement.response.json")]).await;
    let movement = accepted(desk.client.read_movement(&desk.session, &"mov-1001".into()).await);
    assert_eq!(desk.request().line, "GET /stockroom/api/stockMovements/mov-1001");
    let lines = movement.lines.unwrap();
    assert_eq!(lines.iter().map(|line| line.id.as_str()).collect::<Vec<_>>(), ["line-1", "line-2"]);
    assert_eq!(lines[1].product.category.as_ref().unwrap().name.as_deref(), Some("Dressings"));
}

/// Makes a movement as `header` says, compares what was sent, and answers what was made.
async fn created(header: MovementHeader, form: &str, status: &str) -> Movement {
    let reply = fixture::text(&format!("4.3-{form}.response.json"));
    let desk = signed_in([responder::json(status, reply)]).await;
    let made = accepted(desk.client.create_movement(&desk.session, &header).await);
    let request = desk.request();
    assert_eq!(request.line, "POST /stockroom/api/stockMovements");
    assert_eq!(request.json(), fixture::json(&format!("4.3-{form}.request.json")));
    made
}

#[tokio::test]
async fn create_movement_makes_an_empty_one_with_200_or_201() {
    for status in ["200 OK", "201 Created"] {
        let made = created(new_movement(), "create-movement", status).await;
        assert_eq!((made.identifier, made.lines), (None, Some(Vec::new())));
    }
}

#[tokio::test]
async fn create_movement_makes_an_inbound_one_from_a_supplier() {
    let inbound = MovementHeader { origin: "loc-medline".into(), ..new_movement() };
    let made = created(inbound, "create-inbound-movement", "201 Created").await;
    assert_eq!(made.origin.unwrap().name, "Northwind Medical Supply");
}

#[tokio::test]
async fn create_movement_makes_lines_of_a_stocklist() {
    let from_list = MovementHeader { stocklist: Some("list-theatre-a".into()), ..new_movement() };
    let made = created(from_list, "create-movement-from-stocklist", "201 Created").await;
    let lines = made.lines.unwrap();
    // Stocklists count from 0.
    assert_eq!(lines.iter().map(|line| line.sort_order).collect::<Vec<_>>(), [Some(0), Some(1)]);
    assert!(lines.iter().all(|line| line.status == LineStatus::Pending));
}

#[tokio::test]
async fn update_movement_changes_its_own_fields() {
    let desk = signed_in([responder::fixture("4.3-update-movement.response.json")]).await;
    let header =
        HeaderUpdate { description: Some("Weekly order, urgent".into()), ..whole_header() };
    let id = "mov-1001".into();
    let updated = accepted(desk.client.update_movement(&desk.session, &id, &header, &[]).await);
    assert_eq!(updated.description.as_deref(), Some("Weekly order, urgent"));
    let request = desk.request();
    assert_eq!(request.line, "POST /stockroom/api/stockMovements/mov-1001");
    assert_eq!(request.json(), fixture::json("4.3-update-movement.request.json"));
}

/// Sends one instruction, compares what was sent, and answers the movement's lines after it.
async fn instructed(instruction: Instruction, row: &str) -> Vec<contract::LineItem> {
    let desk = signed_in([responder::fixture(&format!("4.4-{row}.response.json"))]).await;
    let id = "mov-1001".into();
    let instructions = [instruction];
    let header = whole_header();
    let after = desk.client.update_movement(&desk.session, &id, &header, &instructions).await;
    let request = desk.request();
    assert_eq!(request.line, "POST /stockroom/api/stockMovements/mov-1001");
    assert_eq!(request.json(), fixture::json(&format!("4.4-{row}.request.json")));
    accepted(after).lines.unwrap()
}

#[tokio::test]
async fn an_item_is_created() {
    let create = Instruction::Create {
        product: "prod-glove-m".into(),
        quantity: 30,
        sort_order: 100,
        recipient: Some("user-lind".into()),
    };
    let lines = instructed(create, "create-item").await;
    assert_eq!((&lines[0].status, lines[0].quantity_requested), (&LineStatus::Pending, Some(30)));
}

#[tokio::test]
async fn an_item_is_updated() {
    let update = Instruction::Update {
        id: "line-1".into(),
        product: Some("prod-glove-l".into()),
        quantity: Some(40),
        sort_order: Some(200),
    };
    let lines = instructed(update, "update-item").await;
    assert_eq!(lines[0].product.code.as_deref(), Some("GLV-2208"));
    assert_eq!((lines[0].quantity_requested, lines[0].quantity_canceled), (Some(40), Some(0)));
}

#[tokio::test]
async fn an_item_is_revised() {
    let revise = Instruction::Revise {
        id: "line-1".into(),
        quantity: 12,
        reason_code: "BECAUSE".into(),
        comments: Some("half is enough".into()),
    };
    let line = instructed(revise, "revise").await.remove(0);
    assert_eq!((line.status, line.quantity_revised), (LineStatus::Changed, Some(12)));
    assert_eq!(line.reason_code.as_deref(), Some("BECAUSE"));
}

#[tokio::test]
async fn an_item_is_substituted() {
    let substitute = Instruction::Substitute {
        id: "line-1".into(),
        new_product: "prod-glove-l".into(),
        new_quantity: 25,
        reason_code: "STOCKOUT".into(),
        comments: Some("until Friday".into()),
    };
    let line = instructed(substitute, "substitute").await.remove(0);
    assert_eq!(line.status, LineStatus::Substituted);
    let child = &line.substitutions[0];
    assert_eq!((&child.status, child.quantity_requested), (&LineStatus::Approved, Some(25)));
    assert_eq!(child.product.id.as_str(), "prod-glove-l");
    assert!(child.substitutions.is_empty());
}

#[tokio::test]
async fn an_item_is_canceled() {
    let cancel = Instruction::Cancel {
        id: "line-1".into(),
        reason_code: "CLINICAL".into(),
        comments: Some("not needed".into()),
    };
    let line = instructed(cancel, "cancel").await.remove(0);
    assert_eq!((line.status, line.quantity_canceled), (LineStatus::Canceled, Some(30)));
}

#[tokio::test]
async fn an_item_is_reverted() {
    let line = instructed(Instruction::Revert { id: "line-1".into() }, "revert").await.remove(0);
    assert_eq!((line.status, line.quantity_canceled), (LineStatus::Pending, Some(0)));
}

#[tokio::test]
async fn an_item_is_deleted() {
    assert!(instructed(Instruction::Delete { id: "line-1".into() }, "delete").await.is_empty());
}

#[tokio::test]
async fn every_instruction_of_one_request_is_written_as_the_document_shows() {
    let id = |id: &str| contract::ItemId::from(id);
    let because = |text: &str| Some(text.to_owned());
    let instructions = [
        Instruction::Create {
            product: "prod-glove-m".into(),
            quantity: 30,
            sort_order: 100,
            recipient: Some("user-lind".into()),
        },
        Instruction::Update {
            id: id("line-1"),
            product: Some("prod-glove-l".into()),
            quantity: Some(40),
            sort_order: Some(200),
        },
        Instruction::Revise {
            id: id("line-2"),
            quantity: 12,
            reason_code: "BECAUSE".into(),
            comments: because("half is enough"),
        },
        Instruction::Substitute {
            id: id("line-3"),
            new_product: "prod-gauze".into(),
            new_quantity: 7,
            reason_code: "STOCKOUT".into(),
            comments: because("none left"),
        },
        Instruction::Cancel {
            id: id("line-4"),
            reason_code: "CLINICAL".into(),
            comments: because("not needed"),
        },
        Instruction::Revert { id: id("line-5") },
        Instruction::Delete { id: id("line-6") },
    ];
    let desk = signed_in([responder::fixture("4.3-read-movement.response.json")]).await;
    let header = HeaderUpdate::default();
    let movement = "mov-1001".into();
    accepted(desk.client.update_movement(&desk.session, &movement, &header, &instructions).await);
    assert_eq!(desk.request().json(), fixture::json("2.3-instructions.request.json"));
}

#[tokio::test]
async fn a_pick_is_sent_and_its_answer_is_not_read() {
    for body in ["", "Picked", r#"{"data":{"id":"line-1"}}"#] {
        let desk = signed_in([ok(body)]).await;
        let pick = PicklistItem {
            id: None,
            inventory_item: "lot-2231".into(),
            bin_location: Some("bin-7".into()),
            quantity_picked: 10,
        };
        accepted(desk.client.pick(&desk.session, &"line-1".into(), &[pick]).await);
        let request = desk.request();
        assert_eq!(request.line, "POST /stockroom/api/stockMovementItems/line-1");
        assert_eq!(request.json(), fixture::json("4.5-pick.request.json"));
    }
}

#[tokio::test]
async fn a_pick_is_taken_back_with_the_text_0() {
    let desk = signed_in([ok("")]).await;
    let bin = Some("bin-7".into());
    let made = PicklistItem {
        id: None,
        inventory_item: "lot-2231".into(),
        bin_location: bin,
        quantity_picked: 10,
    };
    let gone = PicklistItem { id: Some("pick-9".into()), quantity_picked: 0, ..made.clone() };
    accepted(desk.client.pick(&desk.session, &"line-1".into(), &[made, gone]).await);
    assert_eq!(desk.request().json(), fixture::json("2.4-picklist-items.request.json"));
}

#[tokio::test]
async fn bin_locations_are_read_with_the_place_they_lie_in() {
    let reply = || responder::fixture("4.6-bin-locations.response.json");
    let desk = signed_in([reply(), reply()]).await;
    let parent = "loc-depot".into();
    let bins = accepted(desk.client.list_bin_locations(&desk.session, Some(&parent)).await);
    accepted(desk.client.list_bin_locations(&desk.session, None).await);
    let lines: Vec<_> = desk.received().into_iter().map(|request| request.line).collect();
    assert_eq!(
        lines,
        [
            "GET /stockroom/api/binLocations?parentLocation.id=loc-depot",
            "GET /stockroom/api/binLocations"
        ]
    );
    assert_eq!(bins[0].type_code(), Some(&LocationTypeCode::BinLocation));
    let parent = bins[0].parent.as_ref().unwrap();
    assert_eq!(
        (parent.shown(), parent.type_code()),
        ("Central Depot", Some(&LocationTypeCode::Depot))
    );
    assert_eq!(parent.location_group.as_ref().unwrap().name.as_deref(), Some("North campus"));
    assert_eq!(bins[1].location_number, None);
}

#[tokio::test]
async fn internal_locations_are_read_like_bins() {
    let desk = signed_in([responder::fixture("4.6-internal-locations.response.json")]).await;
    let place = "loc-depot".into();
    let list = accepted(desk.client.list_internal_locations(&desk.session, Some(&place)).await);
    assert_eq!(desk.request().line, "GET /stockroom/api/internalLocations?location.id=loc-depot");
    assert_eq!((list.len(), list[1].parent.as_ref()), (2, None));
}

#[tokio::test]
async fn an_internal_location_is_read_or_is_none() {
    let replies = [
        responder::fixture("4.6-internal-location.response.json"),
        responder::fixture("oddities/location-unknown.json"),
    ];
    let desk = signed_in(replies).await;
    let id = "bin-7".into();
    let found = accepted(desk.client.read_internal_location(&desk.session, &id).await);
    assert_eq!(found.unwrap().location_number.as_deref(), Some("A071"));
    let none = accepted(desk.client.read_internal_location(&desk.session, &id).await);
    assert_eq!(none, None);
    assert_eq!(desk.received()[0].line, "GET /stockroom/api/internalLocations/bin-7");
}

#[tokio::test]
async fn stocklists_are_asked_for_with_filters_and_read_with_their_items() {
    let desk = signed_in([responder::fixture("4.6-stocklists.response.json")]).await;
    let filter = StocklistQuery {
        name: Some("weekly".into()),
        number: Some("SL-0042".into()),
        origin: Some("loc-depot".into()),
        destination: Some("loc-theatre-a".into()),
    };
    let list = accepted(desk.client.list_stocklists(&desk.session, &filter, PAGE).await);
    assert_eq!(
        desk.request().line,
        "GET /stockroom/api/stocklists?max=100&offset=200&name=weekly&requisitionNumber=SL-0042\
         &origin.id=loc-depot&destination.id=loc-theatre-a"
    );
    let quantities: Vec<_> = list[0].items.iter().map(|item| item.quantity).collect();
    assert_eq!(
        (list[0].number.as_deref(), quantities),
        (Some("SL-0042"), vec![Some(30), Some(100)])
    );
}

#[tokio::test]
async fn products_are_listed_by_get_and_by_an_empty_post() {
    let reply = || responder::fixture("4.6-products.response.json");
    let desk = signed_in([reply(), reply()]).await;
    for by in [ProductsBy::Get, ProductsBy::Post] {
        let products = accepted(desk.client.list_products(&desk.session, PAGE, by).await);
        assert_eq!(products.len(), 2);
        assert_eq!(products[1].description.as_deref(), Some("Sterile"));
        assert_eq!(products[0].last_updated.unwrap().to_rfc3339(), "2026-06-07T08:09:10+00:00");
    }
    let [get, post] = &desk.received()[..] else { panic!() };
    assert_eq!(get.line, "GET /stockroom/api/products?max=100&offset=200");
    assert_eq!(post.line, "POST /stockroom/api/products?max=100&offset=200");
    assert_eq!(post.body, b"{}");
}

#[tokio::test]
async fn generic_objects_are_answered_as_they_come() {
    let names = ["4.6-generic-list.response.json", "4.6-generic-read.response.json"];
    let desk = signed_in(names.map(responder::fixture)).await;
    let list = accepted(desk.client.generic_list(&desk.session, "requisitionItem", PAGE).await);
    let one = desk.client.generic_read(&desk.session, "requisitionItem", "item-0").await;
    assert_eq!(list, fixture::json(names[0]));
    assert_eq!(accepted(one), fixture::json(names[1]));
    let lines: Vec<_> = desk.received().into_iter().map(|request| request.line).collect();
    assert_eq!(
        lines,
        [
            "GET /stockroom/api/generic/requisitionItem?max=100&offset=200",
            "GET /stockroom/api/generic/requisitionItem/item-0"
        ]
    );
}
