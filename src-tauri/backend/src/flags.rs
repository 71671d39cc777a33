//! What the programs over the backend can be started with: the window's shell and the console read
//! the same flags. Deliberately absent: printing, which is the programs' own.

use std::path::PathBuf;

/// The flags.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// `--server URL`: the service's address, where none is named otherwise.
    pub server: Option<String>,
    /// `--data DIR`: folder for data, instead of the user's own.
    pub data: Option<PathBuf>,
    /// `--practice`: the practice warehouse is started and used.
    pub practice: bool,
}

/// An answer to the terminal in place of running.
#[derive(Debug, PartialEq, Eq)]
pub enum Instead {
    /// What was asked for.
    Text(String),
    /// What was wrong.
    Problem(String),
}

impl Flags {
    /// Reads the flags; words that are not flags are refused, not ignored. `version` and `help` are
    /// the program's own texts.
    ///
    /// # Errors
    /// Help and version in place of running, or what was wrong.
    pub fn parse(
        mut arguments: impl Iterator<Item = String>,
        version: &str,
        help: &str,
    ) -> Result<Self, Instead> {
        let mut flags = Self::default();
        while let Some(argument) = arguments.next() {
            let mut value = || {
                arguments
                    .next()
                    .ok_or_else(|| Instead::Problem(format!("{argument} needs a value.")))
            };
            match argument.as_str() {
                "--server" => flags.server = Some(value()?),
                "--data" => flags.data = Some(PathBuf::from(value()?)),
                "--practice" => flags.practice = true,
                "--version" => return Err(Instead::Text(version.into())),
                "--help" | "-h" => return Err(Instead::Text(help.into())),
                other => {
                    return Err(Instead::Problem(format!("`{other}` is not known.\n\n{help}")));
                }
            }
        }
        Ok(flags)
    }
}
