//! R-D4: killed between sending and the answer, an operation is settled by reading and never sent
//! blindly again. `stockhand-console` sends each of the thirteen writes; the proxy tells when the
//! request has come, and the console is killed: while its answer is held, while the service has not
//! had it and never will, or at any other moment.

use std::sync::Arc;
use std::time::Duration;

use practice::{Running, Service};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::asks::{KINDS, Kind};
use super::console::Console;
use super::desk::Desk;
use super::seat::{Seat, hurried, operations};
use crate::promise::{Amount, Counts, Violation, check};
use crate::proxy::{Fault, Rule};
use crate::random::Random;
use crate::run::until_done;

/// Users that work at once.
const SEATS: usize = 3;

/// When the console is killed.
#[derive(Clone, Copy, Debug)]
enum Moment {
    /// The service did it, and the answer is on its way.
    AnswerHeld,
    /// The service has not had it and never will.
    RequestLost,
    /// So long after it was asked for, whatever happened until then.
    After(Duration),
}

/// Kills each of the thirteen writes `count` times.
///
/// # Errors
/// If one was lost, done twice, or shown as something it is not.
pub fn run(amount: Amount) -> Result<Counts, Violation> {
    until_done(async {
        let service = Arc::new(Service::start(practice::Options::default()).await?);
        let mut tasks = JoinSet::new();
        for seat in 0..SEATS {
            let service = service.clone();
            tasks.spawn(async move { one_seat(&service, seat, amount).await });
        }
        let mut counts = Counts::of([("doubled", 0), ("lost", 0)]);
        while let Some(done) = tasks.join_next().await {
            counts.take_in(&done??);
        }
        Ok(counts)
    })
}

async fn one_seat(service: &Running, number: usize, amount: Amount) -> Result<Counts, Violation> {
    let desk = Desk::open(service).await?;
    // Long enough that a request the proxy still carries when its sender dies has arrived.
    let mut seat = Seat::take(service, number, hurried(250)).await?;
    let mut random = Random::new(amount.start).branch(seat.user);
    let mut counts = Counts::default();
    for round in 0..amount.count {
        for kind in KINDS.into_iter().skip(number).step_by(SEATS) {
            let moment = match (round + u64::try_from(number)?) % 3 {
                0 => Moment::AnswerHeld,
                1 => Moment::RequestLost,
                _ => Moment::After(Duration::from_millis(random.next() % 60)),
            };
            let mark = format!("{kind:?} {} {round}", amount.start);
            trial(service, &desk, &mut seat, kind, &mark, moment, &mut counts).await?;
        }
    }
    seat.backend.close().await;
    Ok(counts)
}

async fn trial(
    service: &Running,
    desk: &Desk,
    seat: &mut Seat,
    kind: Kind,
    mark: &str,
    moment: Moment,
    counts: &mut Counts,
) -> Result<(), Violation> {
    let target = desk.target(&format!("Killed: {mark}")).await?;
    let movement = seat.look_at(&target.id).await?.key;
    seat.backend.close().await;
    let mut console = Console::start(seat.data.path())?;
    console.sign_in(seat.proxy.base(), seat.user).await?;
    seat.proxy.forget();
    let rule = Rule::on("POST", &kind.path(&target)).nth(1);
    let fault = match moment {
        Moment::AnswerHeld => Fault::Hold,
        Moment::RequestLost => Fault::BlackHole,
        Moment::After(_) => Fault::None,
    };
    seat.proxy.plan(rule.does(fault));
    let asked = seat.proxy.exchanges().len();
    let mut number = 0;
    for (command, request) in kind.ask(&target, mark)?.as_lines(movement) {
        number = console.tell(command, &request).await?;
    }
    let limit = Duration::from_secs(60);
    let late = |_| Violation(format!("{mark}: the console never sent it"));
    match moment {
        Moment::AnswerHeld => timeout(limit, seat.proxy.holding(1)).await.map_err(late)?,
        Moment::RequestLost => timeout(limit, written(seat, asked)).await.map_err(late)?,
        Moment::After(time) => sleep(time).await,
    }
    let said = console.kill().await?;
    let kept = said.iter().any(|answer| answer["id"] == number && answer.get("reply").is_some());
    seat.proxy.release();
    seat.come_back().await?;
    after(service, seat, kind, (&target, mark), moment, kept, counts).await
}

/// Waits until a write has come to the proxy, after so many exchanges.
async fn written(seat: &Seat, after: usize) {
    let mut seen = after;
    while !seat.proxy.arrived(seen + 1).await[after..].iter().any(|one| one.method == "POST") {
        seen += 1;
    }
}

/// What became of it, once the product runs again.
async fn after(
    service: &Running,
    seat: &Seat,
    kind: Kind,
    (target, mark): (&super::desk::Target, &str),
    moment: Moment,
    kept: bool,
    counts: &mut Counts,
) -> Result<(), Violation> {
    let entries = || kind.entries(target, mark, seat.user, &service.effects());
    let waiting = seat.at_rest().await?;
    if let [row] = waiting.as_slice() {
        let asked = kind.may_stand_as(&row.state);
        check(asked, || format!("{mark}, {moment:?}: it stands as {:?}", row.state))?;
        check(entries() <= kind.once(), || format!("{mark}: done twice, and shown as unknown"))?;
        let answer = kind.answer(target, mark, seat.user, &service.effects());
        seat.answer(row.key, answer).await?;
        seat.at_rest().await?;
        counts.add("shown_unknown", 1);
    }
    let left = operations(&seat.backend, false).await?;
    check(left.is_empty(), || format!("{mark}, {moment:?}: not settled: {left:?}"))?;
    let found = entries();
    // Killed before it was kept, it was never promised.
    let never_kept = found == 0 && !kept && matches!(moment, Moment::After(_));
    check(found == kind.once() || never_kept, || {
        format!("{mark}, {moment:?}: {found} entries in the service's log, kept: {kept}")
    })?;
    counts.add("kills", 1);
    counts.add("killed_before_kept", u64::from(never_kept));
    Ok(())
}
