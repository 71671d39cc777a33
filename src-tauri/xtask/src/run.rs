//! `cargo xtask run`: builds everything and opens the window.

use std::process::Command;

use crate::build::ui;
use crate::setup;
use crate::system::display;
use crate::system::outcome::Outcome;
use crate::system::process;
use crate::system::project::Project;

/// Builds, then hands over to the program until its window is closed.
pub fn run(arguments: &[String]) -> Outcome {
    let flags = program_flags(arguments)?;
    let project = Project::find()?;
    setup::for_building(&project)?;
    ui::build(&project, ui::Profile::Quick)?;
    process::step(
        "Building the program",
        process::cargo(&project.root).args([
            "build",
            "--package",
            "stockhand",
            "--bin",
            "stockhand",
        ]),
    )?;
    if !display::has_screen() {
        return Err("There is no screen to open a window on (neither DISPLAY nor WAYLAND_DISPLAY is set). `cargo xtask tour` works without one.".into());
    }
    println!("\n▸ Opening the window; it ends when you close it.");
    let mut program = Command::new(project.binary("stockhand"));
    let status = program
        .args(&flags)
        .status()
        .map_err(|error| format!("The program could not be started: {error}."))?;
    if status.success() { Ok(()) } else { Err(format!("The program ended with {status}.")) }
}

/// The program's own flags; without `--server` it opens the practice warehouse.
fn program_flags(arguments: &[String]) -> Outcome<Vec<String>> {
    let mut flags = Vec::new();
    let mut practice = true;
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--server" | "--data" => {
                let value = rest.next().ok_or(format!("{argument} needs a value."))?;
                practice &= argument != "--server";
                flags.extend([argument.clone(), value.clone()]);
            }
            other => return Err(format!("`cargo xtask run` does not know `{other}`.")),
        }
    }
    if practice {
        flags.push("--practice".into());
    }
    Ok(flags)
}

#[cfg(test)]
mod tests {
    use super::program_flags;

    fn flags(line: &str) -> Result<Vec<String>, String> {
        program_flags(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn without_a_server_the_practice_warehouse_opens() {
        assert_eq!(flags("").unwrap(), ["--practice"]);
        assert_eq!(flags("--data d").unwrap(), ["--data", "d", "--practice"]);
    }

    #[test]
    fn with_a_server_it_does_not() {
        assert_eq!(
            flags("--server https://stock.example").unwrap(),
            ["--server", "https://stock.example"]
        );
    }

    #[test]
    fn what_is_not_known_is_said() {
        assert!(flags("--server").unwrap_err().contains("needs a value"));
        assert!(flags("--fast").unwrap_err().contains("--fast"));
    }
}
