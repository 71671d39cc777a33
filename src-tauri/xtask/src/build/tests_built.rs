//! Builds all tests once and runs each test program by itself, so that the number of tests of each
//! level can be told. (Choosing packages per run would change the features third-party crates are
//! built with, and compile them again.)

use std::collections::VecDeque;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::system::outcome::Outcome;
use crate::system::process;
use crate::system::project::Project;

/// What a test proves, from the least powerful to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    Rule,
    Wire,
    Server,
    Flow,
    Console,
    Command,
    Proof,
    Journey,
}

impl Level {
    /// The levels that need no screen.
    pub const WITHOUT_SCREEN: [Self; 7] = [
        Self::Rule,
        Self::Wire,
        Self::Server,
        Self::Flow,
        Self::Console,
        Self::Command,
        Self::Proof,
    ];

    /// What it is called in the report.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rule => "rule",
            Self::Wire => "wire",
            Self::Server => "server",
            Self::Flow => "flow",
            Self::Console => "console",
            Self::Command => "command",
            Self::Proof => "proof",
            Self::Journey => "journey",
        }
    }

    fn of(target: &str, kind: &str, package_folder: &Path) -> Self {
        let folder = package_folder.file_name().unwrap_or_default().to_string_lossy();
        match (kind, target, folder.as_ref()) {
            ("test", "journeys", _) => Self::Journey,
            ("test", "gate", _) => Self::Proof,
            ("test", _, "client") => Self::Wire,
            ("test", _, "practice") => Self::Server,
            ("test", _, "backend") => Self::Flow,
            ("test", _, "console") => Self::Console,
            ("test", _, _) => Self::Command,
            _ => Self::Rule,
        }
    }
}

/// A test program, ready to run.
#[derive(Debug)]
pub struct TestProgram {
    /// What its tests prove.
    pub level: Level,
    /// Which target it is.
    pub title: String,
    /// The program.
    pub program: PathBuf,
    /// Cargo runs tests in their package's folder.
    pub folder: PathBuf,
}

/// The linter as cargo calls it in the place of the compiler for the workspace's own crates, and what it is told:
/// cargo's command for it does the same and only checks, which reads and checks every crate a second time.
const LINTER: [(&str, &str); 2] =
    [("RUSTC_WORKSPACE_WRAPPER", "clippy-driver"), ("CLIPPY_ARGS", "-Dwarnings")];

/// Lints the workspace and builds every test of it, the page's own included.
pub fn lint_and_build(project: &Project) -> Outcome<Vec<TestProgram>> {
    // Programs too as they run: some would be built for their own tests alone.
    built(project, &["--all-targets"], &LINTER)
}

/// Builds the journeys and the program they open, and no other test.
pub fn build_journeys(project: &Project) -> Outcome<Vec<TestProgram>> {
    built(project, &["--test", "journeys"], &[])
}

fn built(
    project: &Project,
    targets: &[&str],
    environment: &[(&str, &str)],
) -> Outcome<Vec<TestProgram>> {
    let linted = if environment.is_empty() { "" } else { " under the linter" };
    println!("\n▸ Building the tests{linted}");
    let begun = Instant::now();
    let child = process::cargo(&project.root)
        .args(["build", "--workspace", "--message-format", "json-render-diagnostics"])
        .args(targets)
        .envs(environment.iter().copied())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cargo could not be started: {error}."))?;
    let output = child.wait_with_output().map_err(|error| format!("cargo broke off: {error}."))?;
    if !output.status.success() {
        return Err(format!("The tests do not compile{linted}."));
    }
    println!("  Building the tests{linted}: done in {:.0} s", begun.elapsed().as_secs_f64());
    let lines = String::from_utf8_lossy(&output.stdout);
    Ok(lines.lines().filter_map(|line| test_program(&serde_json::from_str(line).ok()?)).collect())
}

