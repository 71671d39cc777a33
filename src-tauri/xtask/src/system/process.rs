//! Running other programs, with failures as sentences.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::system::outcome::Outcome;

/// The cargo that runs this program, in the project's folder.
pub fn cargo(root: &Path) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root);
    // Set by the outer `cargo run` for this package alone; the builds started here are not it. Build scripts that
    // read them would run again each time.
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(name);
        }
    }
    command
}

/// Runs a step, shows its output, and says how long it took.
pub fn step(title: &str, command: &mut Command) -> Outcome {
    println!("\n▸ {title}");
    let begun = Instant::now();
    let status = command.status().map_err(|error| cannot_start(command, &error))?;
    if !status.success() {
        return Err(format!("{title}: failed ({status})."));
    }
    println!("  {title}: done in {:.0} s", begun.elapsed().as_secs_f64());
    Ok(())
}

/// Runs a program for what it prints.
pub fn output(command: &mut Command) -> Outcome<String> {
    let output = command
        .stdin(Stdio::null())
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| cannot_start(command, &error))?;
    if !output.status.success() {
        return Err(format!("{} failed ({}).", name(command), output.status));
    }
    String::from_utf8(output.stdout).map_err(|_| format!("{} printed no text.", name(command)))
}

/// Whether a program is there and ends well, without a word.
pub fn succeeds(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

/// Whether a program of this name is on the search path.
pub fn is_there(program: &str) -> bool {
    let Some(path) = std::env::var_os("PATH") else { return false };
    std::env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

fn name(command: &Command) -> String {
    command.get_program().to_string_lossy().into_owned()
}

fn cannot_start(command: &Command, error: &std::io::Error) -> String {
    format!("{} could not be started: {error}.", name(command))
}
