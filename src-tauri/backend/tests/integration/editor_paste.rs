//! Blocks, stocklists and merged lines in the editor: every row of what is pasted is accounted for,
//! and all of it is one step.

use contract::*;
use practice::sample;

use crate::{
    act::*,
    editing::*,
    harness::{Harness, code},
};

fn counts(pasted: &Pasted) -> [u32; 6] {
    let Pasted { added, merged, changed, same, attention, skipped, .. } = pasted;
    [*added, *merged, *changed, *same, *attention, *skipped]
}

/// A harness whose products are read, as after a while of work.
async fn with_products() -> Harness {
    let harness = Harness::signed_in().await;
    harness.refresh(DataSet::Products).await.unwrap();
    harness
}

async fn insert(editor: &Editor<'_>, stocklist: &str) -> Pasted {
    let request = InsertStocklist { movement: editor.movement, stocklist: stocklist.into() };
    editor.harness.backend.insert_stocklist(request).await.unwrap()
}

#[tokio::test]
async fn every_row_of_a_block_is_added_merged_changed_the_same_or_marked_and_one_undo_takes_all_back()
 {
    let harness = with_products().await;
    let editor = Editor::of_pending(&harness).await;
    let gloves = editor.gloves().await;
    let other = editor.items().await.remove(2);
    let (code, has) = (other.product.code.unwrap(), other.quantity_requested.unwrap());
    let before = editor.lines().await;
    let block = format!(
        "Code\tName\tQty\n\
         glv-2207\tGloves\t1,200\n\
         {code}\tanything\t{has}\n\
         SYR-0505\tSyringe\t4\n\
         \t\t\n\
         SYR-0505\tSyringe\t5\n\
         MOR-3010\t\t1.5\n\
         NO-SUCH-1\t\t7\n\
         \tno code here\tten"
    );
    let pasted = editor.paste(EditorColumn::Code, Vec::new(), &block).await;
    assert_eq!(counts(&pasted), [1, 1, 1, 1, 3, 2]);
    assert_eq!(pasted.rows.len(), 6);
    let state = editor.state().await;
    assert_eq!(state.undo, Some(StepName { kind: StepKind::Paste, lines: 5 }));
    let of = |row: usize| editor.line(&pasted.rows[row]);
    assert_eq!(pasted.rows[0], row(&gloves.id));
    assert_eq!(of(0).await.requested, Some(1_200));
    assert_eq!(pasted.rows[1], row(&other.id));
    assert_eq!(of(2).await.requested, Some(9), "two rows of one product");
    let half = of(3).await;
    assert_eq!(half.product.map(|it| it.id), Some(sample::MORPHINE.into()));
    assert_eq!(half.requested_typed.as_deref(), Some("1.5"));
    assert_eq!(half.problems, [EditProblem::NotWhole]);
    let unknown = of(4).await;
    assert_eq!(unknown.code_typed.as_deref(), Some("NO-SUCH-1"));
    assert_eq!((unknown.requested, unknown.problems), (Some(7), vec![EditProblem::UnknownProduct]));
    let nothing = of(5).await;
    assert_eq!(nothing.code_typed.as_deref(), Some("no code here"));
    assert_eq!(nothing.requested_typed.as_deref(), Some("ten"));
    assert_eq!(editor.undo().await.ready, 0);
    assert_eq!(editor.lines().await, before);
}

#[tokio::test]
async fn a_block_tells_how_many_quantities_it_took_the_place_of() {
    let harness = with_products().await;
    let editor = Editor::of_pending(&harness).await;
    for (quantity, changed, replaced) in [("41", 1, 0), ("41", 0, 0), ("42", 1, 1), ("x", 0, 1)] {
        let block = format!("Code\tQty\nglv-2207\t{quantity}");
        let pasted = editor.paste(EditorColumn::Code, Vec::new(), &block).await;
        assert_eq!((pasted.changed, pasted.replaced), (changed, replaced), "{quantity}");
    }
}

