//! Builds the editor's lines: the service's lines, the outbox's changes over them, the unsent
//! changes over both. Pure.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use crate::movements::{known::KnownMovement, lines::new_line};
use contract::{ItemId, LineChange, LineItem, Note, OperationState, ProductId, ProductRef, RowKey};

use super::{
    last_time::LastTime,
    notes::{note_of, show_typed_since},
    planned::{elsewhere, goes_instead, planned},
    problems::mark,
    rows::{Drawn, DrawnRow, InService, is_nameless},
};
use crate::{
    editor::draft::{
        means::named_by_now,
        sheet::{Aspects, RowDraft, Sheet},
    },
    outbox::{merged::parked, op::Op, predict::predict, questions::STEP},
};

/// What lines are drawn from.
pub struct Sources<'a> {
    /// The movement as the service has it.
    pub known: Arc<KnownMovement>,
    /// Operations of the movement that have not ended, in their order.
    pub ops: &'a [Op],
    /// Operations of the movement that were sent a while ago: what they made of a line nobody else did.
    pub sent: &'a [Op],
    /// What is wanted and not sent.
    pub sheet: &'a Sheet,
    /// Whether a product is among those read from the service; `None` while these are not known.
    pub is_listed: Option<&'a dyn Fn(&ProductId) -> bool>,
    /// A product by its id, as the list read from the service has it.
    pub listed: &'a dyn Fn(&ProductId) -> Option<ProductRef>,
    /// The product of this code or name, among those read from the service.
    pub named: &'a dyn Fn(&str) -> Option<ProductRef>,
    /// How many were asked for of each product the last time.
    pub last_time: LastTime,
}

/// Lines on the way to being drawn.
struct Drawing {
    rows: Vec<DrawnRow>,
    /// Where each line stands, and where the line stands instead of which a product goes.
    by_item: HashMap<ItemId, usize>,
    last: i64,
    /// The service has made the movement.
    is_made: bool,
    /// All its lines could be read: one that is not there is gone.
    is_whole: bool,
}

/// Draws lines.
pub fn draw(sources: Sources<'_>) -> Drawn {
    let mut drawing = Drawing::of(&sources.known, !is_calm(&sources));
    let parked = parked(sources.ops);
    for op in sources.ops {
        // Half a merge would count pieces twice or not at all. What is to be added is always there.
        let waits_with_another = op.merge.is_some_and(|merge| parked.contains(&merge))
            && op.item().is_some()
            && !op.needs_user();
        if !waits_with_another {
            drawing.lay_op(op);
        }
    }
    drawing.lay_sheet(sources.sheet, sources.named);
    drawing.lay_sent(sources.sent);
    let mut rows = drawing.rows;
    // Lines of one place stay in the order of the service.
    rows.sort_by_key(|row| row.place);
    mark(&mut rows, sources.is_listed);
    for row in rows.iter_mut().filter(|row| row.draft.is_some()) {
        row.notes.extend(elsewhere(&planned(row)).map(|fields| Note::Elsewhere { fields }));
    }
    for op in sources.ops.iter().filter(|op| op.merge.is_none()) {
        mark_typed_since(&mut rows, op);
    }
    let names =
        nameless(&rows).filter_map(|id| Some((id.clone(), (sources.listed)(id)?))).collect();
    Drawn::new(rows, sources.last_time, names)
}

/// Products of lines, and of what goes instead of them, of which the service told too little there.
fn nameless(rows: &[DrawnRow]) -> impl Iterator<Item = &ProductId> {
    let lines = rows.iter().flat_map(|row| [row.line(), row.shown()].into_iter().flatten());
    let all = lines.flat_map(|line| line.substitutions.iter().chain([line]));
    all.map(|line| &line.product).filter(|product| is_nameless(product)).map(|product| &product.id)
}

/// Tells of a conflict whether its line was typed in since, so that the typed goes in its place.
fn mark_typed_since(rows: &mut [DrawnRow], op: &Op) {
    let (OperationState::Conflict(_), Some(change)) = (&op.state, op.line_change()) else { return };
    let is_its = |row: &&mut DrawnRow| {
        row.draft.is_some() && matches!(&row.key, RowKey::Line(item) if Some(item) == op.item())
    };
    let row = rows.iter_mut().find(is_its).filter(|row| goes_instead(row, change));
    if let Some((row, draft)) = row.and_then(|row| row.draft.clone().map(|draft| (row, draft))) {
        show_typed_since(&mut row.notes, op.key, &draft.wants);
    }
}

