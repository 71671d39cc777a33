//! Where things are: the project's folder, cargo's target folder, the user's cache.

use std::path::PathBuf;

use crate::system::outcome::Outcome;
use crate::system::process;

/// The paths every command starts from.
pub struct Project {
    /// The repository's top folder.
    pub root: PathBuf,
    /// Cargo's target folder, wherever the user put it.
    pub target: PathBuf,
    /// This project's folder in the user's cache, for downloaded tools.
    pub cache: PathBuf,
}

impl Project {
    /// Asks cargo where it builds.
    pub fn find() -> Outcome<Self> {
        // Cargo tells it at every run. What was compiled in may be another checkout, where two share
        // a target folder.
        let here = std::env::var_os("CARGO_MANIFEST_DIR")
            .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
        let root = here.ancestors().nth(2).unwrap_or(&here).to_path_buf();
        let metadata = process::output(process::cargo(&root).args([
            "metadata",
            "--no-deps",
            "--format-version",
            "1",
        ]))?;
        let metadata: serde_json::Value = serde_json::from_str(&metadata)
            .map_err(|error| format!("cargo metadata could not be read: {error}."))?;
        let target = metadata["target_directory"]
            .as_str()
            .map(PathBuf::from)
            .ok_or("cargo metadata names no target folder.")?;
        Ok(Self { root, target, cache: cache_folder()?.join("stockhand") })
    }

    /// A program built by cargo in the dev profile.
    pub fn binary(&self, name: &str) -> PathBuf {
        self.target.join("debug").join(name)
    }
}

fn cache_folder() -> Outcome<PathBuf> {
    if let Some(folder) = std::env::var_os("XDG_CACHE_HOME").filter(|folder| !folder.is_empty()) {
        return Ok(PathBuf::from(folder));
    }
    std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache")).ok_or_else(|| {
        "HOME is not set, so there is no cache folder; set HOME or XDG_CACHE_HOME.".into()
    })
}