#[tokio::test]
async fn a_block_names_the_lines_whose_unsent_quantities_it_took_the_place_of() {
    let harness = with_products().await;
    let editor = Editor::of_pending(&harness).await;
    let gloves = editor.gloves().await;
    let (code, quantity) = ("SYR-0505".to_owned(), "x".to_owned());
    let syringe = LineEdit::Add { row: new_row(1), after: None, product: None, code, quantity };
    editor.edit(vec![typed(&gloves.id, "1,041"), syringe]).await;
    let block = "Code\tQty\nSYR-0505\t3\nglv-2207\t42";
    let pasted = editor.paste(EditorColumn::Code, Vec::new(), block).await;
    let number = editor.line(&new_row(1)).await.number;
    let one = |number: u32, product: &str, before: &str, after: &str| ReplacedQuantity {
        number,
        product: Some(product.to_owned()),
        before: before.to_owned(),
        after: after.to_owned(),
    };
    let wanted = [one(number, "SYR-0505", "x", "3"), one(1, "GLV-2207", "1,041", "42")];
    assert_eq!(pasted.replaced_first, wanted);
    editor.undo().await;
    assert_eq!(editor.line(&row(&gloves.id)).await.requested, Some(1_041));
}

#[tokio::test]
async fn a_block_of_too_many_cells_or_columns_is_refused_whole() {
    let harness = Harness::signed_in().await;
    let editor = Editor::of_pending(&harness).await;
    let before = editor.lines().await;
    let wide = vec![vec![String::new(); PASTED_COLUMNS + 1]];
    let long = vec![vec!["7".to_owned(); PASTED_COLUMNS]; PASTED_CELLS / PASTED_COLUMNS + 1];
    for cells in [wide, long] {
        let request = PasteLines {
            movement: editor.movement,
            column: EditorColumn::Code,
            targets: Vec::new(),
            cells,
            decimal_mark: DecimalMark::default(),
        };
        let refused = harness.backend.paste_lines(request).await.unwrap_err();
        assert_eq!(Failure::from(refused).reason, Reason::PasteTooLarge);
    }
    assert_eq!(editor.lines().await, before);
}

#[tokio::test]
async fn pasted_lines_survive_a_restart_and_the_good_ones_are_sent() {
    let mut harness = with_products().await;
    let editor = Editor::of_pending(&harness).await;
    let movement = editor.movement;
    editor.paste(EditorColumn::Code, Vec::new(), "SYR-0505\t4\nSYR-9999\t5").await;
    harness.restart().await;
    harness.sign_in().await.unwrap();
    let editor = Editor { harness: &harness, movement };
    assert_eq!(editor.state().await.ready, 1);
    editor.send().await;
    harness.settled().await;
    assert_eq!(harness.operations(), ["createItem"]);
    let left: Vec<_> = editor.lines().await.into_iter().filter_map(|it| it.code_typed).collect();
    assert_eq!(left, ["SYR-9999"], "the bad row is still there");
}

#[tokio::test]
async fn a_column_of_quantities_goes_down_the_lines_on_screen() {
    let harness = with_products().await;
    let editor = Editor::open(&harness, sample::MOVEMENT_MIXED).await;
    let items = editor.items().await;
    let open = items.iter().filter(|line| line.is_open()).take(2);
    let open: Vec<_> = open.map(|line| line.id.clone()).collect();
    let changed = editor.of_status(LineStatus::Changed).await.id;
    let targets = vec![row(&open[0]), row(&changed), row(&open[1])];
    let pasted = editor.paste(EditorColumn::Requested, targets, "31\n32\nx33\n34").await;
    assert_eq!(counts(&pasted), [0, 0, 1, 0, 3, 0]);
    assert_eq!(editor.line(&row(&open[0])).await.requested, Some(31));
    assert_eq!(editor.line(&row(&open[1])).await.requested_typed.as_deref(), Some("x33"));
    let own = [editor.line(&pasted.rows[1]).await, editor.line(&pasted.rows[3]).await];
    assert_eq!(own.each_ref().map(|line| line.requested), [Some(32), Some(34)]);
    assert!(own.iter().all(|line| line.problems.contains(&EditProblem::NoProduct)));
    assert_eq!(editor.line(&row(&changed)).await.edited, [], "a decided line stays as it is");
}

