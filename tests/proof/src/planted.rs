//! Bugs planted on purpose, to see that the rows would notice. A copy of the crates is made in cargo's
//! target folder, each bug is written into it behind a word of the environment, the copy is built once,
//! and for every bug the checks that are to notice it are run: red with it, green without. The
//! product's own source knows nothing of this.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::figures::target;
use crate::outbox::{cuts, disk};
use crate::promise::{Amount, Counts, Violation, check};
use crate::rows;

/// The word of the environment that names the bug to be alive.
const SWITCH: &str = "STOCKHAND_PLANTED";

/// No check takes longer; one that does not end has noticed nothing.
const PATIENCE: Duration = Duration::from_secs(120);

/// Members of the workspace that are not copied: the window, and what serves the project alone.
const LEFT_OUT: [&str; 4] = ["src-ui", "src-tauri/xtask", "tests/house", "tests/peers/bare"];

/// Packages whose programs are built in the copy.
const BUILT: [&str; 2] = ["console", "proof"];

/// A bug.
pub struct Bug {
    /// Its word.
    pub name: &'static str,
    /// Which row turns red.
    pub row: &'static str,
    file: &'static str,
    /// A text that stands in the file once, and what stands there with the bug; `PLANTED` is the
    /// question whether it is alive.
    find: &'static str,
    with: &'static str,
    small: fn() -> Result<Counts, Violation>,
}

/// The seven, in the order of SECURITY.md.
pub const BUGS: [Bug; 7] = [
    Bug {
        name: "blind_resend",
        row: "R-D5",
        file: "src-tauri/backend/src/outbox/sending/judge.rs",
        find: "Heard::Lost => Next::Look,",
        with: "Heard::Lost if PLANTED => Next::Pause(Reason::Internal.into()),\n        \
               Heard::Lost => Next::Look,",
        small: || cuts::part(cuts::lost),
    },
    Bug {
        name: "absence_believed_too_early",
        row: "R-D5",
        file: "src-tauri/backend/src/outbox/sending/delivery.rs",
        find: "self.outbox.unsure_for(op.key) >= self.outbox.pace.absence_settles",
        with: "PLANTED || self.outbox.unsure_for(op.key) >= self.outbox.pace.absence_settles",
        small: || cuts::part(cuts::late),
    },
    Bug {
        name: "missing_sync",
        row: "R-D3",
        file: "src-tauri/backend/src/store/mod.rs",
        find: r#"connection.pragma_update(None, "synchronous", "full")?;"#,
        with: r#"connection.pragma_update(None, "synchronous", if PLANTED { "normal" } else { "full" })?;"#,
        small: disk::synced_alone,
    },
    Bug {
        name: "a_jar_that_takes_any_cookie",
        row: "R-S3",
        file: "src-tauri/client/src/network/transport.rs",
        find: "builder = builder.header(COOKIE, session.header().ok_or_else(|| invalid(\"cookie\"))?);",
        with: "let jar = JAR.lock().ok().and_then(|jar| jar.clone()).filter(|_| PLANTED);\n            \
               let own = session.header().ok_or_else(|| invalid(\"cookie\"))?;\n            \
               builder = builder.header(COOKIE, jar.unwrap_or(own));",
        small: || row("R-S3", 40),
    },
    Bug {
        name: "a_followed_redirect",
        row: "R-N1",
        file: "src-tauri/client/src/network/transport.rs",
        find: ".redirect(redirect::Policy::none())",
        with: ".redirect(if PLANTED { redirect::Policy::limited(5) } else { redirect::Policy::none() })",
        small: || row("R-N1", 30),
    },
    Bug {
        name: "a_removed_cap",
        row: "R-N5",
        file: "src-tauri/client/src/network/transport.rs",
        find: "if (body.len() + chunk.len()) as u64 > limit {",
        with: "if !PLANTED && (body.len() + chunk.len()) as u64 > limit {",
        small: || row("R-N5", 15),
    },
    Bug {
        name: "a_repeated_sort_order",
        row: "R-D5",
        file: "src-tauri/rules/src/outbox/compare.rs",
        find: "sort_order: sort_order.unwrap_or(1),",
        with: "sort_order: if PLANTED { 77 } else { sort_order.unwrap_or(1) },",
        small: || cuts::part(cuts::twins),
    },
];

