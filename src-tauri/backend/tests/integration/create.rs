//! Making movements in all three forms, and what holds when the requests that bring their lines to
//! what was previewed do not go through (interface document, 4.3 and 4.4).

use backend::Error;
use contract::*;
use practice::{Fault, Kind, Variant, sample};
use serde_json::json;

use crate::act::{add, pending};
use crate::harness::{Harness, QUICK, TODAY, code, day, rows};

const UPDATE: &str = "/api/stockMovements/";

/// A form that starts from a stocklist, with every line as the list has it.
async fn from_stocklist(harness: &Harness, id: &str) -> NewMovement {
    let request = OpenStocklist { stocklist: id.into() };
    let list = harness.backend.open_stocklist(request).await.unwrap();
    let preview = |item: &StocklistItem| PreviewLine {
        item: item.id.clone(),
        product: item.product.clone(),
        listed: item.quantity.unwrap(),
        quantity: item.quantity.unwrap(),
        included: true,
    };
    NewMovement {
        start: StartFrom::Stocklist(list.id.clone()),
        lines: list.items.iter().map(preview).collect(),
        ..form(sample::CENTRAL_STORE)
    }
}

/// The weekly list with two quantities changed and one line left out.
async fn changed(harness: &Harness) -> NewMovement {
    let mut form = from_stocklist(harness, sample::STOCKLIST_WEEKLY).await;
    form.lines[0].quantity += 7;
    form.lines[2].quantity = 1;
    form.lines[4].included = false;
    form
}

fn form(origin: &str) -> NewMovement {
    NewMovement {
        start: StartFrom::Empty,
        name: " Theatre block A, weekly ".into(),
        description: "For Friday".into(),
        origin: Some(origin.into()),
        destination: Some(sample::THEATRE_BLOCK_A.into()),
        date_requested: Some(day(TODAY)),
        requested_by: Some(sample::AMARA_OKAFOR.into()),
        lines: Vec::new(),
    }
}

fn key() -> MovementKey {
    "01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f".parse().unwrap()
}

async fn create(harness: &Harness, form: &NewMovement) -> Result<Written, Error> {
    let request = CreateMovement { key: Some(key()), form: form.clone() };
    harness.backend.create_movement(request).await
}

fn sent_id(written: &Written) -> MovementId {
    match &written.state {
        WriteState::Sent { id: Some(id), .. } => id.as_str().into(),
        other => panic!("not sent: {other:?}"),
    }
}

/// Why changes of lines wait for the user, one for each.
async fn stuck(harness: &Harness) -> Vec<&'static str> {
    harness.settled().await;
    let operations = harness.open(&key().into()).await.unwrap().operations.into_iter();
    let code = |row: OperationRow| match row.state {
        OperationState::Stuck(failure) => failure.reason.code(),
        other => panic!("it does not wait for the user: {other:?}"),
    };
    operations.map(code).collect()
}

/// The service refuses every update until its faults are taken back.
fn refuse_updates(harness: &Harness) {
    let refusal = Fault::status(500).method("POST").path(UPDATE).times(u32::MAX);
    harness.service.faults().add(refusal);
}

/// Product and quantity of every line the service has.
async fn lines(harness: &Harness) -> Vec<(ProductId, Option<i64>)> {
    let opened = harness.opened_anew(&key().into()).await;
    let lines = opened.movement.lines.unwrap().into_iter();
    sorted(lines.map(|line| (line.product.id, line.quantity_requested)))
}

async fn row_state(harness: &Harness) -> RowState {
    let page = harness.movements().await;
    rows(&page).into_iter().find(|row| row.key == key()).unwrap().state
}

fn previewed(form: &NewMovement) -> Vec<(ProductId, Option<i64>)> {
    let kept = form.lines.iter().filter(|line| line.is_kept());
    sorted(kept.map(|line| (line.product.id.clone(), Some(line.quantity))))
}

fn sorted<T: Ord>(all: impl Iterator<Item = T>) -> Vec<T> {
    let mut sorted: Vec<_> = all.collect();
    sorted.sort();
    sorted
}

