//! The form of a new movement as it is sent, and the movement it becomes: what keeps a form from
//! being sent, and how its movement is recognised. Pure.

use client::{HeaderUpdate, MovementHeader, is_as_written};
use contract::{
    FormField, FormProblem, Movement, NewMovement, OperationKey, Rule, StartFrom, StocklistId,
};

use crate::error::Error;

/// The form as it is sent, if nothing keeps it from being sent.
pub(crate) fn header(form: &NewMovement) -> Result<MovementHeader, Error> {
    // Rules that depend on the day never block.
    let problems = form.problems(chrono::NaiveDate::MIN);
    if let Some(problem) = problems.into_iter().find(|problem| problem.rule.blocks()) {
        return Err(Error::Form(problem));
    }
    if form.lines.iter().any(|line| u32::try_from(line.quantity).is_err()) {
        let problem = "a quantity must be a whole number of at most 4294967295";
        return Err(Error::Invalid { field: "lines", problem });
    }
    let missing = |field| Error::Form(FormProblem { field, rule: Rule::Required });
    Ok(MovementHeader {
        name: form.name.trim().to_owned(),
        description: form.description.trim().to_owned(),
        origin: form.origin.clone().ok_or_else(|| missing(FormField::Origin))?,
        destination: form.destination.clone().ok_or_else(|| missing(FormField::Destination))?,
        requested_by: form.requested_by.clone().ok_or_else(|| missing(FormField::RequestedBy))?,
        date_requested: form.date_requested.ok_or_else(|| missing(FormField::DateRequested))?,
        stocklist: stocklist(form),
    })
}

/// The stocklist a form starts from.
pub(crate) fn stocklist(form: &NewMovement) -> Option<StocklistId> {
    match &form.start {
        StartFrom::Stocklist(id) => Some(id.clone()),
        StartFrom::Empty | StartFrom::Inbound => None,
    }
}

/// A short mark of an operation's own.
pub(crate) fn marker(key: OperationKey) -> String {
    const SIGNS: &[u8; 32] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    let random = key.0.as_u128();
    let signs = (0..4).map(|n| char::from(SIGNS[(random >> (5 * n)) as usize % SIGNS.len()]));
    std::iter::once('#').chain(signs).collect()
}

/// A header whose name and description end with a mark: some services rewrite one or the other.
pub(crate) fn marked(mut header: MovementHeader, marker: &str) -> MovementHeader {
    header.name = format!("{} {marker}", header.name);
    header.description = format!("{} {marker}", header.description).trim_start().to_owned();
    header
}

/// Whether a movement may be the one a header made. Some services write a name or a description of
/// their own, so one of the two is enough.
pub(crate) fn is_like(movement: &Movement, header: &MovementHeader) -> bool {
    let text = |text: &Option<String>| text.as_deref().unwrap_or_default().trim().to_owned();
    let named = text(&movement.name) == header.name.trim()
        || (!header.description.is_empty()
            && text(&movement.description) == header.description.trim());
    named
        && movement.origin.as_ref().map(|place| &place.id) == Some(&header.origin)
        && movement.destination.as_ref().map(|place| &place.id) == Some(&header.destination)
        && movement.requested_by.as_ref().map(|person| &person.id) == Some(&header.requested_by)
        && movement.date_requested == Some(header.date_requested)
}

/// Whether nothing but a service's habits sets a movement apart from what a header made: it may write a
/// name of its own out of the places, or leave the description out. A text that somebody else chose
/// makes it somebody else's.
pub(crate) fn is_same(movement: &Movement, header: &MovementHeader) -> bool {
    let name = movement.name.as_deref().unwrap_or_default().trim();
    let description = movement.description.as_deref().unwrap_or_default().trim();
    let described = description == header.description.trim();
    if name == header.name.trim() {
        return described || description.is_empty() || description == name;
    }
    let places = [&movement.origin, &movement.destination];
    let is_generated = places
        .iter()
        .all(|place| place.as_ref().is_some_and(|place| name.contains(place.name.as_str())));
    is_generated && described && !description.is_empty()
}

/// The header an update sends along: as the movement was just read, so that nobody's change to it is
/// taken back.
pub(crate) fn header_of(movement: &Movement) -> HeaderUpdate {
    // What was cut or mended on its way here is left out, and so left alone.
    let as_read = |text: &Option<String>| text.clone().filter(|text| is_as_written(text));
    HeaderUpdate {
        id: Some(movement.id.clone()),
        name: as_read(&movement.name),
        description: as_read(&movement.description),
        identifier: as_read(&movement.identifier),
        origin: movement.origin.as_ref().map(|place| place.id.clone()),
        destination: movement.destination.as_ref().map(|place| place.id.clone()),
        date_requested: movement.date_requested,
        requested_by: movement.requested_by.as_ref().map(|person| person.id.clone()),
    }
}

#[cfg(test)]
mod tests {
    use contract::PlaceRef;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn a_movement_of_the_same_description_and_another_name_is_somebody_elses() {
        let header = MovementHeader {
            name: "Theatre A, Monday".into(),
            description: "Weekly".into(),
            origin: "central".into(),
            destination: "ward".into(),
            requested_by: "u1".into(),
            date_requested: chrono::NaiveDate::MIN,
            stocklist: None,
        };
        let place = |name: &str| {
            Some(PlaceRef { id: name.to_lowercase().into(), name: name.into(), type_code: None })
        };
        let movement = |name: &str, description: &str| Movement {
            id: "m1".into(),
            name: Some(name.into()),
            description: Some(description.into()),
            identifier: None,
            origin: place("Central"),
            destination: place("Ward"),
            date_requested: Some(chrono::NaiveDate::MIN),
            requested_by: None,
            lines: None,
        };
        let same = |name, description| is_same(&movement(name, description), &header);
        assert!(same("Theatre A, Monday", "Weekly"));
        assert!(same("Theatre A, Monday", ""), "some services leave it out");
        assert!(same("Central-Ward-20Nov2026", "Weekly"), "some services write names of their own");
        assert!(!same("Theatre A, Tuesday", "Weekly"));
        assert!(!same("Theatre A, Monday", "For once"));
        assert!(!same("Central-Ward-20Nov2026", ""), "nothing of it is ours");
    }

    #[test]
    fn a_mark_is_short_and_of_signs_nobody_mistakes() {
        let marks: std::collections::HashSet<_> =
            (0..1000_u128).map(|n| marker(OperationKey(Uuid::from_u128(n * 7919)))).collect();
        assert!(marks.iter().all(|mark| mark.len() == 5 && mark.starts_with('#')));
        assert!(marks.iter().all(|mark| !mark.contains(['0', 'O', '1', 'I'])));
        assert!(marks.len() > 990, "{}", marks.len());
    }
}
