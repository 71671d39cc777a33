//! R-D9: the data of every released version opens in this one. The program is killed at every write,
//! sync, cut and removal of the upgrade, one after the other; whatever was on the disk then is opened
//! again and holds all that was kept. Data of a newer version is refused and left as it is.

use std::fs;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use backend::{Backend, Error, Options, StoreFault};
use contract::{OpenProfile, Profile};
use rusqlite::Connection;
use serde_json::json;

use crate::figures::program;
use crate::promise::{Amount, Counts, Violation, check};
use crate::run::until_done;

/// The schema of version 0.1, the first that was released.
const SCHEMA_1: &str =
    include_str!("../../../../src-tauri/backend/src/store/migrations/0001_mirror.sql");

/// What a user of that version had begun: never answered, made with lines left, done, and a row that
/// was damaged.
const WORK_1: &str = r#"
    INSERT INTO profile (only_row, server, user_name, signed_out)
    VALUES (1, 'https://stock.example:8443/stockroom', 'A. Okafor', 0);
    INSERT INTO movement (key, id, header, seen)
    VALUES ('01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e02', 'm2', '{"id":"m2"}', 1);
    INSERT INTO creation (key, form, attempted, list_as_of, id, sent, changes) VALUES
        ('01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e01', '{"start":"empty","name":"A","origin":null,"destination":null,"date_requested":null,"requested_by":null}', 10, 9, NULL, NULL, 0),
        ('01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e02', '{"start":"empty","name":"B","origin":null,"destination":null,"date_requested":null,"requested_by":null}', 20, 9, 'm2', 21, 3),
        ('01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e03', '{"start":"inbound","name":"C","origin":null,"destination":null,"date_requested":null,"requested_by":null}', 30, NULL, 'm3', 31, 0),
        ('01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e04', '{"start":"empty","na', 40, 9, NULL, NULL, 0);
"#;

/// Where that version kept it.
const FOLDER: &str = "profiles/a-okafor-stock-example-8443-stockroom-a7c23d9ce171cb80";

/// Calls of the system that change what is on the disk.
const CALLS: [&str; 5] = ["pwrite64", "fsync", "fdatasync", "ftruncate", "unlink"];

/// Upgrades `count` times over, each time once for every call it makes.
///
/// # Errors
/// If anything that was kept is missing, or newer data was touched.
pub fn run(amount: Amount) -> Result<Counts, Violation> {
    let mut counts = Counts::default();
    for _ in 0..amount.count {
        let whole = data_of_version_1()?;
        for call in CALLS {
            let mut number = 1;
            while killed_at(&whole, call, number, &mut counts)? {
                number += 1;
            }
        }
        newer_is_refused(&whole, &mut counts)?;
    }
    let kills = counts.0.get("kills").copied().unwrap_or_default();
    check(kills > 50, || format!("an upgrade makes more calls than {kills}"))?;
    Ok(counts)
}

fn data_of_version_1() -> Result<tempfile::TempDir, Violation> {
    let data = tempfile::tempdir()?;
    fs::create_dir_all(data.path().join(FOLDER))?;
    let file = Connection::open(database(data.path()))?;
    file.pragma_update(None, "journal_mode", "wal")?;
    file.execute_batch(SCHEMA_1)?;
    file.execute_batch(WORK_1)?;
    file.pragma_update(None, "user_version", 1)?;
    Ok(data)
}

/// Upgrades a copy and kills the program at this call. Answers whether it came that far.
fn killed_at(
    whole: &tempfile::TempDir,
    call: &str,
    number: u32,
    counts: &mut Counts,
) -> Result<bool, Violation> {
    let data = tempfile::tempdir()?;
    copy(whole.path(), data.path())?;
    let mut traced = Command::new("strace")
        .args(["--follow-forks", "--quiet=all", "--output", "/dev/null"])
        .arg(format!("--trace={call}"))
        .arg(format!("--inject={call}:signal=KILL:when={number}"))
        .arg(program("stockhand-console")?)
        .arg("--data")
        .arg(data.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|problem| Violation(format!("strace: {problem}")))?;
    let line = json!({ "id": 1, "command": "open_profile", "request": { "profile": profile() } });
    if let Some(mut input) = traced.stdin.take() {
        // One that was killed at once does not read it.
        let _ = writeln!(input, "{line}");
    }
    let status = traced.wait()?;
    let killed = status.signal() == Some(9) || status.code() == Some(137);
    check(killed || status.success(), || format!("{call} {number}: the program ended: {status}"))?;
    let what = || format!("after a kill at {call} number {number}");
    opens(data.path()).map_err(|Violation(words)| Violation(format!("{}: {words}", what())))?;
    counts.add(if killed { "kills" } else { "upgrades" }, 1);
    Ok(killed)
}

