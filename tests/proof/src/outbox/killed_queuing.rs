//! R-D1: killed at any moment while work is queued, every operation that was called kept is there
//! after a restart, once. `stockhand-console` queues writes of every kind as fast as it can, signed in:
//! by turns with sending held back to the end, and let go after a third. It says of each that it is
//! kept; it is killed at a random moment, and the folder opened again.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use backend::Limits;
use contract::{
    CheckJournal, Draft, DraftForm, LineChange, LineItem, ListDrafts, MovementId, MovementKey,
    Operation, Profile, SaveDraft, StartFrom,
};
use practice::{Service, sample};
use rusqlite::Connection;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::asks::{Ask, KINDS, Kind, movement};
use super::console::Console;
use super::desk::{Desk, Target};
use super::lines::Command;
use super::seat::{Seat, hurried, open, open_profile, operations};
use crate::promise::{Amount, Counts, Violation, check};
use crate::random::Random;
use crate::run::until_done;

/// Folders that are worked on at once.
const FOLDERS: u64 = 2;

/// Kills that one folder sees before a fresh one is taken.
const KILLS: u64 = 20;

/// Requests of one kill; each has a line of its own.
const REQUESTS: u32 = 60;

/// Requests before sending is let go.
const LET_GO: u64 = 20;

/// The key of the one form that is filled in all the time.
const DRAFT: &str = "01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f";

/// Kills it `count` times.
///
/// # Errors
/// If something kept was lost or doubled, the file was damaged, or a kind of write was never kept.
pub fn run(amount: Amount) -> Result<Counts, Violation> {
    until_done(async {
        let service = Service::start(practice::Options::default()).await?;
        let user = sample::USERS[0].username.to_owned();
        let profile = Profile { server: service.base().to_owned(), user_name: user };
        let mut tasks = JoinSet::new();
        for worker in 0..FOLDERS {
            let (profile, desk) = (profile.clone(), Desk::open(&service).await?);
            let kills = (0..amount.count).filter(move |kill| kill / KILLS % FOLDERS == worker);
            let kills: Vec<_> = kills.collect();
            tasks.spawn(async move { worker_of(&profile, &desk, amount.start, &kills).await });
        }
        let mut counts = Counts::of([("lost", 0), ("doubled", 0), ("corrupt", 0)]);
        let mut kinds = BTreeSet::new();
        while let Some(done) = tasks.join_next().await {
            let (of_worker, kept) = done??;
            counts.take_in(&of_worker);
            kinds.extend(kept);
        }
        service.stop().await;
        let never = KINDS.iter().enumerate().find(|(at, _)| !kinds.contains(at));
        check(never.is_none(), || format!("never kept: {never:?}"))?;
        counts.add("kinds", u64::try_from(kinds.len())?);
        Ok(counts)
    })
}

/// A data folder of a user who was signed in once and is now without a service.
#[derive(Clone)]
pub struct Template {
    /// Where it is; removed by whoever prepared it.
    pub folder: PathBuf,
    /// Whose.
    pub profile: Profile,
    /// A movement that is known with its lines.
    pub target: Target,
}

impl Template {
    /// Makes it with a practice service, which is stopped then.
    ///
    /// # Errors
    /// If it cannot be made.
    pub async fn prepare() -> Result<Self, Violation> {
        let service = Service::start(practice::Options::default()).await?;
        let desk = Desk::open(&service).await?;
        let target = desk.target("Queued upon").await?;
        let seat = Seat::take(&service, 0, hurried(40)).await?;
        seat.look_at(&target.id).await?;
        let server = seat.proxy.base().to_owned();
        let profile = Profile { server, user_name: seat.user.to_owned() };
        seat.backend.close().await;
        let folder = seat.data.keep();
        service.stop().await;
        Ok(Self { folder, profile, target })
    }

    /// A copy of it.
    ///
    /// # Errors
    /// If it cannot be copied.
    pub fn copy(&self) -> Result<tempfile::TempDir, Violation> {
        let copy = tempfile::tempdir()?;
        copy_folder(&self.folder, copy.path())?;
        Ok(copy)
    }
}

/// What was told to be kept.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// Operations, by their marks.
    pub marks: BTreeSet<String>,
    /// The newest form.
    pub draft: u64,
}

/// Answers what was counted, and which of [`KINDS`] were kept.
async fn worker_of(
    profile: &Profile,
    desk: &Desk,
    start: u64,
    kills: &[u64],
) -> Result<(Counts, BTreeSet<usize>), Violation> {
    let (mut counts, mut kinds) = (Counts::default(), BTreeSet::new());
    for of_one_folder in kills.chunks(usize::try_from(KILLS)?) {
        let data = tempfile::tempdir()?;
        let mut told = Told::default();
        for kill in of_one_folder {
            let random = Random::new(start).branch(&format!("kill {kill}"));
            let upon = movement_of(desk, *kill).await?;
            let kept = cycle(profile, &upon, data.path(), *kill, random, &mut told).await?;
            counts.add("kills", 1);
            let name = if is_held(*kill) { "kept" } else { "kept_while_sending" };
            counts.add(name, u64::try_from(kept.len())?);
            kinds.extend(kept.into_iter().filter(|number| !is_draft(*number)).map(kind_at));
        }
    }
    Ok((counts, kinds))
}

