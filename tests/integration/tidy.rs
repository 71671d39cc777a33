//! The house's rules that the compiler cannot enforce: who imports whom, sizes, names, and words
//! that do not belong here. Reads manifests and sources, nothing else.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Code lines a file may have, without blank lines, comments and tests.
const LINES: usize = 400;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Files that are, or will be, in the repository.
fn files() -> Vec<PathBuf> {
    let listed = Command::new("git")
        .current_dir(root())
        .args(["ls-files", "--cached", "--others", "--exclude-standard"])
        .output()
        .unwrap();
    assert!(listed.status.success(), "git lists the files");
    let names = String::from_utf8(listed.stdout).unwrap();
    names.lines().map(PathBuf::from).filter(|path| root().join(path).is_file()).collect()
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(root().join(path)).unwrap()
}

fn rust() -> impl Iterator<Item = (PathBuf, String)> {
    files()
        .into_iter()
        .filter(|path| path.extension().is_some_and(|ending| ending == "rs"))
        .map(|path| (path.clone(), text(&path)))
}

fn is_test(path: &Path) -> bool {
    path.components().any(|part| part.as_os_str() == "tests") || path.ends_with("tests.rs")
}

/// The part of a file before its own tests.
fn without_tests(source: &str) -> &str {
    source.find("#[cfg(test)]\nmod tests").map_or(source, |at| &source[..at])
}

fn dependencies(manifest: &str) -> BTreeSet<String> {
    let mut inside = false;
    let mut names = BTreeSet::new();
    for line in text(Path::new(manifest)).lines() {
        if line.starts_with('[') {
            inside = line == "[dependencies]";
        } else if let (true, Some((name, _))) = (inside, line.split_once('=')) {
            names.insert(name.trim().to_owned());
        }
    }
    names
}

#[test]
fn crates_import_only_what_their_place_allows() {
    let ours = [
        "contract",
        "rules",
        "client",
        "backend",
        "practice",
        "paper",
        "printers",
        "stockhand",
        "ui",
        "console",
        "proof",
    ];
    let rules: [(&str, &[&str], &[&str]); 9] = [
        ("src-tauri/contract/Cargo.toml", &[], &["tokio", "reqwest", "tauri", "rusqlite"]),
        ("src-tauri/rules/Cargo.toml", &["contract"], &["tokio", "reqwest", "tauri", "rusqlite"]),
        ("src-tauri/client/Cargo.toml", &["contract"], &["tauri", "rusqlite"]),
        (
            "src-tauri/backend/Cargo.toml",
            &["contract", "rules", "client", "paper", "printers"],
            &["tauri", "reqwest"],
        ),
        ("src-tauri/paper/Cargo.toml", &[], &["tokio", "reqwest", "tauri", "rusqlite"]),
        ("src-tauri/printers/Cargo.toml", &[], &["reqwest", "tauri", "rusqlite"]),
        ("src-tauri/practice/Cargo.toml", &[], &["tauri", "reqwest"]),
        ("src-tauri/console/Cargo.toml", &["contract", "backend", "practice"], &["tauri"]),
        ("src-ui/Cargo.toml", &["contract"], &["tauri", "reqwest", "rusqlite", "tokio"]),
    ];
    for (manifest, allowed, refused) in rules {
        let used = dependencies(manifest);
        for name in ours.iter().filter(|name| !allowed.contains(name)) {
            assert!(!used.contains(*name), "{manifest} must not import {name}");
        }
        for name in refused {
            assert!(!used.contains(*name), "{manifest} must not import {name}");
        }
    }
    let shell = dependencies("Cargo.toml");
    for name in ["reqwest", "rusqlite", "client"] {
        assert!(!shell.contains(name), "the shell must not import {name}");
    }
}

#[test]
fn only_the_one_border_file_knows_the_native_side() {
    for (path, source) in rust().filter(|(path, _)| path.starts_with("src-ui/src")) {
        if !path.ends_with("ipc.rs") {
            assert!(!source.contains("__TAURI"), "{} crosses the border", path.display());
        }
        if path.starts_with("src-ui/src/components") {
            let uses = source.contains("crate::ipc") || source.contains("ipc::");
            assert!(!uses, "{} is a component and takes props and callbacks only", path.display());
        }
    }
}

