use contract::PlaceRef;

use super::*;

fn pick(id: Option<&str>, quantity: u32) -> Pick {
    let (id, bin_location) = (id.map(Into::into), Some("b1".into()));
    Pick { id, inventory_item: "v1".into(), bin_location, quantity }
}

fn seen(id: &str, quantity: i64) -> SeenPick {
    SeenPick {
        id: id.into(),
        inventory_item: "v1".into(),
        lot: None,
        expiry: None,
        bin: Some(PlaceRef { id: "b1".into(), name: "A-1".into(), type_code: None }),
        quantity,
    }
}

fn elsewhere(id: &str, quantity: i64) -> SeenPick {
    SeenPick { bin: None, ..seen(id, quantity) }
}

fn made(id: &str) -> PickComparison {
    PickComparison::Made(Some(id.into()))
}

const MADE: PickComparison = PickComparison::Made(None);

#[test]
fn a_new_pick_is_the_one_that_was_not_there_before() {
    let sent = [pick(None, 3)];
    let before = [seen("k1", 3), seen("k2", 5)];
    assert_eq!(compare_pick(&sent, Some(&before), &before), PickComparison::NotMade);
    let now = [seen("k1", 3), seen("k2", 5), seen("k3", 3)];
    assert_eq!(compare_pick(&sent, Some(&before), &now), made("k3"));
    let of_another_quantity = [seen("k1", 3), seen("k2", 5), seen("k3", 4)];
    assert_eq!(
        compare_pick(&sent, Some(&before), &of_another_quantity),
        PickComparison::NotMade,
        "it is somebody else's"
    );
    let from_another_bin = [seen("k1", 3), seen("k2", 5), elsewhere("k3", 3)];
    assert_eq!(compare_pick(&sent, Some(&before), &from_another_bin), PickComparison::NotMade);
}

#[test]
fn of_two_that_look_like_it_nobody_can_tell() {
    let now = [seen("k1", 3), seen("k2", 3)];
    assert_eq!(compare_pick(&[pick(None, 3)], Some(&[]), &now), PickComparison::Unclear);
}

#[test]
fn where_it_is_not_known_what_was_there_only_absence_tells() {
    let sent = [pick(None, 3)];
    assert_eq!(compare_pick(&sent, None, &[]), PickComparison::NotMade);
    assert_eq!(compare_pick(&sent, None, &[seen("k1", 4)]), PickComparison::NotMade);
    assert_eq!(compare_pick(&sent, None, &[seen("k1", 3)]), PickComparison::Unclear);
}

#[test]
fn a_service_that_puts_new_picks_into_old_ones_leaves_it_open() {
    let (before, now) = ([seen("k1", 5)], [seen("k1", 3)]);
    assert_eq!(compare_pick(&[pick(None, 3)], Some(&before), &now), PickComparison::Unclear);
}

#[test]
fn twins_sent_together_are_there_both_or_not_at_all() {
    let twins = [pick(None, 3), pick(None, 3)];
    let of = |now: &[SeenPick]| compare_pick(&twins, Some(&[]), now);
    assert_eq!(of(&[seen("k1", 3), seen("k2", 3)]), MADE, "two have no one id");
    assert_eq!(of(&[seen("k1", 3)]), PickComparison::Unclear);
    assert_eq!(of(&[]), PickComparison::NotMade);
}

#[test]
fn a_pick_changed_is_as_it_was_to_be_or_as_it_was() {
    let sent = [pick(Some("k1"), 8)];
    let before = [seen("k1", 3)];
    let of = |now: &[SeenPick]| compare_pick(&sent, Some(&before), now);
    assert_eq!(of(&[seen("k1", 8)]), MADE);
    assert_eq!(of(&[seen("k1", 3)]), PickComparison::NotMade);
    assert_eq!(of(&[seen("k1", 5)]), PickComparison::Unclear, "somebody else was there");
    assert_eq!(of(&[]), PickComparison::Unclear);
    assert_eq!(of(&[elsewhere("k1", 8)]), PickComparison::Unclear, "nor from that bin");
    let unknown = |now: &[SeenPick]| compare_pick(&sent, None, now);
    assert_eq!(unknown(&[seen("k1", 5)]), PickComparison::Unclear, "it may be somebody else's");
    assert_eq!(unknown(&[]), PickComparison::Unclear);
    assert_eq!(unknown(&[seen("k1", 8)]), MADE);
}

#[test]
fn a_pick_taken_back_is_gone_or_holds_nothing() {
    let sent = [pick(Some("k1"), 0)];
    let before = [seen("k1", 3)];
    for now in [&[][..], &[seen("k1", 0)], &[seen("k2", 3)]] {
        assert_eq!(compare_pick(&sent, Some(&before), now), MADE, "{now:?}");
        assert_eq!(compare_pick(&sent, None, now), MADE, "{now:?}");
    }
    assert_eq!(compare_pick(&sent, Some(&before), &before), PickComparison::NotMade);
}

#[test]
fn what_was_so_before_says_nothing_about_what_was_sent_with_it() {
    let sent = [pick(Some("k1"), 3), pick(None, 4)];
    let before = [seen("k1", 3)];
    assert_eq!(compare_pick(&sent, Some(&before), &before), PickComparison::NotMade);
    let now = [seen("k1", 3), seen("k2", 4)];
    assert_eq!(compare_pick(&sent, Some(&before), &now), made("k2"));
    let nothing_to_do = [pick(Some("k1"), 3)];
    assert_eq!(compare_pick(&nothing_to_do, Some(&before), &before), MADE);
}

#[test]
fn what_is_made_in_part_is_not_guessed_about() {
    let sent = [pick(Some("k1"), 8), pick(None, 4)];
    let before = [seen("k1", 3)];
    let of = |now: &[SeenPick]| compare_pick(&sent, Some(&before), now);
    assert_eq!(of(&[seen("k1", 8)]), PickComparison::Unclear);
    assert_eq!(of(&[seen("k1", 3), seen("k2", 4)]), PickComparison::Unclear);
    assert_eq!(of(&[seen("k1", 8), seen("k2", 4)]), made("k2"));
    assert_eq!(of(&before), PickComparison::NotMade);
}

/// Whatever the service holds, what is called not made is not there, and what is called made is.
#[test]
fn in_every_small_world_the_answer_is_true_or_there_is_none() {
    let quantities = [0, 3, 4];
    let worlds = || {
        quantities.iter().flat_map(|first| {
            quantities.iter().map(|second| vec![seen("k1", *first), seen("k2", *second)])
        })
    };
    let mut told = 0;
    for before in worlds().map(|mut world| world.drain(..1).collect::<Vec<_>>()) {
        for sent in [pick(None, 3), pick(Some("k1"), 3), pick(Some("k1"), 0)] {
            // The service does it or does not; nobody else does anything.
            let mut done = before.clone();
            match (&sent.id, sent.quantity) {
                (None, quantity) => done.push(seen("k2", quantity.into())),
                (Some(_), 0) => done.clear(),
                (Some(_), quantity) => done[0].quantity = quantity.into(),
            }
            let of =
                |now: &[SeenPick]| compare_pick(std::slice::from_ref(&sent), Some(&before), now);
            assert!(matches!(of(&done), PickComparison::Made(_)), "{before:?} {sent:?}");
            if done != before && !(sent.quantity == 0 && before[0].quantity == 0) {
                assert_eq!(of(&before), PickComparison::NotMade, "{before:?} {sent:?}");
                told += 1;
            }
        }
    }
    assert!(told > 0);
}
