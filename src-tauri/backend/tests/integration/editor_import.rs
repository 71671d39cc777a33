//! Tables and texts that are imported into the editor: what would come of them is told before, every row is
//! accounted for, and all of it is one step.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use contract::*;

use crate::{editing::*, harness::Harness};

/// A harness whose products are read, as after a while of work.
async fn with_products() -> Harness {
    let harness = Harness::signed_in().await;
    harness.refresh(DataSet::Products).await.unwrap();
    harness
}

async fn open_text(harness: &Harness, text: &str) -> ImportSource {
    harness.backend.open_import(OpenImport::Text { text: text.into() }).await.unwrap()
}

async fn open_file(harness: &Harness, name: &str, bytes: &[u8]) -> Result<ImportSource, Failure> {
    let content = BASE64_STANDARD.encode(bytes);
    let request = OpenImport::File { name: name.into(), content };
    Ok(harness.backend.open_import(request).await?)
}

async fn preview(editor: &Editor<'_>, import: ImportKey) -> ImportPreview {
    preview_as(editor, import, None).await
}

async fn preview_as(
    editor: &Editor<'_>,
    import: ImportKey,
    columns: Option<ImportColumns>,
) -> ImportPreview {
    preview_mended(editor, import, columns, Vec::new()).await
}

async fn preview_mended(
    editor: &Editor<'_>,
    import: ImportKey,
    columns: Option<ImportColumns>,
    mended: Vec<MendedRow>,
) -> ImportPreview {
    let movement = Some(editor.movement);
    let request = PreviewImport { movement, columns, mended, ..worksheet(import) };
    editor.harness.backend.preview_import(request).await.unwrap()
}

async fn import(
    editor: &Editor<'_>,
    import: ImportKey,
    columns: &ImportColumns,
) -> Result<Pasted, Failure> {
    import_mended(editor, import, columns, Vec::new()).await
}

async fn import_mended(
    editor: &Editor<'_>,
    import: ImportKey,
    columns: &ImportColumns,
    mended: Vec<MendedRow>,
) -> Result<Pasted, Failure> {
    let PreviewImport { import, sheet, without_hidden, decimal_mark, .. } = worksheet(import);
    let (movement, columns) = (editor.movement, columns.clone());
    let request =
        ImportLines { movement, import, sheet, without_hidden, columns, mended, decimal_mark };
    Ok(editor.harness.backend.import_lines(request).await?)
}

const ORDER: &str = "Order of ward 3\t\t\n\
    Qty\tNote\tCode\n\
    1,200\t\tglv-2207\n\
    4\turgent\tSYR-0505\n\
    5\t\tSYR-0505\n\
    1.5\t\tMOR-3010\n\
    7\t\tGLV-22O7\n\
    \t\t\n\
    \t\tSYR-0505";

#[tokio::test]
async fn what_would_come_of_a_table_is_told_and_then_comes_of_it_in_one_step() {
    let harness = with_products().await;
    let editor = Editor::of_pending(&harness).await;
    let before = editor.lines().await;
    let source = open_text(&harness, ORDER).await;
    assert_eq!(source.file_name, "");
    let rows: Vec<_> = source.sheets.iter().map(|sheet| (sheet.rows, sheet.is_hidden)).collect();
    assert_eq!(rows, [(9, false)]);

    let told = preview(&editor, source.key).await;
    let taken = ImportColumns { heads: Some(1), products: vec![2], quantity: Some(0) };
    assert_eq!((&told.taken, told.is_remembered, told.rows), (&taken, false, 9));
    let columns: Vec<_> = told.columns.iter().map(|column| (column.at, &column.head[..])).collect();
    assert_eq!(columns, [(0, "Qty"), (1, "Note"), (2, "Code")]);
    assert_eq!(told.columns[1].samples, ["urgent"]);
    assert_eq!(told.first_rows[0], (0, "Order of ward 3".to_owned()));
    assert_eq!(told.outcome.unused, ["Note"]);
    let troubles: Vec<_> = told.attention.iter().map(|it| (it.row, it.problem.clone())).collect();
    let expected = [
        (6, Some(EditProblem::NotWhole)),
        (7, Some(EditProblem::UnknownProduct)),
        (9, Some(EditProblem::NoQuantity)),
    ];
    assert_eq!(troubles, expected);
    let near = told.attention[1].near.iter().filter_map(|product| product.code.as_deref());
    assert!(near.clone().any(|code| code == "GLV-2207"), "{:?}", near.collect::<Vec<_>>());
    assert_eq!(editor.lines().await, before, "nothing is changed by looking");

    let pasted = import(&editor, source.key, &told.taken).await.unwrap();
    let rows = pasted.rows.clone();
    assert_eq!(Pasted { rows: Vec::new(), ..pasted }, told.outcome);
    assert_eq!(editor.line(&rows[1]).await.requested, Some(9), "two rows of one product");
    let state = editor.state().await;
    assert_eq!(state.undo.map(|step| step.kind), Some(StepKind::Import));
    editor.undo().await;
    assert_eq!(editor.lines().await, before);
}

