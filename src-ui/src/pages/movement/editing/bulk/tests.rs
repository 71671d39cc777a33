use contract::{ItemId, LineStatus, ProductRef, RowState};

use super::*;

fn key(id: &str) -> RowKey {
    RowKey::Line(ItemId::from(id))
}

fn line(id: &str, requested: i64) -> EditorLine {
    EditorLine {
        key: key(id),
        number: 1,
        state: RowState::InService,
        product: Some(ProductRef {
            id: format!("p-{id}").as_str().into(),
            code: Some(id.to_uppercase()),
            name: None,
            description: None,
            category: None,
        }),
        code_typed: None,
        requested: Some(requested),
        requested_typed: None,
        to_ship: Some(requested),
        picked: None,
        bins: Vec::new(),
        status: Some(LineStatus::Pending),
        reason_code: None,
        comments: None,
        available: None,
        recipient: None,
        last_time: None,
        first_time: true,
        edited: Vec::new(),
        editable: vec![EditorColumn::Code, EditorColumn::Requested],
        problems: Vec::new(),
        deleted: false,
        proposed: false,
        proposed_elsewhere: false,
        news: false,
        unfolded: None,
    }
}

fn quantity(row: &str, text: &str) -> LineEdit {
    LineEdit::Cell { row: key(row), column: EditorColumn::Requested, text: text.into() }
}

fn moved(row: &str, after: Option<&str>) -> LineEdit {
    LineEdit::Move { row: key(row), after: after.map(key) }
}

#[test]
fn a_shorter_source_is_filled_in_again_from_its_first_row() {
    let (source, target) =
        ([line("a", 1), line("b", 2)], [line("c", 0), line("d", 0), line("e", 0)]);
    let edits = filled(&source, &target, &[EditorColumn::Requested]);
    assert_eq!(edits, [quantity("c", "1"), quantity("d", "2"), quantity("e", "1")]);
}

#[test]
fn a_product_is_filled_in_as_such_and_what_was_typed_for_one_as_typed() {
    let unknown = EditorLine { code_typed: Some("GLV-99".into()), ..line("b", 2) };
    let target = [line("c", 0)];
    let product = filled(&[line("a", 1)], &target, &[EditorColumn::Code]);
    assert!(
        matches!(&product[..], [LineEdit::Product { product, .. }] if product.id.as_str() == "p-a")
    );
    let typed = filled(&[unknown], &target, &[EditorColumn::Code]);
    assert!(matches!(&typed[..], [LineEdit::Cell { text, .. }] if text == "GLV-99"));
}

#[test]
fn cells_that_cannot_be_edited_are_passed_over() {
    let closed = EditorLine { editable: Vec::new(), ..line("b", 2) };
    let edits = typed(&[line("a", 1), closed], &[EditorColumn::Requested], "40");
    assert_eq!(edits, [quantity("a", "40")]);
}

#[test]
fn parts_of_a_piece_are_rounded_up() {
    assert_eq!(multiplied(30, 1500), Some(45));
    assert_eq!(multiplied(5, 1500), Some(8));
    assert_eq!(multiplied(1, 1), Some(1));
    assert_eq!(multiplied(0, 1500), Some(0));
    assert_eq!(multiplied(i64::MAX, 1500), None);
}

#[test]
fn lines_move_together_as_far_as_the_list_goes() {
    let all = ["a", "b", "c", "d", "e"].map(key);
    let both = ["c", "d"].map(key);
    assert_eq!(moves(&all, &both, -1), [moved("c", Some("a")), moved("d", Some("c"))]);
    assert_eq!(moves(&all, &both, -9), [moved("c", None), moved("d", Some("c"))]);
    assert_eq!(moves(&all, &both, 1), [moved("c", Some("e")), moved("d", Some("c"))]);
    assert_eq!(moves(&all, &["e"].map(key), 3), [], "it is the last already");
}
