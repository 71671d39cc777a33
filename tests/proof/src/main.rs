//! The long runs: `cargo xtask soak [ROW…] [--start SEED] [--count N] [--minutes M]` builds and
//! starts this. Without rows it runs all of them.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a command-line tool speaks here")]

use std::process::ExitCode;
use std::time::{Duration, Instant};

use proof::Violation;
use proof::outbox::bench::Verdict;
use proof::rows::{self, ROWS, Row};
use proof::run::{Soak, soak};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [command, name] = arguments.as_slice()
        && command == "check"
    {
        return small_check(name);
    }
    if arguments == ["bench", "outbox"] {
        return bench_outbox();
    }
    if arguments == ["bench", "walk"] {
        return bench_walk();
    }
    let (rows, how) = match asked(std::env::args().skip(1)) {
        Ok(asked) => asked,
        Err(violation) => {
            eprintln!("{violation}");
            return ExitCode::from(2);
        }
    };
    let mut broken = 0;
    for row in rows {
        println!("\n{}: {}", row.id, row.promise);
        let began = Instant::now();
        let outcome = soak(row, how, &mut |line| println!("  {line}"));
        let seconds = began.elapsed().as_secs_f64();
        match outcome {
            Ok(counts) => {
                println!("{} kept: start {}, {counts}, {seconds:.1} s", row.id, how.start);
            }
            Err(violation) => {
                println!("{} BROKEN after {seconds:.1} s: {violation}", row.id);
                broken += 1;
            }
        }
    }
    if broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What the outbox costs: both ratios, and whether they are held; a void one fails nothing.
fn bench_outbox() -> ExitCode {
    match proof::outbox::bench::run() {
        Ok(ratios) => {
            ratios.iter().for_each(|ratio| println!("{ratio}"));
            let missed = ratios.iter().any(|ratio| ratio.verdict() == Verdict::Missed);
            if missed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
        }
        Err(violation) => {
            eprintln!("{violation}");
            ExitCode::FAILURE
        }
    }
}

/// How far one walks in each order.
fn bench_walk() -> ExitCode {
    match proof::walking::run() {
        Ok(figures) => {
            figures.iter().for_each(|figure| println!("{figure}"));
            ExitCode::SUCCESS
        }
        Err(violation) => {
            eprintln!("{violation}");
            ExitCode::FAILURE
        }
    }
}

/// What notices a planted bug, for whoever planted it: 0 if all is well, 1 if it was noticed.
fn small_check(name: &str) -> ExitCode {
    match proof::planted::small_check(name) {
        Ok(counts) => {
            println!("{counts}");
            ExitCode::SUCCESS
        }
        Err(violation) => {
            println!("{violation}");
            ExitCode::FAILURE
        }
    }
}

fn asked(
    mut arguments: impl Iterator<Item = String>,
) -> Result<(Vec<&'static Row>, Soak), Violation> {
    let mut chosen = Vec::new();
    let mut how = Soak { start: 1, count: None, limit: None };
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--start" => how.start = number(&argument, arguments.next())?,
            "--count" => how.count = Some(number(&argument, arguments.next())?),
            "--minutes" => {
                let minutes = number(&argument, arguments.next())?;
                how.limit = Some(Duration::from_secs(minutes.saturating_mul(60)));
            }
            id => chosen.push(rows::find(id)?),
        }
    }
    if chosen.is_empty() {
        chosen = ROWS.iter().collect();
    }
    Ok((chosen, how))
}

fn number(flag: &str, value: Option<String>) -> Result<u64, Violation> {
    let read = value.and_then(|value| value.parse().ok());
    read.ok_or_else(|| Violation(format!("{flag} needs a number")))
}
