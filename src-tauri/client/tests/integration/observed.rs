//! The calls the interface document does not show, as installations are seen to answer them: each
//! field may be absent, and a row that makes no sense is left out.

use std::collections::HashSet;

use chrono::NaiveDate;
use client::observed::{Activity, Context, EditPage, PickPage};
use client::{Outcome, Received, judge};
use contract::{Endpoint, LocationTypeCode, MovementId, ObservedCall};

use crate::fixture;
use crate::responder::{Desk, accepted, answer, ok, signed_in};

fn file(name: &str) -> String {
    fixture::text(&format!("observed/{name}.json"))
}

async fn answering(name: &str) -> Desk {
    signed_in([ok(file(name))]).await
}

fn day(year: i32, month: u32, day: u32) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(year, month, day)
}

fn movement() -> MovementId {
    "mov-1001".into()
}

#[tokio::test]
async fn a_service_without_its_database_says_so_with_a_status_of_success() {
    let desk = answering("status").await;
    let health = accepted(desk.client.health(Some(&desk.session)).await);
    assert_eq!((health.status.as_deref(), health.database), (Some("OK"), Some(true)));
    assert_eq!(desk.request().line, "GET /stockroom/api/status");
    let down = r#"{"status":"OK","database":{"status":"false","message":"gone"}}"#;
    let desk = signed_in([ok(down)]).await;
    let health = accepted(desk.client.health(Some(&desk.session)).await);
    assert_eq!((health.database, health.message.as_deref()), (Some(false), Some("gone")));
}

#[tokio::test]
async fn both_generations_tell_who_is_signed_in() {
    let desk = answering("app-context").await;
    let Context { user, location, version, language } =
        accepted(desk.client.app_context(&desk.session).await);
    assert_eq!((user.id.as_str(), user.username.as_deref()), ("user-okafor", Some("aokafor")));
    assert_eq!(location.unwrap().id, "loc-depot".into());
    assert_eq!((version.as_deref(), language.as_deref()), (Some("0.8.3"), Some("fr")));
    assert_eq!(desk.request().line, "GET /stockroom/api/getAppContext");
    let desk = answering("session").await;
    let older = accepted(desk.client.session_context(&desk.session).await);
    assert_eq!((older.user.shown(), older.location, older.version), ("Jonas Weir", None, None));
    assert_eq!(desk.request().line, "GET /stockroom/api/getSession");
}

#[tokio::test]
async fn people_are_read_in_both_their_shapes_and_one_without_an_id_is_left_out() {
    let desk = answering("persons").await;
    let people = accepted(desk.client.find_people(&desk.session, "ok").await);
    let shown: Vec<_> = people.iter().map(|one| (one.id.as_str(), one.shown())).collect();
    let expected =
        [("user-okafor", "Amara Okafor"), ("person-7", "Okoro"), ("9", "Ward clerk, Okehampton")];
    assert_eq!(shown, expected);
    assert_eq!(desk.request().line, "GET /stockroom/api/persons?name=ok");
}

#[tokio::test]
async fn places_come_with_their_kinds() {
    let desk = answering("locations").await;
    let places = accepted(desk.client.find_places(&desk.session, "sto re").await);
    let kinds: Vec<_> =
        places.iter().map(|place| (place.id.as_str(), place.type_code().cloned())).collect();
    let expected = [
        ("loc-depot", Some(LocationTypeCode::Depot)),
        ("loc-supplier", Some(LocationTypeCode::Supplier)),
    ];
    assert_eq!(kinds, expected);
    assert_eq!(desk.request().line, "GET /stockroom/api/locations?name=sto+re");
}

#[tokio::test]
async fn reasons_keep_their_words_and_a_code_repeated_is_no_word() {
    let desk = answering("reason-codes").await;
    let reasons = accepted(desk.client.list_reasons(&desk.session, Activity::Substitute).await);
    let all: Vec<_> = reasons
        .iter()
        .map(|reason| (reason.code.as_str(), reason.text.as_deref(), reason.sort_order))
        .collect();
    let expected = [
        ("STOCKOUT", Some("Rupture de stock"), Some(1)),
        ("LOW_STOCK", None, Some(2)),
        ("OTHER", None, Some(100)),
    ];
    assert_eq!(all, expected);
    let line = "GET /stockroom/api/reasonCodes?activityCode=SUBSTITUTE_REQUISITION_ITEM";
    assert_eq!(desk.request().line, line);
}