fn test_program(message: &serde_json::Value) -> Option<TestProgram> {
    if message["reason"] != "compiler-artifact" || message["profile"]["test"] != true {
        return None;
    }
    let program = PathBuf::from(message["executable"].as_str()?);
    let manifest = PathBuf::from(message["manifest_path"].as_str()?);
    let folder = manifest.parent()?.to_path_buf();
    let target = message["target"]["name"].as_str()?;
    let kind = message["target"]["kind"][0].as_str()?;
    Some(TestProgram {
        level: Level::of(target, kind, &folder),
        title: format!("{target} ({kind})"),
        program,
        folder,
    })
}

/// No test takes so long, on a busy computer either; a program that says nothing for so long hangs.
const PATIENCE: Duration = Duration::from_mins(15);

/// Runs a test program and answers how many tests passed. What the slow levels say is shown as it is
/// said, so that a run that is broken off tells how far it came.
pub fn run(test: &TestProgram, command: &mut Command) -> Outcome<u32> {
    println!("\n▸ {} tests: {}", test.level.name(), test.title);
    if matches!(test.level, Level::Wire | Level::Server) {
        // What tests that pass say is kept back otherwise.
        command.arg("--show-output");
    }
    let mut child = command
        .current_dir(&test.folder)
        .env("CARGO_MANIFEST_DIR", &test.folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{} could not be started: {error}.", test.program.display()))?;
    let said = child.stdout.take().ok_or("A test program without an output.")?;
    let lives = test.level >= Level::Proof;
    let (text, status) = listen(&mut child, said, lives).map_err(|error| format!("{error}."))?;
    if !status.is_some_and(|status| status.success()) {
        if !lives {
            print!("{text}");
        }
        let how = if status.is_some() { "failed" } else { "did not end" };
        return Err(format!("A {} test {how}: {}.", test.level.name(), test.title));
    }
    let passed = passed(&text).ok_or(format!("{} reported no result.", test.title))?;
    if !lives {
        covered(&text).for_each(|line| println!("  {line}"));
    }
    println!("  {passed} passed");
    Ok(passed)
}

/// The names of a program's tests that hold one of the filters; all of them without a filter.
pub fn names(test: &TestProgram, filters: &[String]) -> Outcome<VecDeque<String>> {
    let mut command = Command::new(&test.program);
    command.current_dir(&test.folder).args(["--list", "--format", "terse"]).args(filters);
    Ok(listed(&process::output(&mut command)?))
}

fn listed(text: &str) -> VecDeque<String> {
    text.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect()
}

/// What a journey says whose window the web engine crashed in. Its driver loses the page then, and nothing
/// can be seen any more of what the journey proves.
const ENGINE_CRASHED: &str = "the web engine crashed";

/// Runs one test of a program by itself, and says how it ended and how long it took. What it said is
/// shown if it failed. One in which the web engine crashed has proved nothing: that is said, and it is run
/// once more.
pub fn run_one(test: &TestProgram, name: &str, command: &mut Command) -> Outcome {
    command
        .args(["--exact", name])
        .current_dir(&test.folder)
        .env("CARGO_MANIFEST_DIR", &test.folder)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut one = One::run(test, command)?;
    if !one.passed() && one.text.contains(ENGINE_CRASHED) {
        println!("  test {name} ... not walked: {ENGINE_CRASHED}\n{}", one.text);
        one = One::run(test, command)?;
    }
    let took = one.took.as_secs_f64();
    if one.passed() {
        println!("  test {name} ... ok, {took:.0} s");
        return Ok(());
    }
    let how = if one.status.is_some() { "FAILED" } else { "did not end" };
    println!("  test {name} ... {how}, {took:.0} s\n{}\n{}", one.text, one.warned);
    Err(format!("A {} test failed: {name}.", test.level.name()))
}

/// How one test of a program ended.
struct One {
    text: String,
    warned: String,
    /// Nothing if it did not end by itself.
    status: Option<ExitStatus>,
    took: Duration,
}

impl One {
    fn run(test: &TestProgram, command: &mut Command) -> Outcome<Self> {
        let begun = Instant::now();
        let mut child = command.spawn().map_err(|error| {
            format!("{} could not be started: {error}.", test.program.display())
        })?;
        let said = child.stdout.take().ok_or("A test program without an output.")?;
        let warned = child.stderr.take().ok_or("A test program without an output for errors.")?;
        let warned = thread::spawn(move || std::io::read_to_string(warned));
        let (text, status) =
            listen(&mut child, said, false).map_err(|error| format!("{error}."))?;
        // What it left running may hold its output for errors open.
        let warned = if warned.is_finished() { warned.join().ok() } else { None };
        let warned = warned.and_then(Result::ok).unwrap_or_default();
        Ok(Self { text, warned, status, took: begun.elapsed() })
    }

    fn passed(&self) -> bool {
        self.status.is_some_and(|status| status.success()) && passed(&self.text) == Some(1)
    }
}

/// What a program says until it ends, shown line by line if it is wished, and how it ended: nothing if
/// it did not end by itself. What it leaves running may keep its output open; that is not waited for.
fn listen(
    child: &mut Child,
    said: ChildStdout,
    shown: bool,
) -> std::io::Result<(String, Option<ExitStatus>)> {
    let (tell, told) = mpsc::channel();
    thread::spawn(move || {
        BufReader::new(said).lines().map_while(Result::ok).try_for_each(|line| tell.send(line))
    });
    let (mut text, mut ended, mut heard) = (String::new(), None, Instant::now());
    loop {
        match told.recv_timeout(Duration::from_millis(200)) {
            Ok(line) => {
                heard = Instant::now();
                if shown && !line.is_empty() {
                    println!("  {line}");
                }
                text.push_str(&line);
                text.push('\n');
            }
            Err(_) if ended.is_some() => return Ok((text, ended)),
            Err(_) if heard.elapsed() > PATIENCE => {
                child.kill()?;
                child.wait()?;
                return Ok((text, None));
            }
            Err(why) => {
                ended = child.try_wait()?;
                if why == RecvTimeoutError::Disconnected {
                    thread::sleep(Duration::from_millis(20));
                }
            }
        }
    }
}

/// What tests say of how much they cover.
fn covered(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| line.starts_with("covered:"))
}

