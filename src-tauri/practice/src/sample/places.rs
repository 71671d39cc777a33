//! Depots with bins and internal locations, suppliers and wards.

use rusqlite::params;

use crate::answer::Refusal;
use crate::record_id::id;
use crate::store::Write;
use crate::store::places::{BIN, INTERNAL};

/// A depot and how many levels each rack of its aisles has.
pub(super) struct Depot {
    /// Name.
    pub(super) name: &'static str,
    number: &'static str,
    aisles: &'static [char],
    levels: u32,
    internal: &'static [&'static str],
}

/// Racks in every aisle.
const RACKS: u32 = 2;
/// The location group of everything that belongs to the hospital network.
const GROUP: &str = "St. Aldhelm";

/// The depots.
pub(super) const DEPOTS: &[Depot] = &[
    Depot {
        name: "Central store",
        number: "D-01",
        aisles: &['A', 'B', 'C'],
        levels: 4,
        internal: &["Receiving", "Quarantine", "Dispatch", "Returns"],
    },
    Depot {
        name: "Northgate store",
        number: "D-02",
        aisles: &['D', 'E'],
        levels: 5,
        internal: &["Receiving", "Quarantine", "Dispatch"],
    },
    Depot {
        name: "Hospital pharmacy",
        number: "D-03",
        aisles: &['F', 'G'],
        levels: 4,
        internal: &["Receiving", "Quarantine", "Cold room", "Controlled drugs"],
    },
];

const SUPPLIERS: &[(&str, &str)] = &[("Brightwell Medical", "S-01"), ("Castor Pharma", "S-02")];

const WARDS: &[(&str, &str)] = &[
    ("Theatre block A", "W-11"),
    ("Emergency department", "W-12"),
    ("Intensive care", "W-13"),
    ("Maternity ward 3", "W-14"),
    ("Dialysis unit", "W-15"),
    ("Paediatrics", "W-16"),
];

const TYPES: &[(&str, &str, Option<&str>)] = &[
    ("DEPOT", "Depot", Some("Keeps stock in bins")),
    ("SUPPLIER", "Supplier", None),
    ("WARD", "Ward", Some("Uses stock")),
    (BIN, "Bin location", None),
    (INTERNAL, "Internal location", None),
];

/// The names of a depot's bins: aisle, rack, level.
pub(super) fn bins(depot: &Depot) -> Vec<String> {
    let racks = depot.aisles.iter().flat_map(|aisle| (1..=RACKS).map(move |rack| (aisle, rack)));
    racks
        .flat_map(|(aisle, rack)| {
            (1..=depot.levels).map(move |level| format!("{aisle}-{rack:02}-{level:02}"))
        })
        .collect()
}

pub(super) fn fill(write: &Write<'_>) -> Result<(), Refusal> {
    for (code, name, description) in TYPES {
        let sql = "INSERT INTO location_type (id, code, name, description) VALUES (?1, ?2, ?3, ?4)";
        write.run(sql, (id("type", code), code, name, description))?;
    }
    for depot in DEPOTS {
        let depot_id = id("location", depot.name);
        place(write, &depot_id, depot.name, Some(depot.number), "DEPOT", None)?;
        for name in bins(depot) {
            place(write, &id("bin", &name), &name, None, BIN, Some(&depot_id))?;
        }
        for name in depot.internal {
            let own = id("internal", &format!("{}/{name}", depot.name));
            place(write, &own, name, None, INTERNAL, Some(&depot_id))?;
        }
    }
    for (name, number) in SUPPLIERS {
        place(write, &id("location", name), name, Some(number), "SUPPLIER", None)?;
    }
    for (name, number) in WARDS {
        place(write, &id("location", name), name, Some(number), "WARD", None)?;
    }
    Ok(())
}

/// Adds a location of a type.
pub(super) fn place(
    write: &Write<'_>,
    id: &str,
    name: &str,
    number: Option<&str>,
    code: &str,
    parent: Option<&str>,
) -> Result<(), Refusal> {
    let description = (code == INTERNAL).then(|| format!("{name} area"));
    let group = matches!(code, "DEPOT" | "WARD").then_some(GROUP);
    write.run(
        "INSERT INTO location (id, name, description, number, group_name, parent_id, type_id)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
        params![id, name, description, number, group, parent, super::id("type", code)],
    )?;
    Ok(())
}
