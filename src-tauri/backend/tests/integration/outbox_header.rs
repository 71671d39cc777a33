//! Changes of a movement's own fields through the outbox: three ways, field by field (interface
//! document, 4.3).

use backend::Error;
use contract::{JournalEvent::*, *};
use practice::{Variant, sample};

use crate::{
    act::*,
    harness::{Harness, code},
};

fn described(name: &str, description: &str) -> HeaderFields {
    HeaderFields { description: Some(description.into()), ..named(name) }
}

async fn fields(harness: &Harness) -> (String, String) {
    let movement = harness.opened_anew(&pending()).await.movement;
    (movement.name.unwrap_or_default(), movement.description.unwrap_or_default())
}

#[tokio::test]
async fn a_change_of_fields_leaves_all_others_as_they_are() {
    let harness = Harness::signed_in().await;
    let before = harness.open(&pending()).await.unwrap().movement;
    let to = PlaceRef {
        id: sample::INTENSIVE_CARE.into(),
        name: "Intensive care".into(),
        type_code: None,
    };
    let change = HeaderFields { destination: Some(to), ..named(" Renamed ") };
    let written = harness.update_header(&pending(), change).await;
    assert!(matches!(written.state, WriteState::Sent { .. }), "{written:?}");
    assert_eq!(harness.operations(), ["updateHeader"]);
    let after = harness.opened_anew(&pending()).await.movement;
    assert_eq!(after.name.as_deref(), Some("Renamed"));
    assert_eq!(after.destination.unwrap().id, sample::INTENSIVE_CARE.into());
    assert_eq!((after.origin, after.date_requested), (before.origin, before.date_requested));
    assert_eq!((after.requested_by, after.lines), (before.requested_by, before.lines));
    assert_eq!(harness.events(harness.header_op().await.key).await, [Kept, Attempted, Sent]);
}

/// Jonas renames it; here name and description are changed, as they were seen before.
async fn in_conflict() -> (Harness, OperationRow) {
    let harness = Harness::signed_in().await;
    harness.open(&pending()).await.unwrap();
    harness.colleague().await.update_header(&pending(), named("Theirs")).await;
    let written = harness.update_header(&pending(), described("Ours", "Our text")).await;
    assert_eq!(written.state, WriteState::Asks);
    let op = harness.header_op().await;
    (harness, op)
}

#[tokio::test]
async fn a_field_two_clients_changed_is_shown_with_all_values_and_nothing_is_overwritten() {
    let (harness, op) = in_conflict().await;
    let OperationState::Conflict(clashes) = &op.state else { panic!("{op:?}") };
    let expected = FieldConflict {
        field: ConflictField::Name,
        base: Some("Emergency weekend stock".into()),
        theirs: Some("Theirs".into()),
        ours: Some("Ours".into()),
    };
    assert_eq!(*clashes, [expected]);
    assert_eq!((harness.operations().len(), op.attempts), (1, 0), "only theirs");
    assert_eq!(harness.outbox().await.attention, 1);
    let shown = harness.open(&pending()).await.unwrap();
    assert_eq!(shown.state, RowState::ChangedElsewhere);
    assert_eq!(shown.movement.name.as_deref(), Some("Theirs"), "what the service has is true");
    assert_eq!(harness.events(op.key).await, [Kept, Conflict]);
}

#[tokio::test]
async fn fields_that_are_kept_are_sent_with_those_nobody_else_changed() {
    let (harness, op) = in_conflict().await;
    harness.resolve(op.key, &[ConflictField::Name]).await.unwrap();
    harness.until_op(op.key, is_sent).await;
    assert_eq!(fields(&harness).await, ("Ours".into(), "Our text".into()));
    assert_eq!(harness.events(op.key).await, [Kept, Conflict, Decided, Attempted, Sent]);
}

#[tokio::test]
async fn fields_that_are_given_up_stay_as_the_service_has_them() {
    let (harness, op) = in_conflict().await;
    harness.resolve(op.key, &[]).await.unwrap();
    harness.until_op(op.key, is_sent).await;
    assert_eq!(fields(&harness).await, ("Theirs".into(), "Our text".into()));
    let Operation::UpdateHeader(change) = harness.op(op.key).await.operation else { panic!() };
    assert_eq!((change.name, change.description.as_deref()), (None, Some("Our text")));
}

#[tokio::test]
async fn a_field_changed_once_more_after_the_user_decided_is_a_conflict_again() {
    let (harness, op) = in_conflict().await;
    let colleague = harness.colleague().await;
    harness.pause(true).await;
    harness.resolve(op.key, &[ConflictField::Name]).await.unwrap();
    colleague.update_header(&pending(), named("Theirs again")).await;
    harness.pause(false).await;
    let again = |state: &OperationState| matches!(state, OperationState::Conflict(_));
    let op = harness.until_op(op.key, again).await;
    let OperationState::Conflict(clashes) = &op.state else { panic!("{op:?}") };
    assert_eq!(clashes[0].base.as_deref(), Some("Theirs"), "that was seen");
    assert_eq!(clashes[0].theirs.as_deref(), Some("Theirs again"));
    assert_eq!(fields(&harness).await.0, "Theirs again");
}

