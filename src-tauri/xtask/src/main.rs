//! `cargo xtask …`: the project's own commands. Each does all the set-up it needs, says what it is
//! doing, and fails with one sentence that names what is missing and its cure.
//!
//! Deliberately absent: anything the product itself needs at run time.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command-line tool speaks here")]

mod advisories;
mod bench;
mod build;
mod house;
mod journeys;
mod promises;
mod run;
mod setup;
mod soak;
mod system;
mod test;
mod tour;

use std::process::ExitCode;

const HELP: &str = "\
Stockhand's own commands:

  cargo xtask run [--server URL] [--data DIR]
      Builds everything and opens the window: on the practice warehouse, or on a real service.
  cargo xtask test [--strict] [--busy N]
      Formatting, lints, all tests and the journeys in a real window;
      --strict: those on the interface document alone; --busy: beside N busy loops.
  cargo xtask journeys [NAME…] [--strict] [--busy N]
      Chosen journeys in a real window: on the interface document alone, beside N busy loops.
  cargo xtask tour [--keep | --looks [LOOK…]]
      Walks the main job in a real window and writes pictures to target/tour/;
      --keep also copies them to tests/journeys/pictures/, where the README shows them;
      --looks: every screen instead, once in each look, to target/looks/.
  cargo xtask soak [ROW…] [--start SEED] [--count N] [--minutes M]
      The long runs behind SECURITY.md; the same row and start do the same thing again.
  cargo xtask soak window
      The journeys that go over something again and again, at length.
  cargo xtask bench outbox
      What keeping and sending cost, as ratios (BENCHMARKS.md).
  cargo xtask bench walk
      How far one walks through the sample depot in each order, against the shortest way.
  cargo xtask bench paper
      What printing a pick list of 500 lines takes, against reportlab and typst. Needs Python.
  cargo xtask bench ui [ROW…] [--samples N] [--quick]
      What the window takes, against pages that draw the same. Needs Node. --quick measures
      a page that is quick to build, to try the measuring itself.
  cargo xtask promises
      Every promise of SECURITY.md with its tests and last figures, or that it is open.
  cargo xtask house [--names]
      Figures about the source: sizes, names used twice, circles of files; --names tells which.
  cargo xtask size
      What the page weighs as it is packaged, against its limit.
  cargo xtask setup
      Installs what the others need, and nothing else.
";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (command, rest) = match arguments.split_first() {
        Some((command, rest)) => (command.as_str(), rest),
        None => ("help", &[][..]),
    };
    let outcome = match command {
        "run" => run::run(rest),
        "test" => test::run(rest),
        "journeys" => journeys::run(rest),
        "tour" => tour::run(rest),
        "soak" => soak::run(rest),
        "bench" => bench::run(rest),
        "promises" => promises::run(rest),
        "house" => house::run(rest),
        "size" => build::wasm_size::run(rest),
        "setup" => setup::everything(),
        "help" | "--help" | "-h" => {
            print!("{HELP}");
            Ok(())
        }
        other => Err(format!("There is no command `{other}`.\n\n{HELP}")),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(sentence) => {
            eprintln!("\n{sentence}");
            ExitCode::FAILURE
        }
    }
}
