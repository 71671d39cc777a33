//! Comparing three ways, field by field: what a change was decided upon, what is in the service
//! now, what it is to be. Pure.

use contract::{ConflictField, FieldConflict, HeaderFields, PersonRef, PlaceRef};

/// What is left of a change of fields after comparing.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Compared {
    /// The service has it already.
    Done,
    /// This is still to be sent.
    Send(Box<HeaderFields>),
    /// Somebody else changed the same fields.
    Clash(Vec<FieldConflict>),
}

/// Compares a change of a movement's own fields with what is in the service now. Without a base
/// nothing is known of what was seen, and the change is sent as it is.
pub(crate) fn compare(
    base: Option<&HeaderFields>,
    ours: &HeaderFields,
    theirs: &HeaderFields,
) -> Compared {
    let mut clashes = Vec::new();
    let mut send = HeaderFields::default();
    macro_rules! field {
        ($name:ident, $field:ident, $same:expr, $shown:expr) => {
            if let Some(ours) = &ours.$name {
                let (theirs, base) = (theirs.$name.as_ref(), base.map(|base| base.$name.as_ref()));
                let same = $same;
                if !theirs.is_some_and(|theirs| same(theirs, ours)) {
                    let is_as_seen = base.is_none_or(|base| match (base, theirs) {
                        (Some(base), Some(theirs)) => same(base, theirs),
                        (base, theirs) => base.is_none() == theirs.is_none(),
                    });
                    if is_as_seen {
                        send.$name = Some(ours.clone());
                    } else {
                        clashes.push(FieldConflict {
                            field: ConflictField::$field,
                            base: base.flatten().map($shown),
                            theirs: theirs.map($shown),
                            ours: Some($shown(ours)),
                        });
                    }
                }
            }
        };
    }
    let text = |a: &String, b: &String| a.trim() == b.trim();
    let place = |a: &PlaceRef, b: &PlaceRef| a.id == b.id;
    let person = |a: &PersonRef, b: &PersonRef| a.id == b.id;
    field!(name, Name, text, String::clone);
    field!(description, Description, text, String::clone);
    field!(origin, Origin, place, |at: &PlaceRef| at.name.clone());
    field!(destination, Destination, place, |at: &PlaceRef| at.name.clone());
    field!(date_requested, DateRequested, PartialEq::eq, ToString::to_string);
    field!(requested_by, RequestedBy, person, |of: &PersonRef| of.name.clone());
    match (clashes.is_empty(), send.is_empty()) {
        (false, _) => Compared::Clash(clashes),
        (true, true) => Compared::Done,
        (true, false) => Compared::Send(Box::new(send)),
    }
}

/// A change without these fields.
pub(crate) fn without(mut change: HeaderFields, fields: &[ConflictField]) -> HeaderFields {
    for field in fields {
        match field {
            ConflictField::Name => change.name = None,
            ConflictField::Description => change.description = None,
            ConflictField::Origin => change.origin = None,
            ConflictField::Destination => change.destination = None,
            ConflictField::DateRequested => change.date_requested = None,
            ConflictField::RequestedBy => change.requested_by = None,
            _ => {}
        }
    }
    change
}

/// The fields of a change, with those of another where it has them.
pub(crate) fn over(mut below: HeaderFields, above: &HeaderFields) -> HeaderFields {
    macro_rules! take {
        ($($name:ident),*) => {$(
            if above.$name.is_some() {
                below.$name.clone_from(&above.$name);
            }
        )*};
    }
    take!(name, description, origin, destination, date_requested, requested_by);
    below
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(name: &str, destination: &str) -> HeaderFields {
        let place = PlaceRef { id: destination.into(), name: destination.into(), type_code: None };
        HeaderFields {
            name: Some(name.into()),
            destination: Some(place),
            ..HeaderFields::default()
        }
    }

    #[test]
    fn what_nobody_else_changed_is_sent_and_the_rest_is_left_alone() {
        let (base, theirs) = (fields("a", "ward"), fields("a", "theatre"));
        let ours = HeaderFields { name: Some("b".into()), ..HeaderFields::default() };
        assert_eq!(compare(Some(&base), &ours, &theirs), Compared::Send(Box::new(ours)));
    }

    #[test]
    fn the_same_change_on_both_sides_is_done() {
        let ours = HeaderFields { name: Some("b".into()), ..HeaderFields::default() };
        let seen = compare(Some(&fields("a", "ward")), &ours, &fields("b ", "ward"));
        assert_eq!(seen, Compared::Done);
    }

    #[test]
    fn a_field_changed_on_both_sides_is_shown_with_all_three_values_and_nothing_is_sent() {
        let ours = fields("mine", "mine");
        let compared = compare(Some(&fields("a", "ward")), &ours, &fields("theirs", "ward"));
        let Compared::Clash(clashes) = compared else { panic!("{compared:?}") };
        let expected = FieldConflict {
            field: ConflictField::Name,
            base: Some("a".into()),
            theirs: Some("theirs".into()),
            ours: Some("mine".into()),
        };
        assert_eq!(clashes, [expected]);
    }

    #[test]
    fn without_a_base_nothing_clashes() {
        let ours = fields("mine", "ward");
        let left = HeaderFields { destination: None, ..ours.clone() };
        assert_eq!(compare(None, &ours, &fields("theirs", "ward")), Compared::Send(Box::new(left)));
    }

    #[test]
    fn fields_the_user_gave_up_are_left_out_of_a_change() {
        let left = without(fields("mine", "mine"), &[ConflictField::Destination]);
        assert_eq!(left, HeaderFields { name: Some("mine".into()), ..HeaderFields::default() });
    }
}
