//! The state of a list (loading, not loaded, empty, nothing matches, rows), its counts and age in
//! words, and its sort order for the backend.

use contract::Sort;
use serde::de::DeserializeOwned;

use crate::components::grid::ColumnState;
use crate::data::rows::Whole;
use crate::i18n::{I18n, say};
use crate::json;
use crate::wording::format::Format;

/// How a list stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListStatus {
    /// None is here, and more may be on their way.
    Reading,
    /// It was never read, and nobody reads it.
    Unread,
    /// It was read, and there is nothing in it.
    Empty,
    /// Nothing in it fits what is looked for.
    NoMatch,
    /// There are rows.
    Rows,
}

/// How a list stands; `filtered` if anything is looked for, `failed` if the asking itself failed.
pub fn standing(whole: Option<&Whole>, filtered: bool, failed: bool) -> ListStatus {
    let Some(whole) = whole else {
        return if failed { ListStatus::Unread } else { ListStatus::Reading };
    };
    let age = &whole.freshness;
    if whole.matching > 0 {
        ListStatus::Rows
    } else if age.as_of.is_none() && age.reading.is_some() {
        ListStatus::Reading
    } else if whole.known > 0 || (filtered && age.as_of.is_some()) {
        ListStatus::NoMatch
    } else if age.as_of.is_some() {
        ListStatus::Empty
    } else {
        ListStatus::Unread
    }
}

/// How many of how many, and their age; or how far the first reading is.
pub fn counts(i18n: I18n, format: Format, whole: Option<&Whole>) -> String {
    let Some(whole) = whole else { return say!(i18n, list.getting).into() };
    let (matching, known) = (format.number(whole.matching), format.number(whole.known));
    let counts = if whole.matching == whole.known {
        known
    } else {
        say!(i18n, list.counts, matching = matching, known = known)
    };
    match (whole.freshness.as_of, age(i18n, format, whole)) {
        (Some(_), Some(age)) => format!("{counts} · {age}"),
        (None, Some(reading)) => reading,
        (_, None) => String::new(),
    }
}

/// How old a list is and what it lacks, or how far its reading is; nothing if nobody reads it and it
/// was never read.
pub fn age(i18n: I18n, format: Format, whole: &Whole) -> Option<String> {
    let age = match (whole.freshness.as_of, whole.freshness.reading) {
        (None, None) => return None,
        (None, Some(0)) => say!(i18n, list.getting).into(),
        (None, Some(read)) => say!(i18n, list.getting_some, number = format.number(read)),
        (Some(at), None) => say!(i18n, list.as_of, time = format.moment(at)),
        (Some(at), Some(_)) => say!(i18n, list.as_of_reading, time = format.moment(at)),
    };
    Some(match left_out(i18n, format, whole) {
        Some(left_out) => format!("{age} · {left_out}"),
        None => age,
    })
}

/// How many records of a list cannot be read, and what to do; nothing where all can.
pub fn left_out(i18n: I18n, format: Format, whole: &Whole) -> Option<String> {
    let count = whole.freshness.left_out;
    (count > 0).then(|| say!(i18n, list.left_out, count = count, number = format.number(count)))
}

/// The order of a grid whose columns have the contract's names, for the backend. A column it cannot
/// sort by is passed over.
pub fn order<C: DeserializeOwned>(layout: &ColumnState) -> Vec<Sort<C>> {
    let column = |id: &str| json::named(id).ok();
    let sorts = layout.sort.iter();
    sorts.filter_map(|s| Some(Sort { by: column(&s.column)?, descending: s.descending })).collect()
}

#[cfg(test)]
mod tests {
    use contract::{Freshness, Language, StocklistColumn};
    use leptos::prelude::{Owner, untrack};

    use super::*;

    fn whole(matching: u32, known: u32, freshness: Freshness) -> Whole {
        Whole { total: matching, matching, known, unread: 0, idle: Vec::new(), freshness }
    }

    fn read() -> Freshness {
        Freshness { as_of: Some(chrono::DateTime::UNIX_EPOCH), ..Freshness::default() }
    }

    #[test]
    fn not_asked_yet_and_empty_are_told_apart() {
        let unasked = whole(0, 0, Freshness::default());
        let first = whole(0, 0, Freshness { reading: Some(0), ..Freshness::default() });
        assert_eq!(standing(None, false, false), ListStatus::Reading);
        assert_eq!(standing(None, false, true), ListStatus::Unread);
        assert_eq!(standing(Some(&unasked), false, false), ListStatus::Unread);
        assert_eq!(standing(Some(&first), false, false), ListStatus::Reading);
        assert_eq!(standing(Some(&whole(0, 0, read())), false, false), ListStatus::Empty);
    }

    #[test]
    fn a_filter_that_leaves_nothing_is_not_an_empty_list() {
        assert_eq!(standing(Some(&whole(0, 126, read())), true, false), ListStatus::NoMatch);
        assert_eq!(standing(Some(&whole(0, 0, read())), true, false), ListStatus::NoMatch);
        assert_eq!(standing(Some(&whole(3, 126, read())), true, false), ListStatus::Rows);
    }

    #[test]
    fn rows_of_a_first_reading_are_shown_as_they_come() {
        let reading = Freshness { reading: Some(40), ..Freshness::default() };
        assert_eq!(standing(Some(&whole(40, 40, reading)), false, false), ListStatus::Rows);
    }

    #[test]
    fn what_cannot_be_read_is_told_by_its_number() {
        let said = |language, left_out| {
            let list = whole(3, 3, Freshness { left_out, ..read() });
            Owner::new()
                .with(|| untrack(|| super::left_out(I18n::of(language), Format::plain(), &list)))
        };
        let tell = "Tell the administrator of the service.";
        let one = format!("1 record cannot be read and is not shown. {tell}");
        let more = format!("2 records cannot be read and are not shown. {tell}");
        assert_eq!([0, 1, 2].map(|n| said(Language::English, n)), [None, Some(one), Some(more)]);
        let french = said(Language::French, 2).unwrap();
        assert!(french.starts_with("2 éléments sont illisibles"), "{french}");
    }

    #[test]
    fn columns_sort_by_their_names_in_the_contract() {
        let mut layout = ColumnState::read(None, "requested_by", true);
        layout.sort_by("gone", true);
        let order = order::<StocklistColumn>(&layout);
        assert_eq!(order, [Sort { by: StocklistColumn::RequestedBy, descending: true }]);
    }
}
