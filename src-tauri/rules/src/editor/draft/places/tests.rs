use super::*;

fn key(name: &str) -> RowKey {
    RowKey::Line(name.into())
}

fn places(lines: &[(&str, i64)]) -> LineOrder {
    let slot = |(name, place): &(&str, i64)| {
        // A name in capitals cannot be given another place.
        Slot::new(key(name), *place, name.to_lowercase() == *name)
    };
    LineOrder::new(lines.iter().map(slot).collect())
}

fn numbered(places: LineOrder) -> Vec<(String, u32)> {
    let named = |placed: Placed| (placed.key.to_string()[2..].to_owned(), placed.place);
    places.number().into_iter().map(named).collect()
}

fn is(expected: &[(&str, u32)]) -> Vec<(String, u32)> {
    expected.iter().map(|(name, place)| ((*name).to_owned(), *place)).collect()
}

#[test]
fn a_line_gets_a_place_between_its_new_neighbours() {
    let mut lines = places(&[("a", 100), ("b", 200), ("c", 300), ("d", 600)]);
    assert!(lines.put(&key("a"), Some(&key("b"))));
    assert_eq!(numbered(lines), is(&[("a", 250)]));
    let mut lines = places(&[("a", 100), ("b", 200), ("c", 300), ("d", 600)]);
    lines.put(&key("a"), Some(&key("c")));
    assert_eq!(numbered(lines), is(&[("a", 400)]));
    let mut lines = places(&[("a", 100), ("b", 200)]);
    lines.put(&key("b"), None);
    assert_eq!(numbered(lines), is(&[("b", 50)]));
    let mut lines = places(&[("a", 100), ("b", 200)]);
    lines.put(&key("a"), Some(&key("b")));
    assert_eq!(numbered(lines), is(&[("a", 300)]));
}

#[test]
fn a_line_that_stays_where_it_is_keeps_its_place() {
    let mut lines = places(&[("a", 1), ("b", 2)]);
    assert!(!lines.put(&key("b"), Some(&key("a"))));
    assert!(!lines.put(&key("a"), None));
    assert_eq!(numbered(lines), []);
}

#[test]
fn where_no_number_is_left_as_few_lines_as_possible_get_another() {
    let mut lines =
        places(&[("a", 1), ("b", 2), ("c", 3), ("d", 4), ("e", 5), ("f", 6), ("g", 900)]);
    lines.put(&key("g"), Some(&key("d")));
    // Two behind it can give way, four before it could not do better.
    assert_eq!(numbered(lines), is(&[("g", 104), ("e", 204), ("f", 304)]));
    let mut lines = places(&[("a", 100), ("b", 101), ("c", 102), ("d", 103), ("e", 104)]);
    lines.put(&key("e"), Some(&key("a")));
    assert_eq!(numbered(lines), is(&[("a", 33), ("e", 67)]));
}

#[test]
fn several_lines_moved_together_share_the_room_there_is() {
    let mut lines = places(&[("a", 100), ("b", 200), ("c", 300), ("d", 400), ("e", 500)]);
    lines.put(&key("d"), Some(&key("a")));
    lines.put(&key("e"), Some(&key("d")));
    assert_eq!(numbered(lines), is(&[("d", 133), ("e", 166)]));
}

#[test]
fn a_line_that_cannot_be_updated_keeps_its_place() {
    let mut lines = places(&[("a", 10), ("B", 11), ("c", 12), ("d", 13), ("e", 14)]);
    lines.put(&key("e"), Some(&key("a")));
    assert_eq!(numbered(lines), is(&[("a", 3), ("e", 7)]));
    let mut lines = places(&[("A", 1), ("B", 2), ("c", 3)]);
    lines.put(&key("c"), Some(&key("A")));
    assert_eq!(numbered(lines), [], "there is no place, and nobody can make one");
}

#[test]
fn new_lines_stand_behind_the_last_in_steps_or_where_they_are_put() {
    let mut lines = places(&[("a", 100), ("b", 250)]);
    lines.add(key("n1"), None);
    lines.add(key("n2"), None);
    lines.add(key("n3"), Some(&key("a")));
    assert_eq!(numbered(lines), is(&[("n3", 200), ("n1", 350), ("n2", 450)]));
    let mut lines = places(&[]);
    lines.add(key("n1"), None);
    assert_eq!(numbered(lines), is(&[("n1", 100)]), "never 0");
    let mut lines = places(&[("A", 1), ("B", 2)]);
    lines.add(key("n1"), Some(&key("A")));
    assert_eq!(numbered(lines), is(&[("n1", 102)]), "there is no place between them");
}

#[test]
fn a_line_at_place_0_makes_room_before_it_by_getting_one_of_its_own() {
    let mut lines = places(&[("a", 0), ("b", 100), ("c", 200)]);
    lines.put(&key("c"), None);
    assert_eq!(numbered(lines), is(&[("c", 33), ("a", 66)]));
}

#[test]
fn lines_of_one_place_do_not_hold_up_a_line_put_elsewhere() {
    let mut lines = places(&[("a", 100), ("b", 100), ("c", 200), ("d", 300)]);
    lines.put(&key("d"), Some(&key("b")));
    assert_eq!(numbered(lines), is(&[("d", 150)]));
}

#[test]
fn lines_without_room_above_them_exchange_their_places() {
    let dense: Vec<_> = ["a", "b", "c", "d", "e", "f", "g", "h"].into_iter().zip(0..).collect();
    let mut lines = places(&dense);
    lines.put(&key("b"), None);
    assert_eq!(numbered(lines), is(&[("b", 0), ("a", 1)]));
    let mut lines = places(&dense);
    lines.put(&key("a"), Some(&key("b")));
    assert_eq!(numbered(lines), is(&[("b", 0), ("a", 1)]));
    // Four lines, one down.
    let mut lines = places(&dense);
    for (line, after) in [("d", "e"), ("c", "e"), ("b", "e"), ("a", "e")] {
        lines.put(&key(line), Some(&key(after)));
    }
    assert_eq!(numbered(lines), is(&[("e", 0), ("a", 1), ("b", 2), ("c", 3), ("d", 4)]));
    let mut lines = places(&[("a", 1), ("b", 2), ("c", 3)]);
    lines.put(&key("c"), None);
    assert_eq!(numbered(lines), is(&[("c", 0)]), "there is room before the first");
}

#[test]
fn only_lines_that_make_room_for_others_follow() {
    let mut lines = places(&[("a", 0), ("b", 1), ("c", 2)]);
    lines.add(key("n"), Some(&key("a")));
    let follows = |placed: Placed| (placed.key.to_string()[2..].to_owned(), placed.follows);
    let expected = [("n", false), ("b", true), ("c", true)];
    let expected: Vec<_> = expected.map(|(name, follows)| (name.to_owned(), follows)).into();
    assert_eq!(lines.number().into_iter().map(follows).collect::<Vec<_>>(), expected);
}