#[tokio::test]
async fn a_product_tells_what_there_is_of_it_and_of_what_may_go_instead() {
    let desk = answering("substitutions").await;
    let (product, place) = ("prod-ext".into(), "loc-depot".into());
    let found = accepted(desk.client.substitutions(&desk.session, &product, &place).await);
    assert_eq!((found.quantity, found.expiry), (Some(217), day(2027, 2, 25)));
    let all: Vec<_> = found
        .substitutes
        .iter()
        .map(|one| (one.product.id.as_str(), one.quantity, one.expiry))
        .collect();
    let expected = [("prod-ext-25", Some(40), day(2026, 12, 1)), ("prod-ext-150", None, None)];
    assert_eq!(all, expected, "an equivalent is no substitute");
    let line = "GET /stockroom/api/products/prod-ext/substitutions?location.id=loc-depot";
    assert_eq!(desk.request().line, line);
    let renamed = file("substitutions").replace("\"substitutions\"", "\"productAssociations\"");
    let desk = signed_in([ok(&renamed)]).await;
    let again = accepted(desk.client.substitutions(&desk.session, &product, &place).await);
    assert_eq!(again, found, "both names are seen");
}

#[tokio::test]
async fn the_edit_page_tells_of_each_line_what_there_is_and_what_may_go_instead() {
    let desk = answering("edit-page").await;
    let page = accepted(desk.client.edit_page(&desk.session, &movement()).await);
    assert!(page.has_pick_page, "its key is there");
    let rows = page.rows.unwrap();
    assert_eq!(rows.len(), 2);
    assert_eq!((rows[0].item.as_str(), rows[0].quantity), ("item-1", Some(217)));
    assert_eq!(rows[0].product.as_ref().unwrap().as_str(), "prod-ext");
    assert_eq!(rows[0].expiry, day(2027, 2, 25));
    let substitutes = &rows[0].substitutes;
    assert_eq!(substitutes.len(), 1, "one without an id cannot go");
    assert_eq!(substitutes[0].product.code.as_deref(), Some("EXT-5025"));
    assert_eq!((substitutes[0].quantity, substitutes[0].expiry), (Some(40), day(2026, 12, 1)));
    assert_eq!((rows[1].quantity, rows[1].substitutes.len()), (None, 0));
    assert_eq!(desk.request().line, "GET /stockroom/api/stockMovements/mov-1001?stepNumber=3");
}

