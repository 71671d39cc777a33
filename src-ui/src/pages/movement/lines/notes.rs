//! What stands in a row of its own under a line until it is dealt with: why the service refused a
//! change, what somebody else changed meanwhile, what only the user can find out; and what can be
//! done about it. Deliberately absent: doing it, which is `note_acts`.

use contract::{ChangeKind, ConflictField, Failure, FieldConflict, Note, NoteRow, Reason};

use super::drawing::Drawing;
use crate::components::grid;
use crate::i18n::{I18n, say};
use crate::pages::conflict;
use crate::wording::format::coded;
use crate::wording::words;

/// What can be done about a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteAction {
    /// The change is tried as it is.
    Retry,
    /// The change comes back into the line, to be corrected there.
    TakeBack,
    /// Another product is looked for.
    Another,
    /// The line is revised instead.
    Revise,
    /// What was to be picked is corrected.
    Pick,
    /// What was decided is reverted, and the line is deleted then.
    RevertAndDelete,
    /// A line like the one that is gone is added.
    AddAgain,
    /// The change is given up.
    Discard,
    /// What is to be told to whoever helps is copied.
    Copy,
    /// Ours stays.
    Mine,
    /// The service's stays.
    Theirs,
    /// One or the other, field by field.
    Compare,
    /// The user says what became of it.
    Answer,
}

/// Every way, by the name that the grid and tests know it by.
const WAYS: [(NoteAction, &str); 13] = [
    (NoteAction::Retry, "retry"),
    (NoteAction::TakeBack, "take-back"),
    (NoteAction::Another, "another"),
    (NoteAction::Revise, "revise"),
    (NoteAction::Pick, "pick"),
    (NoteAction::RevertAndDelete, "revert-and-delete"),
    (NoteAction::AddAgain, "add-again"),
    (NoteAction::Discard, "discard"),
    (NoteAction::Copy, "copy"),
    (NoteAction::Mine, "mine"),
    (NoteAction::Theirs, "theirs"),
    (NoteAction::Compare, "compare"),
    (NoteAction::Answer, "answer"),
];

impl NoteAction {
    /// The way of this name.
    pub fn named(name: &str) -> Option<Self> {
        WAYS.iter().find(|(_, known)| *known == name).map(|(way, _)| *way)
    }

    fn name(self) -> &'static str {
        WAYS.iter().find(|(way, _)| *way == self).map_or("", |(_, name)| name)
    }

    fn label(self, i18n: I18n) -> &'static str {
        match self {
            Self::Retry => say!(i18n, history.retry),
            Self::TakeBack => say!(i18n, note.take_back),
            Self::Another => say!(i18n, note.another),
            Self::Revise => say!(i18n, note.revise),
            Self::Pick => say!(i18n, pick.correct),
            Self::RevertAndDelete => say!(i18n, note.revert_and_delete),
            Self::AddAgain => say!(i18n, note.add_again),
            Self::Discard => say!(i18n, history.discard),
            Self::Copy => say!(i18n, history.copy),
            Self::Mine => say!(i18n, note.mine),
            Self::Theirs => say!(i18n, note.theirs),
            Self::Compare => say!(i18n, history.compare),
            Self::Answer => say!(i18n, history.answer),
        }
    }
}

/// A note as a row of the grid.
pub fn note(drawing: Drawing, row: &NoteRow) -> grid::Note {
    let i18n = drawing.i18n;
    let ways = ways(&row.note);
    grid::Note {
        text: with_codes(text(drawing, &row.note), &row.note),
        refused: matches!(row.note, Note::Refused { .. }),
        actions: ways
            .into_iter()
            .map(|way| (way.name(), label(i18n, &row.note, way).to_owned()))
            .collect(),
    }
}