/// What was applied to lines, in no order: the lines of one update are independent.
fn adjustments(harness: &Harness) -> Vec<String> {
    sorted(harness.operations().into_iter().filter(|name| name.ends_with("Item")))
}

/// The operations of the adjustments of [`changed`].
const ADJUSTED: [&str; 3] = ["deleteItem", "updateItem", "updateItem"];

#[tokio::test]
async fn an_empty_movement_is_one_effect_with_the_form_as_it_was() {
    let harness = Harness::signed_in().await;
    let written = create(&harness, &form(sample::CENTRAL_STORE)).await.unwrap();
    assert_eq!(written.key, key().0);
    assert_eq!(harness.operations(), ["createMovement"]);
    let effect = &harness.service.effects()[0];
    assert_eq!(effect.movement.as_deref(), Some(sent_id(&written).as_str()));
    let opened = harness.opened_anew(&key().into()).await;
    assert_eq!(opened.movement.name.as_deref(), Some("Theatre block A, weekly"));
    assert_eq!(opened.movement.description.as_deref(), Some("For Friday"));
    assert_eq!(opened.movement.origin.unwrap().id, sample::CENTRAL_STORE.into());
    assert_eq!(opened.movement.date_requested, Some(day(TODAY)));
    assert_eq!(opened.movement.requested_by.unwrap().id, sample::AMARA_OKAFOR.into());
    assert_eq!(opened.movement.lines, Some(Vec::new()));
    assert_eq!((opened.stocklist, opened.operations), (None, Vec::new()));
}

#[tokio::test]
async fn an_inbound_movement_begins_at_a_supplier() {
    let harness = Harness::signed_in().await;
    let form = NewMovement {
        start: StartFrom::Inbound,
        destination: Some(sample::CENTRAL_STORE.into()),
        ..form(sample::BRIGHTWELL_MEDICAL)
    };
    create(&harness, &form).await.unwrap();
    assert_eq!(harness.operations(), ["createMovement"]);
    let origin = harness.opened_anew(&key().into()).await.movement.origin.unwrap();
    assert_eq!(origin.id, sample::BRIGHTWELL_MEDICAL.into());
}

#[tokio::test]
async fn a_stocklist_as_it_is_needs_no_second_request() {
    let harness = Harness::signed_in().await;
    let form = from_stocklist(&harness, sample::STOCKLIST_WEEKLY).await;
    create(&harness, &form).await.unwrap();
    assert_eq!(harness.operations(), ["createMovement"]);
    assert_eq!(harness.count(&format!("POST {UPDATE}")), 0);
    assert_eq!(lines(&harness).await, previewed(&form));
    let opened = harness.open(&key().into()).await.unwrap();
    assert_eq!(opened.stocklist, Some(sample::STOCKLIST_WEEKLY.into()));
}

#[tokio::test]
async fn changed_quantities_and_lines_left_out_are_one_update_and_just_those_effects() {
    for variants in [
        &[][..],
        &[Variant::Created201, Variant::ApprovedLines],
        &[Variant::UnsortedLines, Variant::GeneratedNames],
        &[Variant::NoSortOrder],
    ] {
        let harness = Harness::with(variants).await;
        harness.sign_in().await.unwrap();
        let form = changed(&harness).await;
        sent_id(&create(&harness, &form).await.unwrap());
        assert_eq!(harness.operations()[0], "createMovement", "{variants:?}");
        assert_eq!(adjustments(&harness), ADJUSTED, "{variants:?}");
        assert_eq!(harness.count(&format!("POST {UPDATE}")), 1, "{variants:?}");
        assert_eq!(lines(&harness).await, previewed(&form), "{variants:?}");
    }
}

