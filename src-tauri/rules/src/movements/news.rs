//! What became of a movement in the service since the user last left it. Pure; kept with the movement in
//! memory, and forgotten when the user has seen it.

use std::collections::HashSet;

use contract::{ItemId, LineItem, Movement};

/// What a reading showed in another state than the one before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct News {
    /// Lines that are other ones, or new.
    pub lines: HashSet<ItemId>,
    /// Its own fields, or lines that are gone.
    pub header: bool,
}

impl News {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.lines.is_empty() && !self.header
    }

    /// With what a newer list shows of its own fields.
    pub fn with_header(mut self, before: &Movement, now: &Movement) -> Self {
        self.header |= !is_alike(before, now);
        self
    }

    /// With what a newer reading shows. Lines that were never read before are no news, and neither is one
    /// that comes or goes where some could not be read.
    pub fn with(self, before: &Movement, now: &Movement) -> Self {
        let mut news = self.with_header(before, now);
        let (had_all, has_all) = (before.has_all_lines(), now.has_all_lines());
        if let (Some(before), Some(now)) = (&before.lines, &now.lines) {
            let known: std::collections::HashMap<_, _> =
                before.iter().map(|line| (&line.id, line)).collect();
            let is_news =
                |line: &&LineItem| known.get(&line.id).map_or(had_all, |old| !is_same(old, line));
            news.lines.extend(now.iter().filter(is_news).map(|line| line.id.clone()));
            let is_there = |id: &ItemId| now.iter().any(|line| line.id == *id);
            // Only where some went: looking for each of many takes its time.
            news.header |= has_all
                && now.len() < before.len()
                && before.iter().any(|line| !is_there(&line.id));
        }
        news
    }
}

/// Whether the own fields of a movement are the same. What a list leaves out is no difference.
fn is_alike(one: &Movement, other: &Movement) -> bool {
    fn same<T: PartialEq>(one: Option<T>, other: Option<T>) -> bool {
        one.is_none() || other.is_none() || one == other
    }
    let id = |place: &Option<contract::PlaceRef>| place.as_ref().map(|place| place.id.clone());
    let by = |it: &Movement| it.requested_by.as_ref().map(|person| person.id.clone());
    same(one.name.as_ref(), other.name.as_ref())
        && same(id(&one.origin), id(&other.origin))
        && same(id(&one.destination), id(&other.destination))
        && same(one.date_requested, other.date_requested)
        && same(by(one), by(other))
}

/// Whether a line says the same: stock changes by itself and does not count.
fn is_same(one: &LineItem, other: &LineItem) -> bool {
    let recipient = |line: &LineItem| line.recipient.as_ref().map(|person| person.id.clone());
    one.product.id == other.product.id
        && one.quantity_requested == other.quantity_requested
        && one.quantity_to_ship() == other.quantity_to_ship()
        && one.status == other.status
        && one.reason_code == other.reason_code
        && one.comments == other.comments
        && recipient(one) == recipient(other)
        && one.substitutions.len() == other.substitutions.len()
        && one.substitutions.iter().all(|a| other.substitutions.iter().any(|b| is_same(a, b)))
}

#[cfg(test)]
mod tests {
    use contract::ProductRef;

    use super::*;
    use crate::movements::lines::new_line;

    fn movement(lines: Option<&[(&str, i64)]>) -> Movement {
        let item = |(id, pieces): &(&str, i64)| {
            let id = *id;
            let of = ProductRef {
                id: id.into(),
                code: None,
                name: None,
                description: None,
                category: None,
            };
            LineItem { id: id.into(), ..new_line(of, *pieces, Some(100)) }
        };
        Movement {
            id: "movement".into(),
            name: None,
            description: None,
            identifier: None,
            origin: None,
            destination: None,
            date_requested: None,
            date_text: None,
            requested_by: None,
            lines: lines.map(|lines| lines.iter().map(item).collect()),
            lines_left_out: 0,
        }
    }

    fn news(before: Option<&[(&str, i64)]>, now: Option<&[(&str, i64)]>) -> (Vec<String>, bool) {
        let news = News::default().with(&movement(before), &movement(now));
        let mut lines: Vec<_> = news.lines.iter().map(ToString::to_string).collect();
        lines.sort();
        (lines, news.header)
    }

    #[test]
    fn other_and_new_lines_are_news_and_the_same_ones_are_not() {
        let (lines, header) =
            news(Some(&[("A", 1), ("B", 2)]), Some(&[("A", 1), ("B", 3), ("C", 4)]));
        assert_eq!((lines.len(), header), (2, false), "{lines:?}");
        assert_eq!(news(Some(&[("A", 1)]), Some(&[("A", 1)])), (Vec::new(), false));
        assert_eq!(news(Some(&[("A", 1), ("B", 2)]), Some(&[("A", 1)])), (Vec::new(), true));
    }

    #[test]
    fn lines_read_for_the_first_time_and_those_a_list_leaves_out_are_no_news() {
        assert_eq!(news(None, Some(&[("A", 1)])), (Vec::new(), false));
        assert_eq!(news(Some(&[("A", 1)]), None), (Vec::new(), false));
    }

    #[test]
    fn what_comes_and_goes_where_lines_could_not_be_read_is_no_news() {
        let (one, two) = (movement(Some(&[("A", 1)])), movement(Some(&[("A", 2), ("B", 2)])));
        let partial = |whole: &Movement| Movement { lines_left_out: 1, ..whole.clone() };
        let news = |before: &Movement, now: &Movement| {
            let news = News::default().with(before, now);
            (news.lines.len(), news.header)
        };
        assert_eq!(news(&partial(&one), &two), (1, false), "what was read is compared");
        assert_eq!(news(&two, &partial(&one)), (1, false));
        assert_eq!((news(&one, &two), news(&two, &one)), ((2, false), (1, true)));
    }

    #[test]
    fn another_name_is_news_and_one_that_is_not_told_is_not() {
        let before = movement(None);
        let named =
            |name: Option<&str>| Movement { name: name.map(str::to_owned), ..movement(None) };
        assert!(News::default().with(&named(Some("a")), &named(Some("b"))).header);
        assert!(!News::default().with(&before, &named(None)).header);
        let kept = News::default().with(&named(Some("a")), &named(Some("b")));
        assert!(kept.with(&named(Some("b")), &named(Some("b"))).header, "until it was seen");
    }
}
