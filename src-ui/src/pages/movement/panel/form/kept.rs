//! The form as it is kept while it is typed, and what was kept as the form.

use contract::{DecimalMark, RowKey, TypedLine, TypedSwap};

use super::super::picks::Picks;
use super::{DecisionForm, Swap};

impl DecisionForm {
    /// What is kept of it, and how quantities in it are written.
    pub fn kept(&self, row: &RowKey, decimal_mark: DecimalMark) -> TypedLine {
        let swap = |swap: &Swap| TypedSwap {
            product: swap.product.clone(),
            typed: swap.typed.clone(),
            quantity: swap.quantity.clone(),
        };
        TypedLine {
            row: row.clone(),
            quantity: self.quantity.clone(),
            with: self.with.iter().map(swap).collect(),
            reason: self.reason.clone(),
            comment: self.comment.clone(),
            picks: self.picks.kept(),
            beyond: self.picks.beyond,
            decimal_mark,
        }
    }
}

impl From<TypedLine> for DecisionForm {
    fn from(kept: TypedLine) -> Self {
        let swap = |(number, swap): (u32, TypedSwap)| Swap {
            number,
            product: swap.product,
            typed: swap.typed,
            quantity: swap.quantity,
        };
        Self {
            quantity: kept.quantity,
            with: (0..).zip(kept.with).map(swap).collect(),
            reason: kept.reason,
            comment: kept.comment,
            picks: Picks::restored(kept.picks, kept.beyond),
        }
    }
}
