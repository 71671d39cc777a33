//! R-D3: a disk that fails or is full at any write never leads to a "kept", and what was there before
//! stays. `strace` lets the nth write, sync or truncation of `stockhand-console` fail, for every n
//! until one run meets no failure; what was refused is asked for once more, for the product must stay
//! usable. Before that it is counted that nothing is called kept without a sync of its own.

use std::path::Path;
use std::sync::Arc;

use backend::Limits;
use contract::{CreateCategory, Profile, SaveDraft, StartFrom};
use practice::{Running, Service, sample};
use serde_json::{Value, json};
use tempfile::TempDir;
use tokio::process::Command;
use tokio::task::JoinSet;

use super::asks::{Ask, movement};
use super::console::Console;
use super::killed_queuing::{Template, Told, copy_folder, draft, whole};
use super::seat::{credentials, hurried, open, open_profile};
use crate::figures::program;
use crate::promise::{Amount, Counts, Violation, check};
use crate::run::until_done;

/// How a disk fails.
const ERRORS: [&str; 2] = ["EIO", "ENOSPC"];

/// The calls that change files: SQLite makes these alone, and a call it comes to make one day is met by
/// the name of its like.
const CALLS: [&str; 3] = ["pwrite64,pwritev,pwritev2", "fsync,fdatasync", "ftruncate,fallocate"];

/// One n meets the nth call of every thread; so often may the same thing be refused.
const REFUSALS: u64 = 12;

/// Runs at once.
const WORKERS: usize = 2;

/// Nobody makes so many calls; it is only an end.
const MOST: usize = 5_000;

/// What the console is made to do.
#[derive(Clone)]
enum Work {
    /// It opens what was kept before, and keeps a little more.
    Short { before: Arc<TempDir>, profile: Profile },
    /// It signs in for the first time, keeps a little, and the service takes it.
    Full { service: Arc<Running> },
}

/// Runs the whole sweep: the short work, or the full one in a long run.
///
/// # Errors
/// If something was called kept and is not there, or the product broke.
pub fn run(amount: Amount) -> Result<Counts, Violation> {
    until_done(async {
        let work = match amount.long {
            true => {
                let service = Service::start(practice::Options::default()).await?;
                Work::Full { service: Arc::new(service) }
            }
            false => short().await?,
        };
        let mut counts = Counts::of([("false_kept", 0), ("panics", 0)]);
        counts.add("kept_with_a_sync", synced().await?);
        for (error, calls) in ERRORS.iter().flat_map(|error| CALLS.map(|calls| (*error, calls))) {
            let mut tasks = JoinSet::new();
            for worker in 0..WORKERS {
                let work = work.clone();
                tasks.spawn(async move { sweep(&work, (error, calls), worker).await });
            }
            while let Some(done) = tasks.join_next().await {
                counts.take_in(&done??);
            }
        }
        Ok(counts)
    })
}

/// Every n of one worker, until it is beyond the last call.
async fn sweep(
    work: &Work,
    (error, calls): (&str, &str),
    worker: usize,
) -> Result<Counts, Violation> {
    let mut counts = Counts::default();
    for n in (1..MOST).skip(worker).step_by(WORKERS) {
        let inject = format!("inject={calls}:error={error}:when={n}");
        let (met, refused) = once(work, &["-e", &inject])
            .await
            .map_err(|Violation(why)| Violation(format!("{error}, {calls} {n}: {why}")))?;
        if met == 0 {
            return Ok(counts);
        }
        counts.add("points", 1);
        counts.add("refused", refused);
    }
    Err(Violation(format!("{error}, {calls}: there was no last call")))
}

/// What was kept is synced: a console that keeps four things syncs four times more often than one
/// that keeps none.
///
/// # Errors
/// If it does not.
pub async fn synced() -> Result<u64, Violation> {
    let Work::Short { before, profile } = short().await? else { return Ok(0) };
    let mut syncs = [0; 2];
    for (keeps, counted) in syncs.iter_mut().enumerate() {
        let data = tempfile::tempdir()?;
        copy_folder(before.path(), data.path())?;
        let trace = data.path().join("trace");
        let mut console = traced(&["-e", "trace=fsync,fdatasync"], &trace, data.path())?;
        let opened = console.ask("open_profile", &json!({ "profile": profile })).await?;
        check(opened.get("reply").is_some(), || format!("not opened: {opened}"))?;
        if keeps > 0 {
            keep(&mut console, &mut Told::default()).await?;
        }
        console.end().await?;
        *counted = std::fs::read_to_string(&trace)?.matches("sync(").count();
    }
    let [without, with] = syncs;
    check(with >= without + 4, || {
        format!("four things were called kept with {} syncs", with.saturating_sub(without))
    })?;
    Ok(4)
}

