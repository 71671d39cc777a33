//! R-D1: killed at any moment while work is queued, every operation that was called kept is there
//! after a restart, once. `stockhand-console` queues as fast as it can, with nobody signed in, and
//! says of each that it is kept; it is killed at a random moment, and the folder opened again.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use backend::Limits;
use contract::{
    ChangeLines, ChangeOfLine, CheckJournal, CreateCategory, Draft, DraftForm, HeaderFields,
    LineChange, ListDrafts, MovementKey, Operation, Profile, SaveDraft, StartFrom, UpdateHeader,
};
use practice::{Service, sample};
use rusqlite::Connection;
use serde_json::json;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::asks::{Ask, movement};
use super::console::Console;
use super::desk::{Desk, Target, product};
use super::seat::{Seat, hurried, open, open_profile, operations};
use crate::promise::{Amount, Counts, Violation, check};
use crate::random::Random;
use crate::run::until_done;

/// Folders that are worked on at once.
const FOLDERS: u64 = 2;

/// Kills that one folder sees before a fresh one is taken.
const KILLS: u64 = 20;

/// The key of the one form that is filled in all the time.
const DRAFT: &str = "01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f";

/// Kills it `count` times.
///
/// # Errors
/// If something kept was lost or doubled, or the file was damaged.
pub fn run(amount: Amount) -> Result<Counts, Violation> {
    until_done(async {
        let template = Template::prepare().await?;
        let mut tasks = JoinSet::new();
        for worker in 0..FOLDERS {
            let template = template.clone();
            let kills = (0..amount.count).filter(move |kill| kill / KILLS % FOLDERS == worker);
            let kills: Vec<_> = kills.collect();
            tasks.spawn(async move { worker_of(&template, amount.start, &kills).await });
        }
        let mut counts = Counts::of([("lost", 0), ("doubled", 0), ("corrupt", 0)]);
        while let Some(done) = tasks.join_next().await {
            counts.take_in(&done??);
        }
        std::fs::remove_dir_all(&template.folder)?;
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

async fn worker_of(template: &Template, start: u64, kills: &[u64]) -> Result<Counts, Violation> {
    let mut counts = Counts::default();
    for of_one_folder in kills.chunks(usize::try_from(KILLS)?) {
        let data = template.copy()?;
        let mut told = Told::default();
        for kill in of_one_folder {
            let random = Random::new(start).branch(&format!("kill {kill}"));
            let kept = cycle(template, data.path(), *kill, random, &mut told).await?;
            counts.add("kills", 1);
            counts.add("kept", kept);
        }
    }
    Ok(counts)
}

async fn cycle(
    template: &Template,
    data: &Path,
    kill: u64,
    mut random: Random,
    told: &mut Told,
) -> Result<u64, Violation> {
    let mut console = Console::start(data)?;
    let opened = console.ask("open_profile", &json!({ "profile": template.profile })).await?;
    check(opened["reply"]["profile"].is_object(), || format!("kill {kill}: {opened}"))?;
    let mut asked = BTreeMap::new();
    for number in 0..60 {
        let number = (kill + 1) * 100 + number;
        let (command, request) = queued(&template.target, number)?;
        asked.insert(console.tell(command, &request).await?, number);
    }
    sleep(Duration::from_micros(random.next() % 90_000)).await;
    let mut kept = 0;
    for answer in console.kill().await? {
        let number = answer["id"].as_u64().and_then(|id| asked.get(&id)).copied();
        let number = number.ok_or_else(|| Violation(format!("nobody asked for {answer}")))?;
        check(answer.get("reply").is_some(), || format!("kill {kill}, {number}: {answer}"))?;
        kept += 1;
        if is_draft(number) {
            told.draft = told.draft.max(number);
        } else {
            told.marks.insert(mark(number));
        }
    }
    let whole = whole(&template.profile, data, told).await;
    whole.map_err(|Violation(why)| Violation(format!("after kill {kill}: {why}")))?;
    Ok(kept)
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

/// The request of a number: operations of four kinds, and every tenth a form being filled in.
fn queued(target: &Target, number: u64) -> Result<(&'static str, serde_json::Value), Violation> {
    let mark = mark(number);
    if is_draft(number) {
        return Ok(("save_draft", json!(SaveDraft { draft: draft(number)? })));
    }
    let named = || target.id.clone().into();
    let ask = match number % 4 {
        0 => Ask::Category(CreateCategory { key: None, name: mark }),
        1 => movement(&mark, StartFrom::Empty)?,
        2 => {
            let change = HeaderFields { name: Some(mark), ..HeaderFields::default() };
            Ask::Header(Box::new(UpdateHeader { movement: named(), base: None, change }))
        }
        _ => {
            let change = LineChange::Create {
                product: product(sample::GLOVES_S),
                quantity: u32::try_from(number)?,
                sort_order: None,
                recipient: None,
            };
            let changes = vec![ChangeOfLine { change, base: None }];
            Ask::Lines(ChangeLines { movement: named(), changes })
        }
    };
    Ok(ask.as_line())
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
    Ok(Draft { key, form: DraftForm::NewMovement(made.form), typed, aside })
}

/// The text by which an operation is known again.
#[must_use]
pub fn mark_of(operation: &Operation) -> String {
    match operation {
        Operation::CreateMovement(form) => form.name.clone(),
        Operation::CreateCategory { name } => name.clone(),
        Operation::UpdateHeader(fields) => fields.name.clone().unwrap_or_default(),
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
