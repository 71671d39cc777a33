//! `cargo xtask promises`: the numbered promises of SECURITY.md, each with the tests whose names carry
//! its number and the figures of its last runs. Its own test keeps the two together: each names the
//! other.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::system::outcome::Outcome;
use crate::system::project::Project;

/// A row of SECURITY.md's table.
#[derive(Debug, PartialEq, Eq)]
struct Promise {
    id: String,
    words: String,
    /// Tests the row names.
    named: Vec<String>,
    /// The row says that nothing proves it.
    open: bool,
}

/// Prints every promise with its tests and figures, or "open".
pub fn run(arguments: &[String]) -> Outcome {
    if let Some(argument) = arguments.first() {
        return Err(format!("`cargo xtask promises` does not know `{argument}`."));
    }
    let project = Project::find()?;
    let promises = promises(&read(&project.root.join("SECURITY.md"))?);
    let tests = tests(&project.root)?;
    // Without a run there is no file, and that is no failure.
    let figures =
        fs::read_to_string(project.target.join("proof/figures.jsonl")).unwrap_or_default();
    for promise in &promises {
        println!("{:6} {}", promise.id, promise.words);
        let found = tests.get(&promise.id);
        for test in found.into_iter().flatten() {
            println!("         {test}");
        }
        for kind in ["gate", "long"] {
            if let Some(figure) = last(&figures, &promise.id, kind) {
                println!("         {figure}");
            }
        }
        if found.is_none() {
            println!("         open");
        }
    }
    println!("\n{}", counted(&promises, &tests));
    Ok(())
}

/// How many promises there are, how many a test proves, and which none does.
fn counted(promises: &[Promise], tests: &BTreeMap<String, Vec<String>>) -> String {
    let open = promises.iter().filter(|promise| !tests.contains_key(&promise.id));
    let open: Vec<_> = open.map(|promise| promise.id.as_str()).collect();
    let (all, left) = (promises.len(), open.len());
    let which = if open.is_empty() { String::new() } else { format!(": {}", open.join(", ")) };
    format!("{all} promises, {} with a proof, {left} open{which}", all - left)
}

/// The rows of the table, in their order.
fn promises(security: &str) -> Vec<Promise> {
    let rows = security.lines().filter_map(|line| {
        let cells: Vec<_> = line.strip_prefix("| R-")?.split('|').map(str::trim).collect();
        let [id, words, tests, ..] = cells.as_slice() else { return None };
        let named = tests.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        let open = *tests == "open";
        Some(Promise { id: format!("R-{id}"), words: (*words).to_owned(), named, open })
    });
    rows.collect()
}

/// Every test whose name carries a number, by its row.
fn tests(root: &Path) -> Outcome<BTreeMap<String, Vec<String>>> {
    let mut found = BTreeMap::<String, Vec<String>>::new();
    for folder in ["src-tauri", "src-ui", "tests"] {
        each_source(&root.join(folder), &mut |source| {
            for name in source.lines().filter_map(numbered) {
                if let Some(id) = id_of(name) {
                    found.entry(id).or_default().push(name.to_owned());
                }
            }
        })?;
    }
    Ok(found)
}

/// The name a line declares, if it is a function's that begins with a number.
fn numbered(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let declared = line.strip_prefix("async ").unwrap_or(line).strip_prefix("fn ")?;
    let name = declared.split(['(', '<']).next()?;
    id_of(name).map(|_| name)
}

/// `r_n1_redirects` belongs to R-N1.
fn id_of(name: &str) -> Option<String> {
    let id = name.strip_prefix("r_")?.split('_').next()?;
    let number = id.strip_prefix(['d', 's', 'n', 'w', 'h', 'c'])?;
    let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| format!("R-{}", id.to_ascii_uppercase()))
}

/// The last figure of a row, as a line to print.
fn last(figures: &str, id: &str, kind: &str) -> Option<String> {
    let figure: Value = figures
        .lines()
        .rev()
        .filter_map(|line| serde_json::from_str(line).ok())
        .find(|figure: &Value| figure["row"] == id && figure["kind"] == kind)?;
    let counts: Vec<_> = figure["counts"]
        .as_object()
        .into_iter()
        .flatten()
        .map(|(name, count)| format!("{name} {count}"))
        .collect();
    let kept = if figure["ok"] == true { "kept" } else { "BROKEN" };
    let (start, seconds) = (&figure["start"], &figure["seconds"]);
    Some(format!("{kind}: {kept}; start {start}; {}; {seconds} s", counts.join(", ")))
}

fn each_source(folder: &Path, visit: &mut dyn FnMut(&str)) -> Outcome {
    let unreadable =
        |error: std::io::Error| format!("{} cannot be read: {error}.", folder.display());
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_dir() {
            each_source(&path, visit)?;
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            visit(&read(&path)?);
        }
    }
    Ok(())
}

