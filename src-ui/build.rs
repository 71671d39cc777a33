//! Numbers the texts. What `say!` and `text!` name is a constant written here: the place of the text
//! among all texts, in the order of their keys. The page then holds numbers, and `boot.js` hands it
//! the texts in the same order. Run by cargo; `i18n` includes what it writes. Deliberately absent:
//! the texts themselves, and every language but the one the others are held against by a test.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::path::PathBuf;

use serde_json::Value;

/// The file that says which texts there are: groups of keys.
const ENGLISH: &str = "locales/en.json";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={ENGLISH}");
    let groups: BTreeMap<String, BTreeMap<String, Value>> =
        serde_json::from_slice(&std::fs::read(ENGLISH)?)?;
    let (mut code, mut number) = (String::new(), 0);
    for (group, texts) in groups {
        code += &format!("pub mod {group} {{\n");
        for (key, text) in texts {
            code += &declared(&key, &text, &mut number).ok_or_else(|| {
                format!(
                    "{ENGLISH}: {group}.{key} is neither a text nor a counted text with `other`"
                )
            })?;
        }
        code += "}\n";
    }
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("cargo names no folder")?);
    Ok(std::fs::write(folder.join("keys.rs"), code)?)
}

/// A constant of the text's kind, and beside it, where there are places, a record of their names:
/// `say!` fills in one of these, so that the compiler holds the names against each other.
fn declared(key: &str, text: &Value, number: &mut u16) -> Option<String> {
    let (kind, places) = match text {
        Value::String(text) if !text.contains('{') => ("Text", None),
        Value::String(text) => ("Pattern", Some(places(text))),
        counted => {
            let mut places = places(counted["other"].as_str()?);
            places.insert("count");
            ("Counted", Some(places))
        }
    };
    let mut code =
        format!("    pub const {key}: crate::i18n::{kind} = crate::i18n::{kind}({number});\n");
    if let Some(places) = places {
        let fields: Vec<String> = places.iter().map(|place| format!("pub {place}: ()")).collect();
        code +=
            &format!("    #[allow(dead_code)]\n    pub struct {key} {{ {} }}\n", fields.join(", "));
    }
    *number += 1;
    Some(code)
}

fn places(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0)).collect()
}
