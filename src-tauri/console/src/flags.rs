//! What the console can be started with.

use std::path::PathBuf;

const HELP: &str = "\
stockhand-console: Stockhand's commands as JSON lines

  --server URL   address for sign_in and check_server requests that name none
  --data DIR     keep data in this folder
  --practice     start the practice warehouse and use it; data goes to a temporary folder
                 unless --data is given
  --version      print the version
  --help         print this

One JSON object a line on standard input:  {\"id\":1,\"command\":\"help\"}
";

/// The console's flags.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// Address for requests that name none.
    pub server: Option<String>,
    /// Folder for data.
    pub data: Option<PathBuf>,
    /// The practice warehouse is started and used.
    pub practice: bool,
}

/// An answer in place of running.
#[derive(Debug, PartialEq, Eq)]
pub enum Instead {
    /// What was asked for.
    Text(String),
    /// What was wrong.
    Problem(String),
}

impl Flags {
    /// Reads the flags; words that are not flags are refused, not ignored.
    pub fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Self, Instead> {
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
                "--version" => {
                    let version = concat!("stockhand-console ", env!("CARGO_PKG_VERSION"), "\n");
                    return Err(Instead::Text(version.into()));
                }
                "--help" | "-h" => return Err(Instead::Text(HELP.into())),
                other => {
                    return Err(Instead::Problem(format!("`{other}` is not known.\n\n{HELP}")));
                }
            }
        }
        if flags.practice && flags.server.is_some() {
            return Err(Instead::Problem("Choose --server or --practice, not both.".into()));
        }
        Ok(flags)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Flags, Instead> {
        Flags::parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn a_server_and_the_practice_warehouse_exclude_each_other() {
        assert!(parse("--practice").unwrap().practice);
        assert!(matches!(parse("--practice --server x"), Err(Instead::Problem(_))));
    }

    #[test]
    fn what_is_not_known_is_said() {
        assert!(matches!(parse("--sever x"), Err(Instead::Problem(p)) if p.contains("--sever")));
    }
}
