//! R-D7: an operation the service always refuses is parked and blocks no other. One line of twenty is
//! of a kind the service refuses with its own words, and one movement is refused whole; everything
//! else goes through. What is parked can be tried again, edited, and given up.

use contract::{
    CreateCategory, DropOperation, EditOperation, LineChange, LineItem, MovementId, Operation,
    OperationRow, OperationState, RetryOperations, Substitute,
};
use practice::{Fault, Running, Service, sample};

use super::desk::{Desk, product};
use super::seat::{Seat, hurried, operations};
use crate::promise::{Amount, Counts, Violation, check};
use crate::random::Random;
use crate::run::until_done;

/// Lines of the movement with the bad one.
const LINES: usize = 20;

/// Poisons `count` times.
///
/// # Errors
/// If something else waits for the bad one, or it is not to be helped.
pub fn run(amount: Amount) -> Result<Counts, Violation> {
    until_done(async {
        let service = Service::start(practice::Options::default()).await?;
        let desk = Desk::open(&service).await?;
        let seat = Seat::take(&service, 0, hurried(40)).await?;
        let mut counts = Counts::of([("blocked", 0)]);
        let mut random = Random::new(amount.start);
        for round in 0..amount.count {
            one_line(&service, &desk, &seat, random.below(LINES), round, &mut counts).await?;
            one_movement(&service, &desk, &seat, round, &mut counts).await?;
        }
        seat.backend.close().await;
        service.stop().await;
        Ok(counts)
    })
}

/// One line is refused; the nineteen others, another movement and a category are not held up.
async fn one_line(
    service: &Running,
    desk: &Desk,
    seat: &Seat,
    bad: usize,
    round: u64,
    counts: &mut Counts,
) -> Result<(), Violation> {
    let (id, lines) = desk.with_lines("One bad line", u32::try_from(LINES)?).await?;
    let (other, others) = desk.with_lines("Beside it", 1).await?;
    seat.look_at(&id).await?;
    seat.look_at(&other).await?;
    let requests = seat.proxy.exchanges().len();
    // Nothing replaces gloves but gloves.
    let changes = lines.iter().enumerate().map(|(at, line)| match at == bad {
        true => with(line, sample::SYRINGE_5ML),
        false => revised(line),
    });
    change(seat, &id, changes.collect()).await?;
    change(seat, &other, vec![revised(&others[0])]).await?;
    let name = format!("Beside the bad line {round}");
    seat.backend.create_category(CreateCategory { key: None, name: name.clone() }).await?;
    let parked = only_one(seat).await?;
    let OperationState::Stuck(failure) = &parked.state else {
        return Err(Violation(format!("the bad line stands as {:?}", parked.state)));
    };
    let words = failure.service_text.clone().unwrap_or_default();
    check(words.contains("not a valid substitution"), || format!("parked with {failure:?}"))?;
    let at = lines[bad].id.clone();
    check(
        parked.operation == Operation::ChangeLine(with(&lines[bad], sample::SYRINGE_5ML)),
        || format!("another line was parked: {:?}", parked.operation),
    )?;
    let revised = count(service, &id, "reviseItem");
    check(revised == LINES - 1, || format!("{revised} of {} others went through", LINES - 1))?;
    check(count(service, &other, "reviseItem") == 1, || "the other movement waits".to_owned())?;
    let category = service.effects().iter().any(|effect| effect.detail["name"] == name);
    check(category, || "the category waits".to_owned())?;
    let writes = posts(seat, requests);
    // Halving: two requests for each level at most, and those beside it.
    check(writes <= 2 * 5 + 3 + 2, || format!("{writes} requests to find one bad line"))?;
    counts.peak("peak_requests_to_find_it", u64::try_from(writes)?);
    counts.add("others_done", u64::try_from(LINES + 1)?);
    helped(service, seat, &id, &parked, with_item(at, sample::GLOVES_L)).await?;
    counts.add("helped", 1);
    Ok(())
}

