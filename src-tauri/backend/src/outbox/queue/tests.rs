//! Which lanes go when, on a clock moved by hand.

use chrono::{DateTime, TimeDelta};
use contract::{HeaderFields, Held, NewMovement, Operation, Question, Reason, StartFrom};
use tokio::time::advance;
use uuid::Uuid;

use super::*;

const HOUR: Duration = Duration::from_secs(3_600);

fn outbox() -> Outbox {
    Outbox::new(Pace { first_pause: HOUR, longest_pause: HOUR, ..Pace::default() })
}

fn failure() -> Failure {
    Reason::Refused { status: 500 }.into()
}

/// The n-th operation, about a movement of this number.
fn op(row: i64, movement: u128, body: Operation) -> Op {
    let key = OperationKey(Uuid::from_u128(u128::try_from(row).unwrap()));
    let movement = MovementKey(Uuid::from_u128(movement));
    Op { row, ..Op::new(key, Some(movement), body, None, DateTime::UNIX_EPOCH) }
}

fn header(name: &str) -> Operation {
    Operation::UpdateHeader(HeaderFields { name: Some(name.into()), ..HeaderFields::default() })
}

fn deletion(item: &str) -> Operation {
    Operation::ChangeLine(LineChange::Delete { item: item.into() })
}

fn creation(name: &str) -> Operation {
    Operation::CreateMovement(NewMovement {
        start: StartFrom::Empty,
        name: name.into(),
        description: name.into(),
        origin: Some("l1".into()),
        destination: Some("l2".into()),
        date_requested: None,
        requested_by: Some("u1".into()),
        lines: Vec::new(),
    })
}

fn begun(outbox: &Outbox) -> Vec<i64> {
    let (works, _) = outbox.begin(2);
    works.iter().map(|work| work.ops[0].row).collect()
}

fn to(outbox: &Outbox, row: i64, state: OperationState) {
    let key = OperationKey(Uuid::from_u128(u128::try_from(row).unwrap()));
    let changed = outbox.change(&[key], |op| {
        op.state = state.clone();
        true
    });
    assert_eq!(changed.len(), 1);
}

fn sent(id: Option<&str>) -> OperationState {
    OperationState::Sent { at: DateTime::UNIX_EPOCH, id: id.map(Into::into), seen: false }
}

#[tokio::test(start_paused = true)]
async fn two_lanes_go_at_once_the_oldest_first_and_each_by_itself() {
    let outbox = outbox();
    outbox.put([
        op(1, 1, header("a")),
        op(2, 1, header("b")),
        op(3, 2, header("c")),
        op(4, 3, header("d")),
    ]);
    assert_eq!(begun(&outbox), [1, 3]);
    assert_eq!(begun(&outbox), [0; 0], "two are busy");
    outbox.leave(Lane::Movement(MovementKey(Uuid::from_u128(2))));
    assert_eq!(begun(&outbox), [3], "it is still to be done");
    to(&outbox, 3, sent(None));
    outbox.leave(Lane::Movement(MovementKey(Uuid::from_u128(2))));
    assert_eq!(begun(&outbox), [4]);
}

#[tokio::test(start_paused = true)]
async fn creations_that_could_not_be_told_apart_go_one_after_another() {
    let outbox = outbox();
    outbox.put([op(1, 1, creation("a")), op(2, 2, creation("a")), op(3, 3, creation("b"))]);
    assert_eq!(begun(&outbox), [1, 3], "the twin waits, the other need not");
    let lane = |movement| Lane::Movement(MovementKey(Uuid::from_u128(movement)));
    to(&outbox, 3, sent(Some("m3")));
    outbox.leave(lane(3));
    assert_eq!(begun(&outbox), [0; 0]);
    to(&outbox, 1, OperationState::Unsure);
    outbox.leave(lane(1));
    assert_eq!(begun(&outbox), [1], "it is looked for, and the twin still waits");
    to(&outbox, 1, sent(Some("m1")));
    outbox.leave(lane(1));
    assert_eq!(begun(&outbox), [2]);
}

