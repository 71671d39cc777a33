//! R-D6: under every mixture of faults and kills, what was told to the users agrees with what the
//! service did. Two users work on the same movements, each behind a proxy that breaks things; programs
//! are broken off, clocks jump, sessions end, the service restarts. In the end all is healed, questions
//! are answered by the service's log, and the [`checker`] compares.
//!
//! Units are histories; a long run's have a hundred steps in place of forty.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use backend::{Backend, Error};
use chrono::TimeDelta;
use contract::{
    Answer, AnswerQuestion, DropOperation, HeaderFields, LineItem, MovementId, OperationRow,
    OperationState, Question, ReadOutbox, ResolveConflict, RetryOperations, StartFrom,
    UpdateHeader,
};
use practice::{Database, Effect, Running, Service, Variant, sample};
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::asks::{Ask, movement};
use super::checker::{self, violations};
use super::desk::Desk;
use super::nemesis::{LATEST, outage, strike};
use super::player::Player;
use super::seat::{needs_user, operations};
use super::story::{Story, number_of};
use crate::promise::{Amount, Counts, Violation, check};
use crate::random::Random;
use crate::run::until_done;

/// The file of a service's data in its folder.
const DATA: &str = "service.sqlite";

/// Histories that are made at once, each with a service of its own.
const WORKERS: u64 = 4;

/// An absence is believed after so many milliseconds: no late request comes near it.
pub const ABSENCE: u64 = 500;

/// Rounds of answers after the healing; in as many more, whatever still waits is given up.
const ROUNDS: usize = 12;

/// Makes `count` histories.
///
/// # Errors
/// The first history that does not agree, with what does not.
pub fn run(amount: Amount) -> Result<Counts, Violation> {
    until_done(async {
        let mut tasks = JoinSet::new();
        for worker in 0..WORKERS {
            tasks.spawn(async move { worker_of(worker, amount).await });
        }
        let mut counts = Counts::of([("violations", 0)]);
        while let Some(done) = tasks.join_next().await {
            counts.take_in(&done??);
        }
        Ok(counts)
    })
}

async fn worker_of(worker: u64, amount: Amount) -> Result<Counts, Violation> {
    let mut counts = Counts::default();
    let mut place = Place::open().await?;
    for history in (worker..amount.count).step_by(usize::try_from(WORKERS)?) {
        let random = Random::new(amount.start).branch(&format!("history {history}"));
        let steps = if amount.long { 100 } else { 40 };
        let told = one(&mut place, random, steps).await.map_err(|Violation(why)| {
            Violation(format!("history {history} of start {}: {why}", amount.start))
        })?;
        counts.take_in(&told);
    }
    place.close().await;
    Ok(counts)
}

/// A service that can be restarted: its data lies in a file.
pub(super) struct Place {
    service: Option<Running>,
    options: practice::Options,
    folder: PathBuf,
}

impl Place {
    async fn open() -> Result<Self, Violation> {
        Self::start(tempfile::tempdir()?.keep(), Vec::new()).await
    }

    /// Starts a service with these variants over a copy of another's data.
    pub(super) async fn copy_of(data: &Path, variants: Vec<Variant>) -> Result<Self, Violation> {
        let folder = tempfile::tempdir()?.keep();
        std::fs::copy(data, folder.join(DATA))?;
        Self::start(folder, variants).await
    }

    async fn start(folder: PathBuf, variants: Vec<Variant>) -> Result<Self, Violation> {
        let database = Database::File(folder.join(DATA));
        let mut options = practice::Options { database, variants, ..practice::Options::default() };
        let service = Service::start(options.clone()).await?;
        // The same port after every restart.
        let port = service.base().split(['/', ':']).find_map(|part| part.parse().ok());
        options.port = port.ok_or_else(|| Violation("a service without a port".into()))?;
        Ok(Self { service: Some(service), options, folder })
    }

    /// The service, as it runs now.
    pub(super) fn service(&self) -> Result<&Running, Violation> {
        self.service.as_ref().ok_or_else(|| Violation("no service runs".into()))
    }

    async fn restart(&mut self) -> Result<(), Violation> {
        if let Some(service) = self.service.take() {
            service.stop().await;
        }
        self.service = Some(Service::start(self.options.clone()).await?);
        Ok(())
    }

    /// Stops the service and forgets its data.
    pub(super) async fn close(self) {
        if let Some(service) = self.service {
            service.stop().await;
        }
        let _ = std::fs::remove_dir_all(self.folder);
    }
}

/// A history while it is made.
struct History {
    players: Vec<Player>,
    movements: Vec<MovementId>,
    random: Random,
    /// Numbers of what was told to be kept, by user.
    kept: Vec<(usize, u64)>,
    next: u64,
}

async fn one(place: &mut Place, random: Random, steps: u32) -> Result<Counts, Violation> {
    let desk = Desk::open(place.service()?).await?;
    let mut movements = Vec::new();
    for number in 0..3_u32 {
        // Names with numbers nobody asked for, so that one that comes back is known for what it is.
        movements.push(desk.with_lines(&format!("N{}N", 900 + number), 4).await?.0);
    }
    play(place, movements, random, steps).await
}

