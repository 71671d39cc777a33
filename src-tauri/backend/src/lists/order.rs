//! Puts rows into the order a page asks for. Pure, and the same for every list: a use case says what
//! value a row has in a column.

use std::{
    cmp::Ordering,
    sync::{Arc, Mutex, PoisonError},
};

use contract::Sort;

use crate::lists::text::{fold, natural};

/// A row's value in a column, ready to be compared.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    /// A text, folded.
    Text(String),
    /// A number, a day, a time.
    Number(i64),
    /// None: stands at the end in both directions.
    None,
}

impl Value {
    /// A text's value; blank is none.
    pub(crate) fn text(text: Option<&str>) -> Self {
        match text.map(str::trim).filter(|text| !text.is_empty()) {
            Some(text) => Self::Text(fold(text)),
            None => Self::None,
        }
    }

    /// A number's value.
    pub(crate) fn number(number: Option<impl Into<i64>>) -> Self {
        number.map_or(Self::None, |number| Self::Number(number.into()))
    }

    fn compare(&self, other: &Self, descending: bool) -> Ordering {
        let ordering = match (self, other) {
            (Self::None, Self::None) => return Ordering::Equal,
            (Self::None, _) => return Ordering::Greater,
            (_, Self::None) => return Ordering::Less,
            (Self::Text(a), Self::Text(b)) => natural(a, b),
            (Self::Number(a), Self::Number(b)) => a.cmp(b),
            // A column has one kind of value; numbers before texts would still be an order.
            (Self::Number(_), Self::Text(_)) => Ordering::Less,
            (Self::Text(_), Self::Number(_)) => Ordering::Greater,
        };
        if descending { ordering.reverse() } else { ordering }
    }
}

/// Orders rows by columns, the first deciding and the next breaking ties, and `tie` at last, so that
/// the order of equal rows never changes between two windows.
pub(crate) fn sort<R, C: Copy>(
    rows: &mut Vec<R>,
    by: &[Sort<C>],
    value: impl Fn(&R, C) -> Value,
    tie: impl Fn(&R, &R) -> Ordering,
) {
    let mut keyed: Vec<_> = rows
        .drain(..)
        .map(|row| (by.iter().map(|sort| value(&row, sort.by)).collect::<Vec<_>>(), row))
        .collect();
    keyed.sort_by(|(a, row_a), (b, row_b)| {
        let columns = a.iter().zip(b).zip(by);
        columns
            .map(|((a, b), sort)| a.compare(b, sort.descending))
            .find(|ordering| ordering.is_ne())
            .unwrap_or_else(|| tie(row_a, row_b))
    });
    rows.extend(keyed.into_iter().map(|(_, row)| row));
}

/// The last order of a list, good as long as the list has not changed and the question is the same.
pub(crate) struct LastOrder<Q, R>(Mutex<Option<(Q, Arc<Vec<R>>)>>);

impl<Q, R> Default for LastOrder<Q, R> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<Q: PartialEq, R> LastOrder<Q, R> {
    /// The rows in the order of `question`, made anew only if the last question was another one.
    pub(crate) fn of(&self, question: Q, make: impl FnOnce(&Q) -> Vec<R>) -> Arc<Vec<R>> {
        if let Some((asked, rows)) = &*self.last()
            && *asked == question
        {
            return Arc::clone(rows);
        }
        // Made without the lock: a long sort must not stop a page that asks for what is there.
        let rows = Arc::new(make(&question));
        *self.last() = Some((question, Arc::clone(&rows)));
        rows
    }

    fn last(&self) -> std::sync::MutexGuard<'_, Option<(Q, Arc<Vec<R>>)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Row = (&'static str, Option<i64>);

    fn sorted(by: &[(u8, bool)]) -> Vec<&'static str> {
        let mut rows: Vec<Row> = vec![
            ("A-10", Some(2)),
            ("Été", None),
            ("a-2", Some(2)),
            ("", Some(1)),
            ("ete", Some(9)),
        ];
        let by: Vec<_> =
            by.iter().map(|(by, descending)| Sort { by: *by, descending: *descending }).collect();
        sort(
            &mut rows,
            &by,
            |row, column| match column {
                0 => Value::text(Some(row.0)),
                _ => Value::number(row.1),
            },
            |a, b| a.0.cmp(b.0),
        );
        rows.into_iter().map(|row| row.0).collect()
    }

    #[test]
    fn texts_sort_folded_and_naturally_with_ties_by_key() {
        assert_eq!(sorted(&[(0, false)]), ["a-2", "A-10", "ete", "Été", ""]);
    }

    #[test]
    fn rows_without_a_value_are_last_in_both_directions() {
        assert_eq!(sorted(&[(0, true)]), ["ete", "Été", "A-10", "a-2", ""]);
        assert_eq!(sorted(&[(1, false), (0, false)]), ["", "a-2", "A-10", "ete", "Été"]);
        assert_eq!(sorted(&[(1, true), (0, true)]), ["ete", "A-10", "a-2", "", "Été"]);
    }

    #[test]
    fn the_same_question_is_answered_without_sorting_again() {
        let order = LastOrder::default();
        let mut made = 0;
        for question in [1, 1, 2, 2, 1] {
            let rows = order.of(question, |question| {
                made += 1;
                vec![*question]
            });
            assert_eq!(*rows, [question]);
        }
        assert_eq!(made, 3);
    }
}