#[tokio::test]
async fn a_column_of_codes_gives_lines_their_products_also_before_any_product_was_read() {
    let harness = Harness::signed_in().await;
    harness.refuse(500, "GET", "/api/products");
    let editor = Editor::of_pending(&harness).await;
    let items = editor.items().await;
    let code = |at: usize| items[at].product.code.clone().unwrap();
    let targets = vec![row(&items[1].id), row(&items[2].id)];
    let block = format!("{}\nUNHEARD-OF", code(3).to_lowercase());
    let pasted = editor.paste(EditorColumn::Code, targets, &block).await;
    assert_eq!(counts(&pasted), [0, 0, 1, 0, 1, 0]);
    let line = editor.line(&row(&items[1].id)).await;
    assert_eq!(line.product.map(|it| it.id), Some(items[3].product.id.clone()));
    let line = editor.line(&row(&items[2].id)).await;
    assert_eq!(line.code_typed.as_deref(), Some("UNHEARD-OF"));
}

#[tokio::test]
async fn a_stocklist_goes_in_as_lines_and_a_second_time_changes_nothing() {
    let harness = with_products().await;
    let editor = Editor::open(&harness, sample::MOVEMENT_EMPTY).await;
    let pasted = insert(&editor, sample::STOCKLIST_WEEKLY).await;
    let all = u32::try_from(sample::STOCKLIST_WEEKLY_ITEMS).unwrap();
    assert_eq!(counts(&pasted), [all, 0, 0, 0, 0, 0]);
    let state = editor.state().await;
    assert_eq!(state.undo, Some(StepName { kind: StepKind::Insert, lines: all }));
    assert_eq!(counts(&insert(&editor, sample::STOCKLIST_WEEKLY).await), [0, 0, 0, all, 0, 0]);
    let twice = insert(&editor, sample::STOCKLIST_TWICE).await;
    assert_eq!(twice.merged, 1, "one product stands in it twice");
    editor.undo().await;
    editor.send().await;
    assert_eq!(harness.settled().await.attention, 0);
    assert_eq!((harness.operations().len() as u32, harness.updates()), (all, 1));
    let unknown = InsertStocklist { movement: editor.movement, stocklist: "nowhere".into() };
    assert_eq!(code(harness.backend.insert_stocklist(unknown).await), "unknown");
}

#[tokio::test]
async fn lines_of_one_product_are_merged_into_the_first_and_one_undo_parts_them() {
    let harness = with_products().await;
    let editor = Editor::of_pending(&harness).await;
    let gloves = editor.gloves().await;
    let has = gloves.quantity_requested.unwrap();
    editor.edit(vec![added(1, sample::GLOVES_M, "5"), added(2, sample::GLOVES_M, "x")]).await;
    editor.edit(vec![added(3, sample::GLOVES_M, "7"), added(4, sample::GLOVES_L, "1")]).await;
    let before = editor.lines().await;
    let request = MergeLines { movement: editor.movement, row: new_row(3) };
    let state = harness.backend.merge_lines(request.clone()).await.unwrap();
    assert_eq!(state.undo, Some(StepName { kind: StepKind::Merge, lines: 3 }));
    assert_eq!(editor.line(&row(&gloves.id)).await.requested, Some(has + 12));
    let keys: Vec<_> = editor.lines().await.into_iter().map(|line| line.key).collect();
    assert!(keys.contains(&new_row(2)), "what is no number stays");
    assert!(
        keys.contains(&new_row(4)) && !keys.contains(&new_row(1)) && !keys.contains(&new_row(3))
    );
    let again = MergeLines { movement: editor.movement, row: row(&gloves.id) };
    let state = harness.backend.merge_lines(again).await.unwrap();
    assert_eq!(state.undo.map(|it| it.lines), Some(3), "nothing was left to merge");
    editor.undo().await;
    assert_eq!(editor.lines().await, before);
    let gone = MergeLines { row: new_row(9), ..request };
    assert_eq!(code(harness.backend.merge_lines(gone).await), "unknown");
}

#[tokio::test]
async fn merged_lines_of_the_service_are_updated_and_deleted_in_one_request() {
    let harness = with_products().await;
    let editor = Editor::of_pending(&harness).await;
    harness.change(&pending(), vec![add(sample::GLOVES_M, 5)]).await;
    harness.settled().await;
    let gloves = editor.gloves().await;
    let sum = gloves.quantity_requested.unwrap() + 5;
    let (updates, effects) = (harness.updates(), harness.operations().len());
    let request = MergeLines { movement: editor.movement, row: row(&gloves.id) };
    harness.backend.merge_lines(request).await.unwrap();
    editor.send().await;
    assert_eq!(harness.settled().await.attention, 0);
    assert_eq!(harness.operations()[effects..], ["updateItem", "deleteItem"]);
    assert_eq!(harness.updates() - updates, 1);
    assert_eq!(editor.in_service(&gloves.id).await.unwrap().quantity_requested, Some(sum));
}