/// Runs [`synced`] alone.
///
/// # Errors
/// As [`synced`].
pub fn synced_alone() -> Result<Counts, Violation> {
    until_done(async { Ok(Counts::of([("kept_with_a_sync", synced().await?)])) })
}

/// One run: how many failures it met, and how often the product said no.
async fn once(work: &Work, how: &[&str]) -> Result<(usize, u64), Violation> {
    let data = tempfile::tempdir()?;
    let mut told = Told::default();
    if let Work::Short { before, .. } = work {
        copy_folder(before.path(), data.path())?;
        told.marks.insert("earlier".to_owned());
        told.draft = 1;
    }
    let traces = tempfile::tempdir()?;
    let trace = traces.path().join("trace");
    let mut console = traced(how, &trace, data.path())?;
    let (command, request, profile) = work.first();
    let mut refused = asked(&mut console, command, &request).await?;
    refused += keep(&mut console, &mut told).await?;
    let ended = console.end().await?;
    check(!ended.said.contains("panicked"), || format!("it panicked: {}", ended.said))?;
    check(ended.code == Some(0), || format!("it ended with {:?}: {}", ended.code, ended.said))?;
    whole(&profile, data.path(), &told).await?;
    Ok((std::fs::read_to_string(&trace)?.matches("(INJECTED)").count(), refused))
}

impl Work {
    /// What opens the profile: command, request, and whose it is.
    fn first(&self) -> (&'static str, Value, Profile) {
        match self {
            Self::Short { profile, .. } => {
                ("open_profile", json!({ "profile": profile }), profile.clone())
            }
            Self::Full { service } => {
                let user = sample::USERS[0].username;
                let profile =
                    Profile { server: service.base().to_owned(), user_name: user.to_owned() };
                ("sign_in", json!(credentials(service.base(), user)), profile)
            }
        }
    }
}

/// Keeps three operations and a form, each asked for again when it is refused; answers how often
/// that was.
async fn keep(console: &mut Console, told: &mut Told) -> Result<u64, Violation> {
    let mut refused = 0;
    for number in 0..3 {
        let again = asked_for(console, number, told).await?;
        refused += again;
    }
    let request = json!(SaveDraft { draft: draft(2)? });
    refused += asked(console, "save_draft", &request).await?;
    told.draft = 2;
    Ok(refused)
}

async fn asked_for(console: &mut Console, number: u32, told: &mut Told) -> Result<u64, Violation> {
    let mut refused = 0;
    loop {
        // One that was refused may be there all the same; asked for again it has another mark.
        let mark = format!("kept {number}, try {refused}");
        let ask = match number {
            1 => movement(&mark, StartFrom::Empty)?,
            _ => Ask::Category(CreateCategory { key: None, name: mark.clone() }),
        };
        let (command, request) = ask.as_line().ok_or_else(|| Violation("it has two".into()))?;
        let answer = console.ask(command, &request).await?;
        if answer.get("reply").is_some() {
            told.marks.insert(mark);
            return Ok(refused);
        }
        refused += 1;
        check(refused < REFUSALS, || format!("{command} is refused for ever: {answer}"))?;
    }
}

/// Asks until it is answered; answers how often it was refused.
async fn asked(console: &mut Console, command: &str, request: &Value) -> Result<u64, Violation> {
    let mut answer = Value::Null;
    for refused in 0..REFUSALS {
        answer = console.ask(command, request).await?;
        let opened = command != "open_profile" || answer["reply"]["profile"].is_object();
        if answer.get("reply").is_some() && opened {
            return Ok(refused);
        }
    }
    Err(Violation(format!("{command} is refused for ever: {answer}")))
}

fn traced(how: &[&str], trace: &Path, data: &Path) -> Result<Console, Violation> {
    let mut command = Command::new("strace");
    command.args(["-f", "--seccomp-bpf", "-qq", "-o"]).arg(trace).args(how);
    command.arg(program("stockhand-console")?).env("STOCKHAND_LOG", "off");
    Console::under(command, data)
        .map_err(|Violation(why)| Violation(format!("strace is needed: {why}")))
}

/// A folder in which something was kept before.
async fn short() -> Result<Work, Violation> {
    let template = Template::prepare().await?;
    let before = template.copy()?;
    std::fs::remove_dir_all(&template.folder)?;
    let backend = open(before.path(), hurried(40), Limits::default())?;
    let profile = template.profile;
    open_profile(&backend, &profile.server, &profile.user_name).await?;
    backend.create_category(CreateCategory { key: None, name: "earlier".into() }).await?;
    backend.save_draft(SaveDraft { draft: draft(1)? }).await?;
    backend.close().await;
    Ok(Work::Short { before: Arc::new(before), profile })
}