#[tokio::test(start_paused = true)]
async fn a_twin_that_waits_for_the_user_holds_no_other_back() {
    let outbox = outbox();
    outbox.put([op(1, 1, creation("a")), op(2, 2, creation("a"))]);
    to(&outbox, 1, OperationState::Stuck(failure()));
    assert_eq!(begun(&outbox), [2]);
}

#[tokio::test(start_paused = true)]
async fn after_an_outage_one_request_finds_out_whether_the_service_is_back() {
    let outbox = outbox();
    outbox.put([op(1, 1, header("a")), op(2, 2, header("b"))]);
    outbox.hold(failure());
    assert!(outbox.is_held());
    let (works, later) = outbox.begin(2);
    assert!(works.is_empty() && later.is_some_and(|later| later > Instant::now()));
    advance(HOUR).await;
    assert_eq!(begun(&outbox), [1]);
    assert_eq!(begun(&outbox), [0; 0], "one is enough");
    outbox.went_well(Lane::Movement(MovementKey(Uuid::from_u128(1))));
    assert_eq!(begun(&outbox), [2]);
    assert!(!outbox.is_held());
}

#[tokio::test(start_paused = true)]
async fn nobody_waits_any_longer_once_the_service_is_back() {
    let outbox = outbox();
    outbox.put([op(1, 1, header("a")), op(2, 2, header("b"))]);
    outbox.pause_lane(Lane::Movement(MovementKey(Uuid::from_u128(1))), failure());
    outbox.hold(failure());
    outbox.release();
    assert_eq!(begun(&outbox), [1, 2]);
}

#[tokio::test(start_paused = true)]
async fn a_lane_that_pauses_holds_no_other_back() {
    let outbox = outbox();
    outbox.put([op(1, 1, header("a")), op(2, 2, header("b"))]);
    let lane = Lane::Movement(MovementKey(Uuid::from_u128(1)));
    outbox.pause_lane(lane, failure());
    let (works, later) = outbox.begin(2);
    assert_eq!(works.len(), 1);
    assert_eq!(works[0].ops[0].row, 2);
    assert!(later.is_some(), "the other is due later");
    advance(HOUR).await;
    assert_eq!(begun(&outbox), [1]);
}

#[tokio::test(start_paused = true)]
async fn a_limit_holds_through_a_pause_until_it_is_taken_back() {
    let outbox = outbox();
    outbox.put([op(1, 1, deletion("a")), op(2, 1, deletion("b")), op(3, 1, deletion("c"))]);
    let lane = Lane::Movement(MovementKey(Uuid::from_u128(1)));
    let step = || {
        let step = outbox.begin(2).0.pop().map(|work| work.step);
        outbox.leave(lane);
        step
    };
    outbox.suspect(lane, Some(Suspected(vec![1, 2, 3])), failure());
    assert_eq!(step(), Some(LaneStep::Lines(vec![0, 1])));
    outbox.pause_lane(lane, failure());
    outbox.went_well(lane);
    assert_eq!(step(), Some(LaneStep::Lines(vec![0, 1])));
    outbox.suspect(lane, None, failure());
    assert_eq!(step(), Some(LaneStep::Lines(vec![0, 1, 2])));
}

/// Looks for bad ones among changes that were refused together, and answers how many requests that
/// took and which were found.
fn search(all: i64, bad: &[i64]) -> (usize, Vec<i64>) {
    let outbox = outbox();
    outbox.put((1..=all).map(|row| op(row, 1, deletion(&row.to_string()))));
    let lane = Lane::Movement(MovementKey(Uuid::from_u128(1)));
    let (mut requests, mut found) = (0, Vec::new());
    while let Some(work) = outbox.begin(2).0.pop() {
        let LaneStep::Lines(which) = work.step else { panic!("{:?}", work.step) };
        let rows: Vec<_> = which.iter().map(|at| work.ops[*at].row).collect();
        requests += 1;
        match (rows.iter().any(|row| bad.contains(row)), &rows[..]) {
            (true, [one]) => {
                outbox.suspect(lane, None, failure());
                to(&outbox, *one, OperationState::Stuck(failure()));
                found.push(*one);
            }
            (true, _) => outbox.suspect(lane, Some(Suspected(rows)), failure()),
            (false, _) => rows.iter().for_each(|row| to(&outbox, *row, sent(None))),
        }
        outbox.leave(lane);
    }
    (requests, found)
}