/// What a way is called: ours of a line that is gone is another like it.
fn label(i18n: I18n, note: &Note, way: NoteAction) -> &'static str {
    match (note, way) {
        (Note::Elsewhere { fields }, NoteAction::Mine) if is_line_gone(fields) => {
            NoteAction::AddAgain.label(i18n)
        }
        (Note::Elsewhere { fields }, NoteAction::Theirs) if is_line_gone(fields) => {
            NoteAction::Discard.label(i18n)
        }
        _ => way.label(i18n),
    }
}

fn is_line_gone(fields: &[FieldConflict]) -> bool {
    fields.iter().any(|field| field.field == ConflictField::Line)
}

/// What names a note among those of its line.
pub fn name(note: &Note) -> String {
    match note {
        Note::Refused { operation, .. }
        | Note::Conflict { operation, .. }
        | Note::Unknown { operation, .. } => operation.to_string(),
        Note::Elsewhere { .. } => "elsewhere".to_owned(),
    }
}

/// What can be done, the likeliest first.
pub fn ways(note: &Note) -> Vec<NoteAction> {
    match note {
        Note::Refused { change, failure, .. } => match (&failure.reason, change) {
            _ if is_not_valid(failure, *change) => {
                vec![NoteAction::Another, NoteAction::Revise, NoteAction::Discard]
            }
            (Reason::RevertFirst, _) => vec![NoteAction::RevertAndDelete, NoteAction::Discard],
            (Reason::Gone, ChangeKind::Create | ChangeKind::Update) => {
                vec![NoteAction::AddAgain, NoteAction::Discard]
            }
            (Reason::Gone, _) => vec![NoteAction::Discard],
            (_, ChangeKind::Pick) => {
                vec![NoteAction::Pick, NoteAction::Retry, NoteAction::Discard, NoteAction::Copy]
            }
            (_, ChangeKind::Header) => {
                vec![NoteAction::Retry, NoteAction::Discard, NoteAction::Copy]
            }
            _ => {
                vec![NoteAction::Retry, NoteAction::TakeBack, NoteAction::Discard, NoteAction::Copy]
            }
        },
        Note::Conflict { typed_since: true, .. } => vec![NoteAction::Mine, NoteAction::Theirs],
        Note::Conflict { fields, .. } | Note::Elsewhere { fields } => {
            let mut ways = vec![NoteAction::Mine, NoteAction::Theirs];
            if fields.len() > 1 {
                ways.push(NoteAction::Compare);
            }
            ways
        }
        Note::Unknown { .. } => vec![NoteAction::Answer],
    }
}

fn text(drawing: Drawing, note: &Note) -> String {
    let i18n = drawing.i18n;
    match note {
        Note::Refused { change, failure, with, .. } if is_not_valid(failure, *change) => {
            not_valid(i18n, failure.service_text.as_deref().unwrap_or_default(), with)
                .unwrap_or_default()
        }
        Note::Refused { failure, .. } => words::failure(i18n, failure),
        Note::Conflict { fields, .. } | Note::Elsewhere { fields } => elsewhere(drawing, fields),
        Note::Unknown { .. } => say!(i18n, movement.not_known).to_owned(),
    }
}

