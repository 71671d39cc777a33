//! Fixture of tests: a movement that can be edited without service, file or clock.

use std::{collections::HashMap, sync::Arc};

use crate::movements::{known::KnownMovement, lines::new_line};
use chrono::{DateTime, Utc};
use contract::{
    DecimalMark, Decision, EditorColumn, EditorState, LineChange, LineEdit, LineItem, LineStatus,
    Movement, MovementKey, Operation, OperationKey, OperationState, PersonRef, ProductId,
    ProductRef, RowKey, StepKind,
};
use serde_json::json;
use uuid::Uuid;

use super::{
    apply::apply,
    means::CellParser,
    sheet::{Sheet, SheetChange},
    together::planned_together,
    touched::EditContext,
    undo::{redo, undo},
};
use crate::{
    editor::drawn::{
        draw::{Sources, draw},
        last_time::LastTime,
        rows::Drawn,
    },
    editor::error::EditError,
    outbox::{
        op::{Base, Op},
        predict::predict,
    },
};

pub struct Stage {
    pub lines: Vec<LineItem>,
    pub ops: Vec<Op>,
    pub sheet: Sheet,
    /// Products read from the service, where they were.
    pub listed: Option<Vec<ProductId>>,
    /// Codes that name a product.
    pub codes: Vec<&'static str>,
    pub last_time: LastTime,
    /// How many lines could not be read.
    pub left_out: u32,
    /// The service's id of the movement; none while it is to be made.
    id: &'static str,
    became: HashMap<OperationKey, RowKey>,
}

/// A product is known by its code, in capitals, and has it in small letters as its id.
pub fn product(code: &str) -> ProductRef {
    let (id, name) = (code.to_lowercase(), format!("Article {code}"));
    serde_json::from_value(json!({ "id": id, "code": code, "name": name })).unwrap()
}

pub fn line(id: &str, code: &str, quantity: i64, place: i64) -> LineItem {
    LineItem { id: id.into(), ..new_line(product(code), quantity, Some(place)) }
}

pub fn at(id: &str) -> RowKey {
    RowKey::Line(id.into())
}

pub fn key(n: u128) -> OperationKey {
    OperationKey(Uuid::from_u128(n))
}

pub fn new(n: u128) -> RowKey {
    RowKey::New(key(n))
}

pub fn cell(row: RowKey, column: EditorColumn, text: &str) -> LineEdit {
    LineEdit::Cell { row, column, text: text.to_owned() }
}

pub fn requested(id: &str, text: &str) -> LineEdit {
    cell(at(id), EditorColumn::Requested, text)
}

pub fn update(id: &str, pieces: u32) -> LineChange {
    let (item, quantity) = (id.into(), Some(pieces));
    LineChange::Update { item, product: None, quantity, sort_order: None }
}

pub fn add(n: u128, after: Option<RowKey>, code: &str, quantity: &str) -> LineEdit {
    let (code, quantity) = (code.to_owned(), quantity.to_owned());
    LineEdit::Add { row: new(n), after, product: None, code, quantity }
}

pub fn decide(id: &str, decision: Decision) -> LineEdit {
    LineEdit::Decide { row: at(id), decision: Some(decision), proposed: false }
}

pub fn delete(id: &str) -> LineEdit {
    LineEdit::Delete { row: at(id), deleted: true }
}

pub fn revise(quantity: u32, reason: &str) -> Decision {
    Decision::Revise { quantity, reason_code: reason.to_owned(), comments: None }
}

pub fn cancel(reason: &str) -> Decision {
    Decision::Cancel { reason_code: reason.to_owned(), comments: None }
}

pub fn substitute(with: &[(&str, u32)], reason: &str) -> Decision {
    let one = |(code, quantity): &(&str, u32)| contract::Substitute {
        product: product(code),
        quantity: *quantity,
    };
    let (with, reason_code) = (with.iter().map(one).collect(), reason.to_owned());
    Decision::Substitute { with, reason_code, comments: None }
}

impl Stage {
    pub fn new(lines: Vec<LineItem>) -> Self {
        Self {
            lines,
            ops: Vec::new(),
            sheet: Sheet::default(),
            listed: None,
            codes: vec!["A", "B", "C", "D", "E"],
            last_time: LastTime::default(),
            id: "m1",
            left_out: 0,
            became: HashMap::new(),
        }
    }

    /// The same, once products were read.
    pub fn with_products(self) -> Self {
        let listed = Some(self.codes.iter().map(|code| product(code).id).collect());
        Self { listed, ..self }
    }

    /// Three lines: 30 of A, 10 of B, 5 of C.
    pub fn abc() -> Self {
        Self::new(vec![line("a", "A", 30, 100), line("b", "B", 10, 200), line("c", "C", 5, 300)])
    }

    /// The same three, of a movement that the service has not made yet.
    pub fn to_be_made() -> Self {
        Self { id: "", ..Self::abc() }
    }

    /// Picks a line, or what goes instead of one.
    pub fn pick(&mut self, item: &str, state: OperationState) -> OperationKey {
        let key = self.op(update(item, 1), state);
        let op = self.ops.last_mut().unwrap();
        op.body = Operation::Pick { item: item.into(), picks: Vec::new() };
        op.base = self.lines.first().cloned().map(|line| Base::Line(Box::new(line)));
        key
    }

