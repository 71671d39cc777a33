use chrono::DateTime;
use contract::{LineStatus, OperationKey, Pick, ProductRef};
use uuid::Uuid;

use super::*;
use crate::{outbox::echo::new_line, store::picks::SentPicks};

const MOVEMENT: MovementKey = MovementKey(Uuid::from_u128(1));

fn sent(item: &str, quantity: u32) -> SentPicks {
    let pick = Pick { id: None, inventory_item: "v1".into(), bin_location: None, quantity };
    SentPicks {
        key: OperationKey(Uuid::from_u128(7)),
        movement: MOVEMENT,
        item: item.into(),
        product: None,
        picks: vec![pick],
        at: DateTime::UNIX_EPOCH,
        id: None,
    }
}

fn line(id: &str, code: &str, quantity: i64, place: i64) -> LineItem {
    let product = ProductRef {
        id: code.into(),
        code: Some(code.into()),
        name: None,
        description: None,
        category: None,
    };
    LineItem { id: id.into(), ..new_line(product, quantity, Some(place)) }
}

fn picked(lines: &[LineItem], sent: &[SentPicks]) -> PickedLines {
    let scene = Scene {
        lines,
        movement: MOVEMENT,
        rows: None,
        as_of: None,
        sent,
        waiting: &[],
        bins: &HashMap::new(),
        today: "2026-11-20".parse().unwrap(),
    };
    scene.picked()
}

#[test]
fn nothing_is_told_of_a_movement_of_which_no_pick_is_known() {
    let picked = picked(&[line("a", "A", 40, 100)], &[]);
    assert!(!picked.is_known());
    assert_eq!(picked.of(&"a".into()), None);
}

#[test]
fn a_line_is_picked_with_what_goes_instead_and_a_canceled_one_is_not_to_be() {
    let mut replaced = line("b", "B", 30, 200);
    replaced.status = LineStatus::Substituted;
    replaced.substitutions = vec![
        LineItem { status: LineStatus::Approved, ..line("b1", "C", 10, 200) },
        LineItem { status: LineStatus::Approved, ..line("b2", "D", 20, 200) },
    ];
    let canceled = LineItem { status: LineStatus::Canceled, ..line("c", "E", 5, 300) };
    let lines = [line("a", "A", 40, 100), replaced, canceled];
    let picked = picked(&lines, &[sent("a", 40), sent("b2", 20)]);
    let of = |line: &str| picked.of(&line.into());
    assert_eq!(of("a"), Some(LinePicked { picked: 40, required: Some(40) }));
    assert!(of("a").unwrap().is_whole());
    assert_eq!(of("b"), Some(LinePicked { picked: 20, required: Some(30) }));
    assert!(!of("b").unwrap().is_whole());
    assert_eq!(of("c"), None);
}
