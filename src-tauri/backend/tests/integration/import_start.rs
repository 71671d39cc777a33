//! A movement begun from a table: its rows are changes that are not sent, in one step, kept with the movement.

use contract::*;
use practice::Fault;

use crate::{act::*, editing::*, harness::Harness};

const TABLE: &str = "Code;Qty\nGLV-2207;40\nSYR-0505;1,5\nNO-SUCH;7\nGLV-2207;2";

fn key() -> MovementKey {
    "01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f".parse().unwrap()
}

/// Looks at the table: what is asked for, and what would come of it.
async fn look(harness: &Harness, mended: Vec<MendedRow>) -> (PreviewImport, ImportPreview) {
    let backend = &harness.backend;
    let source = backend.open_import(OpenImport::Text { text: TABLE.into() }).await.unwrap();
    let decimal_mark = DecimalMark::Comma;
    let asked = PreviewImport { mended, decimal_mark, ..worksheet(source.key) };
    let told = backend.preview_import(asked.clone()).await.unwrap();
    (asked, told)
}

/// The rows of the table, as the form of a new movement has them.
async fn form_of_table(harness: &Harness, mended: Vec<MendedRow>) -> NewMovement {
    harness.refresh(DataSet::Products).await.unwrap();
    let backend = &harness.backend;
    let (asked, told) = look(harness, mended).await;
    let PreviewImport { import, sheet, without_hidden, mended, decimal_mark, .. } = asked;
    let columns = told.taken;
    let request = TakeImport { import, sheet, without_hidden, columns, mended, decimal_mark };
    let ImportedRows { rows, lines, open } = backend.take_import(request.clone()).await.unwrap();
    let again = backend.take_import(request).await.unwrap_err();
    assert!(matches!(again, backend::Error::Unknown), "it is open no more: {again:?}");
    let start = ImportStart { file_name: String::new(), rows, open, decimal_mark };
    NewMovement { start: StartFrom::Import(start), lines, ..form("From a table") }
}

fn asked(lines: &[EditorLine]) -> Vec<(Option<String>, Option<i64>)> {
    let code = |line: &EditorLine| line.product.as_ref()?.code.clone();
    lines.iter().map(|line| (code(line), line.requested)).collect()
}

#[tokio::test]
async fn a_movement_from_a_table_gets_its_rows_once_and_sends_them_when_asked() {
    let harness = Harness::signed_in().await;
    let form = form_of_table(&harness, Vec::new()).await;
    assert_eq!(form.lines.iter().map(|line| line.quantity).collect::<Vec<_>>(), [42]);
    let request = CreateMovement { key: Some(key()), form };
    let written = harness.backend.create_movement(request.clone()).await.unwrap();
    assert!(matches!(written.state, WriteState::Sent { .. }), "{written:?}");
    let editor = Editor { harness: &harness, movement: key() };
    let lines = editor.lines().await;
    let gloves = (Some("GLV-2207".to_owned()), Some(42));
    assert_eq!((lines.len(), &asked(&lines)[0]), (3, &gloves));
    let state = editor.state().await;
    assert_eq!(state.undo.map(|step| step.kind), Some(StepKind::Import));
    assert_eq!(state.ready, 1, "what needs attention waits");
    // A second press is the same movement.
    let again = harness.backend.create_movement(request).await.unwrap();
    assert!(matches!(again.state, WriteState::Sent { .. }), "{again:?}");
    assert_eq!(editor.lines().await.len(), 3);
    editor.send().await;
    harness.settled().await;
    let effects = harness.service.effects();
    let made = |operation: &str| effects.iter().filter(|it| it.operation == operation).count();
    assert_eq!((made("createItem"), made("createMovement")), (1, 1));
}

#[tokio::test]
async fn without_a_network_its_rows_are_kept_with_it_also_after_a_restart() {
    let mut harness = Harness::signed_in().await;
    let mended = vec![
        MendedRow { at: 2, quantity: Some("3".into()), ..MendedRow::default() },
        MendedRow { at: 3, is_left_out: true, ..MendedRow::default() },
    ];
    let mut form = form_of_table(&harness, mended).await;
    assert_eq!(
        form.start,
        StartFrom::Import(ImportStart {
            file_name: String::new(),
            rows: 3,
            open: Vec::new(),
            decimal_mark: DecimalMark::Comma,
        })
    );
    form.lines[1].quantity = 5;
    harness.backend.switch_offline(SwitchOffline { offline: true }).await.unwrap();
    let request = CreateMovement { key: Some(key()), form };
    let written = harness.backend.create_movement(request).await.unwrap();
    assert!(matches!(written.state, WriteState::Kept { .. }), "{written:?}");
    harness.restart().await;
    harness.open_profile("aokafor").await.unwrap();
    let editor = Editor { harness: &harness, movement: key() };
    let pieces: Vec<_> = editor.lines().await.iter().map(|line| line.requested).collect();
    assert_eq!(pieces, [Some(42), Some(5)]);
    editor.undo().await;
    assert!(editor.lines().await.is_empty());
}

