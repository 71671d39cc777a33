//! Puts rows into the order a page asks for. Pure, and the same for every list: a use case says what
//! value a row has in a column.

use std::{cmp::Ordering, num::NonZero, sync::Arc, thread};

use parking_lot::Mutex;

use contract::Sort;

use crate::search::text::{fold, key};

/// Fewer rows are put in order before others could help.
const WORTH_SHARING: usize = 8_000;

/// A row's value in a column, ready to be compared.
#[derive(Clone, Debug)]
pub enum Value {
    /// A text, folded, as bytes that are in its order.
    Text(Box<[u8]>),
    /// A number, a day, a time.
    Number(i64),
    /// None: stands at the end in both directions.
    None,
}

impl Value {
    /// A text's value; blank is none.
    pub fn text(text: Option<&str>) -> Self {
        match text.map(str::trim).filter(|text| !text.is_empty()) {
            Some(text) => Self::Text(key(&fold(text))),
            None => Self::None,
        }
    }

    /// A number's value.
    pub fn number(number: Option<impl Into<i64>>) -> Self {
        number.map_or(Self::None, |number| Self::Number(number.into()))
    }

    /// A number in the order of `compare`, the same for values that begin alike.
    fn head(&self, descending: bool) -> u64 {
        // None after all, numbers before texts, as `compare` has them.
        let head = match self {
            Self::None => return u64::MAX,
            Self::Number(number) => (number.cast_unsigned() ^ 1 << 63) >> 2,
            Self::Text(key) => {
                let mut first = [0; 8];
                first.iter_mut().zip(key).for_each(|(to, from)| *to = *from);
                1 << 62 | u64::from_be_bytes(first) >> 2
            }
        };
        if descending { (u64::MAX >> 1) - head } else { head }
    }

    fn compare(&self, other: &Self, descending: bool) -> Ordering {
        let ordering = match (self, other) {
            (Self::None, Self::None) => return Ordering::Equal,
            (Self::None, _) => return Ordering::Greater,
            (_, Self::None) => return Ordering::Less,
            (Self::Text(a), Self::Text(b)) => a.cmp(b),
            (Self::Number(a), Self::Number(b)) => a.cmp(b),
            // A column has one kind of value; numbers before texts would still be an order.
            (Self::Number(_), Self::Text(_)) => Ordering::Less,
            (Self::Text(_), Self::Number(_)) => Ordering::Greater,
        };
        if descending { ordering.reverse() } else { ordering }
    }
}

/// A row with its values in the columns it is ordered by.
struct Keyed<R> {
    /// What tells most rows apart without a look at their values.
    head: u64,
    values: Vec<Value>,
    row: R,
}

/// Orders rows by columns, the first deciding and the next breaking ties, and `tie` at last, so that
/// the order of equal rows never changes between two windows. Many rows are shared out.
pub fn sort<R: Send, C: Copy + Sync>(
    rows: &mut Vec<R>,
    by: &[Sort<C>],
    value: impl Fn(&R, C) -> Value + Sync,
    tie: impl Fn(&R, &R) -> Ordering + Sync,
) {
    let mut keyed: Vec<_> =
        rows.drain(..).map(|row| Keyed { head: 0, values: Vec::new(), row }).collect();
    let compare = |a: &Keyed<R>, b: &Keyed<R>| {
        let by_columns = || {
            let columns = a.values.iter().zip(&b.values).zip(by);
            let mut orderings = columns.map(|((a, b), sort)| a.compare(b, sort.descending));
            orderings.find(|ordering| ordering.is_ne())
        };
        a.head.cmp(&b.head).then_with(|| by_columns().unwrap_or_else(|| tie(&a.row, &b.row)))
    };
    let sort_part = |part: &mut [Keyed<R>]| {
        for keyed in &mut *part {
            keyed.values = by.iter().map(|sort| value(&keyed.row, sort.by)).collect();
            let first = keyed.values.first().zip(by.first());
            keyed.head = first.map_or(0, |(value, sort)| value.head(sort.descending));
        }
        part.sort_by(compare);
    };
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    if keyed.len() < WORTH_SHARING || cores == 1 {
        sort_part(&mut keyed);
    } else {
        let part = keyed.len().div_ceil(cores);
        let sort_part = &sort_part;
        thread::scope(|scope| {
            for part in keyed.chunks_mut(part) {
                scope.spawn(move || sort_part(part));
            }
        });
        // The parts are in order: this only merges them.
        keyed.sort_by(compare);
    }
    rows.extend(keyed.into_iter().map(|keyed| keyed.row));
}

/// The last order of a list, good as long as the list has not changed and the question is the same.
pub struct LastOrder<Q, R>(Mutex<Option<(Q, Arc<Vec<R>>)>>);

impl<Q, R> Default for LastOrder<Q, R> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<Q: PartialEq, R> LastOrder<Q, R> {
    /// The rows in the order of `question`, made anew only if the last question was another one.
    pub fn of(&self, question: Q, make: impl FnOnce(&Q) -> Vec<R>) -> Arc<Vec<R>> {
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

    fn last(&self) -> parking_lot::MutexGuard<'_, Option<(Q, Arc<Vec<R>>)>> {
        self.0.lock()
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
    fn heads_are_in_the_order_of_the_values() {
        let text = |text| Value::text(Some(text));
        let mut values =
            vec![Value::None, text("a"), text("abcdefgh1"), text("abcdefgh2"), text("é")];
        values.extend([i64::MIN, -4, 0, 7, i64::MAX].map(Value::Number));
        for descending in [false, true] {
            for a in &values {
                for b in &values {
                    if a.head(descending) < b.head(descending) {
                        assert!(a.compare(b, descending).is_lt(), "{a:?} {b:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn many_rows_are_in_the_same_order_as_few() {
        let many = u32::try_from(WORTH_SHARING * 2).unwrap();
        let mut rows: Vec<u32> = (0..many).map(|at| at.wrapping_mul(7_919) % many).collect();
        let mut expected = rows.clone();
        expected.sort_unstable_by_key(|row| (row % 10, *row));
        let by = [Sort { by: (), descending: false }];
        let value = |row: &u32, ()| Value::text(Some(&format!("Item {}", row % 10)));
        sort(&mut rows, &by, value, Ord::cmp);
        assert_eq!(rows, expected);
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
