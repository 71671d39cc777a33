//! The nemesis of the mixed histories: what breaks next, chosen from the history's own random numbers.
//! Deliberately absent: what nobody can promise. A request never arrives later than the outbox waits
//! before it believes an absence.

use std::time::Duration;

use crate::proxy::{Fault, Proxy, Rule, When};
use crate::random::Random;
use crate::responder::answer;

/// No request arrives so much later than it was given up.
pub const LATEST: u64 = 60;

/// Breaks one of the next exchanges of a user.
pub fn strike(proxy: &Proxy, random: &mut Random) {
    let path = *random.pick(&["/api/stockMovement*", "/api/stockMovement*", "/api/categories"]);
    let method = *random.pick(&["POST", "POST", "POST", "GET"]);
    let rule = Rule::on(method, path).nth(1);
    let short = Duration::from_millis(1 + random.next() % 30);
    let late = Duration::from_millis(1 + random.next() % LATEST);
    proxy.plan(match random.below(11) {
        0 => rule.does(Fault::CutAnswer(random.below(600))),
        1 => rule.does(Fault::ResetAnswer(random.below(600))),
        // The whole request at times, which is a lost answer.
        2 => rule.does(Fault::CutRequest(random.below(1_200))),
        3 => rule.does(Fault::ResetRequest),
        4 | 5 if method == "POST" => rule.does(Fault::Late(When::After(late))),
        6 => rule.delay_answer(short),
        7 => rule.delay_request(short),
        // Behind a gateway the request may have been served or not.
        8 => rule.does(Fault::Swap(answer("502 Bad Gateway", "", b"Bad gateway"))),
        9 => rule.does(Fault::status("503 Service Unavailable")),
        10 => rule.does(Fault::signed_out("fresh")),
        _ => rule.does(Fault::CutAnswer(0)),
    });
}

/// Takes the service away from a user, or gives it back.
pub fn outage(proxy: &Proxy, away: bool) {
    proxy.forget();
    if away {
        proxy.plan(Rule::on("*", "*").does(Fault::ResetRequest));
    }
}
