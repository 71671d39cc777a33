//! Figures about the source itself, for `cargo xtask house`: how large it is, which names are used
//! twice, which type does everything, which files need each other in a circle. It reads and counts;
//! it judges nothing.
#![allow(clippy::print_stdout, reason = "a command-line tool speaks here")]

mod circles;
mod code;
mod source;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::ExitCode;

use source::Source;

/// So many of the types with the most methods are named.
const LARGEST: usize = 5;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let root = arguments.next().unwrap_or_else(|| ".".to_owned());
    match measure(Path::new(&root), arguments.next().as_deref() == Some("--names")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            println!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn measure(root: &Path, with_names: bool) -> Result<(), String> {
    let sources = source::all(root)?;
    let (product, tests): (Vec<_>, Vec<_>) = sources.iter().partition(|source| !source.is_test);
    let lines: usize = product.iter().map(|source| source.code.lines).sum();
    row("Files of the product", product.len());
    row("Lines of code in them", lines);
    row("Files in the largest folder", largest_folder(&product));

    let mut functions: Vec<usize> =
        product.iter().flat_map(|source| source.code.functions.iter().copied()).collect();
    functions.sort_unstable();
    row("Lines of a function, median", part(&functions, 50));
    row("Lines of a function, 90th percentile", part(&functions, 90));

    let types = declared(&product);
    row("Names of types", types.len());
    row("  declared more than once", types.values().filter(|places| places.len() > 1).count());
    let in_one = declared_twice(&types);
    row("  declared more than once in a crate", in_one.len());

    let methods = methods(&product);
    let mut largest: Vec<_> = methods.iter().collect();
    largest.sort_by_key(|(_, count)| Reverse(**count));
    for ((package, name), count) in largest.into_iter().take(LARGEST) {
        println!("{count:>8}  Methods of {package}::{name}");
    }

    let circles = circles::find(&product);
    row("Circles of files", circles.len());
    row("  files in the largest", circles.first().map_or(0, Vec::len));

    let backend: Vec<_> = product.iter().filter(|source| source.package == "backend").collect();
    let clones: usize = backend.iter().map(|source| source.code.clones).sum();
    let backend_lines: usize = backend.iter().map(|source| source.code.lines).sum();
    println!("{:>8.1}  Clones in 1,000 lines of the backend", per_thousand(clones, backend_lines));

    let count = |of: fn(&Source) -> usize| sources.iter().map(of).sum::<usize>();
    row("Lines of tests", count(|source| source.code.test_lines));
    row("Tests", count(|source| source.code.tests));
    row("Assertions", count(|source| source.code.assertions));
    let journeys = tests.iter().filter(|source| source.path.starts_with("tests/journeys"));
    row("Journeys", journeys.map(|source| source.code.tests).sum());

    if with_names {
        print_names(&in_one, &circles);
    }
    Ok(())
}

fn row(name: &str, figure: usize) {
    println!("{figure:>8}  {name}");
}

fn print_names(in_one: &[(&str, &[&Source])], circles: &[Vec<String>]) {
    println!("\nTypes declared more than once in a crate:");
    for (name, places) in in_one {
        let paths: Vec<_> = places.iter().map(|source| source.path.as_str()).collect();
        println!("  {name}: {}", paths.join(", "));
    }
    println!("\nCircles:");
    for circle in circles {
        println!("  {} files: {}", circle.len(), circle.join(", "));
    }
}

fn largest_folder(sources: &[&Source]) -> usize {
    let mut folders: BTreeMap<&str, usize> = BTreeMap::new();
    for source in sources {
        let folder = source.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        *folders.entry(folder).or_default() += 1;
    }
    folders.into_values().max().unwrap_or_default()
}

/// The value that so many percent do not exceed.
fn part(sorted: &[usize], percent: usize) -> usize {
    let at = (sorted.len() * percent).div_ceil(100).saturating_sub(1);
    sorted.get(at).copied().unwrap_or_default()
}

fn declared<'a>(sources: &[&'a Source]) -> BTreeMap<&'a str, Vec<&'a Source>> {
    let mut types: BTreeMap<&str, Vec<&Source>> = BTreeMap::new();
    for source in sources {
        for name in &source.code.types {
            types.entry(name.as_str()).or_default().push(source);
        }
    }
    types
}

/// The names of types that one crate declares more than once, and where.
fn declared_twice<'a>(
    types: &'a BTreeMap<&'a str, Vec<&'a Source>>,
) -> Vec<(&'a str, &'a [&'a Source])> {
    let is_twice_in_one = |places: &[&Source]| {
        let packages: BTreeSet<_> = places.iter().map(|source| &source.package).collect();
        packages.len() < places.len()
    };
    let places = types.iter().map(|(name, places)| (*name, places.as_slice()));
    places.filter(|(_, places)| is_twice_in_one(places)).collect()
}

fn methods(sources: &[&Source]) -> BTreeMap<(String, String), usize> {
    let mut methods = BTreeMap::new();
    for source in sources {
        for (name, count) in &source.code.methods {
            *methods.entry((source.package.clone(), name.clone())).or_default() += count;
        }
    }
    methods
}

#[allow(clippy::cast_precision_loss, reason = "far below 2^52")]
fn per_thousand(count: usize, lines: usize) -> f64 {
    if lines == 0 { 0.0 } else { count as f64 * 1000.0 / lines as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project() -> Vec<Source> {
        let sources = source::all(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).unwrap();
        assert!(sources.len() > 100, "the sources are there");
        sources
    }

    #[test]
    fn no_files_need_each_other_in_a_circle() {
        let sources = project();
        let product: Vec<_> = sources.iter().filter(|source| !source.is_test).collect();
        let circles = circles::find(&product);
        let said: Vec<_> = circles.iter().map(|circle| circle.join(", ")).collect();
        assert!(said.is_empty(), "each file knows those below it alone:\n{}", said.join("\n"));
    }

    #[test]
    fn the_name_of_a_type_is_declared_once_in_a_crate() {
        let sources = project();
        let product: Vec<_> = sources.iter().filter(|source| !source.is_test).collect();
        let types = declared(&product);
        let twice = declared_twice(&types);
        let said: Vec<_> = twice
            .iter()
            .map(|(name, places)| {
                let paths: Vec<_> = places.iter().map(|source| source.path.as_str()).collect();
                format!("{name}: {}", paths.join(", "))
            })
            .collect();
        assert!(said.is_empty(), "one meaning, one name:\n{}", said.join("\n"));
    }
}