#[tokio::test]
async fn different_fields_of_two_clients_both_stand() {
    let harness = Harness::signed_in().await;
    harness.open(&pending()).await.unwrap();
    harness.colleague().await.update_header(&pending(), named("Theirs")).await;
    let ours = HeaderFields { description: Some("Our text".into()), ..HeaderFields::default() };
    let written = harness.update_header(&pending(), ours).await;
    assert!(matches!(written.state, WriteState::Sent { .. }), "{written:?}");
    assert_eq!(fields(&harness).await, ("Theirs".into(), "Our text".into()));
}

#[tokio::test]
async fn the_same_change_on_both_sides_is_done_and_not_sent() {
    let harness = Harness::signed_in().await;
    harness.open(&pending()).await.unwrap();
    harness.colleague().await.update_header(&pending(), named("The same")).await;
    harness.update_header(&pending(), named("The same")).await;
    let op = harness.header_op().await;
    assert!(is_seen(&op.state), "{op:?}");
    assert_eq!(harness.events(op.key).await, [Kept, Found]);
    assert_eq!((harness.operations().len(), harness.updates()), (1, 1));
}

#[tokio::test]
async fn fields_that_wait_are_drawn_over_the_list_and_the_movement_until_they_are_sent() {
    let mut harness = Harness::signed_in().await;
    let opened = harness.open(&pending()).await.unwrap();
    harness.pause(true).await;
    let written = harness.update_header(&pending(), named("Waits")).await;
    assert!(matches!(written.state, WriteState::Kept { .. }), "{written:?}");
    harness.update_header(&pending(), described("Waits longer", "Our text")).await;
    for _ in 0..2 {
        let row = harness.row(opened.key).await;
        assert_eq!((row.name.as_str(), row.state), ("Waits longer", RowState::Changed));
        let shown = harness.open(&pending()).await.unwrap();
        assert_eq!(shown.movement.name.as_deref(), Some("Waits longer"));
        assert_eq!((shown.state, shown.operations.len()), (RowState::Changed, 2));
        let found = ListMovements {
            filter: MovementFilter { text: "waits longer".into(), ..Default::default() },
            ..crate::harness::list_movements()
        };
        assert_eq!(harness.backend.list_movements(found).await.unwrap().matching, 1);
        harness.restart().await;
        harness.open_profile("aokafor").await.unwrap();
    }
    harness.sign_in().await.unwrap();
    harness.pause(false).await;
    assert_eq!(harness.settled().await.attention, 0);
    assert_eq!(harness.operations(), ["updateHeader", "updateHeader"]);
    assert_eq!(fields(&harness).await, ("Waits longer".into(), "Our text".into()));
    assert_eq!(harness.row(opened.key).await.state, RowState::InService);
}

#[tokio::test]
async fn a_field_the_service_leaves_as_it_was_is_not_called_sent() {
    let harness = Harness::signed_in_with(&[Variant::GeneratedNames]).await;
    harness.open(&pending()).await.unwrap();
    let written = harness.update_header(&pending(), named("Renamed")).await;
    let WriteState::Stuck(failure) = written.state else { panic!("{written:?}") };
    let fields = vec![ConflictField::Name];
    assert_eq!(failure.reason, Reason::LeftAlone { fields });
}

#[tokio::test]
async fn a_service_without_updates_says_so_and_later_changes_are_refused_at_once() {
    let harness = Harness::signed_in_with(&[Variant::Updates404]).await;
    harness.open(&pending()).await.unwrap();
    let written = harness.update_header(&pending(), named("Renamed")).await;
    let WriteState::Stuck(failure) = written.state else { panic!("{written:?}") };
    assert_eq!(failure.reason, Reason::Refused { status: 404 });
    assert_eq!((harness.session().await.missing, harness.updates()), (Vec::new(), 2));
    let other = MovementRef::Id(sample::MOVEMENT_EMPTY.into());
    harness.open(&other).await.unwrap();
    let written = harness.update_header(&other, named("Renamed")).await;
    let WriteState::Stuck(failure) = written.state else { panic!("{written:?}") };
    assert_eq!(failure.reason, Reason::UpdatesNotOffered);
    assert_eq!(harness.session().await.missing, [MissingPart::Updates]);
    let refused = update_header(&harness.backend, &pending(), named("Again")).await;
    assert_eq!(refused, Err(Error::UpdatesNotOffered));
    let lines = change(&harness.backend, &pending(), vec![add(sample::GLOVES_M, 1)]).await;
    assert_eq!(lines, Err(Error::UpdatesNotOffered));
    assert_eq!((harness.ops().await.len(), harness.updates()), (2, 3), "the first two are kept");
}

