use contract::DecimalMark;
use serde_json::json;

use super::*;

fn read(text: &str) -> Quantity {
    contract::read_quantity(text, DecimalMark::Point)
}

fn product(id: &str) -> ProductRef {
    serde_json::from_value(json!({ "id": id, "code": id })).unwrap()
}

/// A line of 80 cannulas as the panel gets it; `line` is what the service has beyond that.
fn view(line: serde_json::Value, decision: serde_json::Value) -> LineView {
    let mut in_service = json!({
        "id": "i1", "product": { "id": "CAN-1832" }, "status": "PENDING",
        "quantity_requested": 80, "substitutions": [],
    });
    in_service.as_object_mut().unwrap().extend(line.as_object().unwrap().clone());
    let line = json!({
        "key": "l:i1", "number": 7, "state": "in_service", "product": { "id": "CAN-1832" },
        "requested": 80, "edited": [], "editable": [], "problems": [], "deleted": false,
        "proposed": false,
    });
    serde_json::from_value(json!({
        "line": line, "as_in_service": in_service, "decision": decision,
        "offers": [], "suggestions": [], "reasons": [], "comments": [],
    }))
    .unwrap()
}

fn open() -> DecisionForm {
    DecisionForm::begin(&view(json!({}), json!(null)), None)
}

fn row(number: u32, id: Option<&str>, quantity: &str) -> Swap {
    Swap { number, product: id.map(product), typed: String::new(), quantity: quantity.into() }
}

fn substitution(rows: Vec<Swap>) -> Result<Decision, Vec<DecisionProblem>> {
    let form = DecisionForm { with: rows, reason: "STOCKOUT".into(), ..DecisionForm::default() };
    form.decision(LineAction::Substitute, Some(&product("CAN-1832")), &read)
}

#[test]
fn what_is_kept_of_a_form_is_the_form_again() {
    let swap = |number, typed: &str| Swap { number, typed: typed.into(), ..Swap::default() };
    let mut form = DecisionForm {
        quantity: "1 0".into(),
        with: vec![swap(0, "GLV"), Swap { quantity: "4".into(), ..swap(1, "") }],
        reason: "STOC".into(),
        comment: " as typed ".into(),
        ..DecisionForm::default()
    };
    form.picks.beyond = true;
    for (number, typed) in [None, Some("LOT-"), Some("")].into_iter().enumerate() {
        let added = form.picks.add(&"i1".into());
        assert_eq!(added as usize, number);
        form.picks.change(added, |other, quantity| {
            other.item_typed = typed.map(str::to_owned);
            other.bin = Some("b1".into());
            *quantity = "3".into();
        });
    }
    let row = contract::RowKey::Line("i1".into());
    assert_eq!(DecisionForm::from(form.kept(&row, contract::DecimalMark::Point)), form);
}

#[test]
fn an_open_line_begins_with_what_is_asked_for_and_one_blank_row() {
    let form = open();
    assert_eq!((form.quantity.as_str(), form.with.len()), ("80", 1));
    assert!(form.with[0].is_blank() && form.reason.is_empty());
}

#[test]
fn a_substituted_line_begins_with_what_goes_now() {
    let child = json!({
        "id": "c", "product": { "id": "CAN-1845" }, "status": "APPROVED",
        "quantity_requested": 56, "substitutions": [],
    });
    let line = json!({
        "status": "SUBSTITUTED", "substitutions": [child], "reason_code": "STOCKOUT",
        "comments": "Rest on Friday",
    });
    let form = DecisionForm::begin(&view(line, json!(null)), None);
    assert_eq!(
        form.with,
        [row(0, None, "56")].map(|row| Swap {
            product: Some(serde_json::from_value(json!({ "id": "CAN-1845" })).unwrap()),
            ..row
        })
    );
    assert_eq!((form.reason.as_str(), form.comment.as_str()), ("STOCKOUT", "Rest on Friday"));
}

#[test]
fn what_was_decided_here_counts_more_than_what_the_service_has() {
    let line = json!({ "status": "CHANGED", "quantity_revised": 60, "reason_code": "CLINICAL" });
    let here = json!({ "revise": { "quantity": 12, "reason_code": "STOCKOUT" } });
    let form = DecisionForm::begin(&view(line.clone(), here), None);
    assert_eq!((form.quantity.as_str(), form.reason.as_str()), ("12", "STOCKOUT"));
    let form = DecisionForm::begin(&view(line, json!("revert")), None);
    assert_eq!((form.quantity.as_str(), form.reason.as_str()), ("80", ""), "nothing of it is left");
}

#[test]
fn a_revision_needs_whole_pieces_and_a_reason() {
    let typed = |quantity: &str, reason: &str| {
        let form = DecisionForm {
            quantity: quantity.into(),
            reason: reason.into(),
            ..DecisionForm::default()
        };
        form.decision(LineAction::Revise, None, &read)
    };
    let decided = typed("1,200", " CLINICAL ");
    let revised =
        Decision::Revise { quantity: 1_200, reason_code: "CLINICAL".into(), comments: None };
    assert_eq!(decided, Ok(revised));
    for (text, problem) in [
        ("", EditProblem::NoQuantity),
        ("ten", EditProblem::NotANumber),
        ("2.5", EditProblem::NotWhole),
        ("-1", EditProblem::BelowOne),
        ("3000000000", EditProblem::TooMany),
    ] {
        assert_eq!(typed(text, "X"), Err(vec![DecisionProblem::Quantity(problem)]), "{text}");
    }
    assert_eq!(typed("12", " "), Err(vec![DecisionProblem::NoReason]));
}

