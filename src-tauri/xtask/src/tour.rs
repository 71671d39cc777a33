//! `cargo xtask tour`: the main job in a real window, as pictures; or every screen in every look.

use std::path::Path;

use crate::build::tests_built::{self, Level, TestProgram};
use crate::build::ui;
use crate::setup;
use crate::system::display::Screen;
use crate::system::outcome::Outcome;
use crate::system::project::Project;

/// The looks every screen is shown in: themes, a longer language, the other direction of text with
/// texts 40 % longer, twice the size of text, a small window and a large one.
const LOOKS: [&str; 8] =
    ["light", "dark", "contrast", "french", "right-to-left", "large-text", "small", "wide"];

/// Walks the tour and writes its pictures to `target/tour/`, or to `target/looks/`.
pub fn run(arguments: &[String]) -> Outcome {
    let (keep, looks) = match arguments {
        [] => (false, None),
        [flag] if flag == "--keep" => (true, None),
        [flag, looks @ ..] if flag == "--looks" => (false, Some(chosen(looks)?)),
        _ => return Err("`cargo xtask tour` knows `--keep` or `--looks`.".into()),
    };
    let project = Project::find()?;
    setup::for_building(&project)?;
    setup::for_journeys(&project)?;
    ui::build(&project, ui::Profile::Quick)?;
    let tests = tests_built::build_journeys(&project)?;
    let walks = tests.iter().filter(|test| test.level == Level::Journey);
    let screen = Screen::start(&project)?;
    let Some(looks) = looks else {
        let pictures = project.target.join("tour");
        renew(&pictures)?;
        for test in walks {
            walk(&project, &screen, test, &["tour_light", "tour_dark"], &pictures, "")?;
        }
        println!("\nPictures: {}", pictures.display());
        return if keep { keep_pictures(&project, &pictures) } else { Ok(()) };
    };
    let all = project.target.join("looks");
    for test in walks {
        for look in &looks {
            let pictures = all.join(look);
            renew(&pictures)?;
            walk(
                &project,
                &screen,
                test,
                &["tour_every_screen", "tour_every_table"],
                &pictures,
                look,
            )?;
        }
    }
    println!("\nPictures: {}", all.display());
    Ok(())
}

/// The looks that are named, or all.
fn chosen(named: &[String]) -> Outcome<Vec<&'static str>> {
    if named.is_empty() {
        return Ok(LOOKS.to_vec());
    }
    let known = |name: &String| {
        let found = LOOKS.into_iter().find(|look| look == name);
        found.ok_or_else(|| format!("No look is called `{name}`, but {}.", LOOKS.join(", ")))
    };
    named.iter().map(known).collect()
}

fn walk(
    project: &Project,
    screen: &Screen,
    test: &TestProgram,
    names: &[&str],
    pictures: &Path,
    look: &str,
) -> Outcome {
    let mut command = screen.command(&test.program);
    command.arg("--test-threads=1").args(names);
    command.env("STOCKHAND_APP", project.binary("stockhand"));
    command.env("STOCKHAND_AXE", setup::axe(project)?);
    command.env("STOCKHAND_TOUR", pictures);
    command.env("STOCKHAND_LOOK", look);
    match tests_built::run(test, &mut command)? {
        0 => Err("No walk is called so.".into()),
        _ => Ok(()),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_look_that_is_not_known_is_named_with_those_that_are() {
        assert_eq!(chosen(&[]).unwrap(), LOOKS);
        assert_eq!(chosen(&["dark".into()]).unwrap(), ["dark"]);
        let said = chosen(&["blue".into()]).unwrap_err();
        assert!(said.contains("blue") && said.contains("right-to-left"), "{said}");
    }
}