/// Makes a history upon these movements, which are as they were prepared.
pub(super) async fn play(
    place: &mut Place,
    movements: Vec<MovementId>,
    random: Random,
    steps: u32,
) -> Result<Counts, Violation> {
    let before = place.service()?.effects().len();
    let base = place.service()?.base().to_owned();
    let players =
        vec![Player::start(&base, 0, ABSENCE).await?, Player::start(&base, 1, ABSENCE).await?];
    let mut history = History { players, movements, random, kept: Vec::new(), next: 1 };
    let mut counts = Counts::default();
    for _ in 0..steps {
        history.step(place, &mut counts).await?;
    }
    history.heal(place, before).await?;
    let effects = place.service()?.effects().split_off(before);
    let story = history.story(&effects).await?;
    for player in history.players {
        player.end().await?;
    }
    if story.arrived_too_late(Duration::from_millis(ABSENCE / 2)) {
        // This computer was too busy for what was planned; nobody promises anything for it.
        counts.add("void", 1);
        return Ok(counts);
    }
    let found = violations(&story.deeds, &story.traces);
    check(found.is_empty(), || {
        let words = found.join("; ");
        format!("{words}{}", story.tale(&words))
    })?;
    counts.add("histories", 1);
    counts.add("operations", u64::try_from(story.deeds.len())?);
    counts.add("effects", u64::try_from(story.traces.len())?);
    let done = story.deeds.iter().filter(|deed| deed.end == checker::End::Done);
    counts.add("done", u64::try_from(done.count())?);
    counts.add("kept", u64::try_from(history.kept.len())?);
    Ok(counts)
}

impl History {
    async fn step(&mut self, place: &mut Place, counts: &mut Counts) -> Result<(), Violation> {
        let at = self.random.below(2);
        match self.random.below(100) {
            0..55 => self.work(at).await?,
            55..76 => strike(&self.players[at].proxy, &mut self.random),
            76..80 => place.service()?.faults().expire_sessions(),
            80..83 => {
                place.restart().await?;
                counts.add("restarts", 1);
            }
            83..89 => {
                self.players[at].break_off().await?;
                counts.add("kills", 1);
            }
            89..93 => {
                let seconds = i64::try_from(self.random.below(7_200))? - 3_600;
                self.players[at].clock.advance(TimeDelta::seconds(seconds));
            }
            93..97 => outage(&self.players[at].proxy, true),
            _ => outage(&self.players[at].proxy, false),
        }
        for player in &self.players {
            player.clock.advance(TimeDelta::milliseconds(50));
            if self.random.once_in(3) && !player.is_signed_in().await? {
                player.sign_in().await?;
            }
        }
        sleep(Duration::from_micros(self.random.next() % 15_000)).await;
        Ok(())
    }

    /// One of the users asks for something.
    async fn work(&mut self, at: usize) -> Result<(), Violation> {
        let id = self.random.pick(&self.movements).clone();
        let Some(seen) = self.players[at].look_at(&id).await? else { return Ok(()) };
        let (key, lines) = (seen.key, seen.movement.lines.unwrap_or_default());
        let number = self.next;
        let Some(ask) = self.ask(&id, &lines, number)? else { return Ok(()) };
        let is_numbered = super::story::is_numbered(&ask);
        let asked =
            self.players[at].with(|backend| async move { ask.of(&backend, key).await }).await?;
        if asked.is_ok() {
            self.next += 1;
            self.kept.extend(is_numbered.then_some((at, number)));
        }
        Ok(())
    }

    fn ask(
        &mut self,
        id: &MovementId,
        lines: &[LineItem],
        number: u64,
    ) -> Result<Option<Ask>, Violation> {
        let mark = format!("N{number}N");
        let fields = |name, description| {
            let change = HeaderFields { name, description, ..HeaderFields::default() };
            let movement = id.clone().into();
            Ask::Header(Box::new(UpdateHeader { movement, base: None, change }))
        };
        Ok(Some(match self.random.below(16) {
            0 => movement(&mark, StartFrom::Empty)?,
            1 => movement(&mark, StartFrom::Stocklist(sample::STOCKLIST_SHORT.into()))?,
            2 => Ask::Category(contract::CreateCategory { key: None, name: mark }),
            3 | 4 => fields(Some(mark), None),
            5 => fields(None, Some(mark)),
            6 => super::wishes::picked(id, lines, &mut self.random, number)?,
            _ => match super::wishes::changed(lines, &mut self.random, number)? {
                Some(ask) => ask,
                None => return Ok(None),
            },
        }))
    }

    /// Mends everything and answers every question, until all has ended.
    async fn heal(&mut self, place: &Place, before: usize) -> Result<(), Violation> {
        for player in &self.players {
            outage(&player.proxy, false);
        }
        for round in 0..2 * ROUNDS {
            let mut left = 0;
            for at in 0..self.players.len() {
                left += self.answer(place, before, at, round >= ROUNDS).await?;
            }
            if left == 0 {
                return Ok(());
            }
        }
        // Whatever was decided last, as the service tells it, must have led to an end by now.
        Err(Violation(format!("healed, and {ROUNDS} rounds of last decisions do not end it")))
    }

