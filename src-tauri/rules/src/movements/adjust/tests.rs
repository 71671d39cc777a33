use contract::{LineStatus, ProductRef};

use super::*;
use crate::movements::lines::new_line;

fn product(id: &str) -> ProductRef {
    ProductRef { id: id.into(), code: None, name: None, description: None, category: None }
}

/// A previewed line: product, what the list asks for, what is wanted; 0 leaves it out.
fn wanted(id: &str, listed: i64, quantity: i64) -> PreviewLine {
    let item = format!("item-{id}-{listed}").into();
    PreviewLine { item, product: product(id), listed, quantity, included: true }
}

fn left_out(id: &str, listed: i64) -> PreviewLine {
    PreviewLine { included: false, ..wanted(id, listed, listed) }
}

/// A line as the service made it: its id is its place.
fn line(place: i64, id: &str, quantity: i64) -> LineItem {
    LineItem { id: format!("line-{place}").into(), ..new_line(product(id), quantity, Some(place)) }
}

fn update(place: i64, _product: &str, quantity: u32) -> LineChange {
    LineChange::Update {
        item: format!("line-{place}").into(),
        product: None,
        quantity: Some(quantity),
        sort_order: None,
    }
}

fn delete(place: i64) -> LineChange {
    LineChange::Delete { item: format!("line-{place}").into() }
}

/// What the service would make of the instructions.
fn applied(lines: &[LineItem], instructions: &[LineChange]) -> Vec<LineItem> {
    let mut lines = lines.to_vec();
    for instruction in instructions {
        match instruction {
            LineChange::Update { item, quantity, .. } => {
                let line = lines.iter_mut().find(|line| line.id == *item).unwrap();
                line.quantity_requested = quantity.map(i64::from);
            }
            LineChange::Delete { item } => lines.retain(|line| line.id != *item),
            LineChange::Create { product, quantity, sort_order, .. } => {
                lines.push(line(
                    sort_order.unwrap().into(),
                    product.id.as_str(),
                    (*quantity).into(),
                ));
            }
            other => panic!("no adjustment: {other:?}"),
        }
    }
    lines
}

#[test]
fn lines_as_previewed_need_nothing() {
    let lines = [line(100, "p1", 30), line(200, "p2", 10)];
    assert_eq!(adjustments(&[wanted("p1", 30, 30), wanted("p2", 10, 10)], &lines), []);
}

#[test]
fn a_new_quantity_is_an_update_and_a_line_left_out_or_of_nothing_a_delete() {
    let lines = [line(100, "p1", 30), line(200, "p2", 10), line(300, "p3", 5), line(400, "p4", 1)];
    let preview =
        [wanted("p1", 30, 40), left_out("p2", 10), wanted("p3", 5, 0), wanted("p4", 1, 1)];
    assert_eq!(adjustments(&preview, &lines), [update(100, "p1", 40), delete(200), delete(300)]);
}

#[test]
fn a_place_read_as_nothing_is_not_sent() {
    for place in [None, Some(0)] {
        let mut only = line(100, "p1", 30);
        only.sort_order = place;
        let instructions = adjustments(&[wanted("p1", 30, 40)], &[only]);
        assert!(matches!(instructions[..], [LineChange::Update { sort_order: None, .. }]));
    }
}

#[test]
fn twins_of_different_quantities_are_told_apart_by_what_the_list_asks_for() {
    let lines = [line(100, "p1", 10), line(200, "p1", 5)];
    let preview = [wanted("p1", 5, 7), wanted("p1", 10, 10)];
    assert_eq!(adjustments(&preview, &lines), [update(200, "p1", 7)]);
}

#[test]
fn true_twins_are_told_apart_by_their_order() {
    let lines = [line(100, "p1", 5), line(200, "p1", 5)];
    let preview = [wanted("p1", 5, 5), left_out("p1", 5)];
    assert_eq!(adjustments(&preview, &lines), [delete(200)]);
    let preview = [wanted("p1", 5, 8), wanted("p1", 5, 5)];
    assert_eq!(adjustments(&preview, &lines), [update(100, "p1", 8)]);
}

