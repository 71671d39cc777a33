//! The outbox and the session: signed out, signed in as the same person and as another one, paused,
//! ended without closing (interface document, 5).

use std::time::Duration;

use backend::{Backend, Error, StoreFault};
use contract::{
    JournalEvent::{Attempted, Found, Kept, NotDone, Sent, Unanswered},
    *,
};
use practice::{Kind, Variant, sample};
use tokio::runtime::Runtime;

use crate::{
    act::*,
    harness::{Harness, QUICK, open_at_pace},
};

const NAME: &str = "Theatre block A, weekly";

#[tokio::test]
async fn a_session_that_ends_under_a_write_pauses_it_and_signing_in_sends_it_once() {
    for variants in [&[][..], &[Variant::LoginRedirect], &[Variant::LoginPage]] {
        let harness = Harness::signed_in_with(variants).await;
        let lines = harness.open(&pending()).await.unwrap().movement.lines.unwrap();
        harness.service.faults().expire_sessions();
        let written = harness.create(key(1), form(NAME)).await;
        assert!(matches!(written.state, WriteState::Kept { .. }), "{variants:?} {written:?}");
        let outbox = harness.until(|| harness.outbox(), |outbox| outbox.held.is_some()).await;
        assert_eq!((outbox.waiting, outbox.held), (1, Some(Held::SignedOut)), "{variants:?}");
        assert!(!harness.session().await.signed_in);
        let more = harness.change(&pending(), vec![quantity(&lines[0].id, 5)]).await;
        assert!(matches!(more.state, WriteState::Kept { .. }), "work goes on: {more:?}");
        assert_eq!(harness.operations(), [""; 0]);
        harness.sign_in().await.unwrap();
        assert_eq!(harness.settled().await.attention, 0);
        assert_eq!(harness.effects(), ["createMovement", "updateItem"], "{variants:?}");
    }
}

#[tokio::test]
async fn a_write_the_service_answers_with_a_401_was_not_done_and_waits() {
    let harness = Harness::signed_in().await;
    let lines = harness.open(&pending()).await.unwrap().movement.lines.unwrap();
    harness.fault(Kind::Unauthorized, "POST", MOVEMENT);
    harness.change(&pending(), vec![quantity(&lines[0].id, 5), quantity(&lines[1].id, 6)]).await;
    harness.until(|| harness.outbox(), |outbox| outbox.held == Some(Held::SignedOut)).await;
    let op = harness.op_about(&lines[0].id).await;
    assert_eq!(op.state, OperationState::Queued);
    assert_eq!(harness.events(op.key).await, [Kept, Attempted, NotDone]);
    harness.sign_in().await.unwrap();
    harness.settled().await;
    assert_eq!(harness.operations(), ["updateItem", "updateItem"]);
    assert_eq!(harness.updates(), 2);
}

#[tokio::test]
async fn without_a_session_everything_is_kept_and_goes_when_somebody_signs_in() {
    let mut harness = Harness::signed_in().await;
    let lines = harness.open(&pending()).await.unwrap().movement.lines.unwrap();
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    harness.create(key(1), form(NAME)).await;
    harness.change(&key(1).into(), vec![add(sample::GLOVES_M, 3)]).await;
    harness.change(&pending(), vec![quantity(&lines[0].id, 5)]).await;
    harness.update_header(&pending(), named("Renamed")).await;
    harness.create_category("Zinc dressings").await;
    let outbox = harness.outbox().await;
    assert_eq!((outbox.waiting, outbox.held), (5, Some(Held::SignedOut)));
    let before = harness.requests().len();
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    let outbox = harness.outbox().await;
    assert_eq!((outbox.waiting, outbox.restored), (5, None), "it was closed");
    assert_eq!(harness.requests().len(), before, "nobody was called");
    harness.sign_in().await.unwrap();
    assert_eq!(harness.settled().await.attention, 0);
    let effects = ["createCategory", "createItem", "createMovement", "updateHeader", "updateItem"];
    assert_eq!(harness.effects(), effects);
}