#[tokio::test]
async fn a_movement_without_pages_is_told_from_one_whose_page_is_empty() {
    let page = async |body: &str| {
        let desk = signed_in([ok(body)]).await;
        accepted(desk.client.edit_page(&desk.session, &movement()).await)
    };
    let newer = page(&file("newer-edit-page")).await;
    assert_eq!(newer, EditPage::default(), "of a generation that picks anew when asked");
    let strict = page(&fixture::text("4.3-read-movement.response.json")).await;
    assert_eq!(strict, EditPage::default());
    let empty = page(r#"{"data":{"id":"m","editPage":{"editPageItems":[]}}}"#).await;
    assert_eq!(empty, EditPage { rows: Some(Vec::new()), has_pick_page: false });
    let only_picks = page(r#"{"data":{"id":"m","lineItems":[],"pickPage":null}}"#).await;
    assert_eq!(only_picks, EditPage { rows: None, has_pick_page: true });
}

#[tokio::test]
async fn the_pick_page_tells_lots_bins_and_the_picks_with_their_ids() {
    let desk = answering("pick-page").await;
    let page = accepted(desk.client.pick_page(&desk.session, &movement()).await);
    let rows = page.rows.unwrap();
    assert_eq!(rows.len(), 2);
    let (first, second) = (&rows[0], &rows[1]);
    assert_eq!(
        (first.item.as_str(), first.required, first.sort_order),
        ("item-1", Some(12), Some(100))
    );
    assert_eq!(first.available.len(), 2, "what names no inventory item cannot be picked");
    let lot = &first.available[0];
    assert_eq!((lot.inventory_item.as_str(), lot.lot.as_deref()), ("inv-1", Some("L1")));
    assert_eq!((lot.quantity, lot.expiry), (Some(200), day(2027, 2, 25)));
    assert_eq!(lot.bin.as_ref().unwrap().name, "A-01-03");
    let bare = &first.available[1];
    assert_eq!((&bare.lot, &bare.bin, bare.expiry, bare.quantity), (&None, &None, None, Some(17)));
    assert_eq!(first.picks.len(), 1, "without an id it is none");
    assert_eq!((first.picks[0].id.as_str(), first.picks[0].quantity), ("pick-1", 8));
    assert_eq!((second.item.as_str(), second.required), ("item-2", Some(20)));
    let nested = &second.available[0];
    assert_eq!((nested.lot.as_deref(), nested.status.as_deref()), (Some("G7"), Some("RECALLED")));
    assert_eq!(nested.bin.as_ref().unwrap().id, "bin-2".into());
    assert_eq!(second.picks[0].quantity, 3, "under its older name");
}

#[tokio::test]
async fn the_pick_page_is_asked_for_so_that_nothing_is_picked_anew() {
    let desk = answering("newer-edit-page").await;
    let page = accepted(desk.client.pick_page(&desk.session, &movement()).await);
    assert_eq!(page, PickPage { rows: None });
    let line = "GET /stockroom/api/stockMovements/mov-1001?stepNumber=4&refreshPicklistItems=false";
    assert_eq!(desk.request().line, line);
}

#[tokio::test]
async fn they_are_judged_like_every_other_read() {
    let refusal = r#"{"errorCode":404,"errorMessage":"Resource not found"}"#;
    let json = "application/json";
    let desk = signed_in([
        answer("404 Not Found", json, refusal),
        answer("403 Forbidden", json, ""),
        answer("401 Unauthorized", json, ""),
        answer("200 OK", "text/html", "<html><h1>Welcome</h1></html>"),
        answer("200 OK", json, r#"{"data":"soon"}"#),
        answer("200 OK", json, ""),
    ])
    .await;
    let mut outcomes = Vec::new();
    for _ in 0..6 {
        outcomes.push(match desk.client.find_people(&desk.session, "x").await {
            Outcome::Refused(refusal) => refusal.status.to_string(),
            Outcome::Forbidden => "forbidden".into(),
            Outcome::SignedOut => "signed out".into(),
            Outcome::Unclear(_) => "unclear".into(),
            Outcome::WrittenNoAnswer(trouble) => trouble.to_string(),
            other => panic!("{other:?}"),
        });
    }
    let expected = [
        "404",
        "forbidden",
        "signed out",
        "unclear",
        "the answer (HTTP 200) is not understood at data",
        "the answer (HTTP 200) is not understood at empty body",
    ];
    assert_eq!(outcomes, expected);
}

/// Whatever a service may answer to a call of this name is read without harm, and what is shown of
/// it counts.
#[test]
fn every_call_reads_its_own_fixture_and_no_call_is_troubled_by_those_of_others() {
    let base = client::Base::parse("http://stock.example/stockroom").unwrap();
    let names = [
        ("status", 1),
        ("app-context", 1),
        ("session", 1),
        ("persons", 3),
        ("locations", 2),
        ("reason-codes", 3),
        ("substitutions", 1),
        ("edit-page", 2),
        ("pick-page", 2),
        ("movement-status", 1),
    ];
    let judged = |call, body: &str| {
        let body = body.as_bytes();
        let received =
            Received { status: 200, content_type: None, location: None, set_cookie: None, body };
        judge(&base, Endpoint::Observed(call), received)
    };
    let mut seen = HashSet::new();
    for (call, (name, rows)) in ObservedCall::ALL.into_iter().zip(names) {
        assert_eq!(judged(call, &file(name)), Outcome::Accepted(rows), "{name}");
        for (other, _) in names {
            seen.insert(std::mem::discriminant(&judged(call, &file(other))));
        }
    }
    assert_eq!(seen.len(), 2, "understood or not, and nothing else");
}