/// A movement that only this kill works on; lines that are to be reverted are canceled.
async fn movement_of(desk: &Desk, kill: u64) -> Result<(MovementId, Vec<LineItem>), Violation> {
    let (id, lines) = desk.with_lines(&format!("Queued upon {kill}"), REQUESTS).await?;
    let reverted = numbers(kill).zip(&lines).filter(|(number, _)| kind(*number) == Kind::Revert);
    let cancel = |(_, line): (u64, &LineItem)| contract::Instruction::Cancel {
        id: line.id.clone(),
        reason_code: "STOCKOUT".into(),
        comments: None,
    };
    let cancels: Vec<_> = reverted.map(cancel).collect();
    Ok((id.clone(), desk.change(&id, &cancels).await?))
}

/// Answers the numbers of what was kept.
async fn cycle(
    profile: &Profile,
    (movement, lines): &(MovementId, Vec<LineItem>),
    data: &Path,
    kill: u64,
    mut random: Random,
    told: &mut Told,
) -> Result<Vec<u64>, Violation> {
    let mut console = Console::start(data)?;
    console.sign_in(&profile.server, &profile.user_name).await?;
    let mut answer = Value::Null;
    for (command, request) in [
        ("pause_sending", json!({ "paused": true })),
        ("open_movement", json!({ "movement": { "id": movement } })),
    ] {
        answer = console.ask(command, &request).await?;
        check(answer.get("reply").is_some(), || format!("kill {kill}: {answer}"))?;
    }
    let key: MovementKey = serde_json::from_value(answer["reply"]["key"].take())?;
    let mut asked = BTreeMap::new();
    for (number, line) in numbers(kill).zip(lines) {
        if !is_held(kill) && number == (kill + 1) * 100 + LET_GO {
            let let_go = console.tell("pause_sending", &json!({ "paused": false })).await?;
            asked.insert(let_go, None);
        }
        let (requests, mark) = queued((movement, key), line, number)?;
        let mut last = None;
        for (command, request) in requests {
            // What is only in the sheet so far is not called kept.
            asked.extend(last.map(|before| (before, None)));
            last = Some(console.tell(command, &request).await?);
        }
        asked.extend(last.map(|last| (last, Some((number, mark)))));
    }
    let longest = if is_held(kill) { 90_000 } else { 270_000 };
    sleep(Duration::from_micros(random.next() % longest)).await;
    let mut kept = Vec::new();
    for answer in console.kill().await? {
        let asked = answer["id"].as_u64().and_then(|id| asked.remove(&id));
        let asked = asked.ok_or_else(|| Violation(format!("nobody asked for {answer}")))?;
        check(answer.get("reply").is_some(), || format!("kill {kill}, {asked:?}: {answer}"))?;
        let Some((number, mark)) = asked else { continue };
        kept.push(number);
        if is_draft(number) {
            told.draft = told.draft.max(number);
        } else {
            check(told.marks.insert(mark), || format!("{number} is asked for twice"))?;
        }
    }
    let whole = whole(profile, data, told).await;
    whole.map_err(|Violation(why)| Violation(format!("after kill {kill}: {why}")))?;
    Ok(kept)
}

/// The numbers of a kill's requests.
fn numbers(kill: u64) -> impl Iterator<Item = u64> {
    (0..u64::from(REQUESTS)).map(move |number| (kill + 1) * 100 + number)
}

/// Whether sending is held back in this kill to its end, so that more is queued; else what is kept is
/// sent while it is killed.
fn is_held(kill: u64) -> bool {
    kill.is_multiple_of(2)
}

/// The place among [`KINDS`] of a number's kind.
fn kind_at(number: u64) -> usize {
    usize::try_from(number).unwrap_or_default() % KINDS.len()
}

fn kind(number: u64) -> Kind {
    KINDS[kind_at(number)]
}