    /// Waits until a user's outbox rests, and decides about all that waits for them.
    async fn answer(
        &mut self,
        place: &Place,
        before: usize,
        at: usize,
        last: bool,
    ) -> Result<usize, Violation> {
        let began = Instant::now();
        let (mut states, mut same_since) = (Vec::new(), began);
        let waiting = loop {
            if !self.players[at].is_signed_in().await? {
                self.players[at].sign_in().await?;
            }
            let open = self.players[at]
                .with(|backend| async move { operations(&backend, false).await })
                .await??;
            let now: Vec<_> = open.iter().map(|row| row.state.clone()).collect();
            if now != states {
                (states, same_since) = (now, Instant::now());
            }
            if began.elapsed() > Duration::from_secs(60) {
                let outbox = |backend: Backend| async move { backend.outbox(ReadOutbox {}).await };
                let outbox = self.players[at].with(outbox).await??;
                let told = open.iter().map(|row| (&row.operation, &row.state, row.attempts));
                let told: Vec<_> = told.collect();
                return Err(Violation(format!("healed, it never rests: {told:?}, {outbox:?}")));
            }
            let waiting: Vec<_> = open.into_iter().filter(|row| needs_user(&row.state)).collect();
            // What builds upon one that waits for the user waits with it.
            let stands_still = same_since.elapsed() > Duration::from_millis(2 * ABSENCE / 3);
            if waiting.len() == states.len() || !waiting.is_empty() && stands_still {
                break waiting;
            }
            sleep(Duration::from_millis(10)).await;
        };
        let log = place.service()?.effects().split_off(before);
        for row in &waiting {
            let (may_keep, user) = (!last && self.random.once_in(2), self.players[at].user);
            let decision = decide(row, &log, user, may_keep);
            let player = &self.players[at];
            match player.with(|backend| async move { decision.tell(&backend).await }).await? {
                // Nothing was asked since the session ended. They sign in, and decide anew in the
                // next round.
                Ok(()) | Err(Error::SignedOut | Error::NeedsSession) => {}
                Err(why) => return Err(why.into()),
            }
        }
        Ok(waiting.len())
    }

    async fn story(&self, effects: &[Effect]) -> Result<Story, Violation> {
        let mut story = Story::of(effects, [self.players[0].user, self.players[1].user])?;
        for (at, player) in self.players.iter().enumerate() {
            let mut rows = player.with(|b| async move { operations(&b, true).await }).await??;
            let journal = player.with(|b| async move { super::story::journal(&b).await }).await??;
            super::story::as_asked(&mut rows, &journal);
            let checked = player
                .with(|b| async move { b.check_journal(contract::CheckJournal {}).await })
                .await??;
            check(checked.fault.is_none(), || format!("the journal has a fault: {checked:?}"))?;
            for (of, number) in self.kept.iter().filter(|(of, _)| *of == at) {
                let there = rows.iter().filter(|row| number_of(&row.operation) == Some(*number));
                check(there.count() == 1, || format!("user {of}: {number} was kept and is not"))?;
            }
            story.tell(at, &rows, &journal, &player.proxy.exchanges());
        }
        story.look();
        Ok(story)
    }
}

/// What a user decides about an operation that waits for them.
enum Decision {
    Answer(AnswerQuestion),
    Resolve(ResolveConflict),
    Retry(RetryOperations),
    Drop(DropOperation),
}

/// Questions are answered by the service's log; anything else is kept up or given up.
fn decide(row: &OperationRow, log: &[Effect], user: &str, may_keep: bool) -> Decision {
    let operation = row.key;
    match &row.state {
        OperationState::Unknown(question) => {
            let of = |effect: &&Effect| {
                effect.user == user && super::story::number_in(effect) == number_of(&row.operation)
            };
            let done = log.iter().find(of);
            let id = done.and_then(|effect| match question {
                Question::MovementMade(_) => effect.movement.clone(),
                Question::LineAdded(_) => effect.item.clone(),
                Question::CategoryMade | Question::Picked | Question::NotShown => None,
            });
            let answer = if done.is_some() { Answer::Done(id) } else { Answer::NotDone };
            Decision::Answer(AnswerQuestion { operation, answer })
        }
        OperationState::Conflict(fields) => {
            let keep = fields.iter().map(|clash| clash.field).filter(|_| may_keep).collect();
            Decision::Resolve(ResolveConflict { operation, keep })
        }
        _ if may_keep => Decision::Retry(RetryOperations { operations: vec![operation] }),
        _ => Decision::Drop(DropOperation { operation }),
    }
}

impl Decision {
    async fn tell(self, backend: &Backend) -> Result<(), Error> {
        match self {
            Self::Answer(request) => drop(backend.answer_question(request).await?),
            Self::Resolve(request) => drop(backend.resolve_conflict(request).await?),
            Self::Retry(request) => drop(backend.retry_operations(request).await?),
            Self::Drop(request) => drop(backend.drop_operation(request).await?),
        }
        Ok(())
    }
}

const _: () = assert!(LATEST * 4 < ABSENCE, "late requests come near what is believed");
