//! Which products went instead of which: counted over the movements known, and read from a file. Pure.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use chrono::{DateTime, NaiveDate, Utc};
use contract::{
    ImportFault, ImportReport, LineItem, LineStatus, ProductId, ProductRef, UsedBefore,
};
use serde::{Deserialize, Serialize};

use crate::{movements::known::KnownMovement, search::text::fold, table};

/// Columns of the table of pairs; the last four may be absent.
pub const COLUMNS: [&str; 6] =
    ["productCode", "substituteCode", "times", "last", "place", "reason"];

/// That a product went instead of another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    /// The product of the line.
    pub product: ProductRef,
    /// What went.
    pub instead: ProductRef,
    /// How often, and when last.
    pub used: UsedBefore,
    /// Reasons given, those given most first.
    pub reasons: Vec<String>,
    /// Who asked for the last of its movements.
    pub asked_by: Option<String>,
}

/// The product of a line, and what went.
pub type PairKey = (ProductId, ProductId);

/// What is kept of a pair beside the movements.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct KeptPair {
    /// What a file says.
    pub from_file: Option<Pair>,
    /// What was seen until then is forgotten.
    pub forgotten: Option<Forgotten>,
}

/// How much of a pair is forgotten.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Forgotten {
    /// So many lines of the movements.
    pub times: u32,
    /// Refusals until then.
    pub at: DateTime<Utc>,
}

/// A row of a table: the codes of both products, and how the one went instead of the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairItem {
    /// Code of the product.
    pub product: String,
    /// Code of what went.
    pub instead: String,
    /// How often, and when last.
    pub used: UsedBefore,
    /// Why.
    pub reason: Option<String>,
}

/// A pair, and how often each reason was given.
type CountedPair<'a> = (Pair, HashMap<&'a str, u32>);

/// All pairs, by the line's product.
pub fn pairs(known: &[Arc<KnownMovement>]) -> Vec<Pair> {
    let mut pairs: HashMap<(&ProductId, &ProductId), CountedPair<'_>> = HashMap::new();
    for movement in known.iter().map(|known| &known.movement) {
        let (day, to) = (movement.date_requested, movement.destination.as_ref());
        let asked_by = movement.requested_by.as_ref().and_then(|person| person.name.clone());
        for line in substituted(movement.lines.as_deref().unwrap_or_default()) {
            for instead in line.substitutions.iter().map(|child| &child.product) {
                let (pair, reasons) =
                    pairs.entry((&line.product.id, &instead.id)).or_insert_with(|| {
                        let used = UsedBefore { times: 0, last: None, place: None };
                        let (product, instead) = (line.product.clone(), instead.clone());
                        let (reasons, asked_by) = (Vec::new(), None);
                        (Pair { product, instead, used, reasons, asked_by }, HashMap::new())
                    });
                pair.used.times += 1;
                if pair.used.times == 1 || day > pair.used.last {
                    pair.used.last = day;
                    pair.used.place = to.map(|place| place.name.clone());
                    pair.asked_by.clone_from(&asked_by);
                }
                let reason = line.reason_code.as_deref().map(str::trim);
                if let Some(reason) = reason.filter(|reason| !reason.is_empty()) {
                    *reasons.entry(reason).or_default() += 1;
                }
            }
        }
    }
    let most_first = |(mut pair, reasons): CountedPair<'_>| {
        pair.reasons = by_count(reasons);
        pair
    };
    let mut pairs: Vec<_> = pairs.into_values().map(most_first).collect();
    pairs.sort_by(|a, b| a.product.id.cmp(&b.product.id));
    pairs
}

fn substituted(lines: &[LineItem]) -> impl Iterator<Item = &LineItem> {
    lines.iter().filter(|line| line.status == LineStatus::Substituted)
}

/// Texts, those counted most first.
pub fn by_count(counts: HashMap<&str, u32>) -> Vec<String> {
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by(|(a, of_a), (b, of_b)| of_b.cmp(of_a).then_with(|| a.cmp(b)));
    counts.into_iter().map(|(text, _)| text.to_owned()).collect()
}

/// Reads a table of pairs.
pub fn read_pairs(
    text: &str,
    knows_product: impl Fn(&str) -> bool,
) -> (ImportReport, Vec<PairItem>) {
    let mut seen: HashSet<(String, String)> = HashSet::new();
    table::read(text, &COLUMNS, 2, |cell| {
        let [product, instead] = [cell(0), cell(1)];
        for code in [&product, &instead] {
            if code.is_empty() {
                return Err((ImportFault::NoProduct, code.clone()));
            }
            if !knows_product(code) {
                return Err((ImportFault::UnknownProduct, code.clone()));
            }
        }
        let some = |text: String| (!text.is_empty()).then_some(text);
        let (times, last) = (cell(2), cell(3));
        let often = match times.as_str() {
            "" => Some(1),
            text => text.parse().ok().filter(|times: &u32| *times > 0),
        };
        let Some(often) = often else { return Err((ImportFault::BadQuantity, times)) };
        let day = match last.as_str() {
            "" => None,
            text => match table::day(text) {
                Some(day) => Some(day),
                None => return Err((ImportFault::BadDate, last)),
            },
        };
        if fold(&product) == fold(&instead) || !seen.insert((fold(&product), fold(&instead))) {
            return Err((ImportFault::Twice, instead));
        }
        let used = UsedBefore { times: often, last: day, place: some(cell(4)) };
        Ok(PairItem { product, instead, used, reason: some(cell(5)) })
    })
}

