//! `cargo xtask test`: everything that must hold before a change lands.

use std::collections::BTreeMap;
use std::process::Command;
use std::thread;
use std::time::Instant;

use crate::build::tests_built::{self, Level, TestProgram};
use crate::build::ui;
use crate::build::wasm_size;
use crate::journeys::{self, BusyLoops, Conditions};
use crate::system::outcome::Outcome;
use crate::system::process;
use crate::system::project::Project;
use crate::{advisories, setup};

/// Runs every check and every test, and prints the number of tests of each level.
pub fn run(arguments: &[String]) -> Outcome {
    let conditions = Conditions::read("test", arguments)?;
    if let Some(argument) = conditions.filters.first() {
        return Err(format!("`cargo xtask test` does not know `{argument}`."));
    }
    let begun = Instant::now();
    let project = Project::find()?;
    setup::for_building(&project)?;
    setup::for_journeys(&project)?;
    // The page first: the native side embeds it.
    let page = || ui::build(&project, ui::Profile::Quick).map(drop);
    both(page, || source_checks(&project))?;
    let page = || {
        page_lints(&project)?;
        wasm_size::check(&project)
    };
    let (_, tests) = both(page, || tests_built::lint_and_build(&project))?;
    let busy = BusyLoops::start(conditions.busy)?;
    let counts = all_levels(&project, &tests, &conditions)?;
    drop(busy);
    report(&counts, begun);
    Ok(())
}

/// Does something with the page beside something else: its builds lie in folders of their own, and for minutes
/// they keep only one core at work.
fn both<A: Send, B>(
    page: impl FnOnce() -> Outcome<A> + Send,
    other: impl FnOnce() -> Outcome<B>,
) -> Outcome<(A, B)> {
    thread::scope(|scope| {
        let page = scope.spawn(page);
        // The page may go on for minutes: what failed is told at once.
        let other = other().inspect_err(|sentence| println!("\n{sentence}"));
        let page =
            page.join().unwrap_or_else(|_| Err("What was done with the page broke off.".into()));
        Ok((page?, other?))
    })
}

/// Runs the tests without a screen and then the journeys; both at once beside busy loops, which leave
/// each of them little of a core.
fn all_levels(
    project: &Project,
    tests: &[TestProgram],
    conditions: &Conditions,
) -> Outcome<BTreeMap<Level, u32>> {
    let journeys = || journeys::walk(project, tests, conditions);
    let (counts, walked) = if conditions.busy == 0 {
        (without_screen(tests)?, journeys()?)
    } else {
        thread::scope(|scope| {
            let walking = scope.spawn(journeys);
            let counts = without_screen(tests);
            let walked = walking.join().unwrap_or_else(|_| Err("The journeys broke off.".into()));
            Ok::<_, String>((counts?, walked?))
        })?
    };
    Ok(counts.into_iter().chain([(Level::Journey, walked)]).collect())
}

fn without_screen(tests: &[TestProgram]) -> Outcome<BTreeMap<Level, u32>> {
    let mut counts = BTreeMap::new();
    for level in Level::WITHOUT_SCREEN {
        for test in tests.iter().filter(|test| test.level == level) {
            let passed = tests_built::run(test, &mut Command::new(&test.program))?;
            *counts.entry(level).or_insert(0) += passed;
        }
    }
    Ok(counts)
}

fn source_checks(project: &Project) -> Outcome {
    process::step(
        "Formatting",
        process::cargo(&project.root).args(["fmt", "--all", "--", "--check"]),
    )
    .map_err(|sentence| format!("{sentence} Cure: cargo fmt --all"))?;
    let deny = setup::cargo_deny(project)?;
    // A build fetches what this system needs; the check reads the crates of every system.
    process::step(
        "Fetching every crate named in Cargo.lock",
        process::cargo(&project.root).args(["fetch", "--locked"]),
    )?;
    process::step(
        "Licences, bans and sources of dependencies",
        Command::new(&deny).current_dir(&project.root).args([
            "--offline",
            "--log-level",
            "error",
            "check",
            "bans",
            "licenses",
            "sources",
        ]),
    )?;
    advisories::check(project, &deny)
}

fn page_lints(project: &Project) -> Outcome {
    process::step(
        "Lints, page",
        process::cargo(&project.root).args([
            "clippy",
            "--package",
            "ui",
            "--package",
            "contract",
            "--target",
            "wasm32-unknown-unknown",
            "--profile",
            ui::Profile::Quick.name(),
            "--",
            "--deny",
            "warnings",
        ]),
    )
}

fn report(counts: &BTreeMap<Level, u32>, begun: Instant) {
    println!("\nTests by level:");
    for (level, passed) in counts {
        println!("  {:8} {passed:5}", level.name());
    }
    let all: u32 = counts.values().sum();
    println!("\nAll is well, after {:.1} minutes.", begun.elapsed().as_secs_f64() / 60.0);
    println!("{all} passed, 0 failed");
}
