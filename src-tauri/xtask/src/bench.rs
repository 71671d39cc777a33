//! `cargo xtask bench`: the ratios of BENCHMARKS.md. What is measured is the proof's own.

use std::process::Command;

use crate::project::Project;
use crate::{Outcome, process, setup};

/// Builds the proof optimised and lets it measure.
pub fn run(arguments: &[String]) -> Outcome {
    if arguments != ["outbox"] {
        return Err(
            "`cargo xtask bench` measures one thing so far: cargo xtask bench outbox".into()
        );
    }
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
            .args(["bench", "outbox"])
            .current_dir(&project.root),
    )
}
