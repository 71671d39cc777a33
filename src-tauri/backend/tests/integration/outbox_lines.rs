//! Changes of lines through the outbox: all kinds in one request, refused ones found by halving,
//! lines changed elsewhere (interface document, 3 and 4.4).

use std::time::Duration;

use backend::Pace;
use contract::{JournalEvent::*, *};
use practice::{Fault, Variant, sample};

use crate::{
    act::*,
    harness::{Harness, QUICK},
};

fn ids(opened: &OpenedMovement) -> Vec<ItemId> {
    opened.movement.lines.as_ref().unwrap().iter().map(|line| line.id.clone()).collect()
}

async fn is_open(harness: &Harness, movement: &MovementRef) -> Vec<ItemId> {
    ids(&harness.open(movement).await.unwrap())
}

#[tokio::test]
async fn all_kinds_of_changes_travel_in_one_request_and_have_just_their_effects() {
    for variants in [
        &[][..],
        &[Variant::ApprovedLines, Variant::UnsortedLines],
        &[Variant::NoSortOrder, Variant::SubstitutionItems],
    ] {
        let harness = Harness::signed_in_with(variants).await;
        let lines = is_open(&harness, &pending()).await;
        let gloves = harness.open(&pending()).await.unwrap().movement.lines.unwrap();
        let gloves = gloves.iter().find(|line| line.product.id == sample::GLOVES_M.into());
        let gloves = gloves.unwrap().id.clone();
        let others: Vec<_> = lines.iter().filter(|id| **id != gloves).cloned().collect();
        let changes = vec![
            add(sample::SYRINGE_5ML, 11),
            quantity(&others[0], 77),
            revise(&others[1], 1),
            revise(&others[2], 0),
            cancel(&others[3]),
            delete(&others[4]),
            substitute(&gloves, &[(sample::GLOVES_L, 20), (sample::GLOVES_S, 5)]),
        ];
        let written = harness.change(&pending(), changes).await;
        assert!(matches!(written.state, WriteState::Sent { .. }), "{variants:?} {written:?}");
        assert_eq!(harness.updates(), 1, "{variants:?}");
        assert_eq!(
            harness.effects(),
            [
                "cancelItem",
                "cancelItem",
                "createItem",
                "deleteItem",
                "reviseItem",
                "substituteItem",
                "substituteItem",
                "updateItem"
            ],
            "{variants:?}"
        );
        let after = harness.lines(&pending()).await;
        let of = |id: &ItemId| after.iter().find(|line| line.id == *id);
        assert_eq!(of(&others[0]).unwrap().quantity_requested, Some(77));
        assert_eq!(of(&others[1]).unwrap().quantity_to_ship(), Some(1));
        assert_eq!(of(&others[2]).unwrap().status, LineStatus::Canceled, "nothing is left");
        assert_eq!(of(&gloves).unwrap().quantity_to_ship(), Some(25));
        assert!(of(&others[4]).is_none());
        let open = harness.open(&pending()).await.unwrap();
        assert_eq!((open.state, open.operations), (RowState::InService, Vec::new()));
        harness.change(&pending(), vec![revert(&gloves), revert(&others[1])]).await;
        assert_eq!(harness.updates(), 2);
        assert_eq!(
            harness.line(&pending(), &gloves).await.quantity_to_ship(),
            of(&gloves).unwrap().quantity_requested
        );
    }
}

#[tokio::test]
async fn two_steps_of_one_line_go_one_after_another() {
    let harness = Harness::signed_in().await;
    let lines = is_open(&harness, &pending()).await;
    harness.pause(true).await;
    harness.change(&pending(), vec![revise(&lines[0], 1), quantity(&lines[1], 9)]).await;
    harness.change(&pending(), vec![revert(&lines[0]), delete(&lines[0])]).await;
    harness.pause(false).await;
    assert_eq!(harness.settled().await.attention, 0);
    assert_eq!(harness.operations(), ["updateItem", "reviseItem", "revertItem", "deleteItem"]);
    assert_eq!(harness.updates(), 3);
}