/// Whether lines are drawn as the service has them, so that none is looked for.
fn is_calm(sources: &Sources<'_>) -> bool {
    sources.ops.is_empty() && sources.sheet.drafts().next().is_none()
}

impl Drawing {
    /// The lines as the service has them; some are looked for by their ids if `is_searched`.
    pub fn of(known: &Arc<KnownMovement>, is_searched: bool) -> Self {
        let lines = known.movement.lines.as_deref().unwrap_or_default();
        // What the service has not made yet is nothing that could be changed in it.
        let is_fixed = known.movement.id.as_str().is_empty();
        let mut last = 0;
        let rows = lines.iter().enumerate().map(|(at, line)| {
            // A line that the service gave no place stands behind those before it.
            let place = line.sort_order.unwrap_or(last + i64::from(STEP));
            last = last.max(place);
            let service = Some(InService { known: Arc::clone(known), at });
            let key = RowKey::Line(line.id.clone());
            DrawnRow { service, is_fixed, place, ..empty(key) }
        });
        let rows: Vec<_> = rows.collect();
        let searched = || lines.iter().enumerate().filter(|_| is_searched);
        let instead = searched()
            .flat_map(|(at, line)| line.substitutions.iter().map(move |child| (&child.id, at)));
        let own = searched().map(|(at, line)| (&line.id, at));
        let by_item = instead.chain(own).map(|(id, at)| (id.clone(), at)).collect();
        let is_whole = known.movement.lines_left_out == 0;
        Self { rows, by_item, last, is_made: !is_fixed, is_whole }
    }

    /// Lays an operation over the lines. One that waits for the user changes nothing; there is
    /// something to say of its line, and what was refused of it is shown.
    fn lay_op(&mut self, op: &Op) {
        let note = note_of(op);
        let Some(item) = op.item() else {
            if let Some(LineChange::Create { .. }) = op.line_change() {
                self.lay_addition(op, note);
            }
            return;
        };
        let at = match (self.by_item.get(item), op.base_line()) {
            (Some(at), _) => *at,
            // Its line is gone, and the user must hear what became of the change.
            (None, Some(base)) if note.is_some() => self.lay_gone(base.clone()),
            _ => return,
        };
        let row = &mut self.rows[at];
        if let Some(note) = note {
            let refused = matches!(note, Note::Refused { .. });
            let decision = op.line_change().filter(|change| refused && is_decision(change));
            row.tried = decision
                .and_then(|change| predict(row.beneath()?.clone(), change))
                .map(Box::new)
                .or(row.tried.take());
            row.notes.push(note);
            return;
        }
        let is_busy = op.state == OperationState::Busy;
        (row.sending, row.busy) = (row.sending || !is_busy, row.busy || is_busy);
        let (Some(change), Some(line)) = (op.line_change(), row.beneath().cloned()) else { return };
        match predict(line, change) {
            Some(line) => {
                if let LineChange::Update { sort_order: Some(place), .. } = change {
                    row.place = i64::from(*place);
                }
                row.waiting = Some(Box::new(line));
            }
            None => (row.deleted, row.is_fixed) = (true, true),
        }
    }

    fn lay_addition(&mut self, op: &Op, note: Option<Note>) {
        let Some(LineChange::Create { product, quantity, sort_order, recipient }) =
            op.line_change()
        else {
            return;
        };
        let place = sort_order.map(i64::from);
        let is_it = |row: &DrawnRow| {
            let line = row.service.as_ref().and_then(InService::line);
            line.is_some_and(|line| line.product.id == product.id && line.sort_order == place)
        };
        // Sent, it may be among the lines already.
        if op.attempts > 0 && self.rows.iter().any(is_it) && note.is_none() {
            return;
        }
        let mut line = new_line(product.clone(), i64::from(*quantity), place);
        line.recipient = recipient.clone().map(crate::editor::draft::aspects::bare);
        let row = DrawnRow {
            waiting: Some(Box::new(line)),
            sending: note.is_none() && op.state != OperationState::Busy,
            busy: op.state == OperationState::Busy,
            is_fixed: true,
            notes: note.into_iter().collect(),
            ..empty(RowKey::New(op.key))
        };
        // Lines of a movement that is to be made are drawn with what is to be added to them.
        let drawn = self.rows.iter().position(|row| !self.is_made && is_it(row));
        match drawn {
            Some(at) => self.rows[at] = DrawnRow { place: self.rows[at].place, ..row },
            None => self.push(place, row),
        }
    }