    pub fn known(&self) -> Arc<KnownMovement> {
        let movement = Movement {
            id: self.id.into(),
            name: None,
            description: None,
            identifier: None,
            origin: None,
            destination: None,
            date_requested: None,
            date_text: None,
            requested_by: None,
            lines: Some(self.lines.clone()),
            lines_left_out: self.left_out,
        };
        let key = MovementKey(Uuid::from_u128(1));
        Arc::new(KnownMovement::to_be_made(key, movement, now(), Some(now())))
    }

    pub fn drawn(&self) -> Drawn {
        let is_listed =
            |id: &ProductId| self.listed.as_ref().is_some_and(|listed| listed.contains(id));
        draw(Sources {
            known: self.known(),
            ops: &self.ops,
            sent: &[],
            sheet: &self.sheet,
            is_listed: self.listed.is_some().then_some(&is_listed),
            listed: &|id| is_listed(id).then(|| self.named(&id.as_str().to_uppercase())).flatten(),
            named: &|text| self.named(text),
            last_time: self.last_time.clone(),
        })
    }

    pub fn state(&self) -> EditorState {
        self.drawn().counted(&Default::default())
    }

    pub fn try_edit(&mut self, kind: StepKind, edits: &[LineEdit]) -> Result<(), EditError> {
        let made = std::cell::Cell::new(900);
        let means = CellParser {
            product: &|text| self.named(text),
            person: &|text| {
                (text == "Amara").then(|| PersonRef { id: "u1".into(), name: text.into() })
            },
            new_key: &|| {
                made.set(made.get() + 1);
                key(made.get())
            },
            decimal_mark: DecimalMark::Point,
        };
        let change = self.on_scene(|scene| apply(scene, &means, kind, edits))?;
        self.sheet.take(change, now());
        Ok(())
    }

    fn named(&self, text: &str) -> Option<ProductRef> {
        self.codes.contains(&text).then(|| product(text))
    }

    pub fn edit(&mut self, edits: &[LineEdit]) {
        self.try_edit(StepKind::Cell, edits).unwrap();
    }

    /// Answers whether there was a way.
    pub fn undo(&mut self) -> bool {
        let step = Arc::clone(self.sheet.last_done().unwrap());
        let change = self.on_scene(|scene| undo(scene, &step));
        change.map(|change| self.sheet.take(change, now())).is_ok()
    }

    /// Answers whether there was a way.
    pub fn redo(&mut self) -> bool {
        let step = Arc::clone(self.sheet.first_undone().unwrap());
        let change = self.on_scene(|scene| redo(scene, &step));
        change.map(|change| self.sheet.take(change, now())).is_ok()
    }

    fn on_scene<T>(&self, act: impl FnOnce(&EditContext<'_>) -> T) -> T {
        let drawn = self.drawn();
        let became = |key| self.became.get(&key).cloned();
        act(&EditContext { drawn: &drawn, sheet: &self.sheet, became: &became })
    }

    /// Sends all that goes, and the service does it. Answers what was sent.
    pub fn send(&mut self) -> Vec<LineChange> {
        let drawn = self.drawn();
        let mut sent = Vec::new();
        for (at, all) in planned_together(&drawn) {
            let row = &drawn.rows[at];
            if all.is_empty() || !all.iter().all(|planned| planned.goes()) {
                continue;
            }
            for change in all.into_iter().flat_map(|planned| planned.instructions) {
                self.take_in(&row.key, &change);
                sent.push(change);
            }
            let (rows, sent) = (vec![(row.key.clone(), None)], vec![row.key.clone()]);
            self.sheet.take(SheetChange { rows, sent, ..SheetChange::default() }, now());
        }
        sent
    }

    fn take_in(&mut self, row: &RowKey, change: &LineChange) {
        if let (RowKey::New(key), LineChange::Create { product, quantity, sort_order, .. }) =
            (row, change)
        {
            let made = new_line(product.clone(), i64::from(*quantity), sort_order.map(i64::from));
            let id = format!("made-{key}");
            self.became.insert(*key, at(&id));
            self.lines.push(LineItem { id: id.as_str().into(), ..made });
            self.lines.sort_by_key(|line| line.sort_order);
        } else if let Some(at) = self.lines.iter().position(|it| Some(&it.id) == change.item()) {
            match predict(self.lines[at].clone(), change) {
                Some(line) => self.lines[at] = line,
                None => drop(self.lines.remove(at)),
            }
        }
    }

    /// An operation that stands like this.
    pub fn op(&mut self, change: LineChange, state: OperationState) -> OperationKey {
        let key = key(500 + self.ops.len() as u128);
        let base = self.lines.iter().find(|line| Some(&line.id) == change.item());
        let base = base.cloned().map(|line| Base::Line(Box::new(line)));
        let mut op = Op::new(key, None, Operation::ChangeLine(change), base, now());
        op.state = state;
        self.ops.push(op);
        key
    }

    pub fn line_mut(&mut self, id: &str) -> &mut LineItem {
        self.lines.iter_mut().find(|line| line.id == id.into()).unwrap()
    }

    /// The lines as they will be: code, pieces asked for, status.
    pub fn shown(&self) -> Vec<(String, Option<i64>, LineStatus)> {
        let drawn = self.drawn();
        let there = drawn.rows.iter().filter(|row| !row.deleted);
        let shown = there.map(|row| {
            let line = row.line().unwrap();
            let code = row.product().and_then(|product| product.code.clone()).unwrap_or_default();
            (code, line.quantity_requested, line.status.clone())
        });
        shown.collect()
    }
}

fn now() -> DateTime<Utc> {
    DateTime::UNIX_EPOCH
}
