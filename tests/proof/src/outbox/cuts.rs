//! R-D5: a request or an answer cut at any byte has exactly one effect, or is shown as unknown. Each
//! of the thirteen writes is cut after every 29th byte, in both directions; which 29th follows from
//! the random start, so that 29 starts in a row are every byte.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use contract::{Instruction, OperationRow, OperationState, Question};
use practice::{Effect, Running, Service};
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::asks::{Ask, KINDS, Kind};
use super::desk::{Desk, Target};
use super::lines;
use super::seat::{Seat, hurried, operations};
use crate::promise::{Amount, Counts, Violation, check};
use crate::proxy::{Fault, Rule, When};
use crate::run::until_done;

/// Bytes between one cut and the next.
const STEP: usize = 29;

/// Users that work at once.
const SEATS: usize = 6;

/// Cuts every write once after each byte of `count` of the 29 remainders.
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
        counts.take_in(&late(&service).await?);
        counts.take_in(&twins(&service).await?);
        counts.take_in(&changed_since(&service).await?);
        Ok(counts)
    })
}

/// Runs one part of it alone, before a service of its own.
///
/// # Errors
/// If one was lost, done twice, or shown as something it is not.
pub fn part(
    run: impl AsyncFnOnce(&Running) -> Result<Counts, Violation>,
) -> Result<Counts, Violation> {
    until_done(async {
        let service = Service::start(practice::Options::default()).await?;
        run(&service).await
    })
}

/// Every write once, its answer lost from the first byte on.
///
/// # Errors
/// As [`run`].
pub async fn lost(service: &Running) -> Result<Counts, Violation> {
    let desk = Desk::open(service).await?;
    let seat = Seat::take(service, SEATS, hurried(40)).await?;
    let mut counts = Counts::default();
    for kind in KINDS {
        let mark = format!("{kind:?} lost");
        trial(service, &desk, &seat, kind, &mark, Fault::CutAnswer(0), &mut counts).await?;
    }
    Ok(counts)
}

/// Every write once, which arrives long after it was given up, and before an absence is believed.
///
/// # Errors
/// As [`run`].
pub async fn late(service: &Running) -> Result<Counts, Violation> {
    let desk = Desk::open(service).await?;
    let seat = Seat::take(service, SEATS + 1, hurried(1_500)).await?;
    let mut counts = Counts::default();
    for kind in KINDS.into_iter().filter(|kind| !kind.may_be_unknown()) {
        let mark = format!("{kind:?} late");
        let late = Fault::Late(When::After(Duration::from_millis(120)));
        let before = seat.proxy.exchanges().len();
        let target = trial(service, &desk, &seat, kind, &mark, late, &mut counts).await?;
        // Whatever was done until then: once it has arrived, it is there once.
        let arrived = || {
            let exchanges = seat.proxy.exchanges();
            exchanges.iter().skip(before).all(|one| one.method == "GET" || one.status.is_some())
        };
        while !arrived() {
            sleep(Duration::from_millis(5)).await;
        }
        let found = kind.entries(&target, &mark, seat.user, &service.effects());
        check(found == kind.once(), || format!("{mark}: done {found} times in the end"))?;
    }
    Ok(Counts::of([("late", counts.0["cuts"])]))
}

/// Three equal lines asked for at once, the answer lost: each is found again, in a place of its own.
///
/// # Errors
/// If two of them have one place, or are taken for one another.
pub async fn twins(service: &Running) -> Result<Counts, Violation> {
    let desk = Desk::open(service).await?;
    let seat = Seat::take(service, SEATS + 2, hurried(40)).await?;
    let target = desk.target("Twins").await?;
    let movement = seat.look_at(&target.id).await?.key;
    let path = Kind::CreateLine.path(&target);
    seat.proxy.plan(Rule::on("POST", &path).nth(1).does(Fault::CutAnswer(0)));
    let Ask::Lines(one) = Kind::CreateLine.ask(&target, "Twins")? else {
        return Err(Violation("a line is no line".into()));
    };
    lines::change(&seat.backend, movement, vec![one[0].clone(); 3]).await?;
    let left = seat.at_rest().await?;
    check(left.is_empty(), || format!("of three equal lines these wait: {left:?}"))?;
    let log = service.effects();
    let made =
        log.iter().filter(|effect| effect.operation == "createItem" && effect.user == seat.user);
    let places: Vec<_> = made.map(|effect| effect.detail["sortOrder"].to_string()).collect();
    let of_their_own: BTreeSet<_> = places.iter().collect();
    check(places.len() == 3 && of_their_own.len() == 3, || {
        format!("three equal lines have the places {places:?}")
    })?;
    let ids: BTreeSet<_> = operations(&seat.backend, true)
        .await?
        .into_iter()
        .filter_map(|row| match row.state {
            OperationState::Sent { id, .. } => id,
            _ => None,
        })
        .collect();
    check(ids.len() == 3, || format!("three equal lines were taken for {ids:?}"))?;
    Ok(Counts::of([("twins", 3)]))
}

