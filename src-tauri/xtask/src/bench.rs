//! `cargo xtask bench`: the ratios of BENCHMARKS.md. What is measured of the outbox and of walks is the proof's own;
//! of the window, `ui`'s; of what is printed, `paper`'s.

mod paper;
mod ui;

use std::process::Command;

use crate::setup;
use crate::system::outcome::Outcome;
use crate::system::process;
use crate::system::project::Project;

/// Builds what is asked for optimised, and lets it be measured.
pub fn run(arguments: &[String]) -> Outcome {
    match arguments.split_first() {
        Some((what, [])) if what == "outbox" || what == "walk" => proof(what),
        Some((what, [])) if what == "paper" => paper::run(),
        Some((what, rest)) if what == "ui" => ui::run(rest),
        _ => Err("`cargo xtask bench` measures four things: cargo xtask bench outbox, \
                  cargo xtask bench walk, cargo xtask bench paper, and cargo xtask bench ui \
                  [ROW…] [--samples N] [--quick]"
            .into()),
    }
}

fn proof(what: &str) -> Outcome {
    let project = Project::find()?;
    setup::for_building(&project)?;
    process::step(
        "Building the proof, optimised",
        process::cargo(&project.root).args([
            "build",
            "--profile",
            "bench-proof",
            "--package",
            "proof",
        ]),
    )?;
    process::step(
        "Measuring",
        Command::new(project.target.join("bench-proof/proof"))
            .args(["bench", what])
            .current_dir(&project.root),
    )
}
