use super::*;
use crate::store::migrations;

fn file() -> Connection {
    let mut connection = Connection::open_in_memory().unwrap();
    migrations::migrate(&mut connection, "memory".as_ref(), migrations::STEPS).unwrap();
    connection
}

fn key(n: u128) -> MovementKey {
    MovementKey(uuid::Uuid::from_u128(n))
}

fn draft(n: u128, name: &str) -> Draft {
    let json = format!(
        r#"{{"key":"{}","form":{{"new_movement":{{"start":"empty","name":"{name}","origin":null,
            "destination":null,"date_requested":null,"requested_by":null}}}},
            "typed":{{"date_requested":"20/1"}}}}"#,
        key(n)
    );
    serde_json::from_str(&json).unwrap()
}

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_795_000_000 + seconds, 0).unwrap()
}

/// Does it in a transaction of its own.
fn commit<T>(connection: &mut Connection, job: impl FnOnce(&Transaction<'_>) -> T) -> T {
    let tx = connection.transaction().unwrap();
    let value = job(&tx);
    tx.commit().unwrap();
    value
}

fn names(connection: &Connection) -> Vec<String> {
    let name = |kept: KeptDraft| match kept.draft.form {
        DraftForm::NewMovement(form) => form.name,
        DraftForm::Header { change, .. } => change.name.unwrap_or_default(),
        DraftForm::Lines(_) => String::new(),
    };
    list(connection).unwrap().into_iter().map(name).collect()
}

fn bodies(connection: &Connection) -> i64 {
    connection.query_row("SELECT count(*) FROM draft", [], |row| row.get(0)).unwrap()
}

#[test]
fn a_form_is_kept_once_as_it_was_last_and_those_kept_last_come_first() {
    let mut file = file();
    for (n, name, second) in [(1, "Theatr", 0), (2, "Ward", 1), (1, "Theatre", 2)] {
        assert!(commit(&mut file, |tx| save(tx, &draft(n, name), at(second))).unwrap());
    }
    assert_eq!(names(&file), ["Theatre", "Ward"]);
    let kept = list(&file).unwrap();
    assert_eq!((kept[0].kept, &kept[0].draft), (at(2), &draft(1, "Theatre")));
}

#[test]
fn a_form_thrown_away_is_gone_and_others_stay() {
    let mut file = file();
    commit(&mut file, |tx| save(tx, &draft(1, "Theatre"), at(0))).unwrap();
    commit(&mut file, |tx| save(tx, &draft(2, "Ward"), at(0))).unwrap();
    commit(&mut file, |tx| forget(tx, key(1))).unwrap();
    assert_eq!(names(&file), ["Ward"]);
    commit(&mut file, |tx| forget(tx, key(9))).unwrap();
}

#[test]
fn a_form_goes_only_if_what_it_became_is_kept() {
    let mut file = file();
    commit(&mut file, |tx| save(tx, &draft(1, "Theatre"), at(0))).unwrap();
    let tx = file.transaction().unwrap();
    forget(&tx, key(1)).unwrap();
    tx.rollback().unwrap();
    assert_eq!(names(&file), ["Theatre"]);
}

#[test]
fn a_form_of_another_version_is_left_out_and_never_deleted() {
    let mut file = file();
    commit(&mut file, |tx| save(tx, &draft(1, "Theatre"), at(0))).unwrap();
    file.execute("UPDATE draft SET body = '{\"form\":{\"plan\":1}}'", []).unwrap();
    assert!(names(&file).is_empty());
    commit(&mut file, |tx| save(tx, &draft(1, "Theatre again"), at(1))).unwrap();
    assert_eq!((names(&file), bodies(&file)), (vec!["Theatre again".to_owned()], 2));
    file.execute("UPDATE draft SET body = '{'", []).unwrap();
    commit(&mut file, |tx| forget(tx, key(1))).unwrap();
    assert_eq!((names(&file).len(), bodies(&file)), (0, 2));
}

#[test]
fn a_pause_in_typing_does_not_bring_back_the_form_of_a_movement_that_is_queued() {
    let mut file = file();
    let queue = "INSERT INTO operation (key, movement, body, state, kept)
                 VALUES (?1, ?1, '{}', 'queued', 0)";
    file.execute(queue, [key(1).to_string()]).unwrap();
    assert!(!commit(&mut file, |tx| save(tx, &draft(1, "Theatre"), at(0))).unwrap());
    assert!(names(&file).is_empty());
    for state in ["stuck", "dropped"] {
        file.execute("UPDATE operation SET state = ?1", [state]).unwrap();
        assert!(commit(&mut file, |tx| save(tx, &draft(1, "Theatre"), at(0))).unwrap(), "{state}");
    }
}

#[test]
fn changes_of_a_header_are_kept_while_an_operation_of_that_movement_waits() {
    let mut file = file();
    let queue = "INSERT INTO operation (key, movement, body, state, kept)
                 VALUES ('o', ?1, '{}', 'sent', 0)";
    file.execute(queue, [key(1).to_string()]).unwrap();
    let form = DraftForm::Header { base: Default::default(), change: Default::default() };
    let header = Draft { form, ..draft(1, "") };
    assert!(commit(&mut file, |tx| save(tx, &header, at(0))).unwrap());
}

#[test]
fn lines_typed_in_their_panel_are_told_and_what_becomes_a_pick_is_typed_no_more() {
    let mut file = file();
    let of = |lot: &str| TypedPick {
        part: "i1".into(),
        of: TypedPickOf::Stock { inventory_item: lot.into(), bin: Some("b1".into()) },
        quantity: "3".into(),
    };
    let mut picked = TypedLine::nothing(RowKey::Line("i1".into()));
    picked.picks = vec![of("a"), of("b")];
    let said =
        TypedLine { comment: "half a sen".into(), ..TypedLine::nothing(RowKey::Line("i2".into())) };
    let blank = TypedLine { comment: " ".into(), ..TypedLine::nothing(RowKey::Line("i3".into())) };
    let lines = Draft { form: DraftForm::Lines(vec![picked, said, blank]), ..draft(1, "") };
    commit(&mut file, |tx| save(tx, &lines, at(0))).unwrap();
    let told = unsent(&file).unwrap();
    assert!(told.headers.is_empty());
    assert_eq!(told.lines, HashMap::from([(key(1), vec!["i1".into(), "i2".into()])]));
    assert!(typed_of(&file, key(2)).unwrap().is_empty());

    let pick = |bin: &str| Pick {
        id: None,
        inventory_item: "a".into(),
        bin_location: Some(bin.into()),
        quantity: 3,
    };
    let left = |file: &Connection| typed_of(file, key(1)).unwrap()[&"i1".into()].picks.len();
    for (item, bin, expected) in [("i1", "elsewhere", 2), ("i9", "b1", 2), ("i1", "b1", 1)] {
        commit(&mut file, |tx| forget_picks(tx, key(1), &item.into(), &[pick(bin)])).unwrap();
        assert_eq!(left(&file), expected, "{item} {bin}");
    }
}