/// The values themselves where there is one field, else the names of all.
fn elsewhere(drawing: Drawing, fields: &[FieldConflict]) -> String {
    let i18n = drawing.i18n;
    if is_line_gone(fields) {
        return say!(i18n, note.line_gone).to_owned();
    }
    if let [one] = fields {
        let shown = |value: &Option<String>| {
            conflict::shown(i18n, drawing.format, one.field, value.as_deref())
        };
        let (theirs, ours, base) = (shown(&one.theirs), shown(&one.ours), shown(&one.base));
        return match one.field {
            ConflictField::Decision if conflict::is_deletion(one) => {
                say!(i18n, note.decided_deleted, theirs = theirs, base = base)
            }
            ConflictField::Decision => {
                say!(i18n, note.decided, theirs = theirs, ours = ours, base = base)
            }
            field if conflict::is_deletion(one) => {
                let field = conflict::name(i18n, field);
                say!(i18n, note.elsewhere_deleted, field = field, theirs = theirs, base = base)
            }
            // What is decided here is about another quantity than there is now.
            ConflictField::Quantity if one.ours == one.base => {
                say!(i18n, note.elsewhere_decided, theirs = theirs, base = base)
            }
            ConflictField::Quantity => {
                say!(i18n, note.elsewhere, theirs = theirs, ours = ours, base = base)
            }
            field => {
                let field = conflict::name(i18n, field);
                say!(
                    i18n,
                    note.elsewhere_field,
                    field = field,
                    theirs = theirs,
                    ours = ours,
                    base = base
                )
            }
        };
    }
    let names: Vec<_> = fields.iter().map(|field| conflict::name(i18n, field.field)).collect();
    say!(i18n, movement.changed_too, fields = names.join(", "))
}

/// That the service does not allow what was to go instead; `None` where it says something else.
pub fn not_valid(i18n: I18n, said: &str, with: &[String]) -> Option<String> {
    let new = said.contains(NOT_VALID).then(|| refused_of(said, with))?;
    Some(match original(said) {
        Some(old) => say!(i18n, note.not_valid, new = new, old = old),
        None => say!(i18n, note.not_valid_here, new = new),
    })
}

/// Whether the service does not allow one product in the stead of another (interface document, 7):
/// it says so in words alone.
fn is_not_valid(failure: &Failure, change: ChangeKind) -> bool {
    let said = failure.service_text.as_deref().unwrap_or_default();
    change == ChangeKind::Substitute && said.contains(NOT_VALID)
}

const NOT_VALID: &str = "not a valid substitution of ";

/// Which of the products it is about: all of them where it names none.
fn refused_of(said: &str, with: &[String]) -> String {
    let said = said.split(NOT_VALID).next().unwrap_or_default();
    let named = with.iter().find(|code| said.split_whitespace().any(|word| word == code.as_str()));
    named.cloned().unwrap_or_else(|| with.join(", "))
}

/// The code of the product that was asked for.
fn original(said: &str) -> Option<String> {
    let (_, after) = said.split_once(NOT_VALID)?;
    let code = after.split_whitespace().next()?.trim_end_matches(['.', ',']);
    (!code.is_empty()).then(|| code.to_owned())
}

/// What a note says, the codes of its products set as such.
fn with_codes(text: String, note: &Note) -> String {
    let Note::Refused { failure, with, .. } = note else { return text };
    let of = failure.service_text.as_deref().and_then(original);
    let codes = with.iter().chain(&of).filter(|code| !code.is_empty());
    codes.fold(text, |text, code| text.replace(code.as_str(), &coded(code)))
}

#[cfg(test)]
mod tests {
    use contract::{Language, OperationKey};
    use leptos::prelude::{Owner, untrack};

    use super::*;
    use crate::wording::format::code_parts;

    const SAID: &str =
        "Product CEF-0250 Cefazolin is not a valid substitution of CEF-1000 Ceftriaxone";

    fn refused(change: ChangeKind, reason: Reason, said: &str) -> Note {
        let key: OperationKey = "01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f".parse().unwrap();
        let failure = Failure { service_text: Some(said.to_owned()), ..Failure::from(reason) };
        Note::Refused { operation: key, change, failure, with: vec!["CEF-0250".into()] }
    }

    #[test]
    fn every_way_has_a_name_of_its_own_and_is_found_by_it() {
        for (way, name) in WAYS {
            assert_eq!(NoteAction::named(name), Some(way));
            assert_eq!(way.name(), name);
        }
    }

    #[test]
    fn the_products_of_a_refused_substitution_are_read_off_what_the_service_says() {
        let with = ["ABC-1".to_owned(), "CEF-0250".to_owned()];
        assert_eq!(refused_of(SAID, &with), "CEF-0250");
        assert_eq!(original(SAID).as_deref(), Some("CEF-1000"));
        assert_eq!(refused_of("Something else", &with), "ABC-1, CEF-0250");
        assert_eq!(original("Something else"), None);
    }