/// What else must be written for a bug to live: the jar itself, and what fills it.
const BESIDES: [(&str, &str, &str); 2] = [
    (
        "src-tauri/client/src/network/transport.rs",
        "/// An answer received whole.",
        "static JAR: std::sync::Mutex<Option<HeaderValue>> = std::sync::Mutex::new(None);\n\n\
         /// An answer received whole.",
    ),
    (
        "src-tauri/client/src/network/transport.rs",
        "    let head = response.headers();",
        "    let head = response.headers();\n    \
         if let (Ok(mut jar), Some(cookie)) = (JAR.lock(), head.get(SET_COOKIE)) {\n        \
         let pair = cookie.to_str().unwrap_or_default().split(';').next().unwrap_or_default();\n        \
         *jar = HeaderValue::from_str(pair).ok();\n    }",
    ),
];

/// Runs the small check that is to notice a bug: in the copy's program, with or without it.
///
/// # Errors
/// What the check says; if there is no such bug.
pub fn small_check(name: &str) -> Result<Counts, Violation> {
    let bug = BUGS.iter().find(|bug| bug.name == name);
    (bug.ok_or_else(|| Violation(format!("there is no bug {name}")))?.small)()
}

/// Plants all of them, and sees each noticed, and nothing else.
///
/// # Errors
/// A bug that is not noticed; a check that is red without one; a text that has changed.
pub fn run() -> Result<Counts, Violation> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let place = target()?.join("planted");
    copy(&project, &place)?;
    build(&place)?;
    let mut counts = Counts::default();
    for bug in &BUGS {
        let name = bug.name;
        let (green, said) = checked(&place, name, "none")?;
        check(green, || format!("without a bug, the check for {name} is red: {said}"))?;
        let (green, said) = checked(&place, name, name)?;
        check(!green, || format!("{name} was not noticed by {}: {said}", bug.row))?;
        counts.add("noticed", 1);
    }
    Ok(counts)
}

fn row(id: &str, count: u64) -> Result<Counts, Violation> {
    (rows::find(id)?.run)(Amount { start: 1, count, long: false })
}

/// Writes the copy anew where it differs; what did not change keeps its age, and is not built again.
fn copy(project: &Path, place: &Path) -> Result<(), Violation> {
    let manifest = fs::read_to_string(project.join("Cargo.toml"))?;
    let (folders, workspace) = workspace(&manifest)?;
    let mut wanted = Vec::new();
    for folder in &folders {
        files(&project.join(folder), Path::new(folder), &mut wanted)?;
    }
    for stale in folders.iter().map(|folder| place.join(folder)).filter(|path| path.exists()) {
        remove_others(&stale, place, &wanted)?;
    }
    for file in &wanted {
        write(&place.join(file), &planted(file, fs::read(project.join(file))?)?)?;
    }
    write(&place.join("Cargo.toml"), workspace.as_bytes())?;
    // Pruned by cargo to what the copy needs; the versions stay.
    if !place.join("Cargo.lock").exists() {
        fs::copy(project.join("Cargo.lock"), place.join("Cargo.lock"))?;
    }
    Ok(())
}