    /// A line that is not among those of the service, as it was last seen: it is gone, or cannot be read.
    fn lay_gone(&mut self, line: LineItem) -> usize {
        let (id, place) = (line.id.clone(), line.sort_order);
        let row = DrawnRow {
            waiting: Some(Box::new(line)),
            is_fixed: true,
            is_gone: self.is_whole,
            ..empty(RowKey::Line(id.clone()))
        };
        self.push(place, row);
        self.by_item.insert(id, self.rows.len() - 1);
        self.rows.len() - 1
    }

    fn lay_sheet(&mut self, sheet: &Sheet, named: &dyn Fn(&str) -> Option<ProductRef>) {
        let mut named = named_by_now(sheet, &self.rows, named);
        let mut drafts: Vec<_> = sheet.drafts().collect();
        // Lines added later stand behind where they have the same place.
        drafts.sort_unstable_by_key(|(key, _)| *key);
        let is_new = |row: &&DrawnRow| matches!(row.key, RowKey::New(_));
        let shown: HashSet<_> =
            self.rows.iter().filter(is_new).map(|row| row.key.clone()).collect();
        for (key, draft) in drafts {
            let draft = &draft.of_product(named.remove(key));
            match key {
                RowKey::New(_) if draft.wants.added && !shown.contains(key) => {
                    let over = Some(Box::new(draft.wants.over(None)));
                    let draft = Some(Arc::clone(draft));
                    let place = draft.as_ref().and_then(|draft| draft.wants.place);
                    self.push(place.map(i64::from), DrawnRow { over, draft, ..empty(key.clone()) });
                }
                RowKey::New(_) => {}
                RowKey::Line(item) => self.lay_draft(item, draft),
            }
        }
    }

    fn lay_draft(&mut self, item: &ItemId, draft: &Arc<RowDraft>) {
        let at = match (self.by_item.get(item), &draft.base) {
            (Some(at), _) => *at,
            // To be deleted, and gone: it is as it was to be.
            (None, Some(base)) if !draft.wants.deleted || !self.is_whole => {
                self.lay_gone(base.line.clone())
            }
            _ => return,
        };
        let row = &mut self.rows[at];
        let Some(beneath) = row.beneath() else { return };
        let mut wants = draft.wants.clone();
        wants.drop_what_is_so(beneath);
        if wants.is_empty() {
            return;
        }
        let is_same = Aspects { deleted: false, merged: None, ..wants.clone() }.is_empty();
        row.over = (!is_same).then(|| Box::new(wants.over(Some(beneath))));
        row.deleted |= wants.deleted;
        row.place = wants.place.map_or(row.place, i64::from);
        row.draft = Some(Arc::new(RowDraft { base: draft.base.clone(), wants }));
    }

    /// Remembers of lines that are changed here what was sent of them a while ago.
    fn lay_sent(&mut self, sent: &[Op]) {
        for (item, change) in sent.iter().filter_map(|op| Some((op.item()?, op.line_change()?))) {
            let row = self.by_item.get(item).map(|at| &mut self.rows[*at]);
            if let Some(row) = row.filter(|row| row.draft.is_some()) {
                row.sent.push(change.clone());
            }
        }
    }

    fn push(&mut self, place: Option<i64>, row: DrawnRow) {
        let place = place.unwrap_or(self.last + i64::from(STEP));
        self.last = self.last.max(place);
        self.rows.push(DrawnRow { place, ..row });
    }
}

fn is_decision(change: &LineChange) -> bool {
    matches!(
        change,
        LineChange::Revise { .. } | LineChange::Substitute { .. } | LineChange::Cancel { .. }
    )
}

fn empty(key: RowKey) -> DrawnRow {
    DrawnRow {
        key,
        service: None,
        waiting: None,
        over: None,
        tried: None,
        draft: None,
        sent: Vec::new(),
        sending: false,
        busy: false,
        deleted: false,
        is_fixed: false,
        is_gone: false,
        place: 0,
        problems: Vec::new(),
        notes: Vec::new(),
    }
}

#[cfg(test)]
mod tests;
