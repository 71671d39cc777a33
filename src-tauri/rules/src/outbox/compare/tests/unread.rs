//! Lines that could not be read: what is not among the others may be one of them.

use super::*;

const PARTIAL: AttemptFacts<'static> = AttemptFacts { whole: false, ..NEW };

#[test]
fn a_line_that_is_not_among_those_that_could_be_read_is_not_gone() {
    let base = line("i1");
    let item = || "i1".into();
    let others = [line("i2")];
    for change in [
        LineChange::Delete { item: item() },
        LineChange::Revert { item: item() },
        LineChange::Cancel { item: item(), reason_code: "X".into(), comments: None },
        update(None, Some(7), None),
    ] {
        for attempted in [false, true] {
            let known = AttemptFacts { whole: false, attempted, ..upon(&base) };
            assert_eq!(compare_change(&change, &others, known), Comparison::Unread, "{change:?}");
        }
        // One that could be read is compared as ever.
        let known = AttemptFacts { whole: false, ..upon(&base) };
        let (partial, whole) = (known, upon(&base));
        let there = [line("i1"), line("i2")];
        assert_eq!(
            compare_change(&change, &there, partial),
            compare_change(&change, &there, whole)
        );
    }
}

#[test]
fn an_addition_that_is_not_among_those_that_could_be_read_is_not_sent_twice() {
    assert!(
        matches!(compare_change(&addition(), &[], PARTIAL), Comparison::Undone(_)),
        "never sent"
    );
    let attempted = AttemptFacts { attempted: true, ..PARTIAL };
    assert_eq!(compare_change(&addition(), &[], attempted), Comparison::Unread);
    let ours = LineItem { sort_order: Some(300), ..line("ours") };
    let found = compare_change(&addition(), &[ours], attempted);
    assert_eq!(found, Comparison::Done(Some("ours".into())));
}
