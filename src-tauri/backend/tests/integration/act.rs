//! What a user does with movements, lines and operations, and what the flows of the outbox look at:
//! where operations stand, what the journal says, what lines the service has.

use backend::{Backend, Error};
use contract::*;
use practice::sample;
use serde_json::json;
use tempfile::TempDir;
use uuid::Uuid;

use crate::harness::{Harness, QUICK, TODAY, day, open_at_pace, rows};

pub const MOVEMENTS: &str = "/api/stockMovements";
pub const MOVEMENT: &str = "/api/stockMovements/";

/// A user at another computer.
pub struct Colleague {
    pub backend: Backend,
    _data: TempDir,
}

pub fn key(n: u128) -> MovementKey {
    MovementKey(Uuid::from_u128(0x0193_1f0e_7b2a_7c3d_8e4f_0000_0000_0000 + n))
}

/// An empty movement from the central store to a theatre.
pub fn form(name: &str) -> NewMovement {
    NewMovement {
        start: StartFrom::Empty,
        name: name.into(),
        description: "For Friday".into(),
        origin: Some(sample::CENTRAL_STORE.into()),
        destination: Some(sample::THEATRE_BLOCK_A.into()),
        date_requested: Some(day(TODAY)),
        requested_by: Some(sample::AMARA_OKAFOR.into()),
        lines: Vec::new(),
    }
}

pub fn product(id: &str) -> ProductRef {
    serde_json::from_value(json!({ "id": id })).unwrap()
}

pub fn add(id: &str, quantity: u32) -> LineChange {
    LineChange::Create { product: product(id), quantity, sort_order: None, recipient: None }
}

pub fn quantity(item: &ItemId, quantity: u32) -> LineChange {
    let (item, quantity) = (item.clone(), Some(quantity));
    LineChange::Update { item, product: None, quantity, sort_order: None }
}

pub fn revise(item: &ItemId, quantity: u32) -> LineChange {
    let (item, reason_code) = (item.clone(), "STOCKOUT".into());
    LineChange::Revise { item, quantity, reason_code, comments: None }
}

pub fn cancel(item: &ItemId) -> LineChange {
    let (item, reason_code) = (item.clone(), "STOCKOUT".into());
    LineChange::Cancel { item, reason_code, comments: None }
}

pub fn revert(item: &ItemId) -> LineChange {
    LineChange::Revert { item: item.clone() }
}

pub fn delete(item: &ItemId) -> LineChange {
    LineChange::Delete { item: item.clone() }
}

pub fn substitute(item: &ItemId, with: &[(&str, u32)]) -> LineChange {
    let with =
        with.iter().map(|(id, quantity)| Substitute { product: product(id), quantity: *quantity });
    let (item, reason_code) = (item.clone(), "STOCKOUT".into());
    LineChange::Substitute { item, with: with.collect(), reason_code, comments: None }
}

pub fn named(name: &str) -> HeaderFields {
    HeaderFields { name: Some(name.into()), ..HeaderFields::default() }
}

/// A new pick of gloves that are there.
pub fn gloves(quantity: u32) -> Pick {
    let (inventory_item, bin) = (sample::GLOVES_M_LOT.into(), sample::BIN_A_01_03.into());
    Pick { id: None, inventory_item, bin_location: Some(bin), quantity }
}

pub fn pending() -> MovementRef {
    MovementRef::Id(sample::MOVEMENT_PENDING.into())
}

pub fn is_sent(state: &OperationState) -> bool {
    matches!(state, OperationState::Sent { .. })
}

/// It is in the service, and no answer told it.
pub fn is_seen(state: &OperationState) -> bool {
    matches!(state, OperationState::Sent { seen: true, .. })
}

/// Why an operation is stuck, and what the service said.
pub fn stuck(state: &OperationState) -> (&'static str, String) {
    let OperationState::Stuck(failure) = state else { panic!("not stuck: {state:?}") };
    (failure.reason.code(), failure.service_text.clone().unwrap_or_default())
}

/// The service's words about a product that must not replace gloves.
pub const NO_SUBSTITUTION: &str = "is not a valid substitution";

