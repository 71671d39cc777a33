//! Lots of the products and where they lie.

use chrono::{Days, NaiveDate};

use super::{GLOVES_M_ON_HAND, places, products};
use crate::answer::Refusal;
use crate::record_id::{id, pick};
use crate::store::Write;

/// Every product with this remainder has no stock at all.
const OUT_OF_STOCK: usize = 23;

pub(super) fn fill(write: &Write<'_>, today: NaiveDate) -> Result<(), Refusal> {
    let bins: Vec<Vec<String>> = places::DEPOTS.iter().map(places::bins).collect();
    for (number, product) in products::all().enumerate() {
        if number % OUT_OF_STOCK == OUT_OF_STOCK - 1 {
            continue;
        }
        for lot in 1..=1 + pick("lots", &product.code, 3) {
            let key = format!("{}/{lot}", product.code);
            add_lot(write, today, &product.code, &key)?;
            // Most lots lie in one depot, some in two.
            let first = pick("depot", &key, bins.len());
            for depot in 0..1 + pick("spread", &key, 2) {
                let depot = &bins[(first + depot) % bins.len()];
                let bin = &depot[pick("bin", &key, depot.len())];
                put(write, &key, bin, 4 + pick("on hand", &key, 240) as i64)?;
            }
        }
    }
    put(write, "GLV-2207/1", "A-01-03", GLOVES_M_ON_HAND)?;
    let sql = "DELETE FROM stock WHERE inventory_item_id = ?1 AND bin_id = ?2";
    write.run(sql, (super::GLOVES_M_LOT, super::BIN_A_01_04))?;
    Ok(())
}

/// Adds a lot of a product, its key being the product code and a number.
pub(super) fn add_lot(
    write: &Write<'_>,
    today: NaiveDate,
    code: &str,
    key: &str,
) -> Result<(), Refusal> {
    // A few lots are past their date, a few never expire.
    let days = pick("expires", key, 900) as u64;
    let base = today.checked_sub_days(Days::new(20)).unwrap_or(today);
    let expires = base.checked_add_days(Days::new(days)).filter(|_| !days.is_multiple_of(11));
    write.run(
        "INSERT INTO inventory_item (id, product_id, lot, expires) VALUES (?1, ?2, ?3, ?4)",
        (
            id("inventory", key),
            id("product", code),
            format!("{}{:05}", (b'A' + (days % 26) as u8) as char, pick("lot", key, 100_000)),
            expires.map(|date| date.to_string()),
        ),
    )?;
    Ok(())
}

/// Puts a quantity of a lot into a bin.
pub(super) fn put(write: &Write<'_>, key: &str, bin: &str, quantity: i64) -> Result<(), Refusal> {
    write.run(
        "INSERT INTO stock (inventory_item_id, bin_id, quantity) VALUES (?1, ?2, ?3)
         ON CONFLICT DO UPDATE SET quantity = ?3",
        (id("inventory", key), id("bin", bin), quantity),
    )?;
    Ok(())
}
