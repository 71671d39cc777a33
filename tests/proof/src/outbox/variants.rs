//! R-D6 on every variant of the service: what was told to a user agrees with what the service did,
//! however it answers. Each variant gets every write twice, once with its answer lost, and mixed
//! histories. What waits for the user, is refused or cannot even be asked for is no violation;
//! what is told as sent and is not there once is one. The variants begin when all is prepared.
//!
//! Units are histories of each variant.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

use contract::{
    DropOperation, MovementId, MovementKey, OperationKey, OperationRow, OperationState,
    ResolveConflict,
};
use practice::{Database, Running, Service, Variant};
use tempfile::TempDir;
use tokio::task::JoinSet;

use super::asks::{KINDS, Kind};
use super::desk::{Desk, Target};
use super::histories::{Place, play};
use super::seat::{Seat, hurried, needs_user, operations};
use crate::promise::{Amount, Counts, Violation, check};
use crate::proxy::{Fault, Rule};
use crate::random::Random;
use crate::run::until_done;

/// Variants that refuse every write for ever: nothing can be told as sent.
const REFUSING: [Variant; 2] = [Variant::ForbiddenWrites, Variant::ReadOnlyRole];

/// Variants that are tried at once, each with a service of its own.
const WORKERS: usize = 4;

/// Histories that are begun for one that is made: a busy computer makes some of them void.
const TRIES: u64 = 5;

/// How often what waits for the user is decided before it is left alone.
const ROUNDS: usize = 3;

/// Signs of a violation that the gate tells; a long run tells all of it.
const SIGNS: usize = 700;

/// Tries every variant, and the service without any.
///
/// # Errors
/// Every variant that does not agree, with what does not.
pub fn run(amount: Amount) -> Result<Counts, Violation> {
    until_done(async {
        let prepared = Arc::new(Prepared::make().await?);
        let mut tasks = JoinSet::new();
        for worker in 0..WORKERS {
            let prepared = prepared.clone();
            tasks.spawn(async move { worker_of(worker, &prepared, amount).await });
        }
        let (mut counts, mut broken) = (Counts::of([("violations", 0)]), Vec::new());
        while let Some(done) = tasks.join_next().await {
            let (told, found) = done??;
            counts.take_in(&told);
            broken.extend(found);
        }
        check(broken.is_empty(), || {
            format!("{} times a variant does not agree:\n{}", broken.len(), broken.join("\n"))
        })?;
        Ok(counts)
    })
}

async fn worker_of(
    worker: usize,
    prepared: &Prepared,
    amount: Amount,
) -> Result<(Counts, Vec<String>), Violation> {
    let (mut counts, mut broken) = (Counts::default(), Vec::new());
    let all = Variant::ALL.iter().copied().map(Some).chain([None]);
    for variant in all.skip(worker).step_by(WORKERS) {
        let name = variant.map_or("no variant", Variant::name);
        let (told, found) = one(variant, prepared, amount).await?;
        tell(&format!("{name}: {told}, violations {}", found.len()));
        counts.take_in(&told);
        counts.add(name, told.0.get("told sent").copied().unwrap_or_default());
        for words in found {
            let words: String = match amount.long {
                true => words,
                false => words.chars().take(SIGNS).collect(),
            };
            let words = format!("{name} from start {}: {words}", amount.start);
            tell(&words);
            broken.push(words);
        }
    }
    Ok((counts, broken))
}

#[allow(clippy::print_stdout, reason = "the figures of each variant are for whoever runs this")]
fn tell(line: &str) {
    println!("  {line}");
}

/// A variant's figures, and what does not agree.
async fn one(
    variant: Option<Variant>,
    prepared: &Prepared,
    amount: Amount,
) -> Result<(Counts, Vec<String>), Violation> {
    let variants: Vec<Variant> = variant.into_iter().collect();
    let mut counts = Counts::default();
    let place = Place::copy_of(&prepared.data, variants.clone()).await?;
    let mut found = every_write(place.service()?, prepared, &mut counts).await?;
    place.close().await;
    let refuses = variant.is_some_and(|variant| REFUSING.contains(&variant));
    if counts.0.get("told sent").is_none_or(|sent| *sent == 0) && !refuses && found.is_empty() {
        found.push("nothing at all was told as sent".to_owned());
    }
    if counts.0.contains_key("not let in") {
        return Ok((counts, found));
    }
    let name = variant.map_or("no variant", Variant::name);
    for history in 0..amount.count {
        let random = Random::new(amount.start).branch(&format!("{name} {history}"));
        let mut made = 0;
        for attempt in 0..TRIES {
            let mut place = Place::copy_of(&prepared.data, variants.clone()).await?;
            let random = random.branch(&format!("attempt {attempt}"));
            let steps = if amount.long { 100 } else { 40 };
            let told = play(&mut place, prepared.movements.clone(), random, steps).await;
            place.close().await;
            match told {
                Ok(told) => counts.take_in(&told),
                Err(Violation(words)) => found.push(format!("history {history}: {words}")),
            }
            made = counts.0.get("histories").copied().unwrap_or_default();
            if made > history || !found.is_empty() {
                break;
            }
        }
        if made <= history && found.is_empty() {
            found.push(format!("history {history}: this computer was too busy for it"));
        }
    }
    Ok((counts, found))
}

/// Movements in a service that had no variant yet.
struct Prepared {
    _folder: TempDir,
    data: PathBuf,
    /// One for every trial.
    targets: Vec<Target>,
    /// For the histories.
    movements: Vec<MovementId>,
}