impl Harness {
    /// A user at another computer, signed in.
    pub async fn colleague(&self) -> Colleague {
        let data = tempfile::tempdir().unwrap();
        let backend = open_at_pace(&data, &self.clock, QUICK);
        let login = SignIn {
            server: self.service.base().to_owned(),
            ..self.login("jweir", sample::PASSWORD)
        };
        backend.sign_in(login).await.unwrap();
        Colleague { backend, _data: data }
    }

    pub async fn create(&self, key: MovementKey, form: NewMovement) -> Written {
        let request = CreateMovement { key: Some(key), form };
        self.backend.create_movement(request).await.unwrap()
    }

    pub async fn change(&self, movement: &MovementRef, changes: Vec<LineChange>) -> Written {
        change(&self.backend, movement, changes).await.unwrap()
    }

    pub async fn update_header(&self, movement: &MovementRef, change: HeaderFields) -> Written {
        update_header(&self.backend, movement, change).await.unwrap()
    }

    pub async fn pick(
        &self,
        movement: &MovementRef,
        item: &ItemId,
        picks: Vec<Pick>,
    ) -> Result<Written, Error> {
        let (movement, item) = (movement.clone(), item.clone());
        self.backend.pick_line(PickLine { key: None, movement, item, picks }).await
    }

    pub async fn create_category(&self, name: &str) -> Written {
        self.backend.create_category(CreateCategory { key: None, name: name.into() }).await.unwrap()
    }

    pub async fn pause(&self, paused: bool) {
        self.backend.pause_sending(PauseSending { paused }).await.unwrap();
    }

    pub async fn outbox(&self) -> OutboxState {
        self.backend.outbox(ReadOutbox {}).await.unwrap()
    }

    /// A movement as the list shows it.
    pub async fn movement_row(&self, key: MovementKey) -> MovementRow {
        let page = self.movements().await;
        rows(&page).into_iter().find(|row| row.key == key).unwrap().clone()
    }

    /// Waits until nothing goes by itself any more.
    pub async fn settled(&self) -> OutboxState {
        self.until(|| self.outbox(), |outbox| outbox.waiting == 0).await
    }

    /// Waits until the file holds what is in memory: it is written in the order of asking.
    async fn written(&self) {
        let sending = self.backend.sending(ReadSending {}).await.unwrap();
        self.backend.save_sending(SaveSending { sending }).await.unwrap();
    }

    /// All operations, also those that have ended.
    pub async fn ops(&self) -> Vec<OperationRow> {
        self.written().await;
        let filter = OperationFilter { ended: true, ..OperationFilter::default() };
        let request = ListOperations { start: 0, count: 1_000, filter };
        self.backend.list_operations(request).await.unwrap().rows
    }

    pub async fn op(&self, key: OperationKey) -> OperationRow {
        let filter =
            OperationFilter { operation: Some(key), ended: true, ..OperationFilter::default() };
        let request = ListOperations { start: 0, count: 1, filter };
        self.backend.list_operations(request).await.unwrap().rows.remove(0)
    }

    /// The one operation that asks for this.
    pub async fn op_of(&self, is: impl Fn(&Operation) -> bool) -> OperationRow {
        let ops = self.ops().await;
        let mut found = ops.into_iter().filter(|op| is(&op.operation));
        let op = found.next().expect("no such operation");
        assert!(found.next().is_none(), "several such operations");
        op
    }

    /// The one operation about this line.
    pub async fn op_about(&self, item: &ItemId) -> OperationRow {
        self.op_of(|operation| match operation {
            Operation::ChangeLine(change) => change.item() == Some(item),
            Operation::Pick { item: other, .. } => other == item,
            _ => false,
        })
        .await
    }

    /// The one operation that changes fields of a movement.
    pub async fn header_op(&self) -> OperationRow {
        self.op_of(|operation| matches!(operation, Operation::UpdateHeader(_))).await
    }

    pub async fn creation(&self, key: MovementKey) -> OperationRow {
        self.op(OperationKey(key.0)).await
    }