fn passed(text: &str) -> Option<u32> {
    let line = text.lines().rev().find(|line| line.starts_with("test result: ok."))?;
    line.split_whitespace().nth(3)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_passed_tests_is_read_from_the_closing_line() {
        let text =
            "running 2 tests\n..\ntest result: ok. 2 passed; 0 failed; 0 ignored; finished\n";
        assert_eq!(passed(text), Some(2));
        assert_eq!(passed("test result: FAILED. 1 passed; 1 failed"), None);
    }

    #[test]
    fn what_is_covered_is_read_from_what_passing_tests_say() {
        let text = "running 1 test\ntest rows::all ... ok\n\nsuccesses:\n\n\
                    ---- rows::all stdout ----\ncovered: 52 rows of a document\n\n\n\
                    successes:\n    rows::all\n\n\
                    test result: ok. 1 passed; 0 failed; 0 ignored; finished\n";
        assert_eq!(covered(text).collect::<Vec<_>>(), ["covered: 52 rows of a document"]);
        assert_eq!(passed(text), Some(1));
    }

    #[test]
    fn the_names_of_tests_are_read_from_the_list() {
        let text = "keys::a_key: test\nlines::b: benchmark\nwatch::c: test\n\n2 tests\n";
        assert_eq!(listed(text), ["keys::a_key", "watch::c"]);
    }

    #[test]
    fn only_test_programs_count_and_each_has_its_level() {
        let message = |kind: &str, name: &str, folder: &str, test: bool| {
            serde_json::json!({
                "reason": "compiler-artifact", "profile": {"test": test},
                "executable": "/t/x", "manifest_path": format!("/p/{folder}/Cargo.toml"),
                "target": {"name": name, "kind": [kind]},
            })
        };
        let level = |m| test_program(&m).map(|t| t.level);
        assert_eq!(level(message("test", "integration", "client", true)), Some(Level::Wire));
        assert_eq!(level(message("test", "journeys", "main", true)), Some(Level::Journey));
        assert_eq!(level(message("lib", "contract", "contract", true)), Some(Level::Rule));
        assert_eq!(level(message("bin", "stockhand", "main", false)), None);
    }
}
