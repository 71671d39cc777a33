//! What real installations answer beside the interface document: one file under
//! `fixtures/oddities` for each.

use std::collections::BTreeSet;

use client::{Outcome, Paging, ProductsBy, Refusal, Trouble};
use contract::{LineItem, LineStatus, Location, Movement, Product, Stocklist, StocklistQuery};
use serde_json::{Value, json};

use crate::fixture;
use crate::responder::{self, accepted, signed_in};

const PAGE: Paging = Paging { max: 10, offset: 0 };

async fn movement(name: &str) -> Movement {
    let desk = signed_in([responder::fixture(&format!("oddities/{name}.json"))]).await;
    accepted(desk.client.read_movement(&desk.session, &"mov-1001".into()).await)
}

async fn lines(name: &str) -> Vec<LineItem> {
    movement(name).await.lines.unwrap()
}

async fn products(name: &str) -> Vec<Product> {
    let desk = signed_in([responder::fixture(&format!("oddities/{name}.json"))]).await;
    accepted(desk.client.list_products(&desk.session, PAGE, ProductsBy::Get).await).rows
}

async fn bins(name: &str) -> Vec<Location> {
    let desk = signed_in([responder::fixture(&format!("oddities/{name}.json"))]).await;
    accepted(desk.client.list_bin_locations(&desk.session, None).await).rows
}

async fn stocklists(name: &str) -> Vec<Stocklist> {
    let desk = signed_in([responder::fixture(&format!("oddities/{name}.json"))]).await;
    let none = StocklistQuery::default();
    accepted(desk.client.list_stocklists(&desk.session, &none, PAGE).await).rows
}

async fn generic(name: &str) -> Value {
    let desk = signed_in([responder::fixture(&format!("oddities/{name}.json"))]).await;
    accepted(desk.client.generic_list(&desk.session, "anything", PAGE).await)
}

