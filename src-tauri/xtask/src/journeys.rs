//! `cargo xtask journeys`: chosen journeys in a real window, without the rest of the tests.

use std::num::NonZero;
use std::process::{Command, Stdio};
use std::sync::{Mutex, PoisonError};
use std::thread;

use crate::build::tests_built::{self, Level, TestProgram};
use crate::build::ui;
use crate::setup;
use crate::system::display::Screen;
use crate::system::outcome::Outcome;
use crate::system::project::Project;

/// What is run, and on what.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    /// The practice service answers nothing beyond the interface document.
    pub strict: bool,
    /// How many busy loops share the processor.
    pub busy: u8,
    /// Names, or parts of names, of the journeys; none means all.
    pub filters: Vec<String>,
}

/// Builds the page, the program and the journeys, and runs those whose names hold one of the filters;
/// without a filter all of them.
pub fn run(arguments: &[String]) -> Outcome {
    let conditions = Conditions::read("journeys", arguments)?;
    let project = Project::find()?;
    setup::for_building(&project)?;
    setup::for_journeys(&project)?;
    ui::build(&project, ui::Profile::Quick)?;
    let tests = tests_built::build_journeys(&project)?;
    let _busy = BusyLoops::start(conditions.busy)?;
    let passed = walk(&project, &tests, &conditions)?;
    if passed == 0 {
        return Err("No journey has such a name.".into());
    }
    println!("\n{passed} passed, 0 failed");
    Ok(())
}

/// More windows at once than this have no memory.
const MOST_LANES: usize = 4;

/// So many windows at once: one for each core, and more where busy loops take most of each.
fn lanes(cores: usize, busy: u8) -> usize {
    (cores + usize::from(busy) / 2).min(MOST_LANES)
}

/// Runs journeys in real windows, one on each of some screens; answers how many passed.
pub fn walk(project: &Project, tests: &[TestProgram], conditions: &Conditions) -> Outcome<u32> {
    let axe = setup::axe(project)?;
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    let screens = (0..lanes(cores, conditions.busy)).map(|_| Screen::start(project));
    let screens = screens.collect::<Outcome<Vec<_>>>()?;
    let mut passed = 0;
    for test in tests.iter().filter(|test| test.level == Level::Journey) {
        let names = Mutex::new(tests_built::names(test, &conditions.filters)?);
        println!("\n▸ {} tests: {}", test.level.name(), test.title);
        let next = || names.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        let lane = |screen: &Screen| {
            let mut lane = Outcome::Ok(0);
            while let Some(name) = next() {
                let mut command = screen.command(&test.program);
                command.env("STOCKHAND_APP", project.binary("stockhand"));
                command.env("STOCKHAND_AXE", &axe);
                if conditions.strict {
                    command.env("STOCKHAND_STRICT", "1");
                }
                let one = tests_built::run_one(test, &name, &mut command);
                // The others are walked all the same, so that all that fail are known.
                lane = lane.and_then(|passed| one.map(|()| passed + 1));
            }
            lane
        };
        let lanes: Vec<Outcome<u32>> = thread::scope(|scope| {
            let lanes: Vec<_> = screens.iter().map(|screen| scope.spawn(|| lane(screen))).collect();
            let broke_off = |_| Err("A lane of journeys broke off.".to_owned());
            lanes.into_iter().map(|lane| lane.join().unwrap_or_else(broke_off)).collect()
        });
        for lane in lanes {
            passed += lane?;
        }
        println!("  {passed} passed");
    }
    Ok(passed)
}

impl Conditions {
    /// Reads the arguments of the command of this name.
    pub fn read(command: &str, arguments: &[String]) -> Outcome<Self> {
        let mut conditions = Self::default();
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            match argument.as_str() {
                "--strict" => conditions.strict = true,
                "--busy" => {
                    let count = rest.next().and_then(|count| count.parse().ok());
                    conditions.busy = count.ok_or("--busy needs the number of busy loops.")?;
                }
                flag if flag.starts_with('-') => {
                    return Err(format!("`cargo xtask {command}` does not know `{flag}`."));
                }
                filter => conditions.filters.push(filter.to_owned()),
            }
        }
        Ok(conditions)
    }
}

/// Processes that do nothing but take processor time, as on a computer that is at work. They end with
/// this value.
pub struct BusyLoops(Vec<std::process::Child>);

impl BusyLoops {
    /// Starts that many.
    pub fn start(count: u8) -> Outcome<Self> {
        let mut started = Self(Vec::new());
        for _ in 0..count {
            let child = Command::new("sh")
                .args(["-c", "while :; do :; done"])
                .stdin(Stdio::null())
                .spawn()
                .map_err(|error| format!("A busy loop could not be started: {error}."))?;
            started.0.push(child);
        }
        Ok(started)
    }
}

impl Drop for BusyLoops {
    fn drop(&mut self) {
        for child in &mut self.0 {
            // One that has ended is what is wanted.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(line: &str) -> Outcome<Conditions> {
        let arguments: Vec<_> = line.split_whitespace().map(str::to_owned).collect();
        Conditions::read("journeys", &arguments)
    }

    #[test]
    fn busy_loops_make_more_lanes_but_never_too_many() {
        assert_eq!((lanes(2, 0), lanes(2, 4), lanes(1, 1), lanes(64, 9)), (2, 4, 1, 4));
    }

    #[test]
    fn filters_and_flags_are_told_apart() {
        let filters = vec!["editor".to_owned(), "focus_seen".to_owned()];
        let expected = Conditions { strict: true, busy: 4, filters };
        assert_eq!(asked("editor --strict --busy 4 focus_seen").unwrap(), expected);
        assert!(asked("--busy").unwrap_err().contains("number"));
        assert!(asked("--fast").unwrap_err().contains("--fast"));
    }
}
