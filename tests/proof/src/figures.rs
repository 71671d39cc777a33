//! The figures of finished runs: one JSON line a run in `proof/figures.jsonl` of cargo's target
//! folder. `run` appends them; `cargo xtask promises` shows the last of each row.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use serde_json::json;

use crate::promise::{Counts, Violation};

/// A finished run.
#[derive(Clone, Debug)]
pub struct Figure<'a> {
    /// Which row.
    pub row: &'a str,
    /// Whether it was a long run or the gate's.
    pub long: bool,
    /// The random start of its first batch.
    pub start: u64,
    /// What it counted.
    pub counts: Counts,
    /// How long it took.
    pub took: Duration,
    /// Whether the promise held.
    pub ok: bool,
}

impl Figure<'_> {
    /// Appends the line, whole: runs may end at the same moment.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn keep(&self) -> Result<(), Violation> {
        let line = json!({
            "row": self.row,
            "kind": if self.long { "long" } else { "gate" },
            "start": self.start,
            "counts": self.counts.0,
            "seconds": (self.took.as_secs_f64() * 10.0).round() / 10.0,
            "ok": self.ok,
        });
        let folder = target()?.join("proof");
        fs::create_dir_all(&folder)?;
        let mut file =
            OpenOptions::new().create(true).append(true).open(folder.join("figures.jsonl"))?;
        file.write_all(format!("{line}\n").as_bytes())?;
        Ok(())
    }
}

/// Cargo's target folder: the one above this program that cargo marked as its own.
///
/// # Errors
/// If this program was moved out of it.
pub fn target() -> Result<PathBuf, Violation> {
    let program = std::env::current_exe()?;
    let marked = program.ancestors().find(|folder| folder.join("CACHEDIR.TAG").is_file());
    marked
        .map(Into::into)
        .ok_or_else(|| Violation("this program left cargo's target folder".into()))
}

/// Another program of the workspace that cargo built beside this one, such as `stockhand-console`.
///
/// # Errors
/// If it is not built.
pub fn program(name: &str) -> Result<PathBuf, Violation> {
    let here = std::env::current_exe()?;
    let beside = here.ancestors().skip(1).take(2).map(|folder| folder.join(name));
    beside.into_iter().find(|path| path.is_file()).ok_or_else(|| {
        Violation(format!("{name} is not built beside this program; build its package first"))
    })
}