#[test]
fn no_style_attribute_stands_in_the_page() {
    let page = |path: &PathBuf| path.starts_with("src-ui/src") || path.ends_with("index.html");
    for path in files().into_iter().filter(page) {
        if path.extension().is_some_and(|ending| ending == "rs" || ending == "html") {
            let source = text(&path);
            assert!(!source.contains("style=\""), "{}: the policy blocks it", path.display());
        }
    }
}

#[test]
fn colours_stand_in_the_tokens_alone() {
    let style = |path: &PathBuf| path.starts_with("src-ui/style");
    for path in files().into_iter().filter(style).filter(|path| !path.ends_with("tokens.css")) {
        for (number, line) in text(&path).lines().enumerate() {
            let code = line.split("/*").next().unwrap_or_default();
            let hex = code.split('#').skip(1).any(|rest| {
                let digits = rest.chars().take_while(char::is_ascii_hexdigit).count();
                matches!(digits, 3 | 6 | 8)
            });
            let colour = code.contains(": #") && hex || code.contains("rgb(");
            assert!(!colour, "{}:{} has a colour: {line}", path.display(), number + 1);
        }
    }
}

#[test]
fn files_are_small_enough_to_be_seen_whole() {
    for (path, source) in rust().filter(|(path, _)| !is_test(path)) {
        let lines = without_tests(&source)
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty() && !line.starts_with("//"))
            .count();
        assert!(lines <= LINES, "{} has {lines} lines of code", path.display());
    }
}

#[test]
fn every_file_says_what_it_is() {
    // Tests that stand beside their file speak of that file.
    for (path, source) in rust().filter(|(path, _)| !path.ends_with("tests.rs")) {
        assert!(source.starts_with("//!"), "{} opens with no //!", path.display());
    }
}

#[test]
fn names_say_what_things_are() {
    let empty_words = ["Manager", "Helper", "Util", "Utils"];
    for (path, source) in rust().filter(|(path, _)| !path.ends_with("tidy.rs")) {
        for line in source.lines() {
            let Some(rest) = ["struct ", "enum ", "trait "].iter().find_map(|kind| {
                let declared = line.trim_start().trim_start_matches("pub ");
                declared.trim_start_matches("(crate) ").strip_prefix(kind)
            }) else {
                continue;
            };
            let name: String = rest.chars().take_while(|c| c.is_alphanumeric()).collect();
            let empty = empty_words.iter().any(|word| name.ends_with(word));
            assert!(!empty, "{}: {name} says nothing", path.display());
        }
    }
}

#[test]
fn r_c1_every_crate_forbids_unsafe_code_and_unchecked_unwrapping() {
    let house = text(Path::new("Cargo.toml"));
    for rule in ["unsafe_code = \"forbid\"", "unwrap_used = \"deny\"", "expect_used = \"warn\""] {
        assert!(house.contains(rule), "the workspace does not say {rule}");
    }
    let manifests = files().into_iter().filter(|path| path.ends_with("Cargo.toml"));
    let mut crates = 0;
    for manifest in manifests {
        let keeps_to_it = text(&manifest).contains("[lints]\nworkspace = true");
        assert!(keeps_to_it, "{} does not keep to the workspace's lints", manifest.display());
        crates += 1;
    }
    assert!(crates > 10, "only {crates} crates were looked at");
    // What the compiler is told about single places is no way around it. The tests say in their first
    // lines that they may unwrap; warnings are refused where the lints run.
    for (path, source) in rust().filter(|(path, _)| !is_test(path) && !path.ends_with("tidy.rs")) {
        let code = without_tests(&source);
        for allowed in ["allow(unsafe_code", "allow(clippy::unwrap_used", "clippy::expect_used"] {
            assert!(!code.contains(allowed), "{} holds {allowed}", path.display());
        }
    }
}