#[tokio::test]
async fn a_row_is_put_right_or_left_out_before_anything_is_made_of_it() {
    let harness = with_products().await;
    let editor = Editor::of_pending(&harness).await;
    let source = open_text(&harness, ORDER).await;
    let mended = vec![
        MendedRow { at: 6, product: Some("GLV-2207".into()), ..MendedRow::default() },
        MendedRow { at: 5, quantity: Some("2".into()), ..MendedRow::default() },
        MendedRow { at: 8, is_left_out: true, ..MendedRow::default() },
    ];
    let before = preview(&editor, source.key).await;
    let told = preview_mended(&editor, source.key, None, mended.clone()).await;
    let rows: Vec<_> =
        told.attention.iter().map(|it| (it.row, it.problem.is_some(), it.is_left_out)).collect();
    assert_eq!(rows, [(6, false, false), (7, false, false), (9, false, true)], "where they were");
    assert_eq!(told.outcome.attention, 0);
    assert_eq!(told.outcome.skipped, before.outcome.skipped + 1);
    let all = |it: &Pasted| it.added + it.changed + it.same + it.merged + it.skipped + it.attention;
    assert_eq!(all(&told.outcome), told.rows, "every row is counted");
    // What somebody says may be wrong too.
    let wrong = vec![MendedRow { at: 6, quantity: Some("many".into()), ..MendedRow::default() }];
    let still = preview_mended(&editor, source.key, None, wrong).await;
    assert_eq!(still.attention[1].quantity, "many");
    assert_eq!(still.attention[1].problem, Some(EditProblem::UnknownProduct));
    let pasted = import_mended(&editor, source.key, &told.taken, mended).await.unwrap();
    assert_eq!(Pasted { rows: Vec::new(), ..pasted }, told.outcome);
}

#[tokio::test]
async fn what_may_be_thousands_or_decimals_needs_attention_until_somebody_says() {
    let harness = with_products().await;
    let editor = Editor::of_pending(&harness).await;
    let source = open_text(&harness, "Code;Qty\nSYR-0505;20,000\nMOR-3010;5").await;
    let told = preview(&editor, source.key).await;
    assert_eq!(told.outcome.attention, 1, "{told:?}");
    let trouble = &told.attention[0];
    assert_eq!((trouble.at, &trouble.quantity[..]), (1, "20,000"));
    assert_eq!(trouble.problem, Some(EditProblem::Doubtful(20_000)));
    // Who types it means it as the window reads it.
    let typed = MendedRow { at: 1, quantity: Some("20,000".into()), ..MendedRow::default() };
    let mended = preview_mended(&editor, source.key, None, vec![typed]).await;
    assert_eq!(mended.outcome.attention, 0, "{mended:?}");
    // Imported as it is, it is a line that cannot be sent.
    let pasted = import(&editor, source.key, &told.taken).await.unwrap();
    let line = editor.line(&pasted.rows[0]).await;
    assert!(line.problems.contains(&EditProblem::NotANumber), "{line:?}");
    // Another number of the column tells which mark is the decimal mark.
    let source = open_text(&harness, "Code;Qty\nSYR-0505;20,000\nMOR-3010;1,5").await;
    let told = preview(&editor, source.key).await;
    let pasted = import(&editor, source.key, &told.taken).await.unwrap();
    assert_eq!(editor.line(&pasted.rows[0]).await.requested, Some(20));
}