    /// Waits until an operation stands as wanted.
    pub async fn until_op(
        &self,
        key: OperationKey,
        is_met: impl Fn(&OperationState) -> bool,
    ) -> OperationRow {
        self.until(|| self.op(key), |op| is_met(&op.state)).await
    }

    /// The journal, the first entry first.
    pub async fn journal(&self) -> Vec<JournalRow> {
        self.written().await;
        let request = ListJournal { rows: Rows::first(1_000), filter: JournalFilter::default() };
        let mut rows = self.backend.list_journal(request).await.unwrap().rows;
        rows.reverse();
        rows
    }

    /// What happened to an operation, in its order.
    pub async fn events(&self, key: OperationKey) -> Vec<JournalEvent> {
        let journal = self.journal().await;
        journal.iter().filter(|row| row.key == key).map(|row| row.event).collect()
    }

    pub async fn retry(&self, operations: Vec<OperationKey>) {
        self.backend.retry_operations(RetryOperations { operations }).await.unwrap();
    }

    pub async fn drop_op(&self, operation: OperationKey) -> Result<Done, Error> {
        self.backend.drop_operation(DropOperation { operation }).await
    }

    pub async fn restore(&self, operation: OperationKey) -> Result<Done, Error> {
        self.backend.restore_operation(RestoreOperation { operation }).await
    }

    pub async fn edit(&self, operation: OperationKey, with: Operation) -> Result<Written, Error> {
        self.backend.edit_operation(EditOperation { operation, with }).await
    }

    pub async fn reply(&self, operation: OperationKey, answer: Answer) -> Result<Written, Error> {
        self.backend.answer_question(AnswerQuestion { operation, answer }).await
    }

    pub async fn resolve(
        &self,
        operation: OperationKey,
        keep: &[ConflictField],
    ) -> Result<Written, Error> {
        let keep = keep.to_vec();
        self.backend.resolve_conflict(ResolveConflict { operation, keep }).await
    }

    pub async fn undo(&self, operation: OperationKey) -> Result<Written, Error> {
        self.backend.undo_operation(UndoOperation { operation }).await
    }

    /// A movement's lines as the service has them now.
    pub async fn lines(&self, movement: &MovementRef) -> Vec<LineItem> {
        self.opened_anew(movement).await.movement.lines.unwrap()
    }

    /// One line as the service has it now.
    pub async fn line(&self, movement: &MovementRef, item: &ItemId) -> LineItem {
        let lines = self.lines(movement).await;
        lines.into_iter().find(|line| line.id == *item).expect("no such line")
    }

    /// The row of a movement in the list.
    pub async fn row(&self, key: MovementKey) -> MovementRow {
        let page = self.movements().await;
        rows(&page).into_iter().find(|row| row.key == key).expect("no such row").clone()
    }

    /// Requests that change movements' fields or lines.
    pub fn updates(&self) -> usize {
        self.count(&format!("POST {MOVEMENT}"))
    }

    /// How often a movement was asked for to be made.
    pub fn creations(&self) -> usize {
        let asked = format!("POST {MOVEMENTS}");
        self.requests().iter().filter(|request| **request == asked).count()
    }

    /// The operations the service applied, in no order.
    pub fn effects(&self) -> Vec<String> {
        let mut effects = self.operations();
        effects.sort();
        effects
    }
}

/// Changes lines as the page does: what is wanted is edited in the sheet, and then sent.
pub async fn change(
    backend: &Backend,
    movement: &MovementRef,
    changes: Vec<LineChange>,
) -> Result<Written, Error> {
    let movement = key_of(backend, movement).await?;
    let (step, decimal_mark) = (StepKind::Cell, DecimalMark::Point);
    let edits: Vec<_> = changes.into_iter().flat_map(edits_of).collect();
    let only = edits.iter().map(|(row, _)| row.clone()).collect();
    let edits = edits.into_iter().map(|(_, edit)| edit).collect();
    backend.edit_lines(EditLines { movement, step, edits, decimal_mark }).await?;
    let (only, without) = (Some(only), Vec::new());
    backend.send_changes(SendChanges { movement, only, without }).await
}