/// Sixteen changes of one movement, of which those at `bad` are substitutions the service refuses.
async fn sixteen(bad: &[usize]) -> (Harness, usize) {
    let harness = Harness::signed_in().await;
    let inbound = MovementRef::Id(sample::MOVEMENT_INBOUND.into());
    let lines = is_open(&harness, &inbound).await;
    let change = |at: usize| match bad.contains(&at) {
        true => substitute(&lines[at], &[(sample::MORPHINE, 1)]),
        false => quantity(&lines[at], 500),
    };
    harness.change(&inbound, (0..16).map(change).collect()).await;
    assert_eq!(harness.settled().await.attention as usize, bad.len());
    for (at, line) in lines.iter().enumerate().take(16) {
        let op = harness.op_about(line).await;
        if bad.contains(&at) {
            let (code, said) = stuck(&op.state);
            assert_eq!(code, "refused");
            assert!(said.contains(NO_SUBSTITUTION), "{said:?}");
        } else {
            assert!(is_sent(&op.state), "{at} of {bad:?}: {op:?}");
        }
    }
    assert_eq!(harness.effects(), vec!["updateItem"; 16 - bad.len()], "each once");
    let requests = harness.updates();
    let before = requests;
    harness.change(&inbound, vec![quantity(&lines[16], 5), quantity(&lines[17], 5)]).await;
    assert_eq!(harness.updates(), before + 1, "all go together again");
    (harness, requests)
}

#[tokio::test]
async fn the_one_bad_line_of_sixteen_is_found_by_halving_and_all_others_are_in_the_service() {
    for bad in [0, 6, 15] {
        let (_, requests) = sixteen(&[bad]).await;
        // The halvings of sixteen, the bad one alone, and the rest, after the first.
        assert!(requests <= 1 + 4 + 2, "{requests} requests for {bad}");
    }
}

#[tokio::test]
async fn several_bad_lines_are_all_found() {
    let (harness, requests) = sixteen(&[2, 3, 11]).await;
    assert!(requests <= 3 * (1 + 4 + 2), "{requests} requests");
    let bad = harness.ops().await.into_iter().find(|op| !is_sent(&op.state)).unwrap();
    assert_eq!(harness.events(bad.key).await.last(), Some(&Refused));
}

#[tokio::test]
async fn a_service_that_refuses_once_without_a_reason_costs_requests_and_no_change() {
    let harness = Harness::signed_in().await;
    let lines = is_open(&harness, &pending()).await;
    harness.refuse(500, "POST", MOVEMENT);
    let changes = (0..4).map(|at| quantity(&lines[at], 500)).collect();
    let written = harness.change(&pending(), changes).await;
    assert!(matches!(written.state, WriteState::Sent { .. }), "{written:?}");
    assert_eq!((harness.operations(), harness.updates()), (vec!["updateItem".to_owned(); 4], 4));
    harness.change(&pending(), (4..8).map(|at| quantity(&lines[at], 500)).collect()).await;
    assert_eq!(harness.updates(), 5, "all go together again");
}

#[tokio::test]
async fn a_poisoned_movement_blocks_no_other() {
    let harness = Harness::signed_in().await;
    let poisoned = is_open(&harness, &pending()).await;
    let other = MovementRef::Id(sample::MOVEMENT_INBOUND.into());
    let lines = is_open(&harness, &other).await;
    let path = format!("{MOVEMENT}{}", sample::MOVEMENT_PENDING);
    harness.service.faults().add(Fault::status(500).method("POST").path(path).times(u32::MAX));
    harness.pause(true).await;
    harness.change(&pending(), vec![quantity(&poisoned[0], 5), quantity(&poisoned[1], 5)]).await;
    harness.change(&other, vec![quantity(&lines[0], 5)]).await;
    harness.create_category("Zinc dressings").await;
    harness.pause(false).await;
    assert_eq!(harness.settled().await.attention, 2);
    assert_eq!(harness.effects(), ["createCategory", "updateItem"]);
    for line in &poisoned[..2] {
        let op = harness.op_about(line).await;
        assert_eq!(stuck(&op.state), ("refused", "A fault was set".to_owned()));
    }
    harness.service.faults().clear();
    harness.retry(Vec::new()).await;
    assert_eq!(harness.settled().await.attention, 0);
    assert_eq!(harness.effects(), ["createCategory", "updateItem", "updateItem", "updateItem"]);
}

