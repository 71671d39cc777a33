//! Comparing a movement's own fields three ways, field by field: what a change was decided upon, what
//! is in the service now, what it is to be. The window and the backend compare by this alone. Pure.

use crate::{ConflictField, FieldConflict, HeaderFields, PersonRef, PlaceRef};

/// What is left of a change of a movement's own fields after comparing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HeaderMerge {
    /// The service has it already.
    Done,
    /// This is still to be sent.
    Send(Box<HeaderFields>),
    /// Somebody else changed the same fields.
    Clash(Vec<FieldConflict>),
}

/// Compares a change of a movement's own fields with what is in the service now. Without a base
/// nothing is known of what was seen, and the change is sent as it is. Two values are the same by
/// [`HeaderFields::is_same`].
#[must_use]
pub fn merge_header(
    base: Option<&HeaderFields>,
    ours: &HeaderFields,
    theirs: &HeaderFields,
) -> HeaderMerge {
    let asked = HeaderFields::FIELDS.into_iter().filter(|field| ours.gives(*field));
    let open: Vec<_> = asked.filter(|field| !ours.is_same(theirs, *field)).collect();
    let changed = |field: &&ConflictField| base.is_some_and(|base| !base.is_same(theirs, **field));
    let clashes: Vec<_> = open.iter().filter(changed).collect();
    if !clashes.is_empty() {
        let conflict = |field: &&ConflictField| FieldConflict {
            field: **field,
            base: base.and_then(|base| base.text_of(**field)),
            theirs: theirs.text_of(**field),
            ours: ours.text_of(**field),
        };
        return HeaderMerge::Clash(clashes.iter().map(conflict).collect());
    }
    match ours.only(&open) {
        left if left.is_empty() => HeaderMerge::Done,
        left => HeaderMerge::Send(Box::new(left)),
    }
}

impl HeaderFields {
    /// All of them.
    pub const FIELDS: [ConflictField; 6] = [
        ConflictField::Name,
        ConflictField::Description,
        ConflictField::Origin,
        ConflictField::Destination,
        ConflictField::DateRequested,
        ConflictField::RequestedBy,
    ];

    /// Whether a field has the same value in both. No text, an empty one and one of spaces are the
    /// same, and spaces around a text are nobody's change; places and people are the same by id.
    #[must_use]
    pub fn is_same(&self, other: &Self, field: ConflictField) -> bool {
        let text = |text: &Option<String>| text.as_deref().unwrap_or_default().trim().to_owned();
        let place = |place: &Option<PlaceRef>| place.as_ref().map(|place| place.id.clone());
        let person = |person: &Option<PersonRef>| person.as_ref().map(|person| person.id.clone());
        match field {
            ConflictField::Name => text(&self.name) == text(&other.name),
            ConflictField::Description => text(&self.description) == text(&other.description),
            ConflictField::Origin => place(&self.origin) == place(&other.origin),
            ConflictField::Destination => place(&self.destination) == place(&other.destination),
            ConflictField::DateRequested => self.date_requested == other.date_requested,
            ConflictField::RequestedBy => person(&self.requested_by) == person(&other.requested_by),
            _ => true,
        }
    }

    /// Fields of a change that `after` has as `before` had them, and not as asked for: the service
    /// answered, and left them alone.
    #[must_use]
    pub fn left_alone(&self, before: &Self, after: &Self) -> Vec<ConflictField> {
        let left = |field: &ConflictField| {
            self.gives(*field) && !self.is_same(after, *field) && before.is_same(after, *field)
        };
        Self::FIELDS.into_iter().filter(left).collect()
    }

    /// A field's value in words, as a conflict holds it: days in ISO form.
    #[must_use]
    pub fn text_of(&self, field: ConflictField) -> Option<String> {
        let place = |place: &Option<PlaceRef>| place.as_ref().map(|place| place.name.clone());
        match field {
            ConflictField::Name => self.name.clone(),
            ConflictField::Description => self.description.clone(),
            ConflictField::Origin => place(&self.origin),
            ConflictField::Destination => place(&self.destination),
            ConflictField::DateRequested => self.date_requested.map(|day| day.to_string()),
            ConflictField::RequestedBy => self.requested_by.as_ref().map(|of| of.name.clone()),
            _ => None,
        }
    }

    /// These fields alone.
    #[must_use]
    pub fn only(&self, fields: &[ConflictField]) -> Self {
        let gone: Vec<_> =
            Self::FIELDS.into_iter().filter(|field| !fields.contains(field)).collect();
        self.clone().without(&gone)
    }

