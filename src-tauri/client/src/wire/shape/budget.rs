//! How many rows and records one answer may have, counted while it is read, so that an answer of too
//! many never lies in memory whole. Reading is one call on one thread, and so is the count.

use std::cell::Cell;

use serde::de::Error;

/// Rows of a list, and records of all kinds together, in any one answer.
pub(crate) const MOST: usize = 120_000;

#[derive(Clone, Copy)]
struct Budget {
    rows: usize,
    most_rows: usize,
    records: usize,
    spent: bool,
}

thread_local! {
    static BUDGET: Cell<Budget> =
        const { Cell::new(Budget { rows: MOST, most_rows: MOST, records: MOST, spent: false }) };
}

/// An answer with so many rows at most is about to be read.
pub(crate) fn begin(rows: usize) {
    let rows = rows.min(MOST);
    BUDGET.set(Budget { rows, most_rows: rows, records: MOST, spent: false });
}

/// The answer has one row more.
pub(crate) fn row<E: Error>() -> Result<(), E> {
    take(|budget| &mut budget.rows)?;
    record()
}

/// The answer has one record more.
pub(crate) fn record<E: Error>() -> Result<(), E> {
    take(|budget| &mut budget.records)
}

/// What the answer has more of than it may; `None` if it keeps to it.
pub(crate) fn overdrawn() -> Option<String> {
    let budget = BUDGET.get();
    let most = if budget.rows == 0 { budget.most_rows } else { MOST };
    budget.spent.then(|| format!("more than {most} rows"))
}

fn take<E: Error>(of: impl Fn(&mut Budget) -> &mut usize) -> Result<(), E> {
    let mut budget = BUDGET.get();
    let left = of(&mut budget);
    let enough = *left > 0;
    *left = left.saturating_sub(1);
    budget.spent |= !enough;
    BUDGET.set(budget);
    if enough { Ok(()) } else { Err(E::custom("too many rows")) }
}
