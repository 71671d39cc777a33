//! The movements of the last three weeks, in every state their line items can have.
//!
//! Made with the same code that clients' requests go through, so that no sample movement is in a
//! state that the rules do not allow.

use chrono::{Days, NaiveDate};
use serde_json::Value;

use super::products::{self, Product};
use super::topics::{self, Topic};
use crate::answer::Refusal;
use crate::record_id::{id, pick};
use crate::rules::header::Header;
use crate::rules::instruction::{Instruction, Reason};
use crate::store::{Write, movements};

/// What happened to a movement.
#[derive(Clone, Copy)]
enum Plan {
    /// No line items.
    Empty,
    /// So many open items of a topic.
    Open(usize, Topic),
    /// So many items, of which most were revised, substituted or canceled.
    Mixed(usize, Topic),
    /// So many items, all canceled.
    Canceled(usize, Topic),
    /// Made from the stocklist of that number.
    From(&'static str),
}

/// Name, origin, destination, user name, days ago, plan; oldest last.
type Row = (&'static str, &'static str, &'static str, &'static str, u64, Plan);

const CENTRAL: &str = "Central store";
const NORTHGATE: &str = "Northgate store";
const PHARMACY: &str = "Hospital pharmacy";
const THEATRE: &str = "Theatre block A";
const EMERGENCY: &str = "Emergency department";
const INTENSIVE: &str = "Intensive care";
const MATERNITY: &str = "Maternity ward 3";
const DIALYSIS: &str = "Dialysis unit";
const CHILDREN: &str = "Paediatrics";
const BRIGHTWELL: &str = "Brightwell Medical";
const CASTOR: &str = "Castor Pharma";

const ROWS: &[Row] = &[
    ("Theatre A, top-up", CENTRAL, THEATRE, "aokafor", 0, Plan::Empty),
    ("Emergency weekend stock", CENTRAL, EMERGENCY, "jweir", 0, Plan::Open(8, topics::MATERIALS)),
    ("Intensive care, Monday", CENTRAL, INTENSIVE, "pnair", 1, Plan::Mixed(16, topics::INTENSIVE)),
    (
        "Maternity linen run",
        NORTHGATE,
        MATERNITY,
        "lmarsh",
        1,
        Plan::Canceled(4, topics::MATERNITY),
    ),
    (
        "Brightwell delivery 4471",
        BRIGHTWELL,
        CENTRAL,
        "trudnik",
        2,
        Plan::Open(22, topics::MATERIALS),
    ),
    ("Theatre A, weekly", CENTRAL, THEATRE, "aokafor", 2, Plan::From("STL-0107")),
    ("Crash trolley refill", PHARMACY, INTENSIVE, "pnair", 3, Plan::From("STL-0101")),
    ("Dialysis, Wednesday", NORTHGATE, DIALYSIS, "trudnik", 3, Plan::From("STL-0105")),
    ("Paediatrics, winter stock", CENTRAL, CHILDREN, "dosei", 4, Plan::Mixed(11, topics::CHILDREN)),
    ("Castor delivery 0092", CASTOR, PHARMACY, "hlindqvist", 4, Plan::Open(17, topics::MEDICINES)),
    ("Emergency, full restock", CENTRAL, EMERGENCY, "dosei", 5, Plan::From("STL-0114")),
    ("Gloves, urgent", NORTHGATE, EMERGENCY, "jweir", 5, Plan::Open(1, topics::GLOVES)),
    ("Intensive care, pumps", CENTRAL, INTENSIVE, "yharada", 6, Plan::Empty),
    (
        "Northgate to Central, balance",
        NORTHGATE,
        CENTRAL,
        "mbenali",
        6,
        Plan::Mixed(20, topics::MATERIALS),
    ),
    ("Maternity, night box", NORTHGATE, MATERNITY, "rcastano", 7, Plan::From("STL-0112")),
    ("Theatre A, implants day", CENTRAL, THEATRE, "aokafor", 8, Plan::Mixed(7, topics::THEATRE)),
    (
        "Brightwell delivery 4460",
        BRIGHTWELL,
        NORTHGATE,
        "coduya",
        8,
        Plan::Mixed(12, topics::MATERIALS),
    ),
    ("Dialysis concentrates", CENTRAL, DIALYSIS, "yharada", 9, Plan::Open(5, topics::DIALYSIS)),
    ("Paediatrics, weekly", CENTRAL, CHILDREN, "dosei", 10, Plan::From("STL-0104")),
    (
        "Antibiotics, Emergency",
        PHARMACY,
        EMERGENCY,
        "jweir",
        10,
        Plan::Mixed(9, topics::ANTIBIOTICS),
    ),
    (
        "Flood in store room 2",
        CENTRAL,
        NORTHGATE,
        "ebrandt",
        11,
        Plan::Canceled(13, topics::MATERIALS),
    ),
    ("Intensive care, daily", CENTRAL, INTENSIVE, "pnair", 12, Plan::From("STL-0102")),
    (
        "Castor delivery 0088",
        CASTOR,
        PHARMACY,
        "hlindqvist",
        13,
        Plan::Canceled(3, topics::MEDICINES),
    ),
    ("Theatre A, sutures", CENTRAL, THEATRE, "lmarsh", 14, Plan::Open(10, topics::SUTURES)),
    ("Emergency, daily", CENTRAL, EMERGENCY, "jweir", 15, Plan::From("STL-0109")),
    ("Maternity, weekly", NORTHGATE, MATERNITY, "lmarsh", 16, Plan::From("STL-0103")),
    (
        "Crème barrière pour la pédiatrie",
        PHARMACY,
        CHILDREN,
        "rcastano",
        17,
        Plan::Open(3, topics::SKIN),
    ),
    ("Dialysis, spare sets", NORTHGATE, DIALYSIS, "trudnik", 18, Plan::Mixed(6, topics::DIALYSIS)),
    (
        "Brightwell delivery 4433",
        BRIGHTWELL,
        CENTRAL,
        "coduya",
        20,
        Plan::Open(30, topics::MATERIALS),
    ),
    (
        "Stock count correction",
        CENTRAL,
        NORTHGATE,
        "ebrandt",
        20,
        Plan::Mixed(14, topics::MATERIALS),
    ),
];

pub(super) fn fill(write: &Write<'_>, today: NaiveDate) -> Result<(), Refusal> {
    // The newest is created last, for movements are listed by their creation.
    for (at, row) in ROWS.iter().enumerate().rev() {
        fill_one(write, today, at + 1, *row)?;
    }
    Ok(())
}

fn fill_one(
    write: &Write<'_>,
    today: NaiveDate,
    number: usize,
    (name, origin, destination, user, ago, plan): Row,
) -> Result<(), Refusal> {
    let header = Header {
        name: Some(name.to_owned()),
        description: number.is_multiple_of(3).then(|| format!("For {destination}, as agreed")),
        origin: Some(id("location", origin)),
        destination: Some(id("location", destination)),
        requested_by: Some(id("user", user)),
        date_requested: today.checked_sub_days(Days::new(ago)),
    };
    let stocklist = match plan {
        Plan::From(number) => Some(id("stocklist", number)),
        _ => None,
    };
    let own = id("movement", &number.to_string());
    movements::create_as(write, &own, &header, stocklist.as_deref())?;
    let (Plan::Open(size, topic) | Plan::Mixed(size, topic) | Plan::Canceled(size, topic)) = plan
    else {
        return Ok(());
    };
    let ordered = ordered(topic, number, size);
    let create: Vec<Instruction> =
        ordered.iter().enumerate().map(|(at, product)| order(number, at, product)).collect();
    let movement = movements::update(write, &own, &Header::default(), &create)?;
    let changes = changes(plan, &movement, &ordered);
    movements::update(write, &own, &Header::default(), &changes)?;
    Ok(())
}

/// What the plan does to the items of a movement.
fn changes(plan: Plan, movement: &Value, ordered: &[Product]) -> Vec<Instruction> {
    let lines = movement["lineItems"].as_array().into_iter().flatten();
    lines
        .map(ordered_as)
        .zip(ordered)
        .enumerate()
        .flat_map(|(at, ((line, quantity), product))| match plan {
            Plan::Mixed(..) => vary(at, line, product, quantity),
            Plan::Canceled(..) => vec![Instruction::Cancel { id: line, reason: reason(at) }],
            _ => Vec::new(),
        })
        .collect()
}

/// The products of a movement, none twice. Every fourth has substitutes, so that mixed movements
/// can substitute; the first of the second movement is a documented one.
fn ordered(topic: Topic, number: usize, size: usize) -> Vec<Product> {
    let mut left = products::shuffled(topic, &format!("movement {number}"));
    let mut ordered = Vec::new();
    for at in 0..size.min(left.len()) {
        let fits = |product: &Product| match (number, at) {
            (2, 0) => product.code == "GLV-2207",
            _ => at % 4 != 2 || !product.substitutes.is_empty(),
        };
        ordered.push(left.remove(left.iter().position(fits).unwrap_or(0)));
    }
    ordered
}

/// Orders a product as the item at that place of a movement.
pub(super) fn order(number: usize, at: usize, product: &Product) -> Instruction {
    let key = format!("{number}/{at}");
    Instruction::Create {
        product: id("product", &product.code),
        quantity: 2 + pick("quantity", &key, 48) as i64,
        sort_order: Some(at as i64 * 100),
        recipient: (at % 6 == 5).then(|| id("user", "pnair")),
    }
}

/// The id of an item, and how many were asked for.
pub(super) fn ordered_as(line: &Value) -> (String, i64) {
    let id = line["id"].as_str().unwrap_or_default().to_owned();
    (id, line["quantityRequested"].as_i64().unwrap_or_default())
}

/// Of four items one stays open, one is revised, one canceled, and one substituted: as many go in its
/// stead as were asked for.
pub(super) fn vary(at: usize, id: String, product: &Product, asked: i64) -> Vec<Instruction> {
    let reason = reason(at);
    match at % 4 {
        1 => vec![Instruction::Revise { id, quantity: at as i64, reason }],
        2 => product
            .substitutes
            .iter()
            .zip(shares(asked, product.substitutes.len()))
            .map(|(code, quantity)| Instruction::Substitute {
                id: id.clone(),
                product: super::id("product", code),
                quantity,
                reason: reason.clone(),
            })
            .collect(),
        3 => vec![Instruction::Cancel { id, reason }],
        _ => Vec::new(),
    }
}

/// So many pieces in so many parts, the first of them the largest; no part is empty.
fn shares(pieces: i64, parts: usize) -> impl Iterator<Item = i64> {
    let parts = pieces.min(parts as i64);
    (0..parts).map(move |part| (pieces + parts - 1 - part) / parts)
}

fn reason(at: usize) -> Reason {
    let (code, comments) = [
        ("STOCKOUT", Some("None left in the depot")),
        ("CLINICAL", None),
        ("BECAUSE", Some("Agreed by phone")),
    ][at % 3];
    Reason { code: code.to_owned(), comments: comments.map(str::to_owned) }
}
