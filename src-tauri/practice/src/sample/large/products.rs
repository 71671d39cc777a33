//! More products: every combination of article, material, measures and pack that a group has room
//! for, no two alike.

use chrono::NaiveDate;

use super::super::products::{self, Product};
use super::super::{LARGE_PRODUCTS, PRODUCTS, inventory};
use super::groups::{GROUPS, Group};
use super::places::{self, STORES};
use crate::answer::Refusal;
use crate::record_id::{id, pick};
use crate::store::Write;

/// How many products there are.
pub(super) const COUNT: usize = LARGE_PRODUCTS - PRODUCTS;
/// How many products every group has.
pub(super) const EACH: usize = COUNT / GROUPS.len();
/// Every product with this remainder has no stock at all.
const OUT_OF_STOCK: usize = 23;

/// The product code of a number.
pub(super) fn code(number: usize) -> String {
    // Five digits; the codes of the sample data have four.
    format!("{}-{:05}", GROUPS[number / EACH].prefix, number % EACH + 1)
}

/// The product of a number.
pub(super) fn product(number: usize) -> Product {
    let (substitutes, name) = (substitutes(number), name(&GROUPS[number / EACH], number % EACH));
    Product { code: code(number), name, substitutes }
}

fn name(group: &Group, number: usize) -> String {
    let mut left = number;
    let mut digit = |base: usize| {
        let digit = left % base;
        left /= base;
        digit
    };
    let pack = group.packs[digit(group.packs.len())];
    let article = group.articles[digit(group.articles.len())];
    let material = group.materials[digit(group.materials.len())];
    let first = group.first.text(digit(group.first.count));
    let second = group.second.text(digit(group.second.count));
    format!("{article}, {material}, {first} x {second}, {pack}")
}

/// The other pack of the same article, for one pair of every three: no divisor of the steps in
/// which movements change their items.
fn substitutes(number: usize) -> Vec<String> {
    if (number / (2 * STORES)).is_multiple_of(3) { vec![code(number ^ 1)] } else { Vec::new() }
}

/// The number of a product that lies in a depot, whatever the turn; the same one only after
/// `COUNT / STORES` turns.
pub(super) fn lying_in(depot: usize, turn: usize) -> usize {
    let (pair, pack) = (turn / 2 % (COUNT / 2 / STORES), turn % 2);
    2 * (pair * STORES + depot) + pack
}

/// The depot that a product lies in.
fn depot(number: usize) -> usize {
    number / 2 % STORES
}

pub(super) fn fill(write: &Write<'_>, today: NaiveDate) -> Result<(), Refusal> {
    for (at, group) in GROUPS.iter().enumerate() {
        let category = id("category", group.category);
        let sql = "INSERT INTO category (id, name) VALUES (?1, ?2)";
        write.run(sql, (&category, group.category))?;
        for number in at * EACH..(at + 1) * EACH {
            let product = product(number);
            products::add(write, today, &category, &product)?;
            stock(write, today, number, &product.code)?;
        }
    }
    (0..COUNT).try_for_each(|number| products::allow(write, &product(number)))
}

/// One lot, or two in different bins, in the depot of the product.
fn stock(write: &Write<'_>, today: NaiveDate, number: usize, code: &str) -> Result<(), Refusal> {
    if number % OUT_OF_STOCK == OUT_OF_STOCK - 1 {
        return Ok(());
    }
    for lot in 1..=1 + usize::from(number.is_multiple_of(4)) {
        let key = format!("{code}/{lot}");
        inventory::add_lot(write, today, code, &key)?;
        let bin = places::bin(depot(number), number / (2 * STORES) + lot);
        inventory::put(write, &key, &bin, 4 + pick("on hand", &key, 240) as i64)?;
    }
    Ok(())
}
