//! Substitutions and reasons of the past, found in the movements known here. Gathered again only
//! when somebody asks after a change.

use std::{collections::HashMap, sync::Arc};

use contract::{LineItem, LineStatus, ProductId, ProductRef, UsedBefore};
use rules::{movements::known::KnownMovement, search::order::LastOrder};

use crate::movements::mirror::Movements;

/// What was gathered last.
#[derive(Default)]
pub(crate) struct Past {
    pairs: LastOrder<u64, Pair>,
    reasons: LastOrder<u64, String>,
}

impl Past {
    /// What went instead of a product, in no order.
    pub(super) fn went_instead_of(&self, movements: &Movements, product: &ProductId) -> Vec<Pair> {
        let version = movements.list.version();
        let all = self.pairs.of(version, |_| pairs(&movements.known()));
        let from = all.partition_point(|pair| pair.product < *product);
        all[from..].iter().take_while(|pair| pair.product == *product).cloned().collect()
    }

    /// Reasons given in the service, those given most first.
    pub(super) fn reasons_seen(&self, movements: &Movements) -> Arc<Vec<String>> {
        let version = movements.list.version();
        self.reasons.of(version, |_| reasons(&movements.known()))
    }
}

/// That a product went instead of another.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pair {
    /// The product of the line.
    pub product: ProductId,
    /// What went.
    pub instead: ProductRef,
    /// How often, and when last.
    pub used: UsedBefore,
}

/// All pairs, by the line's product.
fn pairs(known: &[Arc<KnownMovement>]) -> Vec<Pair> {
    let mut pairs: HashMap<(&ProductId, &ProductId), Pair> = HashMap::new();
    for movement in known.iter().map(|known| &known.movement) {
        let (day, to) = (movement.date_requested, movement.destination.as_ref());
        for line in substituted(movement.lines.as_deref().unwrap_or_default()) {
            for instead in line.substitutions.iter().map(|child| &child.product) {
                let pair = pairs.entry((&line.product.id, &instead.id)).or_insert_with(|| Pair {
                    product: line.product.id.clone(),
                    instead: instead.clone(),
                    used: UsedBefore { times: 0, last: None, place: None },
                });
                pair.used.times += 1;
                if pair.used.times == 1 || day > pair.used.last {
                    pair.used.last = day;
                    pair.used.place = to.map(|place| place.name.clone());
                }
            }
        }
    }
    let mut pairs: Vec<_> = pairs.into_values().collect();
    pairs.sort_by(|a, b| a.product.cmp(&b.product));
    pairs
}

fn substituted(lines: &[LineItem]) -> impl Iterator<Item = &LineItem> {
    lines.iter().filter(|line| line.status == LineStatus::Substituted)
}

fn reasons(known: &[Arc<KnownMovement>]) -> Vec<String> {
    let mut counts: HashMap<&str, u32> = HashMap::new();
    let lines = known.iter().filter_map(|known| known.movement.lines.as_ref()).flatten();
    for reason in lines.filter_map(|line| line.reason_code.as_deref()) {
        *counts.entry(reason.trim()).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().filter(|(code, _)| !code.is_empty()).collect();
    counts.sort_by(|(a, of_a), (b, of_b)| of_b.cmp(of_a).then_with(|| a.cmp(b)));
    counts.into_iter().map(|(code, _)| code.to_owned()).collect()
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
        vec![
            movement(
                "m1",
                "2026-11-02",
                "Theatre",
                &[line("p1", "SUBSTITUTED", stockout(), &["a", "b"])],
            ),
            movement(
                "m2",
                "2026-11-09",
                "Ward 2",
                &[line("p1", "SUBSTITUTED", json!("CLINICAL"), &["a"])],
            ),
            movement(
                "m3",
                "",
                "Ward 3",
                &[
                    line("p1", "SUBSTITUTED", stockout(), &["a"]),
                    line("p2", "CHANGED", json!(" EXPIRED "), &[]),
                    line("p3", "PENDING", Value::Null, &[]),
                ],
            ),
        ]
    }

    #[test]
    fn what_went_instead_is_counted_with_the_last_day_and_place() {
        let pairs = pairs(&past());
        let used =
            |id: &str| pairs.iter().find(|pair| pair.instead.id == id.into()).map(|p| &p.used);
        let last =
            UsedBefore { times: 3, last: "2026-11-09".parse().ok(), place: Some("Ward 2".into()) };
        assert_eq!(used("a"), Some(&last));
        assert_eq!(used("b").map(|used| used.times), Some(1));
        assert_eq!(pairs.len(), 2);
    }

    #[test]
    fn reasons_given_most_come_first() {
        assert_eq!(reasons(&past()), ["STOCKOUT", "CLINICAL", "EXPIRED"]);
    }
}