/// Tried again, it is refused again; edited, it is done.
async fn helped(
    service: &Running,
    seat: &Seat,
    id: &MovementId,
    parked: &OperationRow,
    good: LineChange,
) -> Result<(), Violation> {
    let operations = vec![parked.key];
    seat.backend.retry_operations(RetryOperations { operations }).await?;
    let again = only_one(seat).await?;
    check(again.attempts > parked.attempts, || "it was not tried again".to_owned())?;
    let edit = EditOperation { operation: parked.key, with: Operation::ChangeLine(good) };
    seat.backend.edit_operation(edit).await?;
    let left = seat.at_rest().await?;
    check(left.is_empty(), || format!("edited, it waits as {left:?}"))?;
    let substituted = count(service, id, "substituteItem");
    check(substituted == 1, || format!("edited, it was done {substituted} times"))
}

/// Every change of one movement is refused; another movement is not held up, and what was refused
/// can be given up.
async fn one_movement(
    service: &Running,
    desk: &Desk,
    seat: &Seat,
    round: u64,
    counts: &mut Counts,
) -> Result<(), Violation> {
    let (id, lines) = desk.with_lines("All bad", 4).await?;
    let (other, others) = desk.with_lines("Beside all bad", 1).await?;
    seat.look_at(&id).await?;
    seat.look_at(&other).await?;
    let always = Fault::status(500).method("POST").times(u32::MAX);
    service.faults().add(always.path(format!("/api/stockMovements/{id}")));
    change(seat, &id, lines.iter().map(revised).collect()).await?;
    change(seat, &other, vec![revised(&others[0])]).await?;
    let parked = seat.at_rest().await?;
    check(parked.len() == lines.len(), || format!("round {round}: {parked:?}"))?;
    for row in &parked {
        let OperationState::Stuck(failure) = &row.state else {
            return Err(Violation(format!("a refused line stands as {:?}", row.state)));
        };
        check(failure.service_text.as_deref() == Some("A fault was set"), || {
            format!("parked with {failure:?}")
        })?;
    }
    check(count(service, &other, "reviseItem") == 1, || "the other movement waits".to_owned())?;
    for row in &parked[1..] {
        seat.backend.drop_operation(DropOperation { operation: row.key }).await?;
    }
    service.faults().clear();
    seat.backend.retry_operations(RetryOperations { operations: Vec::new() }).await?;
    let left = seat.at_rest().await?;
    check(left.is_empty(), || format!("retried, it waits as {left:?}"))?;
    check(count(service, &id, "reviseItem") == 1, || "what was given up was sent".to_owned())?;
    counts.add("others_done", 1);
    counts.add("given_up", u64::try_from(parked.len() - 1)?);
    Ok(())
}

/// The one operation that has not ended; it waits for the user.
async fn only_one(seat: &Seat) -> Result<OperationRow, Violation> {
    seat.at_rest().await?;
    let mut left = operations(&seat.backend, false).await?;
    match (left.pop(), left.is_empty()) {
        (Some(row), true) => Ok(row),
        (last, _) => Err(Violation(format!("blocked: {left:?} and {last:?}"))),
    }
}

async fn change(seat: &Seat, id: &MovementId, changes: Vec<LineChange>) -> Result<(), Violation> {
    let movement = seat.look_at(id).await?.key;
    super::lines::change(&seat.backend, movement, changes).await?;
    Ok(())
}

fn revised(line: &LineItem) -> LineChange {
    let (item, reason_code) = (line.id.clone(), "STOCKOUT".to_owned());
    LineChange::Revise { item, quantity: 5, reason_code, comments: None }
}

fn with(line: &LineItem, other: &str) -> LineChange {
    with_item(line.id.clone(), other)
}

fn with_item(item: contract::ItemId, other: &str) -> LineChange {
    let with = vec![Substitute { product: product(other), quantity: 4 }];
    LineChange::Substitute { item, with, reason_code: "STOCKOUT".to_owned(), comments: None }
}

fn count(service: &Running, id: &MovementId, operation: &str) -> usize {
    let of = |effect: &&practice::Effect| {
        effect.movement.as_deref() == Some(id.as_str()) && effect.operation == operation
    };
    service.effects().iter().filter(of).count()
}

fn posts(seat: &Seat, from: usize) -> usize {
    let exchanges = seat.proxy.exchanges();
    exchanges.iter().skip(from).filter(|exchange| exchange.method == "POST").count()
}
