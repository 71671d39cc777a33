//! `cargo xtask tour`: the main job in a real window, as pictures.

use std::path::Path;

use crate::display::Screen;
use crate::project::Project;
use crate::tests_built::{self, Level};
use crate::{Outcome, setup, ui};

/// Walks the tour and writes its pictures to `target/tour/`, or `target/tour-pseudo/`.
pub fn run(arguments: &[String]) -> Outcome {
    let (keep, pseudo) = match arguments {
        [] => (false, false),
        [flag] if flag == "--keep" => (true, false),
        [flag] if flag == "--pseudo" => (false, true),
        _ => return Err("`cargo xtask tour` knows `--keep` or `--pseudo`.".into()),
    };
    let project = Project::find()?;
    setup::for_building(&project)?;
    setup::for_journeys(&project)?;
    ui::build(&project, ui::Profile::Quick)?;
    let tests = tests_built::build_journeys(&project)?;
    let pictures = project.target.join(if pseudo { "tour-pseudo" } else { "tour" });
    renew(&pictures)?;
    let screen = Screen::start(&project)?;
    for test in tests.iter().filter(|test| test.level == Level::Journey) {
        let mut command = screen.command(&test.program);
        command.args(["--test-threads=1", "tour"]);
        command.env("STOCKHAND_APP", project.binary("stockhand"));
        command.env("STOCKHAND_AXE", setup::axe(&project)?);
        command.env("STOCKHAND_TOUR", &pictures);
        if pseudo {
            // The program inherits it through the driver.
            command.env("STOCKHAND_PSEUDO", "1");
        }
        tests_built::run(test, &mut command)?;
    }
    println!("\nPictures: {}", pictures.display());
    if keep {
        keep_pictures(&project, &pictures)?;
    }
    Ok(())
}

fn keep_pictures(project: &Project, pictures: &Path) -> Outcome {
    let kept = project.root.join("tests/journeys/pictures");
    renew(&kept)?;
    copy_pictures(pictures, &kept)?;
    println!("Kept in {}", kept.display());
    Ok(())
}

fn renew(folder: &Path) -> Outcome {
    if folder.exists() {
        std::fs::remove_dir_all(folder)
            .map_err(|error| format!("{} cannot be emptied: {error}.", folder.display()))?;
    }
    std::fs::create_dir_all(folder)
        .map_err(|error| format!("{} cannot be made: {error}.", folder.display()))
}

fn copy_pictures(from: &Path, to: &Path) -> Outcome {
    let entries = std::fs::read_dir(from)
        .map_err(|error| format!("{} cannot be read: {error}.", from.display()))?;
    for entry in entries.flatten() {
        std::fs::copy(entry.path(), to.join(entry.file_name()))
            .map_err(|error| format!("{} cannot be kept: {error}.", entry.path().display()))?;
    }
    Ok(())
}
