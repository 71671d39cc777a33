//! Which of its names a movement is called by.

use chrono::DateTime;
use contract::{HeaderFields, LineChange, Movement, NewMovement, OperationKey, StartFrom};
use rules::movements::known::KnownMovement;
use uuid::Uuid;

use super::*;

const MOVEMENT: MovementKey = MovementKey(Uuid::from_u128(1));

fn known(identifier: Option<&str>, name: Option<&str>) -> Option<Arc<MovementSet>> {
    let movement = Movement {
        id: "m1".into(),
        name: name.map(Into::into),
        description: None,
        identifier: identifier.map(Into::into),
        origin: None,
        destination: None,
        date_requested: None,
        date_text: None,
        requested_by: None,
        lines: None,
        lines_left_out: 0,
    };
    let known = KnownMovement::to_be_made(MOVEMENT, movement, DateTime::UNIX_EPOCH, None);
    Some(Arc::new(MovementSet::restore(vec![known])))
}

fn op(body: Operation) -> Op {
    Op::new(OperationKey(Uuid::nil()), Some(MOVEMENT), body, None, DateTime::UNIX_EPOCH)
}

fn creation(name: &str) -> Op {
    op(Operation::CreateMovement(NewMovement {
        start: StartFrom::Empty,
        name: name.into(),
        description: String::new(),
        origin: None,
        destination: None,
        date_requested: None,
        requested_by: None,
        lines: Vec::new(),
    }))
}

fn renamed(name: &str) -> Op {
    let change = HeaderFields { name: Some(name.into()), ..HeaderFields::default() };
    op(Operation::UpdateHeader(change))
}

fn in_conflict(op: Op) -> Op {
    Op { state: OperationState::Conflict(Vec::new()), ..op }
}

fn title(known: Option<Arc<MovementSet>>, ops: &[Op]) -> Option<String> {
    let mut titles = Titles { known, waiting: HashMap::new() };
    ops.iter().for_each(|op| titles.add(op));
    titles.of(MOVEMENT).map(ToOwned::to_owned)
}

#[test]
fn an_identifier_comes_before_every_name() {
    let ops = [creation("Form"), renamed("Renamed")];
    assert_eq!(title(known(Some("MV-1"), Some("Known")), &ops).unwrap(), "MV-1");
}

#[test]
fn the_newest_name_that_waits_and_is_in_no_conflict_comes_before_the_known_one() {
    let ops = [renamed("First"), renamed("Second"), in_conflict(renamed("Third"))];
    assert_eq!(title(known(None, Some("Known")), &ops).unwrap(), "Second");
    assert_eq!(title(known(None, Some("Known")), &ops[2..]).unwrap(), "Known");
    assert_eq!(title(known(None, Some("Known")), &[]).unwrap(), "Known");
    assert_eq!(title(known(None, None), &[]), None);
}

#[test]
fn one_that_waits_to_be_made_is_called_as_in_its_form_until_it_is_renamed() {
    assert_eq!(title(None, &[creation("Form")]).unwrap(), "Form");
    assert_eq!(title(None, &[creation("Form"), renamed("Renamed")]).unwrap(), "Renamed");
    assert_eq!(title(None, &[renamed("Renamed")]), None, "it is nowhere");
    assert_eq!(title(None, &[]), None);
}

#[test]
fn changes_of_lines_and_of_other_fields_name_nothing() {
    let description = HeaderFields { description: Some("New".into()), ..HeaderFields::default() };
    let deleted = Operation::ChangeLine(LineChange::Delete { item: "i".into() });
    let ops = [renamed("Renamed"), op(Operation::UpdateHeader(description)), op(deleted)];
    assert_eq!(title(known(None, Some("Known")), &ops).unwrap(), "Renamed");
}
