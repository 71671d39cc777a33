//! `cargo xtask house`: figures about the source itself, counted by the crate `house`.

use crate::system::outcome::Outcome;
use crate::system::process::{cargo, step};
use crate::system::project::Project;

/// Builds the counter and runs it.
pub fn run(arguments: &[String]) -> Outcome {
    if let Some(other) = arguments.iter().find(|argument| *argument != "--names") {
        return Err(format!("`cargo xtask house` does not know `{other}`."));
    }
    let project = Project::find()?;
    let mut command = cargo(&project.root);
    command.args(["run", "--quiet", "--package", "house", "--"]).arg(&project.root);
    step("counting", command.args(arguments))
}
