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
    house::{House, QUICK, open_at_pace},
};

const NAME: &str = "Theatre block A, weekly";

#[tokio::test]
async fn a_session_that_ends_under_a_write_pauses_it_and_signing_in_sends_it_once() {
    for variants in [&[][..], &[Variant::LoginRedirect], &[Variant::LoginPage]] {
        let house = House::signed_in_with(variants).await;
        let lines = house.open(&pending()).await.unwrap().movement.lines.unwrap();
        house.service.faults().expire_sessions();
        let written = house.create(key(1), form(NAME)).await;
        assert!(matches!(written.state, WriteState::Kept { .. }), "{variants:?} {written:?}");
        let outbox = house.until(|| house.outbox(), |outbox| outbox.held.is_some()).await;
        assert_eq!((outbox.waiting, outbox.held), (1, Some(Held::SignedOut)), "{variants:?}");
        assert!(!house.session().await.signed_in);
        let more = house.change(&pending(), vec![quantity(&lines[0].id, 5)]).await;
        assert!(matches!(more.state, WriteState::Kept { .. }), "work goes on: {more:?}");
        assert_eq!(house.operations(), [""; 0]);
        house.sign_in().await.unwrap();
        assert_eq!(house.settled().await.attention, 0);
        assert_eq!(house.effects(), ["createMovement", "updateItem"], "{variants:?}");
    }
}

#[tokio::test]
async fn a_write_the_service_answers_with_a_401_was_not_done_and_waits() {
    let house = House::signed_in().await;
    let lines = house.open(&pending()).await.unwrap().movement.lines.unwrap();
    house.fault(Kind::Unauthorized, "POST", MOVEMENT);
    house.change(&pending(), vec![quantity(&lines[0].id, 5), quantity(&lines[1].id, 6)]).await;
    house.until(|| house.outbox(), |outbox| outbox.held == Some(Held::SignedOut)).await;
    let op = house.op_about(&lines[0].id).await;
    assert_eq!(op.state, OperationState::Queued);
    assert_eq!(house.events(op.key).await, [Kept, Attempted, NotDone]);
    house.sign_in().await.unwrap();
    house.settled().await;
    assert_eq!(house.operations(), ["updateItem", "updateItem"]);
    assert_eq!(house.updates(), 2);
}

#[tokio::test]
async fn without_a_session_everything_is_kept_and_goes_when_somebody_signs_in() {
    let mut house = House::signed_in().await;
    let lines = house.open(&pending()).await.unwrap().movement.lines.unwrap();
    house.restart().await;
    house.open_profile("aokafor").await.unwrap();
    house.create(key(1), form(NAME)).await;
    house.change(&key(1).into(), vec![add(sample::GLOVES_M, 3)]).await;
    house.change(&pending(), vec![quantity(&lines[0].id, 5)]).await;
    house.update_header(&pending(), named("Renamed")).await;
    house.create_category("Zinc dressings").await;
    let outbox = house.outbox().await;
    assert_eq!((outbox.waiting, outbox.held), (5, Some(Held::SignedOut)));
    let before = house.requests().len();
    house.restart().await;
    house.open_profile("aokafor").await.unwrap();
    let outbox = house.outbox().await;
    assert_eq!((outbox.waiting, outbox.restored), (5, None), "it was closed");
    assert_eq!(house.requests().len(), before, "nobody was called");
    house.sign_in().await.unwrap();
    assert_eq!(house.settled().await.attention, 0);
    let effects = ["createCategory", "createItem", "createMovement", "updateHeader", "updateItem"];
    assert_eq!(house.effects(), effects);
}

#[tokio::test]
async fn as_another_person_nothing_of_the_first_is_sent_and_it_is_said_whose_it_is() {
    let house = House::signed_in().await;
    house.service.faults().expire_sessions();
    house.create(key(1), form(NAME)).await;
    house.sign_in_as("jweir", sample::PASSWORD).await.unwrap();
    let outbox = house.outbox().await;
    assert_eq!((outbox.waiting, outbox.attention), (0, 0));
    let whose = OtherWork { profile: house.profile("aokafor"), waiting: 1, unsent: 0 };
    assert_eq!(outbox.others, [whose]);
    house.create(key(2), form("Jonas's own")).await;
    house.settled().await;
    let by: Vec<_> = house.service.effects().into_iter().map(|effect| effect.user).collect();
    assert_eq!(by, ["jweir"]);
    house.sign_in().await.unwrap();
    house.until_op(OperationKey(key(1).0), is_sent).await;
    let by: Vec<_> = house.service.effects().into_iter().map(|effect| effect.user).collect();
    assert_eq!(by, ["jweir", "aokafor"]);
    assert_eq!(house.outbox().await.others, []);
}

#[tokio::test]
async fn held_back_by_the_user_nothing_is_sent_until_they_let_it_go() {
    let house = House::signed_in().await;
    house.open(&pending()).await.unwrap();
    house.pause(true).await;
    let before = house.requests().len();
    let written = house.create(key(1), form(NAME)).await;
    assert!(matches!(written.state, WriteState::Kept { .. }), "{written:?}");
    house.update_header(&pending(), named("Renamed")).await;
    let outbox = house.outbox().await;
    assert_eq!((outbox.waiting, outbox.held), (2, Some(Held::Paused)));
    let since = house.requests()[before..].to_vec();
    assert!(since.iter().all(|request| request.starts_with("GET")), "{since:?}");
    house.pause(false).await;
    assert_eq!(house.settled().await.held, None);
    assert_eq!(house.effects(), ["createMovement", "updateHeader"]);
}

