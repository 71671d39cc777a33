//! `cargo xtask bench ui`: what the window takes, against a bare window (P-01), pages that draw the
//! same (P-10 to P-16), and what cannot be avoided (P-20, P-21). Every ratio is of one run, both sides taking turns in
//! WebKitGTK; times are taken in the page itself. Only here Node is needed, for the peers.
//!
//! Files: `wanted` (what is to be measured), `build` (the peers' pages and ours), `site` (serves one), `http` and `window` (a window and
//! its driver), `service` (the practice warehouse), `figures` (medians, ratios, the table), `tables`
//! and `lists` (grids with records at hand), `program` (the program's own window), `walks` (walks in it), `inbox` (its inbox).

mod build;
pub mod figures;
mod http;
mod inbox;
mod lists;
mod program;
mod service;
mod site;
mod start;
mod tables;
mod walks;
mod wanted;
mod window;

use crate::setup;
use crate::system::display::Screen;
use crate::system::outcome::Outcome;
use crate::system::packages;
use crate::system::project::Project;
use build::Pages;
use figures::Sheet;
use wanted::{LISTS, PROGRAM, TABLES, Wanted};

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