#[tokio::test]
async fn an_adjustment_carries_product_quantity_and_place_of_its_line() {
    let harness = Harness::signed_in().await;
    let form = changed(&harness).await;
    create(&harness, &form).await.unwrap();
    let opened = harness.opened_anew(&key().into()).await;
    let changed = opened.movement.lines.unwrap();
    let changed = changed.iter().find(|line| line.product.id == form.lines[2].product.id).unwrap();
    let effects = harness.service.effects();
    let effect = effects.iter().find(|effect| effect.item.as_deref() == Some(changed.id.as_str()));
    let detail = &effect.unwrap().detail;
    assert_eq!(detail["product"], json!(form.lines[2].product.id));
    assert_eq!(detail["quantityRequested"], json!(1));
    assert_eq!(detail["sortOrder"], json!(changed.sort_order));
    assert!(changed.sort_order.is_some_and(|place| place > 0));
}

#[tokio::test]
async fn twins_of_a_list_are_told_apart() {
    let harness = Harness::signed_in().await;
    let mut form = from_stocklist(&harness, sample::STOCKLIST_TWICE).await;
    let twin = (0..form.lines.len())
        .rev()
        .find(|n| form.lines[..*n].iter().any(|line| line.product.id == form.lines[*n].product.id))
        .unwrap();
    form.lines[twin].quantity += 3;
    create(&harness, &form).await.unwrap();
    assert_eq!(harness.operations(), ["createMovement", "updateItem"]);
    assert_eq!(lines(&harness).await, previewed(&form));
}

#[tokio::test]
async fn refused_updates_leave_the_changes_waiting_until_they_are_tried_again() {
    let mut harness = Harness::signed_in().await;
    let form = changed(&harness).await;
    refuse_updates(&harness);
    sent_id(&create(&harness, &form).await.unwrap());
    assert_eq!(stuck(&harness).await, ["refused"; 3]);
    assert_eq!(harness.operations(), ["createMovement"]);

    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    assert_eq!(stuck(&harness).await, ["refused"; 3]);
    assert_eq!(row_state(&harness).await, RowState::Refused);
    harness.sign_in().await.unwrap();
    harness.service.faults().clear();
    let before = harness.updates();
    harness.retry(Vec::new()).await;
    assert_eq!(harness.settled().await.attention, 0);
    assert_eq!(adjustments(&harness), ADJUSTED);
    assert_eq!(lines(&harness).await, previewed(&form));
    assert_eq!(harness.open(&key().into()).await.unwrap().operations, []);
    assert_eq!(row_state(&harness).await, RowState::InService);

    harness.retry(Vec::new()).await;
    assert_eq!(harness.updates(), before + 1, "nothing is left to be sent");
}

#[tokio::test]
async fn a_session_that_ends_between_the_two_requests_loses_nothing() {
    let harness = Harness::signed_in().await;
    let form = changed(&harness).await;
    harness.fault(Kind::Unauthorized, "POST", UPDATE);
    sent_id(&create(&harness, &form).await.unwrap());
    let waits = |outbox: &OutboxState| outbox.held == Some(Held::SignedOut);
    assert_eq!(harness.until(|| harness.outbox(), waits).await.waiting, 3);
    assert_eq!(row_state(&harness).await, RowState::Changed);
    harness.sign_in().await.unwrap();
    assert_eq!(harness.settled().await.attention, 0);
    assert_eq!(adjustments(&harness), ADJUSTED);
    assert_eq!(lines(&harness).await, previewed(&form));
}

#[tokio::test]
async fn an_update_whose_answer_was_lost_is_not_done_twice() {
    let harness = Harness::signed_in().await;
    let form = changed(&harness).await;
    harness.fault(Kind::DropAfter, "POST", UPDATE);
    sent_id(&create(&harness, &form).await.unwrap());
    assert_eq!(harness.settled().await.attention, 0);
    assert_eq!(adjustments(&harness), ADJUSTED, "it was applied");
    assert_eq!(harness.operations().len(), 1 + ADJUSTED.len(), "and not applied again");
    assert_eq!(lines(&harness).await, previewed(&form));
}

#[tokio::test]
async fn an_update_that_never_arrived_is_sent_again() {
    let harness = Harness::signed_in().await;
    let form = changed(&harness).await;
    harness.fault(Kind::DropBefore, "POST", UPDATE);
    sent_id(&create(&harness, &form).await.unwrap());
    assert_eq!(harness.settled().await.attention, 0);
    assert_eq!(adjustments(&harness), ADJUSTED);
    assert_eq!(lines(&harness).await, previewed(&form));
}

