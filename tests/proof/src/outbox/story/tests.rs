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

/// User 0 replaces what user 1 wrote with `status` before the reading that the replacing was made of.
fn could_see(status: u16) -> bool {
    let began = Instant::now();
    let after = |steps: u32| began + DOING * 2 * steps;
    let mut story = Story { traces: vec![field(1, 4), field(0, 1)], ..Story::default() };
    let theirs = [exchange("POST", 4, status, began), exchange("POST", 4, 200, after(3))];
    let ours = [
        exchange("GET", 0, 200, after(1)),
        exchange("GET", 0, 200, after(2)),
        exchange("POST", 1, 200, after(3)),
    ];
    story.exchanges.insert(1, theirs.to_vec());
    story.exchanges.insert(0, ours.to_vec());
    story.look();
    story.traces[1].could_see
}

#[test]
fn what_was_written_before_the_reading_could_be_seen() {
    assert!(could_see(200));
}

#[test]
fn what_the_service_refused_was_not_there_to_be_seen() {
    assert!(!could_see(401));
}
