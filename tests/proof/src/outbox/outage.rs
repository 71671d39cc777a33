//! R-N10: after an outage the service is not run over. Five hundred changes queue while it is away;
//! when it is back, at most two requests are under way at once, and each change is made once. In a
//! long run a thousand clients that lost it together are counted on the pure pauses, second by second.

use std::time::Duration;

use backend::Pace;
use contract::LineChange;
use practice::Service;

use super::desk::Desk;
use super::lines;
use super::seat::{Seat, hurried};
use crate::promise::{Amount, Counts, Violation, check};
use crate::proxy::{Fault, Rule};
use crate::random::Random;
use crate::run::until_done;

/// Movements that are worked on, and lines of each.
const MOVEMENTS: u32 = 20;
const LINES: u32 = 25;

/// Requests at once, whatever happens.
const IN_FLIGHT: usize = 2;

/// Requests in the first minute after an outage.
const FIRST_MINUTE: u64 = 120;

/// Clients of a large service.
const CLIENTS: u64 = 1_000;

/// Of so many clients, no more than these come back in one second.
const IN_A_SECOND: u64 = CLIENTS / 10;

/// One outage; in a long run the simulation too.
///
/// # Errors
/// If more were under way, or a change was lost or doubled.
pub fn run(amount: Amount) -> Result<Counts, Violation> {
    let mut counts = until_done(outage())?;
    simulated(amount, &mut counts)?;
    Ok(counts)
}

async fn outage() -> Result<Counts, Violation> {
    let service = Service::start(practice::Options::default()).await?;
    let desk = Desk::open(&service).await?;
    let seat = Seat::take(&service, 0, hurried(40)).await?;
    let mut movements = Vec::new();
    for number in 0..MOVEMENTS {
        let (id, lines) = desk.with_lines(&format!("Outage {number}"), LINES).await?;
        movements.push((seat.look_at(&id).await?.key, lines));
    }
    seat.proxy.plan(Rule::on("*", "*").does(Fault::ResetRequest));
    for (movement, lines) in movements {
        let changes = lines.iter().map(|line| {
            let (item, reason_code) = (line.id.clone(), "STOCKOUT".to_owned());
            LineChange::Revise { item, quantity: 5, reason_code, comments: None }
        });
        lines::change(&seat.backend, movement, changes.collect()).await?;
    }
    // Away until it was asked for in vain a few times.
    let before = seat.proxy.exchanges().len();
    seat.proxy.arrived(before + 5).await;
    seat.proxy.forget();
    let back = seat.proxy.exchanges().len();
    let left = seat.at_rest().await?;
    check(left.is_empty(), || format!("after the outage these wait: {left:?}"))?;
    let requests = u64::try_from(seat.proxy.exchanges().len() - back)?;
    let peak = seat.proxy.peak();
    let queued = MOVEMENTS * LINES;
    let log = service.effects();
    let done = log.iter().filter(|effect| effect.operation == "reviseItem").count();
    check(done == usize::try_from(queued)?, || format!("{queued} were queued, {done} done"))?;
    check(peak <= IN_FLIGHT, || format!("{peak} requests were under way at once"))?;
    check(requests <= FIRST_MINUTE, || format!("{requests} requests after the outage"))?;
    seat.backend.close().await;
    Ok(Counts::of([
        ("queued", u64::from(queued)),
        ("peak_in_flight", u64::try_from(peak)?),
        ("requests_after", requests),
    ]))
}

/// A thousand clients whose service is away for an hour: who asks when, by the product's own pauses.
fn simulated(amount: Amount, counts: &mut Counts) -> Result<(), Violation> {
    let clients = if amount.long { CLIENTS } else { CLIENTS / 10 };
    let (away, minute) = (Duration::from_secs(3_600), Duration::from_secs(60));
    let pace = Pace::default();
    let mut seconds = [0_u64; 60];
    for client in 0..clients {
        let mut random = Random::new(amount.start).branch(&format!("client {client}"));
        let (mut now, mut failures, mut of_this_one) = (Duration::ZERO, 0, 0);
        loop {
            failures += 1;
            now += pace.pause(failures, random.next() as f64 / u64::MAX as f64);
            if now >= away {
                break;
            }
            of_this_one += u64::from(now < minute);
        }
        check(of_this_one <= FIRST_MINUTE, || {
            format!("client {client} asked {of_this_one} times in the first minute of an outage")
        })?;
        // Its first request after the outage; what follows is bounded by what is in flight.
        if let Some(second) = seconds.get_mut(usize::try_from((now - away).as_secs())?) {
            *second += 1;
        }
    }
    let peak = seconds.iter().max().copied().unwrap_or_default();
    check(peak <= IN_A_SECOND.max(clients / 10), || {
        format!("{peak} of {clients} clients come back in one second")
    })?;
    counts.peak("peak_simulated_in_a_second", peak);
    counts.add("simulated_clients", clients);
    Ok(())
}
