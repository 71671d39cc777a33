//! The window's page: Rust to WASM, its JavaScript border by wasm-bindgen as a library, and the
//! static files, all put into `src-ui/dist`. No Node, no downloaded tool.

use std::path::{Path, PathBuf};

use wasm_bindgen_cli_support::{Bindgen, Output};

use crate::system::outcome::Outcome;
use crate::system::process;
use crate::system::project::Project;

/// What the exports of the streams of server functions have in their names.
const STREAMS: &str = "intounderlying";

/// How the WASM is built.
#[derive(Clone, Copy)]
pub enum Profile {
    /// Quick to build: for running and for the journeys.
    Quick,
    /// As small as it gets: what is packaged.
    Small,
}

impl Profile {
    /// Its name in `Cargo.toml`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Quick => "wasm-dev",
            Self::Small => "wasm",
        }
    }

    /// What only pictures and journeys need.
    fn features(self) -> &'static [&'static str] {
        match self {
            Self::Quick => &["--features", "pseudo"],
            Self::Small => &[],
        }
    }

    /// What the compiler of the whole, at the end, is told beyond the profile.
    fn flags(self) -> &'static [&'static str] {
        match self {
            Self::Quick => &[],
            Self::Small => &[
                // Inlined only where the caller gets smaller by it; the profile allows some growth.
                "-Cllvm-args=-inline-threshold=-20",
                // What needs more than one store is copied by one instruction.
                "-Cllvm-args=-max-store-memcpy=1",
            ],
        }
    }
}

/// A program of the package `ui`, with what cargo is told to build it.
pub type Program = &'static [&'static str];

/// The window.
const WINDOW: Program = &["ui"];
/// What `cargo xtask bench ui` measures the window's grid in.
pub const BENCH: Program = &["ui-bench", "--features", "bench"];

/// Builds the page into `src-ui/dist` and answers the path of the WASM as served.
pub fn build(project: &Project, profile: Profile) -> Outcome<PathBuf> {
    assemble(project, profile, &project.root.join("src-ui/dist"))
}

/// Builds the page into a folder, with all that belongs to it, and answers the path of the WASM.
pub fn assemble(project: &Project, profile: Profile, dist: &Path) -> Outcome<PathBuf> {
    build_into(project, profile, dist)?;
    for file in ["index.html", "boot.js"] {
        copy(&project.root.join("src-ui").join(file), &dist.join(file))?;
    }
    for folder in ["style", "fonts", "locales"] {
        copy_folder(&project.root.join("src-ui").join(folder), &dist.join(folder))?;
    }
    Ok(dist.join("ui_bg.wasm"))
}

/// Compiles and binds into a folder, touching only files whose content changed: an unchanged page
/// must not make the native side build again.
pub fn build_into(project: &Project, profile: Profile, folder: &Path) -> Outcome {
    build_page(project, profile, WINDOW, folder)
}

/// The same of another program.
pub fn build_page(project: &Project, profile: Profile, program: Program, folder: &Path) -> Outcome {
    process::step(
        "Building the page (WASM)",
        process::cargo(&project.root)
            .args(["rustc", "--package", "ui", "--bin"])
            .args(program)
            .args(["--target", "wasm32-unknown-unknown", "--profile", profile.name()])
            .args(profile.features())
            .arg("--")
            .args(profile.flags()),
    )?;
    let built = project.target.join("wasm32-unknown-unknown").join(profile.name());
    let wasm = built.join(program[0]).with_extension("wasm");
    let mut bindings = bind(&wasm)
        .map_err(|error| format!("wasm-bindgen could not bind {}: {error}.", wasm.display()))?;
    let script = bindings.js().to_owned();
    write(&folder.join("ui.js"), script.as_bytes())?;
    // Crates are listed here even with nothing to bring.
    let bringing = bindings.snippets().iter().find(|(_, scripts)| !scripts.is_empty());
    if let Some((name, _)) = bringing {
        return Err(format!(
            "{name} brings JavaScript of its own; only ipc.rs may cross that border."
        ));
    }
    let wasm = bindings.wasm_mut();
    // Leptos brings the streams of server functions, exported whether anybody calls them or not.
    // Nothing here does; without their exports the optimiser leaves them out.
    let exports = wasm.exports.iter().map(|export| export.name.clone());
    for name in exports.filter(|name| name.contains(STREAMS)).collect::<Vec<_>>() {
        let removed = wasm.exports.remove(&name);
        removed.map_err(|error| format!("{name} could not be left out: {error}."))?;
    }
    write(&folder.join("ui_bg.wasm"), &wasm.emit_wasm())
}

fn bind(wasm: &Path) -> Outcome<Output> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(wasm).out_name("ui").typescript(false);
    // Names are a fifth of it, and nothing reads them.
    bindgen.remove_name_section(true).remove_producers_section(true);
    let output = bindgen.web(true).and_then(|web| web.generate_output());
    output.map_err(|error| format!("{error:#}"))
}

fn copy_folder(from: &Path, to: &Path) -> Outcome {
    let entries = std::fs::read_dir(from)
        .map_err(|error| format!("{} cannot be read: {error}.", from.display()))?;
    for entry in entries.flatten() {
        if entry.path().is_file() {
            copy(&entry.path(), &to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Outcome {
    let content = std::fs::read(from)
        .map_err(|error| format!("{} cannot be read: {error}.", from.display()))?;
    write(to, &content)
}

fn write(path: &Path, content: &[u8]) -> Outcome {
    if std::fs::read(path).is_ok_and(|old| old == content) {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(path);
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(path, content))
        .map_err(|error| format!("{} cannot be written: {error}.", path.display()))
}