/// A file of the copy: as it is, or with its bugs.
fn planted(file: &Path, bytes: Vec<u8>) -> Result<Vec<u8>, Violation> {
    let of_bugs = BUGS.iter().map(|bug| (bug.file, bug.find, bug.with, bug.name));
    let besides = BESIDES.iter().map(|(file, find, with)| (*file, *find, *with, ""));
    let mut edits = of_bugs.chain(besides).filter(|edit| file == Path::new(edit.0)).peekable();
    if edits.peek().is_none() {
        return Ok(bytes);
    }
    let mut text = String::from_utf8_lossy(&bytes).into_owned();
    for (file, find, with, name) in edits {
        let times = text.matches(find).count();
        check(times == 1, || format!("{file} holds {times} times, and not once: {find}"))?;
        let question = format!("std::env::var(\"{SWITCH}\").is_ok_and(|bug| bug == \"{name}\")");
        text = text.replace(find, &with.replace("PLANTED", &question));
    }
    Ok(text.into_bytes())
}

/// The workspace of the copy, the project's without the window: its members, and its manifest.
fn workspace(manifest: &str) -> Result<(Vec<&str>, String), Violation> {
    let (_, workspace) = manifest
        .split_once("\n[workspace]\n")
        .ok_or_else(|| Violation("the project's manifest holds no workspace".into()))?;
    let (before, rest) = workspace
        .split_once("members = [")
        .ok_or_else(|| Violation("the project's workspace names no members".into()))?;
    let (members, after) =
        rest.split_once(']').ok_or_else(|| Violation("the project's members do not end".into()))?;
    let members = members.split(',').map(|member| member.trim().trim_matches('"'));
    let copied: Vec<_> =
        members.filter(|member| !member.is_empty() && !LEFT_OUT.contains(member)).collect();
    let listed = format!("{copied:?}");
    Ok((copied, format!("[workspace]\n{before}members = {listed}{after}")))
}

fn build(place: &Path) -> Result<(), Violation> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(place).args(["build", "--offline", "--target-dir"]).arg(place.join("target"));
    for name in BUILT {
        cargo.args(["--package", name]);
    }
    // Nobody looks for a fault in it with a debugger; without that it is built in half the time.
    cargo.env("CARGO_PROFILE_DEV_DEBUG", "0").env_remove("CARGO_MANIFEST_DIR");
    let built = cargo.stdin(Stdio::null()).output()?;
    let said = String::from_utf8_lossy(&built.stderr);
    check(built.status.success(), || format!("the copy is not built: {said}"))
}

/// Runs the check for a bug with another, or none, alive; whether it was green, and what it said.
fn checked(place: &Path, name: &str, alive: &str) -> Result<(bool, String), Violation> {
    let said = tempfile::NamedTempFile::new()?;
    let mut child = Command::new(place.join("target/debug/proof"))
        .args(["check", name])
        .env(SWITCH, alive)
        .stdin(Stdio::null())
        .stdout(said.reopen()?)
        .stderr(said.reopen()?)
        .spawn()?;
    let began = Instant::now();
    let ended = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        if began.elapsed() > PATIENCE {
            child.kill()?;
            child.wait()?;
            return Err(Violation(format!("the check for {name} does not end with {alive}")));
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let said = fs::read_to_string(said.path())?;
    match ended.code() {
        Some(0) => Ok((true, said)),
        Some(1) => Ok((false, said)),
        _ => Err(Violation(format!("the check for {name} broke with {alive}: {ended}; {said}"))),
    }
}

/// All files of a folder but what cargo builds, by their place in the project.
fn files(from: &Path, at: &Path, found: &mut Vec<PathBuf>) -> Result<(), Violation> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let at = at.join(entry.file_name());
        match entry.file_type()?.is_dir() {
            true if entry.file_name() != "target" => files(&entry.path(), &at, found)?,
            true => {}
            false => found.push(at),
        }
    }
    Ok(())
}

/// Removes what the project has no more.
fn remove_others(folder: &Path, place: &Path, wanted: &[PathBuf]) -> Result<(), Violation> {
    let mut there = Vec::new();
    files(folder, folder.strip_prefix(place)?, &mut there)?;
    for file in there.iter().filter(|file| !wanted.contains(file)) {
        fs::remove_file(place.join(file))?;
    }
    Ok(())
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), Violation> {
    if fs::read(file).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(file, bytes)?;
    Ok(())
}
