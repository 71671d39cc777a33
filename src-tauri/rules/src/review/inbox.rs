//! The inbox: decisions as rows, which of them are shown, in which groups and in which order. Pure.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use contract::{
    ChangeKind, Decision, GroupKey, LineDecision, LineItem, LineRef, OnlyReview, PlaceRef,
    ReviewFacts, ReviewFilter, ReviewOrder, ReviewRow, ReviewScope, ReviewStand,
};

use super::marks::decided_in_service;
use crate::{
    movements::{group::Group, known::KnownMovement},
    search::{
        count_of,
        text::{Words, fold, natural},
    },
};

/// The decisions about a movement's lines that are in the service.
pub fn in_service<'a>(
    known: &'a KnownMovement,
    is_reviewed: impl Fn(&LineItem) -> bool + 'a,
) -> impl Iterator<Item = ReviewRow> + 'a {
    let lines = known.movement.lines.as_deref().unwrap_or_default();
    let numbered = (1..).zip(lines).filter(|_| !known.gone);
    numbered.filter_map(move |(number, line)| {
        let kind = match LineDecision::of(line)? {
            LineDecision::Revised => ChangeKind::Revise,
            LineDecision::Substituted => ChangeKind::Substitute,
            LineDecision::Canceled => ChangeKind::Cancel,
        };
        let stand = match is_reviewed(line) {
            true => ReviewStand::Reviewed,
            false => ReviewStand::Decided,
        };
        let children = line.substitutions.iter();
        Some(ReviewRow {
            kind,
            stand,
            decided: decided_in_service(line),
            goes: line.quantity_to_ship(),
            with: children.map(|child| child.product.clone()).collect(),
            reason: line.reason_code.clone(),
            comments: line.comments.clone(),
            ..about(known, line, number)
        })
    })
}

/// A decision about a line that is not in the service yet.
pub fn not_sent(
    known: &KnownMovement,
    line: &LineItem,
    number: u32,
    decision: &Decision,
    stand: ReviewStand,
    (person, at): (Option<String>, Option<DateTime<Utc>>),
) -> ReviewRow {
    let (goes, with, reason, comments) = match decision {
        Decision::Revise { quantity, reason_code, comments } => {
            (Some(i64::from(*quantity)), Vec::new(), Some(reason_code), comments)
        }
        Decision::Substitute { with, reason_code, comments } => {
            let goes = with.iter().map(|one| i64::from(one.quantity)).sum();
            let with = with.iter().map(|one| one.product.clone()).collect();
            (Some(goes), with, Some(reason_code), comments)
        }
        Decision::Cancel { reason_code, comments } => {
            (Some(0), Vec::new(), Some(reason_code), comments)
        }
        Decision::Revert => (line.quantity_requested, Vec::new(), None, &None),
    };
    ReviewRow {
        kind: decision.kind(),
        decision: Some(decision.clone()),
        decided: decided_in_service(line),
        stand,
        goes,
        with,
        reason: reason.cloned(),
        comments: comments.clone(),
        person,
        at,
        ..about(known, line, number)
    }
}

/// What rows of a line have in common.
fn about(known: &KnownMovement, line: &LineItem, number: u32) -> ReviewRow {
    let movement = &known.movement;
    ReviewRow {
        line: LineRef { movement: known.key, item: line.id.clone() },
        stand: ReviewStand::Decided,
        identifier: movement.identifier.clone(),
        name: movement.name.clone(),
        destination: movement.destination.clone(),
        day: movement.date_requested,
        number,
        product: line.product.clone(),
        kind: ChangeKind::Revise,
        decision: None,
        decided: None,
        requested: line.quantity_requested,
        goes: None,
        with: Vec::new(),
        reason: None,
        comments: None,
        person: movement.requested_by.as_ref().map(|person| person.shown().to_owned()),
        at: None,
        from_elsewhere: false,
        gone: false,
        rejected: None,
    }
}

/// Whether a row is shown; the words are those of the filter's text.
fn fits(row: &ReviewRow, filter: &ReviewFilter, words: &Words) -> bool {
    let stands = match filter.only {
        OnlyReview::Waiting => row.stand != ReviewStand::Reviewed,
        OnlyReview::Proposals => !row.stand.is_in_service(),
        OnlyReview::ToDecide => row.stand.is_proposal(),
        OnlyReview::Decided => row.stand == ReviewStand::Decided,
        OnlyReview::Reviewed => row.stand == ReviewStand::Reviewed,
        OnlyReview::InService => row.stand.is_in_service(),
    };
    let goes_there = |place: &PlaceRef| filter.destinations.contains(&place.id);
    let is_given = |reason: &String| filter.reasons.iter().any(|wanted| wanted == reason.trim());
    stands
        && filter.scope.as_ref().is_none_or(|scope| is_in(scope, row))
        && (filter.destinations.is_empty() || row.destination.as_ref().is_some_and(goes_there))
        && (filter.reasons.is_empty() || row.reason.as_ref().is_some_and(is_given))
        && (words.are_none() || words.are_in(&searched(row)))
}

