//! `stockhand-console`: the backend's commands without a window, for automation, support and tests.
//!
//! One JSON object a line on standard input, `{"id":1,"command":"sign_in","request":{…}}`; one a
//! line on standard output: `{"id":1,"reply":…}`, `{"id":1,"failure":{…}}`, and
//! `{"changed":["topic",…]}` when data changed. Lines run in order; the program ends when its input
//! ends, after answering everything.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "standard output is its interface")]

mod dispatch;
mod flags;
mod lines;

use std::alloc::System;
use std::path::PathBuf;
use std::process::ExitCode;

use backend::{Backend, Flags, Instead};
use zeroizing_alloc::ZeroAlloc;

/// What is freed is wiped, in whichever library: passwords and sessions stand in buffers of many.
#[global_allocator]
static WIPED: ZeroAlloc<System> = ZeroAlloc(System);

fn main() -> ExitCode {
    let flags = match flags::parse(std::env::args().skip(1)) {
        Ok(flags) => flags,
        Err(Instead::Text(text)) => {
            print!("{text}");
            return ExitCode::SUCCESS;
        }
        Err(Instead::Problem(problem)) => {
            eprintln!("{problem}");
            return ExitCode::from(2);
        }
    };
    let log = tracing_subscriber::EnvFilter::try_from_env("STOCKHAND_LOG")
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("warn"));
    tracing_subscriber::fmt().with_env_filter(log).with_writer(std::io::stderr).init();
    match run(flags) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("stockhand-console: {problem}");
            ExitCode::FAILURE
        }
    }
}

#[tokio::main]
async fn run(flags: Flags) -> Result<(), Box<dyn std::error::Error>> {
    // Kept until the end: the folder goes with it.
    let (_temporary, data) = data_folder(&flags)?;
    let backend = Backend::open(backend::Options::new(data))?;
    let practice = if flags.practice {
        let running = practice::Service::start(practice::Options::default())
            .await
            .map_err(|problem| format!("the practice warehouse could not start: {problem}"))?;
        backend.mark_practice(running.base());
        Some(running)
    } else {
        None
    };
    let server = practice.as_ref().map(|running| running.base().to_owned()).or(flags.server);
    let mut changes = backend.changes();
    lines::run(&backend, server.as_deref(), &mut changes).await?;
    backend.close().await;
    lines::tell_rest(&mut changes).await?;
    if let Some(running) = practice {
        running.stop().await;
    }
    Ok(())
}

/// The folder for data: as told; for practice a temporary one; else the user's own.
fn data_folder(
    flags: &Flags,
) -> Result<(Option<tempfile::TempDir>, PathBuf), Box<dyn std::error::Error>> {
    if let Some(data) = &flags.data {
        return Ok((None, data.clone()));
    }
    if flags.practice {
        let folder = tempfile::tempdir()?;
        let path = folder.path().to_path_buf();
        return Ok((Some(folder), path));
    }
    let home = std::env::var_os("XDG_DATA_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/share")));
    let home = home.ok_or("no folder for data: set HOME, or give --data DIR")?;
    Ok((None, home.join("app.stockhand.desktop")))
}
