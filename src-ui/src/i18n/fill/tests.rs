//! The message files held against each other and against every use of a text in the sources.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde_json::Value;

use super::*;

type Texts = BTreeMap<String, String>;

fn texts(file: &str) -> Texts {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("locales").join(file);
    let json: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let mut texts = Texts::new();
    gather(&json, String::new(), &mut texts);
    texts
}

fn gather(value: &Value, path: String, texts: &mut Texts) {
    match value {
        Value::Object(entries) => {
            for (key, entry) in entries {
                let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                gather(entry, path, texts);
            }
        }
        Value::String(text) => drop(texts.insert(path, text.clone())),
        other => panic!("{path} is {other}"),
    }
}

fn places(text: &str) -> BTreeSet<String> {
    text.split('{').skip(1).filter_map(|part| part.split_once('}')).map(|(p, _)| p.into()).collect()
}

/// Every `say!(…)` of the sources: file, key, names of the values.
fn uses() -> Vec<(String, String, BTreeSet<String>)> {
    let mut uses = Vec::new();
    walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut |name, source| {
        for part in source.split("say!(i18n, ").skip(1).chain(source.split("text!(i18n, ").skip(1))
        {
            let key: String =
                part.chars().take_while(|c| c.is_alphanumeric() || "._".contains(*c)).collect();
            let mut depth = 0;
            let end = part.find(|c| {
                depth += match c {
                    '(' | '[' | '{' => 1,
                    ')' | ']' | '}' => -1,
                    _ => 0,
                };
                depth < 0
            });
            let inside = &part[key.len()..end.unwrap()];
            let names = inside.split(',').filter_map(|value| value.split_once(" = "));
            let names = names.map(|(name, _)| name.trim().to_owned());
            uses.push((name.to_owned(), key, names.filter(|n| !n.contains(' ')).collect()));
        }
    });
    uses
}

fn walk(folder: &Path, found: &mut dyn FnMut(&str, &str)) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        let path = entry.path();
        if path.is_dir() {
            walk(&path, found);
        } else if path.extension().is_some_and(|ext| ext == "rs")
            && !["fill/tests.rs", "src/i18n.rs"].iter().any(|own| path.ends_with(own))
        {
            let source = std::fs::read_to_string(&path).unwrap();
            let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
            found(&path.display().to_string(), &code.collect::<Vec<_>>().join("\n"));
        }
    }
}

#[test]
fn places_are_filled_and_unknown_ones_stay() {
    assert_eq!(filled("as of {time}", &[("time", &"13:58")]), "as of 13:58");
    assert_eq!(filled("{a}{b} {", &[("a", &1), ("b", &2)]), "12 {");
    assert_eq!(filled("{missing} x", &[]), "{missing} x");
}

#[test]
fn french_counts_nothing_as_one() {
    assert!(is_one(Locale::fr, 0) && is_one(Locale::fr, 1) && !is_one(Locale::fr, 2));
    assert!(!is_one(Locale::en, 0) && is_one(Locale::en, 1));
}

#[test]
fn both_languages_have_the_same_texts_with_the_same_places() {
    let (english, french) = (texts("en.json"), texts("fr.json"));
    let keys = |texts: &Texts| texts.keys().cloned().collect::<BTreeSet<_>>();
    assert_eq!(keys(&english), keys(&french));
    for (key, text) in &english {
        // "1 line" may leave its number out.
        if !key.ends_with(".one") {
            assert_eq!(places(text), places(&french[key]), "{key}");
        }
    }
}

#[test]
fn every_text_is_used_with_exactly_its_places() {
    let english = texts("en.json");
    let uses = uses();
    assert!(uses.len() > 100, "the sources were read");
    for (file, key, given) in &uses {
        let counted = english.get(&format!("{key}.more"));
        let text = counted.or_else(|| english.get(key)).unwrap_or_else(|| panic!("{file}: {key}"));
        let needed = places(text);
        let missing: Vec<_> = needed.difference(given).collect();
        assert!(missing.is_empty(), "{file}: {key} needs {missing:?}");
        let idle = given.iter().filter(|name| !needed.contains(*name) && *name != "count");
        assert_eq!(idle.count(), 0, "{file}: {key} is given {given:?}, needs {needed:?}");
        assert_eq!(counted.is_some(), given.contains("count"), "{file}: {key}");
    }
}

#[test]
fn every_text_is_used() {
    let used: BTreeSet<String> = uses().into_iter().map(|(_, key, _)| key).collect();
    let plain = |key: &str| {
        key.strip_suffix(".one").or_else(|| key.strip_suffix(".more")).unwrap_or(key).to_owned()
    };
    let idle: BTreeSet<String> =
        texts("en.json").keys().map(|key| plain(key)).filter(|key| !used.contains(key)).collect();
    assert!(idle.is_empty(), "{idle:?}");
}

#[test]
fn french_sets_narrow_spaces_before_its_double_marks() {
    for (key, text) in texts("fr.json") {
        for (at, mark) in text.char_indices().filter(|(_, c)| ";:!?»".contains(*c)) {
            let before = text[..at].chars().next_back();
            let in_address = text[at..].starts_with("://") || at == 0;
            assert!(in_address || before == Some('\u{202f}'), "{key}: {text:?} before {mark}");
        }
        for (at, _) in text.match_indices('«') {
            let after = text[at..].chars().nth(1);
            assert_eq!(after, Some('\u{202f}'), "{key}: {text:?}");
        }
        assert!(!text.contains('\''), "{key}: the apostrophe is ’");
    }
}