#[tokio::test]
async fn a_service_that_takes_no_updates_is_asked_anew_at_each_sign_in() {
    let mut harness = Harness::with(&[Variant::Updates404]).await;
    harness.sign_in().await.unwrap();
    assert_eq!(harness.session().await.missing, []);
    let form = changed(&harness).await;
    sent_id(&create(&harness, &form).await.unwrap());
    assert_eq!(stuck(&harness).await, ["refused"; 3], "of one movement it tells nothing of others");
    assert_eq!(harness.session().await.missing, []);
    harness.change(&pending(), vec![add(sample::GLOVES_M, 1)]).await;
    harness.settled().await;
    assert_eq!(harness.session().await.missing, [MissingPart::Updates]);
    harness.restart().await;
    assert_eq!(harness.sign_in().await.unwrap().missing, []);
}

#[tokio::test]
async fn a_service_that_accepts_an_update_and_does_nothing_is_noticed() {
    let harness = Harness::signed_in_at(backend::Pace { lost_attempts: 20, ..QUICK }).await;
    let form = changed(&harness).await;
    refuse_updates(&harness);
    create(&harness, &form).await.unwrap();
    assert_eq!(stuck(&harness).await, ["refused"; 3]);
    harness.service.faults().clear();
    let untouched = harness.open(&key().into()).await.unwrap().movement;
    let as_it_is = |line: &LineItem| {
        json!({ "id": line.id, "product": { "id": line.product.id }, "statusCode": "PENDING",
                "quantityRequested": line.quantity_requested, "sortOrder": line.sort_order })
    };
    let as_they_are: Vec<_> = untouched.lines.as_ref().unwrap().iter().map(as_it_is).collect();
    let answer = |id: &str| {
        let body = json!({ "data": { "id": id, "lineItems": as_they_are } }).to_string();
        Kind::Answer { status: 200, content_type: "application/json".into(), body }
    };
    harness.fault(answer(untouched.id.as_str()), "POST", UPDATE);
    let before = harness.updates();
    harness.retry(Vec::new()).await;
    assert_eq!(harness.settled().await.attention, 3);
    assert_eq!(harness.updates(), before + 1, "it was accepted, and is not sent again by itself");
    let not_shown = OperationState::Unknown(Question::NotShown);
    let asked: Vec<_> =
        harness.ops().await.into_iter().filter(|op| op.state == not_shown).collect();
    assert_eq!(asked.len(), 3);
    // An answer about another movement tells nothing about this one.
    harness.fault(answer("another"), "POST", UPDATE);
    harness.pause(true).await;
    for op in asked {
        harness.reply(op.key, Answer::NotDone).await.unwrap();
    }
    harness.pause(false).await;
    assert_eq!(harness.settled().await.attention, 0);
    assert_eq!(harness.updates(), before + 3);
    assert_eq!(lines(&harness).await, previewed(&form));
}

#[tokio::test]
async fn one_key_has_one_effect_one_after_another_and_at_once() {
    let harness = Harness::signed_in().await;
    let form = changed(&harness).await;
    let (first, second) = tokio::join!(create(&harness, &form), create(&harness, &form));
    let (first, second) = (first.unwrap(), second.unwrap());
    assert_eq!(first, second);
    assert_eq!(create(&harness, &form).await.unwrap(), first);
    let made = harness.operations().iter().filter(|name| *name == "createMovement").count();
    assert_eq!(made, 1);
}

#[tokio::test]
async fn a_repeated_key_answers_where_it_stands_and_tries_nothing_again() {
    let harness = Harness::signed_in().await;
    let form = changed(&harness).await;
    refuse_updates(&harness);
    let first = create(&harness, &form).await.unwrap();
    let requests = harness.requests().len();
    assert_eq!(create(&harness, &form).await.unwrap(), first);
    assert_eq!(harness.requests().len(), requests);
    assert_eq!(harness.operations(), ["createMovement"]);
}

