//! Which element goes on to show which row, when a grid is scrolled or its rows change. Pure; called by
//! `pool`.

use std::collections::VecDeque;
use std::ops::Range;

/// How far a row is looked for that went up or down because others went or came.
const REACH: usize = 8;

/// For each row its element, where it has one; and the elements that have lost their row.
pub type MatchedRows<S> = (Vec<Option<S>>, Vec<S>);

/// Whether rows are where they were, so that only scrolling can have changed what is on screen: those
/// on screen before and now begin and end alike. `is_same` compares the rows of an index.
pub fn stays(was: Range<u32>, now: Range<u32>, is_same: impl Fn(u32) -> bool) -> bool {
    let (first, end) = (was.start.max(now.start), was.end.min(now.end));
    first < end && is_same(first) && is_same(end - 1)
}

/// Each element stays with its index.
pub fn by_index<S>(old: Vec<S>, was: u32, now: Range<u32>) -> MatchedRows<S> {
    let mut kept: Vec<Option<S>> = now.clone().map(|_| None).collect();
    let mut loose = Vec::new();
    for (at, element) in (was..).zip(old) {
        match at.checked_sub(now.start).and_then(|at| kept.get_mut(at as usize)) {
            Some(place) => *place = Some(element),
            None => loose.push(element),
        }
    }
    (kept, loose)
}

/// Each element stays with its row, if that is near where it was; the others show what came instead.
/// `is_of` says whether an element shows the row that is now at a place.
pub fn by_row<S>(old: Vec<S>, count: usize, is_of: impl Fn(&S, usize) -> bool) -> MatchedRows<S> {
    let mut old = VecDeque::from(old);
    let mut loose = Vec::new();
    let mut keep = |at: usize| {
        if let Some(gone) = old.iter().take(REACH).position(|element| is_of(element, at)) {
            loose.extend(old.drain(..gone));
            return old.pop_front();
        }
        let first = old.front()?;
        let comes = (at + 1..count).take(REACH).any(|at| is_of(first, at));
        if comes { None } else { old.pop_front() }
    };
    let kept = (0..count).map(&mut keep).collect();
    loose.extend(old);
    (kept, loose)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows before and after by one letter each: for each row after, the row whose element it has,
    /// `+` for a new one; and the rows whose elements are left.
    fn kept(before: &str, after: &str) -> (String, String) {
        let now: Vec<char> = after.chars().collect();
        let (kept, loose) = by_row(before.chars().collect(), now.len(), |row, at| *row == now[at]);
        (kept.into_iter().map(|row| row.unwrap_or('+')).collect(), loose.into_iter().collect())
    }

    fn both(kept: &str, loose: &str) -> (String, String) {
        (kept.to_owned(), loose.to_owned())
    }

    #[test]
    fn rows_that_went_up_or_down_take_their_elements_along() {
        assert_eq!(kept("abcde", "abde"), both("abde", "c"), "one went");
        assert_eq!(kept("abde", "abcde"), both("ab+de", ""), "one came");
        assert_eq!(kept("abc", "xyabc"), both("++abc", ""), "two came above");
        assert_eq!(kept("abc", "abcxy"), both("abc++", ""), "two came below");
        assert_eq!(kept("abc", ""), both("", "abc"));
    }

    #[test]
    fn an_element_whose_row_is_gone_shows_the_one_that_came_instead() {
        assert_eq!(kept("abc", "axc"), both("abc", ""));
        assert_eq!(kept("abc", "xyz"), both("abc", ""));
        let (far, other) = ("a123456789b", "b123456789a");
        assert_eq!(kept(far, other), both(far, ""), "too far apart to be looked for");
    }

    #[test]
    fn scrolling_leaves_elements_with_their_index() {
        let (kept, loose) = by_index(vec!["3", "4", "5"], 3, 4..7);
        assert_eq!(kept, [Some("4"), Some("5"), None]);
        assert_eq!(loose, ["3"]);
        let (kept, loose) = by_index(vec!["3", "4", "5"], 3, 1..5);
        assert_eq!(kept, [None, None, Some("3"), Some("4")]);
        assert_eq!(loose, ["5"]);
    }

    #[test]
    fn rows_are_where_they_were_if_those_seen_again_begin_and_end_alike() {
        assert!(stays(0..10, 2..12, |_| true));
        assert!(!stays(0..10, 2..12, |at| at == 2) && !stays(0..10, 2..12, |at| at == 9));
        assert!(!stays(0..10, 10..20, |_| true), "none is seen again");
    }
}
