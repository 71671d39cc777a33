//! What the console can be started with.

use backend::{Flags, Instead};

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

/// Reads the console's flags.
///
/// # Errors
/// Help and version in place of running, or what was wrong.
pub fn parse(arguments: impl Iterator<Item = String>) -> Result<Flags, Instead> {
    let version = concat!("stockhand-console ", env!("CARGO_PKG_VERSION"), "\n");
    let flags = Flags::parse(arguments, version, HELP)?;
    if flags.practice && flags.server.is_some() {
        return Err(Instead::Problem("Choose --server or --practice, not both.".into()));
    }
    Ok(flags)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Flags, Instead> {
        super::parse(line.split_whitespace().map(str::to_owned))
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
