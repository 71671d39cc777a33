//! The stocklists of the wards.

use chrono::{Days, NaiveDate};

use super::{id, pick, products};
use crate::answer::Refusal;
use crate::store::Write;

/// Number, name, origin, destination, user name, number of items.
type List = (&'static str, &'static str, &'static str, &'static str, &'static str, usize);

const CENTRAL: &str = "Central store";
const NORTHGATE: &str = "Northgate store";
const PHARMACY: &str = "Hospital pharmacy";

const LISTS: &[List] = &[
    ("STL-0101", "Intensive care, crash trolley", PHARMACY, "Intensive care", "pnair", 5),
    ("STL-0102", "Intensive care, daily", CENTRAL, "Intensive care", "pnair", 32),
    ("STL-0103", "Maternity ward 3, weekly", NORTHGATE, "Maternity ward 3", "lmarsh", 28),
    ("STL-0104", "Paediatrics, weekly", CENTRAL, "Paediatrics", "dosei", 21),
    ("STL-0105", "Dialysis unit, daily", NORTHGATE, "Dialysis unit", "trudnik", 18),
    ("STL-0106", "Theatre block A, daily", CENTRAL, "Theatre block A", "jweir", 12),
    ("STL-0107", "Theatre block A, weekly", CENTRAL, "Theatre block A", "aokafor", 24),
    ("STL-0108", "Theatre block A, medicines", PHARMACY, "Theatre block A", "aokafor", 40),
    ("STL-0109", "Emergency department, daily", CENTRAL, "Emergency department", "jweir", 36),
    ("STL-0110", "Emergency department, medicines", PHARMACY, "Emergency department", "jweir", 45),
    ("STL-0111", "Paediatrics, medicines", PHARMACY, "Paediatrics", "hlindqvist", 16),
    ("STL-0112", "Maternity ward 3, night box", NORTHGATE, "Maternity ward 3", "rcastano", 9),
    ("STL-0113", "Dialysis unit, monthly", CENTRAL, "Dialysis unit", "yharada", 64),
    (
        "STL-0114",
        "Emergency department, full restock",
        CENTRAL,
        "Emergency department",
        "dosei",
        120,
    ),
];

pub(super) fn fill(write: &Write<'_>, today: NaiveDate) -> Result<(), Refusal> {
    let codes: Vec<String> = products::all().map(|product| product.code).collect();
    for (number, name, origin, destination, user, size) in LISTS {
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
        for (at, code) in contents(number, *size, &codes).into_iter().enumerate() {
            let key = format!("{number}/{at}");
            write.run(
                "INSERT INTO stocklist_item (id, stocklist_id, product_id, quantity, order_index)
                 VALUES (?1, ?2, ?3, ?4, ?5)",
                (
                    id("stocklist item", &key),
                    id("stocklist", number),
                    id("product", code),
                    1 + pick("list quantity", &key, 60) as i64,
                    at as i64,
                ),
            )?;
        }
    }
    Ok(())
}

/// The product codes of a list: spread over the catalogue, different by list, none twice except
/// the last of STL-0105.
fn contents<'a>(number: &str, size: usize, codes: &'a [String]) -> Vec<&'a str> {
    let start = pick("list start", number, codes.len());
    // No divisor in common with the 400 products, so that no product comes twice.
    let step = [3, 7, 9, 11, 13][pick("list step", number, 5)];
    let mut contents: Vec<&str> =
        (0..size).map(|at| codes[(start + at * step) % codes.len()].as_str()).collect();
    if number == "STL-0105"
        && let Some(last) = contents.pop()
    {
        contents.push(contents.first().copied().unwrap_or(last));
    }
    contents
}