#[tokio::test]
async fn as_another_person_nothing_of_the_first_is_sent_and_it_is_said_whose_it_is() {
    let harness = Harness::signed_in().await;
    harness.service.faults().expire_sessions();
    harness.create(key(1), form(NAME)).await;
    harness.sign_in_as("jweir", sample::PASSWORD).await.unwrap();
    let outbox = harness.outbox().await;
    assert_eq!((outbox.waiting, outbox.attention), (0, 0));
    let whose = OtherWork { profile: harness.profile("aokafor"), waiting: 1, unsent: 0 };
    assert_eq!(outbox.others, [whose]);
    harness.create(key(2), form("Jonas's own")).await;
    harness.settled().await;
    let by: Vec<_> = harness.service.effects().into_iter().map(|effect| effect.user).collect();
    assert_eq!(by, ["jweir"]);
    harness.sign_in().await.unwrap();
    harness.until_op(OperationKey(key(1).0), is_sent).await;
    let by: Vec<_> = harness.service.effects().into_iter().map(|effect| effect.user).collect();
    assert_eq!(by, ["jweir", "aokafor"]);
    assert_eq!(harness.outbox().await.others, []);
}

#[tokio::test]
async fn held_back_by_the_user_nothing_is_sent_until_they_let_it_go() {
    let harness = Harness::signed_in().await;
    harness.open(&pending()).await.unwrap();
    harness.pause(true).await;
    let before = harness.requests().len();
    let written = harness.create(key(1), form(NAME)).await;
    assert!(matches!(written.state, WriteState::Kept { .. }), "{written:?}");
    harness.update_header(&pending(), named("Renamed")).await;
    let outbox = harness.outbox().await;
    assert_eq!((outbox.waiting, outbox.held), (2, Some(Held::Paused)));
    let since = harness.requests()[before..].to_vec();
    assert!(since.iter().all(|request| request.starts_with("GET")), "{since:?}");
    harness.pause(false).await;
    assert_eq!(harness.settled().await.held, None);
    assert_eq!(harness.effects(), ["createMovement", "updateHeader"]);
}

#[tokio::test]
async fn what_the_user_holds_back_is_held_back_after_a_restart_too_until_they_let_it_go() {
    let mut harness = Harness::signed_in().await;
    harness.pause(true).await;
    harness.create(key(1), form(NAME)).await;
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    assert_eq!(harness.outbox().await.held, Some(Held::Paused), "said before anybody signs in");
    harness.sign_in().await.unwrap();
    harness.create(key(2), form("Ward 3")).await;
    let outbox = harness.outbox().await;
    assert_eq!((outbox.waiting, outbox.held), (2, Some(Held::Paused)));
    assert_eq!(harness.creations(), 0);
    harness.sign_in_as("jweir", sample::PASSWORD).await.unwrap();
    assert_eq!(harness.outbox().await.held, None, "another user holds nothing back");
    harness.sign_in().await.unwrap();
    harness.pause(false).await;
    assert_eq!(harness.settled().await.attention, 0);
    assert_eq!(harness.creations(), 2);
    harness.restart().await;
    harness.sign_in().await.unwrap();
    assert_eq!(harness.outbox().await.held, None);
}

#[tokio::test]
async fn r_n9_a_portal_in_the_place_of_the_service_takes_no_work_away() {
    let harness = Harness::signed_in().await;
    harness.portal(u32::MAX, "");
    harness.create(key(1), form(NAME)).await;
    let outbox = harness.until(|| harness.outbox(), |outbox| outbox.held.is_some()).await;
    assert_eq!((outbox.held, outbox.waiting), (Some(Held::Offline), 1));
    harness.service.faults().clear();
    harness.until_op(OperationKey(key(1).0), is_sent).await;
    assert_eq!(harness.operations(), ["createMovement"]);
    assert!(harness.session().await.signed_in);
}

