//! More depots with more bins.

use super::super::{CENTRAL_STORE, places};
use crate::answer::Refusal;
use crate::record_id::id;
use crate::store::Write;
use crate::store::places::BIN;

/// Name and begin of the bins' names.
const DEPOTS: [(&str, &str); 7] = [
    ("Eastfield store", "EF"),
    ("Harbour store", "HB"),
    ("Lindenhof depot", "LH"),
    ("Old brewery store", "OB"),
    ("Saint-Rémy depot", "SR"),
    ("Upper mill store", "UM"),
    ("Westgate store", "WG"),
];
const AISLES: usize = 13;
const RACKS: usize = 7;
const LEVELS: usize = 3;

/// Number of depots that the products of the large warehouse lie in: the Central store is one.
pub(super) const STORES: usize = DEPOTS.len() + 1;

/// Id of a depot; 0 is the Central store.
pub(super) fn depot(number: usize) -> String {
    match number.checked_sub(1) {
        None => CENTRAL_STORE.to_owned(),
        Some(at) => id("location", DEPOTS[at].0),
    }
}

/// Name of one of a depot's bins, whatever the number.
pub(super) fn bin(depot: usize, number: usize) -> String {
    let Some(at) = depot.checked_sub(1) else {
        let bins = places::bins(&places::DEPOTS[0]);
        return bins[number % bins.len()].clone();
    };
    let (aisle, rack) = (number / (RACKS * LEVELS) % AISLES + 1, number / LEVELS % RACKS + 1);
    format!("{}-{aisle:02}-{rack:02}-{:02}", DEPOTS[at].1, number % LEVELS + 1)
}

pub(super) fn fill(write: &Write<'_>) -> Result<(), Refusal> {
    for (at, (name, _)) in DEPOTS.iter().enumerate() {
        let (own, number) = (depot(at + 1), format!("D-{}", at + 11));
        places::place(write, &own, name, Some(&number), "DEPOT", None)?;
        for number in 0..AISLES * RACKS * LEVELS {
            let name = bin(at + 1, number);
            places::place(write, &id("bin", &name), &name, None, BIN, Some(&own))?;
        }
    }
    Ok(())
}