#[test]
fn quantities_exchanged_between_twins_follow_the_order() {
    let lines = [line(100, "p1", 10), line(200, "p1", 5)];
    let preview = [wanted("p1", 10, 5), wanted("p1", 5, 10)];
    assert_eq!(adjustments(&preview, &lines), [update(100, "p1", 5), update(200, "p1", 10)]);
}

#[test]
fn a_stocklist_that_changed_since_the_preview_is_brought_to_the_preview() {
    let lines = [line(100, "p1", 33), line(200, "new", 4)];
    let preview = [wanted("p1", 30, 30), wanted("removed", 10, 12)];
    assert_eq!(
        adjustments(&preview, &lines),
        [
            update(100, "p1", 30),
            delete(200),
            LineChange::Create {
                product: product("removed"),
                quantity: 12,
                sort_order: Some(300),
                recipient: None
            }
        ]
    );
}

#[test]
fn a_line_decided_on_in_the_service_meanwhile_is_left_alone() {
    let mut revised = line(100, "p1", 30);
    revised.status = LineStatus::Changed;
    assert_eq!(adjustments(&[wanted("p1", 30, 40)], std::slice::from_ref(&revised)), []);
    assert_eq!(adjustments(&[left_out("p1", 30)], &[revised]), []);
}

#[test]
fn lines_that_some_services_call_approved_are_open() {
    let mut approved = line(100, "p1", 30);
    approved.status = LineStatus::Approved;
    assert_eq!(adjustments(&[wanted("p1", 30, 40)], &[approved]), [update(100, "p1", 40)]);
}

#[test]
fn adjustments_reach_the_preview_and_asked_again_want_nothing_wherever_they_were_cut_off() {
    let quantities = [0, 5, 10];
    let mut previews = vec![Vec::new()];
    for product in ["p1", "p1", "p1", "p2"] {
        previews = previews
            .into_iter()
            .flat_map(|before: Vec<PreviewLine>| {
                [5, 10].into_iter().flat_map(move |listed| {
                    let before = before.clone();
                    quantities.into_iter().map(move |quantity| {
                        let mut preview = before.clone();
                        preview.push(wanted(product, listed, quantity));
                        preview
                    })
                })
            })
            .collect();
    }
    for preview in previews {
        let made = |order: &mut dyn Iterator<Item = &PreviewLine>| -> Vec<LineItem> {
            let places = (1..).map(|n| n * 100);
            let lines = places.zip(order);
            lines.map(|(place, of)| line(place, of.product.id.as_str(), of.listed)).collect()
        };
        reaches(&preview, &made(&mut preview.iter()));
        reaches(&preview, &made(&mut preview.iter().rev()));
    }
}

fn reaches(preview: &[PreviewLine], lines: &[LineItem]) {
    let instructions = adjustments(preview, lines);
    for cut in 0..=instructions.len() {
        let cut_off = applied(lines, &instructions[..cut]);
        let reached = applied(&cut_off, &adjustments(preview, &cut_off));
        assert_eq!(adjustments(preview, &reached), [], "{preview:?} of {lines:?} cut at {cut}");
        let mut have: Vec<_> =
            reached.iter().map(|line| (line.product.id.clone(), line.quantity_requested)).collect();
        let kept = preview.iter().filter(|wanted| wanted.is_kept());
        let mut want: Vec<_> = kept.map(|w| (w.product.id.clone(), Some(w.quantity))).collect();
        have.sort();
        want.sort();
        assert_eq!(have, want, "{preview:?} of {lines:?} cut at {cut}");
    }
    assert_eq!(adjustments(preview, &applied(lines, &instructions)), [], "{preview:?}");
}