#[tokio::test]
async fn what_the_user_holds_back_is_held_back_after_a_restart_too_until_they_let_it_go() {
    let mut house = House::signed_in().await;
    house.pause(true).await;
    house.create(key(1), form(NAME)).await;
    house.restart().await;
    house.open_profile("aokafor").await.unwrap();
    assert_eq!(house.outbox().await.held, Some(Held::Paused), "said before anybody signs in");
    house.sign_in().await.unwrap();
    house.create(key(2), form("Ward 3")).await;
    let outbox = house.outbox().await;
    assert_eq!((outbox.waiting, outbox.held), (2, Some(Held::Paused)));
    assert_eq!(house.creations(), 0);
    house.sign_in_as("jweir", sample::PASSWORD).await.unwrap();
    assert_eq!(house.outbox().await.held, None, "another user holds nothing back");
    house.sign_in().await.unwrap();
    house.pause(false).await;
    assert_eq!(house.settled().await.attention, 0);
    assert_eq!(house.creations(), 2);
    house.restart().await;
    house.sign_in().await.unwrap();
    assert_eq!(house.outbox().await.held, None);
}

#[tokio::test]
async fn r_n9_a_portal_in_the_place_of_the_service_takes_no_work_away() {
    let house = House::signed_in().await;
    house.portal(u32::MAX, "");
    house.create(key(1), form(NAME)).await;
    let outbox = house.until(|| house.outbox(), |outbox| outbox.held.is_some()).await;
    assert_eq!((outbox.held, outbox.waiting), (Some(Held::Offline), 1));
    house.service.faults().clear();
    house.until_op(OperationKey(key(1).0), is_sent).await;
    assert_eq!(house.operations(), ["createMovement"]);
    assert!(house.session().await.signed_in);
}

#[tokio::test]
async fn a_page_in_the_place_of_an_answer_to_a_write_leaves_it_to_be_looked_for() {
    let house = House::signed_in().await;
    let page = Kind::Answer {
        status: 200,
        content_type: "text/html".into(),
        body: "<html>oops</html>".into(),
    };
    house.fault(page, "POST", MOVEMENTS);
    house.create(key(1), form(NAME)).await;
    house.until_op(OperationKey(key(1).0), is_sent).await;
    let events = house.events(OperationKey(key(1).0)).await;
    assert_eq!(events, [Kept, Attempted, Unanswered, NotDone, Attempted, Sent]);
    assert_eq!(house.operations(), ["createMovement"]);
}

/// Lets a backend do this on threads of its own, and ends these without closing anything once the
/// service has applied it; its answer is on its way.
async fn killed_before_the_answer<F>(work: impl FnOnce(Backend) -> F) -> House
where
    F: Future<Output = ()> + Send + 'static,
{
    let (mut house, wire) = House::wired().await;
    house.backend.close().await;
    let threads = Runtime::new().unwrap();
    let (backend, login) =
        (open_at_pace(&house.data, &house.clock, QUICK), house.login("aokafor", sample::PASSWORD));
    let own = backend.clone();
    threads.spawn(async move { own.sign_in(login).await.unwrap() }).await.unwrap();
    let own = backend.clone();
    let seen = OpenMovement { movement: pending(), without_lines: false };
    threads.spawn(async move { own.open_movement(seen).await.unwrap() }).await.unwrap();
    wire.mute("POST /stockroom/api/stockMovements");
    threads.spawn(work(backend));
    while house.operations().is_empty() {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    threads.shutdown_background();
    wire.unmute();
    house.backend = open_at_pace(&house.data, &house.clock, QUICK);
    // The lock is free once the last thread has ended.
    while let Err(error) = house.open_profile("aokafor").await {
        assert_eq!(error, Error::Store(StoreFault::InUse));
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    house
}

#[tokio::test]
async fn a_creation_on_its_way_when_the_program_was_killed_is_found_and_not_made_again() {
    let house = killed_before_the_answer(|backend| async move {
        let request = CreateMovement { key: Some(key(1)), form: form(NAME) };
        let _ = backend.create_movement(request).await;
    })
    .await;
    let outbox = house.outbox().await;
    assert_eq!((outbox.waiting, outbox.unsure), (1, 1));
    assert_eq!(outbox.restored, Some(contract::Restored { operations: 1, ..Default::default() }));
    house.backend.seen_restored(SeenRestored {}).await.unwrap();
    assert_eq!(house.outbox().await.restored, None);
    assert_eq!(house.row(key(1)).await.name, NAME);
    house.sign_in().await.unwrap();
    house.until_op(OperationKey(key(1).0), is_seen).await;
    assert_eq!((house.creations(), house.operations().len()), (1, 1));
    assert_eq!(house.events(OperationKey(key(1).0)).await, [Kept, Attempted, Found]);
    let check = house.backend.check_journal(CheckJournal {}).await.unwrap();
    assert_eq!(check, JournalCheck { entries: 3, fault: None });
}

#[tokio::test]
async fn additions_on_their_way_when_the_program_was_killed_are_found_and_not_added_again() {
    let house = killed_before_the_answer(|backend| async move {
        let changes = vec![add(sample::GLOVES_L, 3), add(sample::GLOVES_L, 3)];
        let _ = change(&backend, &pending(), changes).await;
    })
    .await;
    assert_eq!(house.outbox().await.unsure, 2);
    house.sign_in().await.unwrap();
    assert_eq!(house.settled().await.attention, 0);
    assert!(house.ops().await.iter().all(|op| is_seen(&op.state)));
    assert_eq!((house.updates(), house.operations()), (1, vec!["createItem".to_owned(); 2]));
}
