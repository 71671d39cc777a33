//! Shows waiting operations over what the service has, in lists and in movements. What was read is
//! not changed.

use std::{collections::HashMap, sync::Arc};

use contract::{
    FormField, FormProblem, HeaderFields, LineChange, LineItem, Movement, MovementColumn,
    MovementFilter, MovementKey, MovementRef, NewMovement, Operation, OperationState, Person,
    PlaceRef, PreviewLine, RowState, Rule, Sort,
};
use rules::{
    movements::{known::KnownMovement, lines::new_line},
    search::order::LastOrder,
};

use crate::{
    directory::Directory,
    editor::editors::Editors,
    error::Error,
    movements::mirror::Movements,
    outbox::{merged::parked, op::Op, predict::predict, questions::last_place_of, queue::Outbox},
};

/// What an order was made for.
#[derive(Clone, PartialEq)]
pub(crate) struct MovementOrderKey {
    /// Of the movements known.
    pub version: u64,
    /// Of what waits in the outbox.
    pub waiting: u64,
    pub filter: MovementFilter,
    pub sort: Vec<Sort<MovementColumn>>,
}

/// Movements as they are shown: as the service has them, with what is to become of them.
pub(crate) struct MovementView {
    pub directory: Arc<Directory>,
    pub outbox: Arc<Outbox>,
    pub editors: Arc<Editors>,
    pub movements: Arc<Movements>,
    /// Movements in the order that was asked for last.
    pub order: LastOrder<MovementOrderKey, Arc<KnownMovement>>,
    /// Those whose lines a filter asks for, and that were never read.
    pub unread: LastOrder<MovementOrderKey, Arc<KnownMovement>>,
}

impl MovementView {
    /// All movements as they are to be shown, in no order.
    pub(crate) fn shown_movements(&self) -> Vec<Arc<KnownMovement>> {
        let mut shown = self.movements.known();
        let mut waiting: HashMap<MovementKey, Vec<Op>> = HashMap::new();
        for op in self.outbox.all() {
            if let Some(key) = op.movement
                && matches!(op.body, Operation::CreateMovement(_) | Operation::UpdateHeader(_))
            {
                waiting.entry(key).or_default().push(op);
            }
        }
        for known in &mut shown {
            if let Some(ops) = waiting.remove(&known.key) {
                *known = Arc::new(with_changes(known, &ops));
            }
        }
        shown.extend(waiting.values().filter_map(|ops| self.to_be_made(ops)).map(Arc::new));
        shown
    }

    /// One movement as it is to be shown.
    pub(crate) fn shown_movement(&self, named: &MovementRef) -> Option<Arc<KnownMovement>> {
        if let Some(known) = self.movements.find(named) {
            let ops = self.outbox.of_movement(known.key);
            return Some(Arc::new(with_changes(&known, &ops)));
        }
        let MovementRef::Key(key) = named else { return None };
        self.to_be_made(&self.outbox.of_movement(*key)).map(Arc::new)
    }

    /// A movement's own fields as they are shown.
    pub(crate) fn shown_header(&self, key: MovementKey) -> Option<HeaderFields> {
        self.shown_movement(&key.into()).map(|known| HeaderFields::of(&known.movement))
    }

    /// Where the rows of movements stand of which something waits, or is not sent.
    pub(crate) fn row_states(&self) -> HashMap<MovementKey, RowState> {
        let unsent = self.editors.unsent().into_keys();
        let mut states: HashMap<_, _> = unsent.map(|key| (key, RowState::Changed)).collect();
        for op in self.outbox.all() {
            if let Some(key) = op.movement {
                let state = row_state(&op);
                let shown = states.entry(key).or_insert(state);
                if weight(state) > weight(*shown) {
                    *shown = state;
                }
            }
        }
        states
    }

    /// A movement that waits to be made, as the operations about it have it.
    fn to_be_made(&self, ops: &[Op]) -> Option<KnownMovement> {
        let creation = ops.iter().find(|op| op.is_creation())?;
        let (Operation::CreateMovement(form), Some(key)) = (&creation.body, creation.movement)
        else {
            return None;
        };
        let movement = self.movement_of(form);
        let lines_seen = movement.lines.as_ref().map(|_| creation.kept);
        let known = KnownMovement::to_be_made(key, movement, creation.kept, lines_seen);
        Some(with_changes(&known, ops))
    }

    /// The movement a form is to become: its lines as previewed.
    fn movement_of(&self, form: &NewMovement) -> Movement {
        let place = |id: &Option<contract::LocationId>| {
            let id = id.as_ref()?;
            let found = self.directory.place(id);
            let bare = || PlaceRef { id: id.clone(), name: id.to_string(), type_code: None };
            Some(found.unwrap_or_else(bare))
        };
        let lines = form.lines.iter().filter(|line| line.is_kept()).map(line_of);
        Movement {
            id: "".into(),
            name: Some(form.name.clone()),
            description: Some(form.description.clone()),
            identifier: None,
            origin: place(&form.origin),
            destination: place(&form.destination),
            date_requested: form.date_requested,
            date_text: None,
            requested_by: form.requested_by.as_ref().map(|id| {
                let found = self.directory.person(id);
                found.unwrap_or_else(|| bare_person(id.clone(), None))
            }),
            lines: Some(lines.collect()),
            lines_left_out: 0,
        }
    }

