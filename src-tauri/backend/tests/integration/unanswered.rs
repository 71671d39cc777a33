//! A movement whose making was not answered: it is never sent again on a guess, and found again if
//! it is there.

use backend::Error;
use contract::*;
use practice::{Kind, sample};

use crate::house::{House, TODAY, day, rows};

const CREATE: &str = "/api/stockMovements";

async fn create(house: &House) -> Result<Written, Error> {
    let form = NewMovement {
        start: StartFrom::Empty,
        name: "Theatre block A, weekly".into(),
        description: String::new(),
        origin: Some(sample::CENTRAL_STORE.into()),
        destination: Some(sample::THEATRE_BLOCK_A.into()),
        date_requested: Some(day(TODAY)),
        requested_by: Some(sample::AMARA_OKAFOR.into()),
        lines: Vec::new(),
    };
    house.backend.create_movement(CreateMovement { key: Some(key()), form }).await
}

fn key() -> MovementKey {
    "01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f".parse().unwrap()
}

const NO_ANSWER: Result<Written, Error> = Err(Error::NoAnswer(Endpoint::CreateMovement));

#[tokio::test]
async fn a_lost_answer_is_said_and_the_list_shows_whether_it_was_done() {
    let house = House::signed_in().await;
    house.fault(Kind::DropAfter, "POST", CREATE);
    assert_eq!(create(&house).await, NO_ANSWER);
    let page = house.until(|| house.movements(), |page| page.freshness.as_of.is_some()).await;
    assert!(rows(&page).iter().any(|row| row.name == "Theatre block A, weekly"));
}

#[tokio::test]
async fn the_same_key_again_finds_what_was_made() {
    let mut house = House::signed_in().await;
    house.refresh(DataSet::Movements).await.unwrap();
    house.later(5);
    house.fault(Kind::DropAfter, "POST", CREATE);
    assert_eq!(create(&house).await, NO_ANSWER);
    house.restart().await;
    house.sign_in().await.unwrap();
    house.later(5);
    let written = create(&house).await.unwrap();
    assert!(matches!(written.state, WriteState::Sent { .. }), "{written:?}");
    assert_eq!(house.operations(), ["createMovement"]);
    let page = house.movements().await;
    let found: Vec<_> =
        rows(&page).into_iter().filter(|row| row.name == "Theatre block A, weekly").collect();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].key, key());
}

#[tokio::test]
async fn what_is_not_there_yet_may_still_arrive_and_is_sent_again_only_late() {
    let house = House::signed_in().await;
    house.refresh(DataSet::Movements).await.unwrap();
    house.fault(Kind::DropBefore, "POST", CREATE);
    assert_eq!(create(&house).await, NO_ANSWER);
    house.later(60);
    assert_eq!(create(&house).await, NO_ANSWER);
    assert_eq!(house.count(&format!("POST {CREATE}")), 1, "only looked for");
    house.later(60);
    create(&house).await.unwrap();
    assert_eq!(house.operations(), ["createMovement"]);
}

#[tokio::test]
async fn an_equal_movement_that_may_have_been_there_before_is_not_taken_for_it() {
    let house = House::signed_in().await;
    house.fault(Kind::DropAfter, "POST", CREATE);
    assert_eq!(create(&house).await, NO_ANSWER);
    assert_eq!(create(&house).await, NO_ANSWER, "no list from before tells what is new");
    house.later(600);
    assert_eq!(create(&house).await, NO_ANSWER, "and it does look as if it is there");
    assert_eq!(house.operations(), ["createMovement"]);
}

#[tokio::test]
async fn a_page_in_the_place_of_the_answer_leaves_it_in_doubt() {
    let house = House::signed_in().await;
    house.fault(
        Kind::Answer {
            status: 200,
            content_type: "text/html".into(),
            body: "<html>oops</html>".into(),
        },
        "POST",
        CREATE,
    );
    assert_eq!(create(&house).await, NO_ANSWER);
    assert!(house.session().await.signed_in);
}

#[tokio::test]
async fn a_list_that_cannot_be_read_settles_nothing() {
    let house = House::signed_in().await;
    house.refresh(DataSet::Movements).await.unwrap();
    house.fault(Kind::DropBefore, "POST", CREATE);
    assert_eq!(create(&house).await, NO_ANSWER);
    // The list is read behind once more, by two pages as before.
    house.received("GET /api/stockMovements?max=100", 4).await;
    house.until(|| house.movements(), |page| page.freshness.reading.is_none()).await;
    house.later(600);
    house.refuse(500, "GET", CREATE);
    assert_eq!(create(&house).await, NO_ANSWER);
    house.service.faults().expire_sessions();
    assert_eq!(create(&house).await, Err(Error::SignedOut));
    assert_eq!(house.count(&format!("POST {CREATE}")), 1);
}
