//! Makes a pick list with two codes in each row and says how long that took: what `cargo xtask bench
//! paper` measures. `coded_list LINES [FILE]` prints milliseconds, and writes the list where a file is
//! named.
#![allow(clippy::print_stdout, reason = "a command-line tool speaks here")]

#[path = "../tests/printed/coded.rs"]
mod coded;

use std::process::ExitCode;
use std::time::Instant;

use paper::Body;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(lines) = arguments.next().and_then(|lines| lines.parse().ok()) else {
        println!("coded_list LINES [FILE]");
        return ExitCode::FAILURE;
    };
    // The peers draw Latin alone.
    let names = coded::NAMES.get(..1).unwrap_or_default();
    let list = coded::document("Pick list", Body::Table(coded::coded_list(lines, names)));
    let begun = Instant::now();
    let made = paper::pdf(&list);
    let took = begun.elapsed().as_secs_f64() * 1000.0;
    let written = match (made, arguments.next()) {
        (Ok(bytes), Some(file)) => std::fs::write(file, bytes).map_err(|error| error.to_string()),
        (Ok(_), None) => Ok(()),
        (Err(error), _) => Err(error.to_string()),
    };
    match written {
        Ok(()) => {
            println!("{took:.3}");
            ExitCode::SUCCESS
        }
        Err(told) => {
            println!("{told}");
            ExitCode::FAILURE
        }
    }
}