    #[test]
    fn codes_in_what_is_said_of_a_refusal_are_set_as_codes() {
        let note = refused(ChangeKind::Substitute, Reason::Internal, SAID);
        let said = with_codes("No CEF-0250 for CEF-1000".to_owned(), &note);
        let codes: Vec<_> = code_parts(&said).into_iter().filter(|(is_code, _)| *is_code).collect();
        assert_eq!(codes, [(true, "CEF-0250"), (true, "CEF-1000")]);
    }

    #[test]
    fn a_substitution_that_is_not_allowed_offers_another_product_first() {
        let note = refused(ChangeKind::Substitute, Reason::Internal, SAID);
        assert_eq!(ways(&note), [NoteAction::Another, NoteAction::Revise, NoteAction::Discard]);
        let other = refused(ChangeKind::Revise, Reason::Internal, SAID);
        assert_eq!(
            ways(&other)[0],
            NoteAction::Retry,
            "the words belong to another kind of change"
        );
    }

    #[test]
    fn a_refused_pick_is_corrected_first_and_more_than_is_there_is_said_in_our_words() {
        let said = "Bin location B-01-02 does not have enough quantity available 4 to fulfill \
                    requested quantity 9.";
        let note = refused(ChangeKind::Pick, Reason::Refused { status: 500 }, said);
        assert_eq!(ways(&note)[0], NoteAction::Pick);
        let Note::Refused { failure, .. } = note else { unreachable!() };
        Owner::new().with(|| {
            let i18n = I18n::of(Language::English);
            let text = untrack(|| words::failure(i18n, &failure));
            assert_eq!(text, "Not enough in B-01-02: 4 in stock, 9 to pick.");
        });
        let shortage = words::Shortage::told(said).unwrap();
        assert_eq!((shortage.there, shortage.asked), (4, 9));
        let unnamed = said.replace("B-01-02", "null");
        assert_eq!(words::Shortage::told(&unnamed).unwrap().bin, None);
        assert_eq!(words::Shortage::told("Bin location A does not exist"), None);
    }

    #[test]
    fn a_line_that_is_gone_can_be_added_again_and_a_revised_one_reverted_first() {
        let gone = refused(ChangeKind::Update, Reason::Gone, "");
        assert_eq!(ways(&gone), [NoteAction::AddAgain, NoteAction::Discard]);
        let revised = refused(ChangeKind::Delete, Reason::RevertFirst, "");
        assert_eq!(ways(&revised), [NoteAction::RevertAndDelete, NoteAction::Discard]);
    }

    #[test]
    fn fields_are_compared_one_by_one_where_there_are_several() {
        let field = |field| FieldConflict { field, base: None, theirs: None, ours: None };
        let one = Note::Elsewhere { fields: vec![field(ConflictField::Quantity)] };
        assert_eq!(ways(&one), [NoteAction::Mine, NoteAction::Theirs]);
        let both = vec![field(ConflictField::Quantity), field(ConflictField::Product)];
        assert_eq!(ways(&Note::Elsewhere { fields: both })[2], NoteAction::Compare);
    }

    #[test]
    fn a_line_gone_from_the_service_is_added_again_or_given_up() {
        let fields = vec![FieldConflict {
            field: ConflictField::Line,
            base: None,
            theirs: None,
            ours: None,
        }];
        let note = Note::Elsewhere { fields };
        Owner::new().with(|| {
            let i18n = I18n::of(Language::English);
            let labels = ways(&note).into_iter().map(|way| untrack(|| label(i18n, &note, way)));
            assert_eq!(labels.collect::<Vec<_>>(), ["Add again", "Discard"]);
        });
    }
}
