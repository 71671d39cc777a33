//! What can be picked in the place of a pick that was refused because its bin holds too few. Pure.

use contract::{MadePick, OperationKey, PickPart, PickStand};

use crate::wording::words::Shortage;

/// How many pieces a refused operation can pick from the bin that holds too few; `None` where that is
/// none, or nothing of it was to come from there.
pub fn fitting(part: &PickPart, operation: OperationKey, shortage: &Shortage) -> Option<i64> {
    let of_it = || part.picks.iter().filter(|pick| pick.operation == Some(operation));
    let short = |pick: &&MadePick| is_short(pick, shortage);
    // Of several picks from the bin the service names the number of one.
    let named = of_it().filter(short).find(|pick| pick.quantity == shortage.asked);
    let pick = named.or_else(|| of_it().find(short))?;
    Some(lowered(part, pick, shortage)).filter(|pieces| *pieces > 0)
}

/// How many pieces of a refused pick can be picked. The service tells how many lie in the bin; those
/// that were picked there already for this line are among them, and no more is offered than is to go.
pub fn lowered(part: &PickPart, refused: &MadePick, shortage: &Shortage) -> i64 {
    if !is_short(refused, shortage) {
        return refused.quantity;
    }
    let is_own = |made: &MadePick| refused.id.is_some() && made.id == refused.id;
    let made = || part.picks.iter().filter(|made| made.stand != PickStand::Attention);
    // A pick that was to be changed makes room for itself.
    let own: i64 = made().filter(|made| is_own(made)).map(|made| made.quantity).sum();
    let is_there = |made: &&MadePick| {
        !is_own(made) && made.inventory_item == refused.inventory_item && made.bin == refused.bin
    };
    let taken: i64 = made().filter(is_there).map(|made| made.quantity).sum();
    let left = part.required.map_or(i64::MAX, |all| all.saturating_sub(part.picked - own));
    let there = shortage.there.saturating_sub(taken);
    there.min(left).min(refused.quantity).max(0)
}

fn is_short(pick: &MadePick, shortage: &Shortage) -> bool {
    pick.bin.as_ref().map(|bin| bin.name.as_str()) == shortage.bin.as_deref()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const REFUSED: &str = "01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f";

    fn made(id: Option<&str>, bin: &str, quantity: i64) -> Value {
        json!({ "id": id, "inventory_item": "a", "bin": { "id": bin, "name": bin },
            "quantity": quantity, "stand": "in_service" })
    }

    fn refused(id: Option<&str>, bin: &str, quantity: i64) -> Value {
        let mut pick = made(id, bin, quantity);
        (pick["stand"], pick["operation"]) = ("attention".into(), REFUSED.into());
        pick
    }

    /// So many to go, with these picks.
    fn part(required: Option<i64>, picks: &[Value]) -> PickPart {
        let counts = |pick: &&Value| pick["stand"] != "attention";
        let pieces = |pick: &Value| pick["quantity"].as_i64().unwrap();
        let picked: i64 = picks.iter().filter(counts).map(pieces).sum();
        serde_json::from_value(json!({
            "item": "i1", "product": { "id": "GLV" }, "required": required, "picked": picked,
            "remaining": required.map(|all| (all - picked).max(0)), "stock": [], "suggested": [],
            "picks": picks,
        }))
        .unwrap()
    }

    fn offered(part: &PickPart, there: i64, asked: i64) -> Option<i64> {
        let shortage = Shortage { bin: Some("A-1".into()), there, asked };
        fitting(part, REFUSED.parse().unwrap(), &shortage)
    }

    #[test]
    fn what_was_picked_from_the_bin_already_is_not_offered_again() {
        let of_240 = [made(Some("p1"), "A-1", 24), refused(None, "A-1", 240)];
        assert_eq!(offered(&part(Some(240), &of_240), 216, 240), Some(192));
        assert_eq!(offered(&part(None, &of_240), 216, 240), Some(192));
        let elsewhere = [made(Some("p1"), "B-1", 24), refused(None, "A-1", 240)];
        assert_eq!(offered(&part(Some(240), &elsewhere), 200, 240), Some(200));
        let all = [made(Some("p1"), "A-1", 216), refused(None, "A-1", 24)];
        assert_eq!(offered(&part(Some(240), &all), 216, 24), None, "nothing is left there");
    }

    #[test]
    fn no_more_is_offered_than_is_to_go_or_was_to_be_picked() {
        let picks = [made(Some("p1"), "B-1", 24), refused(None, "A-1", 300)];
        assert_eq!(offered(&part(Some(240), &picks), 230, 300), Some(216));
        let picked = [made(Some("p1"), "B-1", 240), refused(None, "A-1", 10)];
        assert_eq!(offered(&part(Some(240), &picked), 5, 10), None);
        let two = [refused(None, "A-1", 3), refused(None, "A-1", 40)];
        assert_eq!(offered(&part(Some(43), &two), 20, 40), Some(20), "that which is too many");
        assert_eq!(offered(&part(Some(43), &two), 2, 9), Some(2));
    }

    #[test]
    fn a_pick_that_was_to_be_changed_makes_room_for_itself() {
        let (own, other) = (made(Some("p1"), "A-1", 15), made(Some("p2"), "C-1", 10));
        let picks = [own.clone(), other.clone(), refused(Some("p1"), "A-1", 21)];
        assert_eq!(offered(&part(Some(43), &picks), 20, 21), Some(20));
        let beside = [own, made(Some("p2"), "A-1", 4), refused(Some("p1"), "A-1", 21)];
        assert_eq!(offered(&part(Some(43), &beside), 20, 21), Some(16));
    }

    #[test]
    fn a_pick_from_another_bin_stays_as_it_was() {
        let part = part(Some(43), &[refused(None, "C-1", 30)]);
        let shortage = Shortage { bin: Some("A-1".into()), there: 20, asked: 43 };
        assert_eq!(lowered(&part, &part.picks[0], &shortage), 30);
        assert_eq!(offered(&part, 20, 43), None);
    }
}
