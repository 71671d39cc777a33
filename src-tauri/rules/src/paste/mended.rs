//! Rows of a table that somebody put right before anything is made of it. Pure.

use contract::{MendedRow, ProductRef};

use crate::paste::block::{Asked, BlockRow};

/// Puts what somebody says in the place of what stands in the rows. Heads and empty rows stay as they are.
pub fn mend(
    rows: &mut [BlockRow],
    mended: &[MendedRow],
    named: impl Fn(&str) -> Option<ProductRef>,
) {
    for row in mended {
        let Some(asked) = asked_mut(rows, row) else { continue };
        if let Some(product) = &row.product {
            let is_it = |meant: &&ProductRef| {
                meant.code.as_deref().unwrap_or(meant.id.as_str()) == product.as_str()
            };
            asked.product = row.meant.as_ref().filter(is_it).cloned().or_else(|| named(product));
            asked.code = product.trim().to_owned();
        }
        if let Some(quantity) = &row.quantity {
            asked.quantity = quantity.trim().to_owned();
            asked.is_meant = true;
            // Who types it here means it as the window reads it.
            asked.doubtful = None;
        }
    }
}

/// Leaves out the rows that somebody left out: they are skipped.
pub fn leave_out(rows: &mut [BlockRow], mended: &[MendedRow]) {
    for row in mended.iter().filter(|row| row.is_left_out) {
        if let Some(row) = at(row).and_then(|at| rows.get_mut(at)) {
            *row = BlockRow::Skipped;
        }
    }
}

/// What a row that was mended asks for.
pub fn asked<'a>(rows: &'a [BlockRow], row: &MendedRow) -> Option<&'a Asked> {
    match rows.get(at(row)?)? {
        BlockRow::Asked(asked) => Some(asked),
        BlockRow::Skipped => None,
    }
}

fn asked_mut<'a>(rows: &'a mut [BlockRow], row: &MendedRow) -> Option<&'a mut Asked> {
    match rows.get_mut(at(row)?)? {
        BlockRow::Asked(asked) => Some(asked),
        BlockRow::Skipped => None,
    }
}

fn at(row: &MendedRow) -> Option<usize> {
    usize::try_from(row.at).ok()
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use super::*;

    fn known(text: &str) -> Option<ProductRef> {
        let is_known = text == "GLV-2207";
        is_known.then(|| serde_json::from_value(serde_json::json!({ "id": "p1" })).unwrap())
    }

    #[test]
    fn a_row_is_put_right_or_left_out_and_no_other_is_touched() {
        let asked = |code: &str, quantity: &str| {
            let (code, quantity) = (code.to_owned(), quantity.to_owned());
            BlockRow::Asked(Asked {
                code,
                quantity,
                doubtful: NonZeroU32::new(7),
                ..Asked::default()
            })
        };
        let mut rows = [BlockRow::Skipped, asked("GLV", "2,5"), asked("X", "4"), asked("Y", "5")];
        let product = || Some("GLV-2207".to_owned());
        let mended = [
            MendedRow { at: 0, product: product(), ..MendedRow::default() },
            MendedRow {
                at: 1,
                product: product(),
                quantity: Some(" 3 ".into()),
                ..MendedRow::default()
            },
            MendedRow { at: 2, is_left_out: true, ..MendedRow::default() },
            MendedRow { at: 9, product: product(), ..MendedRow::default() },
        ];
        mend(&mut rows, &mended, known);
        assert_eq!(super::asked(&rows, &mended[2]).map(|asked| asked.code.as_str()), Some("X"));
        leave_out(&mut rows, &mended);
        let right = BlockRow::Asked(Asked {
            product: known("GLV-2207"),
            code: "GLV-2207".into(),
            quantity: "3".into(),
            is_meant: true,
            ..Asked::default()
        });
        assert_eq!(rows, [BlockRow::Skipped, right, BlockRow::Skipped, asked("Y", "5")]);
    }
}