/// What a write says when it is answered with this file at this status.
async fn refusal(status: &str, name: &str) -> Refusal {
    let said = fixture::text(&format!("oddities/{name}.json"));
    let desk = signed_in([responder::json(status, said)]).await;
    match desk.client.create_category(&desk.session, "").await {
        Outcome::Refused(refusal) => refusal,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_401_may_name_the_action_in_other_words() {
    let said = fixture::text("oddities/unauthorized-names-the-action.json");
    let desk = signed_in([responder::json("401 Unauthorized", said)]).await;
    let outcome = desk.client.create_category(&desk.session, "x").await;
    assert_eq!(outcome, Outcome::SignedOut);
}

#[tokio::test]
async fn validation_errors_carry_their_words_in_several_shapes() {
    let words = refusal("400 Bad Request", "validation-field-array").await;
    assert_eq!((words.status, words.error_code), (400, Some(400)));
    assert_eq!(
        words.message,
        "Validation errors\nProperty [origin] cannot be null\nOrigin and destination are the same"
    );
    let words = refusal("400 Bad Request", "validation-errors-object").await.message;
    assert_eq!(words, "Validation errors\nProperty [name] of class [Product] cannot be null");
    let words = refusal("400 Bad Request", "validation-with-exception").await.message;
    assert_eq!(words, "Validation errors\nShipment was sent already");
    let words = refusal("400 Bad Request", "validation-message-list").await.message;
    assert_eq!(words, "Validation error. Quantity must be at least 1\nProduct is required");
}

#[tokio::test]
async fn an_error_may_lack_its_code_or_its_words() {
    let words = refusal("400 Bad Request", "error-messages-without-code").await;
    assert_eq!(words.error_code, None);
    assert!(words.message.starts_with("A direction is required."));
    let words = refusal("200 OK", "error-message-without-code").await;
    assert_eq!(words.message, "This list is in use and cannot be removed");
    let words = refusal("500 Internal Server Error", "error-with-an-empty-text").await;
    assert_eq!((words.error_code, words.message.as_str()), (Some(500), ""));
    let words = refusal("500 Internal Server Error", "error-with-cause").await;
    assert_eq!(words.message, "No movement item was found for this id");
}

#[tokio::test]
async fn raw_texts_of_the_service_are_kept_as_plain_text() {
    let words = refusal("500 Internal Server Error", "category-error-in-lines").await.message;
    assert!(words.starts_with("Category could not be saved:\n- field error"), "{words}");
    let words = refusal("500 Internal Server Error", "delete-error-with-quotes").await.message;
    assert!(words.contains("(`stockroom_it`.`requisition_item`"), "{words}");
}

#[tokio::test]
async fn products_come_bare_or_wrapped_with_their_category_in_any_form() {
    let bare = products("products-bare-short-category").await;
    assert_eq!(bare[0].category.as_ref().unwrap().id.as_ref().unwrap().as_str(), "1");
    assert_eq!((bare[0].description.as_ref(), bare[0].date_created.is_some()), (None, true));
    let wrapped = products("products-category-as-a-word").await;
    let categories: Vec<_> = wrapped
        .iter()
        .map(|product| {
            let category = product.category.as_ref();
            category.map(|it| (it.id.as_ref().map(|id| id.as_str()), it.name.as_deref()))
        })
        .collect();
    let root = Some("ROOT");
    assert_eq!(categories, [Some((None, root)), Some((root, root)), None]);
    assert_eq!(wrapped[0].product_code, None);
}

#[tokio::test]
async fn bins_keep_the_order_of_the_answer_and_lose_packed_translations() {
    let bins = bins("bin-locations-unsorted").await;
    let names: Vec<_> = bins.iter().map(Location::shown).collect();
    assert_eq!(names, ["Bin 2", "Bin 3", "Bin 1"]);
    let depot = bins[0].parent.as_ref().unwrap();
    assert_eq!(depot.location_type.as_ref().unwrap().name.as_deref(), Some("Depot"));
    assert_eq!(depot.parent, None);
}

#[tokio::test]
async fn a_location_may_be_little_more_than_its_id() {
    let short = bins("internal-locations-short").await;
    assert_eq!((short.len(), short[0].type_code()), (2, None));
    let desk = signed_in([responder::fixture("oddities/location-many-nulls.json")]).await;
    let read = desk.client.read_internal_location(&desk.session, &"loc-9".into()).await;
    let location = accepted(read).unwrap();
    assert_eq!((location.shown(), location.type_code()), ("loc-9", None));
}

#[tokio::test]
async fn a_stocklist_is_read_with_dotted_references_and_people_without_a_name() {
    let list = stocklists("stocklist-display-name").await.remove(0);
    let requester = list.people.requested_by.as_ref().unwrap();
    assert_eq!((requester.shown(), requester.email.as_ref()), ("Iris Kamau", None));
    assert_eq!((list.status.as_ref(), list.kind.as_deref()), (None, Some("STOCK")));
    assert_eq!(list.origin.as_ref().unwrap().type_code().unwrap().as_str(), "DEPOT");
    let items: Vec<_> = list
        .items
        .iter()
        .map(|item| (item.id.as_str(), item.product.name.as_deref(), item.quantity))
        .collect();
    let expected =
        [("item-8", Some("Plaster strip"), Some(20)), ("item-9", Some("Plaster roll"), Some(500))];
    assert_eq!(items, expected);
    assert!(list.items.iter().all(|item| item.requisition == Some("list-1".into())));
    let category = list.items[1].product.category.as_ref().unwrap();
    assert_eq!(category.name.as_deref(), Some("ROOT"));
}

#[tokio::test]
async fn a_flat_stocklist_is_read_for_what_it_has() {
    let list = stocklists("stocklists-flat").await.remove(0);
    assert_eq!((list.name.as_deref(), list.items.len()), (Some("Ward 3"), 0));
    assert_eq!((list.origin, list.people.requested_by), (None, None));
}

#[tokio::test]
async fn lines_left_out_are_not_lines_that_are_none() {
    let desk = signed_in([responder::fixture("oddities/movements-without-lines.json")]).await;
    let list = accepted(desk.client.list_movements(&desk.session, PAGE, true).await);
    assert!(list.iter().all(|movement| movement.lines.is_none()));
}

#[tokio::test]
async fn a_movement_may_come_back_under_another_name_or_id() {
    let renamed = movement("movement-created-otherwise-named").await;
    assert_eq!(renamed.name.as_deref(), Some("CENTRALDEPOT-THEATREBLOCKA-20Nov2026"));
    assert_eq!((renamed.description, renamed.identifier.as_deref()), (None, Some("528HMR")));
    assert_eq!(movement("movement-answered-under-another-id").await.id.as_str(), "mov-9999");
}

#[tokio::test]
async fn lines_are_put_in_order_those_without_one_last_and_twins_as_they_came() {
    let lines = lines("movement-lines-unsorted").await;
    let ids: Vec<_> = lines.iter().map(|line| line.id.as_str()).collect();
    assert_eq!(ids, ["line-a", "line-b", "line-c", "line-x", "line-y"]);
}

#[tokio::test]
async fn a_movement_in_dotted_keys_with_mixed_states_is_read_whole() {
    let movement = movement("movement-dotted").await;
    assert_eq!(movement.origin.unwrap().name, "Central Depot");
    assert_eq!(movement.destination.unwrap().name, "loc-theatre-a", "the id where no name is");
    assert_eq!(movement.date_requested.unwrap().to_string(), "2026-07-05");
    assert_eq!(movement.requested_by.unwrap().username, None);
    let lines = movement.lines.unwrap();
    let states: Vec<_> = lines.iter().map(|line| line.status.as_str()).collect();
    assert_eq!(states, ["APPROVED", "CANCELED", "PENDING", "SUBSTITUTED"]);
    let counts: Vec<_> = lines.iter().map(|line| line.quantity_requested).collect();
    assert_eq!(counts, [Some(100), Some(30), Some(7), Some(4)]);
    let codes: Vec<_> = lines.iter().map(|line| line.product.code.as_deref().unwrap()).collect();
    assert_eq!(codes, ["AB12", "AB13", "AB14", "AB15"]);
    let category = |line: &LineItem| line.product.category.clone().and_then(|it| it.name);
    assert_eq!(category(&lines[0]).as_deref(), Some("Everything"));
    assert_eq!(category(&lines[1]).as_deref(), Some("Everything"));
    assert_eq!((lines[0].pallet_name.as_ref(), lines[1].quantity_canceled), (None, Some(30)));
    assert_eq!(lines[3].substitutions[0].product.id.as_str(), "prod-11");
}

#[tokio::test]
async fn a_created_line_may_come_back_without_its_sort_order_and_recipient() {
    let line = lines("item-created-without-sort-order").await.remove(0);
    assert_eq!((line.sort_order, line.recipient, line.quantity_canceled), (None, None, None));
}

#[tokio::test]
async fn a_line_may_have_several_children_of_products_nobody_asked_for() {
    let line = lines("item-substituted-by-another-product").await.remove(0);
    let children: Vec<_> = line
        .substitutions
        .iter()
        .map(|child| (child.product.id.as_str(), child.quantity_requested))
        .collect();
    assert_eq!(children, [("prod-gauze", Some(100)), ("prod-glove-l", Some(5))]);
}

#[tokio::test]
async fn an_unknown_status_is_kept_and_a_missing_one_is_empty() {
    let lines = lines("status-unknown").await;
    assert_eq!(lines[0].status, LineStatus::Other("ON_HOLD".into()));
    assert_eq!(lines[1].status, LineStatus::Other(String::new()));
}

#[tokio::test]
async fn objects_of_unknown_shape_pass_through_untouched() {
    let shipments = generic("generic-shipments").await;
    let container = &shipments["data"][0]["containers"][0];
    assert_eq!(container, &json!({ "id": "cont-1", "name": "Box 1\r", "type": "Box|fr:Carton" }));
    assert_eq!(generic("generic-localizations").await["data"]["text"], "<b>Home</b>");
    assert_eq!(generic("generic-reason-codes").await["data"][1]["id"], "OTHER");
    assert_eq!(
        generic("generic-available-items").await["data"]["availableItems"][0]["quantity"],
        0
    );
    assert_eq!(generic("data-is-a-word").await["data"], "HAL204");
}

#[tokio::test]
async fn a_word_where_a_record_was_expected_is_not_understood() {
    let desk = signed_in([responder::fixture("oddities/data-is-a-word.json")]).await;
    let outcome = desk.client.read_movement(&desk.session, &"mov-1001".into()).await;
    let at = Trouble::NotUnderstood { status: 200, at: "data".into() };
    assert_eq!(outcome, Outcome::WrittenNoAnswer(at));
}

#[tokio::test]
async fn broken_json_is_not_understood_and_says_where() {
    for (name, place) in [("lacks-the-last-brace", "body"), ("unquoted-word", "data.name")] {
        let said = fixture::text(&format!("oddities/{name}.txt"));
        let desk = signed_in([responder::ok(said)]).await;
        let outcome = desk.client.read_movement(&desk.session, &"mov-1001".into()).await;
        let at = Trouble::NotUnderstood { status: 200, at: place.into() };
        assert_eq!(outcome, Outcome::WrittenNoAnswer(at));
    }
}

#[test]
fn every_oddity_has_a_test() {
    let named = include_str!("oddities.rs").to_owned() + include_str!("calls.rs");
    let files = std::fs::read_dir(fixture::folder().join("oddities")).unwrap();
    let stems: BTreeSet<_> = files
        .map(|file| file.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    assert!(stems.len() >= 30, "{stems:?}");
    let unnamed: Vec<_> = stems.iter().filter(|stem| !named.contains(stem.as_str())).collect();
    assert!(unnamed.is_empty(), "{unnamed:?}");
}
