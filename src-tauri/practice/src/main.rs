//! The practice warehouse as a program: starts the service and prints where it is.
//!
//! Called from a terminal or by another program, which reads the first lines. Everything else is
//! in the library.

use std::io::Write;
use std::process::ExitCode;

use practice::{Database, Options, Scale, Service, Variant};

const USAGE: &str = "practice [--port N] [--control N] [--strict] [--variant NAME]... \
                     [--data FILE] [--scale S|L] [--today YYYY-MM-DD] [--password TEXT]";

/// What `--help` says below the usage.
const NOTES: &str = "
--scale L fills new data with a large warehouse: 10,000 movements, 100,000 products, 2,000
locations and one movement of 2,000 line items beside the sample data. S, the sample data alone,
is the default.
--strict serves the interface document alone, without the observed extensions.
--variant help lists what real installations do differently.";

#[tokio::main]
async fn main() -> ExitCode {
    match read_options(std::env::args().skip(1)) {
        Ok(Start::Serve(options)) => match serve(options).await {
            Ok(()) => ExitCode::SUCCESS,
            Err(failure) => {
                say(std::io::stderr(), &format!("The service did not start: {failure}."));
                ExitCode::FAILURE
            }
        },
        Ok(Start::Text(text)) => {
            say(std::io::stdout(), &text);
            ExitCode::SUCCESS
        }
        Err(sentence) => {
            say(std::io::stderr(), &sentence);
            ExitCode::from(2)
        }
    }
}

/// Serves until a signal comes.
async fn serve(options: Options) -> Result<(), Box<dyn std::error::Error>> {
    let stop = stop_signal()?;
    let running = Service::start(options).await?;
    let lines = [Some(running.base()), running.control()];
    lines.into_iter().flatten().for_each(|line| say(std::io::stdout(), line));
    stop.await;
    running.stop().await;
    Ok(())
}

/// Writes a line at once, for a reader behind a pipe waits for it. That the reader is gone is no
/// reason to stop.
fn say(mut out: impl Write, line: &str) {
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

enum Start {
    Serve(Options),
    Text(String),
}

fn read_options(mut words: impl Iterator<Item = String>) -> Result<Start, String> {
    let mut options = Options::default();
    while let Some(word) = words.next() {
        let mut value =
            || words.next().ok_or_else(|| format!("The option {word} needs a value. {USAGE}"));
        match word.as_str() {
            "--port" => options.port = number(&value()?)?,
            "--control" => options.control_port = Some(number(&value()?)?),
            "--strict" => options.strict = true,
            "--password" => options.password = value()?,
            "--data" => options.database = Database::File(value()?.into()),
            "--scale" => {
                options.scale = match value()?.as_str() {
                    "S" => Scale::Sample,
                    "L" => Scale::Large,
                    other => return Err(format!("There is no scale {other:?}; it is S or L.")),
                }
            }
            "--today" => {
                let day = value()?;
                let read = day.parse().map_err(|_| format!("{day:?} is not a day YYYY-MM-DD."))?;
                options.today = Some(read);
            }
            "--variant" => match value()?.as_str() {
                "help" => return Ok(Start::Text(variants())),
                name => options.variants.push(
                    name.parse().map_err(|error| format!("Sorry, {error}; see --variant help."))?,
                ),
            },
            "--help" => return Ok(Start::Text(format!("{USAGE}\n{NOTES}"))),
            _ => return Err(format!("There is no option {word}. {USAGE}")),
        }
    }
    Ok(Start::Serve(options))
}

fn number(text: &str) -> Result<u16, String> {
    text.parse().map_err(|_| format!("{text:?} is not a port number."))
}

fn variants() -> String {
    let lines = Variant::ALL.iter().map(|variant| {
        let about: Vec<&str> = variant.about().split_whitespace().collect();
        format!("{:<26}{}", variant.name(), about.join(" "))
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// A future that ends on SIGINT or SIGTERM. The signals are taken over at once, so that one that
/// comes right after the first lines still ends the program in good order.
#[cfg(unix)]
fn stop_signal() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    let mut interrupt = signal(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// A future that ends on Ctrl-C.
#[cfg(windows)]
fn stop_signal() -> std::io::Result<impl Future<Output = ()>> {
    let mut interrupt = tokio::signal::windows::ctrl_c()?;
    Ok(async move {
        interrupt.recv().await;
    })
}
