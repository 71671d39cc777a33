//! The long movement: what the Central store sends out once a quarter.
//!
//! Filled in before the other movements, so that it is the last of the list. Made like them, with
//! the code that clients' requests go through.

use chrono::{Days, NaiveDate};

use super::movements::{order, ordered_as, vary};
use super::products::{self, Product};
use super::{CENTRAL_STORE, HOSPITAL_PHARMACY, MOVEMENT_QUARTERLY, MOVEMENT_QUARTERLY_LINES};
use crate::answer::Refusal;
use crate::record_id::id;
use crate::rules::header::Header;
use crate::rules::instruction::Instruction;
use crate::store::{Write, movements, rows};

/// Stands for the number other movements have, in what is drawn by it.
const NUMBER: usize = 0;

pub(super) fn fill(write: &Write<'_>, today: NaiveDate) -> Result<(), Refusal> {
    let header = Header {
        name: Some("Quarterly top-up, whole hospital".to_owned()),
        description: Some("Shared out to the wards by the pharmacy".to_owned()),
        origin: Some(CENTRAL_STORE.to_owned()),
        destination: Some(HOSPITAL_PHARMACY.to_owned()),
        requested_by: Some(id("user", "trudnik")),
        date_requested: today.checked_sub_days(Days::new(21)),
    };
    movements::create_as(write, MOVEMENT_QUARTERLY, &header, None)?;
    let products = stocked(write)?;
    let create: Vec<Instruction> =
        products.iter().enumerate().map(|(at, product)| order(NUMBER, at, product)).collect();
    let movement = movements::update(write, MOVEMENT_QUARTERLY, &Header::default(), &create)?;
    let lines = movement["lineItems"].as_array().into_iter().flatten();
    let changes: Vec<Instruction> = lines
        .zip(&products)
        .enumerate()
        .filter(|(at, _)| is_changed(*at))
        .flat_map(|(at, (line, product))| {
            let (id, quantity) = ordered_as(line);
            vary(at, id, product, quantity)
        })
        .collect();
    movements::update(write, MOVEMENT_QUARTERLY, &Header::default(), &changes)?;
    Ok(())
}

/// Whether the item at that place is revised, canceled or, if anything may replace it, substituted.
fn is_changed(at: usize) -> bool {
    matches!(at % 48, 1 | 3) || at % 12 == 2
}

/// Three of every four products that the Central store has, in the order of the catalogue.
fn stocked(write: &Write<'_>) -> Result<Vec<Product>, Refusal> {
    let sql = "SELECT DISTINCT p.code FROM product p
               JOIN inventory_item i ON i.product_id = p.id
               JOIN stock s ON s.inventory_item_id = i.id
               JOIN location b ON b.id = s.bin_id WHERE b.parent_id = ?1";
    let codes: Vec<String> = rows(write.conn, sql, [CENTRAL_STORE], |row| row.get(0))?;
    let stocked = products::all().filter(|product| codes.contains(&product.code));
    let some = stocked.enumerate().filter(|(at, _)| at % 4 != 3).map(|(_, product)| product);
    Ok(some.take(MOVEMENT_QUARTERLY_LINES).collect())
}
