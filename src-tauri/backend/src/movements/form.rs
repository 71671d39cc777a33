//! The form of a new movement as it is sent, and the movement it becomes: what keeps a form from
//! being sent, and how its movement is recognised. Pure.

use chrono::NaiveDate;
use client::{HeaderUpdate, MovementHeader, is_as_written};
use contract::{
    Failure, FormField, FormProblem, LocationId, Movement, NewMovement, OperationKey, PlaceRef,
    Reason, Rule, StartFrom, StocklistId,
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
        StartFrom::Empty | StartFrom::Inbound | StartFrom::Template(_) | StartFrom::Import(_) => {
            None
        }
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

/// What the movements that are new since a creation was sent tell about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CreationTrace {
    /// It is this one.
    One(Box<Movement>),
    /// It may be one of these.
    Ask(Vec<Movement>),
    /// None of them can be it.
    Nothing,
}

/// Looks for what a header made among the movements that were not there before. A mark decides
/// alone. Without one a single movement decides that shows every field as it was sent, if the list
/// of before is known to have been `whole`; whatever else does not speak against it is asked about.
pub(crate) fn find(
    new: Vec<Movement>,
    header: &MovementHeader,
    marker: Option<&str>,
    whole: bool,
) -> CreationTrace {
    if let Some(marker) = marker {
        let marked: Vec<_> = new.iter().filter(|one| carries(one, marker)).cloned().collect();
        match marked.as_slice() {
            [] => {}
            [one] => return CreationTrace::One(Box::new(one.clone())),
            _ => return CreationTrace::Ask(marked),
        }
    }
    let may_be: Vec<_> = new.into_iter().filter(|one| is_compatible(one, header)).collect();
    let Some(sure) = may_be.iter().find(|one| is_exact(one, header)).cloned() else {
        return if may_be.is_empty() { CreationTrace::Nothing } else { CreationTrace::Ask(may_be) };
    };
    let left: Vec<_> = may_be.into_iter().filter(|one| !has_other_text(one, &sure)).collect();
    if whole && left.len() == 1 {
        CreationTrace::One(Box::new(sure))
    } else {
        CreationTrace::Ask(left)
    }
}

/// Whether nothing that a movement shows speaks against its being the one a header made. What it
/// does not show, or not in a form that is known, says nothing; a day may be shifted by a zone; and
/// texts some installations write themselves.
pub(crate) fn is_compatible(movement: &Movement, header: &MovementHeader) -> bool {
    let place = |shown: &Option<PlaceRef>, ours: &LocationId| {
        shown.as_ref().is_none_or(|shown| shown.id == *ours || shown.id.as_str().is_empty())
    };
    let person = movement.requested_by.as_ref();
    place(&movement.origin, &header.origin)
        && place(&movement.destination, &header.destination)
        && person.is_none_or(|of| of.id == header.requested_by || of.id.as_str().is_empty())
        && movement.date_requested.is_none_or(|day| {
            day.signed_duration_since(header.date_requested).num_days().abs() <= 1
        })
}

/// Whether a movement shows every field as it was sent. A name may be one the service wrote of the
/// places, if a description is there that is ours.
pub(crate) fn is_exact(movement: &Movement, header: &MovementHeader) -> bool {
    let (name, description) = texts(movement);
    let described = description == header.description.trim();
    let places = [&movement.origin, &movement.destination];
    let is_generated = || {
        !description.is_empty()
            && places
                .iter()
                .all(|place| place.as_ref().is_some_and(|place| name.contains(place.name.as_str())))
    };
    described
        && (name == header.name.trim() || is_generated())
        && movement.origin.as_ref().map(|place| &place.id) == Some(&header.origin)
        && movement.destination.as_ref().map(|place| &place.id) == Some(&header.destination)
        && movement.requested_by.as_ref().map(|person| &person.id) == Some(&header.requested_by)
        && movement.certain_day() == Some(header.date_requested)
}

/// Whether a text sets a movement apart from one that shows every text as it was sent: where texts
/// come back as they were sent, another one is somebody else's.
fn has_other_text(movement: &Movement, sure: &Movement) -> bool {
    let other = |shown: &str, sure: &str| !shown.is_empty() && shown != sure;
    let ((name, description), (sure_name, sure_description)) = (texts(movement), texts(sure));
    other(name, sure_name) || other(description, sure_description)
}

/// Whether a movement's name or description holds a mark.
fn carries(movement: &Movement, marker: &str) -> bool {
    let (name, description) = texts(movement);
    let holds = |text: &str| text.to_uppercase().contains(marker);
    holds(name) || holds(description)
}

/// Name and description; what is not shown is empty.
fn texts(movement: &Movement) -> (&str, &str) {
    let [name, description] = [&movement.name, &movement.description]
        .map(|text| text.as_deref().unwrap_or_default().trim());
    (name, description)
}

