//! What a user does in a movement's editor, and what it shows: for the flows of pasting and sending.

use contract::*;
use practice::sample;
use uuid::Uuid;

use crate::{act::*, harness::Harness};

/// A movement's editor.
pub struct Editor<'a> {
    pub harness: &'a Harness,
    pub movement: MovementKey,
}

pub fn row(item: &ItemId) -> RowKey {
    RowKey::Line(item.clone())
}

pub fn new_row(n: u128) -> RowKey {
    RowKey::New(OperationKey(key(1_000 + n).0))
}

pub fn typed(item: &ItemId, text: &str) -> LineEdit {
    LineEdit::Cell { row: row(item), column: EditorColumn::Requested, text: text.into() }
}

pub fn added(n: u128, id: &str, quantity: &str) -> LineEdit {
    let (code, quantity) = (String::new(), quantity.into());
    LineEdit::Add { row: new_row(n), after: None, product: Some(product(id)), code, quantity }
}

pub fn decided(item: &ItemId, decision: Decision) -> LineEdit {
    LineEdit::Decide { row: row(item), decision: Some(decision), proposed: false }
}

pub fn deleted(item: &ItemId) -> LineEdit {
    LineEdit::Delete { row: row(item), deleted: true }
}

/// The first worksheet of a table, looked at before anybody says anything about it.
pub fn worksheet(import: ImportKey) -> PreviewImport {
    PreviewImport {
        movement: None,
        import,
        sheet: 0,
        without_hidden: false,
        columns: None,
        mended: Vec::new(),
        decimal_mark: DecimalMark::Point,
    }
}

pub fn to_revise(quantity: u32) -> Decision {
    Decision::Revise { quantity, reason_code: "STOCKOUT".into(), comments: None }
}

pub fn to_cancel() -> Decision {
    Decision::Cancel { reason_code: "STOCKOUT".into(), comments: None }
}

pub fn to_substitute(with: &[(&str, u32)]) -> Decision {
    let one =
        |(id, quantity): &(&str, u32)| Substitute { product: product(id), quantity: *quantity };
    let with = with.iter().map(one).collect();
    Decision::Substitute { with, reason_code: "STOCKOUT".into(), comments: None }
}

impl<'a> Editor<'a> {
    /// The editor of a sample movement whose lines are read.
    pub async fn open(harness: &'a Harness, movement: &str) -> Editor<'a> {
        let opened = harness.open(&MovementRef::Id(movement.into())).await.unwrap();
        Editor { harness, movement: opened.key }
    }

    /// That of the movement whose lines are open.
    pub async fn of_pending(harness: &'a Harness) -> Editor<'a> {
        Self::open(harness, sample::MOVEMENT_PENDING).await
    }

    /// The lines as the mirror has them.
    pub async fn items(&self) -> Vec<LineItem> {
        self.harness.open(&self.movement.into()).await.unwrap().movement.lines.unwrap()
    }

    /// The one line of gloves, which other gloves may replace.
    pub async fn gloves(&self) -> LineItem {
        let mut items = self.items().await.into_iter();
        items.find(|line| line.product.id == sample::GLOVES_M.into()).unwrap()
    }

    /// The first line of a status.
    pub async fn of_status(&self, status: LineStatus) -> LineItem {
        self.items().await.into_iter().find(|line| line.status == status).unwrap()
    }

    /// A line as the service has it now; `None` if it has it no more.
    pub async fn in_service(&self, item: &ItemId) -> Option<LineItem> {
        let lines = self.harness.lines(&self.movement.into()).await;
        lines.into_iter().find(|line| line.id == *item)
    }

    pub async fn edit(&self, edits: Vec<LineEdit>) -> EditorState {
        let (step, decimal_mark) = (StepKind::Cell, DecimalMark::Point);
        let request = EditLines { movement: self.movement, step, edits, decimal_mark };
        self.harness.backend.edit_lines(request).await.unwrap()
    }

    pub async fn state(&self) -> EditorState {
        self.harness.backend.editor(ReadEditor { movement: self.movement }).await.unwrap()
    }

    pub async fn undo(&self) -> EditorState {
        let request = UndoStep { movement: self.movement, redo: false };
        self.harness.backend.undo_step(request).await.unwrap()
    }

    pub async fn send(&self) -> Written {
        self.send_only(None).await
    }

    pub async fn send_only(&self, only: Option<Vec<RowKey>>) -> Written {
        let request = SendChanges { movement: self.movement, only, without: Vec::new() };
        self.harness.backend.send_changes(request).await.unwrap()
    }

    pub async fn changes(&self) -> Changes {
        let request = ListChanges { movement: self.movement, without: Vec::new() };
        self.harness.backend.list_changes(request).await.unwrap()
    }

    pub async fn rows(&self) -> Vec<EditorRow> {
        let mut rows = Vec::new();
        loop {
            let start = u32::try_from(rows.len()).unwrap();
            let page = self.harness.backend.list_lines(ListLines {
                movement: self.movement,
                rows: Rows { start, count: 1_000, sort: Vec::new() },
                filter: LineFilter::default(),
                folded: Vec::new(),
            });
            let page = page.await.unwrap();
            rows.extend(page.rows);
            if rows.len() == page.total as usize {
                return rows;
            }
        }
    }

    pub async fn lines(&self) -> Vec<EditorLine> {
        let lines = self.rows().await.into_iter().filter_map(|row| match row {
            EditorRow::Line(line) => Some(*line),
            _ => None,
        });
        lines.collect()
    }

    pub async fn line(&self, row: &RowKey) -> EditorLine {
        self.lines().await.into_iter().find(|line| line.key == *row).expect("no such line")
    }

    pub async fn notes(&self) -> Vec<NoteRow> {
        let notes = self.rows().await.into_iter().filter_map(|row| match row {
            EditorRow::Note(note) => Some(*note),
            _ => None,
        });
        notes.collect()
    }

    pub async fn paste(&self, column: EditorColumn, targets: Vec<RowKey>, block: &str) -> Pasted {
        let cells = block.lines().map(|row| row.split('\t').map(str::to_owned).collect()).collect();
        let (movement, decimal_mark) = (self.movement, DecimalMark::Point);
        let request = PasteLines { movement, column, targets, cells, decimal_mark };
        self.harness.backend.paste_lines(request).await.unwrap()
    }
}

/// Sends, and tells what the service applied and by how many requests.
pub async fn sent(editor: &Editor<'_>) -> (Vec<String>, usize) {
    let (effects, updates) = (editor.harness.operations().len(), editor.harness.updates());
    let written = editor.send().await;
    assert!(matches!(written.state, WriteState::Sent { .. }), "{written:?}");
    let outbox = editor.harness.settled().await;
    assert_eq!(outbox.attention, 0);
    (editor.harness.operations().split_off(effects), editor.harness.updates() - updates)
}

/// The one note of a refused change, with the operation to be dealt with.
pub fn refused(notes: &[NoteRow]) -> (RowKey, OperationKey) {
    let [NoteRow { of, note: Note::Refused { operation, .. } }] = notes else {
        panic!("{notes:?}")
    };
    (of.clone(), *operation)
}

/// So many requests find the bad one of so many changes, after the first: their halvings, the bad
/// one alone, and the rest.
pub fn halvings(changes: usize) -> usize {
    changes.next_power_of_two().trailing_zeros() as usize + 2
}

/// A key nobody uses.
pub fn nobody() -> OperationKey {
    OperationKey(Uuid::from_u128(7))
}