#[tokio::test]
async fn a_page_in_the_place_of_an_answer_to_a_write_leaves_it_to_be_looked_for() {
    let harness = Harness::signed_in().await;
    let page = Kind::Answer {
        status: 200,
        content_type: "text/html".into(),
        body: "<html>oops</html>".into(),
    };
    harness.fault(page, "POST", MOVEMENTS);
    harness.create(key(1), form(NAME)).await;
    harness.until_op(OperationKey(key(1).0), is_sent).await;
    let events = harness.events(OperationKey(key(1).0)).await;
    assert_eq!(events, [Kept, Attempted, Unanswered, NotDone, Attempted, Sent]);
    assert_eq!(harness.operations(), ["createMovement"]);
}

/// Lets a backend do this on threads of its own, and ends these without closing anything once the
/// service has applied it; its answer is on its way.
async fn killed_before_the_answer<F>(work: impl FnOnce(Backend) -> F) -> Harness
where
    F: Future<Output = ()> + Send + 'static,
{
    let (mut harness, wire) = Harness::wired().await;
    harness.backend.close().await;
    let threads = Runtime::new().unwrap();
    let (backend, login) = (
        open_at_pace(&harness.data, &harness.clock, QUICK),
        harness.login("aokafor", sample::PASSWORD),
    );
    let own = backend.clone();
    threads.spawn(async move { own.sign_in(login).await.unwrap() }).await.unwrap();
    let own = backend.clone();
    let seen = OpenMovement { movement: pending(), without_lines: false };
    threads.spawn(async move { own.open_movement(seen).await.unwrap() }).await.unwrap();
    wire.mute("POST /stockroom/api/stockMovements");
    threads.spawn(work(backend));
    while harness.operations().is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    threads.shutdown_background();
    wire.unmute();
    harness.backend = open_at_pace(&harness.data, &harness.clock, QUICK);
    // The lock is free once the last thread has ended.
    while let Err(error) = harness.open_profile("aokafor").await {
        assert_eq!(error, Error::Store(StoreFault::InUse));
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    harness
}

#[tokio::test]
async fn a_creation_on_its_way_when_the_program_was_killed_is_found_and_not_made_again() {
    let harness = killed_before_the_answer(|backend| async move {
        let request = CreateMovement { key: Some(key(1)), form: form(NAME) };
        let _ = backend.create_movement(request).await;
    })
    .await;
    let outbox = harness.outbox().await;
    assert_eq!((outbox.waiting, outbox.unsure), (1, 1));
    assert_eq!(outbox.restored, Some(contract::Restored { operations: 1, ..Default::default() }));
    harness.backend.seen_restored(SeenRestored {}).await.unwrap();
    assert_eq!(harness.outbox().await.restored, None);
    assert_eq!(harness.row(key(1)).await.name, NAME);
    harness.sign_in().await.unwrap();
    harness.until_op(OperationKey(key(1).0), is_seen).await;
    assert_eq!((harness.creations(), harness.operations().len()), (1, 1));
    assert_eq!(harness.events(OperationKey(key(1).0)).await, [Kept, Attempted, Found]);
    let check = harness.backend.check_journal(CheckJournal {}).await.unwrap();
    assert_eq!(check, JournalCheck { entries: 3, fault: None });
}

#[tokio::test]
async fn additions_on_their_way_when_the_program_was_killed_are_found_and_not_added_again() {
    let harness = killed_before_the_answer(|backend| async move {
        let changes = vec![add(sample::GLOVES_L, 3), add(sample::GLOVES_L, 3)];
        let _ = change(&backend, &pending(), changes).await;
    })
    .await;
    assert_eq!(harness.outbox().await.unsure, 2);
    harness.sign_in().await.unwrap();
    assert_eq!(harness.settled().await.attention, 0);
    assert!(harness.ops().await.iter().all(|op| is_seen(&op.state)));
    assert_eq!((harness.updates(), harness.operations()), (1, vec!["createItem".to_owned(); 2]));
}
