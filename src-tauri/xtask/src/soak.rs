//! `cargo xtask soak`: the long runs of the proof. What is run and how often is the proof's own.

use std::process::Command;

use crate::project::Project;
use crate::{Outcome, process, setup};

/// Builds the proof and the programs it kills, and hands its arguments on.
pub fn run(arguments: &[String]) -> Outcome {
    let project = Project::find()?;
    setup::for_building(&project)?;
    process::step(
        "Building the proof",
        process::cargo(&project.root).args(["build", "--package", "proof", "--package", "console"]),
    )?;
    process::step(
        "Long runs",
        Command::new(project.binary("proof")).args(arguments).current_dir(&project.root),
    )
}
