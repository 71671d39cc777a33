//! What the program can be started with.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "help goes to the terminal")]

use std::path::PathBuf;
use std::process::ExitCode;

const HELP: &str = "\
Stockhand, a desktop client for a warehouse service

  --server URL   fill in this address at sign-in
  --data DIR     keep data in this folder instead of the user's
  --practice     start the practice warehouse and fill in its address
  --version      print the version
  --help         print this
";

/// The program's flags.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// Address to fill in at sign-in.
    pub server: Option<String>,
    /// Folder for data, instead of the user's own.
    pub data: Option<PathBuf>,
    /// The practice warehouse is started and its address filled in.
    pub practice: bool,
}

/// An answer to the terminal in place of a window.
#[derive(Debug, PartialEq, Eq)]
pub enum Instead {
    /// What was asked for.
    Text(String),
    /// What was wrong.
    Problem(String),
}

impl Flags {
    /// Reads the flags; words that are not flags are refused, not ignored.
    ///
    /// # Errors
    /// Help and version in place of a window, or what was wrong.
    pub fn parse(arguments: impl Iterator<Item = String>) -> Result<Self, Instead> {
        let mut flags = Self::default();
        let mut rest = arguments;
        while let Some(argument) = rest.next() {
            let mut value = || {
                rest.next().ok_or_else(|| Instead::Problem(format!("{argument} needs a value.")))
            };
            match argument.as_str() {
                "--server" => flags.server = Some(value()?),
                "--data" => flags.data = Some(PathBuf::from(value()?)),
                "--practice" => flags.practice = true,
                "--version" => {
                    let version = concat!("Stockhand ", env!("CARGO_PKG_VERSION"), "\n");
                    return Err(Instead::Text(version.into()));
                }
                "--help" | "-h" => return Err(Instead::Text(HELP.into())),
                other => {
                    return Err(Instead::Problem(format!("`{other}` is not known.\n\n{HELP}")));
                }
            }
        }
        Ok(flags)
    }
}

impl Instead {
    /// Says it, and answers how the program ends.
    pub fn print(self) -> ExitCode {
        match self {
            Self::Text(text) => {
                print!("{text}");
                ExitCode::SUCCESS
            }
            Self::Problem(text) => {
                eprintln!("{text}");
                ExitCode::from(2)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Flags, Instead> {
        Flags::parse(line.split_whitespace().map(str::to_owned))
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
