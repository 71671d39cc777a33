//! The files of the source: which there are, to which crate and module each belongs.

use std::fs;
use std::path::Path;

use crate::code::Code;

/// A file.
pub struct Source {
    /// Where it is, from the root of the project.
    pub path: String,
    /// The crate it belongs to.
    pub package: String,
    /// Its module in that crate, from the root.
    pub module: Vec<String>,
    /// Whether it holds tests alone.
    pub is_test: bool,
    /// What is in it.
    pub code: Code,
}

/// Where the crates are: folder, name.
const PACKAGES: [(&str, &str); 11] = [
    ("src-tauri/contract", "contract"),
    ("src-tauri/rules", "rules"),
    ("src-tauri/client", "client"),
    ("src-tauri/backend", "backend"),
    ("src-tauri/practice", "practice"),
    ("src-tauri/paper", "paper"),
    ("src-tauri/printers", "printers"),
    ("src-tauri/console", "console"),
    ("src-tauri/xtask", "xtask"),
    ("src-tauri/src", "stockhand"),
    ("src-ui", "ui"),
];

/// All files, each read and counted.
///
/// # Errors
/// The file that cannot be read or is no Rust.
pub fn all(root: &Path) -> Result<Vec<Source>, String> {
    let mut paths = Vec::new();
    for folder in ["src-tauri", "src-ui", "tests"] {
        walk(&root.join(folder), &mut paths)?;
    }
    paths.sort();
    let mut sources: Vec<_> =
        paths.into_iter().map(|path| read(root, &path)).collect::<Result<_, _>>()?;
    beside_libraries(&mut sources);
    Ok(sources)
}

/// A program beside a library of its package is another crate: its file is not the library's root.
fn beside_libraries(sources: &mut [Source]) {
    let is_root = |source: &Source, name: &str| source.path.ends_with(&format!("src/{name}"));
    let libraries: Vec<String> = sources
        .iter()
        .filter(|source| is_root(source, "lib.rs"))
        .map(|source| source.package.clone())
        .collect();
    for source in sources.iter_mut() {
        if is_root(source, "main.rs") && libraries.contains(&source.package) {
            source.module = vec!["main".to_owned()];
        }
    }
}

fn walk(folder: &Path, found: &mut Vec<String>) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for entry in entries {
        let path = entry.map_err(|error| error.to_string())?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && !matches!(name.as_str(), "target" | "dist" | "node_modules") {
            walk(&path, found)?;
        } else if name.ends_with(".rs") {
            found.push(path.to_string_lossy().into_owned());
        }
    }
    Ok(())
}

fn read(root: &Path, path: &str) -> Result<Source, String> {
    let text = fs::read_to_string(path).map_err(|error| format!("{path}: {error}"))?;
    let relative = Path::new(path).strip_prefix(root).unwrap_or(Path::new(path));
    let path = relative.to_string_lossy().replace('\\', "/");
    let is_test = is_test(&path);
    let file = syn::parse_file(&text).map_err(|error| format!("{path}: {error}"))?;
    let (package, module) = place(&path);
    Ok(Source { code: Code::of(&file, is_test), path, package, module, is_test })
}

/// Whether a file is of tests, by where it is.
fn is_test(path: &str) -> bool {
    path.starts_with("tests/") || path.contains("/tests/") || path.ends_with("/tests.rs")
}

fn place(path: &str) -> (String, Vec<String>) {
    let found = PACKAGES.iter().find(|(folder, _)| path.starts_with(&format!("{folder}/")));
    let Some((folder, package)) = found else { return (String::new(), Vec::new()) };
    let inside = path.get(folder.len() + 1..).unwrap_or_default();
    let inside = inside.strip_prefix("src/").unwrap_or(inside);
    let mut module: Vec<_> = inside.trim_end_matches(".rs").split('/').map(str::to_owned).collect();
    if matches!(module.last().map(String::as_str), Some("mod" | "lib" | "main")) {
        module.pop();
    }
    ((*package).to_owned(), module)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_beside_a_library_is_not_its_root() {
        let source = |path: &str| {
            let (package, module) = place(path);
            let (path, code) = (path.to_owned(), Code::default());
            Source { path, package, module, is_test: false, code }
        };
        let paths = ["practice/src/lib.rs", "practice/src/main.rs", "xtask/src/main.rs"];
        let mut sources = paths.map(|path| source(&format!("src-tauri/{path}")));
        beside_libraries(&mut sources);
        let modules = sources.map(|source| source.module);
        assert_eq!(modules, [vec![], vec!["main".to_owned()], vec![]]);
    }

    #[test]
    fn a_file_belongs_to_its_crate_and_module() {
        let of = |path: &str| {
            let (package, module) = place(path);
            format!("{package}::{}", module.join("::"))
        };
        assert_eq!(of("src-tauri/backend/src/outbox/mod.rs"), "backend::outbox");
        assert_eq!(of("src-tauri/backend/src/outbox/queue.rs"), "backend::outbox::queue");
        assert_eq!(of("src-tauri/src/lib.rs"), "stockhand::");
        assert_eq!(of("src-ui/src/pages/list/keys.rs"), "ui::pages::list::keys");
        assert!(is_test("src-tauri/backend/src/lists/tests.rs"));
        assert!(!is_test("src-tauri/xtask/src/tests_built.rs"));
    }
}