/// What two sources say of one pair: they may have seen the same movements, so that nothing is added up.
pub fn joined(own: Option<Pair>, from_file: Option<Pair>) -> Option<Pair> {
    let (mut pair, other) = match (own, from_file) {
        (Some(own), Some(other)) => (own, other),
        (one, other) => return one.or(other),
    };
    let is_later = |day: Option<NaiveDate>| day > pair.used.last;
    if is_later(other.used.last) {
        (pair.used.last, pair.used.place) = (other.used.last, other.used.place);
        pair.asked_by = other.asked_by;
    }
    pair.used.times = pair.used.times.max(other.used.times);
    let new: Vec<_> =
        other.reasons.into_iter().filter(|reason| !pair.reasons.contains(reason)).collect();
    pair.reasons.extend(new);
    Some(pair)
}

#[cfg(test)]
mod tests {
    use contract::{Movement, MovementKey, PlaceRef};
    use serde_json::{Value, json};

    use super::*;

    fn line(product: &str, status: &str, reason: Value, instead: &[&str]) -> Value {
        let child = |id: &&str| line(id, "APPROVED", Value::Null, &[]);
        json!({
            "id": "i", "product": { "id": product }, "status": status, "reason_code": reason,
            "substitutions": instead.iter().map(child).collect::<Vec<_>>(),
        })
    }

    fn movement(id: &str, day: &str, to: &str, lines: &[Value]) -> Arc<KnownMovement> {
        let movement = Movement {
            id: id.into(),
            name: None,
            description: None,
            identifier: None,
            origin: None,
            destination: Some(PlaceRef { id: "l".into(), name: to.into(), type_code: None }),
            date_requested: day.parse().ok(),
            date_text: None,
            requested_by: None,
            lines: Some(
                lines.iter().map(|line| serde_json::from_value(line.clone()).unwrap()).collect(),
            ),
            lines_left_out: 0,
        };
        let (key, seen) = (MovementKey(uuid::Uuid::nil()), chrono::DateTime::UNIX_EPOCH);
        Arc::new(KnownMovement::to_be_made(key, movement, seen, Some(seen)))
    }

    fn past() -> Vec<Arc<KnownMovement>> {
        let stockout = || json!("STOCKOUT");
        let (both, one) = (
            line("p1", "SUBSTITUTED", stockout(), &["a", "b"]),
            line("p1", "SUBSTITUTED", json!(" CLINICAL "), &["a"]),
        );
        let third = line("p1", "SUBSTITUTED", stockout(), &["a"]);
        vec![
            movement("m1", "2026-11-02", "Theatre", &[both]),
            movement("m2", "2026-11-09", "Ward 2", &[one]),
            movement("m3", "", "Ward 3", &[third, line("p2", "CHANGED", json!("EXPIRED"), &[])]),
        ]
    }

    #[test]
    fn what_went_instead_is_counted_with_the_last_day_its_place_and_the_reasons() {
        let pairs = pairs(&past());
        let told = |pair: &Pair| {
            let used = &pair.used;
            let last = used.last.map(|day| day.to_string());
            (
                pair.instead.id.to_string(),
                used.times,
                last,
                used.place.clone(),
                pair.reasons.clone(),
            )
        };
        let mut told: Vec<_> = pairs.iter().map(told).collect();
        told.sort();
        let (day, place) = (|day: &str| Some(day.to_owned()), |place: &str| Some(place.to_owned()));
        let reasons = |all: &[&str]| all.iter().map(|one| (*one).to_owned()).collect::<Vec<_>>();
        assert_eq!(
            told,
            [
                (
                    "a".into(),
                    3,
                    day("2026-11-09"),
                    place("Ward 2"),
                    reasons(&["STOCKOUT", "CLINICAL"])
                ),
                ("b".into(), 1, day("2026-11-02"), place("Theatre"), reasons(&["STOCKOUT"])),
            ]
        );
    }

    #[test]
    fn a_table_of_pairs_is_read_and_each_row_that_is_not_used_says_why() {
        let text = "Product code;Substitute code;times;last;place;reason\n\
                    A;B;3;2026-11-02;Theatre;STOCKOUT\n\
                    A;C;;;;\n\
                    A;b;1;;;\n\
                    A;A;1;;;\n\
                    A;;1;;;\n\
                    A;Z;1;;;\n\
                    C;B;0;;;\n\
                    C;A;1;2.11.2026;;\n";
        let (report, pairs) = read_pairs(text, |code| code != "Z");
        let faults: Vec<_> = report.problems.iter().map(|it| (it.line, it.fault)).collect();
        use ImportFault::{BadDate, BadQuantity, NoProduct, Twice, UnknownProduct};
        let expected = [
            (4, Twice),
            (5, Twice),
            (6, NoProduct),
            (7, UnknownProduct),
            (8, BadQuantity),
            (9, BadDate),
        ];
        assert_eq!(faults, expected);
        assert_eq!((report.rows, report.used), (8, 2));
        assert_eq!((pairs[0].used.times, pairs[0].reason.as_deref()), (3, Some("STOCKOUT")));
        assert_eq!((pairs[1].used.times, pairs[1].used.last), (1, None));
    }

    #[test]
    fn what_a_file_says_is_not_added_to_what_was_seen_here() {
        let own = pairs(&past()).into_iter().find(|pair| pair.instead.id.as_str() == "a");
        let mut told = own.clone().unwrap();
        assert_eq!(joined(own.clone(), Some(told.clone())), own);
        told.used = UsedBefore { times: 9, last: "2026-11-20".parse().ok(), place: None };
        told.reasons = vec!["EXPIRED".into()];
        let both = joined(own.clone(), Some(told.clone())).unwrap();
        assert_eq!((both.used.times, both.used.last), (9, told.used.last));
        assert_eq!(both.reasons, ["STOCKOUT", "CLINICAL", "EXPIRED"]);
        assert_eq!(joined(None, Some(told.clone())), Some(told));
        assert_eq!(joined(own.clone(), None), own);
    }
}
