//! What the form proposes, keeps and holds against itself.

use contract::{
    DecimalMark, Location, OpenRow, Person, ProductRef, StocklistDates, StocklistItem,
    StocklistPeople,
};

use super::*;
use crate::wording::format::Quantity;

pub(super) fn today() -> NaiveDate {
    "2026-11-20".parse().unwrap()
}

/// Runs inside an owner, as a page does.
pub(super) fn with_form(kind: StartsFrom, test: impl FnOnce(MovementForm)) {
    Owner::new().with(|| untrack(|| test(MovementForm::start(kind, today))));
}

fn place(id: &str) -> Location {
    Location {
        id: id.into(),
        name: Some(id.to_uppercase()),
        description: None,
        location_number: None,
        location_group: None,
        location_type: None,
        parent: None,
    }
}

fn item(product: &str, quantity: i64) -> StocklistItem {
    StocklistItem {
        id: format!("i-{product}").into(),
        status: None,
        requisition: None,
        product: ProductRef {
            id: product.into(),
            code: None,
            name: None,
            description: None,
            category: None,
        },
        quantity: Some(quantity),
        quantity_approved: None,
        quantity_canceled: None,
        cancel_reason_code: None,
        cancel_comments: None,
        order_index: None,
        inventory_item: None,
        changes: Vec::new(),
        modification: None,
        substitution: None,
        picklist_items: Vec::new(),
    }
}

pub(super) fn list(id: &str) -> Stocklist {
    Stocklist {
        id: id.into(),
        name: Some(format!("List {id}")),
        number: None,
        description: None,
        is_template: None,
        kind: None,
        status: None,
        commodity_class: None,
        dates: StocklistDates::default(),
        origin: Some(place("depot")),
        destination: Some(place(&format!("ward {id}"))),
        people: StocklistPeople::default(),
        items: vec![item("p1", 30), item("p2", 10)],
    }
}

pub(super) fn me() -> Identity {
    let me = Person {
        id: "u1".into(),
        name: None,
        first_name: None,
        last_name: None,
        username: None,
        email: None,
    };
    Identity { me: Some(me), ..Identity::default() }
}

/// A table of one line, and one row that needs attention.
pub(super) fn take_table(form: MovementForm) {
    let line = Line::of(&item("p7", 7)).preview;
    let open = OpenRow { product: None, code: "NO-SUCH".into(), quantity: "1".into() };
    let start = ImportStart {
        file_name: "Ward 3.xlsx".into(),
        rows: 2,
        open: vec![open],
        decimal_mark: DecimalMark::Comma,
    };
    form.take_import(start, &[line]);
}

#[test]
fn a_list_that_comes_late_takes_nothing_from_a_table_nor_a_table_from_a_list() {
    with_form(StartsFrom::Stocklist, |form| {
        form.take_list(list("a"));
        form.change_line(0, |line| line.preview.quantity = 31);
        take_table(form);
        assert_eq!(form.new.get().name, "Ward 3", "of the file");
        form.take_list(list("b"));
        form.put_list_aside();
        let quantities = |form: MovementForm| {
            form.new.get().lines.iter().map(|line| line.quantity).collect::<Vec<_>>()
        };
        assert_eq!(quantities(form), [7]);
        assert!(!form.is_handed_over());
        form.take_list(list("a"));
        form.start_from(StartsFrom::Stocklist);
        assert_eq!(quantities(form), [31, 10]);
        form.start_from(StartsFrom::Import);
        form.hand_over();
        assert!(form.is_handed_over());
        assert!(form.new.get().lines.is_empty());
    });
}

#[test]
fn a_list_fills_what_nobody_typed_in() {
    with_form(StartsFrom::Stocklist, |form| {
        form.offer_me(&me());
        form.destination.value.set(Some("theatre".into()));
        form.take_list(list("a"));
        let new = form.new.get();
        assert_eq!(new.start, StartFrom::Stocklist("a".into()));
        assert_eq!(new.name, "List a");
        assert_eq!(new.origin, Some("depot".into()));
        assert_eq!(new.destination, Some("theatre".into()), "typed before");
        assert_eq!(new.date_requested, Some(today()));
        assert_eq!(new.requested_by, Some("u1".into()));
        assert_eq!(new.lines.len(), 2);
        assert_eq!(form.first_obstacle(), None);
        form.take_list(list("b"));
        assert_eq!(form.new.get().name, "List b");
    });
}

#[test]
fn starting_from_something_else_takes_back_what_the_list_proposed() {
    with_form(StartsFrom::Stocklist, |form| {
        form.take_list(list("a"));
        form.name.value.set("Typed".into());
        form.start_from(StartsFrom::Inbound);
        let new = form.new.get();
        assert_eq!((new.start, new.origin, new.lines.len()), (StartFrom::Inbound, None, 0));
        assert_eq!(new.name, "Typed");
        assert_eq!(form.facts.get(), Facts::default());
        form.start_from(StartsFrom::Stocklist);
        assert_eq!(form.new.get().lines.len(), 2, "the list is still chosen");
        assert_eq!(form.new.get().origin, Some("depot".into()));
    });
}

#[test]
fn going_back_to_a_list_brings_back_what_was_typed_in_it() {
    with_form(StartsFrom::Stocklist, |form| {
        form.take_list(list("a"));
        assert!(!form.is_typed(), "a chosen list is nothing typed");
        form.change_line(1, |line| line.type_quantity("40", Quantity::Whole(40)));
        form.take_list(list("b"));
        assert_eq!(form.facts.get().changed, 0);
        assert!(form.is_typed(), "what is aside would be lost too");
        form.take_list(list("a"));
        assert_eq!(form.new.get().lines[1].quantity, 40);
        form.put_list_aside();
        assert_eq!(form.first_obstacle(), Some(FormField::Start));
    });
}

#[test]
fn a_quantity_that_cannot_be_read_keeps_the_form_back_where_it_stands() {
    with_form(StartsFrom::Stocklist, |form| {
        form.offer_me(&me());
        form.take_list(list("a"));
        form.change_line(0, |line| line.type_quantity("x", Quantity::NotANumber));
        form.change_line(1, |line| line.type_quantity("-1", Quantity::Whole(-1)));
        assert_eq!(form.first_obstacle(), Some(FormField::Line(0)));
        form.change_line(0, |line| line.preview.included = false);
        assert_eq!(
            form.first_obstacle(),
            Some(FormField::Line(1)),
            "a line left out is no obstacle"
        );
        form.start_from(StartsFrom::Empty);
        form.name.value.set("Loose items".into());
        assert_eq!(form.first_obstacle(), Some(FormField::Origin), "it has no lines now");
    });
}

#[test]
fn a_field_says_what_is_wrong_once_it_was_left_and_what_is_worth_knowing_at_once() {
    with_form(StartsFrom::Empty, |form| {
        assert_eq!(form.said_at(FormField::Name), None);
        form.leave(FormField::Name);
        assert_eq!(form.said_at(FormField::Name), Some(Rule::Required));
        assert_eq!(form.said_at(FormField::Origin), None);
        form.date.value.set("2026-11-24".parse().ok());
        assert_eq!(form.said_at(FormField::DateRequested), Some(Rule::DaysAhead(4)));
        form.try_it();
        assert_eq!(form.said_at(FormField::Origin), Some(Rule::Required));
        form.origin.value.set(Some("depot".into()));
        form.destination.value.set(Some("depot".into()));
        assert_eq!(form.said_at(FormField::Destination), Some(Rule::SamePlace));
        form.start_from(StartsFrom::Inbound);
        assert_eq!(form.said_at(FormField::Name), None, "another form begins");
    });
}