fn is_in(scope: &ReviewScope, row: &ReviewRow) -> bool {
    row.day.is_some_and(|day| (scope.from..=scope.to).contains(&day))
        && scope.kind.is_none_or(|kind| row.kind == kind)
        && scope.product.as_ref().is_none_or(|product| row.product.id == product.id)
}

fn searched(row: &ReviewRow) -> String {
    let products = row.with.iter().chain([&row.product]);
    let of_products = products.flat_map(|product| [&product.code, &product.name]);
    let others = [&row.identifier, &row.name, &row.reason, &row.person, &row.comments];
    let place = row.destination.as_ref().map(|place| place.name.as_str());
    let texts = of_products.chain(others).filter_map(|text| text.as_deref());
    fold(&texts.chain(place).collect::<Vec<_>>().join(" "))
}

/// Which rows are shown, by their places: in groups of what stands together, those of proposals first.
pub fn gather(rows: &[ReviewRow], filter: &ReviewFilter, order: ReviewOrder) -> Vec<Group<usize>> {
    let words = Words::of(&filter.text);
    let together = |row: &ReviewRow| {
        let name = name_of_group(row, order);
        (name.is_none(), name.map(fold).unwrap_or_default())
    };
    let fitting = rows.iter().enumerate().filter(|(_, row)| fits(row, filter, &words));
    let mut keyed: Vec<_> = fitting.map(|(at, row)| (together(row), at)).collect();
    keyed.sort_by(|((none, text), at), ((other_none, other_text), other_at)| {
        let (one, other) = (&rows[*at], &rows[*other_at]);
        let in_service = |row: &ReviewRow| row.stand.is_in_service();
        in_service(one)
            .cmp(&in_service(other))
            .then(none.cmp(other_none))
            .then_with(|| natural(text, other_text))
            .then_with(|| other.day.cmp(&one.day))
            .then_with(|| one.identifier.cmp(&other.identifier))
            .then_with(|| one.line.movement.cmp(&other.line.movement))
            .then_with(|| one.number.cmp(&other.number))
    });
    let groups = keyed.chunk_by(|((none, text), at), ((other_none, other_text), other_at)| {
        let (one, other) = (&rows[*at], &rows[*other_at]);
        let is_same = match order {
            ReviewOrder::Movement => one.line.movement == other.line.movement,
            _ => none == other_none && natural(text, other_text).is_eq(),
        };
        is_same && one.stand.is_in_service() == other.stand.is_in_service()
    });
    groups
        .filter_map(|group| {
            let key = group_of(&rows[group.first()?.1], order);
            Some(Group { key, rows: group.iter().map(|(_, at)| *at).collect() })
        })
        .collect()
}

/// The name of what a row stands together with; none of a movement, which is told by its key.
fn name_of_group(row: &ReviewRow, order: ReviewOrder) -> Option<&str> {
    let name = match order {
        ReviewOrder::Movement => None,
        ReviewOrder::Product => row.product.name.as_deref(),
        ReviewOrder::Destination => row.destination.as_ref().map(|place| &*place.name),
        ReviewOrder::Person => row.person.as_deref(),
    };
    name.map(str::trim).filter(|name| !name.is_empty())
}

/// The group a row stands in.
fn group_of(row: &ReviewRow, order: ReviewOrder) -> GroupKey {
    let key = match (order, name_of_group(row, order)) {
        (ReviewOrder::Movement, _) => GroupKey::Movement {
            key: row.line.movement,
            identifier: row.identifier.clone(),
            name: row.name.clone(),
        },
        (_, Some(name)) => GroupKey::Name(name.to_owned()),
        (_, None) => GroupKey::None,
    };
    match row.stand.is_in_service() {
        true => key,
        false => GroupKey::Proposals(Box::new(key)),
    }
}

/// How many there are, and by what they can be filtered.
pub fn facts(rows: &[ReviewRow]) -> ReviewFacts {
    let count =
        |such: fn(&ReviewRow) -> bool| count_of(rows.iter().filter(|row| such(row)).count());
    let places = rows.iter().filter_map(|row| row.destination.as_ref());
    let places: HashMap<_, _> = places.map(|place| (&place.id, place)).collect();
    let mut destinations: Vec<PlaceRef> = places.into_values().cloned().collect();
    destinations.sort_by(|one, other| {
        natural(&fold(&one.name), &fold(&other.name)).then_with(|| one.id.cmp(&other.id))
    });
    let given = rows.iter().filter_map(|row| row.reason.as_deref()).map(str::trim);
    let given: BTreeSet<_> = given.filter(|reason| !reason.is_empty()).collect();
    let given = given.into_iter().map(str::to_owned).collect();
    ReviewFacts {
        proposals: count(|row| !row.stand.is_in_service()),
        to_decide: count(|row| row.stand.is_proposal()),
        decided: count(|row| row.stand == ReviewStand::Decided),
        reviewed: count(|row| row.stand == ReviewStand::Reviewed),
        destinations,
        given,
        ..ReviewFacts::default()
    }
}

#[cfg(test)]
mod tests;
