//! The stocklists of the wards.

use chrono::{Days, NaiveDate};

use super::products;
use super::topics::{self, Topic};
use crate::answer::Refusal;
use crate::record_id::{id, pick};
use crate::store::Write;

/// Number, name, origin, destination, user name, number of items, topic.
type List = (&'static str, &'static str, &'static str, &'static str, &'static str, usize, Topic);

const CENTRAL: &str = "Central store";
const NORTHGATE: &str = "Northgate store";
const PHARMACY: &str = "Hospital pharmacy";

const LISTS: &[List] = &[
    (
        "STL-0101",
        "Intensive care, crash trolley",
        PHARMACY,
        "Intensive care",
        "pnair",
        5,
        topics::CRASH,
    ),
    (
        "STL-0102",
        "Intensive care, daily",
        CENTRAL,
        "Intensive care",
        "pnair",
        32,
        topics::INTENSIVE,
    ),
    (
        "STL-0103",
        "Maternity ward 3, weekly",
        NORTHGATE,
        "Maternity ward 3",
        "lmarsh",
        28,
        topics::MATERNITY,
    ),
    ("STL-0104", "Paediatrics, weekly", CENTRAL, "Paediatrics", "dosei", 21, topics::CHILDREN),
    (
        "STL-0105",
        "Dialysis unit, daily",
        NORTHGATE,
        "Dialysis unit",
        "trudnik",
        18,
        topics::DIALYSIS,
    ),
    (
        "STL-0106",
        "Theatre block A, daily",
        CENTRAL,
        "Theatre block A",
        "jweir",
        12,
        topics::THEATRE,
    ),
    (
        "STL-0107",
        "Theatre block A, weekly",
        CENTRAL,
        "Theatre block A",
        "aokafor",
        24,
        topics::THEATRE,
    ),
    (
        "STL-0108",
        "Theatre block A, medicines",
        PHARMACY,
        "Theatre block A",
        "aokafor",
        40,
        topics::MEDICINES,
    ),
    (
        "STL-0109",
        "Emergency department, daily",
        CENTRAL,
        "Emergency department",
        "jweir",
        36,
        topics::MATERIALS,
    ),
    (
        "STL-0110",
        "Emergency department, medicines",
        PHARMACY,
        "Emergency department",
        "jweir",
        45,
        topics::MEDICINES,
    ),
    (
        "STL-0111",
        "Paediatrics, medicines",
        PHARMACY,
        "Paediatrics",
        "hlindqvist",
        16,
        topics::MEDICINES,
    ),
    (
        "STL-0112",
        "Maternity ward 3, night box",
        NORTHGATE,
        "Maternity ward 3",
        "rcastano",
        9,
        topics::MATERNITY,
    ),
    (
        "STL-0113",
        "Dialysis unit, monthly",
        CENTRAL,
        "Dialysis unit",
        "yharada",
        64,
        topics::DIALYSIS_MONTH,
    ),
    (
        "STL-0114",
        "Emergency department, full restock",
        CENTRAL,
        "Emergency department",
        "dosei",
        120,
        topics::MATERIALS,
    ),
];

pub(super) fn fill(write: &Write<'_>, today: NaiveDate) -> Result<(), Refusal> {
    for (number, name, origin, destination, user, size, topic) in LISTS {
        let age = 30 + pick("list age", number, 300) as u64;
        let day = today.checked_sub_days(Days::new(age)).unwrap_or(today);
        let description = (size % 4 == 0).then(|| format!("Standing order of {destination}"));
        write.run(
            "INSERT INTO stocklist (id, name, number, description, origin_id, destination_id,
                                    requested_by, date_requested)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
            (
                id("stocklist", number),
                name,
                number,
                description,
                id("location", origin),
                id("location", destination),
                id("user", user),
                format!("{day}T06:30:00Z"),
            ),
        )?;
        for (at, code) in contents(number, *size, topic).into_iter().enumerate() {
            let key = format!("{number}/{at}");
            write.run(
                "INSERT INTO stocklist_item (id, stocklist_id, product_id, quantity, order_index)
                 VALUES (?1, ?2, ?3, ?4, ?5)",
                (
                    id("stocklist item", &key),
                    id("stocklist", number),
                    id("product", &code),
                    1 + pick("list quantity", &key, 24) as i64,
                    at as i64,
                ),
            )?;
        }
    }
    Ok(())
}

/// The product codes of a list, by category: none twice except the last of STL-0105.
fn contents(number: &str, size: usize, topic: Topic) -> Vec<String> {
    let mut chosen = products::shuffled(topic, number);
    chosen.truncate(size);
    let mut contents: Vec<String> = products::all()
        .map(|product| product.code)
        .filter(|code| chosen.iter().any(|product| product.code == *code))
        .collect();
    if number == "STL-0105" {
        contents.pop();
        contents.extend(contents.first().cloned());
    }
    contents
}