#[tokio::test]
async fn a_refused_form_that_is_corrected_keeps_its_rows_and_gets_those_it_had_none_of() {
    let harness = Harness::signed_in().await;
    let good = form_of_table(&harness, Vec::new()).await;
    let send = |form: &NewMovement| CreateMovement { key: Some(key()), form: form.clone() };
    let nowhere = || Some("nowhere".into());
    // Begun empty, refused, and begun from the table then.
    let (start, lines) = (StartFrom::Empty, Vec::new());
    let empty = NewMovement { start, lines, origin: nowhere(), ..good.clone() };
    let written = harness.backend.create_movement(send(&empty)).await.unwrap();
    assert!(matches!(written.state, WriteState::Stuck(_)), "{written:?}");
    let wrong = NewMovement { origin: nowhere(), ..good.clone() };
    let written = harness.backend.create_movement(send(&wrong)).await.unwrap();
    assert!(matches!(written.state, WriteState::Stuck(_)), "{written:?}");
    let editor = Editor { harness: &harness, movement: key() };
    assert_eq!(editor.lines().await.len(), 3);
    // Other rows are no correction of those that it has: they are not dropped without a word.
    let again = harness.backend.create_movement(send(&wrong)).await.unwrap_err();
    assert!(matches!(again, backend::Error::Invalid { field: "start", .. }), "{again:?}");
    // Corrected as the page and History have it then: without the rows, which are in the movement.
    let mut corrected = NewMovement { name: "Corrected".into(), lines: Vec::new(), ..good };
    if let StartFrom::Import(import) = &mut corrected.start {
        import.open.clear();
    }
    let written = harness.backend.create_movement(send(&corrected)).await.unwrap();
    assert!(matches!(written.state, WriteState::Sent { .. }), "{written:?}");
    assert_eq!(editor.lines().await.len(), 3);
}

#[tokio::test]
async fn rows_of_a_movement_that_is_given_up_are_not_counted_as_unsent() {
    let harness = Harness::signed_in().await;
    let form = form_of_table(&harness, Vec::new()).await;
    let form = NewMovement { origin: Some("nowhere".into()), ..form };
    let request = CreateMovement { key: Some(key()), form };
    let written = harness.backend.create_movement(request).await.unwrap();
    assert!(matches!(written.state, WriteState::Stuck(_)), "{written:?}");
    assert_eq!(harness.outbox().await.unsent.len(), 1);
    harness.drop_op(OperationKey(key().0)).await.unwrap();
    assert!(harness.outbox().await.unsent.is_empty());
}

#[tokio::test]
async fn a_form_that_names_no_table_yet_is_not_sent() {
    let harness = Harness::signed_in().await;
    let start = StartFrom::Import(ImportStart::default());
    let form = NewMovement { start, ..form("From nothing") };
    let refused = harness.backend.create_movement(CreateMovement { key: None, form }).await;
    let refused: Failure = refused.unwrap_err().into();
    assert_eq!(refused.reason, Reason::Required, "{refused:?}");
}

/// What would come of the table, by added rows and those that need attention.
async fn outcome(harness: &Harness) -> [u32; 2] {
    let outcome = look(harness, Vec::new()).await.1.outcome;
    [outcome.added, outcome.attention]
}

#[tokio::test]
async fn what_comes_of_a_table_is_said_once_the_products_were_read() {
    let harness = Harness::signed_in().await;
    assert_eq!(harness.count("GET /api/products"), 0);
    assert_eq!(outcome(&harness).await, [1, 2]);
}

#[tokio::test]
async fn a_table_is_looked_at_where_the_service_tells_no_products_too() {
    let harness = Harness::signed_in().await;
    harness.service.faults().add(Fault::status(500).method("GET").path("/api/products").times(100));
    assert_eq!(outcome(&harness).await, [0, 4], "no product is known");
}