/// Opens the data as the next start does, and looks for everything that was kept.
fn opens(data: &Path) -> Result<(), Violation> {
    until_done(async {
        let backend = Backend::open(Options::new(data.to_path_buf()))?;
        let opened = backend.open_profile(OpenProfile { profile: profile() }).await;
        backend.close().await;
        let opened = opened?.profile.is_some();
        check(opened, || "the profile is not there any more".into())
    })?;
    let file = Connection::open(database(data))?;
    let mut statement = file.prepare(
        "SELECT substr(key, -1), substr(movement, -1), body, id, ended IS NOT NULL FROM operation
         ORDER BY row",
    )?;
    let rows = statement.query_map([], |row| {
        let (key, movement): (String, String) = (row.get(0)?, row.get(1)?);
        let (body, id): (String, Option<String>) = (row.get(2)?, row.get(3)?);
        Ok(format!("{key}{movement} {body} {id:?} {}", row.get::<_, bool>(4)?))
    })?;
    let rows = rows.collect::<Result<Vec<_>, _>>()?.join("\n");
    check(rows == WORK_2, || format!("it holds\n{rows}\nand not\n{WORK_2}"))?;
    let movements: i64 = file.query_row("SELECT count(*) FROM movement", [], |row| row.get(0))?;
    let whole: String = file.query_row("PRAGMA integrity_check", [], |row| row.get(0))?;
    check(movements == 1 && whole == "ok", || format!("{movements} movements, {whole}"))
}

/// The same work as this version keeps it.
const WORK_2: &str = r#"11 {"create_movement":{"start":"empty","name":"A","origin":null,"destination":null,"date_requested":null,"requested_by":null}} None false
22 {"create_movement":{"start":"empty","name":"B","origin":null,"destination":null,"date_requested":null,"requested_by":null}} Some("m2") false
33 {"create_movement":{"start":"inbound","name":"C","origin":null,"destination":null,"date_requested":null,"requested_by":null}} Some("m3") true
44 {"unreadable":"{\"start\":\"empty\",\"na"} None false"#;

fn newer_is_refused(whole: &tempfile::TempDir, counts: &mut Counts) -> Result<(), Violation> {
    let data = tempfile::tempdir()?;
    copy(whole.path(), data.path())?;
    Connection::open(database(data.path()))?.pragma_update(None, "user_version", 1_000)?;
    let before = fs::read(database(data.path()))?;
    let refused = until_done(async {
        let backend = Backend::open(Options::new(data.path().to_path_buf()))?;
        Ok(backend.open_profile(OpenProfile { profile: profile() }).await.err())
    })?;
    let newer = Error::Store(StoreFault::NewerData);
    check(refused.as_ref() == Some(&newer), || format!("newer data was answered {refused:?}"))?;
    let same = fs::read(database(data.path()))? == before;
    check(same, || "newer data was changed".into())?;
    counts.add("newer_refused", 1);
    Ok(())
}

fn profile() -> Profile {
    let server = "https://stock.example:8443/stockroom".to_owned();
    Profile { server, user_name: "A. Okafor".to_owned() }
}

fn database(data: &Path) -> PathBuf {
    data.join(FOLDER).join("profile.sqlite")
}

fn copy(from: &Path, to: &Path) -> Result<(), Violation> {
    fs::create_dir_all(to.join(FOLDER))?;
    fs::copy(database(from), database(to))?;
    Ok(())
}
