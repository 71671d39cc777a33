//! The location a session works in: wanted, chosen, remembered; and services of a newer generation,
//! which list movements by it.

use contract::*;
use practice::{Kind, Variant, sample};

use crate::{
    act::*,
    harness::{Harness, code, rows},
};

fn is_stuck(state: &OperationState) -> bool {
    matches!(state, OperationState::Stuck(_))
}

const NAME: &str = "Theatre block A, weekly";

/// What installations answer to a session that has no location.
const NULL: &str = r#"{"errorCode":500,"errorMessage":"Cannot get property 'id' on null object"}"#;

async fn choose(harness: &Harness, location: &str) -> SessionState {
    let request = ChooseLocation { location: Some(location.into()) };
    harness.backend.choose_location(request).await.unwrap()
}

fn refuse_once(harness: &Harness, words: &str, method: &str, path: &str) {
    let content_type = "application/json".to_owned();
    harness.fault(Kind::Answer { status: 500, content_type, body: words.into() }, method, path);
}

async fn held(harness: &Harness) -> Option<Held> {
    harness.outbox().await.held
}

#[tokio::test]
async fn a_location_that_is_needed_is_offered_chosen_once_and_remembered() {
    let mut harness = Harness::with(&[Variant::NeedsLocation]).await;
    let signed_in = harness.sign_in().await.unwrap();
    assert_eq!(signed_in.missing, [], "what is offered shows once a location is chosen");
    let session = harness.session().await;
    assert!(session.signed_in && session.needs_location && session.location.is_none());
    assert_eq!(code(harness.refresh(DataSet::Movements).await), "needs_location");

    harness.create(key(1), form(NAME)).await;
    assert_eq!(held(&harness).await, Some(Held::NeedsLocation));
    assert_eq!(harness.count("POST /api/stockMovements"), 0, "it would be refused");

    let places = harness.backend.list_work_locations(ListWorkLocations {}).await.unwrap();
    let names: Vec<_> = places.iter().map(|place| place.name.as_str()).collect();
    assert!(names.contains(&"Central store") && names.is_sorted(), "{names:?}");
    let session = choose(&harness, sample::CENTRAL_STORE).await;
    let name = session.location.map(|place| place.name);
    assert_eq!((session.needs_location, name.as_deref()), (false, Some("Central store")));
    assert_eq!(session.missing, []);
    let op = harness.until_op(OperationKey(key(1).0), is_sent).await;
    assert_eq!((op.attempts, harness.operations()), (1, vec!["createMovement".to_owned()]));
    harness.refresh(DataSet::Movements).await.unwrap();
    assert_eq!(rows(&harness.movements().await).len(), sample::MOVEMENTS + 1);

    harness.restart().await;
    assert_eq!(harness.sign_in().await.unwrap().missing, []);
    let session = harness.session().await;
    assert!(!session.needs_location && session.location.is_some(), "chosen by itself");
    harness.refresh(DataSet::Movements).await.unwrap();
    let chosen = format!("PUT /api/chooseLocation/{}", sample::CENTRAL_STORE);
    assert_eq!(harness.count(&chosen), 2);
}

#[tokio::test]
async fn a_write_refused_for_want_of_a_location_waits_and_is_repeated_once() {
    let harness = Harness::signed_in().await;
    refuse_once(&harness, NULL, "POST", "/api/stockMovements");
    harness.create(key(1), form(NAME)).await;
    let asked = |session: &SessionState| session.needs_location;
    harness.until(|| harness.session(), asked).await;
    let op =
        harness.until_op(OperationKey(key(1).0), |state| *state == OperationState::Queued).await;
    assert_eq!(op.attempts, 0, "it is as if it never began");
    assert_eq!(held(&harness).await, Some(Held::NeedsLocation));

    // The service refuses it once more: then its words are the user's to read.
    refuse_once(&harness, NULL, "POST", "/api/stockMovements");
    choose(&harness, sample::CENTRAL_STORE).await;
    let op = harness.until_op(OperationKey(key(1).0), is_stuck).await;
    let words = "Cannot get property 'id' on null object".to_owned();
    assert_eq!(stuck(&op.state), ("refused", words));
    assert!(!harness.session().await.needs_location);
    assert_eq!(harness.count("POST /api/stockMovements"), 2);
    assert_eq!(harness.count("GET /api/getAppContext"), 2, "once before the choice, once after");
}

#[tokio::test]
async fn movements_are_read_anew_once_another_location_is_chosen() {
    let harness = Harness::signed_in().await;
    harness.refresh(DataSet::Movements).await.unwrap();
    let pages = || harness.count("GET /api/stockMovements?");
    let before = pages();
    choose(&harness, sample::CENTRAL_STORE).await;
    // One request asks whether the list is offered there.
    harness.until(|| std::future::ready(pages()), |pages| *pages > before + 1).await;
}

#[tokio::test]
async fn a_refusal_for_another_reason_or_by_a_service_without_locations_asks_for_none() {
    let harness = Harness::signed_in().await;
    let words = r#"{"errorCode":500,"errorMessage":"Not enough stock"}"#;
    refuse_once(&harness, words, "POST", "/api/stockMovements");
    harness.create(key(1), form(NAME)).await;
    harness.until_op(OperationKey(key(1).0), is_stuck).await;
    assert_eq!((harness.count("GET /api/get"), harness.session().await.needs_location), (0, false));

    let harness = Harness::strict().await;
    refuse_once(&harness, NULL, "POST", "/api/stockMovements");
    harness.create(key(1), form(NAME)).await;
    harness.until_op(OperationKey(key(1).0), is_stuck).await;
    assert_eq!((harness.count("GET /api/get"), harness.session().await.needs_location), (2, false));
    refuse_once(&harness, NULL, "POST", "/api/stockMovements");
    harness.create(key(2), form(NAME)).await;
    harness.until_op(OperationKey(key(2).0), is_stuck).await;
    assert_eq!(harness.count("GET /api/get"), 2, "asked once a session");
}

