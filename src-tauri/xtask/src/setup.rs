//! The set-up: system packages, the wasm target, and for the tests two tools in the user's cache.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::system::outcome::Outcome;
use crate::system::packages;
use crate::system::process;
use crate::system::project::Project;

const WASM: &str = "wasm32-unknown-unknown";
/// Pinned: a newer one may find more, and that is a change of its own.
const AXE: &str = "4.14.1";
const BINARYEN: &str = "132.0.0";
const DENY: &str = "0.20.2";

/// `cargo xtask setup`: all of it.
pub fn everything() -> Outcome {
    let project = Project::find()?;
    for_building(&project)?;
    for_journeys(&project)?;
    wasm_opt(&project)?;
    cargo_deny(&project)?;
    println!("\nEverything is in place. Next: cargo xtask run");
    Ok(())
}

/// What building and opening the window needs.
pub fn for_building(project: &Project) -> Outcome {
    packages::ensure(packages::BUILD)?;
    wasm_target(&project.root)
}

/// What a journey needs besides: a screen, a driver, the accessibility checker.
pub fn for_journeys(project: &Project) -> Outcome {
    packages::ensure(packages::TESTS)?;
    axe(project)?;
    Ok(())
}

fn wasm_target(root: &Path) -> Outcome {
    let libraries = process::output(Command::new("rustc").current_dir(root).args([
        "--print",
        "target-libdir",
        "--target",
        WASM,
    ]))?;
    if Path::new(libraries.trim()).is_dir() {
        return Ok(());
    }
    process::step(
        "Adding the wasm target to the Rust toolchain",
        Command::new("rustup").current_dir(root).args(["target", "add", WASM]),
    )
    .map_err(|sentence| {
        format!("{sentence} The {WASM} target is needed; with rustup: rustup target add {WASM}")
    })
}

/// The accessibility checker's script: it is never part of the repository.
pub fn axe(project: &Project) -> Outcome<PathBuf> {
    from_npm(project, "axe-core", AXE, "axe.min.js")
}

/// The WASM optimiser, for packaging alone. (Debian 12's own is too old: what it makes of this page
/// shows an empty window.)
pub fn wasm_opt(project: &Project) -> Outcome<PathBuf> {
    from_npm(project, "binaryen", BINARYEN, "bin/wasm-opt")
}

/// A file of an npm package of this exact version, fetched once into the cache.
fn from_npm(project: &Project, package: &str, version: &str, file: &str) -> Outcome<PathBuf> {
    let folder = project.cache.join(format!("{package}-{version}"));
    let wanted = folder.join("node_modules").join(package).join(file);
    if wanted.is_file() {
        return Ok(wanted);
    }
    if !process::is_there("npm") {
        packages::ensure(&["npm"])?;
    }
    std::fs::create_dir_all(&folder)
        .map_err(|error| format!("{} cannot be made: {error}.", folder.display()))?;
    let named = format!("{package}@{version}");
    process::step(
        &format!("Fetching {named}"),
        Command::new("npm")
            .current_dir(&folder)
            .args(["install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts"])
            .args(["--prefix", ".", &named]),
    )?;
    if wanted.is_file() {
        Ok(wanted)
    } else {
        Err(format!("npm installed {named}, but {} is not there.", wanted.display()))
    }
}

/// The licence and source checker, built once into the cache.
pub fn cargo_deny(project: &Project) -> Outcome<PathBuf> {
    let tools = project.cache.join("tools");
    let program = tools.join("bin/cargo-deny");
    let current = process::output(Command::new(&program).arg("--version"))
        .is_ok_and(|version| version.contains(DENY));
    if program.is_file() && current {
        return Ok(program);
    }
    // Outside the project, so that its own lints and pinned flags do not reach another's code.
    process::step(
        "Building cargo-deny (once)",
        process::cargo(&project.root)
            // It reads some files: optimised it would take longer to build than it ever saves.
            .args([
                "install",
                "--debug",
                "--locked",
                "--quiet",
                "--version",
                DENY,
                "cargo-deny",
                "--root",
            ])
            .arg(&tools)
            .arg("--target-dir")
            .arg(project.cache.join("tools-build")),
    )?;
    Ok(program)
}