    /// The fields but these.
    #[must_use]
    pub fn without(mut self, fields: &[ConflictField]) -> Self {
        for field in fields {
            match field {
                ConflictField::Name => self.name = None,
                ConflictField::Description => self.description = None,
                ConflictField::Origin => self.origin = None,
                ConflictField::Destination => self.destination = None,
                ConflictField::DateRequested => self.date_requested = None,
                ConflictField::RequestedBy => self.requested_by = None,
                _ => {}
            }
        }
        self
    }

    /// These fields, with those of a change where it gives them.
    #[must_use]
    pub fn with(&self, change: &Self) -> Self {
        fn of<T: Clone>(change: &Option<T>, below: &Option<T>) -> Option<T> {
            change.clone().or_else(|| below.clone())
        }
        Self {
            name: of(&change.name, &self.name),
            description: of(&change.description, &self.description),
            origin: of(&change.origin, &self.origin),
            destination: of(&change.destination, &self.destination),
            date_requested: change.date_requested.or(self.date_requested),
            requested_by: of(&change.requested_by, &self.requested_by),
        }
    }

    /// Whether a field has a value here; an empty text is one.
    #[must_use]
    pub fn gives(&self, field: ConflictField) -> bool {
        self.text_of(field).is_some()
    }
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

    fn described(text: Option<&str>) -> HeaderFields {
        let description = text.map(ToOwned::to_owned);
        HeaderFields { description, ..HeaderFields::default() }
    }

    #[test]
    fn what_nobody_else_changed_is_sent_and_the_rest_is_left_alone() {
        let (base, theirs) = (fields("a", "ward"), fields("a", "theatre"));
        let ours = HeaderFields { name: Some("b".into()), ..HeaderFields::default() };
        let sent = HeaderMerge::Send(Box::new(ours.clone()));
        assert_eq!(merge_header(Some(&base), &ours, &theirs), sent);
    }

    #[test]
    fn the_same_change_on_both_sides_is_done() {
        let ours = HeaderFields { name: Some("b".into()), ..HeaderFields::default() };
        let seen = merge_header(Some(&fields("a", "ward")), &ours, &fields("b ", "ward"));
        assert_eq!(seen, HeaderMerge::Done);
    }

    #[test]
    fn a_field_changed_on_both_sides_is_shown_with_all_three_values_and_nothing_is_sent() {
        let ours = fields("mine", "mine");
        let merged = merge_header(Some(&fields("a", "ward")), &ours, &fields("theirs", "ward"));
        let HeaderMerge::Clash(clashes) = merged else { panic!("{merged:?}") };
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
        let merged = merge_header(None, &ours, &fields("theirs", "ward"));
        assert_eq!(merged, HeaderMerge::Send(Box::new(left)));
    }

    #[test]
    fn a_text_that_was_cleared_is_the_same_as_none() {
        let (cleared, none) = (described(Some("")), described(None));
        for theirs in [&none, &cleared, &described(Some("  "))] {
            let was = described(Some("For Friday"));
            assert_eq!(merge_header(Some(&was), &cleared, theirs), HeaderMerge::Done);
        }
        let written = described(Some("For Friday"));
        let sent = merge_header(Some(&cleared), &written, &none);
        assert_eq!(sent, HeaderMerge::Send(Box::new(written.clone())), "nobody else changed it");
        let merged = merge_header(Some(&written), &cleared, &described(Some("For Monday")));
        assert!(matches!(merged, HeaderMerge::Clash(_)), "{merged:?}");
    }

    #[test]
    fn a_field_the_service_left_alone_is_named_and_one_it_wrote_its_own_way_is_not() {
        let before = HeaderFields { description: Some("Old".into()), ..fields("a", "ward") };
        let change = HeaderFields {
            name: Some("b".into()),
            description: Some(String::new()),
            ..HeaderFields::default()
        };
        let after = before.with(&HeaderFields { name: Some("B".into()), ..described(None) });
        assert_eq!(change.left_alone(&before, &after), [ConflictField::Description]);
        assert_eq!(change.left_alone(&before, &before.with(&change)), []);
    }

    #[test]
    fn fields_are_taken_out_and_laid_over() {
        let left = fields("mine", "mine").without(&[ConflictField::Destination]);
        assert_eq!(left, HeaderFields { name: Some("mine".into()), ..HeaderFields::default() });
        assert_eq!(fields("mine", "mine").only(&[ConflictField::Name]), left);
        assert_eq!(fields("a", "ward").with(&left), fields("mine", "ward"));
    }
}