#[tokio::test]
async fn a_location_that_is_there_no_more_is_asked_about_again() {
    let mut harness = Harness::with(&[Variant::NeedsLocation]).await;
    harness.sign_in().await.unwrap();
    harness.backend.list_work_locations(ListWorkLocations {}).await.unwrap();
    choose(&harness, sample::CENTRAL_STORE).await;
    let nowhere = ChooseLocation { location: Some("nowhere".into()) };
    assert_eq!(code(harness.backend.choose_location(nowhere).await), "refused");
    assert!(harness.session().await.location.is_some(), "the one before stands");
    harness.restart().await;
    harness.refuse(404, "PUT", &format!("/api/chooseLocation/{}", sample::CENTRAL_STORE));
    harness.sign_in().await.unwrap();
    let session = harness.session().await;
    assert!(session.needs_location && session.location.is_none());
}

#[tokio::test]
async fn who_can_choose_none_goes_on_without_and_reads_the_refusal() {
    let harness = Harness::signed_in().await;
    refuse_once(&harness, NULL, "POST", "/api/stockMovements");
    harness.create(key(1), form(NAME)).await;
    harness.until(|| harness.session(), |session| session.needs_location).await;
    harness.refuse(404, "PUT", &format!("/api/chooseLocation/{}", sample::CENTRAL_STORE));
    let request = ChooseLocation { location: Some(sample::CENTRAL_STORE.into()) };
    assert_eq!(code(harness.backend.choose_location(request).await), "refused");
    refuse_once(&harness, NULL, "POST", "/api/stockMovements");
    let without = ChooseLocation { location: None };
    let session = harness.backend.choose_location(without).await.unwrap();
    assert!(!session.needs_location && session.location.is_none());
    let op = harness.until_op(OperationKey(key(1).0), is_stuck).await;
    assert_eq!(stuck(&op.state).0, "refused");
    assert!(!harness.session().await.needs_location, "it is not asked again");
}

#[tokio::test]
async fn a_newer_generation_is_known_at_the_first_sign_in_and_read_both_ways() {
    let mut harness = Harness::with(&[Variant::Newer]).await;
    let signed_in = harness.sign_in().await.unwrap();
    assert_eq!(signed_in.missing, [MissingPart::Updates], "by reading alone");
    assert_eq!(harness.count("POST /api/stockMovements/"), 0);
    let session = harness.session().await;
    assert!(session.needs_location, "it lists movements by their places");
    choose(&harness, sample::CENTRAL_STORE).await;
    assert_eq!(harness.session().await.missing, [MissingPart::Updates]);

    harness.refresh(DataSet::Movements).await.unwrap();
    let page = harness.movements().await;
    let (mut out, mut came) = (0, 0);
    for row in rows(&page) {
        let name = |place: &Option<PlaceRef>| place.as_ref().map(|place| place.id.to_string());
        out += usize::from(name(&row.origin).as_deref() == Some(sample::CENTRAL_STORE));
        came += usize::from(name(&row.destination).as_deref() == Some(sample::CENTRAL_STORE));
    }
    assert!(out > 0 && came > 0, "{out} leave it, {came} come to it");
    assert_eq!(page.rows.len(), out + came);
    // A list of one place shows nothing of what is elsewhere.
    choose(&harness, sample::HOSPITAL_PHARMACY).await;
    harness.refresh(DataSet::Movements).await.unwrap();
    assert!(rows(&harness.movements().await).iter().all(|row| !row.gone));

    harness.restart().await;
    assert_eq!(harness.sign_in().await.unwrap().missing, [MissingPart::Updates]);
    assert!(!harness.session().await.needs_location);
}

#[tokio::test]
async fn a_newer_generation_is_read_again_whenever_that_is_asked_for() {
    let harness = Harness::with(&[Variant::Newer]).await;
    harness.sign_in().await.unwrap();
    choose(&harness, sample::CENTRAL_STORE).await;
    harness.refresh(DataSet::Movements).await.unwrap();
    let lists = || harness.count("GET /api/stockMovements?max=100");
    for minute in 1..=2 {
        let before = lists();
        harness.later(60);
        harness.refresh(DataSet::Movements).await.unwrap();
        assert_eq!(lists() - before, 4, "both ways, each to its end, time {minute}");
        assert_eq!(harness.movements().await.freshness.as_of, Some(harness.clock.now()));
    }
}

#[tokio::test]
async fn a_release_that_takes_changes_elsewhere_is_known_by_its_own_word() {
    let mut harness = Harness::signed_in().await;
    assert_eq!(harness.session().await.missing, []);
    let body = r#"{"data":{"user":{"id":"u1","username":"aokafor"},"appVersion":"0.8.12"}}"#;
    let content_type = "application/json".to_owned();
    let newer = Kind::Answer { status: 200, content_type, body: body.into() };
    harness.fault(newer, "GET", "/api/getAppContext");
    harness.probe().await.unwrap();
    assert_eq!(harness.session().await.missing, [MissingPart::Updates]);
    // It is remembered, and unlearned where the service says otherwise.
    harness.restart().await;
    assert_eq!(harness.sign_in().await.unwrap().missing, [MissingPart::Updates]);
    harness.probe().await.unwrap();
    harness.restart().await;
    assert_eq!(harness.sign_in().await.unwrap().missing, []);
}