#[tokio::test(start_paused = true)]
async fn the_one_bad_change_of_many_is_found_wherever_it_stands_in_as_many_requests_as_it_has_bits()
{
    for all in [2, 3, 16, 200] {
        let bits = (all as u64).next_power_of_two().trailing_zeros() as usize;
        for bad in 1..=all {
            let (requests, found) = search(all, &[bad]);
            assert_eq!(found, [bad], "of {all}");
            assert!(requests <= 1 + bits + 2, "{requests} requests for {bad} of {all}");
        }
    }
}

#[tokio::test(start_paused = true)]
async fn several_bad_changes_are_all_found_and_no_other() {
    for bad in [[1, 2, 3], [7, 50, 100], [98, 99, 100]] {
        let (requests, found) = search(100, &bad);
        assert_eq!(found, bad);
        assert!(requests <= 3 * (1 + 7 + 2), "{requests} requests for {bad:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_limit_ends_with_the_changes_it_was_for() {
    let outbox = outbox();
    outbox.put([op(1, 1, deletion("a")), op(2, 1, deletion("b"))]);
    let lane = Lane::Movement(MovementKey(Uuid::from_u128(1)));
    outbox.suspect(lane, Some(Suspected(vec![1, 2])), failure());
    for row in [1, 2] {
        assert_eq!(begun(&outbox).len(), 1);
        to(&outbox, row, sent(None));
        outbox.leave(lane);
    }
    outbox.put([op(3, 1, deletion("c")), op(4, 1, deletion("d"))]);
    let step = outbox.begin(2).0.pop().map(|work| work.step);
    assert_eq!(step, Some(LaneStep::Lines(vec![0, 1])));
}

#[tokio::test(start_paused = true)]
async fn while_the_user_holds_all_back_nothing_begins() {
    let outbox = outbox();
    outbox.put([op(1, 1, header("a"))]);
    outbox.set_paused(true);
    let (works, later) = outbox.begin(2);
    assert!(works.is_empty() && later.is_none() && outbox.is_held());
    assert_eq!(outbox.shown(None, DateTime::UNIX_EPOCH).held, Some(Held::Paused));
    outbox.set_paused(false);
    assert_eq!(begun(&outbox), [1]);
}

#[tokio::test(start_paused = true)]
async fn what_was_being_sent_when_the_program_ended_is_looked_for_first() {
    let outbox = outbox();
    let sending = Op { state: OperationState::Sending, ..op(1, 1, header("a")) };
    let waiting = op(2, 1, header("b"));
    outbox.restore(StoredQueue { ops: vec![sending, waiting], ..StoredQueue::default() });
    let (works, _) = outbox.begin(2);
    assert_eq!(works[0].step, LaneStep::Settle(vec![0]));
    assert_eq!(outbox.all()[0].state, OperationState::Unsure);
}

#[tokio::test(start_paused = true)]
async fn what_was_looked_for_in_vain_is_looked_for_later_and_its_age_is_that_of_the_request() {
    let pace = Pace { absence_settles: HOUR, ..Pace::default() };
    let outbox = Outbox::new(pace);
    outbox.put([Op { state: OperationState::Unsure, ..op(1, 1, header("a")) }]);
    let key = OperationKey(Uuid::from_u128(1));
    assert_eq!(begun(&outbox), [1], "at once the first time");
    outbox.leave(Lane::Movement(MovementKey(Uuid::from_u128(1))));
    outbox.look_later(&[key]);
    let (works, later) = outbox.begin(2);
    assert!(works.is_empty());
    assert_eq!(later.unwrap() - Instant::now(), pace.first_pause);
    advance(pace.first_pause).await;
    assert_eq!(begun(&outbox), [1]);
    assert_eq!(outbox.unsure_for(key), pace.first_pause);
    to(&outbox, 1, OperationState::Queued);
    assert_eq!(outbox.unsure_for(key), Duration::ZERO);
}

#[tokio::test(start_paused = true)]
async fn what_has_ended_leaves_and_a_line_that_was_added_is_remembered() {
    let outbox = outbox();
    let product = serde_json::from_str(r#"{"id":"p1"}"#).unwrap();
    let add = LineChange::Create { product, quantity: 1, sort_order: None, recipient: None };
    outbox.put([op(1, 1, Operation::ChangeLine(add)), op(2, 1, deletion("a"))]);
    to(&outbox, 1, sent(Some("i9")));
    to(&outbox, 2, OperationState::Dropped { at: DateTime::UNIX_EPOCH });
    let movement = MovementKey(Uuid::from_u128(1));
    assert!(outbox.all().is_empty() && outbox.of_movement(movement).is_empty());
    assert_eq!(outbox.lines_added(Some(movement)), ["i9".into()]);
    assert_eq!(outbox.lines_added(None), []);
}

#[tokio::test(start_paused = true)]
async fn the_glance_counts_what_goes_by_itself_apart_from_what_waits_for_the_user() {
    let outbox = outbox();
    let states = [
        OperationState::Queued,
        OperationState::Sending,
        OperationState::Unsure,
        OperationState::Stuck(failure()),
        OperationState::Conflict(Vec::new()),
        OperationState::Unknown(Question::Picked),
    ];
    for (row, state) in (1..).zip(states) {
        outbox.put([Op { state, ..op(row, 1, header("a")) }]);
    }
    let shown = outbox.shown(Some(Held::Offline), DateTime::UNIX_EPOCH);
    assert_eq!((shown.waiting, shown.sending, shown.unsure, shown.attention), (3, 1, 1, 3));
    assert_eq!((shown.held, shown.next_try, shown.failure), (Some(Held::Offline), None, None));
    assert_eq!(shown.oldest, Some(DateTime::UNIX_EPOCH));
    outbox.hold(failure());
    let shown = outbox.shown(None, DateTime::UNIX_EPOCH);
    assert!(shown.next_try.is_some_and(|at| at > DateTime::UNIX_EPOCH));
    assert_eq!(shown.failure, Some(failure()));
}

#[tokio::test(start_paused = true)]
async fn what_the_service_was_too_busy_for_tells_when_it_goes_again() {
    let outbox = outbox();
    outbox.put([Op { state: OperationState::Busy, ..op(1, 1, header("a")) }]);
    let glance = || outbox.shown(None, DateTime::UNIX_EPOCH);
    assert_eq!((glance().waiting, glance().unsure, glance().attention), (1, 1, 0));
    assert_eq!(glance().failure, Some(Reason::Busy.into()));
    let settles = TimeDelta::from_std(outbox.pace.absence_settles).unwrap();
    assert_eq!(glance().next_try, Some(DateTime::UNIX_EPOCH + settles));
    let longer = outbox.pace.absence_settles * 2;
    outbox.wait_at_least(longer);
    let longer = TimeDelta::from_std(longer).unwrap();
    assert_eq!(glance().next_try, Some(DateTime::UNIX_EPOCH + longer), "it asks for more");
    outbox.put([Op { state: OperationState::Unsure, ..op(1, 1, header("a")) }]);
    assert_eq!((glance().next_try, glance().failure), (None, None));
}

#[tokio::test(start_paused = true)]
async fn a_pause_the_service_asks_for_is_kept_whatever_is_heard_meanwhile() {
    let outbox = outbox();
    outbox.put([op(1, 1, header("a"))]);
    outbox.wait_at_least(Duration::from_secs(60));
    outbox.wait_at_least(Duration::from_secs(5));
    outbox.release();
    advance(Duration::from_secs(59)).await;
    assert_eq!(begun(&outbox), Vec::<i64>::new());
    assert!(outbox.begin(2).1.is_some(), "it knows when to go on");
    advance(Duration::from_secs(2)).await;
    assert_eq!(begun(&outbox), [1]);
}
