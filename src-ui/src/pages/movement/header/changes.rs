//! The changes of a movement's header: which fields will be changed, what is wrong with them, and
//! what somebody else changed since editing began. Pure; drawn by `form`.

use std::collections::BTreeMap;

use contract::{
    ConflictField, Draft, DraftForm, FormField, HeaderFields, HeaderMerge, MovementKey, PlaceRef,
    Rule, merge_header,
};

/// The fields of the form, and what they are called in a conflict.
pub const FIELDS: [(FormField, ConflictField); 5] = [
    (FormField::Name, ConflictField::Name),
    (FormField::Origin, ConflictField::Origin),
    (FormField::Destination, ConflictField::Destination),
    (FormField::DateRequested, ConflictField::DateRequested),
    (FormField::RequestedBy, ConflictField::RequestedBy),
];

/// The fields to be sent: those that are not as they were, and those that were `asked` for before
/// and are being corrected.
pub fn change(base: &HeaderFields, asked: &HeaderFields, now: &HeaderFields) -> HeaderFields {
    let sent = |field: &ConflictField| asked.gives(*field) || !base.is_same(now, *field);
    let fields: Vec<_> = HeaderFields::FIELDS.into_iter().filter(sent).collect();
    let HeaderFields { name, description, .. } = now.only(&fields);
    let trimmed = |text: Option<String>| text.map(|text| text.trim().to_owned());
    let (name, description) = (trimmed(name), trimmed(description));
    HeaderFields { name, description, ..now.only(&fields) }
}

/// What is to be kept of the form; nothing while it is as it was opened. `texts` are no values yet.
pub fn draft(
    key: MovementKey,
    base: &HeaderFields,
    asked: &HeaderFields,
    now: &HeaderFields,
    mut texts: BTreeMap<String, String>,
) -> Option<Draft> {
    let emptied = [
        ("origin", base.origin.is_some() && now.origin.is_none()),
        ("destination", base.destination.is_some() && now.destination.is_none()),
        ("date_requested", base.date_requested.is_some() && now.date_requested.is_none()),
        ("requested_by", base.requested_by.is_some() && now.requested_by.is_none()),
    ];
    for (name, _) in emptied.into_iter().filter(|(_, emptied)| *emptied) {
        texts.entry(name.to_owned()).or_default();
    }
    let sent = change(base, asked, now);
    if sent == *asked && texts.is_empty() {
        return None;
    }
    // As typed: what is sent has no spaces around it, what is typed may have.
    let name = sent.name.as_ref().and(now.name.clone());
    let description = sent.description.as_ref().and(now.description.clone());
    let change = HeaderFields { name, description, ..sent };
    let form = DraftForm::Header { base: base.clone(), change };
    Some(Draft { key, form, typed: texts, aside: Vec::new(), table: None })
}

/// Takes away the values of fields that were emptied, or hold half a text.
pub fn empty(fields: &mut HeaderFields, texts: &BTreeMap<String, String>) {
    let is_empty = |name: &str| texts.get(name).is_some_and(String::is_empty);
    if is_empty("origin") {
        fields.origin = None;
    }
    if is_empty("destination") {
        fields.destination = None;
    }
    if texts.contains_key("date_requested") {
        fields.date_requested = None;
    }
    if is_empty("requested_by") {
        fields.requested_by = None;
    }
}

/// What is wrong with a field: one that had a value cannot be left without.
pub fn problem(base: &HeaderFields, now: &HeaderFields, field: FormField) -> Option<Rule> {
    let missing = match field {
        FormField::Name => plain(&now.name).is_empty(),
        FormField::Origin => now.origin.is_none() && base.origin.is_some(),
        FormField::Destination => now.destination.is_none() && base.destination.is_some(),
        FormField::DateRequested => now.date_requested.is_none() && base.date_requested.is_some(),
        FormField::RequestedBy => now.requested_by.is_none() && base.requested_by.is_some(),
        FormField::Start | FormField::Line(_) => false,
    };
    let id = |place: &Option<PlaceRef>| place.as_ref().map(|place| place.id.clone());
    let same_place = field == FormField::Destination
        && now.origin.is_some()
        && id(&now.origin) == id(&now.destination);
    match (missing, same_place) {
        (true, _) => Some(Rule::Required),
        (false, true) => Some(Rule::SamePlace),
        (false, false) => None,
    }
}

/// Fields changed here that somebody else changed too, to something else.
pub fn clashes(
    base: &HeaderFields,
    now: &HeaderFields,
    theirs: &HeaderFields,
) -> Vec<ConflictField> {
    let ours = change(base, &HeaderFields::default(), now);
    match merge_header(Some(base), &ours, theirs) {
        HeaderMerge::Clash(clashes) => clashes.iter().map(|clash| clash.field).collect(),
        HeaderMerge::Done | HeaderMerge::Send(_) => Vec::new(),
    }
}

