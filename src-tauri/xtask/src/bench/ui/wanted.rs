//! What of `cargo xtask bench ui` is wanted, as the command line says it.

use crate::system::outcome::Outcome;

/// Samples of each side; the first ones warm up and are dropped besides.
const SAMPLES: usize = 15;
/// What can be measured, and what each needs: tables and lists the pages, the others the program.
pub const TABLES: [&str; 2] = ["P-10", "P-11"];
pub const LISTS: [&str; 2] = ["P-12", "P-13"];
pub const PROGRAM: [&str; 10] =
    ["P-01", "P-14", "P-15", "P-16", "P-20", "P-21", "paste", "desk", "scan", "inbox"];

/// What is to be measured, and how often.
pub struct Wanted {
    /// The rows of BENCHMARKS.md.
    pub rows: Vec<String>,
    /// Samples of each side.
    pub samples: usize,
    /// Our page as `run` has it, quick to build: to try the measuring itself.
    pub quick: bool,
}

impl Wanted {
    /// Reads the command line.
    pub fn read(arguments: &[String]) -> Outcome<Self> {
        let mut wanted = Self { rows: Vec::new(), samples: SAMPLES, quick: false };
        let known: Vec<_> = TABLES.iter().chain(&LISTS).chain(&PROGRAM).copied().collect();
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            if argument == "--samples" {
                let number = rest.next().and_then(|number| number.parse().ok());
                wanted.samples =
                    number.filter(|number| *number > 0).ok_or("--samples needs a number.")?;
            } else if argument == "--quick" {
                wanted.quick = true;
            } else if known.contains(&argument.as_str()) {
                wanted.rows.push(argument.clone());
            } else {
                return Err(format!(
                    "`cargo xtask bench ui` does not know `{argument}`; it has {}.",
                    known.join(", ")
                ));
            }
        }
        if wanted.rows.is_empty() {
            wanted.rows = known.into_iter().map(str::to_owned).collect();
        }
        Ok(wanted)
    }

    /// Whether this row is wanted.
    pub fn has(&self, row: &str) -> bool {
        self.rows.iter().any(|wanted| wanted == row)
    }

    /// Whether one of these is.
    pub fn any(&self, rows: &[&str]) -> bool {
        rows.iter().any(|row| self.has(row))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(line: &str) -> Outcome<Wanted> {
        Wanted::read(&line.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn all_rows_are_measured_where_none_is_named() {
        let all = wanted("").unwrap();
        assert!(all.has("P-10") && all.has("paste") && all.samples == SAMPLES);
        let some = wanted("P-13 --samples 3").unwrap();
        assert!(some.has("P-13") && !some.has("P-10") && some.samples == 3 && !some.quick);
        assert!(wanted("--quick").unwrap().quick);
    }

    #[test]
    fn what_is_not_known_is_said() {
        assert!(wanted("P-99").err().is_some_and(|sentence| sentence.contains("P-99")));
        assert!(wanted("--samples 0").is_err());
        assert!(wanted("--samples").is_err());
    }
}