fn read(path: &Path) -> Outcome<String> {
    fs::read_to_string(path).map_err(|error| format!("{} cannot be read: {error}.", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The promises that stand in the table: none may vanish.
    const ALL: [(char, usize); 6] = [('D', 13), ('S', 8), ('N', 11), ('W', 13), ('H', 2), ('C', 6)];

    #[test]
    fn r_c6_the_promises_name_their_tests_and_the_tests_their_promises() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let promises = promises(&read(&root.join("SECURITY.md")).unwrap());
        let ids: Vec<_> = promises.iter().map(|promise| promise.id.clone()).collect();
        let all = ALL.into_iter();
        let all = all.flat_map(|(kind, last)| (1..=last).map(move |n| format!("R-{kind}{n}")));
        assert_eq!(ids, all.collect::<Vec<_>>(), "each promise stands there once");
        let found = differences(&promises, &tests(&root).unwrap());
        assert!(found.is_empty(), "SECURITY.md: {}", found.join("; "));
    }

    /// Where the table and the tests of the sources do not agree, in words.
    fn differences(promises: &[Promise], tests: &BTreeMap<String, Vec<String>>) -> Vec<String> {
        let mut found = Vec::new();
        let mut tests = tests.clone();
        for Promise { id, named, open, .. } in promises {
            let mut proven = tests.remove(id).unwrap_or_default();
            if *open != proven.is_empty() {
                found.push(format!("{id} is open: {open}; its tests are {proven:?}"));
            }
            let mut named = named.clone();
            named.sort();
            proven.sort();
            if named != proven {
                found.push(format!("{id} names {named:?}, its tests are {proven:?}"));
            }
        }
        let nowhere = tests.into_iter().map(|(id, names)| format!("{names:?} have no row {id}"));
        found.extend(nowhere);
        found
    }

    #[test]
    fn a_row_and_its_tests_agree_in_both_directions() {
        let table = "| R-D1 | a | `r_d1_a`, `r_d1_b` |\n| R-D2 | b | open |\n";
        let differ = |names: &[&str]| {
            let mut tests = BTreeMap::<String, Vec<String>>::new();
            for name in names {
                tests.entry(id_of(name).unwrap()).or_default().push((*name).to_owned());
            }
            differences(&promises(table), &tests).len()
        };
        assert_eq!(differ(&["r_d1_b", "r_d1_a"]), 0, "in whatever order");
        assert_eq!(differ(&["r_d1_a"]), 1, "one that is named is gone");
        assert_eq!(differ(&["r_d1_a", "r_d1_b", "r_d1_c"]), 1, "one is not named");
        assert_eq!(differ(&["r_d1_a", "r_d1_b", "r_d2_a"]), 2, "one of a row that is open");
        assert_eq!(differ(&["r_d1_a", "r_d1_b", "r_d3_a"]), 1, "one without a row");
        assert_eq!(differ(&[]), 2, "none is left, and the row is not open");
    }

    #[test]
    fn a_row_is_read_with_the_tests_it_names() {
        let table = "| Row | Promise | Test |\n|---|---|---|\n| R-D1 | Nothing lost | open |\n\
                     | R-N7 | No panic | `r_n7_a`, `r_n7_b` |\n";
        let promise = |id: &str, words: &str, named: &[&str]| Promise {
            id: id.into(),
            words: words.into(),
            named: named.iter().map(|name| (*name).to_owned()).collect(),
            open: named.is_empty(),
        };
        let expected = [
            promise("R-D1", "Nothing lost", &[]),
            promise("R-N7", "No panic", &["r_n7_a", "r_n7_b"]),
        ];
        assert_eq!(promises(table), expected);
    }

    #[test]
    fn the_promises_are_counted_and_the_open_ones_named() {
        let table = "| R-D1 | a | `r_d1_a` |\n| R-D2 | b | open |\n| R-N3 | c | open |\n";
        let tests = BTreeMap::from([("R-D1".to_owned(), vec!["r_d1_a".to_owned()])]);
        let rows = promises(table);
        assert_eq!(counted(&rows, &tests), "3 promises, 1 with a proof, 2 open: R-D2, R-N3");
        assert_eq!(counted(&rows[..1], &tests), "1 promises, 1 with a proof, 0 open");
    }

    #[test]
    fn a_test_belongs_to_the_row_its_name_begins_with() {
        let named = |line| numbered(line).and_then(id_of);
        assert_eq!(named("    fn r_d11_flipped() {").as_deref(), Some("R-D11"));
        assert_eq!(named("async fn r_s4_once() {").as_deref(), Some("R-S4"));
        assert_eq!(named("fn r_x1_other() {"), None);
        assert_eq!(named("fn r_d_without() {"), None);
        assert_eq!(named("// fn r_d1_in_a_comment() {"), None);
    }

    #[test]
    fn the_last_figure_of_a_row_and_kind_is_told() {
        let line = |start: u32, kind: &str, ok: bool| {
            serde_json::json!({"row": "R-N1", "kind": kind, "start": start,
                "counts": {"pairs": 30}, "seconds": 0.1, "ok": ok})
            .to_string()
        };
        let figures =
            [line(1, "gate", true), line(2, "gate", false), line(9, "long", true)].join("\n");
        let told = last(&figures, "R-N1", "gate").unwrap();
        assert_eq!(told, "gate: BROKEN; start 2; pairs 30; 0.1 s");
        assert_eq!(last(&figures, "R-N2", "gate"), None);
    }
}
