//! The message files held against each other, and against what is said by them. That every text is
//! there, is used and has its places filled, the compiler sees to.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::*;

type Texts = BTreeMap<String, String>;

fn page() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn files() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(page().join("locales")).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

fn texts_in(file: &Path) -> Texts {
    let json = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
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

fn speaking(language: Language, test: impl FnOnce(I18n)) {
    Owner::new().with(|| untrack(|| test(I18n(RwSignal::new(language)))));
}

#[test]
fn what_goes_on_paper_is_worded_in_its_language_and_what_the_window_remembers_is_not() {
    speaking(Language::English, |i18n| {
        let (followed, kept) = (text!(i18n, app.close), Memo::new(move |_| say!(i18n, app.close)));
        let all = || (followed.get(), kept.get(), say!(i18n, connection.since, time = "13:58"));
        let said = |close: &str, since: &str| (close.to_owned(), "Close", since.to_owned());
        assert_eq!(worded_in(Some(Language::French), all), said("Fermer", "depuis 13:58"));
        assert_eq!(all(), said("Close", "since 13:58"));
        i18n.speak(Language::French);
        assert_eq!(worded_in(Some(Language::English), || say!(i18n, app.close)), "Close");
        assert_eq!(worded_in(None, || say!(i18n, app.close)), "Fermer");
    });
}

#[test]
fn texts_are_said_in_the_language_of_the_moment() {
    speaking(Language::English, |i18n| {
        let followed = text!(i18n, app.close);
        assert_eq!((say!(i18n, app.close), followed.get().as_str()), ("Close", "Close"));
        assert_eq!(say!(i18n, connection.since, time = "13:58"), "since 13:58");
        i18n.speak(Language::French);
        assert_eq!((say!(i18n, app.close), followed.get().as_str()), ("Fermer", "Fermer"));
        assert_eq!(say!(i18n, connection.since, time = "13:58"), "depuis 13:58");
    });
}

#[test]
fn a_number_chooses_among_the_texts_of_its_language() {
    speaking(Language::English, |i18n| {
        let lines = |count: u32| say!(i18n, outbox.lines, count = count, number = count);
        assert_eq!([0, 1, 2].map(lines), ["0 lines", "1 line", "2 lines"]);
        i18n.speak(Language::French);
        assert_eq!([0, 1, 2].map(lines), ["0 ligne", "1 ligne", "2 lignes"]);
    });
}

#[test]
fn every_text_has_the_number_of_its_key() {
    let known = texts_in(&page().join("locales/en.json"));
    let (mut group, mut found) = ("", 0);
    for line in include_str!(concat!(env!("OUT_DIR"), "/keys.rs")).lines() {
        if let Some(name) = line.strip_prefix("pub mod ") {
            group = name.trim_end_matches(" {");
        }
        let Some(constant) = line.trim().strip_prefix("pub const ") else { continue };
        let (key, rest) = constant.split_once(':').unwrap();
        let number = rest.split_once('(').unwrap().1.trim_end_matches(");").parse().unwrap();
        let path = format!("{group}.{key}");
        let said = |number| text_of(Language::English, number);
        if let Some(text) = known.get(&path) {
            assert_eq!(said(number), text, "{path}");
            found += 1;
        } else {
            for category in ["one", "other"] {
                let text = &known[&format!("{path}.{category}")];
                assert_eq!(of_category(said(number), category), text, "{path}");
            }
            found += 2;
        }
    }
    assert_eq!(found, known.len());
}

#[test]
fn every_file_is_read_before_the_page_starts() {
    let boot = std::fs::read_to_string(page().join("boot.js")).unwrap();
    for file in files() {
        let language = file.file_stem().unwrap().to_string_lossy().into_owned();
        assert!(boot.contains(&format!("'{language}'")), "boot.js reads {language}");
    }
}

#[test]
fn all_languages_have_the_same_texts_with_the_same_places() {
    let english = texts_in(&page().join("locales/en.json"));
    for file in files() {
        let other = texts_in(&file);
        assert!(english.keys().eq(other.keys()), "{}", file.display());
        for (key, text) in &other {
            // "1 line" may leave its number out.
            let fits = match key.strip_suffix(".one") {
                Some(path) => places(text).is_subset(&places(&english[&format!("{path}.other")])),
                None => places(text) == places(&english[key]),
            };
            assert!(fits, "{}: {key}", file.display());
        }
    }
}

#[test]
fn french_sets_narrow_spaces_before_its_double_marks() {
    for (key, text) in texts_in(&page().join("locales/fr.json")) {
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

/// Each thing has one word: select, save, send, change, remove, discard, show, undo, load, cancel.
#[test]
fn a_thing_is_always_called_by_the_same_word() {
    let others = [
        ("en", "hoose", "select"),
        ("en", "hosen", "selected"),
        ("en", "kept here", "saved"),
        ("en", "kept on this computer", "saved on this computer"),
        ("en", "by itself", "automatically"),
        ("en", "othing is lost", "your work is saved"),
        ("en", "Getting ", "loading"),
        ("en", "not told", "not known"),
        ("en", "all the same", "anyway"),
        ("en", " anew", "again, or refreshing"),
        ("en", "ake back", "undo, revert or remove"),
        ("en", "aken back", "undone, reverted or removed"),
        ("en", "orget", "remove or discard"),
        ("en", "throw away", "discard"),
        ("en", "ade again", "added again"),
        ("en", "goes again", "is sent again"),
        ("en", "Display", "show"),
        // What a list or a movement is made of; an item is a lot that lies somewhere.
        ("en", " items", "lines"),
        ("en", "Items", "lines"),
        ("en", "Modif", "change"),
        ("en", "Dismiss", "close"),
        ("en", "its place", "as a substitute"),
        ("en", "takes no changes", "does not accept changes"),
        ("fr", " articles", "lignes"),
        ("fr", "Articles", "lignes"),
        ("fr", "hoisissez", "sélectionnez"),
        ("fr", "conservé", "enregistré"),
        ("fr", "de lui-même", "automatique"),
        ("fr", "asier", "emplacement"),
        ("fr", "Jeter", "abandonner"),
        ("fr", " jeté", "abandonné"),
        ("fr", "remplacement", "substitut, or substitution"),
        ("fr", "Remplacement", "substitution"),
        // In a hospital a "service" is a ward.
        ("fr", " service", "serveur"),
        ("fr", "Ajust", "réviser"),
        ("fr", "justée", "révisée"),
        ("fr", "lecture\u{202f}:", "actualisé"),
        ("fr", "ien n’est perdu", "votre travail est enregistré"),
        ("fr", "e mien", "ma valeur"),
        ("fr", "es miens", "mes valeurs"),
        ("fr", "e vôtre", "votre valeur"),
        // What is annulé is a line. A dialog closes by the word alone, and undo is défaire.
        ("fr", "nnuler {", "annuler la ligne, or défaire"),
        ("fr", "nnuler\u{202f}", "défaire"),
        ("fr", "nnuler «", "défaire"),
        ("fr", "«\u{202f}Annuler", "défaire"),
        ("fr", "à annuler", "défaire"),
        ("fr", "d’annuler", "défaire"),
        ("fr", "es annuler", "défaire"),
        ("fr", "peut pas être annulé", "défait"),
        ("fr", "nnulez", "défaites"),
        ("fr", "éjà annulé", "déjà défait"),
        ("fr", "’annulation", "défaire"),
    ];
    for (language, other, word) in others {
        for (key, text) in texts_in(&page().join(format!("locales/{language}.json"))) {
            assert!(!text.contains(other), "{key}: {text:?}; the word is: {word}");
        }
    }
}

#[test]
fn the_region_of_the_system_counts_when_it_speaks_the_language() {
    assert_eq!(format_tag(Language::English, "en-US"), "en-US");
    assert_eq!(format_tag(Language::French, "fr-CA"), "fr-CA");
    assert_eq!(format_tag(Language::French, "en-US"), "fr-FR");
    assert_eq!(format_tag(Language::English, "de-DE"), "en-GB");
}
