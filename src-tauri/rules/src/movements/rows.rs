//! Movements as rows: what a search and a filter find, what a column holds..

use std::{cmp::Ordering, sync::Arc};

use chrono::Datelike;
use contract::{
    Decisions, LineDecision, MovementColumn, MovementFilter, MovementRow, PersonRef, ReviewState,
    RowState, Sort,
};

use crate::{
    movements::known::KnownMovement,
    search::{
        order::{Value, sort},
        text::Words,
    },
};

/// The newest day first, then by name.
const OWN_ORDER: [Sort<MovementColumn>; 2] = [
    Sort { by: MovementColumn::Requested, descending: true },
    Sort { by: MovementColumn::Name, descending: false },
];

/// The movements that match a filter, in the order asked for.
pub fn in_order<'a>(
    known: impl Iterator<Item = &'a Arc<KnownMovement>>,
    filter: &MovementFilter,
    by: &[Sort<MovementColumn>],
) -> Vec<Arc<KnownMovement>> {
    let words = Words::of(&filter.text);
    let mut rows: Vec<_> = known
        .filter(|known| is_match(known, filter) && words.are_in(known.folded()))
        .cloned()
        .collect();
    let by = if by.is_empty() { &OWN_ORDER } else { by };
    sort(&mut rows, by, |known, column| value(known, column), alike);
    rows
}

/// Movements that may match a filter, the newest first: it asks for what was decided on their lines,
/// which were never read.
pub fn unread<'a>(
    known: impl Iterator<Item = &'a Arc<KnownMovement>>,
    filter: &MovementFilter,
) -> Vec<Arc<KnownMovement>> {
    if filter.decided.is_empty() {
        return Vec::new();
    }
    let unread = known.filter(|known| known.movement.lines.is_none() && !known.gone);
    in_order(unread, &MovementFilter { decided: Vec::new(), ..filter.clone() }, &[])
}

/// The newest movements, at most so many.
pub fn newest<'a>(
    known: impl Iterator<Item = &'a Arc<KnownMovement>>,
    most: usize,
) -> Vec<Arc<KnownMovement>> {
    let mut all = in_order(known, &MovementFilter::default(), &[]);
    all.truncate(most);
    all
}

/// The order of two that are alike: the service's id, so that two people who look at one list see it in
/// one order. Keys are of this computer alone.
fn alike(one: &Arc<KnownMovement>, other: &Arc<KnownMovement>) -> Ordering {
    one.movement.id.cmp(&other.movement.id).then_with(|| one.key.cmp(&other.key))
}

/// The movement as a row.
pub fn row(known: &KnownMovement, state: RowState) -> MovementRow {
    let movement = &known.movement;
    MovementRow {
        key: known.key,
        // One that is not made yet has none.
        id: Some(movement.id.clone()).filter(|id| !id.as_str().is_empty()),
        state,
        unsent: 0,
        identifier: movement.identifier.clone(),
        name: movement.name.clone().unwrap_or_default(),
        description: movement.description.clone().unwrap_or_default(),
        origin: movement.origin.clone(),
        destination: movement.destination.clone(),
        date_requested: movement.date_requested,
        requested_by: movement.requested_by.as_ref().map(PersonRef::from),
        lines: known.line_count(),
        review: known.review(),
        decisions: known.decisions(),
        seen: known.seen,
        gone: known.gone,
        news: !known.news.is_empty(),
    }
}

/// Whether a movement matches a filter, but for its words.
pub fn is_match(known: &KnownMovement, filter: &MovementFilter) -> bool {
    let movement = &known.movement;
    let origin = movement.origin.as_ref().map(|at| &at.id);
    let destination = movement.destination.as_ref().map(|at| &at.id);
    let requester = movement.requested_by.as_ref().map(|person| &person.id);
    let day = movement.date_requested;
    one_of(&filter.origins, origin)
        && one_of(&filter.destinations, destination)
        && one_of(&filter.requesters, requester)
        && filter.requested_from.is_none_or(|from| day.is_some_and(|day| day >= from))
        && filter.requested_to.is_none_or(|to| day.is_some_and(|day| day <= to))
        && (filter.decided.is_empty() || has_one_of(known, &filter.decided))
}

fn has_one_of(known: &KnownMovement, decided: &[LineDecision]) -> bool {
    let lines = known.movement.lines.iter().flatten();
    lines.filter_map(LineDecision::of).any(|decision| decided.contains(&decision))
}

fn one_of<T: PartialEq>(wanted: &[T], has: Option<&T>) -> bool {
    wanted.is_empty() || has.is_some_and(|has| wanted.contains(has))
}

fn value(known: &KnownMovement, column: MovementColumn) -> Value {
    let movement = &known.movement;
    match column {
        MovementColumn::Identifier => Value::text(movement.identifier.as_deref()),
        MovementColumn::Name => Value::text(movement.name.as_deref()),
        MovementColumn::Description => Value::text(movement.description.as_deref()),
        MovementColumn::Origin => Value::text(movement.origin.as_ref().map(|at| at.name.as_str())),
        MovementColumn::Destination => {
            Value::text(movement.destination.as_ref().map(|at| at.name.as_str()))
        }
        MovementColumn::Requested => {
            Value::number(movement.date_requested.map(|day| day.num_days_from_ce()))
        }
        MovementColumn::RequestedBy => {
            Value::text(movement.requested_by.as_ref().map(|person| person.shown()))
        }
        MovementColumn::Lines => Value::number(known.line_count()),
        MovementColumn::Review => Value::number(known.review().map(rank)),
        MovementColumn::Decisions => Value::number(known.decisions().map(Decisions::all)),
        MovementColumn::Seen => Value::number(Some(known.seen.timestamp_micros())),
    }
}

/// How far the review of a movement has come: untouched, begun by its share, done.
fn rank(review: ReviewState) -> i64 {
    match review {
        ReviewState::Empty => 0,
        ReviewState::New => 1,
        ReviewState::Reviewed { decided, lines } => {
            2 + i64::from(decided) * 1_000_000 / i64::from(lines.max(1))
        }
        ReviewState::NothingToShip => 2_000_000,
    }
}

#[cfg(test)]
mod tests;