#[tokio::test]
async fn rows_that_are_too_many_together_are_told_and_can_be_left_out() {
    let harness = with_products().await;
    let editor = Editor::of_pending(&harness).await;
    let table = "Code;Qty\nSYR-0505;3000000000\nMOR-3010;5\nSYR-0505;3000000000";
    let source = open_text(&harness, table).await;
    let told = preview(&editor, source.key).await;
    let troubles: Vec<_> = told.attention.iter().map(|it| (it.at, it.problem.clone())).collect();
    assert_eq!(troubles, [(3, Some(EditProblem::TooManyTogether))]);
    assert_eq!((told.outcome.attention, told.outcome.merged), (1, 1), "{told:?}");
    let left_out = MendedRow { at: 3, is_left_out: true, ..MendedRow::default() };
    let mended = preview_mended(&editor, source.key, None, vec![left_out]).await;
    assert_eq!(mended.outcome.attention, 0);
    let stands: Vec<_> =
        mended.attention.iter().map(|it| (it.problem.is_some(), it.is_left_out)).collect();
    assert_eq!(stands, [(false, true)]);
}

#[tokio::test]
async fn a_table_with_the_same_heads_is_taken_as_the_last_time_also_after_a_restart() {
    let mut harness = with_products().await;
    let table = "Ward\tCode\tOld\tNew\nA\tSYR-0505\t1\t60";
    let chosen = ImportColumns { heads: Some(0), products: vec![1], quantity: Some(3) };
    {
        let editor = Editor::of_pending(&harness).await;
        let source = open_text(&harness, table).await;
        assert_eq!(preview(&editor, source.key).await.taken.quantity, Some(2));
        let other = preview_as(&editor, source.key, Some(chosen.clone())).await;
        assert_eq!((other.taken, other.is_remembered), (chosen.clone(), false));
        import(&editor, source.key, &chosen).await.unwrap();
        // Its rows are lines: they cannot become lines a second time.
        let again = import(&editor, source.key, &chosen).await.unwrap_err();
        assert_eq!(again.reason, Reason::Unknown);
    }
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    let editor = Editor::of_pending(&harness).await;
    let titled = format!("List of May\t\t\t\n{}", table.replace("60", "70"));
    let source = open_text(&harness, &titled).await;
    let told = preview(&editor, source.key).await;
    assert_eq!(told.taken, ImportColumns { heads: Some(1), ..chosen });
    assert!(told.is_remembered);
}

#[tokio::test]
async fn a_message_asks_for_what_it_names_and_greetings_ask_for_nothing() {
    let harness = with_products().await;
    let editor = Editor::of_pending(&harness).await;
    let text = "Hello,\n\nplease send 20x SYR-0505 and 3 boxes of gluves size M\n\nThank you, Ana";
    let source = open_text(&harness, text).await;
    let told = preview(&editor, source.key).await;
    assert_eq!((told.outcome.added, told.outcome.attention), (1, 1), "{told:?}");
    assert_eq!(told.attention[0].quantity, "3");
    assert_eq!(told.attention[0].row, 3);
    import(&editor, source.key, &told.taken).await.unwrap();
    let added = editor.lines().await;
    let syringes = added
        .iter()
        .filter(|line| line.product.as_ref().and_then(|it| it.code.as_deref()) == Some("SYR-0505"));
    assert!(syringes.clone().any(|line| line.requested == Some(20)));
}

