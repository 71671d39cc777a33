//! R-S5: a program that was signed in holds no password, and one that was signed out no session
//! either: its whole memory is searched, as whoever may look into it could. Linux shows a program's
//! memory to its parent; elsewhere there is nothing to search with.
//!
//! Units are whole sessions.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt as _;
use std::time::{Duration, Instant};

use practice::{Options, Service};
use serde_json::json;

use super::secrets::{Secret, find};
use super::stage::{Around, Console, Home};
use crate::promise::{Amount, Counts, Violation, check};
use crate::random::Random;
use crate::run::until_done;

/// What is freed by other tasks is freed soon; this is no promise, only an end.
const PATIENCE: Duration = Duration::from_secs(30);

/// So much is read at once, and so much of it twice, so that nothing hides between two pieces.
const PIECE: usize = 4 << 20;
const OVERLAP: u64 = 1_024;

/// Longer than all that standard input passes through: what it held before is written over.
const PADDING: usize = 64 << 10;

/// Searches the memory of a program through `count` sessions.
///
/// # Errors
/// If a secret is still there, if the search finds nothing of what is there, or memory cannot be
/// read.
pub fn run(amount: Amount) -> Result<Counts, Violation> {
    until_done(async move {
        let mut counts = Counts::of([("hits", 0)]);
        for round in 0..amount.count {
            let random = Random::new(amount.start).branch(&format!("memory {round}"));
            session(random, &mut counts).await?;
        }
        Ok(counts)
    })
}

async fn session(mut random: Random, counts: &mut Counts) -> Result<(), Violation> {
    let password = format!("Kanarie/ü+\"7&%{:016x}", random.next());
    let service =
        Service::start(Options { password: password.clone(), ..Options::default() }).await?;
    let home = Home::new()?;
    let mut console = Console::start(&home, Around::Nothing)?;
    let request = json!({ "server": service.base(), "user_name": "aokafor", "password": password });
    console.reply("sign_in", request).await?;
    console.reply("refresh", json!({ "what": "movements" })).await?;
    write_over(&mut console).await?;
    let secret = Secret::new("the password", &password);
    gone(&home, std::slice::from_ref(&secret), "signed in", counts).await?;

    let sessions: Vec<_> =
        service.sessions().iter().map(|session| Secret::new("a session", session)).collect();
    // A search that could find nothing proves nothing: the session stands.
    let held = search(&home, &sessions, counts)?;
    check(!held.is_empty(), || "the session that stands is not found".into())?;
    console.reply("sign_out", json!({})).await?;
    write_over(&mut console).await?;
    gone(&home, &[sessions, vec![secret]].concat(), "signed out", counts).await?;
    console.end().await?;
    service.stop().await;
    Ok(())
}

/// Asks for something long, so that the line with the password is in no buffer any more.
async fn write_over(console: &mut Console) -> Result<(), Violation> {
    console.reply("session", json!({ "padding": " ".repeat(PADDING) })).await.map(drop)
}

/// Waits until none of these is in the program's memory.
async fn gone(
    home: &Home,
    secrets: &[Secret],
    when: &str,
    counts: &mut Counts,
) -> Result<(), Violation> {
    let began = Instant::now();
    loop {
        let found = search(home, secrets, counts)?;
        if found.is_empty() {
            return Ok(());
        }
        check(began.elapsed() < PATIENCE, || format!("{when}: {}", found.join("; ")))?;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// Which secrets stand in the memory of the program that runs in this home.
fn search(home: &Home, secrets: &[Secret], counts: &mut Counts) -> Result<Vec<String>, Violation> {
    let process = fs::read_to_string(home.path().join("pid"))?;
    let process = format!("/proc/{}", process.trim());
    let memory = File::open(format!("{process}/mem"))?;
    let mut found = Vec::new();
    for line in fs::read_to_string(format!("{process}/maps"))?.lines() {
        let Some((begin, end)) = written(line) else { continue };
        let mut at = begin;
        while at < end {
            let length = usize::try_from(end - at)?.min(PIECE);
            let mut piece = vec![0; length];
            match memory.read_exact_at(&mut piece, at) {
                Ok(()) => found.extend(find(secrets, &piece)),
                // Pages that were given back meanwhile hold nothing.
                Err(error) if is_unmapped(&error) => {}
                Err(error) => return Err(error.into()),
            }
            counts.add("bytes", length as u64);
            let next = at + length as u64;
            at = if next < end { next - OVERLAP } else { end };
        }
    }
    counts.add("searches", 1);
    Ok(found)
}

/// Begin and end of a region the program may write to.
fn written(line: &str) -> Option<(u64, u64)> {
    let mut words = line.split_ascii_whitespace();
    let (range, rights) = (words.next()?, words.next()?);
    let (begin, end) = range.split_once('-')?;
    let address = |text| u64::from_str_radix(text, 16).ok();
    rights.starts_with("rw").then_some(())?;
    Some((address(begin)?, address(end)?))
}

fn is_unmapped(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::UnexpectedEof || error.raw_os_error() == Some(5)
}
