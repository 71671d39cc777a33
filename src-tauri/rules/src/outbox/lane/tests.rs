//! What a lane does next, in every mixture of operations and states.

use chrono::DateTime;
use contract::{
    HeaderFields, LineChange, MovementKey, NewMovement, OperationKey, Pick, Question, Reason,
    StartFrom,
};
use uuid::Uuid;

use super::*;

const ALL: usize = 1_000;

fn op(body: Operation, state: OperationState) -> Op {
    let (key, movement) = (OperationKey(Uuid::from_u128(1)), MovementKey(Uuid::from_u128(2)));
    Op { state, ..Op::new(key, Some(movement), body, None, DateTime::UNIX_EPOCH) }
}

fn queued(body: Operation) -> Op {
    op(body, OperationState::Queued)
}

fn update(item: &str) -> Operation {
    let (product, sort_order) = (None, None);
    let update = LineChange::Update { item: item.into(), product, quantity: Some(1), sort_order };
    Operation::ChangeLine(update)
}

fn revert(item: &str) -> Operation {
    Operation::ChangeLine(LineChange::Revert { item: item.into() })
}

fn addition() -> Operation {
    let product = serde_json::from_str(r#"{"id":"p1"}"#).unwrap();
    let (sort_order, recipient) = (Some(100), None);
    Operation::ChangeLine(LineChange::Create { product, quantity: 1, sort_order, recipient })
}

fn pick(item: &str) -> Operation {
    let inventory_item = "lot".to_owned();
    let pick = Pick { id: None, inventory_item, bin_location: None, quantity: 1 };
    Operation::Pick { item: item.into(), picks: vec![pick] }
}

fn header() -> Operation {
    Operation::UpdateHeader(HeaderFields { name: Some("n".into()), ..HeaderFields::default() })
}

fn creation() -> Operation {
    Operation::CreateMovement(NewMovement {
        start: StartFrom::Empty,
        name: "n".into(),
        description: String::new(),
        origin: None,
        destination: None,
        date_requested: None,
        requested_by: None,
        lines: Vec::new(),
    })
}

/// A part of a merge.
fn merged(body: Operation) -> Op {
    Op { merge: Some(OperationKey(Uuid::from_u128(3))), ..queued(body) }
}

fn deletion(item: &str) -> Operation {
    Operation::ChangeLine(LineChange::Delete { item: item.into() })
}

fn stuck() -> OperationState {
    OperationState::Stuck(Reason::Gone.into())
}

/// Every state in which an operation waits for the user.
fn parked() -> [OperationState; 3] {
    [stuck(), OperationState::Conflict(Vec::new()), OperationState::Unknown(Question::Picked)]
}

fn step(ops: &[Op], limit: usize) -> Option<LaneStep> {
    next_step(&ops.iter().collect::<Vec<_>>(), limit)
}

#[test]
fn a_lane_of_which_all_waits_for_the_user_has_nothing_to_do() {
    assert_eq!(step(&[], ALL), None);
    for state in parked() {
        for body in [update("a"), addition(), header(), pick("a"), creation()] {
            assert_eq!(step(&[op(body, state.clone())], ALL), None, "{state:?}");
        }
    }
}

#[test]
fn changes_of_different_lines_travel_together_in_their_order() {
    let ops = [queued(update("a")), queued(revert("b")), queued(addition()), queued(addition())];
    assert_eq!(step(&ops, ALL), Some(LaneStep::Lines(vec![0, 1, 2, 3])));
}

#[test]
fn one_line_is_changed_once_in_a_request() {
    let ops = [queued(update("a")), queued(revert("a")), queued(update("b")), queued(revert("a"))];
    assert_eq!(step(&ops, ALL), Some(LaneStep::Lines(vec![0, 2])));
}

#[test]
fn a_request_holds_no_more_changes_than_the_limit_and_at_least_one() {
    let ops = [queued(update("a")), queued(update("b")), queued(update("c"))];
    assert_eq!(step(&ops, 2), Some(LaneStep::Lines(vec![0, 1])));
    assert_eq!(step(&ops, 1), Some(LaneStep::Lines(vec![0])));
    assert_eq!(step(&ops, 0), Some(LaneStep::Lines(vec![0])));
}

#[test]
fn a_parked_change_holds_back_only_what_builds_upon_it() {
    for state in parked() {
        let ops = [op(update("a"), state), queued(revert("a")), queued(update("b"))];
        assert_eq!(step(&ops, ALL), Some(LaneStep::Lines(vec![2])));
        let ops = [&ops[..2], &[queued(header())]].concat();
        assert_eq!(step(&ops, ALL), Some(LaneStep::Header(2)));
    }
}

#[test]
fn a_parked_addition_holds_nothing_back() {
    for state in parked() {
        let ops = [op(addition(), state), queued(addition()), queued(update("a"))];
        assert_eq!(step(&ops, ALL), Some(LaneStep::Lines(vec![1, 2])));
    }
}

#[test]
fn a_parked_change_of_fields_holds_back_later_ones_and_no_line() {
    for state in parked() {
        let ops = [op(header(), state), queued(header()), queued(update("a"))];
        assert_eq!(step(&ops, ALL), Some(LaneStep::Lines(vec![2])));
        assert_eq!(step(&ops[..2], ALL), None);
    }
}

#[test]
fn two_changes_of_a_line_travel_together_where_its_end_tells_of_both() {
    let reason = || "STOCKOUT".to_owned();
    let cancel = || LineChange::Cancel { item: "a".into(), reason_code: reason(), comments: None };
    let revise = || LineChange::Revise {
        item: "a".into(),
        quantity: 1,
        reason_code: reason(),
        comments: None,
    };
    let delete = || LineChange::Delete { item: "a".into() };
    let both = Some(LaneStep::Lines(vec![0, 1]));
    let first = Some(LaneStep::Lines(vec![0]));
    for (earlier, later, goes) in [
        (update("a"), cancel(), &both),
        (update("a"), revise(), &both),
        (
            revert("a"),
            LineChange::Update {
                item: "a".into(),
                product: None,
                quantity: Some(2),
                sort_order: None,
            },
            &both,
        ),
        (revert("a"), delete(), &first),
        (revert("a"), cancel(), &first),
        (update("a"), delete(), &first),
        (Operation::ChangeLine(cancel()), revise(), &first),
    ] {
        let later = Operation::ChangeLine(later);
        let ops = [queued(earlier.clone()), queued(later.clone())];
        assert_eq!(step(&ops, ALL), *goes, "{earlier:?} {later:?}");
        assert_eq!(step(&ops, 1), first, "each in a half of its own");
        let ops = [op(earlier, stuck()), queued(later)];
        assert_eq!(step(&ops, ALL), None, "it builds upon what waits for the user");
    }
    let ops = [queued(revert("a")), queued(update("a")), queued(Operation::ChangeLine(cancel()))];
    assert_eq!(step(&ops, ALL), both, "of three it would not tell");
}

#[test]
fn a_merge_travels_whole_whatever_else_a_request_may_hold() {
    let ops = [
        queued(update("a")),
        merged(update("b")),
        queued(update("c")),
        merged(deletion("d")),
        merged(deletion("e")),
    ];
    assert_eq!(step(&ops, ALL), Some(LaneStep::Lines(vec![0, 1, 2, 3, 4])));
    for limit in 1..4 {
        assert_eq!(step(&ops, limit), Some(LaneStep::Lines(vec![0])), "{limit} in a request");
    }
    assert_eq!(step(&ops, 4), Some(LaneStep::Lines(vec![0, 1, 3, 4])));
    for limit in 1..4 {
        let whole = Some(LaneStep::Lines(vec![0, 2, 3]));
        assert_eq!(step(&ops[1..], limit), whole, "alone it may be more than {limit}");
    }
}

#[test]
fn a_merge_waits_whole_for_a_part_that_waits_for_the_user_or_builds_upon_what_does() {
    for state in parked() {
        let part = Op { state: state.clone(), ..merged(deletion("b")) };
        let ops = [merged(update("a")), queued(update("c")), part, queued(revert("a"))];
        assert_eq!(step(&ops, ALL), Some(LaneStep::Lines(vec![1])), "{state:?}");
        let earlier = op(update("b"), state);
        let ops = [earlier, merged(update("a")), merged(deletion("b")), queued(update("c"))];
        assert_eq!(step(&ops, ALL), Some(LaneStep::Lines(vec![3])));
        assert_eq!(step(&ops[..3], ALL), None);
    }
}

#[test]
fn a_line_that_is_reverted_before_its_merge_deletes_it_is_reverted_alone() {
    let ops = [merged(revert("b")), merged(update("a")), merged(deletion("b"))];
    assert_eq!(step(&ops, ALL), Some(LaneStep::Lines(vec![0])));
    assert_eq!(step(&ops[1..], ALL), Some(LaneStep::Lines(vec![0, 1])));
    for state in parked() {
        let part = Op { state, ..merged(update("a")) };
        let ops = [merged(revert("b")), part, merged(deletion("b"))];
        assert_eq!(step(&ops, ALL), None, "it is reverted for nothing");
    }
}

#[test]
fn fields_and_picks_have_a_request_of_their_own_in_their_place() {
    let header_first = [queued(header()), queued(update("a"))];
    assert_eq!(step(&header_first, ALL), Some(LaneStep::Header(0)));
    let lines_first = [queued(update("a")), queued(header()), queued(update("b"))];
    assert_eq!(step(&lines_first, ALL), Some(LaneStep::Lines(vec![0])), "b is behind the fields");
    let pick_first = [queued(pick("a")), queued(update("b"))];
    assert_eq!(step(&pick_first, ALL), Some(LaneStep::Single(0)));
    let pick_between = [queued(update("b")), queued(pick("a")), queued(update("c"))];
    assert_eq!(step(&pick_between, ALL), Some(LaneStep::Lines(vec![0])));
}

#[test]
fn a_pick_builds_upon_the_changes_of_its_line() {
    let ops = [op(update("a"), stuck()), queued(pick("a")), queued(pick("b"))];
    assert_eq!(step(&ops, ALL), Some(LaneStep::Single(2)));
    let ops = [queued(update("a")), queued(pick("a")), queued(update("b"))];
    assert_eq!(step(&ops, ALL), Some(LaneStep::Lines(vec![0, 2])), "the pick waits, b need not");
}

#[test]
fn a_refused_pick_holds_nothing_back_and_one_that_may_have_been_done_does() {
    for later in [pick("a"), update("a")] {
        assert!(step(&[op(pick("a"), stuck()), queued(later.clone())], ALL).is_some());
        let lost = Reason::NoAnswer { endpoint: contract::Endpoint::Pick };
        for state in [OperationState::Unknown(Question::Picked), OperationState::Stuck(lost.into())]
        {
            assert_eq!(step(&[op(pick("a"), state), queued(later.clone())], ALL), None);
        }
    }
}

#[test]
fn nothing_new_is_sent_while_it_is_not_known_what_became_of_what_was_sent() {
    let unsure = |body| op(body, OperationState::Unsure);
    let ops = [queued(update("a")), unsure(update("b")), queued(header()), unsure(pick("c"))];
    assert_eq!(step(&ops, ALL), Some(LaneStep::Settle(vec![1, 3])));
    let ops = [unsure(creation()), queued(update("a"))];
    assert_eq!(step(&ops, ALL), Some(LaneStep::Settle(vec![0])));
    let ops = [queued(update("a")), op(update("b"), OperationState::Sending)];
    assert_eq!(step(&ops, ALL), None);
}

#[test]
fn everything_about_a_movement_waits_until_it_is_made() {
    let ops = [queued(creation()), queued(update("a")), queued(header())];
    assert_eq!(step(&ops, ALL), Some(LaneStep::Create(0)));
    for state in parked() {
        let ops = [op(creation(), state), queued(update("a")), queued(header())];
        assert_eq!(step(&ops, ALL), None);
    }
    assert_eq!(step(&ops[1..], ALL), Some(LaneStep::Lines(vec![0])), "it is made");
}

#[test]
fn a_category_goes_alone() {
    let category = Operation::CreateCategory { name: "n".into() };
    assert_eq!(step(&[queued(category)], ALL), Some(LaneStep::Single(0)));
}

/// What an operation is about, and one such.
type Kind = (&'static str, fn() -> Op);

/// All sequences of four operations about two lines and the fields, each queued or parked.
#[test]
fn in_every_mixture_only_what_is_free_goes_and_something_free_always_goes() {
    let kinds: [Kind; 8] = [
        ("a", || queued(update("a"))),
        ("a", || op(update("a"), stuck())),
        ("a", || queued(pick("a"))),
        ("b", || queued(revert("b"))),
        ("b", || op(revert("b"), stuck())),
        ("header", || queued(header())),
        ("header", || op(header(), stuck())),
        ("", || queued(addition())),
    ];
    for mixture in 0..kinds.len().pow(4) {
        let which: Vec<_> = (0..4).map(|n| (mixture >> (3 * n)) % kinds.len()).collect();
        let ops: Vec<_> = which.iter().map(|n| kinds[*n].1()).collect();
        let is_free = |at: usize| {
            let about = kinds[which[at]].0;
            let before = which[..at].iter().any(|n| !about.is_empty() && kinds[*n].0 == about);
            ops[at].state == OperationState::Queued && !before
        };
        let goes = match step(&ops, ALL) {
            None => Vec::new(),
            Some(LaneStep::Lines(which)) => which,
            Some(LaneStep::Header(at) | LaneStep::Single(at)) => vec![at],
            Some(other) => panic!("{other:?} of {which:?}"),
        };
        assert!(goes.iter().all(|at| is_free(*at)), "{goes:?} of {which:?}");
        assert_eq!(goes.first().copied(), (0..4).find(|at| is_free(*at)), "of {which:?}");
    }
}

/// Sends whatever may go, step by step, and answers which of the operations never went.
fn left_behind(mut ops: Vec<Op>) -> Vec<usize> {
    let mut left: Vec<usize> = (0..ops.len()).collect();
    loop {
        let goes = match step(&ops, ALL) {
            None => return left,
            Some(LaneStep::Lines(which) | LaneStep::Settle(which)) => which,
            Some(LaneStep::Header(at) | LaneStep::Single(at) | LaneStep::Create(at)) => vec![at],
        };
        for at in goes.into_iter().rev() {
            ops.remove(at);
            left.remove(at);
        }
    }
}

/// All sequences of four operations, one of which may make the movement or be looked for.
#[test]
fn in_every_mixture_just_what_goes_without_the_user_counts_as_moving() {
    let kinds: [fn() -> Op; 10] = [
        || op(pick("a"), stuck()),
        || queued(update("a")),
        || op(update("a"), stuck()),
        || op(update("a"), OperationState::Unsure),
        || queued(pick("a")),
        || queued(revert("b")),
        || queued(header()),
        || op(header(), OperationState::Conflict(Vec::new())),
        || queued(addition()),
        || op(creation(), stuck()),
    ];
    for mixture in 0..kinds.len().pow(4) {
        let which: Vec<_> = (0..4).map(|n| mixture / kinds.len().pow(n) % kinds.len()).collect();
        let ops: Vec<_> = which.iter().map(|n| kinds[*n]()).collect();
        let all: Vec<_> = ops.iter().collect();
        let moving: Vec<_> = moving(&all).into_iter().map(std::ptr::from_ref).collect();
        let stands = |at: &usize| !moving.contains(&std::ptr::from_ref(&ops[*at]));
        let standing: Vec<_> = (0..ops.len()).filter(stands).collect();
        assert_eq!(standing, left_behind(ops), "{which:?}");
    }
}

/// All sequences of four operations among which parts of one merge are, each once.
#[test]
fn in_every_mixture_a_merge_goes_whole_and_just_what_goes_without_the_user_counts_as_moving() {
    let kinds: [fn() -> Op; 8] = [
        || queued(update("a")),
        || op(update("b"), stuck()),
        || queued(header()),
        || merged(update("a")),
        || merged(revert("b")),
        || merged(deletion("b")),
        || merged(deletion("c")),
        || Op { state: stuck(), ..merged(deletion("d")) },
    ];
    let is_once = |which: &[usize]| {
        (3..kinds.len()).all(|part| which.iter().filter(|kind| **kind == part).count() <= 1)
    };
    for mixture in 0..kinds.len().pow(4) {
        let which: Vec<_> = (0..4).map(|n| mixture / kinds.len().pow(n) % kinds.len()).collect();
        if !is_once(&which) {
            continue;
        }
        let ops: Vec<_> = which.iter().map(|n| kinds[*n]()).collect();
        if let Some(LaneStep::Lines(goes)) = step(&ops, ALL) {
            let parts = (0..ops.len()).filter(|at| ops[*at].travels_with().is_some());
            let (there, left): (Vec<_>, Vec<_>) = parts.partition(|at| goes.contains(at));
            assert!(there.is_empty() || left.is_empty(), "{goes:?} of {which:?}");
        }
        let all: Vec<_> = ops.iter().collect();
        let moving: Vec<_> = moving(&all).into_iter().map(std::ptr::from_ref).collect();
        let stands = |at: &usize| !moving.contains(&std::ptr::from_ref(&ops[*at]));
        let standing: Vec<_> = (0..ops.len()).filter(stands).collect();
        assert_eq!(standing, left_behind(ops), "{which:?}");
    }
}

#[test]
fn what_is_on_its_way_moves_and_what_follows_it_too() {
    let ops = [op(update("a"), OperationState::Sending), queued(revert("a"))];
    assert_eq!(moving(&ops.iter().collect::<Vec<_>>()).len(), 2);
    let ops = [queued(creation()), queued(update("a"))];
    assert_eq!(moving(&ops.iter().collect::<Vec<_>>()).len(), 2);
}
