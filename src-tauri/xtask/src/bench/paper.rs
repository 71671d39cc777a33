//! `cargo xtask bench paper`: how long a pick list of 500 lines takes to print, with two codes in each,
//! against what others make the same list with (P-22), and how long a workbook of 100,000 rows takes to be
//! exported and imported (P-23). Each sample is a process of its own, so that nobody gains by what was made
//! before; each tells the time of the making alone.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::ui::figures::{Pair, Row, Sheet};
use crate::setup;
use crate::system::outcome::Outcome;
use crate::system::packages;
use crate::system::process;
use crate::system::project::Project;

/// Lines of the list.
const LINES: &str = "500";

/// Samples of each side.
const SAMPLES: usize = 9;

/// The peers with what ours may take of their time.
const PEERS: [(&str, f64); 2] = [("reportlab", 0.15), ("typst", 0.3)];

/// Builds ours, fetches the peers, and measures.
pub fn run() -> Outcome {
    let project = Project::find()?;
    setup::for_building(&project)?;
    let python = peers(&project)?;
    let ours = example(&project, "paper", "coded_list")?;
    let script = project.root.join("tests/peers/paper/peers.py");
    let fonts = project.root.join("src-tauri/paper/fonts");
    let mut sheet = Sheet::begin(&project, SAMPLES, false);
    sheet.starts();
    let mut pairs: Vec<_> = PEERS.iter().map(|_| Pair::default()).collect();
    for _ in 0..SAMPLES {
        for ((peer, _), pair) in PEERS.iter().zip(&mut pairs) {
            pair.ours.add(sample(Command::new(&ours).arg(LINES))?);
            let mut command = Command::new(&python);
            command.arg(&script).args([peer, LINES]).arg(&fonts);
            pair.peer.add(sample(&mut command)?);
        }
    }
    for ((peer, most), pair) in PEERS.iter().zip(&pairs) {
        sheet.add(Row::of("P-22", &format!("against {peer}"), pair, *most));
    }
    workbooks(&project, &python, &mut sheet)?;
    sheet.end()
}

/// Rows of the workbook.
const ROWS: &str = "100000";

/// Samples of each side: each takes seconds.
const LONG_SAMPLES: usize = 5;

/// Who writes a workbook too, with what ours may take of their time; the last is the library that ours is
/// written with, alone.
const WRITERS: [(&str, f64); 3] = [("openpyxl", 0.12), ("xlsxwriter", 0.12), ("bare", 1.1)];

/// What ours may take of the time of a reader.
const READER: (&str, f64) = ("openpyxl", 0.12);

/// Measures long workbooks (P-23): written, and read.
fn workbooks(project: &Project, python: &Path, sheet: &mut Sheet) -> Outcome {
    let ours = example(project, "backend", "long_table")?;
    let script = project.root.join("tests/peers/paper/sheets.py");
    let file = project.target.join("bench-proof/long.xlsx");
    let mut written: Vec<_> = WRITERS.iter().map(|_| Pair::default()).collect();
    let mut read = Pair::default();
    for _ in 0..LONG_SAMPLES {
        for ((peer, _), pair) in WRITERS.iter().zip(&mut written) {
            let (program, script) =
                if *peer == "bare" { (&*ours, None) } else { (python, Some(&script)) };
            let mut command = Command::new(program);
            command.args(script);
            pair.peer.add(sample(command.args([peer, ROWS]).arg(&file))?);
            pair.ours.add(sample(Command::new(&ours).args(["export", ROWS]).arg(&file))?);
        }
        read.peer.add(sample(Command::new(python).arg(&script).arg("read").arg(&file))?);
        read.ours.add(sample(Command::new(&ours).arg("import").arg(&file))?);
    }
    for ((peer, most), pair) in WRITERS.iter().zip(&written) {
        sheet.add(Row::of("P-23", &format!("export, against {peer}"), pair, *most));
    }
    let (peer, most) = READER;
    sheet.add(Row::of("P-23", &format!("import, against {peer}"), &read, most));
    Ok(())
}

/// The milliseconds that a program says a list took.
fn sample(command: &mut Command) -> Outcome<f64> {
    let told = process::output(command)?;
    told.trim().parse().map_err(|_| format!("a list was not made: {}", told.trim()))
}

/// An example of a package, optimised.
fn example(project: &Project, package: &str, name: &str) -> Outcome<PathBuf> {
    let mut build = process::cargo(&project.root);
    build.args(["build", "--profile", "bench-proof", "--package", package, "--example", name]);
    process::step(&format!("Building {name}, optimised"), &mut build)?;
    Ok(project.target.join("bench-proof/examples").join(name))
}

/// The Python that has the peers, in the cache; fetched again when other versions are wished.
fn peers(project: &Project) -> Outcome<PathBuf> {
    let wanted = project.root.join("tests/peers/paper/requirements.txt");
    let folder = project.cache.join("paper-peers");
    let python = folder.join("bin/python");
    let kept = folder.join("requirements.txt");
    let read = |path: &Path| std::fs::read_to_string(path).unwrap_or_default();
    if python.is_file() && read(&wanted) == read(&kept) {
        return Ok(python);
    }
    packages::ensure(&["python3-venv"])?;
    process::step(
        "Making room for the peers",
        Command::new("python3").args(["-m", "venv"]).arg(&folder),
    )?;
    process::step(
        "Fetching the peers",
        Command::new(&python).args(["-m", "pip", "install", "--quiet", "-r"]).arg(&wanted),
    )?;
    std::fs::copy(&wanted, &kept)
        .map_err(|error| format!("{} cannot be written: {error}.", kept.display()))?;
    Ok(python)
}
