//! More movements, back over three years, and one that is longer than all others.
//!
//! Line items are added with the store's own code; those that are changed are changed by
//! instructions, so that none is in a state that the rules do not allow.

use chrono::{Days, NaiveDate};

use super::super::movements::vary;
use super::super::{LARGE_MOVEMENTS, MOVEMENT_LARGEST, MOVEMENT_LARGEST_LINES, MOVEMENTS, USERS};
use super::places::{self, STORES};
use super::products;
use crate::answer::Refusal;
use crate::record_id::{id, pick};
use crate::rules::header::Header;
use crate::store::{Write, instructions, lines, movements};

/// How many movements there are beside the longest one.
const COUNT: usize = LARGE_MOVEMENTS - MOVEMENTS - 1;
/// How many movements are made in a day.
const PER_DAY: usize = 9;
/// Some consecutive items of every so many are revised, substituted or canceled.
const EVERY: usize = 40;

/// Destination, and what its movements are called before their number.
const KINDS: [(&str, &str); 8] = [
    ("Theatre block A", "Theatre A, order"),
    ("Emergency department", "Emergency, order"),
    ("Intensive care", "Intensive care, order"),
    ("Maternity ward 3", "Maternity, order"),
    ("Dialysis unit", "Dialysis, order"),
    ("Paediatrics", "Pédiatrie, commande"),
    ("Northgate store", "Northgate, transfer"),
    ("Hospital pharmacy", "Pharmacy, transfer"),
];

pub(super) fn fill(write: &Write<'_>, today: NaiveDate) -> Result<(), Refusal> {
    for number in 0..COUNT {
        let key = number.to_string();
        let own = id("large movement", &key);
        let (destination, kind) = KINDS[pick("kind", &key, KINDS.len())];
        let depot = pick("origin", &key, STORES);
        let name = format!("{kind} {:05}", number + 1);
        let ago = 22 + (COUNT - number) / PER_DAY;
        let header = header(name, depot, destination, number, today, ago);
        movements::create_as(write, &own, &header, None)?;
        add_lines(write, &own, depot, number, size(number, &key))?;
    }
    let name = "Annual restock, all wards".to_owned();
    let header = header(name, 0, "Hospital pharmacy", 0, today, 22);
    movements::create_as(write, MOVEMENT_LARGEST, &header, None)?;
    add_lines(write, MOVEMENT_LARGEST, 0, COUNT, MOVEMENT_LARGEST_LINES)
}

fn header(
    name: String,
    depot: usize,
    destination: &str,
    number: usize,
    today: NaiveDate,
    ago: usize,
) -> Header {
    Header {
        name: Some(name),
        description: None,
        origin: Some(places::depot(depot)),
        destination: Some(id("location", destination)),
        requested_by: Some(id("user", USERS[number % USERS.len()].username)),
        date_requested: today.checked_sub_days(Days::new(ago as u64)),
    }
}

/// Most movements have 5 to 40 line items, a few have none or up to 200.
fn size(number: usize, key: &str) -> usize {
    match number % 100 {
        0 => 0,
        50 => 80 + pick("size", key, 121),
        _ => 5 + pick("size", key, 36),
    }
}

/// Adds so many line items of different products, all from the depot's stock.
fn add_lines(
    write: &Write<'_>,
    movement: &str,
    depot: usize,
    number: usize,
    size: usize,
) -> Result<(), Refusal> {
    let first = pick("first", movement, products::COUNT);
    for at in 0..size {
        let chosen = products::lying_in(depot, first + at);
        let product = id("product", &products::code(chosen));
        let quantity = 2 + ((number + at * 7) % 48) as i64;
        let line = lines::insert(write, movement, &product, quantity, Some(at as i64 * 100), None)?;
        if at % EVERY < 4 && at > 0 {
            for change in vary(at, line, &products::product(chosen), quantity) {
                instructions::apply(write, movement, &change)?;
            }
        }
    }
    Ok(())
}
