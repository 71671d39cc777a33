//! Which rows of a table need attention, and why, as they are told before anything is done. Pure.

use std::collections::{HashMap, HashSet};

use contract::{DecimalMark, EditProblem, ProductId, Quantity, read_quantity};

use crate::editor::drawn::problems::{MOST, of_pieces};
use crate::paste::block::{Asked, BlockRow};
use crate::paste::report::PastedLine;

/// A row that needs attention.
#[derive(Debug, PartialEq, Eq)]
pub struct Trouble<'a> {
    /// Its place in the table, from 0.
    pub at: usize,
    /// What it asks for.
    pub asked: &'a Asked,
    /// What is wrong with it.
    pub problem: EditProblem,
}

/// The rows that need attention, in their order. Rows of one product that come to more than the service can count
/// need it once: it is told of the row with which they do.
pub fn troubles<'a>(
    rows: &'a [BlockRow],
    lines: &[PastedLine],
    mark: DecimalMark,
) -> impl Iterator<Item = Trouble<'a>> {
    let open = lines.iter().filter(|line| line.is_open);
    let open: HashSet<ProductId> = open.filter_map(|line| line.product.clone()).collect();
    let mut sums = HashMap::<ProductId, i64>::new();
    let trouble = move |(at, row): (usize, &'a BlockRow)| {
        let BlockRow::Asked(asked) = row else { return None };
        let problem = match &asked.product {
            None if asked.code.is_empty() => EditProblem::NoProduct,
            None => EditProblem::UnknownProduct,
            // A line whose row tells no quantity keeps what it has.
            Some(product) if asked.quantity.is_empty() && open.contains(&product.id) => {
                return None;
            }
            Some(product) => match (asked.doubtful, read_quantity(&asked.quantity, mark)) {
                (Some(many), _) => EditProblem::Doubtful(many.get().into()),
                (None, quantity @ Quantity::Whole(pieces)) if of_pieces(quantity).is_none() => {
                    let sum = sums.entry(product.id.clone()).or_default();
                    let before = *sum;
                    *sum += pieces;
                    let passes = before <= MOST && *sum > MOST;
                    passes.then_some(EditProblem::TooManyTogether)?
                }
                (None, quantity) => of_pieces(quantity)?,
            },
        };
        Some(Trouble { at, asked, problem })
    };
    rows.iter().enumerate().filter_map(trouble)
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroU32;

    use contract::{ProductRef, RowKey};

    use super::*;

    fn product(id: &str) -> ProductRef {
        serde_json::from_value(serde_json::json!({ "id": id })).unwrap()
    }

    fn asked(product: Option<ProductRef>, code: &str, quantity: &str) -> BlockRow {
        let (code, quantity) = (code.to_owned(), quantity.to_owned());
        BlockRow::Asked(Asked { product, code, quantity, is_meant: true, ..Asked::default() })
    }

    #[test]
    fn rows_of_a_product_that_are_too_many_together_say_so_once() {
        let rows = [
            asked(Some(product("a")), "A", "3000000000"),
            asked(Some(product("b")), "B", "3000000000"),
            asked(Some(product("a")), "A", "1"),
            asked(Some(product("a")), "A", "3000000000"),
            asked(Some(product("a")), "A", "3000000000"),
        ];
        let found: Vec<_> = troubles(&rows, &[], DecimalMark::Point)
            .map(|trouble| (trouble.at, trouble.problem))
            .collect();
        assert_eq!(found, [(3, EditProblem::TooManyTogether)]);
    }

    #[test]
    fn each_row_that_cannot_be_sent_says_why_and_no_other_does() {
        let line = PastedLine {
            key: RowKey::Line("i1".into()),
            product: Some("open".into()),
            requested: Some(3),
            is_open: true,
            typed: None,
        };
        let known = || Some(product("p1"));
        let rows = [
            asked(known(), "GLV-2207", "40"),
            BlockRow::Skipped,
            asked(None, "", "40"),
            asked(None, "NO-SUCH", "40"),
            asked(known(), "GLV-2207", ""),
            asked(known(), "GLV-2207", "=A1*2"),
            asked(known(), "GLV-2207", "2026-11-20"),
            asked(known(), "GLV-2207", "2.5"),
            asked(known(), "GLV-2207", "-1"),
            asked(known(), "GLV-2207", "99999999999"),
            asked(Some(product("open")), "OPN-1", ""),
            BlockRow::Asked(Asked {
                product: known(),
                quantity: "20,000".to_owned(),
                doubtful: NonZeroU32::new(20_000),
                ..Asked::default()
            }),
        ];
        let found: Vec<_> = troubles(&rows, &[line], DecimalMark::Point)
            .map(|trouble| (trouble.at, trouble.problem))
            .collect();
        let expected = [
            (2, EditProblem::NoProduct),
            (3, EditProblem::UnknownProduct),
            (4, EditProblem::NoQuantity),
            (5, EditProblem::NotANumber),
            (6, EditProblem::NotANumber),
            (7, EditProblem::NotWhole),
            (8, EditProblem::BelowOne),
            (9, EditProblem::TooMany),
            (11, EditProblem::Doubtful(20_000)),
        ];
        assert_eq!(found, expected);
    }
}
