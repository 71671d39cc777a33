//! The processes of a journey: the program, its page, the driver, a screen. How they end, and what ended by itself.

use std::ffi::OsString;
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::find;

/// Whether the journey of this process has killed a page by itself.
static KILLS_PAGE: AtomicBool = AtomicBool::new(false);

/// A screen of its own: of two windows on one, only one can have the keys. It ends with this value.
pub struct Screen(Child);

impl Screen {
    /// Answers the screen and what it is called.
    pub fn open() -> (Self, String) {
        let mut command = Command::new("Xvfb");
        command.args(["-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp"]);
        let mut server =
            command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("Xvfb");
        let mut number = String::new();
        let mut told = BufReader::new(server.stdout.take().unwrap());
        told.read_line(&mut number).expect("the number of the screen");
        (Self(server), format!(":{}", number.trim()))
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The WebDriver's process, alone or behind a bus of its own. It ends with this value.
pub struct Driver(pub Child);

impl Drop for Driver {
    fn drop(&mut self) {
        // Behind a bus it is a child of this child, which ends in order with it.
        let parent = self.0.id().to_string();
        let behind_a_bus = ["-9", "-x", "WebKitWebDriver", "-P", &parent];
        if !Command::new("pkill").args(behind_a_bus).status().is_ok_and(|found| found.success()) {
            let _ = self.0.kill();
        }
        let _ = self.0.wait();
    }
}

/// Where the program is that is opened.
pub fn program() -> PathBuf {
    std::env::var_os("STOCKHAND_APP")
        .map_or_else(|| PathBuf::from(env!("CARGO_BIN_EXE_stockhand")), PathBuf::from)
}

/// Kills the program that runs on this data, found by how it was called.
pub fn kill_program(data: &Path) -> bool {
    let kill = |process: &OsString| {
        let status = Command::new("kill").arg("-9").arg(process).status();
        status.is_ok_and(|status| status.success())
    };
    programs(data).iter().filter(|process| kill(process)).count() > 0
}

/// Waits until the program on these data has ended, which takes a moment. Two programs on the same
/// data are another journey.
///
/// # Panics
/// If it never ends: whoever closes the window could not open it again.
pub async fn until_it_is_gone(data: &Path) {
    let begun = Instant::now();
    while !programs(data).is_empty() {
        if begun.elapsed() > find::PATIENCE {
            kill_program(data);
            panic!("the program did not end when its window was closed");
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// The numbers of the processes of the program on these data.
fn programs(data: &Path) -> Vec<OsString> {
    let name = program();
    let is_it = |arguments: &[u8]| {
        let mut words = arguments.split(|byte| *byte == 0).map(String::from_utf8_lossy);
        let first = words.next().unwrap_or_default();
        Path::new(first.as_ref()) == name && words.any(|word| Path::new(word.as_ref()) == data)
    };
    let all = std::fs::read_dir("/proc").unwrap().flatten();
    let mine =
        all.filter(|entry| is_it(&std::fs::read(entry.path().join("cmdline")).unwrap_or_default()));
    mine.map(|entry| entry.file_name()).collect()
}

/// The numbers of the processes in which these programs' pages run.
fn pages_of(programs: &[OsString]) -> Vec<String> {
    let is_page = |process: &Path| {
        // Name, state and parent: `7 (WebKitWebProces) S 3 …`; the system cuts names.
        let stat = std::fs::read_to_string(process.join("stat")).unwrap_or_default();
        let after = stat.split_once("(WebKitWebProc").map_or("", |(_, after)| after);
        let parent = after.split_once(") ").and_then(|(_, rest)| rest.split(' ').nth(1));
        parent.is_some_and(|parent| programs.iter().any(|program| program == parent))
    };
    let all = std::fs::read_dir("/proc").unwrap().flatten();
    let pages = all.filter(|entry| is_page(&entry.path()));
    pages.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect()
}

/// Kills the process in which the page of the program on these data runs; the program itself goes on.
pub fn kill_page(data: &Path) {
    let pages = pages_of(&programs(data));
    let [page] = pages.as_slice() else { panic!("the pages are {pages:?}") };
    KILLS_PAGE.store(true, Ordering::Relaxed);
    let status = Command::new("kill").arg("-9").arg(page).status();
    assert!(status.is_ok_and(|status| status.success()), "{page} cannot be killed");
}

/// Whether the log of the program on these data tells that the process of its page crashed, and no journey killed it.
pub fn engine_crashed(data: &Path) -> bool {
    if KILLS_PAGE.load(Ordering::Relaxed) {
        return false;
    }
    let files = std::fs::read_dir(data.join("log")).into_iter().flatten().flatten();
    let mut texts = files.filter_map(|file| std::fs::read_to_string(file.path()).ok());
    texts.any(|text| {
        let mut lines = text.lines();
        lines.any(|line| line.contains("the page's process ended") && line.contains("Crashed"))
    })
}
