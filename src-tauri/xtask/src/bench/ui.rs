//! `cargo xtask bench ui`: what the window takes, against a bare window (P-01), pages that draw the
//! same (P-10 to P-16), and what cannot be avoided (P-20, P-21). Every ratio is of one run, both sides taking turns in
//! WebKitGTK; times are taken in the page itself. Only here Node is needed, for the peers.
//!
//! Files: `build` (the peers' pages and ours), `site` (serves one), `http` and `window` (a window and
//! its driver), `service` (the practice warehouse), `figures` (medians, ratios, the table), `tables`
//! and `lists` (grids with records at hand), `program` (the program's own window).

mod build;
mod figures;
mod http;
mod lists;
mod program;
mod service;
mod site;
mod start;
mod tables;
mod window;

use crate::display::Screen;
use crate::project::Project;
use crate::{Outcome, packages, setup};
use build::Pages;
use figures::Sheet;

/// Samples of each side; the first ones warm up and are dropped besides.
const SAMPLES: usize = 15;
/// What can be measured, and what each needs: tables and lists the pages, the others the program.
const TABLES: [&str; 2] = ["P-10", "P-11"];
const LISTS: [&str; 2] = ["P-12", "P-13"];
const PROGRAM: [&str; 7] = ["P-01", "P-14", "P-15", "P-16", "P-20", "P-21", "paste"];

/// What is to be measured, and how often.
struct Wanted {
    rows: Vec<String>,
    samples: usize,
    /// Our page as `run` has it, quick to build: to try the measuring itself.
    quick: bool,
}

impl Wanted {
    fn read(arguments: &[String]) -> Outcome<Self> {
        let mut wanted = Self { rows: Vec::new(), samples: SAMPLES, quick: false };
        let known: Vec<_> = TABLES.iter().chain(&LISTS).chain(&PROGRAM).copied().collect();
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            if argument == "--samples" {
                let number = rest.next().and_then(|number| number.parse().ok());
                wanted.samples =
                    number.filter(|number| *number > 0).ok_or("--samples needs a number.")?;
            } else if argument == "--quick" {
                wanted.quick = true;
            } else if known.contains(&argument.as_str()) {
                wanted.rows.push(argument.clone());
            } else {
                return Err(format!(
                    "`cargo xtask bench ui` does not know `{argument}`; it has {}.",
                    known.join(", ")
                ));
            }
        }
        if wanted.rows.is_empty() {
            wanted.rows = known.into_iter().map(str::to_owned).collect();
        }
        Ok(wanted)
    }

    fn has(&self, row: &str) -> bool {
        self.rows.iter().any(|wanted| wanted == row)
    }

    fn any(&self, rows: &[&str]) -> bool {
        rows.iter().any(|row| self.has(row))
    }
}

/// Builds everything, measures what is asked for, prints the table, and fails where a ratio is
/// missed.
pub fn run(arguments: &[String]) -> Outcome {
    let wanted = Wanted::read(arguments)?;
    let project = Project::find()?;
    setup::for_building(&project)?;
    packages::ensure(packages::TESTS)?;
    let pages = build::peers(&project)?;
    let mut sheet = Sheet::begin(&project, wanted.samples, wanted.quick);
    if wanted.any(&TABLES) || wanted.any(&LISTS) {
        build::our_page(&project, &pages, wanted.quick)?;
        on_pages(&project, &pages, &wanted, &mut sheet)?;
    }
    if wanted.any(&PROGRAM) {
        let programs = build::program(&project, &pages)?;
        let screen = Screen::start(&project)?;
        sheet.starts();
        program::measure(&project, &screen, &pages, &programs, &wanted, &mut sheet)?;
    }
    sheet.end()
}

fn on_pages(project: &Project, pages: &Pages, wanted: &Wanted, sheet: &mut Sheet) -> Outcome {
    let screen = Screen::start(project)?;
    sheet.starts();
    if wanted.any(&TABLES) {
        tables::measure(&screen, pages, wanted, sheet)?;
    }
    if wanted.any(&LISTS) {
        lists::measure(&screen, pages, wanted, sheet)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(line: &str) -> Outcome<Wanted> {
        Wanted::read(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn all_rows_are_measured_where_none_is_named() {
        let all = wanted("").unwrap();
        assert!(all.has("P-10") && all.has("paste") && all.samples == SAMPLES);
        let some = wanted("P-13 --samples 3").unwrap();
        assert!(some.has("P-13") && !some.has("P-10") && some.samples == 3 && !some.quick);
        assert!(wanted("--quick").unwrap().quick);
    }

    #[test]
    fn what_is_not_known_is_said() {
        assert!(wanted("P-99").err().is_some_and(|sentence| sentence.contains("P-99")));
        assert!(wanted("--samples 0").is_err());
        assert!(wanted("--samples").is_err());
    }
}