#[tokio::test]
async fn one_stray_not_found_costs_nothing() {
    let harness = Harness::signed_in().await;
    for movement in [sample::MOVEMENT_PENDING, sample::MOVEMENT_EMPTY] {
        let movement = MovementRef::Id(movement.into());
        harness.open(&movement).await.unwrap();
        harness.refuse(404, "POST", "/api/stockMovements/");
        harness.update_header(&movement, named("Renamed")).await;
        assert_eq!(harness.settled().await.attention, 0);
        let name = harness.opened_anew(&movement).await.movement.name;
        assert_eq!(
            (name.as_deref(), harness.session().await.missing),
            (Some("Renamed"), Vec::new())
        );
    }
}

#[tokio::test]
async fn a_user_without_the_right_sees_that_and_every_change_waits() {
    let harness = Harness::signed_in_with(&[Variant::ForbiddenWrites]).await;
    let lines = harness.open(&pending()).await.unwrap().movement.lines.unwrap();
    harness.pause(true).await;
    harness.update_header(&pending(), named("Renamed")).await;
    let changes = vec![quantity(&lines[0].id, 5), quantity(&lines[1].id, 5)];
    harness.change(&pending(), changes).await;
    harness.pause(false).await;
    assert_eq!(harness.settled().await.attention, 3);
    assert!(harness.ops().await.iter().all(|op| stuck(&op.state).0 == "forbidden"));
    assert!(harness.session().await.signed_in);
    assert_eq!(harness.updates(), 2, "halving would find nothing");
}

#[tokio::test]
async fn a_change_of_fields_that_makes_no_sense_is_refused_here_and_nothing_is_kept() {
    let harness = Harness::signed_in().await;
    let origin = harness.open(&pending()).await.unwrap().movement.origin.unwrap();
    let same = HeaderFields { destination: Some(origin), ..HeaderFields::default() };
    for (change, expected) in [
        (same, "same_place"),
        (named("  "), "required"),
        (HeaderFields::default(), "invalid_request"),
    ] {
        assert_eq!(code(update_header(&harness.backend, &pending(), change).await), expected);
    }
    let nowhere = MovementRef::Id("nowhere".into());
    assert_eq!(update_header(&harness.backend, &nowhere, named("x")).await, Err(Error::Unknown));
    assert_eq!(harness.ops().await.len(), 0);
}

/// A movement that somebody wrote a description for.
async fn with_a_description() -> Harness {
    let harness = Harness::signed_in().await;
    let old = HeaderFields { description: Some("Old".into()), ..HeaderFields::default() };
    harness.colleague().await.update_header(&pending(), old).await;
    harness
}

/// The movement as an answer of its own shows it.
fn renamed(name: &str, description: &str) -> practice::Kind {
    let id = sample::MOVEMENT_PENDING;
    let body = format!(r#"{{"data":{{"id":"{id}","name":"{name}","description":{description}}}}}"#);
    practice::Kind::Answer { status: 200, content_type: "application/json".into(), body }
}

#[tokio::test]
async fn of_two_fields_the_one_the_service_leaves_alone_is_named() {
    let harness = with_a_description().await;
    let before = harness.open(&pending()).await.unwrap().movement;
    let old = serde_json::to_string(&before.description).unwrap();
    harness.fault(renamed("Renamed", &old), "POST", MOVEMENT);
    // The reading after it as well.
    harness.fault(practice::Kind::Delay(std::time::Duration::ZERO), "GET", MOVEMENT);
    harness.fault(renamed("Renamed", &old), "GET", MOVEMENT);
    harness.update_header(&pending(), described("Renamed", "")).await;
    assert_eq!(harness.settled().await.attention, 1);
    let OperationState::Stuck(failure) = harness.header_op().await.state else { panic!() };
    let fields = vec![ConflictField::Description];
    assert_eq!(failure.reason, Reason::LeftAlone { fields });
}

#[tokio::test]
async fn an_answer_from_before_the_change_is_read_once_more() {
    let harness = Harness::signed_in().await;
    let before = harness.open(&pending()).await.unwrap().movement;
    let (name, old) = (before.name.unwrap(), serde_json::to_string(&before.description).unwrap());
    harness.fault(renamed(&name, &old), "POST", MOVEMENT);
    harness.fault(practice::Kind::Delay(std::time::Duration::ZERO), "GET", MOVEMENT);
    harness.fault(renamed("Renamed", &old), "GET", MOVEMENT);
    harness.update_header(&pending(), named("Renamed")).await;
    assert!(is_sent(&harness.header_op().await.state));
}

#[tokio::test]
async fn a_description_that_was_cleared_settles_and_is_sent_once() {
    let harness = with_a_description().await;
    let before = harness.updates();
    harness.open(&pending()).await.unwrap();
    harness.fault(practice::Kind::DropAfter, "POST", MOVEMENT);
    let cleared = HeaderFields { description: Some(String::new()), ..HeaderFields::default() };
    harness.update_header(&pending(), cleared).await;
    assert_eq!(harness.settled().await.attention, 0);
    assert!(is_seen(&harness.header_op().await.state));
    assert_eq!((harness.updates() - before, fields(&harness).await.1.as_str()), (1, ""));
}
