use super::*;

const MOVEMENT: &str = "/api/stockMovements/m1";

fn exchange(method: &str, number: u64, status: u16, at: Instant) -> Exchange {
    let pieces = PIECES + number;
    Exchange {
        method: method.into(),
        path: MOVEMENT.into(),
        request: format!("{method} {MOVEMENT}\r\n\r\n{{\"quantityRequested\":{pieces}}}").into(),
        delivered: 1,
        whole: true,
        status: Some(status),
        answer: 1,
        returned: 1,
        arrived: at,
        handed_on: Some(at),
        ended: Some(at),
    }
}

fn field(user: usize, number: u64) -> Trace {
    let target = "m1/i1".into();
    Trace { user, number: Some(number), what: What::Field, target, could_see: false }
}

/// User 0 replaces what user 1 wrote after so many steps; the readings that user 0's request was made of
/// began after one and two.
fn could_see(done: u32) -> bool {
    let began = Instant::now();
    let steps = |steps: u32| DOING * 2 * steps;
    let mut story = Story {
        traces: vec![field(1, 4), field(0, 1)],
        done: vec![began + steps(done), began + steps(4)],
        ..Story::default()
    };
    let ours = [
        exchange("GET", 0, 200, began + steps(1)),
        exchange("GET", 0, 200, began + steps(2)),
        exchange("POST", 1, 200, began + steps(3)),
    ];
    story.exchanges.insert(0, ours.to_vec());
    story.look();
    story.traces[1].could_see
}

#[test]
fn what_was_done_before_the_readings_could_be_seen() {
    assert!(could_see(0));
}

#[test]
fn what_was_done_between_or_after_the_readings_could_not() {
    assert!(!could_see(2));
    assert!(!could_see(3));
}

#[test]
fn an_effect_was_done_when_the_log_says() {
    let effect = |at: &str| Effect {
        seq: 1,
        at: at.into(),
        user: "u".into(),
        operation: "updateHeader".into(),
        movement: None,
        item: None,
        detail: serde_json::Value::Null,
    };
    let now = Clock::system().now();
    let stamp = (now - chrono::TimeDelta::milliseconds(1_500)).to_rfc3339();
    let ago = moment_of(&effect(&stamp)).map(|at| at.elapsed().as_millis()).unwrap_or_default();
    assert!((1_500..60_000).contains(&ago), "{ago}");
    assert!(moment_of(&effect("yesterday")).is_err());
}