/// Why a date that was sent cannot be called taken: the service shows another one. A date nobody can
/// read tells nothing, and a point in time may be of the day before or after.
pub(crate) fn other_date(sent: Option<NaiveDate>, movement: &Movement) -> Option<Failure> {
    let (sent, read) = (sent?, movement.date_requested?);
    let shown = movement.date_text.clone().unwrap_or_else(|| read.to_string());
    let reason = Reason::OtherDate { sent, shown };
    (!movement.may_be_of(sent)).then(|| Failure::from(reason).at("date_requested"))
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
        // Builds that ask for a date in every request write plain days; all others leave alone what
        // is left out. A point in time written back as a day would wander with every request.
        date_requested: movement.certain_day(),
        requested_by: movement.requested_by.as_ref().map(|person| person.id.clone()),
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn header() -> MovementHeader {
        MovementHeader {
            name: "Theatre A, Monday".into(),
            description: "Weekly".into(),
            origin: "central".into(),
            destination: "ward".into(),
            requested_by: "u1".into(),
            date_requested: day("2026-11-20"),
            stocklist: None,
        }
    }

    fn day(text: &str) -> chrono::NaiveDate {
        text.parse().unwrap()
    }

    fn made(id: &str, name: &str, description: &str) -> Movement {
        let place = |name: &str| {
            Some(PlaceRef { id: name.to_lowercase().into(), name: name.into(), type_code: None })
        };
        let of = contract::PersonId::from("u1");
        let person = contract::Person {
            id: of,
            name: None,
            first_name: None,
            last_name: None,
            username: None,
            email: None,
        };
        Movement {
            id: id.into(),
            name: Some(name.into()),
            description: Some(description.into()),
            identifier: None,
            origin: place("Central"),
            destination: place("Ward"),
            date_requested: Some(day("2026-11-20")),
            date_text: None,
            requested_by: Some(person),
            lines: None,
            lines_left_out: 0,
        }
    }

    fn ids(found: CreationTrace) -> (bool, Vec<String>) {
        let id = |one: &Movement| one.id.as_str().to_owned();
        match found {
            CreationTrace::One(one) => (true, vec![id(&one)]),
            CreationTrace::Ask(some) => (false, some.iter().map(id).collect()),
            CreationTrace::Nothing => (false, Vec::new()),
        }
    }

    #[test]
    fn only_a_movement_that_shows_everything_as_it_was_sent_is_taken_unasked() {
        let sure = |one: Movement| ids(find(vec![one], &header(), None, true)).0;
        assert!(sure(made("m", "Theatre A, Monday", "Weekly")));
        assert!(sure(made("m", "Central-Ward-20Nov2026", "Weekly")), "named by the service");
        for one in [
            made("m", "Theatre A, Tuesday", "Weekly"),
            made("m", "Theatre A, Monday", ""),
            made("m", "Central-Ward-20Nov2026", ""),
            Movement { date_requested: None, ..made("m", "Theatre A, Monday", "Weekly") },
            Movement { requested_by: None, ..made("m", "Theatre A, Monday", "Weekly") },
            Movement { origin: None, ..made("m", "Theatre A, Monday", "Weekly") },
            Movement {
                date_requested: Some(day("2026-11-19")),
                ..made("m", "Theatre A, Monday", "Weekly")
            },
        ] {
            let found = ids(find(vec![one.clone()], &header(), None, true));
            assert_eq!(found, (false, vec!["m".to_owned()]), "{one:?}");
        }
        let unseen = vec![made("m", "Theatre A, Monday", "Weekly")];
        assert!(!ids(find(unseen, &header(), None, false)).0, "it may have been there before");
    }

    #[test]
    fn what_is_shown_and_is_another_is_not_it() {
        let other = |change: fn(&mut Movement)| {
            let mut one = made("m", "Theatre A, Monday", "Weekly");
            change(&mut one);
            find(vec![one], &header(), None, true)
        };
        assert_eq!(other(|one| one.destination = one.origin.clone()), CreationTrace::Nothing);
        assert_eq!(
            other(|one| one.date_requested = Some(day("2026-11-22"))),
            CreationTrace::Nothing
        );
        let somebody = |one: &mut Movement| {
            if let Some(person) = &mut one.requested_by {
                person.id = "u2".into();
            }
        };
        assert_eq!(other(somebody), CreationTrace::Nothing);
    }

    #[test]
    fn where_names_come_back_as_sent_another_name_is_somebody_elses() {
        let sure = made("a", "Theatre A, Monday", "Weekly");
        let found = |other| ids(find(vec![sure.clone(), other], &header(), None, true));
        assert_eq!(found(made("b", "Theatre A, Tuesday", "Weekly")), (true, vec!["a".to_owned()]));
        let both = (false, vec!["a".to_owned(), "b".to_owned()]);
        assert_eq!(found(made("b", "Theatre A, Monday", "Weekly")), both, "a twin");
        assert_eq!(found(made("b", "Theatre A, Monday", "")), both);
    }

    #[test]
    fn a_mark_decides_alone_and_two_of_them_are_asked_about() {
        let marked = Movement { origin: None, date_requested: None, ..made("a", "x", "y #ab23") };
        let rest = made("b", "Theatre A, Monday", "Weekly");
        let found = |new| ids(find(new, &header(), Some("#AB23"), false));
        assert_eq!(found(vec![marked.clone(), rest.clone()]), (true, vec!["a".to_owned()]));
        let twice = (false, vec!["a".to_owned(), "a".to_owned()]);
        assert_eq!(found(vec![marked.clone(), marked]), twice);
        assert_eq!(found(vec![rest]), (false, vec!["b".to_owned()]), "its texts were left out");
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
