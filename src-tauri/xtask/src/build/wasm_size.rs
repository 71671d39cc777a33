//! The page's weight: the WASM as it is packaged must stay small enough to start at once.

use std::path::Path;
use std::process::Command;

use crate::build::ui;
use crate::setup;
use crate::system::outcome::Outcome;
use crate::system::process;
use crate::system::project::Project;

/// Raw bytes of WASM a package may have. What to do about it is in `src-ui/src/pages/mod.rs`. The bytes
/// are a means: what counts is the start, which `cargo xtask bench ui P-01` measures. They alone do not
/// make it too long: fetching and compiling 2.02 MB are 55 ms of the 192 beyond a bare window, and between
/// the two sizes measured 100,000 bytes more take 0.4 ms to compile (BENCHMARKS.md). So the limit rose to
/// 2,200,000, 2,250,000, 2,300,000 for search and command, 2,420,000 for picking, 2,600,000 for picking by
/// scanner, 2,740,000 for the inbox of decisions, 2,820,000 for the first page, 2,870,000 for sharing through
/// a database and what is learned, 2,940,000 for the export of lists, and
/// 3,040,000 for import, comparison and print, to 3,150,000 for labels, printers, pages that are seen before
/// and pick lists that come back, and to 3,250,000 for rows that are put right before an import, movements that begin
/// with a table and paper in other languages, to 3,350,000 for columns of paper, codes of lines, proposals at
/// their lines and depots on paper, although P-01 is missed. It is there so that growth is seen.
const LIMIT: u64 = 3_350_000;

/// What the optimiser may use. `gc` saves 150 kB and was seen to work in WebKitGTK 2.50; others were
/// not tried. With everything switched on, the window stays empty.
const FEATURES: [&str; 7] = [
    "--enable-bulk-memory",
    "--enable-gc",
    "--enable-multivalue",
    "--enable-mutable-globals",
    "--enable-nontrapping-float-to-int",
    "--enable-reference-types",
    "--enable-sign-ext",
];

/// How it makes the page small, beyond what it does by itself: a large function that is called once
/// stays a function, and addresses below 1024, where only the far end of the stack is, count as
/// never used. (Going over the page until nothing becomes smaller took 305 s in place of 110, for
/// 1,441 of 3,197,761 bytes.)
const WAYS: [&str; 4] =
    ["-Oz", "--low-memory-unused", "--one-caller-inline-max-function-size", "0"];

/// `cargo xtask size`: weighs the page, and nothing else.
pub fn run(arguments: &[String]) -> Outcome {
    if let Some(argument) = arguments.first() {
        return Err(format!("`cargo xtask size` does not know `{argument}`."));
    }
    let project = Project::find()?;
    setup::for_building(&project)?;
    check(&project).map(drop)
}

/// Builds the WASM as for packaging, in a folder of its own, and checks its size.
pub fn check(project: &Project) -> Outcome<u64> {
    let folder = project.target.join("packaged-page");
    ui::build_into(project, ui::Profile::Small, &folder)?;
    let packaged = folder.join("packaged.wasm");
    optimise(project, &folder.join("ui_bg.wasm"), &packaged)?;
    let size = std::fs::metadata(&packaged)
        .map_err(|error| format!("{} cannot be read: {error}.", packaged.display()))?
        .len();
    println!("  WASM for packaging: {size} bytes of at most {LIMIT}");
    if size > LIMIT {
        return Err(format!("The WASM for packaging has {size} bytes; {LIMIT} are allowed."));
    }
    Ok(size)
}

/// Makes a WASM as small as a package has it.
pub fn optimise(project: &Project, wasm: &Path, packaged: &Path) -> Outcome {
    process::step(
        "Optimising the WASM for packaging",
        Command::new("node")
            .arg(setup::wasm_opt(project)?)
            .args(WAYS)
            .args(FEATURES)
            .arg(wasm)
            .arg("-o")
            .arg(packaged),
    )
}
