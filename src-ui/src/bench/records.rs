//! The records of the measured tables: reckoned from their number, the same in every page that is
//! measured (`tests/peers/src/records.js`).

use std::sync::Arc;

use leptos::prelude::*;

use crate::components::grid::{Against, Column, Content, Row};

const CODES: [&str; 8] = ["GLV", "MSK", "SYR", "BND", "CAN", "SUT", "GWN", "TUB"];
const ARTICLES: [&str; 8] = [
    "Examination gloves",
    "Surgical mask",
    "Syringe",
    "Bandage",
    "Cannula",
    "Suture",
    "Gown",
    "Tube",
];
const MATERIALS: [&str; 5] = ["nitrile", "non-woven", "silicone", "cotton", "polyester"];
const CATEGORIES: [&str; 8] = [
    "Protection",
    "Theatre",
    "Injection",
    "Dressings",
    "Infusion",
    "Sutures",
    "Clothing",
    "Airways",
];

/// The columns.
pub fn columns() -> Vec<Column> {
    let column = |id, label: &str, width| Column::new(id, Signal::stored(label.to_owned()), width);
    vec![
        column("number", "Number", 2.5).number(),
        column("code", "Code", 5.25),
        column("name", "Name", 13.0).grows(),
        column("category", "Category", 8.5),
        column("requested", "Requested", 5.125).number(),
        column("to_ship", "To ship", 5.125).number(),
        column("status", "Status", 7.25),
        column("comment", "Comment", 9.0),
    ]
}

/// So many records from a number on.
pub fn rows(from: u32, count: u32) -> Vec<Arc<Row>> {
    (from..from + count).map(|number| Arc::new(row(number))).collect()
}

/// The record of a number.
pub fn row(number: u32) -> Row {
    of(number, "")
}

/// Changes a record.
pub fn change(row: &mut Arc<Row>) {
    // Its key is its number.
    let number = row.key.parse().unwrap_or_default();
    *row = Arc::new(of(number, ", urgent"));
}

fn of(number: u32, more: &str) -> Row {
    let at = number as usize;
    let (code, article) = (CODES[at % CODES.len()], ARTICLES[at % ARTICLES.len()]);
    let (width, height, pack) = (number % 97 + 1, number % 13 + 2, number % 50 + 1);
    let material = MATERIALS[at % MATERIALS.len()];
    let name = format!("{article}, {material}, {width} x {height} cm, box of {pack}{more}");
    let requested = (number * 7 % 480 + 20).to_string();
    let cells = [
        Content::Ordinal((number + 1).to_string()),
        Content::Code(format!("{code}-{number:05}")),
        Content::Name(name),
        Content::Dim(CATEGORIES[at % CATEGORIES.len()].to_owned()),
        Content::Number(requested.clone()),
        Content::Outcome(requested, Against::Same),
        Content::Status("st-pending", "circle", "Pending".to_owned()),
        Content::Text(format!("Ward {}", number % 40 + 1)),
    ];
    Row::record(number.to_string(), cells.into_iter().map(Into::into).collect())
}