    /// The key of a movement known here, or being made here.
    pub(crate) fn key_of(&self, named: &MovementRef) -> Result<MovementKey, Error> {
        if let Some(known) = self.movements.find(named) {
            return Ok(known.key);
        }
        match named {
            MovementRef::Key(key) if self.outbox.made_here(*key) => Ok(*key),
            _ => Err(Error::Unknown),
        }
    }

    pub(crate) fn check_places(
        &self,
        key: MovementKey,
        change: &HeaderFields,
    ) -> Result<(), Error> {
        let known = self.shown_header(key).unwrap_or_default();
        let origin = change.origin.as_ref().or(known.origin.as_ref());
        let destination = change.destination.as_ref().or(known.destination.as_ref());
        let changed = change.origin.is_some() || change.destination.is_some();
        let same = origin.zip(destination).is_some_and(|(from, to)| from.id == to.id);
        if changed && same {
            let field = FormField::Destination;
            let rule = Rule::SamePlace;
            return Err(Error::Form(FormProblem { field, rule }));
        }
        Ok(())
    }

    /// The last place a line has, or is to have.
    pub(crate) fn last_place(&self, key: MovementKey) -> u32 {
        let known = self.movements.find(&key.into());
        let lines = known.as_ref().and_then(|known| known.movement.lines.as_deref());
        last_place_of(lines.unwrap_or_default(), &self.outbox.of_movement(key))
    }
}

/// A movement with the fields that wait to be changed.
fn with_changes(known: &KnownMovement, ops: &[Op]) -> KnownMovement {
    tracing::trace!(target: "movement_drawn", "a movement is drawn with what waits");
    let mut shown = known.clone();
    let fields = ops.iter().fold(HeaderFields::default(), |fields, op| match &op.body {
        // One that waits for the user is not drawn: what the service has is true until they decide.
        Operation::UpdateHeader(change) if !op.needs_user() => fields.with(change),
        _ => fields,
    });
    if let Some(lines) = &mut shown.movement.lines {
        let parked = parked(ops);
        let waits = |op: &&Op| op.merge.is_some_and(|merge| parked.contains(&merge));
        let drawn = ops.iter().filter(|op| !op.needs_user()).filter(|op| !waits(op));
        drawn.for_each(|op| draw(op, lines));
    }
    if fields.is_empty() {
        return shown;
    }
    let movement = &mut shown.movement;
    movement.name = fields.name.or(movement.name.take());
    movement.description = fields.description.or(movement.description.take());
    movement.origin = fields.origin.or(movement.origin.take());
    movement.destination = fields.destination.or(movement.destination.take());
    if fields.date_requested.is_some() {
        movement.date_text = None;
    }
    movement.date_requested = fields.date_requested.or(movement.date_requested);
    if let Some(person) = fields.requested_by {
        movement.requested_by = Some(bare_person(person.id, Some(person.name)));
    }
    shown.folded = Default::default();
    shown
}

/// Draws a change of a line that is on its way.
fn draw(op: &Op, lines: &mut Vec<LineItem>) {
    let Some(change) = op.line_change() else { return };
    if let LineChange::Create { product, quantity, sort_order, .. } = change {
        let place = sort_order.map(i64::from);
        // Sent, it may be among the lines already.
        if !lines.iter().any(|line| line.product.id == product.id && line.sort_order == place) {
            lines.push(new_line(product.clone(), i64::from(*quantity), place));
        }
    } else if let Some(at) = lines.iter().position(|line| Some(&line.id) == change.item()) {
        match predict(lines[at].clone(), change) {
            Some(line) => lines[at] = line,
            None => drop(lines.remove(at)),
        }
    }
}

fn bare_person(id: contract::PersonId, name: Option<String>) -> Person {
    Person { id, name, first_name: None, last_name: None, username: None, email: None }
}

fn line_of(line: &PreviewLine) -> LineItem {
    let drawn = new_line(line.product.clone(), line.quantity, None);
    LineItem { id: line.item.as_str().into(), ..drawn }
}

/// The state an operation gives its movement's row.
fn row_state(op: &Op) -> RowState {
    match &op.state {
        OperationState::Conflict(_) => RowState::ChangedElsewhere,
        OperationState::Stuck(_) | OperationState::Unknown(_) => RowState::Refused,
        OperationState::Sending | OperationState::Unsure => RowState::Sending,
        // The service said that it did not take it: it is not sent.
        _ if op.is_creation() => RowState::New,
        _ => RowState::Changed,
    }
}

/// How much a state of a row has to say; of several, the one that says most is shown.
fn weight(state: RowState) -> u8 {
    match state {
        RowState::InService => 0,
        RowState::Changed => 1,
        RowState::New => 2,
        RowState::Sending => 3,
        RowState::ChangedElsewhere => 4,
        RowState::Refused => 5,
    }
}