#[tokio::test]
async fn a_key_outlives_a_restart_and_names_the_same_movement_as_its_id() {
    let mut harness = Harness::signed_in().await;
    let written = create(&harness, &form(sample::CENTRAL_STORE)).await.unwrap();
    let id = sent_id(&written);
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    let by_key = harness.open(&key().into()).await.unwrap();
    assert_eq!(by_key.movement.id, id);
    assert_eq!(harness.open(&id.into()).await.unwrap().key, key());
}

#[tokio::test]
async fn a_form_that_cannot_be_sent_names_its_field_and_sends_nothing() {
    let harness = Harness::signed_in().await;
    let line = PreviewLine {
        item: "i".into(),
        product: ProductRef {
            id: "p".into(),
            code: None,
            name: None,
            description: None,
            category: None,
        },
        listed: 1,
        quantity: -1,
        included: true,
    };
    let good = form(sample::CENTRAL_STORE);
    let same = Some(sample::CENTRAL_STORE.into());
    for (form, expected, field) in [
        (NewMovement { name: "  ".into(), ..good.clone() }, "required", "name"),
        (NewMovement { origin: None, ..good.clone() }, "required", "origin"),
        (NewMovement { destination: None, ..good.clone() }, "required", "destination"),
        (NewMovement { destination: same, ..good.clone() }, "same_place", "destination"),
        (NewMovement { date_requested: None, ..good.clone() }, "required", "date_requested"),
        (NewMovement { requested_by: None, ..good.clone() }, "required", "requested_by"),
        (
            NewMovement { start: StartFrom::Stocklist("".into()), ..good.clone() },
            "required",
            "start",
        ),
        (NewMovement { lines: vec![line], ..good }, "invalid_request", "lines[0].quantity"),
    ] {
        let failure = Failure::from(create(&harness, &form).await.unwrap_err());
        assert_eq!((failure.reason.code(), failure.field.as_deref()), (expected, Some(field)));
    }
    assert_eq!(harness.count("POST /api/stockMovements"), 0);
}

#[tokio::test]
async fn a_refused_creation_says_why_and_is_tried_again_under_its_key() {
    let harness = Harness::signed_in().await;
    let form = form(sample::CENTRAL_STORE);
    harness.refuse(500, "POST", "/api/stockMovements");
    let written = create(&harness, &form).await.unwrap();
    let WriteState::Stuck(failure) = written.state else { panic!("{written:?}") };
    assert_eq!(failure.reason, Reason::Refused { status: 500 });
    assert_eq!(failure.service_text.as_deref(), Some("A fault was set"));
    sent_id(&create(&harness, &form).await.unwrap());
    assert_eq!(harness.operations(), ["createMovement"]);
}

#[tokio::test]
async fn without_an_open_profile_nothing_can_be_kept() {
    let harness = Harness::new().await;
    assert_eq!(code(create(&harness, &form(sample::CENTRAL_STORE)).await), "needs_session");
    assert_eq!(harness.requests(), [""; 0]);
}

#[tokio::test]
async fn the_key_of_a_movement_not_made_here_is_refused() {
    let harness = Harness::signed_in().await;
    let known = harness.open(&MovementRef::Id(sample::MOVEMENT_EMPTY.into())).await.unwrap();
    let request = CreateMovement { key: Some(known.key), form: form(sample::CENTRAL_STORE) };
    let failure = Failure::from(harness.backend.create_movement(request).await.unwrap_err());
    assert_eq!((failure.reason.code(), failure.field.as_deref()), ("invalid_request", Some("key")));
    assert_eq!(harness.operations(), [""; 0]);
}

#[tokio::test]
async fn the_code_fills_in_behind() {
    let harness = Harness::signed_in().await;
    create(&harness, &form(sample::CENTRAL_STORE)).await.unwrap();
    let show = || async { harness.open(&key().into()).await.unwrap() };
    harness.until(show, |opened| opened.movement.identifier.is_some()).await;
}