#[test]
fn a_revision_to_nothing_is_a_cancellation() {
    let form =
        DecisionForm { quantity: "0".into(), reason: "STOCKOUT".into(), ..DecisionForm::default() };
    let canceled = Decision::Cancel { reason_code: "STOCKOUT".into(), comments: None };
    assert_eq!(form.decision(LineAction::Revise, None, &read), Ok(canceled));
}

#[test]
fn a_substitution_has_products_of_its_own_each_once() {
    let good = substitution(vec![
        row(0, Some("CAN-1845"), "56"),
        row(1, Some("CAN-1830"), "20"),
        row(2, None, " "),
    ]);
    let Ok(Decision::Substitute { with, .. }) = good else { panic!("{good:?}") };
    let with: Vec<_> = with.iter().map(|one| (one.product.id.as_str(), one.quantity)).collect();
    assert_eq!(with, [("CAN-1845", 56), ("CAN-1830", 20)]);
    let itself = substitution(vec![row(3, Some("CAN-1832"), "5")]);
    assert_eq!(itself, Err(vec![DecisionProblem::SameProduct(3)]));
    let twice = substitution(vec![row(0, Some("A"), "5"), row(1, Some("A"), "6")]);
    assert_eq!(twice, Err(vec![DecisionProblem::Twice(1)]));
    assert_eq!(substitution(vec![row(0, None, "")]), Err(vec![DecisionProblem::NoRows]));
    assert_eq!(substitution(vec![row(0, None, "7")]), Err(vec![DecisionProblem::NoProduct(0)]));
    let typed = Swap { typed: "CAN-1833".into(), ..row(0, None, "") };
    assert_eq!(substitution(vec![typed]), Err(vec![DecisionProblem::UnknownProduct(0)]));
    let none = substitution(vec![row(0, Some("A"), "0")]);
    assert_eq!(none, Err(vec![DecisionProblem::RowQuantity(0, EditProblem::BelowOne)]));
}

#[test]
fn rows_that_were_left_blank_say_nothing_and_every_text_does() {
    let begun = open();
    let mut form = begun.clone();
    form.with.push(row(7, None, " "));
    form.picks.add(&"i1".into());
    assert!(form != begun && form.says_the_same(&begun));
    let changes: [fn(&mut DecisionForm); 6] = [
        |form| form.quantity = "79".into(),
        |form| form.reason = "STOCKOUT".into(),
        |form| form.comment = "later".into(),
        |form| form.with[0].typed = "GLV".into(),
        |form| form.with.push(row(8, Some("A"), "")),
        |form| form.picks.beyond = true,
    ];
    for (at, change) in changes.into_iter().enumerate() {
        let mut changed = form.clone();
        change(&mut changed);
        assert!(!changed.says_the_same(&begun), "{at}");
    }
    // Told by the service, a product has more words than in a list.
    let named = |name: &str| {
        let mut of = product("A");
        of.name = Some(name.to_owned());
        DecisionForm { with: vec![Swap { product: Some(of), ..row(0, None, "4") }], ..open() }
    };
    assert!(named("Gloves").says_the_same(&named("Gloves, M")));
}

#[test]
fn the_remainder_is_filled_in_and_counts_what_other_rows_have() {
    let mut form = open();
    assert_eq!(form.put(None, product("A"), Some(80), &read), 0);
    assert_eq!(form.with[0].quantity, "80", "the first product takes all");
    form.with[0].quantity = "56".into();
    form.make_room(Some(80), &read);
    assert_eq!(form.with.len(), 2, "there is room for the rest");
    assert_eq!(form.put(None, product("B"), Some(80), &read), 1);
    assert_eq!(form.with[1].quantity, "24");
    form.with[1].quantity = "20".into();
    assert_eq!(form.replaced(&read), (vec![56, 20], 76));
    form.fill(1, 80, &read);
    assert_eq!(form.with[1].quantity, "24");
    form.with[0].quantity = "90".into();
    form.fill(1, 80, &read);
    assert_eq!(form.with[1].quantity, "24", "nothing is left to fill in");
}

#[test]
fn a_row_taken_away_leaves_room_for_another() {
    let mut form = open();
    form.put(None, product("A"), Some(80), &read);
    form.remove(0, Some(80), &read);
    assert_eq!(form.with.len(), 1);
    assert!(form.with[0].is_blank());
}

#[test]
fn a_product_chosen_for_a_row_keeps_the_quantity_typed_there() {
    let mut form = open();
    form.with[0].quantity = "7".into();
    form.with[0].typed = "can".into();
    form.put(Some(0), product("A"), Some(80), &read);
    assert_eq!((form.with[0].quantity.as_str(), form.with[0].typed.as_str()), ("7", ""));
}
