//! What the contract writes is read as it was; what it would not write is refused.

use std::path::Path;

use contract::{
    Category, Endpoint, Entry, Failure, Freshness, GroupKey, MovementKey, MovementRef, Page,
    Product, ProductRow, Reason, Settings, Sort, Stocklist, StocklistColumn,
};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::*;

fn again<T: Serialize + DeserializeOwned>(value: &T) -> T {
    read(&serde_json::to_vec(value).unwrap()).unwrap()
}

#[test]
fn a_page_of_grouped_rows_comes_back_as_it_was() {
    let rows = vec![
        Entry::Group { key: GroupKey::Name("Ward A".into()), rows: 2, folded: true },
        Entry::Row { row: Sort { by: StocklistColumn::RequestedBy, descending: true } },
    ];
    let failure = Failure::from(Reason::NotUnderstood {
        endpoint: Endpoint::ListMovements,
        status: 200,
        at: "data[3].id".into(),
    });
    let as_of = Some("2026-11-20T08:30:00Z".parse().unwrap());
    let freshness = Freshness { as_of, reading: Some(7), failure: Some(failure), left_out: 2 };
    let idle = vec!["reason".to_owned()];
    let page = Page { rows, start: 0, total: 3, matching: 2, known: 9, unread: 4, idle, freshness };
    assert_eq!(again(&page), page);
}

#[test]
fn ids_keys_and_flattened_records_come_back() {
    let key = MovementRef::Key(MovementKey(uuid::Uuid::from_u128(7)));
    assert_eq!(again(&key), key);
    let category = Some(Category { id: None, name: Some("Gloves".into()) });
    let product = Product {
        id: "p1".into(),
        product_code: Some("é\"\n".into()),
        name: None,
        category,
        description: None,
        date_created: Some("2025-01-02T03:04:05Z".parse().unwrap()),
        last_updated: None,
    };
    let row = ProductRow { product, lists: 3 };
    assert_eq!(again(&row), row);
}

#[test]
fn what_was_left_out_is_what_it_is_by_default() {
    let settings: Settings =
        read(br#"{"text_size":900,"grids":{"movements":"{}"},"later":[1,{}]}"#).unwrap();
    assert_eq!(settings.text_size.percent(), 200);
    assert_eq!(settings.grids.get("movements").map(String::as_str), Some("{}"));
    assert!(read::<Stocklist>(br#"{"id":"s1"}"#).is_err());
}

#[test]
fn what_the_contract_does_not_write_is_refused() {
    for text in ["", "{", "7", "[]", r#"{"by":"shape"}"#, r#"{"by":"name","descending":"yes"}"#] {
        assert!(read::<Sort<StocklistColumn>>(text.as_bytes()).is_err(), "{text}");
    }
    assert_eq!(named::<StocklistColumn>("items").unwrap(), StocklistColumn::Items);
    assert!(named::<StocklistColumn>("shape").is_err());
    assert!(read::<u16>(b"65536").is_err());
    assert!(read::<u32>(b"-1").is_err());
}

/// As the window's build has it, and the others have not: without `serde(tag)`.
#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case", rename = "Connection")]
enum Tagged {
    Unknown,
    Online { milliseconds: u32 },
}

#[test]
fn variants_named_by_a_field_are_found() {
    let tagged = |value: serde_json::Value| read::<Tagged>(value.to_string().as_bytes());
    assert_eq!(tagged(json!({"state": "unknown"})).unwrap(), Tagged::Unknown);
    let online = Tagged::Online { milliseconds: 12 };
    assert_eq!(tagged(json!({"milliseconds": 12, "state": "online"})).unwrap(), online);
    assert!(tagged(json!({"milliseconds": 12})).is_err());
    assert!(tagged(json!({"state": "online"})).is_err());
}

/// The sources of the contract, in one.
fn contract() -> String {
    fn gather(folder: &Path, all: &mut String) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                gather(&path, all);
            } else {
                all.push_str(&std::fs::read_to_string(&path).unwrap());
            }
        }
    }
    let mut all = String::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../src-tauri/contract/src");
    gather(&folder, &mut all);
    all
}

#[test]
fn every_enum_named_by_a_field_is_known_here() {
    let source = contract();
    let mut found: Vec<(String, String)> = Vec::new();
    for part in source.split(r#"#[cfg_attr(not(target_arch = "wasm32"), serde(tag = ""#).skip(1) {
        let (tag, rest) = part.split_once('"').unwrap();
        let (_, name) = rest.split_once("pub enum ").unwrap();
        found.push((name.chars().take_while(|c| c.is_alphanumeric()).collect(), tag.to_owned()));
    }
    found.sort();
    let known: Vec<_> = TAGS.map(|(name, tag)| (name.to_owned(), tag.to_owned())).into();
    assert_eq!(found, known);
    assert!(!source.contains("#[serde(tag"), "costs the window ten times the code; see TAGS");
}

#[test]
fn every_field_that_is_left_out_has_a_default() {
    for line in contract().lines().filter(|line| line.contains("skip_serializing_if")) {
        assert!(line.contains("default"), "the window could not read a record without: {line}");
    }
}
