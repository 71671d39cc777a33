//! A movement begun from another: its lines are changes that are not sent, whatever the service does.

use contract::*;

use crate::{act::*, editing::*, harness::Harness};

fn key() -> MovementKey {
    "01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f".parse().unwrap()
}

fn like(of: MovementKey) -> CreateMovement {
    let form = NewMovement { start: StartFrom::Template(of), ..form("Once more") };
    CreateMovement { key: Some(key()), form }
}

fn asked(lines: &[EditorLine]) -> Vec<(Option<ProductId>, Option<i64>)> {
    let asked = |line: &EditorLine| Some((line.product.clone()?.id, line.requested));
    let mut all: Vec<_> = lines.iter().filter_map(asked).collect();
    all.sort();
    all.into_iter().map(|(id, pieces)| (Some(id), pieces)).collect()
}

#[tokio::test]
async fn a_movement_like_another_gets_its_lines_once_and_sends_them_when_asked() {
    let harness = Harness::signed_in().await;
    let of = Editor::of_pending(&harness).await;
    of.edit(vec![typed(&of.items().await[0].id, "7")]).await;
    let lines = of.lines().await;
    let written = harness.backend.create_movement(like(of.movement)).await.unwrap();
    assert!(matches!(written.state, WriteState::Sent { .. }), "{written:?}");
    let editor = Editor { harness: &harness, movement: key() };
    assert_eq!(asked(&editor.lines().await), asked(&lines), "as they are shown, not as they were");
    let state = editor.state().await;
    assert_eq!(state.undo.map(|step| step.kind), Some(StepKind::Copy));
    assert_eq!(state.ready, u32::try_from(lines.len()).unwrap());
    // A second press is the same movement.
    harness.backend.create_movement(like(of.movement)).await.unwrap();
    assert_eq!(editor.lines().await.len(), lines.len());
    editor.send().await;
    harness.settled().await;
    let made = harness.service.effects().into_iter().filter(|it| it.operation == "createItem");
    assert_eq!(made.count(), lines.len());
}

#[tokio::test]
async fn without_a_network_it_has_its_lines_all_the_same_and_after_a_restart() {
    let mut harness = Harness::signed_in().await;
    let of = Editor::of_pending(&harness).await.movement;
    let lines = Editor { harness: &harness, movement: of }.lines().await;
    harness.backend.switch_offline(SwitchOffline { offline: true }).await.unwrap();
    let written = harness.backend.create_movement(like(of)).await.unwrap();
    assert!(matches!(written.state, WriteState::Kept { .. }), "{written:?}");
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    let editor = Editor { harness: &harness, movement: key() };
    assert_eq!(asked(&editor.lines().await), asked(&lines));
}

#[tokio::test]
async fn what_was_taken_back_does_not_come_again_with_a_correction() {
    let harness = Harness::signed_in().await;
    let of = Editor::of_pending(&harness).await.movement;
    harness.backend.switch_offline(SwitchOffline { offline: true }).await.unwrap();
    harness.backend.create_movement(like(of)).await.unwrap();
    let editor = Editor { harness: &harness, movement: key() };
    assert!(!editor.lines().await.is_empty());
    editor.undo().await;
    let mut corrected = like(of);
    corrected.form.name = "Once more, corrected".into();
    harness.backend.create_movement(corrected).await.unwrap();
    assert!(editor.lines().await.is_empty());
}

#[tokio::test]
async fn two_lines_of_one_product_stay_two_and_one_whose_code_is_not_known_comes_too() {
    let harness = Harness::signed_in().await;
    let of = Editor::of_pending(&harness).await;
    let product = of.items().await[0].product.id.clone();
    of.edit(vec![added(1, product.as_str(), "3")]).await;
    let code = "NO-SUCH-CODE".to_owned();
    let (product, quantity) = (None, "4".to_owned());
    of.edit(vec![LineEdit::Add { row: new_row(2), after: None, product, code, quantity }]).await;
    let lines = of.lines().await;
    harness.backend.create_movement(like(of.movement)).await.unwrap();
    let copied = Editor { harness: &harness, movement: key() }.lines().await;
    assert_eq!(copied.len(), lines.len());
    assert_eq!(asked(&copied), asked(&lines));
    assert!(copied.iter().any(|line| line.code_typed.as_deref() == Some("NO-SUCH-CODE")));
}

#[tokio::test]
async fn where_the_template_is_not_known_nothing_is_made() {
    let harness = Harness::signed_in().await;
    let nowhere = "01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9eff".parse().unwrap();
    let refused = harness.backend.create_movement(like(nowhere)).await.unwrap_err();
    assert_eq!(Failure::from(refused).reason, Reason::Unknown);
    assert!(harness.service.effects().is_empty());
}

#[tokio::test]
async fn movements_beside_each_other_tell_what_either_has_alone_or_more_of() {
    let harness = Harness::signed_in().await;
    let of = Editor::of_pending(&harness).await;
    let items = of.items().await;
    of.edit(vec![typed(&items[0].id, "7777"), deleted(&items[1].id)]).await;
    let written = harness.backend.create_movement(like(of.movement)).await.unwrap();
    assert!(matches!(written.state, WriteState::Sent { .. }), "{written:?}");
    let editor = Editor { harness: &harness, movement: key() };
    let lines = editor.lines().await;
    editor.edit(vec![LineEdit::Delete { row: lines[0].key.clone(), deleted: true }]).await;
    let request = CompareLines {
        first: ComparedList::Movement(of.movement),
        second: ComparedList::Movement(key()),
    };
    let compared = harness.backend.compare_lines(request).await.unwrap();
    let other = compared.iter().filter(|line| line.difference() != Difference::Same);
    let other: Vec<_> = other.map(|line| (&line.product.id, line.difference())).collect();
    let removed = lines[0].product.as_ref().map(|product| &product.id).unwrap();
    assert_eq!(
        other,
        [(removed, Difference::Removed)],
        "as both are shown, unsent changes and all"
    );
    let list = ComparedList::Stocklist("no such list".into());
    let request = CompareLines { first: list.clone(), second: list };
    assert!(harness.backend.compare_lines(request).await.is_err());
}
