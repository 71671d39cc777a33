//! R-W9: what is in a release, read from its crates, their features and its sources: no door that is
//! there for tests.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// Sources that go into the program.
const SOURCES: [&str; 8] = [
    "src-tauri/src",
    "src-tauri/backend/src",
    "src-tauri/client/src",
    "src-tauri/contract/src",
    "src-tauri/rules/src",
    "src-tauri/practice/src",
    "src-tauri/build.rs",
    "src-ui/src",
];

/// The crates that are linked into the program on this system, each with its features. Those that
/// tests bring are not among them.
fn crates() -> BTreeMap<String, BTreeSet<String>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let tree = Command::new(cargo)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["tree", "--locked", "--offline", "--package", "stockhand", "--edges", "normal"])
        .args(["--no-dedupe", "--prefix", "none", "--format", "{p}|{f}"])
        .output()
        .unwrap();
    assert!(tree.status.success(), "{}", String::from_utf8_lossy(&tree.stderr));
    let mut crates = BTreeMap::new();
    for line in String::from_utf8(tree.stdout).unwrap().lines() {
        let (package, features) = line.split_once('|').unwrap();
        let name = package.split(' ').next().unwrap().to_owned();
        let features = features.split(',').filter(|one| !one.is_empty()).map(str::to_owned);
        crates.entry(name).or_insert_with(BTreeSet::new).extend(features);
    }
    crates
}

/// The sources below a path that hold a word, by their names.
fn holding(path: &Path, word: &str, found: &mut BTreeSet<String>) {
    if path.is_dir() {
        for entry in std::fs::read_dir(path).unwrap() {
            holding(&entry.unwrap().path(), word, found);
        }
    } else if path.extension().is_some_and(|ending| ending == "rs")
        && std::fs::read_to_string(path).unwrap().contains(word)
    {
        let name = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap();
        found.insert(name.to_string_lossy().into_owned());
    }
}

#[test]
fn r_w9_a_release_holds_no_driver_no_inspector_and_no_crate_of_the_tests() {
    let crates = crates();
    // Whatever is listed here was looked at: a plugin is a set of commands that a page may call.
    let plugins: Vec<_> = crates.keys().filter(|name| name.starts_with("tauri-plugin")).collect();
    assert_eq!(plugins, ["tauri-plugin-dialog", "tauri-plugin-fs", "tauri-plugin-store"]);
    for name in ["webdriver", "fantoccini", "proof", "insta"] {
        assert!(!crates.contains_key(name), "{name} belongs to the tests");
    }
    for name in ["tauri", "tauri-runtime-wry", "wry"] {
        let features = &crates[name];
        for door in ["devtools", "test", "tracing", "isolation"] {
            assert!(!features.contains(door), "{name} is built with `{door}`");
        }
    }
}

#[test]
fn r_w9_a_release_has_the_commands_flags_and_files_that_the_tests_see() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut asking = BTreeSet::new();
    for word in ["debug_assertions", "STOCKHAND_DRIVEN", "STOCKHAND_PSEUDO", "feature = \"pseudo\""]
    {
        SOURCES.iter().for_each(|path| holding(&root.join(path), word, &mut asking));
    }
    // The one place for it, and the page's texts for pictures.
    let known = ["src-tauri/src/trying.rs", "src-ui/src/i18n.rs"];
    assert_eq!(asking, known.map(str::to_owned).into());
    // The one build besides that may be driven is that which is measured.
    let mut opening = BTreeSet::new();
    holding(&root.join("src-tauri"), "\"STOCKHAND_DRIVEN\"", &mut opening);
    let known = ["src-tauri/src/trying.rs", "src-tauri/xtask/src/bench/ui/build.rs"];
    assert_eq!(opening, known.map(str::to_owned).into());
    let read = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
    // What is packaged is built without the longer texts.
    assert!(!read("src-ui/Cargo.toml").contains("default ="), "the page has features by default");
    let build = read("src-tauri/xtask/src/build/ui.rs");
    let features = build.split("fn features").nth(1).unwrap().split("fn ").next().unwrap();
    assert!(features.contains("Self::Small => &[],"), "{features}");
    let manifest = read("Cargo.toml");
    let release = manifest.split("[profile.release]").nth(1).unwrap();
    let release = release.split("\n[").next().unwrap();
    assert!(!release.contains("debug-assertions"), "a release asks as a build for tests does");
}