#[test]
fn nothing_is_unfinished_or_skipped() {
    let words = ["todo!(", "unimplemented!(", "#[ignore", "FIXME", "XXX", "HACK"];
    for (path, source) in rust().filter(|(path, _)| !path.ends_with("tidy.rs")) {
        for word in words {
            assert!(!source.contains(word), "{} holds {word}", path.display());
        }
    }
}

#[test]
fn the_project_speaks_of_itself_alone() {
    let words = ["/root/", "/work/", "/home/", "index.crates.io", "registry.npmjs.org"];
    for path in files().into_iter().filter(|path| !path.ends_with("tidy.rs")) {
        let Ok(source) = std::fs::read_to_string(root().join(&path)) else { continue };
        for word in words {
            assert!(!source.contains(word), "{} holds {word}", path.display());
        }
    }
}

#[test]
fn the_top_of_the_house_is_kept_clear() {
    let allowed: BTreeSet<&str> = [
        "Cargo.toml",
        "Cargo.lock",
        "README.md",
        "ARCHITECTURE.md",
        "CONTRIBUTING.md",
        "tauri.conf.json",
        "icons",
        "src-tauri",
        "src-ui",
        "tests",
        "LICENSE-MIT",
        "LICENSE-APACHE",
        "CHANGELOG.md",
        "NOTICE",
        "SECURITY.md",
        "BENCHMARKS.md",
        "rust-toolchain.toml",
        "clippy.toml",
        "rustfmt.toml",
        "deny.toml",
    ]
    .into();
    for path in files() {
        let top = path.components().next().unwrap().as_os_str().to_string_lossy().into_owned();
        let fine = top.starts_with('.') || allowed.contains(top.as_str());
        assert!(fine, "{top} does not belong at the top");
    }
}

#[test]
fn r_w3_the_page_is_served_under_the_strict_policy_and_no_plugin_answers_it() {
    let conf: serde_json::Value =
        serde_json::from_str(&text(Path::new("tauri.conf.json"))).unwrap();
    let security = &conf["app"]["security"];
    assert_eq!(
        security["csp"],
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
         img-src 'self' data:; font-src 'self'; connect-src 'self' ipc: http://ipc.localhost; \
         object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    assert_eq!(conf["app"]["withGlobalTauri"], false);
    assert_eq!(security["freezePrototype"], true);
    assert_eq!(conf["build"]["removeUnusedCommands"], true);
    let permissions = security["capabilities"][0]["permissions"].to_string();
    assert_eq!(permissions, r#"["core:event:allow-listen","core:event:allow-unlisten"]"#);
}

/// Where a path in a document may begin.
const BEGINNINGS: [&str; 4] = ["", "src-tauri/", "src-tauri/backend/src/", "src-ui/"];

/// What stands between backticks in a document's sentences and is a path.
fn paths_in(document: &str) -> impl Iterator<Item = &str> {
    let sentences = document.split("```").step_by(2);
    let marked = sentences.flat_map(|part| part.split('`').skip(1).step_by(2));
    let is_of_a_path = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "_-./".contains(c);
    marked.filter(move |text| {
        text.contains('/') && text.starts_with(|c: char| c.is_ascii_lowercase())
            && text.chars().all(is_of_a_path)
            // Made when the program runs.
            && !text.starts_with("target/")
    })
}

#[test]
fn every_path_in_the_documents_exists() {
    let mut seen = 0;
    for document in
        ["ARCHITECTURE.md", "BENCHMARKS.md", "CONTRIBUTING.md", "README.md", "SECURITY.md"]
    {
        let text = text(Path::new(document));
        for path in paths_in(&text) {
            let exists = |begin: &&str| {
                ["", ".rs"].iter().any(|end| root().join(format!("{begin}{path}{end}")).exists())
            };
            assert!(BEGINNINGS.iter().any(exists), "{document} names {path}");
            seen += 1;
        }
    }
    assert!(seen > 30, "paths are found in the documents, {seen} of them");
}