impl Prepared {
    async fn make() -> Result<Self, Violation> {
        let folder = tempfile::tempdir()?;
        let data = folder.path().join("prepared.sqlite");
        let database = Database::File(data.clone());
        let options = practice::Options { database, ..practice::Options::default() };
        let service = Service::start(options).await?;
        let desk = Desk::open(&service).await?;
        let (mut targets, mut movements) = (Vec::new(), Vec::new());
        for number in 0..2 * KINDS.len() {
            targets.push(desk.target(&format!("Prepared {number}")).await?);
        }
        for number in 0..3_u32 {
            // Names with numbers nobody asks for, as in the mixed histories.
            movements.push(desk.with_lines(&format!("N{}N", 900 + number), 4).await?.0);
        }
        service.stop().await;
        Ok(Self { _folder: folder, data, targets, movements })
    }
}

/// Every write once as it is, and once with its answer lost.
async fn every_write(
    service: &Running,
    prepared: &Prepared,
    counts: &mut Counts,
) -> Result<Vec<String>, Violation> {
    let seat = match Seat::take(service, 2, hurried(40)).await {
        Ok(seat) => seat,
        Err(Violation(why)) => {
            counts.add("not let in", 1);
            return Ok(vec![format!("nobody can sign in: {why}")]);
        }
    };
    let mut found = Vec::new();
    let kinds =
        KINDS.into_iter().flat_map(|kind| [(kind, Fault::None), (kind, Fault::CutAnswer(0))]);
    for ((kind, fault), target) in kinds.zip(&prepared.targets) {
        let mark = format!("{kind:?}, {fault:?}");
        let trial = Trial { service, seat: &seat, kind, target, mark: &mark };
        if let Err(Violation(words)) = trial.make(fault, counts).await {
            found.push(format!("{mark}: {words}"));
            // Those after it would wait for what never comes to rest.
            let open = operations(&seat.backend, false).await?;
            if !open.iter().all(|row| needs_user(&row.state)) {
                break;
            }
        }
    }
    seat.backend.close().await;
    Ok(found)
}

/// One write, and what is told of it.
struct Trial<'a> {
    service: &'a Running,
    seat: &'a Seat,
    kind: Kind,
    target: &'a Target,
    mark: &'a str,
}

impl Trial<'_> {
    async fn make(&self, fault: Fault, counts: &mut Counts) -> Result<(), Violation> {
        let (seat, kind) = (self.seat, self.kind);
        let before = self.keys().await?;
        // What cannot be read can perhaps be asked for nevertheless.
        let key = seat.look_at(&self.target.id).await.map(|seen| seen.key);
        let key = key.unwrap_or(MovementKey(uuid::Uuid::nil()));
        seat.proxy.forget();
        seat.proxy.plan(Rule::on("POST", &kind.path(self.target)).nth(1).does(fault));
        if kind.ask(self.target, self.mark)?.of(&seat.backend, key).await.is_err() {
            counts.add("not asked", 1);
            return self.agree(&[]);
        }
        let mut waiting = seat.at_rest().await?;
        self.agree(&self.own(&before).await?)?;
        counts.add("asked about", u64::from(!waiting.is_empty()));
        for _ in 0..ROUNDS {
            for row in &waiting {
                self.decide(row).await?;
            }
            waiting = seat.at_rest().await?;
        }
        let own = self.own(&before).await?;
        let sent = own.iter().filter(|row| matches!(row.state, OperationState::Sent { .. }));
        counts.add("told sent", u64::try_from(sent.count())?);
        self.agree(&own)
    }

    /// At most one effect, and one of what is told as sent.
    fn agree(&self, own: &[OperationRow]) -> Result<(), Violation> {
        let entries =
            self.kind.entries(self.target, self.mark, self.seat.user, &self.service.effects());
        let (once, states) =
            (self.kind.once(), || own.iter().map(|row| &row.state).collect::<Vec<_>>());
        check(entries <= once, || format!("doubled: {entries} effects, told as {:?}", states()))?;
        let is_sent = |row: &OperationRow| matches!(row.state, OperationState::Sent { .. });
        let is_told = !own.is_empty() && own.iter().all(is_sent);
        check(!is_told || entries == once, || {
            format!("lost: {entries} effects, told as {:?}", states())
        })
    }

    /// The user looks into the service's log where they are asked, and gives up what is refused.
    async fn decide(&self, row: &OperationRow) -> Result<(), Violation> {
        let (backend, operation) = (&self.seat.backend, row.key);
        let log = self.service.effects();
        let answer = self.kind.answer(self.target, self.mark, self.seat.user, &log);
        let taken = match &row.state {
            OperationState::Unknown(_) => self.seat.answer(operation, answer).await.is_ok(),
            OperationState::Conflict(_) => {
                let request = ResolveConflict { operation, keep: Vec::new() };
                backend.resolve_conflict(request).await.is_ok()
            }
            _ => false,
        };
        if !taken {
            backend.drop_operation(DropOperation { operation }).await?;
        }
        Ok(())
    }

    async fn keys(&self) -> Result<BTreeSet<OperationKey>, Violation> {
        Ok(operations(&self.seat.backend, true).await?.iter().map(|row| row.key).collect())
    }

    /// The operations of this trial, ended or not.
    async fn own(&self, before: &BTreeSet<OperationKey>) -> Result<Vec<OperationRow>, Violation> {
        let all = operations(&self.seat.backend, true).await?;
        Ok(all.into_iter().filter(|row| !before.contains(&row.key)).collect())
    }
}