#[tokio::test]
async fn a_line_that_somebody_else_changed_is_shown_with_both_values_and_not_overwritten() {
    let harness = Harness::signed_in().await;
    let lines = is_open(&harness, &pending()).await;
    let before = harness.line(&pending(), &lines[0]).await.quantity_requested.unwrap();
    let colleague = harness.colleague().await;
    colleague.change(&pending(), vec![quantity(&lines[0], 44)]).await;
    let changes = vec![quantity(&lines[0], 55), quantity(&lines[1], 66)];
    let written = harness.change(&pending(), changes).await;
    assert_eq!(written.state, WriteState::Asks);
    let op = harness.op_about(&lines[0]).await;
    let OperationState::Conflict(fields) = &op.state else { panic!("{op:?}") };
    let expected = FieldConflict {
        field: ConflictField::Quantity,
        base: Some(before.to_string()),
        theirs: Some("44".into()),
        ours: Some("55".into()),
    };
    assert_eq!(*fields, [expected]);
    assert_eq!(harness.events(op.key).await, [Kept, Conflict], "not one byte was sent of it");
    assert!(is_sent(&harness.op_about(&lines[1]).await.state), "the other line is not held up");
    assert_eq!(harness.line(&pending(), &lines[0]).await.quantity_requested, Some(44));
    let shown = harness.open(&pending()).await.unwrap();
    assert_eq!(shown.state, RowState::ChangedElsewhere);

    harness.resolve(op.key, &[ConflictField::Quantity]).await.unwrap();
    harness.until_op(op.key, is_sent).await;
    assert_eq!(harness.line(&pending(), &lines[0]).await.quantity_requested, Some(55));
    assert_eq!(harness.events(op.key).await, [Kept, Conflict, Decided, Attempted, Sent]);
}

#[tokio::test]
async fn a_change_given_up_for_somebody_elses_leaves_theirs() {
    let harness = Harness::signed_in().await;
    let lines = is_open(&harness, &pending()).await;
    let colleague = harness.colleague().await;
    colleague.change(&pending(), vec![revise(&lines[0], 1)]).await;
    harness.change(&pending(), vec![cancel(&lines[0])]).await;
    let op = harness.op_about(&lines[0]).await;
    let OperationState::Conflict(fields) = &op.state else { panic!("{op:?}") };
    assert_eq!(fields[0].field, ConflictField::Decision);
    assert_eq!(fields[0].theirs.as_deref(), Some("CHANGED 1 STOCKOUT"));
    harness.resolve(op.key, &[]).await.unwrap();
    let op = harness.op(op.key).await;
    assert!(matches!(op.state, OperationState::Dropped { .. }), "{op:?}");
    assert_eq!(harness.operations(), ["reviseItem"]);
    assert!(harness.resolve(op.key, &[]).await.is_err(), "it is resolved");
}

#[tokio::test]
async fn a_change_of_a_line_that_somebody_deleted_is_stuck_and_its_deletion_is_done() {
    let harness = Harness::signed_in().await;
    let lines = is_open(&harness, &pending()).await;
    let colleague = harness.colleague().await;
    colleague.change(&pending(), vec![delete(&lines[0]), delete(&lines[1])]).await;
    harness.change(&pending(), vec![quantity(&lines[0], 5), delete(&lines[1])]).await;
    harness.settled().await;
    assert_eq!(stuck(&harness.op_about(&lines[0]).await.state).0, "gone");
    assert!(is_seen(&harness.op_about(&lines[1]).await.state));
    assert_eq!(harness.operations(), ["deleteItem", "deleteItem"]);
}

#[tokio::test]
async fn a_change_of_a_line_takes_no_change_of_fields_back() {
    let harness = Harness::signed_in().await;
    let lines = is_open(&harness, &pending()).await;
    harness.colleague().await.update_header(&pending(), named("Renamed by Jonas")).await;
    harness.change(&pending(), vec![quantity(&lines[0], 5)]).await;
    let name = harness.opened_anew(&pending()).await.movement.name;
    assert_eq!(name.as_deref(), Some("Renamed by Jonas"));
    assert_eq!(harness.operations(), ["updateHeader", "updateItem"]);
}

#[tokio::test]
async fn additions_have_places_of_their_own_also_when_others_took_them_meanwhile() {
    let harness = Harness::signed_in().await;
    let last = harness.open(&pending()).await.unwrap().movement.lines.unwrap();
    let last = last.iter().filter_map(|line| line.sort_order).max().unwrap();
    harness.pause(true).await;
    harness.change(&pending(), vec![add(sample::SYRINGE_5ML, 3), add(sample::GLOVES_L, 4)]).await;
    harness.colleague().await.change(&pending(), vec![add(sample::GLOVES_S, 5)]).await;
    harness.pause(false).await;
    harness.settled().await;
    let lines = harness.lines(&pending()).await;
    let mut places: Vec<_> = lines.iter().filter_map(|line| line.sort_order).collect();
    let all = places.len();
    places.sort_unstable();
    places.dedup();
    assert_eq!(places.len(), all, "no place twice");
    assert_eq!(places.last(), Some(&(last + 300)));
}

