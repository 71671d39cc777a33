//! What is built to be measured: the peers' pages by Node, our own page and the program by cargo, as
//! they are packaged. All of it lies in folders of its own: what `run` and the tests use is not
//! touched.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::site::Site;
use crate::build::ui;
use crate::build::wasm_size;
use crate::system::outcome::Outcome;
use crate::system::process;
use crate::system::project::Project;

/// What the peers are built of, beside their sources.
const MANIFESTS: [&str; 4] = ["package.json", "package-lock.json", ".npmrc", "build.mjs"];

/// The pages, built.
pub struct Pages {
    /// Scripts of the peers, one a page, and those put into pages of ours.
    scripts: PathBuf,
    /// Our page.
    ours: PathBuf,
    /// The window's own document, stylesheets, fonts and texts.
    window: PathBuf,
}

/// The programs, built.
pub struct Programs {
    /// The program with its window.
    pub window: PathBuf,
    /// The practice warehouse.
    pub practice: PathBuf,
    /// A bare window.
    pub bare: PathBuf,
}

impl Pages {
    /// Serves a peer's script in place of the window's own, under the window's own document.
    pub fn serve_peer(&self, name: &str) -> Outcome<Site> {
        let folder = self.scripts.join(name);
        make(&folder)?;
        copy(&self.scripts.join(format!("{name}.js")), &folder.join("boot.js"))?;
        Site::serve(vec![folder, self.window.clone()])
    }

    /// Serves our page.
    pub fn serve_ours(&self) -> Outcome<Site> {
        Site::serve(vec![self.ours.clone(), self.window.clone()])
    }

    /// A script to be put into a page.
    pub fn script(&self, name: &str) -> Outcome<String> {
        let path = self.scripts.join(format!("{name}.js"));
        std::fs::read_to_string(&path)
            .map_err(|error| format!("{} cannot be read: {error}.", path.display()))
    }
}

/// Builds the peers' pages in the user's cache folder, where their libraries are fetched to.
pub fn peers(project: &Project) -> Outcome<Pages> {
    for program in ["node", "npm"] {
        if !process::is_there(program) {
            return Err(format!(
                "The pages that the window is measured against are built with Node, and `{program}` \
                 is not there. Debian's packages: nodejs, npm."
            ));
        }
    }
    let (from, cache) = (project.root.join("tests/peers"), project.cache.join("peers"));
    let fetched = is_fetched(&from, &cache);
    copy_folder(&from.join("src"), &cache.join("src"))?;
    for file in MANIFESTS {
        copy(&from.join(file), &cache.join(file))?;
    }
    if !fetched {
        process::step(
            "Fetching the peers' libraries",
            Command::new("npm").current_dir(&cache).args([
                "ci",
                "--no-audit",
                "--no-fund",
                "--ignore-scripts",
            ]),
        )?;
    }
    let folder = project.target.join("bench-ui");
    let scripts = folder.join("peers");
    process::step(
        "Building the peers' pages",
        Command::new("node").current_dir(&cache).arg("build.mjs").arg(&scripts),
    )?;
    Ok(Pages { scripts, ours: folder.join("ours"), window: project.root.join("src-ui") })
}

/// Whether the libraries in the cache are those of the lock file.
fn is_fetched(from: &Path, cache: &Path) -> bool {
    let lock = |folder: &Path| std::fs::read(folder.join("package-lock.json")).ok();
    lock(cache).is_some()
        && lock(cache) == lock(from)
        // Written by npm when everything else is there.
        && cache.join("node_modules/.package-lock.json").is_file()
}

/// Builds our page with the real grid, as the window's is packaged, or as it is quick to build.
pub fn our_page(project: &Project, pages: &Pages, quick: bool) -> Outcome {
    if quick {
        ui::build_page(project, ui::Profile::Quick, ui::BENCH, &pages.ours)?;
    } else {
        ui::build_page(project, ui::Profile::Small, ui::BENCH, &pages.ours)?;
        optimise(project, &pages.ours)?;
    }
    copy(&pages.window.join("boot.js"), &pages.ours.join("boot.js"))
}

/// Builds the program with the page that is packaged, and the practice warehouse.
pub fn program(project: &Project, pages: &Pages) -> Outcome<Programs> {
    let page = pages.ours.with_file_name("window");
    ui::assemble(project, ui::Profile::Small, &page)?;
    optimise(project, &page)?;
    let config = serde_json::json!({ "build": { "frontendDist": page } });
    process::step(
        "Building the program, optimised (some minutes)",
        process::cargo(&project.root)
            .env("TAURI_CONFIG", config.to_string())
            // What is shipped cannot be driven from outside; what is measured must be.
            .env("STOCKHAND_DRIVEN", "1")
            .args(["build", "--profile", "bench-proof", "--package", "stockhand"])
            .args(["--bin", "stockhand", "--package", "practice", "--bin", "practice"]),
    )?;
    // Apart: it has a page of its own.
    process::step(
        "Building the bare window",
        process::cargo(&project.root).args([
            "build",
            "--profile",
            "bench-proof",
            "--package",
            "bare",
        ]),
    )?;
    let built = project.target.join("bench-proof");
    Ok(Programs {
        window: built.join("stockhand"),
        practice: built.join("practice"),
        bare: built.join("bare"),
    })
}

fn optimise(project: &Project, folder: &Path) -> Outcome {
    let (wasm, small) = (folder.join("ui_bg.wasm"), folder.join("packaged.wasm"));
    wasm_size::optimise(project, &wasm, &small)?;
    std::fs::rename(&small, &wasm)
        .map_err(|error| format!("{} cannot be put in place: {error}.", small.display()))
}

fn copy_folder(from: &Path, to: &Path) -> Outcome {
    make(to)?;
    let entries = std::fs::read_dir(from)
        .map_err(|error| format!("{} cannot be read: {error}.", from.display()))?;
    for entry in entries.flatten() {
        copy(&entry.path(), &to.join(entry.file_name()))?;
    }
    Ok(())
}

fn copy(from: &Path, to: &Path) -> Outcome {
    make(to.parent().unwrap_or(to))?;
    std::fs::copy(from, to)
        .map(drop)
        .map_err(|error| format!("{} cannot be copied: {error}.", from.display()))
}

fn make(folder: &Path) -> Outcome {
    std::fs::create_dir_all(folder)
        .map_err(|error| format!("{} cannot be made: {error}.", folder.display()))
}
