use contract::{LineStatus, LocationId, PickRow};

use super::*;
use crate::picking::{
    scene::{MOVEMENT, bin, line, row, sent},
    view::SentPicks,
};

fn picked(lines: &[LineItem], sent: &[SentPicks]) -> PickedLines {
    told(lines, None, sent)
}

fn told(lines: &[LineItem], rows: Option<&[PickRow]>, sent: &[SentPicks]) -> PickedLines {
    with_typed(lines, rows, sent, HashMap::new())
}

fn with_typed(
    lines: &[LineItem],
    rows: Option<&[PickRow]>,
    sent: &[SentPicks],
    typed: HashMap<ItemId, TypedLine>,
) -> PickedLines {
    let scene = PickContext {
        lines,
        movement: MOVEMENT,
        rows,
        as_of: None,
        sent,
        waiting: &[],
        site: &crate::picking::site::SiteStock::default(),
        bins: &HashMap::from([("b9".into(), bin("b9", "B-09"))]),
        today: "2026-11-20".parse().unwrap(),
    };
    scene.picked(typed)
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
    assert_eq!(of("a"), Some(LinePicked { picked: 40, required: Some(40), typed: None }));
    assert!(of("a").unwrap().is_whole());
    assert_eq!(of("b"), Some(LinePicked { picked: 20, required: Some(30), typed: None }));
    assert!(!of("b").unwrap().is_whole());
    assert_eq!(of("c"), None);
}

/// So much typed of each lot or pick of line a.
fn typed(quantities: &[(TypedPickOf, &str)]) -> HashMap<ItemId, TypedLine> {
    let mut line = TypedLine::nothing(contract::RowKey::Line("a".into()));
    line.picks = quantities
        .iter()
        .map(|(of, quantity)| TypedPick {
            part: "a".into(),
            of: of.clone(),
            quantity: (*quantity).to_owned(),
        })
        .collect();
    HashMap::from([("a".into(), line)])
}

fn lot(id: &str) -> TypedPickOf {
    TypedPickOf::Stock { inventory_item: id.into(), bin: None }
}

#[test]
fn what_is_typed_is_told_beside_what_is_picked_and_counts_for_nothing_yet() {
    let lines = [line("a", "A", 240, 100), line("b", "B", 20, 200)];
    let of = |sent: &[SentPicks], typed| with_typed(&lines, None, sent, typed);
    let typed_here = typed(&[(lot("v1"), "200"), (lot("v2"), "16"), (lot("v3"), "x")]);
    let picked = of(&[sent("a", 24)], typed_here.clone());
    let expected = LinePicked { picked: 24, required: Some(240), typed: Some(216) };
    assert_eq!(picked.of(&"a".into()), Some(expected));
    assert!(!expected.is_whole(), "nothing of it is sent");
    assert!(picked.is_typed(&"a".into()) && !picked.is_typed(&"b".into()));
    assert_eq!(picked.of(&"b".into()).unwrap().typed, None);
    // Where nothing else is known, nothing is told of other lines.
    let picked = of(&[], typed_here);
    assert!(!picked.is_known());
    assert_eq!((picked.of(&"a".into()).unwrap().typed, picked.of(&"b".into())), (Some(216), None));
}

#[test]
fn a_pick_that_is_to_become_less_takes_off_what_it_loses() {
    let lines = [line("a", "A", 40, 100)];
    let mut told = row("a", &[]);
    told.picks.push(contract::SeenPick {
        id: "p1".into(),
        inventory_item: "v1".into(),
        lot: None,
        expiry: None,
        bin: None,
        quantity: 30,
    });
    let typed = typed(&[(TypedPickOf::Made { id: "p1".into() }, "10"), (lot("v2"), "5")]);
    let picked = with_typed(&lines, Some(&[told]), &[], typed);
    let expected = LinePicked { picked: 30, required: Some(40), typed: Some(-15) };
    assert_eq!(picked.of(&"a".into()), Some(expected));
}

#[test]
fn a_line_names_the_bins_to_take_the_rest_from_and_then_those_it_came_from() {
    let lines = [line("a", "A", 40, 100)];
    let rows = [row("a", &[("v2", "C-10", 90), ("v1", "C-2", 30), ("v3", "C-30", 5)])];
    let bins = |sent: &[SentPicks]| told(&lines, Some(&rows), sent).bins_of(&"a".into()).to_vec();
    // As people count, and no more of them than are needed.
    assert_eq!(bins(&[]), ["C-2", "C-10"]);
    let from = |lot: &str, place: &str, quantity: u32| {
        let mut sent = sent("a", quantity);
        sent.picks[0].inventory_item = lot.into();
        sent.picks[0].bin_location = Some(LocationId::from(place));
        sent
    };
    assert_eq!(bins(&[from("v1", "C-2", 30)]), ["C-10"]);
    assert_eq!(bins(&[from("v3", "C-30", 40)]), ["C-30"]);
    // Where the service tells nothing, what was picked from here has the name that was read.
    let picked = told(&lines, None, &[from("v1", "b9", 40)]);
    assert_eq!(picked.bins_of(&"a".into()), ["B-09"]);
}