/// A line whose answer is lost, and whose quantity somebody else changes before it is looked for: it is
/// asked about, and not added once more.
///
/// # Errors
/// If it was added twice.
pub async fn changed_since(service: &Running) -> Result<Counts, Violation> {
    let desk = Desk::open(service).await?;
    let seat = Seat::take(service, SEATS + 3, hurried(40)).await?;
    let target = desk.target("Changed since").await?;
    let movement = seat.look_at(&target.id).await?.key;
    let path = Kind::CreateLine.path(&target);
    seat.proxy.plan(Rule::on("POST", &path).nth(1).does(Fault::CutAnswer(0)));
    // Read once to be sent, and then not before the other's change is there.
    seat.proxy.plan(Rule::on("GET", &path).from(2).does(Fault::ResetRequest));
    Kind::CreateLine.ask(&target, "Changed since")?.of(&seat.backend, movement).await?;
    let added = || {
        let log = service.effects();
        let of = |effect: &&Effect| effect.operation == "createItem" && effect.user == seat.user;
        log.iter().filter(of).filter_map(|effect| effect.item.clone()).collect::<Vec<_>>()
    };
    while added().is_empty() {
        sleep(Duration::from_millis(2)).await;
    }
    let (id, quantity) = (added()[0].as_str().into(), Some(13));
    let update = Instruction::Update { id, product: None, quantity, sort_order: None };
    desk.change(&target.id, &[update]).await?;
    seat.proxy.forget();
    let waiting = seat.at_rest().await?;
    check(added().len() == 1, || format!("changed since, it was added as {:?}", added()))?;
    let asked =
        |row: &OperationRow| matches!(row.state, OperationState::Unknown(Question::LineAdded(_)));
    check(waiting.len() == 1 && waiting.iter().all(asked), || {
        format!("changed since, it stands as {waiting:?}")
    })?;
    Ok(Counts::of([("changed_since", 1)]))
}

/// Every seat takes each fourth kind, and the cuts of that kind.
async fn one_seat(service: &Running, number: usize, amount: Amount) -> Result<Counts, Violation> {
    let desk = Desk::open(service).await?;
    let seat = Seat::take(service, number, hurried(40)).await?;
    let mut counts = Counts::default();
    for kind in KINDS.into_iter().skip(number).step_by(SEATS) {
        let (request, answer) = lengths(service, &desk, &seat, kind).await?;
        for remainder in 0..amount.count.min(29) {
            let first = usize::try_from((amount.start + remainder) % 29)?;
            for at in (first..=request).step_by(STEP) {
                let mark = format!("{kind:?} request {at}");
                trial(service, &desk, &seat, kind, &mark, Fault::CutRequest(at), &mut counts)
                    .await?;
            }
            for at in (first..answer).step_by(STEP) {
                // Closed or reset in turn, whatever byte a start begins with.
                let fault = match at / STEP % 2 {
                    0 => Fault::CutAnswer(at),
                    _ => Fault::ResetAnswer(at),
                };
                let mark = format!("{kind:?} answer {at}");
                trial(service, &desk, &seat, kind, &mark, fault, &mut counts).await?;
            }
        }
    }
    seat.backend.close().await;
    Ok(counts)
}

/// How many bytes a request of this kind and its answer have.
async fn lengths(
    service: &Running,
    desk: &Desk,
    seat: &Seat,
    kind: Kind,
) -> Result<(usize, usize), Violation> {
    let mark = format!("{kind:?} request 000");
    let before = seat.proxy.exchanges().len();
    trial(service, desk, seat, kind, &mark, Fault::None, &mut Counts::default()).await?;
    let exchanges = seat.proxy.exchanges();
    let write = exchanges.iter().skip(before).find(|exchange| exchange.method == "POST");
    let write = write.ok_or_else(|| Violation(format!("{kind:?} was not sent")))?;
    Ok((write.request.len(), write.answer))
}

/// One write that breaks once, and what became of it.
async fn trial(
    service: &Running,
    desk: &Desk,
    seat: &Seat,
    kind: Kind,
    mark: &str,
    fault: Fault,
    counts: &mut Counts,
) -> Result<Target, Violation> {
    let target = desk.target(&format!("Cut: {mark}")).await?;
    let movement = seat.look_at(&target.id).await?.key;
    seat.proxy.forget();
    seat.proxy.plan(Rule::on("POST", &kind.path(&target)).nth(1).does(fault));
    kind.ask(&target, mark)?.of(&seat.backend, movement).await?;
    let entries = || kind.entries(&target, mark, seat.user, &service.effects());
    let waiting = seat.at_rest().await?;
    if let [row] = waiting.as_slice() {
        let asked = kind.may_stand_as(&row.state);
        check(asked, || format!("{mark}: it stands as {:?}", row.state))?;
        check(entries() <= kind.once(), || format!("{mark}: done twice, and shown as unknown"))?;
        let answer = kind.answer(&target, mark, seat.user, &service.effects());
        seat.answer(row.key, answer).await?;
        seat.at_rest().await?;
        counts.add("shown_unknown", 1);
    }
    let left = operations(&seat.backend, false).await?;
    check(left.is_empty(), || format!("{mark}: not settled: {left:?}"))?;
    let found = entries();
    check(found == kind.once(), || {
        format!("{mark}: {found} entries in the service's log, and not {}", kind.once())
    })?;
    counts.add("cuts", 1);
    Ok(target)
}
