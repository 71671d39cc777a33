//! A draft brings back what was typed, letter by letter.

use contract::{FormField, MovementKey, Rule};

use super::*;
use crate::pages::new_movement::form::tests::{list, me, take_table, today, with_form};

fn key() -> MovementKey {
    MovementKey("01931f0e-7b2a-7c3d-8e4f-5a6b7c8d9e0f".parse().unwrap())
}

fn read(text: &str) -> Quantity {
    text.parse().map_or(Quantity::NotANumber, Quantity::Whole)
}

/// What a form that is filled from the draft of another one holds.
fn again(draft: &Draft, test: impl FnOnce(MovementForm)) {
    with_form(StartsFrom::Empty, |form| {
        form.restore(draft, read);
        assert_eq!(form.draft(draft.key).as_ref(), Some(draft));
        test(form);
    });
}

#[test]
fn an_untouched_form_is_no_draft() {
    with_form(StartsFrom::Empty, |form| {
        form.offer_me(&me());
        assert_eq!(form.draft(key()), None);
        form.name.value.set("T".into());
        assert!(form.draft(key()).is_some());
    });
}

#[test]
fn a_header_comes_back_with_its_spaces_and_half_typed_texts() {
    with_form(StartsFrom::Inbound, |form| {
        form.offer_me(&me());
        form.name.value.set("Order 7718 ".into());
        form.description.set(" half a ".into());
        form.origin.value.set(Some("brightwell".into()));
        form.typed.destination.set(Some("Centr".into()));
        form.date.value.set(None);
        form.typed.date.set(Some("24/1".into()));
        let draft = form.draft(key()).unwrap();
        again(&draft, |form| {
            assert_eq!(form.kind.get(), StartsFrom::Inbound);
            assert_eq!(form.name.value.get(), "Order 7718 ");
            assert_eq!(form.new.get().name, "Order 7718", "sent without");
            assert_eq!(form.typed.date.get().as_deref(), Some("24/1"));
            assert_eq!(form.requester.value.get().as_deref(), Some("u1"));
            assert!(form.is_typed());
        });
    });
}

#[test]
fn a_table_comes_back_also_where_the_form_starts_from_something_else() {
    with_form(StartsFrom::Empty, |form| {
        take_table(form);
        form.change_line(0, |line| line.type_quantity("1,5", Quantity::Broken));
        let draft = form.draft(key()).unwrap();
        again(&draft, |form| {
            assert_eq!(form.kind.get(), StartsFrom::Import);
            assert_eq!(form.import.with(|import| import.open.len()), 1);
        });
        form.start_from(StartsFrom::Inbound);
        let draft = form.draft(key()).unwrap();
        again(&draft, |form| {
            assert!(form.is_typed());
            assert_eq!(form.kind.get(), StartsFrom::Inbound);
            form.start_from(StartsFrom::Import);
            let line = form.lines.with(|lines| lines[0].clone());
            let typed = line.unread.map(|unread| unread.text);
            assert_eq!(typed.as_deref(), Some("1,5"), "as it was typed");
        });
    });
}

#[test]
fn lines_come_back_as_typed_even_where_they_cannot_be_read() {
    with_form(StartsFrom::Stocklist, |form| {
        form.take_list(list("a"));
        assert!(form.draft(key()).is_some(), "a chosen list is kept");
        form.change_line(0, |line| line.type_quantity("40", Quantity::Whole(40)));
        form.change_line(0, |line| line.type_quantity("4x", Quantity::NotANumber));
        form.change_line(1, |line| line.preview.included = false);
        form.typing.set(Some((1, "7".into())));
        let draft = form.draft(key()).unwrap();
        assert_eq!(draft.typed.len(), 2);
        with_form(StartsFrom::Empty, |form| {
            form.restore(&draft, read);
            form.lines.with(|lines| {
                assert_eq!(lines[0].unread.as_ref().unwrap().text, "4x");
                assert_eq!(lines[0].preview.quantity, 40, "the last good one stays behind");
                assert!(!lines[1].preview.included);
                assert_eq!(lines[1].preview.quantity, 7, "it was being typed");
            });
            assert_eq!(form.list.get().unwrap().id, "a".into());
            assert_eq!(form.new.get().name, "List a");
        });
    });
}

#[test]
fn nothing_is_proposed_over_what_was_typed_before() {
    with_form(StartsFrom::Stocklist, |form| {
        form.take_list(list("a"));
        form.name.value.set(String::new());
        form.requester.value.set(Some("u2".into()));
        let draft = form.draft(key()).unwrap();
        again(&draft, |form| {
            form.offer_me(&me());
            form.start_from(StartsFrom::Stocklist);
            assert_eq!(form.name.value.get(), "", "emptied on purpose");
            assert_eq!(form.requester.value.get().as_deref(), Some("u2"));
            form.try_it();
            assert_eq!(form.said_at(FormField::Name), Some(Rule::Required));
            assert_eq!(form.date.value.get(), Some(today()));
        });
    });
}

#[test]
fn what_was_still_empty_is_proposed_again() {
    with_form(StartsFrom::Empty, |form| {
        form.name.value.set("Loose items".into());
        let draft = form.draft(key()).unwrap();
        again(&draft, |form| {
            form.offer_me(&me());
            assert_eq!(form.requester.value.get().as_deref(), Some("u1"));
        });
    });
}

#[test]
fn what_was_changed_in_a_list_chosen_before_comes_back_with_it() {
    with_form(StartsFrom::Stocklist, |form| {
        form.take_list(list("a"));
        form.change_line(0, |line| line.type_quantity("40", Quantity::Whole(40)));
        form.change_line(1, |line| line.type_quantity("4x", Quantity::NotANumber));
        form.take_list(list("b"));
        form.change_line(1, |line| line.preview.included = false);
        form.take_list(list("c"));
        let draft = form.draft(key()).unwrap();
        assert_eq!(draft.aside.len(), 2, "{:?}", draft.aside);
        again(&draft, |form| {
            assert!(form.is_typed());
            let mut longer = list("a");
            longer.items.insert(0, longer.items[0].clone());
            longer.items[0].id = "new in the list".into();
            form.take_list(longer);
            form.lines.with(|lines| {
                assert_eq!(lines[0].preview.quantity, 30, "added to the list meanwhile");
                assert_eq!(lines[1].preview.quantity, 40);
                assert_eq!(lines[2].unread.as_ref().unwrap().text, "4x");
            });
            form.take_list(list("b"));
            assert_eq!(form.facts.get().left_out, 1);
            form.take_list(list("c"));
            assert_eq!(form.facts.get().changed, 0);
        });
    });
}

#[test]
fn what_was_changed_in_a_list_is_kept_while_the_form_starts_from_nothing() {
    with_form(StartsFrom::Stocklist, |form| {
        form.take_list(list("a"));
        form.change_line(0, |line| line.type_quantity("40", Quantity::Whole(40)));
        form.start_from(StartsFrom::Empty);
        let draft = form.draft(key()).unwrap();
        again(&draft, |form| {
            form.start_from(StartsFrom::Stocklist);
            form.take_list(list("a"));
            assert_eq!(form.new.get().lines[0].quantity, 40);
        });
    });
}

#[test]
fn a_list_in_which_nothing_was_changed_is_not_kept_once_another_is_chosen() {
    with_form(StartsFrom::Stocklist, |form| {
        form.take_list(list("a"));
        form.take_list(list("b"));
        assert_eq!(form.draft(key()).unwrap().aside, []);
    });
}
