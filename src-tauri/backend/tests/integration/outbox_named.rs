//! Operations that are named by whoever asks for them: the same name twice is one operation.

use contract::*;
use uuid::Uuid;

use crate::{
    act::*,
    editing::Editor,
    harness::{Harness, code},
};

fn named(n: u128) -> OperationKey {
    OperationKey(Uuid::from_u128(n))
}

#[tokio::test]
async fn r_d12_a_repeated_key_makes_one_operation() {
    let harness = Harness::signed_in().await;
    harness.refresh(DataSet::Products).await.unwrap();
    let editor = Editor::of_pending(&harness).await;

    let create = CreateMovement { key: Some(key(11)), form: form("Twice") };
    let (one, other) = tokio::join!(
        harness.backend.create_movement(create.clone()),
        harness.backend.create_movement(create.clone())
    );
    assert_eq!(one.unwrap().key, other.unwrap().key);
    harness.backend.create_movement(create).await.unwrap();

    let category = |name: &str| CreateCategory { key: Some(named(12)), name: name.to_owned() };
    let (one, other) = tokio::join!(
        harness.backend.create_category(category("Zinc")),
        harness.backend.create_category(category(" Zinc "))
    );
    assert_eq!((one.unwrap().key, other.unwrap().key), (named(12).0, named(12).0));
    // Also when it has ended, and after another one.
    harness.settled().await;
    harness.create_category("Lint").await;
    harness.backend.create_category(category("Zinc")).await.unwrap();
    assert_eq!(code(harness.backend.create_category(category("Gauze")).await), "invalid_request");

    let line = editor.gloves().await;
    let pick = || PickLine {
        key: Some(named(13)),
        movement: pending(),
        item: line.id.clone(),
        picks: vec![gloves(3)],
    };
    let (one, other) =
        tokio::join!(harness.backend.pick_line(pick()), harness.backend.pick_line(pick()));
    assert_eq!(one.unwrap().key, other.unwrap().key);
    harness.settled().await;
    harness.backend.pick_line(pick()).await.unwrap();

    let row = RowKey::New(named(14));
    let add = LineEdit::Add {
        row: row.clone(),
        after: None,
        product: None,
        code: "SYR-0505".into(),
        quantity: "4".into(),
    };
    for _ in 0..2 {
        editor.edit(vec![add.clone()]).await;
    }
    editor.send().await;
    let once_more = EditLines {
        movement: editor.movement,
        step: StepKind::Add,
        edits: vec![add],
        decimal_mark: DecimalMark::default(),
    };
    assert!(harness.backend.edit_lines(once_more).await.is_err(), "it is a line by now");
    editor.send().await;
    harness.settled().await;

    let mut done = harness.operations();
    done.sort();
    let once = ["createCategory", "createCategory", "createItem", "createMovement", "pick"];
    assert_eq!(done, once, "two categories of different names");
}
