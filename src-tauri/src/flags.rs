//! What the program can be started with.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "help goes to the terminal")]

use std::process::ExitCode;

use backend::{Flags, Instead};

/// What stops the program before its window opens.
pub type Startup<T = ()> = Result<T, Box<dyn std::error::Error>>;

const HELP: &str = "\
Stockhand, a desktop client for a warehouse service

  --server URL   fill in this address at sign-in
  --data DIR     keep data in this folder instead of the user's
  --practice     start the practice warehouse and fill in its address
  --version      print the version
  --help         print this
";

/// Reads the program's flags.
///
/// # Errors
/// Help and version in place of a window, or what was wrong.
pub fn parse(arguments: impl Iterator<Item = String>) -> Result<Flags, Instead> {
    let version = concat!("Stockhand ", env!("CARGO_PKG_VERSION"), "\n");
    Flags::parse(arguments, version, HELP)
}

/// Says what stands in place of a window, and answers how the program ends.
pub fn print(instead: Instead) -> ExitCode {
    match instead {
        Instead::Text(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Instead::Problem(text) => {
            eprintln!("{text}");
            ExitCode::from(2)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn parse(line: &str) -> Result<Flags, Instead> {
        super::parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn all_flags_are_read() {
        let flags = parse("--server https://stock.example --data /tmp/d --practice").unwrap();
        assert_eq!(flags.server.as_deref(), Some("https://stock.example"));
        assert_eq!(flags.data, Some(PathBuf::from("/tmp/d")));
        assert!(flags.practice);
    }

    #[test]
    fn a_slip_is_said_and_help_is_given() {
        assert!(matches!(parse("--sever x"), Err(Instead::Problem(p)) if p.contains("--sever")));
        assert!(matches!(parse("--data"), Err(Instead::Problem(p)) if p.contains("value")));
        assert!(matches!(parse("--help"), Err(Instead::Text(t)) if t.contains("--practice")));
    }
}