#[tokio::test]
async fn a_change_that_makes_no_sense_is_refused_here_or_stays_in_the_sheet() {
    let harness = Harness::signed_in().await;
    let movement = harness.open(&pending()).await.unwrap().movement;
    let line = &movement.lines.unwrap()[0];
    let own = line.product.id.as_str();
    let no_reason =
        LineChange::Cancel { item: line.id.clone(), reason_code: " ".into(), comments: None };
    let mut answers = Vec::new();
    for senseless in [
        substitute(&line.id, &[(own, 1)]),
        substitute(&line.id, &[]),
        substitute(&line.id, &[(sample::GLOVES_L, 0)]),
        no_reason,
        revert(&line.id),
        delete(&"nowhere".into()),
    ] {
        let answer = change(&harness.backend, &pending(), vec![senseless]).await;
        answers.push(
            answer.map_or_else(|error| Failure::from(error).reason.code(), |_| "in the sheet"),
        );
    }
    let (no_product, no_quantity) = ("invalid_request", "invalid_request");
    // Without a reason, or without anything to revert, it stands there and cannot be sent.
    let kept = "in the sheet";
    assert_eq!(answers, ["same_product", no_product, no_quantity, kept, kept, "unknown"]);
    assert_eq!((harness.ops().await.len(), harness.updates()), (0, 0));
}

#[tokio::test]
async fn changes_of_a_movement_that_is_gone_wait_for_the_user_and_nothing_is_sent() {
    let harness = Harness::signed_in().await;
    let lines = is_open(&harness, &pending()).await;
    harness.refuse(404, "GET", MOVEMENT);
    harness.change(&pending(), vec![quantity(&lines[0], 5), cancel(&lines[1])]).await;
    assert_eq!(harness.settled().await.attention, 2);
    assert!(harness.ops().await.iter().all(|op| stuck(&op.state).0 == "gone"));
    assert_eq!(harness.updates(), 0);
}

/// Nothing here would be answered before the test is over, if it were waited for.
const PATIENT: Pace = Pace { answer_within: Duration::from_secs(3_600), ..QUICK };

/// What a write answers that has nothing to wait for.
async fn at_once(write: impl Future<Output = Written>) -> WriteState {
    let written = tokio::time::timeout(Duration::from_secs(30), write).await;
    written.expect("it waits for what does not move").state
}

#[tokio::test]
async fn what_takes_the_place_of_a_refused_change_is_sent_and_so_is_what_stands_beside_it() {
    let harness = Harness::signed_in_at(PATIENT).await;
    let lines = is_open(&harness, &pending()).await;
    harness.refuse(500, "POST", MOVEMENT);
    harness.change(&pending(), vec![quantity(&lines[0], 44)]).await;
    assert_eq!(harness.outbox().await.attention, 1);
    let instead = at_once(harness.change(&pending(), vec![revise(&lines[0], 3)])).await;
    assert!(matches!(instead, WriteState::Sent { .. }), "{instead:?}");
    assert_eq!(harness.outbox().await.attention, 0, "nothing is left of what was refused");
    let beside = at_once(harness.change(&pending(), vec![quantity(&lines[1], 7)])).await;
    assert!(matches!(beside, WriteState::Sent { .. }), "{beside:?}");
}

#[tokio::test]
async fn what_builds_upon_a_refused_movement_is_answered_at_once() {
    let harness = Harness::signed_in_at(PATIENT).await;
    harness.refuse(500, "POST", MOVEMENTS);
    harness.create(key(1), form("Theatre")).await;
    let made = key(1).into();
    let line = at_once(harness.change(&made, vec![add(sample::GLOVES_M, 3)])).await;
    assert!(matches!(line, WriteState::Kept { .. }), "{line:?}");
    let named = at_once(harness.update_header(&made, named("Renamed"))).await;
    assert!(matches!(named, WriteState::Kept { .. }), "{named:?}");
}