/// The key of a movement, without a reading of it where the list has it: a page has opened it before.
async fn key_of(backend: &Backend, movement: &MovementRef) -> Result<MovementKey, Error> {
    let id = match movement {
        MovementRef::Key(key) => return Ok(*key),
        MovementRef::Id(id) => id,
    };
    let rows = Rows::first(1_000);
    let (filter, group, folded, today) = (Default::default(), None, Vec::new(), None);
    let list = ListMovements { rows, filter, group, folded, today };
    let page = backend.list_movements(list).await?;
    let is_it = |row: &&MovementRow| row.id.as_ref() == Some(id);
    if let Some(row) = rows_of(&page).find(is_it) {
        return Ok(row.key);
    }
    let (movement, without_lines) = (movement.clone(), false);
    Ok(backend.open_movement(OpenMovement { movement, without_lines }).await?.key)
}

fn rows_of(page: &Page<Entry<MovementRow>>) -> impl Iterator<Item = &MovementRow> {
    page.rows.iter().filter_map(Entry::row)
}

/// What the page does to a line to ask for a change of it.
fn edits_of(change: LineChange) -> Vec<(RowKey, LineEdit)> {
    let line = |item| RowKey::Line(item);
    let decide = |item, decision| {
        let row = RowKey::Line(item);
        let decision = Some(decision);
        vec![(row.clone(), LineEdit::Decide { row, decision, proposed: false })]
    };
    match change {
        LineChange::Create { product, quantity, .. } => {
            let row = RowKey::New(OperationKey(Uuid::now_v7()));
            let (product, code, quantity) = (Some(product), String::new(), quantity.to_string());
            let (add, after) = (row.clone(), None);
            vec![(row, LineEdit::Add { row: add, after, product, code, quantity })]
        }
        LineChange::Update { item, product, quantity, .. } => {
            let row = line(item);
            let product = product.map(|product| LineEdit::Product { row: row.clone(), product });
            let (typed, column) = (row.clone(), EditorColumn::Requested);
            let quantity = quantity.map(|pieces| LineEdit::Cell {
                row: typed,
                column,
                text: pieces.to_string(),
            });
            product.into_iter().chain(quantity).map(|edit| (row.clone(), edit)).collect()
        }
        LineChange::Revise { item, quantity, reason_code, comments } => {
            decide(item, Decision::Revise { quantity, reason_code, comments })
        }
        LineChange::Substitute { item, with, reason_code, comments } => {
            decide(item, Decision::Substitute { with, reason_code, comments })
        }
        LineChange::Cancel { item, reason_code, comments } => {
            decide(item, Decision::Cancel { reason_code, comments })
        }
        LineChange::Revert { item } => decide(item, Decision::Revert),
        LineChange::Delete { item } => {
            let row = line(item);
            vec![(row.clone(), LineEdit::Delete { row, deleted: true })]
        }
    }
}

pub async fn update_header(
    backend: &Backend,
    movement: &MovementRef,
    change: HeaderFields,
) -> Result<Written, Error> {
    backend.update_header(UpdateHeader { movement: movement.clone(), base: None, change }).await
}

impl Colleague {
    /// Reads the movement, as one does before changing it.
    pub async fn open(&self, movement: &MovementRef) -> OpenedMovement {
        let movement = movement.clone();
        self.backend.open_movement(OpenMovement { movement, without_lines: false }).await.unwrap()
    }

    pub async fn change(&self, movement: &MovementRef, changes: Vec<LineChange>) {
        self.open(movement).await;
        let written = change(&self.backend, movement, changes).await.unwrap();
        assert!(matches!(written.state, WriteState::Sent { .. }), "{written:?}");
    }

    pub async fn update_header(&self, movement: &MovementRef, change: HeaderFields) {
        self.open(movement).await;
        let written = update_header(&self.backend, movement, change).await.unwrap();
        assert!(matches!(written.state, WriteState::Sent { .. }), "{written:?}");
    }

    pub async fn create(&self, form: NewMovement) -> MovementId {
        let request = CreateMovement { key: None, form };
        let written = self.backend.create_movement(request).await.unwrap();
        let WriteState::Sent { id: Some(id), .. } = written.state else { panic!("{written:?}") };
        id.as_str().into()
    }
}
