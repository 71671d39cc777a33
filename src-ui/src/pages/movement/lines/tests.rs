use contract::ProductRef;

use super::*;

fn line(id: &str, code: &str, name: &str, requested: i64) -> LineItem {
    LineItem {
        id: id.into(),
        product: ProductRef {
            id: "p".into(),
            code: Some(code.into()),
            name: Some(name.into()),
            description: None,
            category: None,
        },
        pallet_name: None,
        box_name: None,
        status: LineStatus::Pending,
        quantity_requested: Some(requested),
        quantity_allowed: None,
        quantity_available: None,
        quantity_canceled: None,
        quantity_revised: None,
        substitutions: Vec::new(),
        reason_code: None,
        comments: None,
        recipient: None,
        sort_order: None,
    }
}

/// Four lines: pending, changed, substituted by two, canceled.
fn lines() -> Vec<LineItem> {
    let mut changed = line("b", "SYR-1010", "Syringe, luer lock, 10 ml", 200);
    changed.status = LineStatus::Changed;
    changed.quantity_revised = Some(120);
    let mut replaced = line("c", "GLV-3175", "Gants stériles, latex, 7.5", 60);
    replaced.status = LineStatus::Substituted;
    for (code, quantity) in [("GLV-3275", 40), ("GLV-3180", 20)] {
        let mut child = line("c1", code, "Gants, synthétiques", quantity);
        child.status = LineStatus::Approved;
        replaced.substitutions.push(child);
    }
    let mut canceled = line("d", "NAC-1000", "Sodium chloride", 48);
    canceled.status = LineStatus::Canceled;
    canceled.comments = Some("Duplicate of line 3".into());
    vec![line("a", "GLV-2207", "Gloves, exam, nitrile", 30), changed, replaced, canceled]
}

fn shown(only: Only, text: &str, sort: &[(&str, bool)], folded: &[&str]) -> Vec<String> {
    let sort: Vec<SortBy> = sort
        .iter()
        .map(|(column, descending)| SortBy {
            column: (*column).to_owned(),
            descending: *descending,
        })
        .collect();
    let folded = folded.iter().map(|id| (*id).to_owned()).collect();
    let lines = lines();
    let showing = Showing { only, text, sort: &sort, folded: &folded };
    places(&lines, &showing).into_iter().map(|place| place.key(&lines)).collect()
}

#[test]
fn children_follow_their_line_until_they_are_folded() {
    assert_eq!(shown(Only::All, "", &[], &[]), ["a", "b", "c", "c/0", "c/1", "d"]);
    assert_eq!(shown(Only::All, "", &[], &["c"]), ["a", "b", "c", "d"]);
}

#[test]
fn quick_filters_take_lines_by_their_status() {
    assert_eq!(shown(Only::Changed, "", &[], &[]), ["b"]);
    assert_eq!(shown(Only::Substituted, "", &[], &[]), ["c", "c/0", "c/1"]);
    assert_eq!(shown(Only::Canceled, "", &[], &[]), ["d"]);
    let counts = Counts::of(&lines());
    assert_eq!(counts, Counts { all: 4, changed: 1, substituted: 1, canceled: 1 });
    assert_eq!(counts.of_only(Only::All), 4);
}

#[test]
fn every_word_must_be_in_the_line_or_in_one_of_its_children() {
    assert_eq!(shown(Only::All, "LUER syr", &[], &[]), ["b"]);
    assert_eq!(shown(Only::All, "steriles", &[], &["c"]), ["c"]);
    assert_eq!(shown(Only::All, "glv-3180", &[], &[]), ["c", "c/0", "c/1"]);
    assert_eq!(shown(Only::All, "duplicate", &[], &[]), ["d"]);
    assert!(shown(Only::All, "glv-3275 latex", &[], &[]).is_empty(), "not across two products");
    assert!(shown(Only::Changed, "gloves", &[], &[]).is_empty());
}

#[test]
fn sorting_keeps_children_with_their_line_and_puts_missing_values_last() {
    let by_code = ["a", "c", "c/0", "c/1", "d", "b"];
    assert_eq!(shown(Only::All, "", &[("code", false)], &[]), by_code);
    assert_eq!(shown(Only::All, "", &[("ship", true)], &["c"]), ["b", "c", "a", "d"]);
    assert_eq!(shown(Only::All, "", &[("comment", false)], &["c"])[0], "d");
    assert_eq!(shown(Only::All, "", &[("comment", true)], &["c"])[0], "d");
    let by_status_then_back = shown(Only::All, "", &[("status", true), ("number", true)], &["c"]);
    assert_eq!(by_status_then_back, ["d", "c", "b", "a"]);
    assert_eq!(shown(Only::All, "", &[("gone", false)], &["c"]), ["a", "b", "c", "d"]);
}

#[test]
fn what_ships_is_held_against_the_request() {
    let lines = lines();
    let shipped: Vec<_> = lines.iter().map(to_ship).collect();
    assert_eq!(shipped[0], Some((30, Against::Same)));
    assert_eq!(shipped[1], Some((120, Against::Other)));
    assert_eq!(shipped[2], Some((60, Against::Own)), "other products, though as many");
    assert_eq!(shipped[3], Some((0, Against::Other)));
    let unknown = LineItem { quantity_requested: None, ..lines[0].clone() };
    assert_eq!(to_ship(&unknown), None);
}

#[test]
fn a_row_finds_its_line_again_and_only_that() {
    let lines = lines();
    let child = Place { line: 2, child: Some(1) };
    assert_eq!(child.of(&lines).unwrap().product.code.as_deref(), Some("GLV-3180"));
    for place in [child, Place { line: 3, child: None }] {
        assert_eq!(Place::find(&lines, &place.key(&lines)), Some(place));
    }
    assert_eq!(Place::find(&lines, "c/7"), None);
    assert_eq!(Place::find(&lines, "gone"), None);
    assert!(Place { line: 2, child: Some(2) }.of(&lines).is_none());
    assert!(Place { line: 9, child: None }.of(&lines).is_none());
}