#[tokio::test]
async fn what_cannot_be_imported_says_why_and_leaves_nothing_open() {
    let harness = with_products().await;
    let editor = Editor::of_pending(&harness).await;
    let why = |opened: Result<ImportSource, Failure>| opened.unwrap_err().reason;
    let not = |why| Reason::NotImported { why };
    let broken = open_file(&harness, "a.xlsx", b"PK\x03\x04 and no more").await;
    assert_eq!(why(broken), not(FileFault::NoTable));
    assert_eq!(why(open_file(&harness, "a.csv", b" \n\n").await), not(FileFault::Empty));
    // Only the worksheet that is looked at counts.
    let long = "A;1\n".repeat(IMPORTED_ROWS + 1);
    let long = open_file(&harness, "a.csv", long.as_bytes()).await.unwrap().key;
    let refused = import(&editor, long, &ImportColumns::default()).await.unwrap_err();
    assert_eq!(refused.reason, not(FileFault::TooLarge));
    let heavy = vec![b'a'; IMPORT_FILE + 3];
    assert_eq!(why(open_file(&harness, "a.csv", &heavy).await), not(FileFault::TooLarge));
    let text = OpenImport::Text { text: "a".repeat(IMPORTED_TEXT + 1) };
    let refused = harness.backend.open_import(text).await.unwrap_err();
    assert_eq!(Failure::from(refused).reason, not(FileFault::TextTooLong));
    let garbled = OpenImport::File { name: "a.csv".into(), content: "no base64!".into() };
    let refused = harness.backend.open_import(garbled).await.unwrap_err();
    assert!(matches!(Failure::from(refused).reason, Reason::InvalidRequest { .. }));
    let unknown = import(&editor, ImportKey(77), &ImportColumns::default()).await.unwrap_err();
    assert_eq!(unknown.reason, Reason::Unknown);
    let source = open_text(&harness, ORDER).await;
    harness.backend.close_import(CloseImport { import: source.key }).await.unwrap();
    let closed = import(&editor, source.key, &ImportColumns::default()).await.unwrap_err();
    assert_eq!(closed.reason, Reason::Unknown);
}

#[tokio::test]
async fn tables_that_a_page_left_open_do_not_pile_up() {
    let harness = with_products().await;
    let editor = Editor::of_pending(&harness).await;
    let first = open_text(&harness, ORDER).await;
    for _ in 0..20 {
        open_text(&harness, ORDER).await;
    }
    let gone = import(&editor, first.key, &ImportColumns::default()).await.unwrap_err();
    assert_eq!(gone.reason, Reason::Unknown);
}

#[tokio::test]
async fn hidden_rows_are_told_and_left_out_where_somebody_wants_that() {
    let harness = with_products().await;
    let editor = Editor::of_pending(&harness).await;
    let path = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../tests/tables/xw_merged_filtered_hidden_rows.xlsx"
    );
    let source = open_file(&harness, "list.xlsx", &std::fs::read(path).unwrap()).await.unwrap();
    let hidden: Vec<_> =
        source.sheets.iter().map(|it| (it.is_hidden, it.hidden_rows, it.hidden_columns)).collect();
    assert_eq!(hidden, [(false, 11, 0), (true, 0, 0)]);
    let look = async |without_hidden| {
        let movement = Some(editor.movement);
        let request = PreviewImport { movement, without_hidden, ..worksheet(source.key) };
        harness.backend.preview_import(request).await.unwrap()
    };
    let (with, without) = (look(false).await, look(true).await);
    assert_eq!((with.rows, without.rows), (23, 23), "every row is counted");
    assert_eq!(without.outcome.skipped, with.outcome.skipped + 11);
    assert_eq!(without.outcome.attention + 11, with.outcome.attention);
    let first = |told: &ImportPreview| told.attention[0].row;
    assert_eq!((first(&with), first(&without)), (4, 15), "rows keep their numbers");
}

#[tokio::test]
async fn a_file_that_changes_meanwhile_is_imported_as_it_was_read_once() {
    let harness = with_products().await;
    let editor = Editor::of_pending(&harness).await;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("list.csv");
    let mut sources = Vec::new();
    for content in ["Code;Qty\nGLV-2207;40", "Code;Qty\nGLV-2207;7\nSYR-0505;1"] {
        std::fs::write(&path, content).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        sources.push(open_file(&harness, "list.csv", &bytes).await.unwrap().key);
    }
    std::fs::remove_file(&path).unwrap();
    let (before, after) = (preview(&editor, sources[0]).await, preview(&editor, sources[1]).await);
    assert_eq!((before.rows, after.rows), (2, 3), "each is one version, whole");
    let pasted = import(&editor, sources[0], &before.taken).await.unwrap();
    assert_eq!(pasted.rows.len(), 1);
    assert_eq!(editor.line(&pasted.rows[0]).await.requested, Some(40));
    assert_eq!(preview(&editor, sources[1]).await.rows, 3, "the other is still open");
}
