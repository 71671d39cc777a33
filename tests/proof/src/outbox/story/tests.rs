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

fn named(number: u64, at: Instant) -> Exchange {
    let request = format!("POST {MOVEMENT}\r\n\r\n{{\"name\":\"N{number}N\"}}").into();
    Exchange { request, ..exchange("POST", number, 200, at) }
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

/// User 1's name, replaced by one of user 0's, comes back with lines that user 1 changed; then user 0
/// writes once more. `again`: the name comes back before user 0 reads.
fn could_see_what_came_back(again: bool) -> bool {
    let began = Instant::now();
    let after = |steps: u32| began + DOING * 2 * steps;
    let name = |trace: Trace| Trace { target: "m1/name".into(), ..trace };
    let traces = [field(1, 4), field(0, 1), field(1, 4), field(0, 2)].map(name).to_vec();
    let mut story = Story { traces, ..Story::default() };
    let back = after(if again { 4 } else { 8 });
    let ours = [
        exchange("GET", 0, 200, after(1)),
        exchange("GET", 0, 200, after(2)),
        named(1, after(3)),
        exchange("GET", 0, 200, after(6)),
        exchange("GET", 0, 200, after(7)),
        named(2, after(9)),
    ];
    story.exchanges.insert(1, vec![named(4, began), named(4, back)]);
    story.exchanges.insert(0, ours.to_vec());
    story.look();
    assert!(story.traces[1].could_see, "the first was read before it was replaced");
    story.traces[3].could_see
}

#[test]
fn a_value_that_came_back_could_be_seen_from_then_on_only() {
    assert!(could_see_what_came_back(true));
    assert!(!could_see_what_came_back(false));
}