/// Whether a folder, opened again as the product opens it, holds all that was told to be kept, once,
/// and is whole.
///
/// # Errors
/// If it does not, or is not.
pub async fn whole(profile: &Profile, data: &Path, told: &Told) -> Result<(), Violation> {
    let backend = open(data, hurried(40), Limits::default())?;
    open_profile(&backend, &profile.server, &profile.user_name).await?;
    let mut found = BTreeMap::<String, u64>::new();
    for row in operations(&backend, true).await? {
        *found.entry(mark_of(&row.operation)).or_default() += 1;
    }
    let lost = told.marks.iter().find(|mark| !found.contains_key(*mark));
    check(lost.is_none(), || format!("lost: {lost:?}"))?;
    let doubled = found.iter().find(|(_, times)| **times > 1);
    check(doubled.is_none(), || format!("doubled: {doubled:?}"))?;
    let drafts = backend.list_drafts(ListDrafts {}).await?;
    let draft = drafts.iter().find_map(|kept| match &kept.draft.form {
        DraftForm::NewMovement(form) => form.name.strip_prefix("draft ")?.parse::<u64>().ok(),
        DraftForm::Header { .. } | DraftForm::Lines(_) => None,
    });
    check(draft.unwrap_or_default() >= told.draft, || {
        format!("the form is that of {draft:?}, and {} was kept", told.draft)
    })?;
    let journal = backend.check_journal(CheckJournal {}).await?;
    check(journal.fault.is_none(), || format!("the journal has a fault: {journal:?}"))?;
    backend.close().await;
    files(data)?.iter().try_for_each(|file| integrity(file))
}

/// The request of a number, with the text by which its operation is known again: operations of all
/// kinds, and every tenth a form being filled in.
fn queued(
    (movement, key): (&MovementId, MovementKey),
    line: &LineItem,
    number: u64,
) -> Result<(Vec<Command>, String), Violation> {
    let mark = mark(number);
    if is_draft(number) {
        return Ok((vec![("save_draft", json!(SaveDraft { draft: draft(number)? }))], mark));
    }
    let (id, line) = (movement.clone(), || line.clone());
    let target = Target { id, open: line(), canceled: line(), other: line() };
    let mut ask = kind(number).ask(&target, &mark)?;
    let known_by = match &mut ask {
        Ask::Movement(_) | Ask::Header(_) | Ask::Category(_) => mark,
        Ask::Lines(changes) => {
            let [one] = changes.as_mut_slice() else {
                return Err(Violation("one change was asked for".into()));
            };
            if let LineChange::Create { quantity, .. } = one {
                *quantity = u32::try_from(number)?;
            }
            mark_of(&Operation::ChangeLine(one.clone()))
        }
        Ask::Pick(request) => {
            let (item, picks) = (request.item.clone(), request.picks.clone());
            mark_of(&Operation::Pick { item, picks })
        }
    };
    Ok((ask.as_lines(key), known_by))
}

fn mark(number: u64) -> String {
    format!("kept {number}")
}

fn is_draft(number: u64) -> bool {
    number % 10 == 9
}

/// The form as it is after so many changes.
///
/// # Errors
/// Never.
pub fn draft(number: u64) -> Result<Draft, Violation> {
    let Ask::Movement(made) = movement(&format!("draft {number}"), StartFrom::Empty)? else {
        return Err(Violation("it is no movement".into()));
    };
    let key: MovementKey = serde_json::from_value(json!(DRAFT))?;
    let (typed, aside) = (BTreeMap::new(), Vec::new());
    Ok(Draft { key, form: DraftForm::NewMovement(made.form), typed, aside, table: None })
}

/// The text by which an operation is known again.
#[must_use]
pub fn mark_of(operation: &Operation) -> String {
    match operation {
        Operation::CreateMovement(form) => form.name.clone(),
        Operation::CreateCategory { name } => name.clone(),
        Operation::UpdateHeader(fields) => fields.description.clone().unwrap_or_default(),
        Operation::ChangeLine(LineChange::Create { quantity, .. }) => mark(u64::from(*quantity)),
        other => format!("{other:?}"),
    }
}

/// Every profile's file in a data folder.
///
/// # Errors
/// If the folder cannot be read.
pub fn files(data: &Path) -> Result<Vec<PathBuf>, Violation> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(data)? {
        let path = entry?.path();
        if path.is_dir() {
            found.extend(files(&path)?);
        } else if path.extension().is_some_and(|end| end == "sqlite") {
            found.push(path);
        }
    }
    Ok(found)
}

/// SQLite's own examination of a file.
///
/// # Errors
/// What it finds wrong.
pub fn integrity(file: &Path) -> Result<(), Violation> {
    let connection = Connection::open(file)?;
    let said: String = connection.query_row("PRAGMA integrity_check", [], |row| row.get(0))?;
    check(said == "ok", || format!("the file is damaged: {said}"))
}

/// Copies a folder with all that is in it.
///
/// # Errors
/// If it cannot be copied.
pub fn copy_folder(from: &Path, to: &Path) -> Result<(), Violation> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let (path, name) = entry.map(|entry| (entry.path(), entry.file_name()))?;
        if path.is_dir() {
            copy_folder(&path, &to.join(name))?;
        } else {
            std::fs::copy(path, to.join(name))?;
        }
    }
    Ok(())
}
