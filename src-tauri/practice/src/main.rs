//! The practice warehouse as a program: starts the service and prints where it is.
//!
//! Called from a terminal or by another program, which reads the first lines. Everything else is
//! in the library.
#![allow(clippy::print_stdout, reason = "the addresses on stdout are what this program is for")]
#![allow(clippy::print_stderr, reason = "a program says on stderr why it does not start")]

use std::io::Write;
use std::process::ExitCode;

use practice::{Database, Options, Service, Variant};

const USAGE: &str = "practice [--port N] [--control N] [--strict] [--variant NAME]... \
                     [--data FILE] [--today YYYY-MM-DD]";

#[tokio::main]
async fn main() -> ExitCode {
    let options = match read_options(std::env::args().skip(1)) {
        Ok(Wanted::Serve(options)) => options,
        Ok(Wanted::Text(text)) => {
            println!("{text}");
            return ExitCode::SUCCESS;
        }
        Err(sentence) => {
            eprintln!("{sentence}");
            return ExitCode::from(2);
        }
    };
    let running = match Service::start(options).await {
        Ok(running) => running,
        Err(failure) => {
            eprintln!("The service did not start: {failure}.");
            return ExitCode::FAILURE;
        }
    };
    println!("{}", running.base());
    if let Some(control) = running.control() {
        println!("{control}");
    }
    // A reader behind a pipe waits for these lines; that it is gone is no reason to stop.
    let _ = std::io::stdout().flush();
    stop_signal().await;
    running.stop().await;
    ExitCode::SUCCESS
}

enum Wanted {
    Serve(Options),
    Text(String),
}

fn read_options(mut words: impl Iterator<Item = String>) -> Result<Wanted, String> {
    let mut options = Options::default();
    while let Some(word) = words.next() {
        let mut value =
            || words.next().ok_or_else(|| format!("The option {word} needs a value. {USAGE}"));
        match word.as_str() {
            "--port" => options.port = number(&value()?)?,
            "--control" => options.control_port = Some(number(&value()?)?),
            "--strict" => options.strict = true,
            "--data" => options.database = Database::File(value()?.into()),
            "--today" => {
                let day = value()?;
                let read = day.parse().map_err(|_| format!("{day:?} is not a day YYYY-MM-DD."))?;
                options.today = Some(read);
            }
            "--variant" => match value()?.as_str() {
                "help" => return Ok(Wanted::Text(variants())),
                name => options.variants.push(
                    name.parse().map_err(|error| format!("Sorry, {error}; see --variant help."))?,
                ),
            },
            "--help" => return Ok(Wanted::Text(USAGE.to_owned())),
            _ => return Err(format!("There is no option {word}. {USAGE}")),
        }
    }
    Ok(Wanted::Serve(options))
}

fn number(text: &str) -> Result<u16, String> {
    text.parse().map_err(|_| format!("{text:?} is not a port number."))
}

fn variants() -> String {
    let lines = Variant::ALL.iter().map(|variant| {
        let about: Vec<&str> = variant.about().split_whitespace().collect();
        format!("{:<22}{}", variant.name(), about.join(" "))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns on SIGINT or SIGTERM.
async fn stop_signal() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
