//! `cargo xtask soak`: the long runs of the proof, and of the window. What is run and how often is the
//! proof's own, and the journeys'.

use std::process::Command;

use crate::build::tests_built::{self, Level};
use crate::build::ui;
use crate::setup;
use crate::system::display::Screen;
use crate::system::outcome::Outcome;
use crate::system::process;
use crate::system::project::Project;

/// Builds the proof and the programs it kills, and hands its arguments on.
pub fn run(arguments: &[String]) -> Outcome {
    if arguments == ["window"] {
        return window();
    }
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

/// The files of journeys that ask whether they are to go on at length.
const AT_LENGTH: [&str; 2] = ["lines_kept", "panel_kept"];

/// The journeys that go over something again and again, at length.
fn window() -> Outcome {
    let project = Project::find()?;
    setup::for_building(&project)?;
    setup::for_journeys(&project)?;
    ui::build(&project, ui::Profile::Quick)?;
    let tests = tests_built::build_journeys(&project)?;
    let screen = Screen::start(&project)?;
    for test in tests.iter().filter(|test| test.level == Level::Journey) {
        let mut command = screen.command(&test.program);
        command.arg("--test-threads=1").args(AT_LENGTH);
        command.env("STOCKHAND_APP", project.binary("stockhand"));
        command.env("STOCKHAND_AXE", setup::axe(&project)?);
        command.env("STOCKHAND_LONG", "1");
        tests_built::run(test, &mut command)?;
    }
    Ok(())
}