#[tokio::test]
async fn a_merge_is_sent_whole_or_not_at_all_and_its_lines_are_given_up_together() {
    let harness = with_products().await;
    let editor = Editor::of_pending(&harness).await;
    harness.change(&pending(), vec![add(sample::GLOVES_M, 5)]).await;
    harness.settled().await;
    let gloves = editor.gloves().await;
    let effects = harness.operations().len();
    let other = editor.items().await.into_iter().rfind(|line| line.product.id == gloves.product.id);
    let other = other.unwrap().id;
    let request = MergeLines { movement: editor.movement, row: row(&gloves.id) };
    harness.backend.merge_lines(request.clone()).await.unwrap();
    let changes = editor.changes().await.changes;
    let merge = changes.iter().map(|change| change.merge.clone());
    assert_eq!(merge.collect::<Vec<_>>(), vec![Some(row(&gloves.id)); 2]);
    // Left out of what is sent is left out whole, also of what is shown.
    for one in [&gloves.id, &other] {
        let without = vec![row(one)];
        let list = ListChanges { movement: editor.movement, without: without.clone() };
        assert_eq!(harness.backend.list_changes(list).await.unwrap().requests, 0);
        let send = SendChanges { movement: editor.movement, only: None, without };
        harness.backend.send_changes(send).await.unwrap();
        assert_eq!(editor.state().await.ready, 2);
    }
    let state = editor.edit(vec![LineEdit::Forget { row: row(&gloves.id) }]).await;
    assert_eq!(state.changed_here, 0, "nothing is left of it");
    harness.backend.merge_lines(request).await.unwrap();
    editor.send_only(Some(vec![row(&gloves.id)])).await;
    assert_eq!(harness.settled().await.attention, 0);
    assert_eq!(harness.operations()[effects..], ["updateItem", "deleteItem"]);
    assert_eq!(editor.state().await.changed_here, 0);
}

#[tokio::test]
async fn products_are_found_as_they_are_typed_with_the_line_they_stand_in() {
    let harness = with_products().await;
    let editor = Editor::of_pending(&harness).await;
    let gloves = editor.gloves().await;
    let at = editor.items().await.iter().position(|line| line.id == gloves.id).unwrap();
    let number = u32::try_from(at + 1).unwrap();
    let find = |text: &str, count| {
        let request =
            FindProducts { text: text.to_owned(), count, movement: Some(editor.movement) };
        let backend = harness.backend.clone();
        async move { backend.find_products(request).await.unwrap() }
    };
    let found = find("glv-2207", 8).await;
    assert_eq!((found[0].product.id.as_str(), found[0].exact), (sample::GLOVES_M, true));
    assert_eq!(found[0].in_line, Some(number));
    assert!(found[1..].iter().all(|it| !it.exact));
    let found = find("nitirle size m", 8).await;
    assert_eq!(found[0].product.id, sample::GLOVES_M.into(), "two letters swapped");
    assert_eq!(find("glv", 3).await.len(), 3);
    assert_eq!(find("e", u32::MAX).await.len(), 50, "no more than anybody looks through");
    assert_eq!(find("  ", 8).await, []);
    editor.edit(vec![deleted(&gloves.id), added(1, sample::GLOVES_M, "2")]).await;
    let last = u32::try_from(editor.lines().await.len()).unwrap();
    let in_line = find("glv-2207", 1).await[0].in_line;
    assert_eq!(in_line, Some(last), "not in the one that is to be deleted");
}

#[tokio::test]
async fn products_that_were_never_read_are_read_when_somebody_types() {
    let harness = Harness::signed_in().await;
    let found = harness
        .until(
            || async {
                let text = "glv-2207".to_owned();
                let request = FindProducts { text, count: 1, movement: None };
                harness.backend.find_products(request).await.unwrap()
            },
            |found| !found.is_empty(),
        )
        .await;
    assert_eq!(found[0].product.id, sample::GLOVES_M.into());
}