/// The fields as they were when the change of each began: of those not changed here, as they are in
/// the service now.
pub fn rebased(base: &HeaderFields, now: &HeaderFields, theirs: &HeaderFields) -> HeaderFields {
    let is_changed = |field: &ConflictField| !base.is_same(now, *field);
    let changed: Vec<_> = HeaderFields::FIELDS.into_iter().filter(is_changed).collect();
    theirs.clone().without(&changed).with(&base.only(&changed))
}

/// No text and an empty one are the same; spaces around it are nobody's change.
fn plain(text: &Option<String>) -> &str {
    text.as_deref().unwrap_or_default().trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(id: &str) -> Option<PlaceRef> {
        Some(PlaceRef { id: id.into(), name: id.to_uppercase(), type_code: None })
    }

    fn base() -> HeaderFields {
        HeaderFields {
            name: Some("Weekly".into()),
            origin: place("depot"),
            destination: place("ward"),
            date_requested: "2026-11-20".parse().ok(),
            ..HeaderFields::default()
        }
    }

    fn named(name: &str) -> HeaderFields {
        HeaderFields { name: Some(name.into()), ..base() }
    }

    #[test]
    fn only_what_differs_is_sent_and_spaces_do_not() {
        let none = HeaderFields::default();
        assert!(change(&base(), &none, &named(" Weekly ")).is_empty());
        let empty_text = HeaderFields { description: Some(" ".into()), ..base() };
        assert!(change(&base(), &none, &empty_text).is_empty());
        let wanted = HeaderFields { name: Some("Daily".into()), ..HeaderFields::default() };
        assert_eq!(change(&base(), &none, &named("Daily ")), wanted);
        let moved = HeaderFields { destination: place("theatre"), ..base() };
        let wanted = HeaderFields { destination: place("theatre"), ..HeaderFields::default() };
        assert_eq!(change(&base(), &none, &moved), wanted);
    }

    #[test]
    fn a_description_can_be_emptied() {
        let base = HeaderFields { description: Some("loose items".into()), ..base() };
        let now = HeaderFields { description: Some(String::new()), ..base.clone() };
        let changed = change(&base, &HeaderFields::default(), &now);
        assert_eq!(changed.description.as_deref(), Some(""));
    }

    #[test]
    fn a_draft_holds_what_was_typed_and_brings_it_back() {
        let key = MovementKey("01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f".parse().unwrap());
        let none = HeaderFields::default();
        let kept = |now: &HeaderFields, texts| draft(key, &base(), &none, now, texts);
        assert_eq!(kept(&base(), BTreeMap::new()), None);
        let now = HeaderFields { origin: None, ..named("Daily ") };
        let draft = kept(&now, BTreeMap::new()).unwrap();
        assert_eq!(draft.typed.get("origin").map(String::as_str), Some(""), "emptied");
        let DraftForm::Header { base, change } = draft.form else { panic!() };
        let mut again = base.with(&change);
        empty(&mut again, &draft.typed);
        assert_eq!(again, now, "with its space");
        let half = BTreeMap::from([("date_requested".to_owned(), "24/1".to_owned())]);
        assert_eq!(kept(&self::base(), half.clone()).unwrap().typed, half);
    }

    #[test]
    fn what_was_asked_for_is_asked_for_again_when_it_is_corrected() {
        let asked = HeaderFields { name: Some("Daily".into()), ..HeaderFields::default() };
        let changed = change(&base(), &asked, &base());
        assert_eq!(changed.name.as_deref(), Some("Weekly"), "back to what it was is a correction");
    }

    #[test]
    fn what_had_a_value_needs_one_and_places_differ() {
        let now = HeaderFields { name: Some(" ".into()), date_requested: None, ..base() };
        assert_eq!(problem(&base(), &now, FormField::Name), Some(Rule::Required));
        assert_eq!(problem(&base(), &now, FormField::DateRequested), Some(Rule::Required));
        assert_eq!(problem(&base(), &now, FormField::RequestedBy), None, "it had none before");
        let same = HeaderFields { destination: place("depot"), ..base() };
        assert_eq!(problem(&base(), &same, FormField::Destination), Some(Rule::SamePlace));
    }

    #[test]
    fn a_field_changed_on_both_sides_clashes_and_nothing_else_does() {
        let mine = HeaderFields { destination: place("theatre"), ..named("Daily") };
        let theirs = HeaderFields { date_requested: None, ..named("Hourly") };
        assert_eq!(clashes(&base(), &mine, &theirs), [ConflictField::Name]);
        assert_eq!(clashes(&base(), &mine, &named("Daily")), [], "the same on both sides");
        assert_eq!(clashes(&base(), &base(), &theirs), []);
    }

    #[test]
    fn what_was_not_touched_here_follows_the_service() {
        let mine = named("Daily");
        let theirs = HeaderFields { destination: place("theatre"), ..named("Hourly") };
        let rebased = rebased(&base(), &mine, &theirs);
        assert_eq!(rebased.name.as_deref(), Some("Weekly"), "begun from this");
        assert_eq!(rebased.destination, place("theatre"));
    }
}
